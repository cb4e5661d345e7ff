// Prints terms as a C programmer would write them, for messages: `x < 5 && y == r0 + 100`. In: a term. Out: text that is not meant to be
// compiled: conversions that keep the value are left out, and long expressions end in "…". A cast shows where it matters that a number is
// unsigned.

import { mask } from "./fold.ts";
import type { Term } from "./term.ts";
import type { Terms } from "./terms.ts";

export interface PrintOptions {
  /** The number of operators printed before "…". */
  readonly maxOperators?: number;
  readonly name?: (variable: Term) => string;
  readonly before?: (a: number, b: number) => string;
  /** Signed bounds that are constants are printed inclusively: `x <= 10` for `x < 11`. */
  readonly atMost?: boolean;
  /** Prints the negation of a term of one bit. */
  readonly isNegated?: boolean;
}

/** C's precedences: an operand is put in parentheses if it binds less tightly than its operator requires. */
const precedence = {
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
  const printer = new Printer(terms, options);
  return (options.isNegated === true ? printer.not(term) : printer.print(term)).text;
}

class Printer {
  readonly #terms: Terms;
  readonly #options: PrintOptions;
  #operatorsLeft: number;

  constructor(terms: Terms, options: PrintOptions) {
    this.#terms = terms;
    this.#options = options;
    this.#operatorsLeft = options.maxOperators ?? 100;
  }

  /** Each operator counts towards `maxOperators`, so the recursion is shallow however deep the term. */
  print(t: Term): Piece {
    if (t.args.length > 0 && this.#operatorsLeft-- <= 0) return { text: "…", level: precedence.primary };
    const [a, b, c] = t.args as readonly [Term, Term, Term];
    switch (t.op) {
      case "constant":
        return formatNumber(BigInt.asIntN(t.width, t.value), t.width);
      case "variable":
        return { text: this.#options.name?.(t) ?? t.name, level: precedence.primary };
      case "before":
        return this.#before(t, false);
      case "not":
        return this.not(a);
      case "neg":
        return this.#prefix("-", a);
      case "and":
        return t.width === 1 ? this.#binary(a, "&&", b, precedence.and, true) : this.#binary(a, "&", b, precedence.bitAnd, true);
      case "or":
        return t.width === 1 ? this.#binary(a, "||", b, precedence.or, true) : this.#binary(a, "|", b, precedence.bitOr, true);
      case "xor":
        return t.width === 1 ? this.#binary(a, "!=", b, precedence.equality) : this.#binary(a, "^", b, precedence.bitXor, true);
      case "add":
        return this.#sum(a, b);
      case "sub":
        return this.#binary(a, "-", b, precedence.sum);
      case "mul":
        return this.#binary(a, "*", b, precedence.product);
      case "sdiv":
        return this.#binary(a, "/", b, precedence.product);
      case "srem":
        return this.#binary(a, "%", b, precedence.product);
      case "udiv":
        return this.#unsigned(a, "/", b, precedence.product);
      case "urem":
        return this.#unsigned(a, "%", b, precedence.product);
      case "shl":
        return this.#binary(a, "<<", b, precedence.shift);
      case "ashr":
        return this.#binary(a, ">>", b, precedence.shift);
      case "lshr": {
        const left = this.#asUnsigned(a, precedence.shift);
        return { text: `${left} >> ${this.#printAt(b, precedence.shift + 1)}`, level: precedence.shift };
      }
      case "eq":
        return this.#binary(a, "==", b, precedence.equality);
      case "ult":
        return this.#ordered(a, "<", b, true);
      case "ule":
        return this.#ordered(a, "<=", b, true);
      case "slt":
        return this.#ordered(a, "<", b, false);
      case "sle":
        return this.#ordered(a, "<=", b, false);
      case "ite": {
        const text = `${this.#printAt(a, precedence.choice + 1)} ? ${this.#printAt(b, precedence.choice)} : ${this.#printAt(c, precedence.choice)}`;
        return { text, level: precedence.choice };
      }
      case "concat": {
        const high = this.#printAt(a, precedence.shift);
        return { text: `${high} << ${b.width} | ${this.#asUnsigned(b, precedence.bitOr + 1)}`, level: precedence.bitOr };
      }
      case "extract":
        return this.#extract(t, a);
      case "zext":
        return a.width === 1 || this.#isNatural(a) || (a.op === "extract" && !isType(a.width))
          ? this.print(a)
          : { text: this.#asUnsigned(a, precedence.unary), level: precedence.unary };
      case "sext":
        return a.width === 1 ? this.#prefix("-", a) : this.print(a);
    }
  }

  #printAt(t: Term, level: number): string {
    const { text, level: own } = this.print(t);
    return own < level ? `(${text})` : text;
  }

  #prefix(sign: string, a: Term): Piece {
    return { text: `${sign}${this.#printAt(a, precedence.primary)}`, level: precedence.unary };
  }

  #binary(a: Term, sign: string, b: Term, level: number, associates = false): Piece {
    const left = this.#printAt(a, this.#minPrecedence(a, sign, level));
    const right = this.#printAt(b, this.#minPrecedence(b, sign, associates ? level : level + 1));
    return { text: `${left} ${sign} ${right}`, level };
  }

