// From a bounded program to a formula. In: program, options, bounds. Out: skeleton, may-copy sets, and a composition on a solver.
//
// All of it is one deterministic function: checking a certificate calls it again and arrives at the same clauses.

import type { Property } from "../execution/errors.ts";
import { addressFreedoms } from "../execution/freedoms.ts";
import type { Program } from "../program/program.ts";
import { pairAll } from "../skeleton/all-pairs.ts";
import { findClaimedCells } from "../skeleton/claims.ts";
import { Knowledge } from "../skeleton/knowledge.ts";
import { findVisibleWrites, type MayCopy, type VisibleWrite } from "../skeleton/may-copy.ts";
import type { UnrollOptions } from "../skeleton/round.ts";
import { type Unrolled, unrollProgram } from "../skeleton/rounds.ts";
import type { Route } from "../skeleton/route.ts";
import type { Skeleton } from "../skeleton/skeleton.ts";
import { hasUnorderedRead } from "../skeleton/unordered-reads.ts";
import type { Solver } from "../solving/solver.ts";
import { newTick, type Tick } from "../support/limits.ts";
import type { Terms } from "../terms/terms.ts";
import { compose, type Passes } from "./compose.ts";
import type { ComposedFormula } from "./composed-formula.ts";
import { decides } from "./questions.ts";
import { composeSteps } from "./steps/compose.ts";
import type { StepTechniques } from "./steps/step-formula.ts";
import type { Encoding, Technique } from "./techniques.ts";

export interface FormulaOptions {
  readonly machine: UnrollOptions["machine"];
  readonly properties: readonly Property[];
  readonly encoding: Encoding;
  /** Bounds of loops and recursions, by name; the default applies to all others. */
  readonly bounds: ReadonlyMap<string, number>;
  readonly defaultBound: number;
  /** Maximum number of preemptions; null: unlimited. */
  readonly contextBound?: number | null;
  /** Sites (siteKey) whose reads of memory that was never written are inputs. */
  readonly openReads?: ReadonlySet<string> | undefined;
  /** Indices may reach what the library keeps in the same object: nothing is to be shown of that, and less is known. */
  readonly reachesKept?: boolean | undefined;
  /** Pairs of positions: an object made at the second may begin in place of a dead one made at the first (`pairOf`, skeleton/knowledge.ts). */
  readonly reuse?: ReadonlySet<string> | undefined;
  readonly without?: readonly Technique[] | undefined;
  /** The step encoding looks for symmetries of the formula. */
  readonly formulaSymmetry?: boolean | undefined;
  /** Values of the first inputs, in the order of asking. */
  readonly inputs?: readonly bigint[] | undefined;
  /** A thread is cut where it has certainly taken more steps than this. */
  readonly maxSteps?: number | undefined;
  /** The first steps may be fixed (prefix.ts): then accesses may race although no run with these steps has both next. */
  readonly fixesPrefix?: boolean | undefined;
  /** Only these sides are followed; bounds then apply inside the library's sections only. */
  readonly route?: Route | undefined;
  /** Unseen sides become phantom edges where that is possible: then the formula has all runs of the program, and more (FUSION's CTA). */
  readonly phantom?: boolean | undefined;
}

export interface Formula {
  readonly terms: Terms;
  readonly solver: Solver;
  readonly skeleton: Skeleton;
  readonly copies: MayCopy;
  readonly composition: ComposedFormula;
  readonly rounds: number;
}

/** A round that unrolls more operations than this is too large: building would take minutes, and solving longer. */
const maxOperationsPerRound = 3_000_000;

