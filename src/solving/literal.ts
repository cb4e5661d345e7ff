// Literals: variable v is a non-negative integer, its positive literal 2v, its negative one 2v+1. DIMACS numbers (±1, ±2 …) occur only
// where files are read and written.

export type Literal = number;

export const positive = (variable: number): Literal => variable << 1;
export const negate = (literal: Literal): Literal => literal ^ 1;
export const variableOf = (literal: Literal): number => literal >> 1;
export const isNegative = (literal: Literal): boolean => (literal & 1) === 1;

export const toDimacs = (literal: Literal): number => (isNegative(literal) ? -(variableOf(literal) + 1) : variableOf(literal) + 1);
export const fromDimacs = (number: number): Literal => (number < 0 ? ((-number - 1) << 1) | 1 : (number - 1) << 1);
