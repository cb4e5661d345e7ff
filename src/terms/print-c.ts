// Terms as a C programmer would write them, for messages: `x < 5 && y == r0 + 100`. Not meant to be compiled: conversions that keep the
// value are left out, and what is too long ends in "…". Casts show where a number is taken as unsigned and that matters.

import { mask } from "./fold.ts";
import type { Term } from "./term.ts";
import type { Terms } from "./terms.ts";

export interface PrintOptions {
  /** How many operators are shown before "…". */
  readonly size?: number;
  readonly name?: (variable: Term) => string;
  readonly before?: (a: number, b: number) => string;
}

/** C's precedences; a piece is put in parentheses where a tighter one is asked for. */
const tight = {
  primary: 15,
  unary: 14,
  product: 13,
  sum: 12,
  shift: 11,
  relation: 10,
  equality: 9,
  bitAnd: 8,
  bitXor: 7,
  bitOr: 6,
  and: 5,
  or: 4,
  choice: 3,
};

interface Piece {
  readonly text: string;
  readonly level: number;
}

export function printC(terms: Terms, term: Term, options: PrintOptions = {}): string {
  return new Printer(terms, options).piece(term).text;
}

class Printer {
  readonly #terms: Terms;
  readonly #options: PrintOptions;
  #left: number;

  constructor(terms: Terms, options: PrintOptions) {
    this.#terms = terms;
    this.#options = options;
    this.#left = options.size ?? 100;
  }

  /** Each operator spends one of `size`, so the recursion ends soon, however deep the term. */
  piece(t: Term): Piece {
    if (t.args.length > 0 && this.#left-- <= 0) return { text: "…", level: tight.primary };
    const [a, b, c] = t.args as readonly [Term, Term, Term];
    switch (t.op) {
      case "constant":
        return number(BigInt.asIntN(t.width, t.value), t.width);
      case "variable":
        return { text: this.#options.name?.(t) ?? t.name, level: tight.primary };
      case "before":
        return this.#before(t, false);
      case "not":
        return this.#not(a);
      case "neg":
        return this.#prefix("-", a);
      case "and":
        return t.width === 1 ? this.#binary(a, "&&", b, tight.and, true) : this.#binary(a, "&", b, tight.bitAnd, true);
      case "or":
        return t.width === 1 ? this.#binary(a, "||", b, tight.or, true) : this.#binary(a, "|", b, tight.bitOr, true);
      case "xor":
        return t.width === 1 ? this.#binary(a, "!=", b, tight.equality) : this.#binary(a, "^", b, tight.bitXor, true);
      case "add":
        return this.#sum(a, b);
      case "sub":
        return this.#binary(a, "-", b, tight.sum);
      case "mul":
        return this.#binary(a, "*", b, tight.product);
      case "sdiv":
        return this.#binary(a, "/", b, tight.product);
      case "srem":
        return this.#binary(a, "%", b, tight.product);
      case "udiv":
        return this.#unsigned(a, "/", b, tight.product);
      case "urem":
        return this.#unsigned(a, "%", b, tight.product);
      case "shl":
        return this.#binary(a, "<<", b, tight.shift);
      case "ashr":
        return this.#binary(a, ">>", b, tight.shift);
      case "lshr": {
        const left = this.#asUnsigned(a, tight.shift);
        return { text: `${left} >> ${this.#under(b, tight.shift + 1)}`, level: tight.shift };
      }
      case "eq":
        return this.#binary(a, "==", b, tight.equality);
      case "ult":
        return this.#ordered(a, "<", b, true);
      case "ule":
        return this.#ordered(a, "<=", b, true);
      case "slt":
        return this.#ordered(a, "<", b, false);
      case "sle":
        return this.#ordered(a, "<=", b, false);
      case "ite": {
        const text = `${this.#under(a, tight.choice + 1)} ? ${this.#under(b, tight.choice)} : ${this.#under(c, tight.choice)}`;
        return { text, level: tight.choice };
      }
      case "concat": {
        const high = this.#under(a, tight.shift);
        return { text: `${high} << ${b.width} | ${this.#asUnsigned(b, tight.bitOr + 1)}`, level: tight.bitOr };
      }
      case "extract":
        return this.#cut(t, a);
      case "zext":
        return a.width === 1 || this.#isNatural(a) || (a.op === "extract" && !isType(a.width))
          ? this.piece(a)
          : { text: this.#asUnsigned(a, tight.unary), level: tight.unary };
      case "sext":
        return a.width === 1 ? this.#prefix("-", a) : this.piece(a);
    }
  }

  #under(t: Term, level: number): string {
    const { text, level: own } = this.piece(t);
    return own < level ? `(${text})` : text;
  }

  #prefix(sign: string, a: Term): Piece {
    return { text: `${sign}${this.#under(a, tight.primary)}`, level: tight.unary };
  }

  #binary(a: Term, sign: string, b: Term, level: number, associates = false): Piece {
    const left = this.#under(a, this.#asked(a, sign, level));
    const right = this.#under(b, this.#asked(b, sign, associates ? level : level + 1));
    return { text: `${left} ${sign} ${right}`, level };
  }

