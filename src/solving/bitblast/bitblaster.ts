// Bit-blasting: terms to clauses. In: terms, and a callback for order facts. Out: a literal per bit. Each term is translated once, and later
// formulas share it. The range of a term (terms/ranges.ts) says how many of its bits are computed; the others are zeros or copies of the
// sign. Iterative: terms may be very deep.

import { Evaluator } from "../../terms/evaluate.ts";
import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";
import { type Literal, negate } from "../literal.ts";
import { assertClauses } from "./assertion.ts";
import { type ClauseSink, Gates, Stopped } from "./gates.ts";
import {
  add,
  complement,
  divide,
  equals,
  isLess,
  isSignedLess,
  multiply,
  negateWord,
  select,
  shift,
  subtract,
  type Word,
} from "./words.ts";

/** Returns the literal of "event a comes before event b". Called with a < b. */
export type OrderLiteral = (a: number, b: number) => Literal;

export class BitBlaster {
  readonly gates: Gates;
  readonly #terms: Terms;
  readonly #order: OrderLiteral;
  readonly #words = new Map<Term, Word>();

  constructor(terms: Terms, core: ClauseSink, orderLiteral: OrderLiteral) {
    this.#terms = terms;
    this.#order = orderLiteral;
    this.gates = new Gates(core);
  }

  /** The literal of a boolean term. */
  literal(term: Term): Literal {
    if (term.width !== 1) throw new Error(`a literal for ${term.width} bits`);
    return this.bits(term)[0] as Literal;
  }

  /** The literals of a term, lowest bit first. */
  bits(term: Term): readonly Literal[] {
    const known = this.#words.get(term);
    if (known !== undefined) return known;
    this.#translateAll(term);
    return this.#words.get(term) as Word;
  }

  /**
   * Translates the words below a formula, which is nearly all of the work of asserting it. Returns false if stopped, between two gates; the
   * next call continues there.
   */
  prepare(formula: Term, isSpent: () => boolean): boolean {
    this.gates.isSpent = isSpent;
    try {
      this.#prepare(formula);
      return true;
    } catch (error) {
      if (error instanceof Stopped) return false;
      throw error;
    } finally {
      this.gates.isSpent = null;
    }
  }

  #prepare(formula: Term): void {
    const stack = [formula];
    const met = new Set<Term>();
    while (stack.length > 0) {
      const t = stack.pop() as Term;
      if (met.has(t) || this.#words.has(t)) continue;
      met.add(t);
      if (t.width > 1) this.#translateAll(t);
      else for (let i = t.args.length - 1; i >= 0; i--) stack.push(t.args[i] as Term);
    }
  }

  #translateAll(term: Term): void {
    const words = this.#words;
    const stack = [term];
    while (stack.length > 0) {
      const t = stack[stack.length - 1] as Term;
      if (words.has(t)) {
        stack.pop();
        continue;
      }
      const pushed = stack.length;
      for (const a of t.args) if (!words.has(a)) stack.push(a);
      if (stack.length > pushed) continue;
      words.set(t, this.#translate(t));
      stack.pop();
    }
  }

  isTranslated(term: Term): boolean {
    return this.#words.has(term);
  }

  /** Asserts the formula for good (assertion.ts). */
  assert(formula: Term): void {
    assertClauses(this, formula);
  }

  /**
   * The value of a term in a model of the clauses. A term that was never translated is computed from its variables; variables that the
   * clauses do not mention are free. `before` answers for order facts without a literal.
   */
  value(
    term: Term,
    model: (literal: Literal) => boolean,
    before: (a: number, b: number) => boolean = (a, b) => model(this.#order(a, b)),
  ): bigint {
    const word = this.#words.get(term);
    if (word !== undefined) return this.#read(word, model);
    const evaluator = new Evaluator({
      variable: (name, width) => {
        const t = this.#terms.variable(name, width);
        const bits = this.#words.get(t);
        return bits === undefined ? freeValue(this.#terms, t) : this.#read(bits, model);
      },
      before,
    });
    return evaluator.value(term);
  }

  #read(word: Word, model: (literal: Literal) => boolean): bigint {
    let value = 0n;
    for (let i = word.length - 1; i >= 0; i--) {
      const bit = word[i] as Literal;
      value = (value << 1n) | ((this.gates.isConstant(bit) ? bit === this.gates.true : model(bit)) ? 1n : 0n);
    }
    return value;
  }

  /** The number of low bits that carry the value, and whether those above are copies of the last one (signed) or zeros. */
  #needed(t: Term): { readonly length: number; readonly isSigned: boolean } {
    const high = this.#terms.high(t);
    if (high < 2 ** (t.width - 1)) return { length: bitLength(high), isSigned: false };
    const magnitude = Math.max(this.#terms.signedHigh(t), -1 - this.#terms.signedLow(t));
    if (magnitude < 2 ** (t.width - 2)) return { length: bitLength(magnitude) + 1, isSigned: true };
    return { length: t.width, isSigned: false };
  }

  #translate(t: Term): Word {
    const g = this.gates;
    if (t.op === "constant") return constantWord(g, t.value, t.width);
    if (t.op === "variable") return this.#variable(t);
    const { length, isSigned } = this.#needed(t);
    if (length === 0) return constantWord(g, 0n, t.width);
    const low = this.#lowBits(t, length).slice(0, length);
    const fill = isSigned ? (low[length - 1] as Literal) : g.false;
    return t.width === length ? low : [...low, ...new Array<Literal>(t.width - length).fill(fill)];
  }

