// Runs that begin with given steps (FUSION, section 5.4). In: a composed formula, and the events of the steps in order, with what was decided in them. Out:
// assumptions per step: the event is executed, and comes before everything that is not among the steps up to it; inputs and choices have their values. Under those of the
// first i steps the runs are those that begin with these steps.
//
// The paper states the whole prefix at once. Here each step has assumptions of its own: so one solver serves all prefixes, and an unsatisfiable core says
// which of them is enough. An assumption is about two events, so that the runs of one trace program share most of them.
//
// A step without an event is not stated, and nothing is said about a thread whose events are not known from some step on: more runs are then admitted.

import type { OpenValue, SkeletonEvent, SkeletonThread } from "../skeleton/skeleton.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import type { ComposedFormula } from "./composed-formula.ts";

/** A step of the prefix, as far as the skeleton has it. */
export interface PrefixStep {
  /** Null: the skeleton has no event for it, because no other thread can observe it. */
  readonly event: SkeletonEvent | null;
  /** From this step on, the events of this thread are not known. */
  readonly loses: SkeletonThread | null;
  /** Inputs and choices of the step, as far as they are to be fixed. */
  readonly decisions: readonly FixedDecision[];
}

/** The value of an input or a choice: of those that the thread asks for, the one with this number. */
export interface FixedDecision {
  readonly thread: SkeletonThread;
  readonly kind: OpenValue["kind"];
  readonly number: number;
  readonly value: bigint;
}

/** Decisions of a thread times places where it may ask: with more than this, its decisions are not stated. */
const maxPairs = 4096;

/** Asserts what the steps mean, and returns their assumptions, step by step. */
export function fixPrefix(c: ComposedFormula, steps: readonly PrefixStep[]): Term[][] {
  const { terms, skeleton } = c;
  /** By thread: the first step event that is not among the steps so far. */
  const next = new Map(skeleton.threads.map((t) => [t, nextStep(t, -1)]));
  const decided = new Decisions(terms, steps);
  return steps.map(({ event, loses, decisions }) => {
    if (loses !== null) next.delete(loses);
    const parts = decisions.map((d) => decided.termOf(d));
    if (event !== null && next.has(event.thread)) {
      next.set(event.thread, nextStep(event.thread, event.index));
      const later = [...next.values()].filter((e) => e !== undefined);
      parts.push(event.executed);
      for (const e of later) parts.push(c.before(event, e));
    }
    return parts.filter((p) => p !== terms.true).map((p) => c.assumptionOf(p, "prefix"));
  });
}

/** Events that are no steps may be part of an earlier step: nothing is stated of them. */
function nextStep({ events }: SkeletonThread, after: number): SkeletonEvent | undefined {
  for (let i = after + 1; i < events.length; i++) if (events[i]?.isStep) return events[i];
  return undefined;
}

/**
 * What fixed decisions mean. A thread may ask at many places, and asks at those whose condition holds, in order: the value with number n belongs to the place that is
 * asked after n others.
 */
class Decisions {
  /** By thread: how many of its decisions are fixed. */
  readonly #counts = new Map<string, number>();
  /** By thread: per place, and per number, whether the place is the one with that number. */
  readonly #places = new Map<string, { readonly open: OpenValue; readonly isNumber: readonly Term[] }[]>();

  constructor(
    readonly terms: Terms,
    steps: readonly PrefixStep[],
  ) {
    for (const { thread, kind, number } of steps.flatMap((s) => s.decisions)) {
      const key = keyOf(thread, kind);
      this.#counts.set(key, Math.max(this.#counts.get(key) ?? 0, number + 1));
    }
  }

  termOf({ thread, kind, number, value }: FixedDecision): Term {
    const { terms } = this;
    return terms.all(
      this.#placesOf(thread, kind).map(({ open: { variable, when }, isNumber }) =>
        terms.implies(terms.and(when, isNumber[number] as Term), terms.eq(variable, terms.constant(value, variable.width))),
      ),
    );
  }

  #placesOf(thread: SkeletonThread, kind: OpenValue["kind"]): { readonly open: OpenValue; readonly isNumber: readonly Term[] }[] {
    const key = keyOf(thread, kind);
    let places = this.#places.get(key);
    if (places !== undefined) return places;
    places = [];
    this.#places.set(key, places);
    const { terms } = this;
    const count = this.#counts.get(key) ?? 0;
    const asked = thread.open.filter((o) => o.kind === kind && !o.isUnwritten);
    if (asked.length * count > maxPairs) return places;
    let isNumber: Term[] = Array.from({ length: count }, (_, n) => (n === 0 ? terms.true : terms.false));
    for (const open of asked) {
      places.push({ open, isNumber });
      const before = isNumber;
      isNumber = before.map((same, n) => terms.ite(open.when, n === 0 ? terms.false : (before[n - 1] as Term), same));
    }
    return places;
  }
}

const keyOf = ({ index }: SkeletonThread, kind: OpenValue["kind"]): string => `${index} ${kind}`;