  /** Where C's precedences are a trap (&& in ||, arithmetic in & | ^), parentheses are written though C needs none. */
  #asked(t: Term, sign: string, level: number): number {
    if (sign === "||") return t.op === "and" ? tight.bitOr : level;
    if (sign === "&" || sign === "|" || sign === "^") return t.op === wordOperators[sign] ? level : tight.unary;
    return level;
  }

  #sum(a: Term, b: Term): Piece {
    if (b.op === "constant" && BigInt.asIntN(b.width, b.value) < 0n) {
      const k = -BigInt.asIntN(b.width, b.value);
      return { text: `${this.#under(a, tight.sum)} - ${number(k, b.width).text}`, level: tight.sum };
    }
    return this.#binary(a, "+", b, tight.sum, true);
  }

  #not(a: Term): Piece {
    if (a.width > 1) return this.#prefix("~", a);
    const [x, y] = a.args as readonly [Term, Term];
    if (a.op === "eq") return this.#binary(x, "!=", y, tight.equality);
    if (a.op === "xor") return this.#binary(x, "==", y, tight.equality);
    if (a.op === "before") return this.#before(a, true);
    return this.#prefix("!", a);
  }

  #before(t: Term, swapped: boolean): Piece {
    const [a, b] = t.events as readonly [number, number];
    const [first, second] = swapped ? [b, a] : [a, b];
    return { text: this.#options.before?.(first, second) ?? `before(${first}, ${second})`, level: tight.primary };
  }

  /** Signed and unsigned order agree where neither side can be negative; else the unsigned one is shown by a cast. */
  #ordered(a: Term, sign: string, b: Term, unsigned: boolean): Piece {
    if (unsigned) return this.#unsigned(a, sign, b, tight.relation);
    // Constants stand on the right.
    if (a.op === "constant") return this.#binary(b, sign === "<" ? ">" : ">=", a, tight.relation);
    return this.#binary(a, sign, b, tight.relation);
  }

  #unsigned(a: Term, sign: string, b: Term, level: number): Piece {
    const isOrder = sign === "<" || sign === "<=";
    const [x, s, y] = isOrder && a.op === "constant" ? ([b, sign.replace("<", ">"), a] as const) : ([a, sign, b] as const);
    return { text: `${this.#asUnsigned(x, level)} ${s} ${this.#asUnsigned(y, level + 1)}`, level };
  }

  #asUnsigned(t: Term, level: number): string {
    if (t.op === "constant") return t.value <= mask(t.width - 1) ? number(t.value, t.width).text : `${digits(t.value, t.width)}u`;
    if (this.#isNatural(t)) return this.#under(t, level);
    const { width } = t;
    if (t.op === "extract" && !isType(width)) return this.#under(t, level);
    // Of two casts, the outer one.
    const whole = t.op === "extract" && t.value === 0n ? (t.args[0] as Term) : t;
    const type = width === 32 ? "unsigned" : width === 128 ? "unsigned __int128" : `uint${width}_t`;
    return `(${type})${this.#under(whole, tight.unary)}`;
  }

  #isNatural(t: Term): boolean {
    return this.#terms.signedLow(t) >= 0;
  }

  #cut(t: Term, a: Term): Piece {
    const low = Number(t.value);
    if (low === 0 && isType(t.width)) return { text: `(int${t.width}_t)${this.#under(a, tight.unary)}`, level: tight.unary };
    const moved = low === 0 ? this.#under(a, tight.unary) : `${this.#under(a, tight.shift)} >> ${low}`;
    return { text: `${moved} & ${digits(mask(t.width), a.width)}`, level: tight.bitAnd };
  }
}

/** Bits cut out in another number were masked, not converted. */
const isType = (width: number): boolean => width === 8 || width === 16 || width === 32 || width === 64 || width === 128;

const wordOperators = { "&": "and", "|": "or", "^": "xor" } as const;

function number(value: bigint, width: number): Piece {
  if (width === 1) return { text: value === 0n ? "0" : "1", level: tight.primary };
  return value < 0n ? { text: `-${digits(-value, width)}`, level: tight.unary } : { text: digits(value, width), level: tight.primary };
}

/** Large numbers that are addresses or masks rather than counts are easier to read in hexadecimal. */
const digits = (value: bigint, width: number): string => (width > 32 && value >= 1n << 32n ? `0x${value.toString(16)}` : String(value));