  #variable(t: Term): Word {
    const g = this.gates;
    const { isSpent } = g;
    g.isSpent = null; // variables are not hashed: if stopped here, their bits would be made twice
    const { length, isSigned } = this.#needed(t);
    const low = Array.from({ length }, () => g.fresh());
    const fill = isSigned ? (low[length - 1] as Literal) : g.false;
    const word: Word = [...low, ...new Array<Literal>(t.width - length).fill(fill)];
    const bounds = this.#terms.boundsOf(t);
    if (bounds !== null) {
      for (const excess of [
        isSignedLess(g, word, constantWord(g, BigInt.asUintN(t.width, bounds.low), t.width)),
        isSignedLess(g, constantWord(g, BigInt.asUintN(t.width, bounds.high), t.width), word),
      ])
        if (excess !== g.false) g.clause([negate(excess)]);
    }
    g.isSpent = isSpent;
    return word;
  }

  /** At least the lowest `length` bits. If these depend only on low bits of the arguments, nothing else is computed. */
  #lowBits(t: Term, length: number): Word {
    const g = this.gates;
    const word = (i: number): Word => this.#words.get(t.args[i] as Term) as Word;
    const low = (i: number): Word => word(i).slice(0, length);
    switch (t.op) {
      case "constant":
      case "variable":
        throw new Error("leaves are translated elsewhere");
      case "before": {
        const [first, second] = t.events as readonly [number, number];
        return [this.#order(first, second)];
      }
      case "not":
        return complement(low(0));
      case "and":
        return low(0).map((x, i) => g.and(x, word(1)[i] as Literal));
      case "or":
        return low(0).map((x, i) => g.or(x, word(1)[i] as Literal));
      case "xor":
        return low(0).map((x, i) => g.xor(x, word(1)[i] as Literal));
      case "neg":
        return negateWord(g, low(0));
      case "add":
        return add(g, low(0), low(1), g.false);
      case "sub":
        return subtract(g, low(0), low(1));
      case "mul":
        return multiply(g, low(0), low(1));
      case "udiv":
        return this.#division(t).quotient;
      case "urem":
        return this.#division(t).remainder;
      case "sdiv":
        return this.#signedDivision(t, true);
      case "srem":
        return this.#signedDivision(t, false);
      case "shl":
        // A shift by `length` or more leaves zeros in these bits.
        return shift(g, low(0), word(1), "left", g.false);
      case "lshr":
        return shift(g, word(0), word(1), "right", g.false);
      case "ashr":
        return shift(g, word(0), word(1), "right", word(0)[t.width - 1] as Literal);
      case "eq":
        return [equals(g, word(0), word(1))];
      case "ult":
        return [isLess(g, word(0), word(1))];
      case "ule":
        return [negate(isLess(g, word(1), word(0)))];
      case "slt":
        return [isSignedLess(g, word(0), word(1))];
      case "sle":
        return [negate(isSignedLess(g, word(1), word(0)))];
      case "ite":
        return select(g, word(0)[0] as Literal, low(1), word(2).slice(0, length));
      case "concat":
        return [...word(1), ...word(0)];
      case "extract":
        return word(0).slice(Number(t.value), Number(t.value) + t.width);
      case "zext":
        return [...word(0), ...new Array<Literal>(t.width - word(0).length).fill(g.false)];
      case "sext":
        return [...word(0), ...new Array<Literal>(t.width - word(0).length).fill(word(0)[word(0).length - 1] as Literal)];
    }
  }

  /** Quotient and remainder share their gates: the second request finds those of the first. */
  #division(t: Term): { readonly quotient: Word; readonly remainder: Word } {
    const [a, b] = t.args as readonly [Term, Term];
    return divide(this.gates, this.bits(a), this.bits(b), this.#terms.low(b) > 0);
  }

  /** Divides magnitudes. The quotient is negative if the signs differ; the remainder has the sign of the dividend. */
  #signedDivision(t: Term, wantsQuotient: boolean): Word {
    const g = this.gates;
    const [ta, tb] = t.args as readonly [Term, Term];
    const a = this.bits(ta);
    const b = this.bits(tb);
    const top = t.width - 1;
    const sa = a[top] as Literal;
    const sb = b[top] as Literal;
    const nonZero = this.#terms.low(tb) > 0 || this.#terms.signedHigh(tb) < 0;
    const { quotient, remainder } = divide(g, select(g, sa, negateWord(g, a), a), select(g, sb, negateWord(g, b), b), nonZero);
    if (!wantsQuotient) return select(g, sa, negateWord(g, remainder), remainder);
    return select(g, g.xor(sa, sb), negateWord(g, quotient), quotient);
  }
}

function constantWord(g: Gates, value: bigint, width: number): Word {
  const word: Literal[] = [];
  for (let i = 0; i < width; i++) word.push(g.constant(((value >> BigInt(i)) & 1n) === 1n));
  return word;
}

/** The number of bits of an integer below 2^53. */
function bitLength(value: number): number {
  return value < 0x80000000 ? 32 - Math.clz32(value) : 64 - Math.clz32(Math.floor(value / 0x100000000));
}

/** The value of a variable that no clause mentions: zero, or the bound nearest to it. */
function freeValue(terms: Terms, t: Term): bigint {
  const bounds = terms.boundsOf(t);
  if (bounds === null || (bounds.low <= 0n && bounds.high >= 0n)) return 0n;
  return BigInt.asUintN(t.width, bounds.low > 0n ? bounds.low : bounds.high);
}
