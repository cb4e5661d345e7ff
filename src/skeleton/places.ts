// The places of an access whose offset is a term. In: the offset, and conditions that hold where the access is made. Out: places at equal
// distances (spread.ts), among which is every value that the offset may have.
//
// An abstract interpretation with intervals of signed numbers and congruences (Granger 1989). A result that may wrap is known only modulo a
// power of two.

import { append, maxOf, minOf } from "../support/lists.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import { anywhere, gcd, type Spread, single } from "./spread.ts";
import type { PossibleValues } from "./value-set.ts";

/** The places of an access of `size` bytes in an object of `objectSize`. */
export function findPlaces(
  terms: Terms,
  possible: PossibleValues,
  offset: number | Term,
  size: number,
  objectSize: number,
  conditions: readonly Term[],
): Spread {
  if (typeof offset === "number") return single(offset);
  const last = objectSize - size;
  const few = possible.of(offset);
  if (few !== null) {
    const places = [...few].filter((v) => v <= BigInt(Math.max(last, 0))).map(Number);
    if (places.length === 0) return anywhere(last);
    const low = minOf(places);
    return { low, high: maxOf(places), stride: places.reduce((g, v) => gcd(g, v - low), 0) };
  }
  const { low, high, stride, residue } = new Congruences(terms, conditions).of(offset, 0);
  const from = Math.max(low, 0);
  const first = stride === 0 ? residue : from + modulo(residue - from, stride);
  const end = Math.min(high, last);
  if (stride === 0 || first > end) return anywhere(last);
  return { low: first, high: end - ((end - first) % stride), stride };
}

/** A number between two bounds that is `residue` modulo `stride`; stride 0: a known number. Infinite bounds: it may wrap. */
interface Congruence {
  readonly low: number;
  readonly high: number;
  readonly stride: number;
  readonly residue: number;
}

/** Terms are followed to this depth; below it, only their ranges count. */
const maxDepth = 12;
/** Objects are not larger than 2 to this power. */
const maxZeros = 20;

class Congruences {
  /** Bounds of terms that follow from the conditions, as signed numbers. */
  readonly #bounds = new Map<Term, { low: number; high: number }>();

  constructor(
    readonly terms: Terms,
    conditions: readonly Term[],
  ) {
    for (const condition of conditions) for (const c of boundsIn(condition)) this.#note(c, true);
  }

  #note(c: Term, holds: boolean): void {
    if (c.op === "not") return this.#note(c.args[0] as Term, !holds);
    if (c.op !== "ult" && c.op !== "ule" && c.op !== "slt" && c.op !== "sle") return;
    // The negation of a < b is b <= a.
    const [a, b] = (holds ? c.args : [c.args[1], c.args[0]]) as [Term, Term];
    const isStrict = (c.op === "ult" || c.op === "slt") === holds;
    const isSigned = c.op === "slt" || c.op === "sle";
    const top = 2 ** (a.width - 1) - 1;
    // A constant beyond 2^53 would be rounded, and the bound with it.
    if ([a, b].some((x) => x.op === "constant" && !Number.isSafeInteger(valueOf(x)))) return;
    if (b.op === "constant") {
      const limit = valueOf(b) - (isStrict ? 1 : 0);
      // An unsigned number below a non-negative constant is not negative.
      if (isSigned) this.#narrow(a, -Infinity, limit);
      else if (valueOf(b) > 0 || (!isStrict && b.value === 0n)) this.#narrow(a, 0, limit);
    } else if (a.op === "constant" && isSigned) this.#narrow(b, valueOf(a) + (isStrict ? 1 : 0), top);
  }

  #narrow(t: Term, low: number, high: number): void {
    const known = this.#bounds.get(t);
    this.#bounds.set(t, { low: Math.max(low, known?.low ?? -Infinity), high: Math.min(high, known?.high ?? Infinity) });
  }

  of(t: Term, depth: number): Congruence {
    if (t.op === "constant") return fitWidth(t.width, valueOf(t), valueOf(t), 0, valueOf(t));
    const { signedLow, signedHigh, trailingZeros } = this.terms.range(t);
    const known = this.#bounds.get(t);
    const found = depth > maxDepth ? null : this.#compute(t, depth);
    const low = Math.max(signedLow, known?.low ?? -Infinity, found?.low ?? -Infinity);
    const high = Math.min(signedHigh, known?.high ?? Infinity, found?.high ?? Infinity);
    const zeros = 2 ** Math.min(trailingZeros, maxZeros);
    if (found === null || found.stride < zeros) return { low, high, stride: zeros, residue: 0 };
    return { low, high, stride: found.stride, residue: found.residue };
  }

  #compute(t: Term, depth: number): Congruence | null {
    const arg = (i: number): Congruence => this.of(t.args[i] as Term, depth + 1);
    switch (t.op) {
      case "add":
      case "sub": {
        const [a, b] = [arg(0), arg(1)];
        const stride = gcd(a.stride, b.stride);
        return t.op === "add"
          ? fitWidth(t.width, a.low + b.low, a.high + b.high, stride, a.residue + b.residue)
          : fitWidth(t.width, a.low - b.high, a.high - b.low, stride, a.residue - b.residue);
      }
      case "mul": {
        const factor = t.args.find((x) => x.op === "constant");
        const other = t.args.find((x) => x !== factor);
        return factor === undefined || other === undefined ? null : times(t.width, this.of(other, depth + 1), valueOf(factor));
      }
      case "shl": {
        const by = t.args[1] as Term;
        return by.op === "constant" && by.value < 32n ? times(t.width, arg(0), 2 ** Number(by.value)) : null;
      }
      case "sext":
        return arg(0);
      case "zext": {
        const a = arg(0);
        const { width } = t.args[0] as Term;
        return a.low >= 0 ? a : fitWidth(t.width, 0, 2 ** width - 1, powerIn(width, a.stride), a.residue);
      }
      case "ite": {
        const [a, b] = [arg(1), arg(2)];
        const stride = gcd(gcd(a.stride, b.stride), a.residue - b.residue);
        return { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high), stride, residue: modulo(a.residue, stride) };
      }
      default:
        return null;
    }
  }
}

