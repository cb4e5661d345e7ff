// Functions of the library that end the process and do nothing else: `exit` and `abort`, in a program without handlers for them. In: an instance of a
// function. Out: whether every path through it ends the process, without code of the program, and changes nothing on the way.

import type { Operation } from "../../program/operations.ts";
import type { Block } from "../../program/program.ts";
import type { FunctionInstance } from "../points-to/instances.ts";
import type { PointsTo } from "../points-to/points-to.ts";

/** What they do on the way: look whether there are handlers. */
const harmless: ReadonlySet<Operation["op"]> = new Set<Operation["op"]>([
  "move",
  "integer",
  "compare",
  "convert",
  "select",
  "atomic-begin",
  "atomic-end",
]);

/** Whether control that enters the function never comes back by a return. */
export const neverReturns = ({ body, function: f }: FunctionInstance): boolean =>
  body !== null && !f.external && body.blocks.every(({ terminator }) => terminator.op !== "return");

export const onlyEndsProcess = (pointsTo: PointsTo, f: FunctionInstance): boolean => neverReturns(f) && isQuiet(pointsTo, f, new Set());

/** Whether it consists of harmless code of the library, each path of which comes to the end of the process, or to a return. */
function isQuiet(pointsTo: PointsTo, f: FunctionInstance, seen: Set<FunctionInstance>): boolean {
  if (seen.has(f) || !f.function.library || f.body === null) return false;
  seen.add(f);
  let k = 0;
  return f.body.blocks.every(({ operations, terminator }: Block) => {
    const first = k;
    k += operations.length + 1;
    if (terminator.op === "switch" || terminator.op === "indirect-jump") return false;
    for (const [i, o] of operations.entries()) {
      if (o.op === "process-end") return true; // the rest of the block is never executed
      if (o.op !== "call") {
        if (!isHarmless(o)) return false;
        continue;
      }
      // A pointer to handlers that points to no function is null, and not called.
      const callees = [...(f.calls.get(first + i) ?? [])];
      if (pointsTo.placesOf(f, o.callee) === null || !callees.every((c) => isQuiet(pointsTo, c, seen))) return false;
      if (callees.length > 0 && callees.every(neverReturns)) return true;
    }
    return terminator.op !== "unreachable";
  });
}

const isHarmless = (o: Operation): boolean => harmless.has(o.op) || (o.op === "load" && o.address.kind === "object");