/** Throws `LimitReached` if `interrupted` answers true, or a round is too large, or there are too many rounds. */
export function buildFormula(
  program: Program,
  options: FormulaOptions,
  createSolver: (terms: Terms) => Solver,
  interrupted: () => boolean,
  /** Called once the program is unrolled, before the formula is built. */
  onUnrolled: (skeleton: Skeleton) => void = () => {},
): Formula {
  const { properties, encoding, without = [] } = options;
  const tick = newTick(interrupted);
  const knowledge = new Knowledge(program);
  const unroll = (): Unrolled => unrollFor(program, options, interrupted, knowledge);
  const checksRaces = properties.includes("race");
  // With a context bound or a fixed prefix, accesses may race although no such run has both next.
  knowledge.byOrder = checksRaces && (options.contextBound != null || options.fixesPrefix === true);
  let unrolled = unroll();
  if (checksRaces && !knowledge.byOrder && !isOrdered(unrolled, tick)) {
    knowledge.byOrder = true;
    unrolled = unroll();
  }
  const { skeleton, terms, rounds } = unrolled;
  onUnrolled(skeleton);
  settleWaits(unrolled, tick);
  const prune = !without.includes("pruning");
  const { copies, equations } =
    encoding === "eager"
      ? pairAll(terms, skeleton, tick)
      : { copies: (prune ? unrolled.copies : null) ?? findVisibleWrites(terms, skeleton, prune, tick), equations: [] };
  const solver = createSolver(terms);
  for (const e of equations) solver.assert(e, "location");
  const claimed = encoding === "staged" && !without.includes("claims") ? findClaimedCells(terms, skeleton, copies, tick) : [];
  const passes: Passes = {
    claimed,
    ranges: !without.includes("ranges"),
    races: !checksRaces ? null : knowledge.byOrder ? "unordered" : "adjacent",
    deadlocks: properties.includes("deadlock"),
    contextBound: options.contextBound ?? null,
    // Where addresses are chosen, threads that make objects can be told apart.
    symmetry: encoding === "staged" && !without.includes("symmetry") && !options.fixesPrefix && !choosesAddresses(options),
  };
  const composition =
    encoding === "steps"
      ? composeSteps(terms, solver, skeleton, copies.order, tick, passes, stepTechniques(options))
      : compose(terms, solver, skeleton, copies, tick, passes);
  return { terms, solver, skeleton, copies, composition, rounds };
}

/** A section waits on memory that was never written only if one of its reads may see a write that leaves it so. */
function settleWaits({ skeleton, terms, copies }: Unrolled, tick: Tick): void {
  const events = skeleton.events.filter((e) => e.waitsOnUnwritten);
  if (events.length === 0) return;
  const { reads } = copies ?? findVisibleWrites(terms, skeleton, true, tick);
  const isOpen = ({ write }: VisibleWrite): boolean =>
    write !== null &&
    (write.access.undefined === true || skeleton.undefinedWhen(write.access.content(write.from, write.size)) !== terms.false);
  for (const e of events) e.waitsOnUnwritten = reads.some((r) => r.cell.event === e && r.visibleWrites.some(isOpen));
}

/** Unrolls a bounded program. Throws as `buildFormula` does. */
export function unrollFor(
  program: Program,
  options: FormulaOptions,
  interrupted: () => boolean,
  knowledge = new Knowledge(program),
): Unrolled {
  const { properties, encoding, bounds, defaultBound, machine, without = [] } = options;
  knowledge.keepsApart = !options.reachesKept;
  return unrollProgram(
    program,
    {
      machine,
      boundOf: (loop) => bounds.get(loop) ?? defaultBound,
      interrupted,
      overflow: properties.includes("overflow"),
      equations: encoding === "cssa" || (encoding === "steps" && without.includes("ssa")),
      maxOperations: maxOperationsPerRound,
      openReads: options.openReads,
      reuse: options.reuse,
      route: options.route,
      fixesPrefix: options.fixesPrefix,
      phantom: takesEdges(options) ? { properties } : undefined,
      inputs: options.inputs,
      maxSteps: options.maxSteps,
      locks: (encoding === "staged" || encoding === "steps") && !without.includes("locks"),
    },
    knowledge,
  );
}

const choosesAddresses = ({ machine }: FormulaOptions): boolean => addressFreedoms.some((f) => machine.freedoms.has(f));

/** Where addresses are chosen, all objects that code makes count, and all comparisons of addresses: none are skipped. */
function takesEdges(options: FormulaOptions): boolean {
  const { phantom, route, properties, encoding, contextBound = null, inputs, maxSteps } = options;
  const isByOrder = encoding === "staged" || encoding === "cssa";
  const isWhole = contextBound === null && inputs === undefined && maxSteps === undefined && !choosesAddresses(options);
  return phantom === true && route !== undefined && isByOrder && isWhole && properties.every((p) => decides.has(p));
}

/** Whether every read that lets a thread learn of another also orders it. Then accesses race exactly if both can be next. */
function isOrdered({ skeleton, terms, copies }: Unrolled, tick: Tick): boolean {
  return !skeleton.unordered && !hasUnorderedRead(terms, skeleton, copies ?? findVisibleWrites(terms, skeleton, true, tick), tick);
}

/** Where a prefix is fixed, every event is a step: others may come between two events that could otherwise be joined. */
function stepTechniques(options: FormulaOptions): StepTechniques {
  const { without = [], fixesPrefix = false, formulaSymmetry = false } = options;
  const has = (technique: Technique): boolean => !without.includes(technique);
  return {
    transactions: has("transactions") && !fixesPrefix,
    ssa: has("ssa"),
    scope: has("scope"),
    peephole: has("peephole"),
    symmetry: has("symmetry") && !fixesPrefix && !choosesAddresses(options),
    formulaSymmetry: formulaSymmetry && !fixesPrefix && !choosesAddresses(options),
  };
}
