// Builds terms; nothing else does. In: operators and terms. Out: the term itself, or a simpler one of the same value.
//
// Builders check widths, fold constants, put arguments in a canonical order (constants second, otherwise the older first) and call the
// rules in `simplify/`, one file per family of operators. Rules look a few nodes deep and never walk a DAG, so building is linear. With
// `simplify: false` a builder only shares nodes: tests compare the two.

import type { TermBuilder } from "./builder.ts";
import { type BinaryOperator, foldBinary, foldSmall, foldUnary, mask, maxWidth } from "./fold.ts";
import { addOverflows, mulOverflows, negOverflows, subOverflows } from "./overflow.ts";
import { type Range, Ranges } from "./ranges.ts";
import {
  simplifyAdd,
  simplifyMul,
  simplifyNeg,
  simplifySdiv,
  simplifySrem,
  simplifySub,
  simplifyUdiv,
  simplifyUrem,
} from "./simplify/arithmetic.ts";
import { negatedIn, simplifyAnd, simplifyNot, simplifyOr, simplifyXor } from "./simplify/bitwise.ts";
import { simplifyEq, simplifySle, simplifySlt, simplifyUle, simplifyUlt } from "./simplify/comparison.ts";
import { simplifyIte } from "./simplify/ite.ts";
import { simplifyConcat, simplifyExtract, simplifySext, simplifyZext } from "./simplify/pieces.ts";
import { simplifyAshr, simplifyLshr, simplifyShl } from "./simplify/shifts.ts";
import { Store } from "./store.ts";
import type { Term, TermOperator } from "./term.ts";

export interface TermsOptions {
  readonly simplify?: boolean;
}

/** The lowest and the highest value of a variable, as signed numbers. The solver enforces them. */
export interface Bounds {
  readonly low: bigint;
  readonly high: bigint;
}

type Rule = (terms: Terms, a: Term, b: Term) => Term | null;

const rules: Readonly<Record<BinaryOperator, Rule>> = {
  and: simplifyAnd,
  or: simplifyOr,
  xor: simplifyXor,
  add: simplifyAdd,
  sub: simplifySub,
  mul: simplifyMul,
  udiv: simplifyUdiv,
  urem: simplifyUrem,
  sdiv: simplifySdiv,
  srem: simplifySrem,
  shl: simplifyShl,
  lshr: simplifyLshr,
  ashr: simplifyAshr,
  eq: simplifyEq,
  ult: simplifyUlt,
  ule: simplifyUle,
  slt: simplifySlt,
  sle: simplifySle,
};

const nothing: readonly Term[] = [];

const isCommutative = (op: BinaryOperator): boolean =>
  op === "and" || op === "or" || op === "xor" || op === "add" || op === "mul" || op === "eq";
const isComparison = (op: BinaryOperator): boolean => op === "eq" || op === "ult" || op === "ule" || op === "slt" || op === "sle";

export class Terms implements TermBuilder {
  readonly true: Term;
  readonly false: Term;
  readonly #simplify: boolean;
  readonly #store = new Store();
  readonly #ranges = new Ranges();
  readonly #bounds = new Map<string, Bounds>();
  /** By conjunction: see `negatedIn`. */
  readonly #negated: (readonly Term[] | undefined)[] = [];
  #rangeCount = 0;

  constructor(options: TermsOptions = {}) {
    this.#simplify = options.simplify ?? true;
    this.false = this.constant(0, 1);
    this.true = this.constant(1, 1);
  }

  /** Number of different terms built so far. */
  get size(): number {
    return this.#store.size;
  }

  // ---- leaves

  /** The value modulo 2^width: it may be negative. Throws if a double is not an exact integer. */
  constant(value: bigint | number, width: number): Term {
    checkWidth(width);
    if (typeof value === "number") {
      if (value >= 0 && value < 0x100000000 && (width >= 32 || value < 2 ** width) && Number.isInteger(value))
        return this.#withRange(this.#store.smallConstant(value, width));
      if (!Number.isSafeInteger(value)) throw new Error(`constant ${value} is not an exact integer`);
    }
    return this.#withRange(this.#store.constant(BigInt.asUintN(width, BigInt(value)), width));
  }

  boolean(value: boolean): Term {
    return value ? this.true : this.false;
  }

