// What an atomic read-modify-write operation leaves in memory. In: the operator, the old value and the operand. Out: the new value.

import type { UpdateOperator } from "../program/operations.ts";
import { runtime } from "./compile/runtime.ts";

/** New value of an atomic update; `runtime.high` gets the high half. */
export function combine(operator: UpdateOperator, bits: number, al: number, ah: number, bl: number, bh: number): number {
  const done = (low: number, high: number): number => {
    runtime.high = high;
    return low;
  };
  if (operator === "fadd" || operator === "fsub" || operator === "fmax" || operator === "fmin") {
    const [x, y] = bits === 32 ? [runtime.toFloat(al), runtime.toFloat(bl)] : [runtime.toDouble(al, ah), runtime.toDouble(bl, bh)];
    const value = runtime.updateFloat(operator, x, y);
    if (bits === 32) return done(runtime.floatImage(Math.fround(value)), 0);
    runtime.splitDouble(value);
    return runtime.low;
  }
  if (operator === "xchg") return done(bl, bh);
  if (bits <= 32 && (operator === "add" || operator === "sub")) return done(operator === "add" ? (al + bl) | 0 : (al - bl) | 0, 0);
  const big = (l: number, h: number): bigint => BigInt.asUintN(bits, runtime.big64(l, bits > 32 ? h : 0));
  runtime.split(BigInt.asUintN(64, combineBig(operator, bits, big(al, ah), big(bl, bh))));
  return runtime.low;
}

export function combineBig(operator: UpdateOperator, bits: number, a: bigint, b: bigint): bigint {
  const signed = (x: bigint): bigint => BigInt.asIntN(bits, x);
  switch (operator) {
    case "xchg":
      return b;
    case "add":
      return a + b;
    case "sub":
      return a - b;
    case "and":
      return a & b;
    case "nand":
      return ~(a & b);
    case "or":
      return a | b;
    case "xor":
      return a ^ b;
    case "max":
      return signed(a) > signed(b) ? a : b;
    case "min":
      return signed(a) < signed(b) ? a : b;
    case "umax":
      return a > b ? a : b;
    case "umin":
      return a < b ? a : b;
    case "uinc_wrap":
      return a >= b ? 0n : a + 1n;
    case "udec_wrap":
      return a === 0n || a > b ? b : a - 1n;
    default:
      throw new Error(`atomic ${operator} on a wide integer`);
  }
}
