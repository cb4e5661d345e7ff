// Arithmetic on words of literals, lowest bit first. In: words of equal length, unless noted. Out: a word or a literal. Constant or repeated
// bits at the top of a word fold away in the gates, so a narrow number in a wide word costs only its own bits.

import { type Literal, negate } from "../literal.ts";
import type { Gates } from "./gates.ts";

export type Word = readonly Literal[];

export const complement = (a: Word): Word => a.map(negate);

/** a + b + carry, as long as a. */
export function add(g: Gates, a: Word, b: Word, carryIn: Literal): Word {
  const result: Literal[] = [];
  let carry = carryIn;
  for (let i = 0; i < a.length; i++) {
    const x = a[i] as Literal;
    const y = b[i] as Literal;
    result.push(g.xor3(x, y, carry));
    // The last carry is dropped.
    if (i + 1 < a.length) carry = g.majority(x, y, carry);
  }
  return result;
}

export const subtract = (g: Gates, a: Word, b: Word): Word => add(g, a, complement(b), g.true);

export const negateWord = (g: Gates, a: Word): Word =>
  add(
    g,
    a.map(() => g.false),
    complement(a),
    g.true,
  );

export const select = (g: Gates, c: Literal, a: Word, b: Word): Word => a.map((x, i) => g.ite(c, x, b[i] as Literal));

export function equals(g: Gates, a: Word, b: Word): Literal {
  return g.andAll(a.map((x, i) => g.equal(x, b[i] as Literal)));
}

/** a < b, unsigned: the borrow of a - b. Equal bits at the top are skipped. */
export function isLess(g: Gates, a: Word, b: Word): Literal {
  let length = a.length;
  while (length > 0 && a[length - 1] === b[length - 1]) length--;
  let less = g.false;
  for (let i = 0; i < length; i++) less = g.majority(negate(a[i] as Literal), b[i] as Literal, less);
  return less;
}

/** a < b, signed. Repeated sign bits are dropped; the sign bits are exchanged, because they weigh the other way round. */
export function isSignedLess(g: Gates, a: Word, b: Word): Literal {
  let length = a.length;
  while (length > 1 && a[length - 1] === a[length - 2] && b[length - 1] === b[length - 2]) length--;
  const x = a.slice(0, length);
  const y = b.slice(0, length);
  const top = length - 1;
  [x[top], y[top]] = [y[top] as Literal, x[top] as Literal];
  return isLess(g, x, y);
}

/** The number of low bits after which only the sign repeats, and whether the last of them has negative weight. */
function significantBits(g: Gates, a: Word): { readonly length: number; readonly isSigned: boolean } {
  let length = a.length;
  while (length > 1 && a[length - 2] === a[a.length - 1]) length--;
  if (a[a.length - 1] === g.false) return { length: length - 1, isSigned: false };
  // For a sign bit at the top of the word, the weights 2^(n-1) and -2^(n-1) are equal modulo 2^n.
  return { length, isSigned: length < a.length };
}

/**
 * The low bits of a product. Columns of partial products are added with full adders (Dadda 1965, without his schedule). Sign bits of narrow
 * words have negative weight: they are added as their complement and a constant (Baugh and Wooley 1973).
 */
export function multiply(g: Gates, a: Word, b: Word): Word {
  const n = a.length;
  if (b.every((x) => g.isConstant(x))) return multiplyByConstant(g, a, b);
  if (a.every((x) => g.isConstant(x))) return multiplyByConstant(g, b, a);
  const sa = significantBits(g, a);
  const sb = significantBits(g, b);
  const columns: Literal[][] = Array.from({ length: n }, () => []);
  let constant = 0n;
  for (let i = 0; i < sa.length; i++) {
    for (let j = 0; j < sb.length && i + j < n; j++) {
      const bit = g.and(a[i] as Literal, b[j] as Literal);
      const isNegative = (sa.isSigned && i === sa.length - 1) !== (sb.isSigned && j === sb.length - 1);
      if (isNegative) constant -= 1n << BigInt(i + j);
      (columns[i + j] as Literal[]).push(isNegative ? negate(bit) : bit);
    }
  }
  constant = BigInt.asUintN(n, constant);
  for (let i = 0; i < n; i++) if ((constant >> BigInt(i)) & 1n) (columns[i] as Literal[]).push(g.true);
  return addColumns(g, columns);
}

