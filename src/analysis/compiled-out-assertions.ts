// Finds assertions that NDEBUG removed. In: a program. Out: how many calls of assert are missing, and where the first is.
//
// Ravel's assert.h then expands `assert` to a call of a library function that does nothing. Without these calls, a report could say that assertions hold where there
// are none.

import { bodyIfSupported, type Position, type Program } from "../program/program.ts";
import { findReachableFunctions } from "./reachable-functions.ts";

/** What Ravel's assert.h calls if NDEBUG is defined (library/verifier.c). */
const markName = "__assert_compiled_out";

export interface CompiledOutAssertions {
  readonly count: number;
  /** Index into `Program.positions`. */
  readonly first: number;
}

/** Null: there are none in the functions that main may reach. */
export function findCompiledOutAssertions(program: Program): CompiledOutAssertions | null {
  const mark = program.functions.find((f) => f.library && f.name === markName);
  if (mark === undefined) return null;
  const reachable = findReachableFunctions(program);
  const calls = program.functions.flatMap((f) => {
    const body = f.external || reachable?.has(f.id) === false ? null : bodyIfSupported(f);
    return (body?.blocks ?? []).flatMap((b) =>
      b.operations.filter((o) => o.op === "call" && o.callee.kind === "function" && o.callee.function === mark.id).map((o) => o.at),
    );
  });
  const position = (at: number): Position => program.positions[at] as Position;
  const isBefore = (a: Position, b: Position): boolean =>
    a.file === b.file && (a.line < b.line || (a.line === b.line && a.column < b.column));
  const first = calls.find((at) => !calls.some((other) => isBefore(position(other), position(at))));
  return first === undefined ? null : { count: calls.length, first };
}
