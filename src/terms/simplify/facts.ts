// Predicates on terms that several rules use. They look at the top nodes only.

import { mask } from "../fold.ts";
import type { Term } from "../term.ts";

export const isConstant = (t: Term): boolean => t.op === "constant";
export const isZero = (t: Term): boolean => t.op === "constant" && t.value === 0n;
export const isOne = (t: Term): boolean => t.op === "constant" && t.value === 1n;
export const isAllOnes = (t: Term): boolean => t.op === "constant" && t.value === mask(t.width);

export const first = (t: Term): Term => t.args[0] as Term;
export const second = (t: Term): Term => t.args[1] as Term;

/** `op` with a constant as its second argument. */
export const hasConstant = (t: Term, op: Term["op"]): boolean => t.op === op && second(t).op === "constant";

/** n if the constant is 2^n, else -1. */
export function powerOfTwo(value: bigint): number {
  if (value <= 0n || (value & (value - 1n)) !== 0n) return -1;
  let n = 0;
  for (let rest = value; rest > 0xffffffffn; rest >>= 32n) n += 32;
  return n + 31 - Math.clz32(Number(value >> BigInt(n)));
}

/** Whether the terms are complements, as far as their top nodes show: x and ~x, a < b and b <= a, x < 5 and 4 < x. */
export function areComplements(a: Term, b: Term): boolean {
  if (a.op === "not") return first(a) === b;
  if (b.op === "not") return first(b) === a;
  if (a.op === b.op) {
    if (a.op !== "ult" && a.op !== "slt") return false;
    if (first(a) === second(b)) return isConstant(second(a)) && isConstant(first(b)) && follows(a.op, first(b), second(a));
    if (second(a) === first(b)) return isConstant(first(a)) && isConstant(second(b)) && follows(a.op, first(a), second(b));
    return false;
  }
  const opposite =
    (a.op === "ult" && b.op === "ule") ||
    (a.op === "ule" && b.op === "ult") ||
    (a.op === "slt" && b.op === "sle") ||
    (a.op === "sle" && b.op === "slt");
  return opposite && first(a) === second(b) && second(a) === first(b);
}

/** b = a + 1 without wrapping. */
function follows(op: "ult" | "slt", a: Term, b: Term): boolean {
  return op === "ult" ? b.value === a.value + 1n : BigInt.asIntN(b.width, b.value) === BigInt.asIntN(a.width, a.value) + 1n;
}
