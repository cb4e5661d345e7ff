// Operators on numbers, with the widths and signs of C. In: operands already converted to the type of the operation. Out: the result in that type. Signed
// overflow wraps, as processors do; what has no result is refused.

import { refuse } from "./error.ts";
import type { BinaryOperator } from "./syntax.ts";
import type { Arithmetic } from "./types.ts";
import { type Content, float, integer, wrap } from "./value.ts";

type Computing = "*" | "/" | "%" | "+" | "-" | "&" | "^" | "|";
type Comparing = "<" | ">" | "<=" | ">=" | "==" | "!=";

export const isComparison = (operator: BinaryOperator): operator is Comparing => ["<", ">", "<=", ">=", "==", "!="].includes(operator);

export function compute(operator: Computing, a: Content, b: Content, type: Arithmetic, at: number): Content {
  if (a.kind === "float" && b.kind === "float" && type.kind === "float")
    return float(rounded(floatResult(operator, a.value, b.value, at), type.bits));
  if (a.kind === "integer" && b.kind === "integer" && type.kind === "integer")
    return integer(wrap(integerResult(operator, a.value, b.value, type, at), type));
  return refuse("the operands are not numbers", at);
}

const rounded = (value: number, bits: number): number => (bits === 32 ? Math.fround(value) : value);

function floatResult(operator: Computing, a: number, b: number, at: number): number {
  switch (operator) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return a / b;
    case "%":
    case "&":
    case "^":
    case "|":
      return refuse(`${operator} needs integers`, at);
  }
}

function integerResult(operator: Computing, a: bigint, b: bigint, type: Arithmetic & { kind: "integer" }, at: number): bigint {
  switch (operator) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "&":
      return a & b;
    case "^":
      return a ^ b;
    case "|":
      return a | b;
    case "/":
    case "%":
      if (b === 0n) refuse(operator === "/" ? "division by zero" : "remainder of a division by zero", at);
      if (type.signed && b === -1n && wrap(-a, type) === a && a !== 0n) refuse("the quotient does not fit into the type", at);
      return operator === "/" ? a / b : a % b;
  }
}

/** The right operand of a shift keeps its own type. */
export function shift(operator: "<<" | ">>", a: bigint, amount: bigint, type: Arithmetic & { kind: "integer" }, at: number): bigint {
  if (amount < 0n || amount >= BigInt(type.bits)) refuse(`a shift by ${amount} is undefined for ${type.bits} bits`, at);
  return operator === "<<" ? wrap(a << amount, type) : a >> amount;
}

export function compare(operator: Comparing, a: bigint | number, b: bigint | number): boolean {
  switch (operator) {
    case "<":
      return a < b;
    case ">":
      return a > b;
    case "<=":
      return a <= b;
    case ">=":
      return a >= b;
    case "==":
      return a === b;
    case "!=":
      return a !== b;
  }
}
