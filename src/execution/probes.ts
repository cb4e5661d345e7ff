// Can the section a thread stands at get through? It is run and taken back, once for each way to decide what is open in it, unnoticed:
// no accesses are recorded, no races looked for. In: a thread at a section. Out: the ways in which it runs to its end; if there is
// none, the thread knows why it waits, and of which threads it needs something. An answer is kept for as long as nothing it depends on has
// changed (watch.ts).

import { RavelError } from "../support/diagnostics.ts";
import { Contradiction } from "./addresses.ts";
import { Signal } from "./compile/signal.ts";
import type { Oracle } from "./contract.ts";
import { type DecisionVector, DecisionVectors } from "./decision-vectors.ts";
import { Unmodelled } from "./errors.ts";
import { Fault } from "./fault.ts";
import { Footprint } from "./footprint.ts";
import type { History } from "./history.ts";
import type { InputValues } from "./input-values.ts";
import type { OracleQueries } from "./oracle-queries.ts";
import type { RunState } from "./run-state.ts";
import type { StepContext } from "./step-context.ts";
import type { Thread, Waiting } from "./thread.ts";
import { Watch } from "./watch.ts";

/** What running a section and taking it back takes. */
export interface ProbedMachine extends RunState {
  readonly context: StepContext;
  readonly queries: OracleQueries;
  readonly history: History;
  readonly inputValues: InputValues;
  readonly futileWakes: { consider(t: Thread): boolean } | null;
  beginStep(): void;
  proceed(t: Thread): Signal;
  abandon(t: Thread): Signal;
}

export class Probes {
  readonly vectors: DecisionVectors;
  /** An input whose values were not all tried when a section was asked whether it can get through, and it could with none of those that were. */
  untried: string | null = null;
  #footprint: Footprint | null = null;
  /** Of the last thread that was asked about. */
  #needs: readonly (readonly number[])[] | null = null;
  #proceeds = false;

  constructor(readonly machine: ProbedMachine) {
    this.vectors = new DecisionVectors(machine, machine.context, machine.queries, machine.inputValues);
  }

  /** Is there a way? */
  canPass(t: Thread): boolean {
    return this.#look(t).enabled;
  }

  /** Is there a way in which nothing spurious happens, and no wait is told that nothing will? */
  canProceed(t: Thread): boolean {
    return this.#look(t).proceeds;
  }

  /** Of a thread that cannot proceed: per way to decide, the threads that must each act before the wait can end; null: any thread may end it. */
  needsOf(t: Thread): readonly (readonly number[])[] | null {
    return this.#look(t).needs;
  }

  #look(t: Thread): Watch {
    const { memory } = this.machine;
    const known = t.probed;
    if (known?.holds(memory)) return known;
    // What was found before that may hold again, once this and that is taken back.
    if (known?.other?.holds(memory)) {
      t.probed = known.other;
      return known.other;
    }
    const watch = new Watch();
    memory.watching = watch;
    const found = this.waysThrough(t, 1);
    memory.watching = null;
    watch.seal(memory, found.length > 0);
    watch.proceeds = this.#proceeds;
    watch.needs = this.#proceeds ? null : this.#needs;
    watch.other = known;
    if (known !== null) known.other = watch;
    t.probed = watch;
    return watch;
  }

  /**
   * The ways to decide in which the section the thread stands at runs to its end; at most `limit` of them, apart from those in which something
   * spurious happens. Why the thread waits is why it does if nothing does.
   */
  waysThrough(t: Thread, limit: number): DecisionVector[] {
    const found: DecisionVector[] = [];
    const needs: (readonly number[])[] = [];
    let waiting: Waiting | null = null;
    const { vectors, machine } = this;
    const { context } = machine;
    const { footprint } = context;
    context.footprint = this.#footprint;
    machine.futileWakes?.consider(t);
    context.footprint = footprint;
    vectors.begin();
    let plain = 0;
    do {
      if (this.#probe(t, vectors)) {
        found.push(vectors.taken);
        if (!machine.queries.isVoluntary) plain++;
      } else if (!machine.queries.isVoluntary) {
        if (waiting === null || waiting.assumption) waiting = t.waiting;
        needs.push(t.waiting?.needs ?? []);
      }
    } while (plain < limit && vectors.advance());
    this.#proceeds = plain > 0;
    if (found.length === 0 && vectors.untried !== null) {
      this.untried ??= vectors.untried;
      waiting = { why: "input", low: 0, high: 0, assumption: true, needs: [] }; // it may be able to continue
    }
    t.waiting = plain > 0 ? null : waiting;
    this.#needs = vectors.untried === null && needs.every((way) => way.length > 0) ? needs : null;
    return found;
  }

  /** What a waiting thread looked at, under any choice, before it found that it must wait. */
  waitingFootprint(t: Thread): Footprint {
    const footprint = new Footprint();
    this.#footprint = footprint;
    this.waysThrough(t, Number.POSITIVE_INFINITY);
    this.#footprint = null;
    return footprint;
  }

  #probe(t: Thread, oracle: Oracle): boolean {
    const { machine } = this;
    const { queries, history, context } = machine;
    const { recorder, footprint, mayBlock, operation, function: stepFunction } = context;
    const asked = queries.oracle;
    context.probing = true;
    context.footprint = this.#footprint;
    context.recorder = null;
    queries.oracle = oracle;
    machine.beginStep();
    t.waiting = null;
    const entry = history.beginProbe(t);
    let enabled = true;
    try {
      enabled = machine.proceed(t) !== Signal.Blocked;
    } catch (error) {
      if (error instanceof Contradiction) enabled = machine.abandon(t) !== Signal.Blocked;
      else if (!(error instanceof Fault || error instanceof Unmodelled || error instanceof RavelError)) throw error;
    }
    history.takeBack(entry);
    history.drop(entry);
    context.probing = false;
    context.recorder = recorder;
    context.footprint = footprint;
    context.mayBlock = mayBlock;
    queries.oracle = asked;
    context.operation = operation;
    context.function = stepFunction;
    return enabled;
  }
}
