// Reads a certificate. In: its text. Out: its header and the steps of the proof. Strict: what the writer would not have written is RVL412
// with its line. The steps come one by one, so that a long proof is never held twice.

import { fail } from "../../support/diagnostics.ts";
import { fromDimacs, type Literal } from "../literal.ts";
import type { DerivedEdge, ProofStep } from "./proof.ts";
import { type CertificateHeader, certificateVersion } from "./write.ts";

export interface Certificate {
  readonly header: CertificateHeader;
  /** Can be iterated once. Throws RVL412 where the text is malformed. */
  readonly steps: Iterable<ProofStep>;
}

/** Numbers of variables, events, groups and steps: literals must fit into 31 bits. */
const maxNumber = 2 ** 30;

export function readCertificate(text: string, file: string): Certificate {
  const end = text.indexOf("\n");
  return { header: readHeader(end < 0 ? text : text.slice(0, end), file), steps: readSteps(text, file) };
}

function malformed(file: string, line: number, what: string): never {
  return fail("RVL412", `${file} is not a certificate: ${what}`, { location: { file, line } });
}

function readHeader(line: string, file: string): CertificateHeader {
  let header: unknown;
  try {
    header = JSON.parse(line);
  } catch {
    return malformed(file, 1, "no header");
  }
  if (typeof header !== "object" || header === null || !("certificate" in header)) return malformed(file, 1, "no header");
  if (header.certificate !== certificateVersion)
    return malformed(file, 1, `version ${JSON.stringify(header.certificate)}; this ravel reads version ${certificateVersion}`);
  if (!("program" in header) || typeof header.program !== "string") return malformed(file, 1, "the header names no program");
  const options = "options" in header ? header.options : null;
  const isOptions =
    typeof options === "object" &&
    options !== null &&
    !Array.isArray(options) &&
    Object.values(options).every((v) => v === null || ["string", "number", "boolean"].includes(typeof v));
  if (!isOptions) return malformed(file, 1, "the header has no options");
  return { program: header.program, options: options as CertificateHeader["options"] };
}

function* readSteps(text: string, file: string): Generator<ProofStep> {
  const origins: string[] = [];
  let steps = 0;
  let number = 1;
  let ended = false;
  for (let at = text.indexOf("\n") + 1; at > 0 && at < text.length; ) {
    number++;
    const end = text.indexOf("\n", at);
    if (end < 0 || ended) malformed(file, number, ended ? "text after its end" : "the last line is incomplete");
    const line = text.slice(at, end);
    at = end + 1;
    if (line.startsWith("n ")) {
      origins.push(readOrigin(line.slice(2), file, number));
      continue;
    }
    const words = new Words(line, file, number);
    if (words.first === "end") {
      if (words.count("steps") !== steps) malformed(file, number, `${steps} steps, but its last line states another number`);
      words.finish();
      ended = true;
      continue;
    }
    steps++;
    yield readStep(words, origins);
  }
  if (!ended) malformed(file, number, "its last line is missing");
}

function readOrigin(text: string, file: string, line: number): string {
  try {
    const origin: unknown = JSON.parse(text);
    if (typeof origin === "string") return origin;
  } catch {
    // Reported below.
  }
  return malformed(file, line, "an origin is not a string");
}

function readStep(words: Words, origins: readonly string[]): ProofStep {
  const step = readStepBody(words, origins);
  words.finish();
  return step;
}

function readStepBody(words: Words, origins: readonly string[]): ProofStep {
  switch (words.first) {
    case "c":
      return { step: "chain", chain: words.count("chain"), event: words.count("event") };
    case "o": {
      const variable = words.count("variable") - 1;
      if (variable < 0) words.malformed("variable 0");
      return { step: "order", variable, before: words.count("event"), after: words.count("event") };
    }
    case "r": {
      const group = words.count("group");
      const event = words.count("event");
      const visibleWrites = words.list(() => ({ write: words.count("event"), reads: words.literal() }));
      const rivals = words.list(() => ({ write: words.count("event"), overwrites: words.literal() }));
      return { step: "read", group, event, visibleWrites, rivals };
    }
    case "i": {
      const origin = origins[words.count("origin")] ?? words.malformed("an origin that was not declared");
      return { step: "input", clause: words.clause(), origin };
    }
    case "l":
      return { step: "learnt", clause: words.clause() };
    case "t": {
      const clause = words.clause();
      const edges: DerivedEdge[] = [];
      while (!words.isAtEnd) edges.push(readEdge(words));
      return { step: "lemma", clause, edges };
    }
    case "d":
      return { step: "deleted", clause: words.clause() };
    case "f":
      return { step: "refuted", assumptions: words.clause() };
    default:
      return words.malformed(`no step begins with ${words.first.slice(0, 20)}`);
  }
}

function readEdge(words: Words): DerivedEdge {
  const rule = words.word();
  const from = words.count("event");
  const to = words.count("event");
  switch (rule) {
    case "c":
      return { from, to, by: { rule: "chain" } };
    case "l":
      return { from, to, by: { rule: "literal", literal: words.literal() } };
    case "r":
      return { from, to, by: { rule: "reads", group: words.count("group"), literal: words.literal() } };
    case "a":
    case "b": {
      const group = words.count("group");
      const reads = words.literal();
      return { from, to, by: { rule: rule === "a" ? "overwritten" : "overwrites", group, reads, overwrites: words.literal() } };
    }
    default:
      return words.malformed(`no rule ${rule.slice(0, 20)}`);
  }
}

/** The words of one line, in order; single spaces between them. */
class Words {
  readonly #words: readonly string[];
  #at = 1;
  readonly first: string;

  constructor(
    text: string,
    readonly file: string,
    readonly line: number,
  ) {
    this.#words = text.split(" ");
    this.first = this.#words[0];
  }

  malformed(what: string): never {
    return malformed(this.file, this.line, what);
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#words.length;
  }

  finish(): void {
    if (!this.isAtEnd) this.malformed("words after the end of a step");
  }

  word(): string {
    return this.#words[this.#at++] ?? this.malformed("a step is incomplete");
  }

  count(what: string): number {
    const word = this.word();
    return /^(0|[1-9]\d*)$/.test(word) && Number(word) < maxNumber
      ? Number(word)
      : this.malformed(`${word.slice(0, 20)} is not a valid ${what}`);
  }

  /** 0 ends a clause and is not a literal. */
  #number(): number {
    const word = this.word();
    const number = /^(0|-?[1-9]\d*)$/.test(word) ? Number(word) : Number.NaN;
    return Math.abs(number) < maxNumber ? number : this.malformed(`${word.slice(0, 20)} is not a literal`);
  }

  literal(): Literal {
    const number = this.#number();
    return number === 0 ? this.malformed("0 is not a literal") : fromDimacs(number);
  }

  clause(): Literal[] {
    const clause: Literal[] = [];
    for (let number = this.#number(); number !== 0; number = this.#number()) clause.push(fromDimacs(number));
    return clause;
  }

  list<T>(read: () => T): T[] {
    const items: T[] = [];
    for (let left = this.count("number"); left > 0; left--) items.push(read());
    return items;
  }
}
