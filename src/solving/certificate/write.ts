// Writes a proof as a certificate: a header that names the program and options, then one step per line. In: steps, as the solver logs them.
// Out: chunks of text to a sink. `read.ts` reads it back; docs/certificates.md describes the format.

import { type Literal, toDimacs } from "../literal.ts";
import type { DerivedEdge, ProofLog, ProofStep } from "./proof.ts";

export const certificateVersion = 1;

export interface CertificateHeader {
  /** A hash of the program that was checked. */
  readonly program: string;
  /** The options on which the inputs of the proof depend. */
  readonly options: Readonly<Record<string, string | number | boolean | null>>;
}

/** Text is passed on in chunks of at least this many characters. */
export const flushLength = 1 << 16;

export class CertificateWriter implements ProofLog {
  #text: string;
  #steps = 0;
  readonly #origins = new Map<string, number>();

  constructor(
    header: CertificateHeader,
    readonly sink: (text: string) => void,
  ) {
    this.#text = `${JSON.stringify({ certificate: certificateVersion, program: header.program, options: header.options })}\n`;
  }

  add(step: ProofStep): void {
    this.#steps++;
    this.#text += `${this.#line(step)}\n`;
    if (this.#text.length >= flushLength) this.#flush();
  }

  /** Writes the last line. A certificate without it is incomplete. */
  finish(): void {
    this.#text += `end ${this.#steps}\n`;
    this.#flush();
  }

  #flush(): void {
    this.sink(this.#text);
    this.#text = "";
  }

  #line(step: ProofStep): string {
    switch (step.step) {
      case "chain":
        return `c ${step.chain} ${step.event}`;
      case "order":
        return `o ${step.variable + 1} ${step.before} ${step.after}`;
      case "read": {
        const visibleWrites = step.visibleWrites.map((c) => ` ${c.write} ${toDimacs(c.reads)}`).join("");
        const rivals = step.rivals.map((r) => ` ${r.write} ${toDimacs(r.overwrites)}`).join("");
        return `r ${step.group} ${step.event} ${step.visibleWrites.length}${visibleWrites} ${step.rivals.length}${rivals}`;
      }
      case "input":
        return `${this.#originLine(step.origin)}i ${this.#origins.get(step.origin)} ${formatClause(step.clause)}`;
      case "learnt":
        return `l ${formatClause(step.clause)}`;
      case "lemma":
        return `t ${formatClause(step.clause)} ${step.edges.map(formatEdge).join(" ")}`.trimEnd();
      case "deleted":
        return `d ${formatClause(step.clause)}`;
      case "refuted":
        return `f ${formatClause(step.assumptions)}`;
    }
  }

  /** Origins are long and repeat: each is written once and then referred to by its number. */
  #originLine(origin: string): string {
    if (this.#origins.has(origin)) return "";
    this.#origins.set(origin, this.#origins.size);
    return `n ${JSON.stringify(origin)}\n`;
  }
}

/** A clause in DIMACS form: its literals, then 0. */
export function formatClause(clause: readonly Literal[]): string {
  let text = "";
  for (const literal of clause) text += `${toDimacs(literal)} `;
  return `${text}0`;
}

function formatEdge({ from, to, by }: DerivedEdge): string {
  switch (by.rule) {
    case "chain":
      return `c ${from} ${to}`;
    case "literal":
      return `l ${from} ${to} ${toDimacs(by.literal)}`;
    case "reads":
      return `r ${from} ${to} ${by.group} ${toDimacs(by.literal)}`;
    case "overwritten":
      return `a ${from} ${to} ${by.group} ${toDimacs(by.reads)} ${toDimacs(by.overwrites)}`;
    case "overwrites":
      return `b ${from} ${to} ${by.group} ${toDimacs(by.reads)} ${toDimacs(by.overwrites)}`;
  }
}
