// Reads a run off a model. In: a composed formula whose solver has just answered `sat`. Out: the events of the run in order, the values of what
// was open in it, and the events of the violation.

import { type Birth, isCutOff, type OpenValue, type SharedObject, type SkeletonEvent, type SkeletonThread } from "../skeleton/skeleton.ts";
import { maxOf } from "../support/lists.ts";
import type { ComposedFormula } from "./composed-formula.ts";
import { type Question, subquestionsOf } from "./questions.ts";

export interface ModelRun {
  readonly events: readonly SkeletonEvent[];
  readonly open: ReadonlyMap<SkeletonThread, readonly { readonly kind: OpenValue["kind"]; readonly value: bigint }[]>;
  /** The events of the violation; they come last in the run. */
  readonly last: readonly SkeletonEvent[];
  /** The objects that an event accesses. */
  readonly accessed: ReadonlyMap<SkeletonEvent, readonly SharedObject[]>;
  readonly threads: ReadonlySet<SkeletonThread>;
  /** The objects that a thread makes, with their addresses in the skeleton. */
  readonly births: ReadonlyMap<SkeletonThread, readonly (Pick<Birth, "kind" | "at"> & { readonly address: bigint })[]>;
  /** The order of objects, by their addresses in the skeleton. */
  readonly ranks: ReadonlyMap<bigint, bigint>;
}

export function readRun(formula: ComposedFormula, question: Question): ModelRun {
  const { violations } = formula;
  const { positionOf, end } = formula.timeline();
  const lastOf = (events: readonly SkeletonEvent[]): number => (events.length === 0 ? 0 : maxOf(events.map(positionOf)));
  const parts = subquestionsOf(question);
  const found = violations.filter((w) => parts.includes(w.question) && formula.isTrue(w.when));
  const first = found.reduce((a, b) => (lastOf(a.events) <= lastOf(b.events) ? a : b));
  const waiting = (first.waitingAt ?? []).filter((p) => formula.isTrue(p.when)).map((p) => p.event);
  const last = [...first.events, ...waiting].sort((a, b) => positionOf(a) - positionOf(b));
  const limit = first.adjacent || first.events.length === 0 ? end : positionOf(last[0] as SkeletonEvent);
  return runBefore(formula, last, limit);
}

/** The run of a model up to an event. */
export const readRunTo = (formula: ComposedFormula, last: SkeletonEvent): ModelRun =>
  runBefore(formula, [last], formula.timeline().positionOf(last));

function runBefore(formula: ComposedFormula, last: readonly SkeletonEvent[], limit: number): ModelRun {
  const { solver, skeleton } = formula;
  const { positionOf, isExecuted } = formula.timeline();
  const events = skeleton.events
    .filter((e) => positionOf(e) < limit && !last.includes(e) && isExecuted(e) && !touchesNothing(formula, e) && !isCut(formula, e))
    .sort((a, b) => positionOf(a) - positionOf(b));
  const open = new Map<SkeletonThread, { kind: OpenValue["kind"]; value: bigint }[]>();
  for (const t of skeleton.threads)
    open.set(
      t,
      t.open.filter((o) => formula.isTrue(o.when)).map((o) => ({ kind: o.kind, value: solver.value(o.variable) })),
    );
  const threads = new Set(skeleton.threads.filter((t) => formula.isTrue(t.started)));
  const births = new Map(
    skeleton.threads.map((t) => [
      t,
      t.births.filter((b) => formula.isTrue(b.when)).map(({ kind, at, address }) => ({ kind, at, address: solver.value(address) })),
    ]),
  );
  const ranks = new Map([...skeleton.ranks].map(([address, rank]) => [address, solver.value(rank)]));
  const accessed = new Map([...events, ...last].map((e) => [e, accessedBy(formula, e)]));
  return { events, open, last, accessed, threads, births, ranks };
}

/** The ends of lifetimes are not accesses of the executor. */
function accessedBy(formula: ComposedFormula, { accesses }: SkeletonEvent): SharedObject[] {
  const made = accesses.filter((a) => !a.raceOnly && formula.isTrue(a.when));
  return made.flatMap((a) => a.targets.filter((t) => t.offset !== t.object.size && formula.isTrue(t.when)).map((t) => t.object));
}

/**
 * Whether the thread is cut off in this step, and the others go on (failures.ts). They have seen nothing of the step, so it is not executed: the rest of it, which the
 * formula does not have, may write, or have to wait.
 */
const isCut = (formula: ComposedFormula, { failures }: SkeletonEvent): boolean =>
  failures.some((f) => isCutOff(f) && !f.harmless && formula.isTrue(f.when));

/**
 * Whether the event accesses nothing that other threads see, in this run: it would end lifetimes, and there are none to end, or its pointer leads to memory of its own thread. The executor may
 * have no such step; if it has one, it executes it on the way.
 */
function touchesNothing(formula: ComposedFormula, { accesses, failures, starts }: SkeletonEvent): boolean {
  if (accesses.length === 0 || starts.length > 0 || failures.some((f) => formula.isTrue(f.when))) return false;
  return accesses.every((a) => !a.targets.some((t) => formula.isTrue(formula.terms.and(a.when, t.when))));
}