  /** Returns the variable of this name. Throws if it exists with another width, or with other bounds than those given. */
  variable(name: string, width: number, bounds?: Bounds): Term {
    checkWidth(width);
    const isNew = !this.#store.isVariable(name);
    const t = this.#withRange(this.#store.variable(name, width));
    if (bounds === undefined) return t;
    const { low, high } = bounds;
    if (low > high || BigInt.asIntN(width, high) < low || low < -(1n << BigInt(width - 1)) || high > mask(width - 1))
      throw new Error(`variable ${name}: no ${width}-bit signed numbers from ${low} to ${high}`);
    const old = this.#bounds.get(name);
    if (isNew) {
      this.#bounds.set(name, bounds);
      this.#ranges.bound(t, low, high);
    } else if (old === undefined || old.low !== low || old.high !== high) throw new Error(`variable ${name} is known with other bounds`);
    return t;
  }

  /** The bounds of a variable; null if it has none. */
  boundsOf(t: Term): Bounds | null {
    return this.#bounds.get(t.name) ?? null;
  }

  /** Event `first` comes before event `second`; events are totally ordered. */
  before(first: number, second: number): Term {
    if (first === second) return this.false;
    return first < second
      ? this.#withRange(this.#store.before(first, second))
      : this.not(this.#withRange(this.#store.before(second, first)));
  }

  // ---- bits

  not(a: Term): Term {
    if (!this.#simplify) return this.raw("not", a);
    if (a.op === "constant") return this.constant(foldUnary("not", a.width, a.value), a.width);
    return simplifyNot(this, a) ?? this.raw("not", a);
  }

  and(a: Term, b: Term): Term {
    return this.#binary("and", a, b);
  }

  or(a: Term, b: Term): Term {
    return this.#binary("or", a, b);
  }

  xor(a: Term, b: Term): Term {
    return this.#binary("xor", a, b);
  }

  /** Implication of booleans. */
  implies(a: Term, b: Term): Term {
    return this.or(this.not(a), b);
  }

  /** Whether the conjunction of two booleans simplifies to false. It is not built, unless one of them is a constant. */
  excludes(a: Term, b: Term): boolean {
    if (!this.#simplify || a.op === "constant" || b.op === "constant") return this.and(a, b) === this.false;
    if (a.op === "and" && b.op === "and" && !this.#negatedIn(a).includes(b) && !this.#negatedIn(b).includes(a)) return false;
    return (a.id > b.id ? rules.and(this, b, a) : rules.and(this, a, b)) === this.false;
  }

  #negatedIn(t: Term): readonly Term[] {
    let list = this.#negated[t.id];
    if (list === undefined) {
      const found = negatedIn(t);
      list = found.length === 0 ? nothing : found;
      this.#negated[t.id] = list;
    }
    return list;
  }

  /** Conjunction of booleans; true if there are none. */
  all(list: readonly Term[]): Term {
    return this.#join(list, "and", this.false);
  }

  /** Disjunction of booleans; false if there are none. */
  any(list: readonly Term[]): Term {
    return this.#join(list, "or", this.true);
  }

  /** Builds a balanced tree over the distinct members, so that wide formulas are not deep. */
  #join(list: readonly Term[], op: "and" | "or", absorbing: Term): Term {
    const neutral = op === "and" ? this.true : this.false;
    if (!this.#simplify) return list.length === 0 ? neutral : list.reduce((a, b) => this.#binary(op, a, b));
    let level: Term[] = [];
    for (const t of list) {
      if (t.width !== 1) throw new Error(`${op} over a list takes booleans`);
      if (t === absorbing) return absorbing;
      if (t !== neutral) level.push(t);
    }
    level = withoutRepetitions(level);
    const has = level.length <= fewMembers ? (t: Term): boolean => level.includes(t) : isIn(new Set(level));
    for (const t of level) if (t.op === "not" && has(t.args[0] as Term)) return absorbing;
    while (level.length > 1) {
      const next: Term[] = [];
      for (let i = 0; i < level.length; i += 2) {
        const pair = i + 1 < level.length ? this.#binary(op, level[i] as Term, level[i + 1] as Term) : (level[i] as Term);
        if (pair === absorbing) return absorbing;
        next.push(pair);
      }
      level = next;
    }
    return level[0] ?? neutral;
  }

  // ---- arithmetic, modulo 2^width

  neg(a: Term): Term {
    if (!this.#simplify) return this.raw("neg", a);
    if (a.op === "constant") return this.constant(foldUnary("neg", a.width, a.value), a.width);
    return simplifyNeg(this, a) ?? this.raw("neg", a);
  }

  add(a: Term, b: Term): Term {
    return this.#binary("add", a, b);
  }

  sub(a: Term, b: Term): Term {
    return this.#binary("sub", a, b);
  }

  mul(a: Term, b: Term): Term {
    return this.#binary("mul", a, b);
  }

  udiv(a: Term, b: Term): Term {
    return this.#binary("udiv", a, b);
  }

  urem(a: Term, b: Term): Term {
    return this.#binary("urem", a, b);
  }

  sdiv(a: Term, b: Term): Term {
    return this.#binary("sdiv", a, b);
  }

  srem(a: Term, b: Term): Term {
    return this.#binary("srem", a, b);
  }

  shl(a: Term, b: Term): Term {
    return this.#binary("shl", a, b);
  }

  lshr(a: Term, b: Term): Term {
    return this.#binary("lshr", a, b);
  }

  ashr(a: Term, b: Term): Term {
    return this.#binary("ashr", a, b);
  }

  // ---- overflow: whether the exact result differs from the one modulo 2^width

  addOverflows(a: Term, b: Term, signed: boolean): Term {
    return addOverflows(this, a, b, signed);
  }

  subOverflows(a: Term, b: Term, signed: boolean): Term {
    return subOverflows(this, a, b, signed);
  }

  mulOverflows(a: Term, b: Term, signed: boolean): Term {
    return mulOverflows(this, a, b, signed);
  }

  negOverflows(a: Term, signed: boolean): Term {
    return negOverflows(this, a, signed);
  }

  // ---- comparisons

  eq(a: Term, b: Term): Term {
    return this.#binary("eq", a, b);
  }

  ne(a: Term, b: Term): Term {
    return this.not(this.eq(a, b));
  }

  ult(a: Term, b: Term): Term {
    return this.#binary("ult", a, b);
  }

  ule(a: Term, b: Term): Term {
    return this.#binary("ule", a, b);
  }

  ugt(a: Term, b: Term): Term {
    return this.ult(b, a);
  }

  uge(a: Term, b: Term): Term {
    return this.ule(b, a);
  }

  slt(a: Term, b: Term): Term {
    return this.#binary("slt", a, b);
  }

  sle(a: Term, b: Term): Term {
    return this.#binary("sle", a, b);
  }

  sgt(a: Term, b: Term): Term {
    return this.slt(b, a);
  }

  sge(a: Term, b: Term): Term {
    return this.sle(b, a);
  }

  // ---- selection, concatenation, extraction, extension

  ite(condition: Term, then: Term, otherwise: Term): Term {
    if (condition.width !== 1) throw new Error("a condition has one bit");
    checkSameWidth("ite", then, otherwise);
    if (this.#simplify) {
      const simpler = simplifyIte(this, condition, then, otherwise);
      if (simpler !== null) return simpler;
    }
    return this.#withRange(this.#store.ite(condition, then, otherwise));
  }

  concat(high: Term, low: Term): Term {
    checkWidth(high.width + low.width);
    return (this.#simplify ? simplifyConcat(this, high, low) : null) ?? this.raw("concat", high, low);
  }

  /** Bits `high` … `low`, both included. */
  extract(a: Term, high: number, low: number): Term {
    if (!(low >= 0 && low <= high && high < a.width)) throw new Error(`no bits ${high} … ${low} in ${a.width}`);
    const width = high - low + 1;
    if (this.#simplify) {
      const simpler = simplifyExtract(this, a, high, low);
      if (simpler !== null) return simpler;
    }
    return this.#withRange(this.#store.unary("extract", width, a, low));
  }

  zext(a: Term, width: number): Term {
    checkWidth(width);
    if (width < a.width) throw new Error(`zext from ${a.width} to ${width} bits`);
    return width === a.width
      ? a
      : ((this.#simplify ? simplifyZext(this, a, width) : null) ?? this.#withRange(this.#store.unary("zext", width, a)));
  }

  sext(a: Term, width: number): Term {
    checkWidth(width);
    if (width < a.width) throw new Error(`sext from ${a.width} to ${width} bits`);
    return width === a.width
      ? a
      : ((this.#simplify ? simplifySext(this, a, width) : null) ?? this.#withRange(this.#store.unary("sext", width, a)));
  }

  // ---- for simplification rules and analyses

  /** What is known of the term's value without solving (ranges.ts). */
  range(a: Term): Range {
    return this.#ranges.of(a);
  }

  low(a: Term): number {
    return this.#ranges.low[a.id] as number;
  }

  high(a: Term): number {
    return this.#ranges.high[a.id] as number;
  }

  signedLow(a: Term): number {
    return this.#ranges.signedLow[a.id] as number;
  }

  signedHigh(a: Term): number {
    return this.#ranges.signedHigh[a.id] as number;
  }

  trailingZeros(a: Term): number {
    return this.#ranges.zeros[a.id] as number;
  }

  /** The node itself, shared but not simplified. */
  raw(op: BinaryOperator | "concat" | "not" | "neg", a: Term, b?: Term): Term {
    if (b === undefined) return this.#withRange(this.#store.unary(op, a.width, a));
    const width = op === "concat" ? a.width + b.width : isComparison(op as BinaryOperator) ? 1 : a.width;
    return this.#withRange(this.#store.binary(op, width, a, b));
  }

  #binary(op: BinaryOperator, a: Term, b: Term): Term {
    checkSameWidth(op, a, b);
    if (!this.#simplify) return this.raw(op, a, b);
    if (b.op === "constant") {
      if (a.op === "constant") return this.#fold(op, a, b);
      if (a.op === "ite") {
        const [condition, then, otherwise] = a.args as readonly [Term, Term, Term];
        if (then.op === "constant" && otherwise.op === "constant")
          return this.ite(condition, this.#fold(op, then, b), this.#fold(op, otherwise, b));
      }
    } else if (isCommutative(op)) {
      if (a.op === "constant" || a.id > b.id)
        return a.op === "constant" ? this.#binary(op, b, a) : (rules[op](this, b, a) ?? this.raw(op, b, a));
    } else if (a.op === "constant" && b.op === "ite") {
      const [condition, then, otherwise] = b.args as readonly [Term, Term, Term];
      if (then.op === "constant" && otherwise.op === "constant")
        return this.ite(condition, this.#fold(op, a, then), this.#fold(op, a, otherwise));
    }
    return rules[op](this, a, b) ?? this.raw(op, a, b);
  }

  #fold(op: BinaryOperator, a: Term, b: Term): Term {
    const width = isComparison(op) ? 1 : a.width;
    if (a.width <= 32) return this.constant(foldSmall(op, a.width, this.low(a), this.low(b)), width);
    return this.constant(foldBinary(op, a.width, a.value, b.value), width);
  }

  /** Computes the range of a new term, and returns the term. */
  #withRange(t: Term): Term {
    if (t.id >= this.#rangeCount) {
      this.#ranges.add(t);
      this.#rangeCount = t.id + 1;
    }
    return t;
  }
}

/** Lists up to this length are searched from one end to the other: most clauses have few members. */
const fewMembers = 8;

const isIn =
  (set: ReadonlySet<Term>) =>
  (t: Term): boolean =>
    set.has(t);

/** Sorts a list by age and leaves out repetitions. */
function withoutRepetitions(list: Term[]): Term[] {
  if (list.length > fewMembers) return [...new Set(list)].sort((a, b) => a.id - b.id);
  let length = 0;
  for (const t of list) {
    let at = length;
    while (at > 0 && (list[at - 1] as Term).id > t.id) at--;
    if (at > 0 && list[at - 1] === t) continue;
    list.copyWithin(at + 1, at, length);
    list[at] = t;
    length++;
  }
  list.length = length;
  return list;
}

function checkWidth(width: number): void {
  if (!(width >= 1 && width <= maxWidth)) throw new Error(`no bit-vectors of ${width} bits`);
}

function checkSameWidth(op: TermOperator, a: Term, b: Term): void {
  if (a.width !== b.width) throw new Error(`${op} of ${a.width} and ${b.width} bits`);
}
