// Whether a program may allocate memory on the heap. In: a program, whose bodies it lowers. Out: yes or no.
//
// An over-approximation: an allocation counts if main may reach a function that has one, whether it is executed or not. What the library allocates for itself
// (control blocks of threads, buffers) does not count: the program cannot lose it.

import type { Operation } from "../program/operations.ts";
import { bodyIfSupported, type Program } from "../program/program.ts";
import { findReachableFunctions } from "./reachable-functions.ts";

export function mayAllocate(program: Program): boolean {
  const reachable = findReachableFunctions(program);
  if (reachable === null) return true;
  return program.functions.some(
    (f) => reachable.has(f.id) && !f.external && bodyIfSupported(f)?.blocks.some((b) => b.operations.some(isAllocation)) !== false,
  );
}

const isAllocation = (o: Operation): boolean => o.op === "heap-allocate" && !(o.internal.kind === "integer" && o.internal.value !== 0n);