/** Reduces each column to one bit, with carries to the next; the oldest bits first, so that the tree is shallow. */
function addColumns(g: Gates, columns: Literal[][]): Word {
  return columns.map((column, i) => {
    const bits = column.filter((x) => x !== g.false);
    const next = columns[i + 1] ?? [];
    let at = 0;
    while (bits.length - at > 1) {
      const x = bits[at++] as Literal;
      const y = bits[at++] as Literal;
      const z = at < bits.length ? (bits[at++] as Literal) : g.false;
      const carry = g.majority(x, y, z);
      if (carry !== g.false) next.push(carry);
      const rest = g.xor3(x, y, z);
      if (rest !== g.false) bits.push(rest);
    }
    return at < bits.length ? (bits[at] as Literal) : g.false;
  });
}

/** Multiplies by a constant: adds or subtracts at its non-zero signed digits (Booth's recoding), of which there are few. */
function multiplyByConstant(g: Gates, a: Word, constant: Word): Word {
  const n = a.length;
  let k = 0n;
  for (let i = n - 1; i >= 0; i--) k = (k << 1n) | (constant[i] === g.true ? 1n : 0n);
  let result: Word = a.map(() => g.false);
  for (let shift = 0; k !== 0n && shift < n; shift++, k >>= 1n) {
    if ((k & 1n) === 0n) continue;
    const shifted = shiftByConstant(g, a, shift);
    // …0111 is …100(-1).
    if ((k & 3n) === 3n) {
      result = subtract(g, result, shifted);
      k += 1n;
    } else {
      result = add(g, result, shifted, g.false);
      k -= 1n;
    }
  }
  return result;
}

const shiftByConstant = (g: Gates, a: Word, amount: number): Word => a.map((_, i) => (i < amount ? g.false : (a[i - amount] as Literal)));

/**
 * Long division: the remainder is shifted left, takes the next bit of the dividend, and the divisor is subtracted if it fits. By zero:
 * quotient all ones, remainder the dividend. `nonZero`: the divisor is known not to be zero.
 */
export function divide(g: Gates, a: Word, b: Word, nonZero: boolean): { readonly quotient: Word; readonly remainder: Word } {
  const n = a.length;
  const isZero = nonZero ? g.false : negate(g.orAll(b));
  const la = lengthOf(g, a);
  const lb = lengthOf(g, b);
  const quotient: Literal[] = a.map(() => isZero);
  let remainder: Literal[] = [];
  const divisor = b.slice(0, lb);
  for (let i = la - 1; i >= 0; i--) {
    // The remainder is less than the divisor, so after the shift it is at most one bit longer.
    const dividend = [a[i] as Literal, ...remainder].slice(0, lb + 1);
    const longer = divisor.slice(0, dividend.length);
    while (longer.length < dividend.length) longer.push(g.false);
    // If a divisor bit above the short dividend is set, the divisor does not fit.
    const beyond = g.orAll(divisor.slice(dividend.length));
    const fits = g.and(negate(isLess(g, dividend, longer)), negate(beyond));
    quotient[i] = fits;
    remainder = select(g, fits, subtract(g, dividend, longer), dividend).slice(0, lb) as Literal[];
  }
  const full = a.map((x, i) => (i < remainder.length ? (remainder[i] as Literal) : g.and(isZero, x)));
  return { quotient, remainder: nonZero || lb >= n ? full : select(g, isZero, a, full) };
}

/** The length without zeros at the top. */
function lengthOf(g: Gates, a: Word): number {
  let length = a.length;
  while (length > 0 && a[length - 1] === g.false) length--;
  return length;
}

/** Shifts by a variable amount: one layer of multiplexers per bit of it (a barrel shifter). Amounts of the width or more leave `fill` only. */
export function shift(g: Gates, a: Word, amount: Word, direction: "left" | "right", fill: Literal): Word {
  const n = a.length;
  let result: Word = a;
  let stage = 0;
  for (; 1 << stage < n; stage++) {
    const step = 1 << stage;
    const current = result;
    result = select(
      g,
      amount[stage] as Literal,
      current.map((_, i) => current[direction === "left" ? i - step : i + step] ?? fill),
      current,
    );
  }
  const tooFar = g.orAll(amount.slice(stage));
  return result.map((x) => g.ite(tooFar, fill, x));
}