/** By conjunction. A path's condition grows by a conjunct at a time, and is asked for by every access there; few conjuncts bound anything. */
const known = new WeakMap<Term, readonly Term[]>();
const none: readonly Term[] = [];

/** The conjuncts that bound something. */
function boundsIn(condition: Term): readonly Term[] {
  const open = [condition];
  for (let t = open.at(-1); t !== undefined; t = open.at(-1)) {
    const unknown = known.has(t) || t.op !== "and" ? none : t.args.filter((a) => !known.has(a));
    if (unknown.length > 0) {
      append(open, unknown);
      continue;
    }
    if (!known.has(t)) known.set(t, t.op === "and" ? joined(t.args.map((a) => known.get(a) ?? none)) : isBound(t) ? [t] : none);
    open.pop();
  }
  return known.get(condition) ?? none;
}

function joined(lists: readonly (readonly Term[])[]): readonly Term[] {
  const found = lists.filter((list) => list.length > 0);
  return found.length > 1 ? [...new Set(found.flat())] : (found[0] ?? none);
}

function isBound(t: Term): boolean {
  if (t.op === "not") return isBound(t.args[0] as Term);
  if (t.op !== "ult" && t.op !== "ule" && t.op !== "slt" && t.op !== "sle") return false;
  return t.args.some((a) => a.op === "constant");
}

function times(width: number, a: Congruence, factor: number): Congruence {
  const ends = [a.low * factor, a.high * factor];
  return fitWidth(width, minOf(ends), maxOf(ends), a.stride * Math.abs(factor), a.residue * factor);
}

/** The result of a computation in `width` bits; if it may wrap, only its residue modulo a power of two. */
function fitWidth(width: number, low: number, high: number, stride: number, residue: number): Congruence {
  const top = Math.min(2 ** (width - 1) - 1, Number.MAX_SAFE_INTEGER);
  const isExact = low >= -top && high <= top && stride <= top && Math.abs(residue) <= top; // false also for NaN
  if (isExact) return { low, high, stride, residue: modulo(residue, stride) };
  const isKnown = Number.isSafeInteger(stride) && Number.isSafeInteger(residue);
  const unit = isKnown ? powerIn(width, stride) : 1;
  return { low: -Infinity, high: Infinity, stride: unit, residue: isKnown ? modulo(residue, unit) : 0 };
}

const valueOf = (t: Term): number => Number(BigInt.asIntN(t.width, t.value));
/** The largest power of two that divides n, and 2^width. */
function powerIn(width: number, n: number): number {
  const top = 2 ** Math.min(width, maxZeros);
  let power = 1;
  while (power < top && n % (2 * power) === 0) power *= 2;
  return power;
}

const modulo = (a: number, n: number): number => (n === 0 ? a : ((a % n) + n) % n);
