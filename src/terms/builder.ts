// The builder as the simplification rules see it. `Terms` is the only implementation: it calls the rules, and they build their results
// with it. The interface avoids an import cycle between them.

import type { BinaryOperator } from "./fold.ts";
import type { Term } from "./term.ts";

export interface TermBuilder {
  readonly true: Term;
  readonly false: Term;
  constant(value: bigint | number, width: number): Term;
  boolean(value: boolean): Term;
  not(a: Term): Term;
  neg(a: Term): Term;
  and(a: Term, b: Term): Term;
  or(a: Term, b: Term): Term;
  xor(a: Term, b: Term): Term;
  add(a: Term, b: Term): Term;
  sub(a: Term, b: Term): Term;
  mul(a: Term, b: Term): Term;
  udiv(a: Term, b: Term): Term;
  urem(a: Term, b: Term): Term;
  sdiv(a: Term, b: Term): Term;
  srem(a: Term, b: Term): Term;
  shl(a: Term, b: Term): Term;
  lshr(a: Term, b: Term): Term;
  ashr(a: Term, b: Term): Term;
  eq(a: Term, b: Term): Term;
  ne(a: Term, b: Term): Term;
  ult(a: Term, b: Term): Term;
  ule(a: Term, b: Term): Term;
  ugt(a: Term, b: Term): Term;
  uge(a: Term, b: Term): Term;
  slt(a: Term, b: Term): Term;
  sle(a: Term, b: Term): Term;
  sgt(a: Term, b: Term): Term;
  sge(a: Term, b: Term): Term;
  concat(a: Term, b: Term): Term;
  ite(condition: Term, then: Term, otherwise: Term): Term;
  extract(a: Term, high: number, low: number): Term;
  zext(a: Term, width: number): Term;
  sext(a: Term, width: number): Term;
  /** Bounds of the unsigned and the signed value; exact up to 2^53. */
  low(a: Term): number;
  high(a: Term): number;
  signedLow(a: Term): number;
  signedHigh(a: Term): number;
  trailingZeros(a: Term): number;
  /** The operator itself, without simplification. */
  raw(op: BinaryOperator | "concat" | "not" | "neg", a: Term, b?: Term): Term;
}
