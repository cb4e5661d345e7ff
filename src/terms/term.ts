// Terms: a hash-consed DAG over bit-vectors of 1 … 128 bits. A boolean is a bit-vector of one bit, as in LLVM: no second sort, no
// conversions. Two terms are equal if and only if they are the same object.

export type TermOperator =
  | "constant"
  | "variable"
  | "before" // event a comes before event b, in the order theory
  | "not"
  | "and"
  | "or"
  | "xor"
  | "neg"
  | "add"
  | "sub"
  | "mul"
  | "udiv" // by zero: all ones, as in SMT-LIB
  | "urem" // by zero: the dividend
  | "sdiv"
  | "srem"
  | "shl" // amounts of the width or more give zero (ashr: the sign)
  | "lshr"
  | "ashr"
  | "eq"
  | "ult"
  | "ule"
  | "slt"
  | "sle"
  | "ite"
  | "concat" // high, low
  | "extract" // high, low in `value`
  | "zext"
  | "sext";

export interface Term {
  readonly id: number;
  readonly op: TermOperator;
  readonly width: number;
  readonly args: readonly Term[];
  /** constant: the value, 0 <= value < 2^width; extract: the lowest bit taken; before: unused. */
  readonly value: bigint;
  /** variable: its name. */
  readonly name: string;
  /** before: the two events. */
  readonly events: readonly [number, number] | null;
}
