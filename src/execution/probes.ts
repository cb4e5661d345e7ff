// Can a thread complete the section it stands at? The section is run and undone, once per decision vector, without
// recording accesses or races. In: a thread at a section. Out: the decision vectors with which it completes; if there are
// none, why the thread waits, and which threads must act first. An answer is cached until something it depends on
// changes (watch.ts).

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

/** What probing needs of a machine. */
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
  /** An input of which not all values were tried, in a section that cannot complete with any that were. */
  untried: string | null = null;
  #footprint: Footprint | null = null;
  /** Of the last thread that was probed. */
  #needs: readonly (readonly number[])[] | null = null;
  #proceeds = false;

  constructor(readonly machine: ProbedMachine) {
    this.vectors = new DecisionVectors(machine, machine.context, machine.queries, machine.inputValues);
  }

  /** Can the section complete? */
  canPass(t: Thread): boolean {
    return this.#look(t).enabled;
  }

  /** Can it complete without a spurious event, and without telling a wait that there will be none? */
  canProceed(t: Thread): boolean {
    return this.#look(t).proceeds;
  }

  /** Of a thread that cannot proceed: per decision vector, the threads that must each act before the wait can end; null: any thread may end it. */
  needsOf(t: Thread): readonly (readonly number[])[] | null {
    return this.#look(t).needs;
  }

  #look(t: Thread): Watch {
    const { memory } = this.machine;
    const known = t.probed;
    if (known?.holds(memory)) return known;
    // The answer before this one may hold again after undo.
    if (known?.other?.holds(memory)) {
      t.probed = known.other;
      return known.other;
    }
    const watch = new Watch();
    memory.watching = watch;
    const found = this.findCompletions(t, 1);
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
   * The decision vectors with which the thread's section completes; at most `limit`, not counting those with a spurious
   * event. Why the thread waits is decided without spurious events.
   */
  findCompletions(t: Thread, limit: number): DecisionVector[] {
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
    this.#needs = vectors.untried === null && needs.every((slots) => slots.length > 0) ? needs : null;
    return found;
  }

  /** What a waiting thread read, under any decisions, before it had to wait. */
  waitingFootprint(t: Thread): Footprint {
    const footprint = new Footprint();
    this.#footprint = footprint;
    this.findCompletions(t, Number.POSITIVE_INFINITY);
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
    history.restore(entry);
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
