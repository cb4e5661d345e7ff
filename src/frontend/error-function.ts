// Makes the call of one function the only failed assertion. In: a program and the function's name. Out: the program in which that function fails,
// whatever its body was, and a failed `assert` ends the process as `abort` does. This is what `unreach-call` of SV-COMP asks for.

import type { Operation } from "../program/operations.ts";
import type { FunctionBody, Program, ProgramFunction } from "../program/program.ts";
import { lazily } from "../support/lazily.ts";

/** What `assert` of assert.h calls if its condition is false. */
const failures: ReadonlySet<string> = new Set(["__assert_fail", "__assert", "__assert_perror_fail"]);

/** The library's own definition of the function already fails. A function that is defined nowhere stays unmodelled. */
export function withErrorFunction(program: Program, name: string): Program {
  const abort = program.functions.find((f) => f.library && f.name === "abort");
  const functions = program.functions.map((f): ProgramFunction => {
    if (f.name === name && !f.library && !f.external)
      return {
        ...f,
        body: lazily(() => instead(f, { op: "error", error: "assertion", message: `${name}()`, text: null, at: placeOf(f) })),
      };
    if (f.library && failures.has(f.name) && f.name !== name && abort !== undefined)
      return { ...f, body: lazily(() => instead(f, callOf(abort.id, placeOf(f)))) };
    return f;
  });
  return Object.freeze({ ...program, functions: Object.freeze(functions) });
}

const callOf = (id: number, at: number): Operation => ({
  op: "call",
  callee: { kind: "function", function: id },
  args: [],
  argTypes: [],
  results: [],
  variadic: null,
  at,
});

/** The function with nothing but this operation in its body. */
function instead(f: ProgramFunction, operation: Operation): FunctionBody {
  return { ...f.body(), locals: [], blocks: [{ operations: [operation], terminator: { op: "unreachable", at: operation.at } }] };
}

function placeOf(f: ProgramFunction): number {
  const [first] = f.body().blocks;
  return first?.operations.find((o) => o.at !== 0)?.at ?? first?.terminator.at ?? f.position;
}
