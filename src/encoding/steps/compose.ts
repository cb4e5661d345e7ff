// TRACE's encoding (Yang and Sakallah, section 2): a run is a sequence of steps, and a scheduler variable says which thread makes each of them. In: a
// skeleton, and which optimisations to make. Out: a composed formula of bit-vectors and booleans alone, so that any solver will do. `composeSteps`
// lists its parts. Figure 1 of the paper: δ is delta.ts, τ tau.ts, ρ rho.ts.
//
// The paper encodes statements. Here the steps of the encoding are those of the skeleton: its terms stand for locals (SSA), its events for
// accesses to shared memory.

import type { HappensBefore } from "../../skeleton/happens-before.ts";
import type { Skeleton } from "../../skeleton/skeleton.ts";
import type { Solver } from "../../solving/solver.ts";
import { LimitReached, type Tick } from "../../support/limits.ts";
import type { Terms } from "../../terms/terms.ts";
import type { Passes } from "../compose.ts";
import { findRacePairs } from "../race-pairs.ts";
import { boundPreemptionsOf } from "./context-bound.ts";
import { CopiedCells } from "./copied-cells.ts";
import { addTransitions } from "./delta.ts";
import { addDeadlocks } from "./final-state.ts";
import { keepLeastSchedules } from "./formula-symmetry.ts";
import { copyLocals } from "./locals.ts";
import { orderIndependentSteps } from "./peephole.ts";
import { addRaces, standingApart } from "./races.ts";
import { addProperties } from "./rho.ts";
import { StepFormula, type StepTechniques } from "./step-formula.ts";
import { moveInOrderOfCreation } from "./symmetric-steps.ts";
import { addControl } from "./tau.ts";
import { findUnits } from "./transactions.ts";
import { findWindows, type Windows } from "./windows.ts";

/** Bits of copies and reads, over all steps: more than this would take minutes to build, and longer to solve. */
const maxBits = 3_000_000;

/** Throws `LimitReached` if there would be too many steps or copies, or if `tick` does. */
export function composeSteps(
  terms: Terms,
  solver: Solver,
  skeleton: Skeleton,
  order: HappensBefore,
  tick: Tick,
  passes: Pick<Passes, "races" | "deadlocks" | "contextBound">,
  techniques: StepTechniques,
): StepFormula {
  const { races, contextBound } = passes;
  const cells = new CopiedCells(terms, skeleton, tick);
  const pairs = races === null ? [] : findRacePairs({ terms, skeleton, tick }, order, races === "adjacent");
  if (pairs.some((p) => p.byOrder)) cells.trackSources();
  const apart = standingApart(skeleton.events, pairs);
  const units = findUnits(skeleton, cells, order, techniques.transactions ? apart : null, tick);
  const windows = findWindows(units, order, techniques.scope, tick);
  if (countBits(cells, units, windows, techniques) > maxBits) throw new LimitReached("size");
  const f = new StepFormula(terms, solver, skeleton, tick, order, cells, units, windows, techniques);
  for (const a of skeleton.assumptions) f.assert(a, "choice");
  addTransitions(f);
  addControl(f, contextBound !== null ? [boundPreemptionsOf(contextBound)] : techniques.symmetry ? [moveInOrderOfCreation] : []);
  if (techniques.peephole && contextBound === null) orderIndependentSteps(f);
  addProperties(f);
  if (!techniques.ssa) copyLocals(f);
  addRaces(f, pairs);
  if (passes.deadlocks) addDeadlocks(f);
  if (techniques.formulaSymmetry && contextBound === null) keepLeastSchedules(f, f.asserted);
  return f;
}

/** How large δ will be. */
function countBits(cells: CopiedCells, units: ReturnType<typeof findUnits>, windows: Windows, { scope }: StepTechniques): number {
  let bits = 0;
  for (const own of units)
    for (const u of own) {
      const { first, last } = windows.of.get(u) ?? { first: 0, last: -1 };
      const touched = u.events.flatMap((e) => [...cells.usesOf(e).reads, ...cells.usesOf(e).writes]).flatMap((use) => use.places);
      bits += (last - first + 1) * (16 + touched.reduce((n, { cell }) => n + 8 * cell.size, 0));
    }
  const all = cells.cells.reduce((n, c) => n + 8 * c.size, 0);
  return bits + (scope ? 0 : all * windows.steps * units.reduce((n, own) => n + own.length, 0));
}
