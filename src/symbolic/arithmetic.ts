// Arithmetic on terms: the symbolic counterpart of execution/compile. In: operands as terms (floats as their IEEE images). Out: the value,
// and the conditions under which it overflows or faults. Floating point is computed if the operands are constants, or have few values;
// otherwise the result is null.

import { runtime } from "../execution/compile/runtime.ts";
import { type IntegerBuiltin, integerBuiltins, type Operation, type UpdateOperator } from "../program/operations.ts";
import { integerBuiltin, integerUpdate } from "../terms/builtins.ts";
import { addOverflows, mulOverflows, shlOverflows, subOverflows } from "../terms/overflow.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import type { ValueSet } from "./host.ts";

export interface Computed {
  readonly value: Term;
  /** Signed overflow: the value wraps. */
  readonly overflow?: Term;
  /** The process ends. */
  readonly fault?: { readonly when: Term; readonly kind: "division-by-zero" | "bad-shift" };
}

export function computeInteger(terms: Terms, o: Operation & { op: "integer" }, a: Term, b: Term): Computed {
  const { bits } = o;
  const zero = terms.constant(0n, bits);
  switch (o.operator) {
    case "add":
      return { value: terms.add(a, b), ...(o.signed ? { overflow: addOverflows(terms, a, b, true) } : {}) };
    case "sub":
      return { value: terms.sub(a, b), ...(o.signed ? { overflow: subOverflows(terms, a, b, true) } : {}) };
    case "mul":
      return { value: terms.mul(a, b), ...(o.signed ? { overflow: mulOverflows(terms, a, b, true) } : {}) };
    case "and":
      return { value: terms.and(a, b) };
    case "or":
      return { value: terms.or(a, b) };
    case "xor":
      return { value: terms.xor(a, b) };
    case "udiv":
      return { value: terms.udiv(a, b), fault: { when: terms.eq(b, zero), kind: "division-by-zero" } };
    case "urem":
      return { value: terms.urem(a, b), fault: { when: terms.eq(b, zero), kind: "division-by-zero" } };
    case "sdiv":
    case "srem": {
      const least = terms.constant(1n << BigInt(bits - 1), bits);
      const minusOne = terms.constant((1n << BigInt(bits)) - 1n, bits);
      return {
        value: o.operator === "sdiv" ? terms.sdiv(a, b) : terms.srem(a, b),
        overflow: terms.and(terms.eq(a, least), terms.eq(b, minusOne)),
        fault: { when: terms.eq(b, zero), kind: "division-by-zero" },
      };
    }
    case "shl":
    case "lshr":
    case "ashr": {
      const overflow = o.operator === "shl" && o.signed ? shlOverflows(terms, a, b) : undefined;
      const value = o.operator === "shl" ? terms.shl(a, b) : o.operator === "lshr" ? terms.lshr(a, b) : terms.ashr(a, b);
      // bits < 2^bits, so the constant fits in every width.
      return {
        value,
        ...(overflow === undefined ? {} : { overflow }),
        fault: { when: terms.uge(b, terms.constant(BigInt(bits), bits)), kind: "bad-shift" },
      };
    }
  }
}

export function computeChecked(terms: Terms, o: Operation & { op: "checked" }, a: Term, b: Term): { value: Term; overflow: Term } {
  switch (o.operator) {
    case "add":
      return { value: terms.add(a, b), overflow: addOverflows(terms, a, b, o.signed) };
    case "sub":
      return { value: terms.sub(a, b), overflow: subOverflows(terms, a, b, o.signed) };
    case "mul":
      return { value: terms.mul(a, b), overflow: mulOverflows(terms, a, b, o.signed) };
  }
}

export function computeUpdate(terms: Terms, operator: UpdateOperator, old: Term, operand: Term): Term | null {
  if (operator !== "fadd" && operator !== "fsub" && operator !== "fmax" && operator !== "fmin")
    return integerUpdate(terms, operator, old, operand);
  const bits = old.width as 32 | 64;
  const x = numberOf(old, bits);
  const y = numberOf(operand, bits);
  if (x === null || y === null) return null;
  return imageOf(terms, runtime.updateFloat(operator, x, y), bits);
}

export function computeBuiltin(terms: Terms, o: Operation & { op: "builtin" }, args: readonly Term[]): Term | null {
  const [a, b] = args as [Term, Term];
  const { bits } = o.type;
  if (o.builtin === "is.fpclass") {
    const x = numberOf(a, bits as 32 | 64);
    return x === null || b.op !== "constant" ? null : terms.constant(runtime.fpClass(x, Number(b.value), bits) ? 1 : 0, 1);
  }
  if (o.type.kind === "float") {
    const numbers = args.map((x, i) => (o.builtin === "powi" && i === 1 ? signedNumber(x) : numberOf(x, bits as 32 | 64)));
    if (numbers.includes(null)) return null;
    const [x, y, z] = numbers as [number, number, number];
    if (o.builtin === "fma") return imageOf(terms, runtime.fusedMultiplyAdd(x, y, z, bits), bits as 32 | 64);
    if (o.builtin === "fmuladd") return imageOf(terms, runtime.multiplyAdd(x, y, z, bits), bits as 32 | 64);
    return imageOf(terms, runtime.floatBuiltin(o.builtin, x, y), bits as 32 | 64);
  }
  const builtin = integerBuiltins.find((b): b is IntegerBuiltin => b === o.builtin);
  return builtin === undefined ? null : integerBuiltin(terms, builtin, args);
}