  /** Where C's precedences mislead readers (&& in ||, arithmetic in & | ^), parentheses are printed although C needs none. */
  #minPrecedence(t: Term, sign: string, level: number): number {
    if (sign === "||") return t.op === "and" ? precedence.bitOr : level;
    if (sign === "&" || sign === "|" || sign === "^") return t.op === wordOperators[sign] ? level : precedence.unary;
    return level;
  }

  #sum(a: Term, b: Term): Piece {
    if (b.op === "constant" && BigInt.asIntN(b.width, b.value) < 0n) {
      const k = -BigInt.asIntN(b.width, b.value);
      return { text: `${this.#printAt(a, precedence.sum)} - ${formatNumber(k, b.width).text}`, level: precedence.sum };
    }
    return this.#binary(a, "+", b, precedence.sum, true);
  }

  not(a: Term): Piece {
    if (a.width > 1) return this.#prefix("~", a);
    const [x, y] = a.args as readonly [Term, Term];
    // !(x < y) is y <= x.
    if (a.op === "slt" || a.op === "sle") return this.#ordered(y, a.op === "slt" ? "<=" : "<", x, false);
    if (a.op === "ult" || a.op === "ule") return this.#ordered(y, a.op === "ult" ? "<=" : "<", x, true);
    if (a.op === "eq") return this.#binary(x, "!=", y, precedence.equality);
    if (a.op === "xor") return this.#binary(x, "==", y, precedence.equality);
    if (a.op === "before") return this.#before(a, true);
    return this.#prefix("!", a);
  }

  #before(t: Term, swapped: boolean): Piece {
    const [a, b] = t.events as readonly [number, number];
    const [first, second] = swapped ? [b, a] : [a, b];
    return { text: this.#options.before?.(first, second) ?? `before(${first}, ${second})`, level: precedence.primary };
  }

  /** Signed and unsigned order agree if neither side can be negative; otherwise a cast marks the unsigned one. */
  #ordered(a: Term, sign: string, b: Term, unsigned: boolean): Piece {
    if (unsigned) return this.#unsigned(a, sign, b, precedence.relation);
    // Constants are printed on the right.
    if (a.op === "constant") return this.#binary(b, sign === "<" ? ">" : ">=", a, precedence.relation);
    if (b.op === "constant" && sign === "<" && this.#options.atMost === true) {
      const bound = formatNumber(BigInt.asIntN(b.width, b.value) - 1n, b.width).text;
      return { text: `${this.#printAt(a, precedence.relation)} <= ${bound}`, level: precedence.relation };
    }
    return this.#binary(a, sign, b, precedence.relation);
  }

  #unsigned(a: Term, sign: string, b: Term, level: number): Piece {
    const isOrder = sign === "<" || sign === "<=";
    const [x, s, y] = isOrder && a.op === "constant" ? ([b, sign.replace("<", ">"), a] as const) : ([a, sign, b] as const);
    return { text: `${this.#asUnsigned(x, level)} ${s} ${this.#asUnsigned(y, level + 1)}`, level };
  }

  #asUnsigned(t: Term, level: number): string {
    if (t.op === "constant")
      return t.value <= mask(t.width - 1) ? formatNumber(t.value, t.width).text : `${formatDigits(t.value, t.width)}u`;
    if (this.#isNatural(t)) return this.#printAt(t, level);
    const { width } = t;
    if (t.op === "extract" && !isType(width)) return this.#printAt(t, level);
    // The cast replaces the one that the extract would print.
    const whole = t.op === "extract" && t.value === 0n ? (t.args[0] as Term) : t;
    const type = width === 32 ? "unsigned" : width === 128 ? "unsigned __int128" : `uint${width}_t`;
    return `(${type})${this.#printAt(whole, precedence.unary)}`;
  }

  #isNatural(t: Term): boolean {
    return this.#terms.signedLow(t) >= 0;
  }

  #extract(t: Term, a: Term): Piece {
    const low = Number(t.value);
    if (low === 0 && isType(t.width)) return { text: `(int${t.width}_t)${this.#printAt(a, precedence.unary)}`, level: precedence.unary };
    const moved = low === 0 ? this.#printAt(a, precedence.unary) : `${this.#printAt(a, precedence.shift)} >> ${low}`;
    return { text: `${moved} & ${formatDigits(mask(t.width), a.width)}`, level: precedence.bitAnd };
  }
}

/** Whether the width is that of a C type. An extract of another width is printed as a mask, not as a conversion. */
const isType = (width: number): boolean => width === 8 || width === 16 || width === 32 || width === 64 || width === 128;

const wordOperators = { "&": "and", "|": "or", "^": "xor" } as const;

function formatNumber(value: bigint, width: number): Piece {
  if (width === 1) return { text: value === 0n ? "0" : "1", level: precedence.primary };
  return value < 0n
    ? { text: `-${formatDigits(-value, width)}`, level: precedence.unary }
    : { text: formatDigits(value, width), level: precedence.primary };
}

/** Large numbers that are addresses or masks rather than counts are easier to read in hexadecimal. */
const formatDigits = (value: bigint, width: number): string =>
  width > 32 && value >= 1n << 32n ? `0x${value.toString(16)}` : String(value);
