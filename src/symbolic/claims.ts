// What several comparisons of one term with constants say together. In: conjuncts. Out: as few as say the same: of x < 5 and x < 7 the first stays, of x == 3 and x != 4 the
// first; null if they exclude each other.

import type { Term } from "../terms/term.ts";

/** A comparison of a term with a constant: it lies between two numbers, or is not one. */
export interface Claim {
  readonly about: Term;
  readonly kind: "unsigned" | "signed" | "not";
  readonly low: bigint;
  readonly high: bigint;
}

export class Claims {
  /** By the number of a term; null: it is not such a comparison. */
  readonly #claims: (Claim | null | undefined)[] = [];
  /** By the number of a term: the last list with a claim about it. */
  readonly #seen: (number | undefined)[] = [];
  #lists = 0;

  of(c: Term): Claim | null {
    let claim = this.#claims[c.id];
    if (claim === undefined) {
      claim = readClaim(c);
      this.#claims[c.id] = claim;
    }
    return claim;
  }

  /** The conjuncts, in the same order, without those that others imply; null: no state has all of them. */
  reduce(conjuncts: readonly Term[]): readonly Term[] | null {
    if (!this.#hasSeveral(conjuncts)) return conjuncts;
    const byTerm = new Map<Term, [Term, Claim][]>();
    for (const c of conjuncts) {
      const claim = this.of(c);
      if (claim === null) continue;
      const list = byTerm.get(claim.about);
      if (list === undefined) byTerm.set(claim.about, [[c, claim]]);
      else list.push([c, claim]);
    }
    const implied = new Set<Term>();
    for (const list of byTerm.values()) {
      if (list.length === 1) continue;
      const kept = strongest(list);
      if (kept === null) return null;
      for (const [c] of list) if (!kept.has(c)) implied.add(c);
    }
    return implied.size === 0 ? conjuncts : conjuncts.filter((c) => !implied.has(c));
  }

  /** There are two claims about one term. */
  #hasSeveral(conjuncts: readonly Term[]): boolean {
    const list = ++this.#lists;
    for (const c of conjuncts) {
      const claim = this.of(c);
      if (claim === null) continue;
      if (this.#seen[claim.about.id] === list) return true;
      this.#seen[claim.about.id] = list;
    }
    return false;
  }
}

/** Whether the claim holds of a number below 2^width. */
export function isTrueOf({ about, kind, low, high }: Claim, value: bigint): boolean {
  const v = kind === "signed" ? BigInt.asIntN(about.width, value) : BigInt.asUintN(about.width, value);
  return kind === "not" ? v !== low : low <= v && v <= high;
}

/** Of one term's comparisons those that the others do not imply; null: they exclude each other. */
function strongest(list: readonly [Term, Claim][]): ReadonlySet<Term> | null {
  const kept = new Set<Term>();
  const width = (list[0] as [Term, Claim])[1].about.width;
  const range = (kind: "unsigned" | "signed"): { low: bigint; high: bigint } => {
    const first = kind === "unsigned" ? 0n : -(1n << BigInt(width - 1));
    const found = { low: first, high: first + (1n << BigInt(width)) - 1n };
    let [lowest, highest]: [Term | null, Term | null] = [null, null];
    for (const [c, claim] of list) {
      if (claim.kind !== kind) continue;
      if (claim.low > found.low) [found.low, lowest] = [claim.low, c];
      if (claim.high < found.high) [found.high, highest] = [claim.high, c];
    }
    for (const c of [lowest, highest]) if (c !== null) kept.add(c);
    return found;
  };
  const unsigned = range("unsigned");
  const signed = range("signed");
  if (unsigned.low > unsigned.high || signed.low > signed.high) return null;
  // A single value decides all others.
  for (const kind of ["unsigned", "signed"] as const) {
    const { low, high } = kind === "unsigned" ? unsigned : signed;
    if (low !== high) continue;
    if (!list.every(([, claim]) => isTrueOf(claim, low))) return null;
    const equal = list.find(([, claim]) => claim.kind === kind && claim.low === claim.high);
    if (equal !== undefined) return new Set([equal[0]]);
  }
  for (const [c, claim] of list) {
    if (claim.kind !== "not") continue;
    const value = claim.low;
    const asSigned = BigInt.asIntN(width, value);
    if (unsigned.low <= value && value <= unsigned.high && signed.low <= asSigned && asSigned <= signed.high) kept.add(c);
  }
  return kept;
}

function readClaim(c: Term): Claim | null {
  const isNegated = c.op === "not";
  const t = isNegated ? (c.args[0] as Term) : c;
  const [a, b] = t.args as readonly [Term, Term];
  if (b === undefined) return null;
  const isRight = b.op === "constant";
  if (isRight === (a.op === "constant")) return null;
  const [about, k] = isRight ? [a, b] : [b, a];
  const first = (signed: boolean): bigint => (signed ? -(1n << BigInt(about.width - 1)) : 0n);
  const last = (signed: boolean): bigint => first(signed) + (1n << BigInt(about.width)) - 1n;
  if (t.op === "eq")
    return isNegated ? { about, kind: "not", low: k.value, high: k.value } : { about, kind: "unsigned", low: k.value, high: k.value };
  if (t.op !== "ult" && t.op !== "ule" && t.op !== "slt" && t.op !== "sle") return null;
  const signed = t.op === "slt" || t.op === "sle";
  const value = signed ? BigInt.asIntN(about.width, k.value) : k.value;
  const strict = (t.op === "ult" || t.op === "slt") !== isNegated ? 1n : 0n;
  const kind = signed ? "signed" : "unsigned";
  // about < k, k < about, and their negations
  return isRight !== isNegated
    ? { about, kind, low: first(signed), high: value - strict }
    : { about, kind, low: value + strict, high: last(signed) };
}
