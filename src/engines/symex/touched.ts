// What steps touch, for partial order reduction. In: the way of a step. Out: its places; whether two steps conflict.

import type { Thread } from "../../execution/thread.ts";
import type { StateVariables } from "../../symbolic/state-variables.ts";
import type { Touch, Way } from "../../symbolic/way.ts";
import { mentions } from "../../terms/depends.ts";
import type { Term } from "../../terms/term.ts";

/** What a step touches. */
export interface Touched {
  readonly touches: readonly Touch[];
  /** Where it goes depends on what it reads in a section of the program: it may touch anything elsewhere. */
  readonly anything: boolean;
}

export const nothingTouched: Touched = { touches: [], anything: false };

/** What the thread's next step touches, wherever it takes it. */
export function touchedBy(t: Thread, way: Way, variables: StateVariables): Touched {
  const isCell = (x: Term): boolean => x.op === "variable" && variables.meaningOf(x.name).kind === "cell";
  // A section of the program's own may go elsewhere for other values that it reads (docs/adr/0018).
  return {
    touches: way.touches,
    anything: isAtUserSection(t) && way.guard.slice(0, way.touchingConditions).some((g) => mentions(g, isCell)),
  };
}

function isAtUserSection({ fn, pc }: Thread): boolean {
  const o = fn.operations[fn.operationAt[pc] ?? -1];
  return o?.op === "atomic-begin" && o.user;
}

export function conflict(a: Touched, b: Touched): boolean {
  if (a.anything || b.anything) return (a.touches.length > 0 || a.anything) && (b.touches.length > 0 || b.anything);
  for (const x of a.touches)
    for (const y of b.touches) if ((x.writes || y.writes) && x.address < y.address + y.size && y.address < x.address + x.size) return true;
  return false;
}
