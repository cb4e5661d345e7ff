// A proof as a certificate: text, one step per line, after a header that says for which program and options it is. In: steps, as the
// solver logs them. Out: pieces of text to a sink. `read.ts` reads it back; docs/certificates.md has the format.

import { isNegative, type Literal, variableOf } from "../literal.ts";
import type { DerivedEdge, ProofLog, ProofStep } from "./proof.ts";

export const certificateVersion = 1;

export interface CertificateHeader {
  /** A hash of what was checked. */
  readonly program: string;
  /** Options that decide what the inputs are. */
  readonly options: Readonly<Record<string, string | number | boolean | null>>;
}

const pieceLength = 1 << 16;

export const writeLiteral = (literal: Literal): number => (isNegative(literal) ? -variableOf(literal) - 1 : variableOf(literal) + 1);

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
    if (this.#text.length >= pieceLength) this.#flush();
  }

  /** A certificate without its last line was cut off. */
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
        const visibleWrites = step.visibleWrites.map((c) => ` ${c.write} ${writeLiteral(c.reads)}`).join("");
        const rivals = step.rivals.map((r) => ` ${r.write} ${writeLiteral(r.overwrites)}`).join("");
        return `r ${step.group} ${step.event} ${step.visibleWrites.length}${visibleWrites} ${step.rivals.length}${rivals}`;
      }
      case "input":
        return `${this.#originLine(step.origin)}i ${this.#origins.get(step.origin)} ${clauseText(step.clause)}`;
      case "learnt":
        return `l ${clauseText(step.clause)}`;
      case "lemma":
        return `t ${clauseText(step.clause)} ${step.edges.map(edgeText).join(" ")}`.trimEnd();
      case "deleted":
        return `d ${clauseText(step.clause)}`;
      case "refuted":
        return `f ${clauseText(step.assumptions)}`;
    }
  }

  /** Origins are long and repeat: each is said once and then goes by its number. */
  #originLine(origin: string): string {
    if (this.#origins.has(origin)) return "";
    this.#origins.set(origin, this.#origins.size);
    return `n ${JSON.stringify(origin)}\n`;
  }
}

function clauseText(clause: readonly Literal[]): string {
  let text = "";
  for (const literal of clause) text += `${writeLiteral(literal)} `;
  return `${text}0`;
}

function edgeText({ from, to, by }: DerivedEdge): string {
  switch (by.rule) {
    case "chain":
      return `c ${from} ${to}`;
    case "literal":
      return `l ${from} ${to} ${writeLiteral(by.literal)}`;
    case "reads":
      return `r ${from} ${to} ${by.group} ${writeLiteral(by.literal)}`;
    case "overwritten":
      return `a ${from} ${to} ${by.group} ${writeLiteral(by.reads)} ${writeLiteral(by.overwrites)}`;
    case "overwrites":
      return `b ${from} ${to} ${by.group} ${writeLiteral(by.reads)} ${writeLiteral(by.overwrites)}`;
  }
}
