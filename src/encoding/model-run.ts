// Reads a run off a model. In: a composed formula whose solver has just answered `sat`. Out: the events of the run in order, the values of what
// was open in it, and the events of the violation.

import type { OpenValue, SkeletonEvent, SkeletonThread } from "../skeleton/skeleton.ts";
import { maxOf } from "../support/lists.ts";
import type { ComposedFormula } from "./composed-formula.ts";
import { type Question, subquestionsOf } from "./questions.ts";

export interface ModelRun {
  readonly events: readonly SkeletonEvent[];
  readonly open: ReadonlyMap<SkeletonThread, readonly { readonly kind: OpenValue["kind"]; readonly value: bigint }[]>;
  /** The events of the violation; they come last in the run. */
  readonly last: readonly SkeletonEvent[];
  readonly threads: ReadonlySet<SkeletonThread>;
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
    .filter((e) => positionOf(e) < limit && !last.includes(e) && isExecuted(e))
    .sort((a, b) => positionOf(a) - positionOf(b));
  const open = new Map<SkeletonThread, { kind: OpenValue["kind"]; value: bigint }[]>();
  for (const t of skeleton.threads)
    open.set(
      t,
      t.open.filter((o) => formula.isTrue(o.when)).map((o) => ({ kind: o.kind, value: solver.value(o.variable) })),
    );
  return { events, open, last, threads: new Set(skeleton.threads.filter((t) => formula.isTrue(t.started))) };
}
