// The whole way from a bounded program to a formula, so that a check of a certificate repeats it and arrives at the same clauses.
// In: program, options, bounds. Out: skeleton, may-copy sets and the composed questions on a solver.

import type { Property } from "../execution/errors.ts";
import type { Program } from "../program/program.ts";
import { pairAll } from "../skeleton/all-pairs.ts";
import { findClaimedCells } from "../skeleton/claims.ts";
import { Knowledge } from "../skeleton/knowledge.ts";
import { findCandidates, type MayCopy } from "../skeleton/may-copy.ts";
import type { UnrollOptions } from "../skeleton/round.ts";
import { skeletonOf, type Unrolled } from "../skeleton/rounds.ts";
import type { Skeleton } from "../skeleton/skeleton.ts";
import { hasUnorderedRead } from "../skeleton/unordered-reads.ts";
import type { Solver } from "../solving/solver.ts";
import { newTick, type Tick } from "../support/limits.ts";
import type { Terms } from "../terms/terms.ts";
import { compose } from "./compose.ts";
import type { Composition } from "./composition.ts";

export type Encoding = "staged" | "cssa" | "eager";

/** What makes formulas smaller or easier; each can be left out, to see what it is worth (bench/staged.ts). */
export type Technique = "locks" | "claims" | "pruning" | "ranges" | "order theory" | "reads first";

export interface FormulaOptions {
  readonly machine: UnrollOptions["machine"];
  readonly properties: readonly Property[];
  readonly encoding: Encoding;
  /** Of a loop (or recursion) by its name; the default is for all others. */
  readonly bounds: ReadonlyMap<string, number>;
  readonly defaultBound: number;
  /** Preemptions a run may have; null: any number. */
  readonly contextBound?: number | null;
  /** Where memory that was never written is an input (siteKey). */
  readonly openReads?: ReadonlySet<string> | undefined;
  /** Indices may reach what the library keeps in the same object: nothing is to be shown of that, and less is known. */
  readonly reachesKept?: boolean | undefined;
  readonly without?: readonly Technique[] | undefined;
}

export interface Formula {
  readonly terms: Terms;
  readonly solver: Solver;
  readonly skeleton: Skeleton;
  readonly copies: MayCopy;
  readonly composition: Composition;
  readonly rounds: number;
}

/** Operations a round may unroll before the program counts as too large. */
const workLimit = 3_000_000;

export function buildFormula(
  program: Program,
  options: FormulaOptions,
  createSolver: (terms: Terms) => Solver,
  interrupted: () => boolean,
  /** Called when the program is unrolled. */
  tell: (skeleton: Skeleton) => void = () => {},
): Formula {
  const { properties, encoding, bounds, defaultBound, machine, without = [] } = options;
  const tick = newTick(interrupted);
  const knowledge = new Knowledge(program);
  knowledge.keepsApart = !options.reachesKept;
  const unroll = (): Unrolled =>
    skeletonOf(
      program,
      {
        machine,
        boundOf: (loop) => bounds.get(loop) ?? defaultBound,
        interrupted,
        overflow: properties.includes("overflow"),
        equations: encoding === "cssa",
        work: workLimit,
        openReads: options.openReads,
        locks: encoding === "staged" && !without.includes("locks"),
      },
      knowledge,
    );
  let unrolled = unroll();
  const isRaceAsked = properties.includes("race");
  // Within a number of preemptions two accesses may race that are never next to each other.
  if (isRaceAsked && (options.contextBound != null || !isOrdered(unrolled, tick))) {
    knowledge.byOrder = true;
    unrolled = unroll();
  }
  const { skeleton, terms, rounds } = unrolled;
  tell(skeleton);
  const prune = !without.includes("pruning");
  const { copies, equations } =
    encoding === "eager"
      ? pairAll(terms, skeleton, tick)
      : { copies: (prune ? unrolled.copies : null) ?? findCandidates(terms, skeleton, prune, tick), equations: [] };
  const solver = createSolver(terms);
  for (const e of equations) solver.assert(e, "location");
  const claimed = encoding === "staged" && !without.includes("claims") ? findClaimedCells(terms, skeleton, copies, tick) : [];
  const composition = compose(terms, solver, skeleton, copies, tick, {
    claimed,
    ranges: !without.includes("ranges"),
    races: !isRaceAsked ? null : knowledge.byOrder ? "unordered" : "adjacent",
    deadlocks: properties.includes("deadlock"),
    contextBound: options.contextBound ?? null,
  });
  return { terms, solver, skeleton, copies, composition, rounds };
}

/** All that a thread learns of others comes with an edge: then accesses race exactly if both can be next. */
function isOrdered({ skeleton, terms, copies }: Unrolled, tick: Tick): boolean {
  return !skeleton.unordered && !hasUnorderedRead(terms, skeleton, copies ?? findCandidates(terms, skeleton, true, tick), tick);
}
