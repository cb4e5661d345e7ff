// The concurrent trace program of a run (FUSION, section 2.3): the program unrolled along the route of the run, as a formula, and which of its events are the steps of
// the run. In: a traced run. Out: the formula; events by step, threads by their index.

import type { Formula } from "../../encoding/formula.ts";
import { type FixedDecision, fixPrefix, type PrefixStep } from "../../encoding/prefix.ts";
import type { Program } from "../../program/program.ts";
import type { SkeletonEvent, SkeletonThread } from "../../skeleton/skeleton.ts";
import type { Term } from "../../terms/term.ts";
import type { DecidedStep, Trace } from "../../witness/trace.ts";
import { namesOf } from "./route-of-trace.ts";

/** The event of a step. `none`: no other thread can observe the step. `unknown`: the step has no name that the unroller certainly uses. */
export type StepEvent = SkeletonEvent | "none" | "unknown";

export class TraceProgram {
  /** By step of the run. */
  readonly events: readonly StepEvent[];
  /** By the thread's index in the run; null: not known. */
  readonly threads: readonly (SkeletonThread | null)[];
  /** The thread of each step. */
  readonly runners: readonly number[];
  readonly #trace: Trace;

  constructor(
    readonly formula: Formula,
    program: Program,
    trace: Trace,
  ) {
    this.#trace = trace;
    const { skeleton } = formula;
    const named = namesOf(program, trace);
    const byName = new Map(skeleton.threads.map((t) => [t.name, t]));
    this.threads = named.map(({ name }) => (name === null ? null : (byName.get(name) ?? null)));
    this.runners = trace.schedule.steps.map((s) => s.thread);
    const byKey = this.threads.map((t) => (t === null ? null : eventsByKey(t)));
    const taken = named.map(() => 0);
    /** A wait that will not be left spuriously begins again, as another iteration of the library's loop: formulas have no such step. */
    const hasDeclined = new Set<number>();
    this.events = this.runners.map((index, i) => {
      if (trace.decided[i]?.unusual === "declined") hasDeclined.add(index);
      if (hasDeclined.has(index)) return "unknown";
      const key = named[index]?.keys[taken[index] as number];
      (taken[index] as number)++;
      const events = byKey[index];
      return key == null || events == null ? "unknown" : (events.get(key) ?? "none");
    });
  }

  /**
   * Assumptions per step: that the run begins with it, after those before (encoding/prefix.ts); before them those for what was decided before the first step. A thread that
   * is not known could be any: then there are none. `fixes`: the kinds of decisions that are stated.
   */
  assumptions(fixes: ReadonlySet<FixedDecision["kind"]>, given: number): Prefix {
    const { composition } = this.formula;
    if (this.threads.includes(null)) return { before: [], steps: [] };
    const { prelude, decided } = this.#trace;
    const decisions = new DecisionsOfSteps(this.threads as readonly SkeletonThread[], fixes, given);
    const before: PrefixStep = { event: null, loses: null, decisions: decisions.next(0, prelude) };
    const steps = this.events.map((event, i): PrefixStep => {
      const runner = this.threads[this.runners[i] as number] as SkeletonThread;
      const loses = event === "unknown" ? runner : null;
      if (loses !== null) decisions.lose(loses);
      const fixed = decisions.next(this.runners[i] as number, decided[i] as DecidedStep);
      return { event: typeof event === "string" ? null : event, loses, decisions: fixed };
    });
    const [first = [], ...others] = fixPrefix(composition, [before, ...steps]);
    return { before: first, steps: others };
  }
}

/** Assumptions that fix the first steps of a run. Steps may share some. */
export interface Prefix {
  /** What was decided before the first step. */
  readonly before: readonly Term[];
  readonly steps: readonly (readonly Term[])[];
}

/** The inputs and choices of a run, step by step, as the n-th of their threads. */
class DecisionsOfSteps {
  readonly #counts = new Map<string, number>();
  /** Nothing is stated of these any more. */
  readonly #lost = new Set<SkeletonThread>();
  #losesChoices = false;
  #inputs = 0;

  constructor(
    readonly threads: readonly SkeletonThread[],
    readonly fixes: ReadonlySet<FixedDecision["kind"]>,
    /** So many inputs are given by the user: the formula has them. */
    readonly given: number,
  ) {}

  lose(thread: SkeletonThread): void {
    this.#lost.add(thread);
  }

  /** To be asked of one step after the other. */
  next(runner: number, { inputs, choices, startsThreads }: DecidedStep): FixedDecision[] {
    const out: FixedDecision[] = [];
    for (const { thread, value, isUnwritten } of inputs)
      if (!isUnwritten) this.#add(out, this.threads[thread], "input", value, this.#inputs++ < this.given);
    // A thread that the step starts may also choose: it is not known which choices are whose.
    this.#losesChoices ||= choices.length > 0 && startsThreads;
    for (const value of choices) this.#add(out, this.threads[runner], "choice", BigInt(value), this.#losesChoices);
    return out;
  }

  #add(out: FixedDecision[], thread: SkeletonThread | undefined, kind: FixedDecision["kind"], value: bigint, isLeftOut: boolean): void {
    if (thread === undefined) return;
    const key = `${thread.index} ${kind}`;
    const number = this.#counts.get(key) ?? 0;
    this.#counts.set(key, number + 1);
    if (!isLeftOut && this.fixes.has(kind) && !this.#lost.has(thread)) out.push({ thread, kind, number, value });
  }
}

/** The steps of a thread by their names. A name that several events have is not known. */
function eventsByKey({ events }: SkeletonThread): Map<string, StepEvent> {
  const out = new Map<string, StepEvent>();
  for (const e of events) if (e.isStep) out.set(e.key, out.has(e.key) ? "unknown" : e);
  return out;
}
