// The concurrent trace program of a run (FUSION, section 2.3): the program unrolled along the route of the run, as a formula, and which of its events are the steps of
// the run. In: a traced run. Out: the formula; events by step, threads by their index.

import type { Formula } from "../../encoding/formula.ts";
import { fixPrefix, type PrefixStep } from "../../encoding/prefix.ts";
import type { Program } from "../../program/program.ts";
import type { SkeletonEvent, SkeletonThread } from "../../skeleton/skeleton.ts";
import type { Term } from "../../terms/term.ts";
import type { Trace } from "../../witness/trace.ts";
import { namesOf } from "../traces/route-of-trace.ts";

/** The event of a step. `none`: no other thread can observe the step. `unknown`: the step has no name that the unroller certainly uses. */
export type StepEvent = SkeletonEvent | "none" | "unknown";

export class TraceProgram {
  /** By step of the run. */
  readonly events: readonly StepEvent[];
  /** By the thread's index in the run; null: not known. */
  readonly threads: readonly (SkeletonThread | null)[];
  /** The thread of each step. */
  readonly runners: readonly number[];

  constructor(
    readonly formula: Formula,
    program: Program,
    trace: Trace,
  ) {
    const { skeleton } = formula;
    const named = namesOf(program, trace);
    const byName = new Map(skeleton.threads.map((t) => [t.name, t]));
    this.threads = named.map(({ name }) => (name === null ? null : (byName.get(name) ?? null)));
    this.runners = trace.schedule.steps.map((s) => s.thread);
    const byKey = this.threads.map((t) => (t === null ? null : eventsByKey(t)));
    const taken = named.map(() => 0);
    this.events = this.runners.map((index) => {
      const key = named[index]?.keys[taken[index] as number];
      (taken[index] as number)++;
      const events = byKey[index];
      return key == null || events == null ? "unknown" : (events.get(key) ?? "none");
    });
  }

  /** One assumption per step: that the run begins with it, after those before (encoding/prefix.ts). A thread that is not known could be any: then there are none. */
  assumptions(): (Term | null)[] {
    const { composition } = this.formula;
    if (this.threads.includes(null)) return [];
    const steps = this.events.map((event, i): PrefixStep => {
      const runner = this.threads[this.runners[i] as number] as SkeletonThread;
      return typeof event === "string" ? { event: null, loses: event === "unknown" ? runner : null } : { event, loses: null };
    });
    return fixPrefix(composition, steps);
  }
}

/** The steps of a thread by their names. A name that several events have is not known. */
function eventsByKey({ events }: SkeletonThread): Map<string, StepEvent> {
  const out = new Map<string, StepEvent>();
  for (const e of events) if (e.isStep) out.set(e.key, out.has(e.key) ? "unknown" : e);
  return out;
}
