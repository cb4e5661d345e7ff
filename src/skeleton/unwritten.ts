// Memory that was never written, in the terms of one round. In: fresh memory, and reads that may see such memory. Out: variables for what it
// holds, and per value the condition under which some of its bytes are as if never written: a copy of them is unwritten as well.
//
// What a thread loads it takes as an input: the value has a name of its own (`take`), and is written wherever it is stored. So only bytes that
// are moved are unwritten, and these are followed through the terms that moving makes.

import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import type { SharedObject } from "./skeleton.ts";

/** Some bits of a term. */
interface Bits {
  readonly term: Term;
  readonly high: number;
  readonly low: number;
}

/** The round, as used here: makes variables, and names that stand for terms. */
export interface UnwrittenHost {
  variable(what: string, width: number): Term;
  name(what: string, value: Term): Term;
}

export class Unwritten {
  readonly #bytes = new Map<string, Term>();
  /** What fresh memory holds. */
  readonly #fresh = new Set<Term>();
  /** Values that reads took from memory that was never written. */
  readonly #taken = new Set<Term>();
  /** By variable for what is copied from shared memory: per byte, when it is as if never written. */
  readonly #marks = new Map<Term, readonly Term[]>();
  readonly #copies = new Map<Term, Term>();
  readonly #found = new Map<Term, Map<string, Term>>();

  constructor(
    readonly terms: Terms,
    readonly host: UnwrittenHost,
  ) {}

  /** The content of fresh memory. `life`: names a further lifetime in the place of the object. */
  bytes(object: SharedObject, offset: number, size: number, life = ""): Term {
    const key = `${object.id}+${offset}:${size} ${life}`;
    let v = this.#bytes.get(key);
    if (v === undefined) {
      // Byte by byte, so that reads of different sizes agree.
      if (size === 1) v = this.host.variable("undefined", 8);
      else
        v = Array.from({ length: size }, (_, i) => this.bytes(object, offset + i, 1, life)).reduce((low, byte) =>
          this.terms.concat(byte, low),
        );
      this.#bytes.set(key, v);
      this.#fresh.add(v);
    }
    return v;
  }

  /** Per byte of a read: a condition that it sees memory that was never written. */
  seenBy(size: number): Term[] {
    return Array.from({ length: size }, () => this.host.variable("unwritten", 1));
  }

  /** Whether the value of a read stands for unwritten bytes where it sees them; otherwise it is taken as an input. */
  isCopied(read: Term): boolean {
    return this.#marks.has(read);
  }

  /** The value of a read is copied, as it is. */
  noteCopied(read: Term, seen: readonly Term[]): Term {
    this.#marks.set(read, seen);
    return read;
  }

  /** The same for a read: if it is taken as an input as well, its copy has a name. */
  copy(read: Term, seen: readonly Term[]): Term {
    if (this.isCopied(read)) return read;
    let copy = this.#copies.get(read);
    if (copy === undefined) {
      copy = this.noteCopied(this.host.name("copied", read), seen);
      this.#copies.set(read, copy);
    }
    return copy;
  }

  /** A name for the value that a read took from memory that was never written. */
  take(value: Term): Term {
    const taken = this.host.name("taken", value);
    this.noteTaken(taken);
    return taken;
  }

  noteTaken(value: Term): void {
    this.#taken.add(value);
  }

  /** Whether it is what memory held that was never written, or was taken from there. */
  has(value: Term): boolean {
    return this.#fresh.has(value) || this.#taken.has(value);
  }

  /** When some of these bytes of a value are as if never written. */
  when(value: Term, from = 0, size = value.width / 8 - from): Term {
    // Iterative: a place written on many paths is a deep term.
    const whole = { term: value, high: 8 * (from + size) - 1, low: 8 * from };
    const stack: Bits[] = [whole];
    while (stack.length > 0) {
      const bits = stack[stack.length - 1] as Bits;
      const parts = this.#isKnown(bits.term) ? [] : findParts(bits);
      const open = parts.filter((x) => this.#get(x) === undefined);
      if (open.length === 0) {
        this.#set(bits, this.#compose(bits, parts));
        stack.pop();
      } else for (const x of open) stack.push(x);
    }
    return this.#get(whole) as Term;
  }

  #isKnown(term: Term): boolean {
    return this.#fresh.has(term) || this.#marks.has(term);
  }

  #compose({ term, high, low }: Bits, parts: readonly Bits[]): Term {
    const { terms } = this;
    if (this.#fresh.has(term)) return terms.true;
    const marks = this.#marks.get(term);
    if (marks !== undefined) return terms.any(marks.slice(low >> 3, (high >> 3) + 1));
    const found = parts.map((x) => this.#get(x) as Term);
    return term.op === "ite" ? terms.ite(term.args[0] as Term, found[0] as Term, found[1] as Term) : terms.any(found);
  }

  #get({ term, high, low }: Bits): Term | undefined {
    return this.#found.get(term)?.get(`${high}:${low}`);
  }

  #set({ term, high, low }: Bits, when: Term): void {
    const known = this.#found.get(term);
    if (known === undefined) this.#found.set(term, new Map([[`${high}:${low}`, when]]));
    else known.set(`${high}:${low}`, when);
  }
}

/** The bits from which these were moved. Zeros beside them may have made an extension or a shift of a concatenation. */
function findParts({ term, high, low }: Bits): readonly Bits[] {
  const [a, b] = term.args as [Term, Term];
  const of = (x: Term, down: number): Bits[] =>
    high < down || low - down >= x.width ? [] : [{ term: x, high: Math.min(high - down, x.width - 1), low: Math.max(low - down, 0) }];
  switch (term.op) {
    case "ite":
      return term.args.slice(1).map((x) => ({ term: x, high, low }));
    case "concat":
      return [...of(b, 0), ...of(a, b.width)];
    case "extract":
      return of(a, -Number(term.value));
    case "zext":
      return of(a, 0);
    case "shl":
      return b.op === "constant" ? of(a, Number(b.value)) : [];
    case "lshr":
      return b.op === "constant" ? of(a, -Number(b.value)) : [];
    default:
      return [];
  }
}