export function computeConvert(terms: Terms, o: Operation & { op: "convert" }, a: Term): Term | null {
  const { source, target } = o;
  switch (o.conversion) {
    case "trunc":
      return terms.extract(a, target.bits - 1, 0);
    case "zext":
      return terms.zext(a, target.bits);
    case "sext":
      return terms.sext(a, target.bits);
    case "image":
      return a;
    case "fptrunc":
    case "fpext": {
      const x = numberOf(a, source.bits as 32 | 64);
      return x === null ? null : imageOf(terms, x, target.bits as 32 | 64);
    }
    case "fptosi":
    case "fptoui": {
      const x = numberOf(a, source.bits as 32 | 64);
      if (x === null) return null;
      const signed = o.conversion === "fptosi";
      const value =
        target.bits <= 32
          ? BigInt(signed ? runtime.toInt(x, target.bits) : runtime.toIntUnsigned(x, target.bits))
          : runtime.toBig(x, target.bits, signed);
      return terms.constant(BigInt.asUintN(target.bits, value), target.bits);
    }
    case "sitofp":
    case "uitofp": {
      if (a.op !== "constant") return null;
      const value = o.conversion === "sitofp" ? BigInt.asIntN(source.bits, a.value) : a.value;
      return imageOf(terms, target.bits === 32 ? runtime.bigToFloat(value) : Number(value), target.bits as 32 | 64);
    }
  }
}

export function computeFloat(terms: Terms, o: Operation & { op: "float" }, a: Term, b: Term): Term | null {
  const x = numberOf(a, o.bits);
  const y = numberOf(b, o.bits);
  if (x === null || y === null) return null;
  const value = { add: x + y, sub: x - y, mul: x * y, div: x / y, rem: x % y }[o.operator];
  return imageOf(terms, value, o.bits);
}

export function computeFloatCompare(terms: Terms, o: Operation & { op: "float-compare" }, a: Term, b: Term): Term | null {
  if (o.predicate === "true" || o.predicate === "false") return terms.constant(o.predicate === "true" ? 1n : 0n, 1);
  const x = numberOf(a, o.bits);
  const y = numberOf(b, o.bits);
  if (x === null || y === null) return null;
  const unordered = Number.isNaN(x) || Number.isNaN(y);
  const relation = { eq: x === y, gt: x > y, ge: x >= y, lt: x < y, le: x <= y, ne: x < y || x > y };
  const holds =
    o.predicate === "ord"
      ? !unordered
      : o.predicate === "uno"
        ? unordered
        : (o.predicate[0] === "u" && unordered) || relation[o.predicate.slice(1) as keyof typeof relation];
  return terms.constant(holds ? 1n : 0n, 1);
}

/** Inverts the sign bit of the image: correct also for NaNs and zeros. */
export const negateFloat = (terms: Terms, a: Term): Term => terms.xor(a, terms.constant(1n << BigInt(a.width - 1), a.width));

/** Combinations of operand values that are computed one by one. */
const maxCases = 32;

/** Computes what has no term as a whole, value by value, if the operands have few values. Null: they have not. */
export function computeByCases(
  terms: Terms,
  valuesOf: (t: Term) => ValueSet,
  operands: readonly Term[],
  compute: (operands: readonly Term[]) => Term | null,
): Term | null {
  const whole = compute(operands);
  if (whole !== null) return whole;
  let cases: { readonly when: Term; readonly values: readonly Term[] }[] = [{ when: terms.true, values: [] }];
  for (const t of operands) {
    const values = valuesOf(t);
    if (values === null || values.size * cases.length > maxCases) return null;
    const constants = [...values].map((v) => terms.constant(v, t.width));
    cases = cases.flatMap((c) => constants.map((v) => ({ when: terms.and(c.when, terms.eq(t, v)), values: [...c.values, v] })));
  }
  let result: Term | null = null;
  for (const { when, values } of cases) {
    const value = compute(values);
    if (value === null) return null;
    result = result === null ? value : terms.ite(when, value, result);
  }
  return result;
}

/** A function of <math.h> on the images of doubles; null: they are not constants. */
export function computeMath(terms: Terms, name: string, x: Term, y: Term): Term | null {
  if (x.op !== "constant" || y.op !== "constant") return null;
  const half = (v: bigint): number => Number(BigInt.asIntN(32, v));
  const low = runtime.math(name, half(x.value), half(x.value >> 32n), half(y.value), half(y.value >> 32n));
  return terms.constant((BigInt(runtime.high >>> 0) << 32n) | BigInt(low >>> 0), 64);
}

export function numberOf(image: Term, bits: 32 | 64): number | null {
  if (image.op !== "constant") return null;
  const low = Number(BigInt.asIntN(32, image.value));
  return bits === 32 ? runtime.toFloat(low) : runtime.toDouble(low, Number(BigInt.asIntN(32, image.value >> 32n)));
}

export function imageOf(terms: Terms, value: number, bits: 32 | 64): Term {
  if (bits === 32) return terms.constant(BigInt(runtime.floatImage(Math.fround(value)) >>> 0), 32);
  runtime.splitDouble(value);
  return terms.constant((BigInt(runtime.high >>> 0) << 32n) | BigInt(runtime.low >>> 0), 64);
}

function signedNumber(t: Term): number | null {
  return t.op === "constant" ? Number(BigInt.asIntN(t.width, t.value)) : null;
}
