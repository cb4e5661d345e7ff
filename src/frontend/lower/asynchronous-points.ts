// Adds cancellation points for threads of asynchronous type. In: an operation of the program's own code. Out: the call to emit before it, if other
// threads may observe the operation. Only programs that set the type have these calls (library/cancel-asynchronous.c).
//
// There is no call before copy-out: both halves of a copy belong together.

import type { Operation } from "../../program/operations.ts";

export const asynchronousPoint = "__rvl_asynchronous_point";

export type PointBefore = (operation: Operation) => Operation | null;

/** `point` is the function to call. `isLibrary`: whether a function is the library's; the program's own functions have points in their bodies. */
export function pointsBy(point: number, isLibrary: (id: number) => boolean): PointBefore {
  return (o) =>
    isObservable(o, isLibrary)
      ? { op: "call", callee: { kind: "function", function: point }, args: [], argTypes: [], results: [], variadic: null, at: o.at }
      : null;
}

function isObservable(o: Operation, isLibrary: (id: number) => boolean): boolean {
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
