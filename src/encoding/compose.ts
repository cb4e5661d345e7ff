// Axiomatic composition (FUSION, section 4.2; STAGED, sections 5 and 6): a skeleton becomes constraints over the solver's order of events.
// In: skeleton, may-copy sets, and which passes to make. Out: a composition that can be asked questions. `compose` lists every pass.

import type { ClaimedCell } from "../skeleton/claims.ts";
import type { MayCopy } from "../skeleton/may-copy.ts";
import type { Skeleton } from "../skeleton/skeleton.ts";
import type { Solver } from "../solving/solver.ts";
import type { Tick } from "../support/limits.ts";
import type { Terms } from "../terms/terms.ts";
import { orderClaims } from "./claim-order.ts";
import { Composition } from "./composition.ts";
import { boundPreemptions } from "./context-bound.ts";
import { addDeadlocks } from "./deadlocks.ts";
import { addFailures, endRuns } from "./failures.ts";
import { orderHolds } from "./lock-order.ts";
import { addPhantomEdges } from "./phantom-edges.ts";
import { addRaces } from "./races.ts";
import { addRanges, addReads } from "./reads-from.ts";
import { breakSymmetry } from "./symmetric-order.ts";
import { assumeChoices, orderThreads, requireUnblocked } from "./threads.ts";

/** The optional passes. */
export interface Passes {
  readonly claimed: readonly ClaimedCell[];
  readonly ranges: boolean;
  /** `adjacent`: as accesses that could both be next; `unordered`: that happens-before does not order; null: not asked for. */
  readonly races: "adjacent" | "unordered" | null;
  readonly deadlocks: boolean;
  readonly contextBound: number | null;
  readonly symmetry: boolean;
}

export function compose(terms: Terms, solver: Solver, skeleton: Skeleton, copies: MayCopy, tick: Tick, passes: Passes): Composition {
  const c = new Composition(terms, solver, skeleton, copies, tick);
  orderThreads(c);
  assumeChoices(c);
  requireUnblocked(c);
  const settled = { accesses: orderHolds(c), reads: orderClaims(c, passes.claimed) };
  const unwritten = addReads(c, settled);
  const ends = addFailures(c, unwritten);
  addPhantomEdges(c);
  if (passes.ranges) addRanges(c);
  if (passes.races !== null) addRaces(c, passes.races === "adjacent");
  endRuns(c, ends);
  if (passes.deadlocks) addDeadlocks(c);
  if (passes.contextBound !== null) boundPreemptions(c, passes.contextBound);
  else if (passes.symmetry) breakSymmetry(c);
  return c;
}
