// Where a thread of asynchronous type may be cancelled. In: an operation of the program's own code. Out: the call that goes before it, if others may notice
// the operation; only in programs that set the type (library/cancel-asynchronous.c), so that no other program pays.
//
// The second half of a copy has no call before it: both halves belong together.

import type { Operation } from "../../program/operations.ts";

export const asynchronousPoint = "__rvl_asynchronous_point";

export type PointBefore = (operation: Operation) => Operation | null;

/** `point` is the function to call; `isLibrary` tells the library's functions from the program's, whose own operations come with their points. */
export function pointsBy(point: number, isLibrary: (id: number) => boolean): PointBefore {
  return (o) =>
    isNoticed(o, isLibrary)
      ? { op: "call", callee: { kind: "function", function: point }, args: [], argTypes: [], results: [], variadic: null, at: o.at }
      : null;
}

function isNoticed(o: Operation, isLibrary: (id: number) => boolean): boolean {
  switch (o.op) {
    case "load":
    case "store":
    case "update":
    case "compare-exchange":
    case "copy-in":
    case "fill":
      return !o.private;
    case "call":
      return o.callee.kind !== "function" || isLibrary(o.callee.function);
    default:
      return false;
  }
}
