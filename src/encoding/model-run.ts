// Reads a run off a model. In: a composition whose solver has just answered `sat`. Out: the events of the run in order, the values of what
// was open in it, and the events of the violation.

import type { OpenValue, SkeletonEvent, SkeletonThread } from "../skeleton/skeleton.ts";
import { maxOf } from "../support/lists.ts";
import type { Term } from "../terms/term.ts";
import type { Composition } from "./composition.ts";
import { type Question, subquestionsOf } from "./questions.ts";

export interface ModelRun {
  readonly events: readonly SkeletonEvent[];
  readonly open: ReadonlyMap<SkeletonThread, readonly { readonly kind: OpenValue["kind"]; readonly value: bigint }[]>;
  /** The events of the violation; they come last in the run. */
  readonly last: readonly SkeletonEvent[];
  readonly threads: ReadonlySet<SkeletonThread>;
}

export function readRun(composition: Composition, question: Question): ModelRun {
  const { solver, skeleton, violations } = composition;
  const isTrue = (t: Term): boolean => solver.value(t) === 1n;
  const positionOf = (e: SkeletonEvent): number => solver.position(composition.idOf(e));
  const lastOf = (events: readonly SkeletonEvent[]): number => (events.length === 0 ? 0 : maxOf(events.map(positionOf)));
  const parts = subquestionsOf(question);
  const found = violations.filter((w) => parts.includes(w.question) && isTrue(w.when));
  const first = found.reduce((a, b) => (lastOf(a.events) <= lastOf(b.events) ? a : b));
  const waiting = (first.waitingAt ?? []).filter((p) => isTrue(p.when)).map((p) => p.event);
  const last = [...first.events, ...waiting].sort((a, b) => positionOf(a) - positionOf(b));
  const limit = first.adjacent || first.events.length === 0 ? solver.position(composition.horizon) : positionOf(last[0] as SkeletonEvent);
  const events = skeleton.events
    .filter((e) => positionOf(e) < limit && !last.includes(e) && isTrue(e.executed))
    .sort((a, b) => positionOf(a) - positionOf(b));
  const open = new Map<SkeletonThread, { kind: OpenValue["kind"]; value: bigint }[]>();
  for (const t of skeleton.threads)
    open.set(
      t,
      t.open.filter((o) => isTrue(o.when)).map((o) => ({ kind: o.kind, value: solver.value(o.variable) })),
    );
  return { events, open, last, threads: new Set(skeleton.threads.filter((t) => isTrue(t.started))) };
}
