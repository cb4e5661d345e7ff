// What the code of a region may do to memory, found by unrolling it beside the chain. In: a side, and the block where it meets the others. Out: the
// accesses to shared memory that it may make, and the state in which it comes to the block; or null, if it may do anything else. Where it ends the process, the path ends.
//
// All its sides are followed, with addresses as precise as anywhere in the skeleton: by what registers, own memory and value sets say. What it reads is
// not related to any write, so it may read at any moment whatever its places may hold. A failure that cannot be excluded here is not harmless.

import type { Operation } from "../../program/operations.ts";
import { Unsupported } from "../../symbolic/unsupported.ts";
import type { Access, Failure, SkeletonEvent } from "../skeleton.ts";
import { mayMeet, placesOf, single } from "../spread.ts";
import type { Frame } from "./frame.ts";
import type { State } from "./states.ts";
import type { Steps } from "./steps.ts";

/** Iterations of a loop in the region that depend on what it reads; a loop that may go on is not sketched. */
export const maxSketchIterations = 4;
/** Operations and blocks of a region, with what it calls. */
const maxWork = 2000;

export interface RegionSketch {
  /** To memory that other threads access. */
  readonly accesses: readonly Access[];
  /** Null: no path comes to the block. */
  readonly end: State | null;
}

/** Computing, memory accesses, and objects that begin or end: everything else needs a run. */
const sketchable: ReadonlySet<Operation["op"]> = new Set<Operation["op"]>([
  "move",
  "integer",
  "compare",
  "float",
  "float-negate",
  "float-compare",
  "convert",
  "select",
  "builtin",
  "checked",
  "load",
  "store",
  "update",
  "compare-exchange",
  "copy-in",
  "copy-out",
  "fill",
  "check-provenance",
  "clear",
  "heap-allocate",
  "heap-free",
  "option",
  "stack-allocate",
  "stack-renew",
  "stack-end",
  "stack-mark",
  "stack-reset",
  "thread-local",
  "thread-self",
  "thread-slot",
  "call",
  "variadic-area",
]);

/** Throws `Unsupported` if the operation does more than access memory, or the region is too large. */
export function requireSketchable({ round, sketchLimit }: Steps, o: Operation): void {
  const isSmall = sketchLimit === null || round.work <= sketchLimit;
  if (!isSmall || !sketchable.has(o.op) || (o.op === "compare-exchange" && o.weak)) throw new Unsupported("code that is not only values");
}

export function sketchRegion(steps: Steps, frame: Frame, follow: () => State | null): RegionSketch | null {
  const { round } = steps;
  const { length } = frame.stack;
  steps.sketchLimit = round.work + maxWork;
  steps.sketched.clear();
  const sketch = steps.aside(follow);
  steps.sketchLimit = null;
  frame.stack.length = length;
  if (sketch === null || sketch.stops || !sketch.events.every((e) => isHarmless(steps, e))) return null;
  const accesses = sketch.events.flatMap((e) => e.accesses);
  return accesses.every((a) => isPlain(steps, a)) ? { accesses, end: sketch.result } : null;
}

/** Whether the step only accesses memory, and cannot fail. */
function isHarmless({ terms, round }: Steps, e: SkeletonEvent): boolean {
  const checksOverflow = round.options.phantom?.properties.includes("overflow") ?? false;
  const isIgnored = (f: Failure): boolean => f.harmless && f.property === "overflow" && !checksOverflow;
  const synchronises = e.section || e.acquires.length + e.releases.length + e.fences.length + e.starts.length > 0;
  return e.failures.every(isIgnored) && !synchronises && e.blocked === terms.false && e.ends === terms.false;
}

/** Whether the access moves bytes that were written and are the program's own, and begins or ends no object. */
function isPlain({ terms, round, knowledge }: Steps, a: Access): boolean {
  if (a.undefined || a.raceOnly || a.seesUnwritten !== undefined) return false;
  return a.targets.every((t) => {
    if (t.offset === t.object.size) return a.kind === "read";
    if (knowledge.kept(t.object).some(([from, to]) => mayMeet(placesOf(t, a.size), a.size, single(from), to - from))) return false;
    if (a.kind === "read") return !knowledge.mayBeUndefined(t.object, placesOf(t, a.size), a.size);
    return round.unwritten.when(a.content(0, a.size)) === terms.false;
  });
}
