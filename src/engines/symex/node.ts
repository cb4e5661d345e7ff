// A state on the stack of the search. In: the threads to try, in stages. Out: which comes next; in the end, the formula of the state.
//
// The first stage has the threads that are explored; a later one is only opened for inputs for which all threads before it wait. So a reduction that leaves threads out, and the
// rule that the process ends last, stay right if a thread that was chosen waits for some inputs. A state that leaves threads out says that one of those it takes goes on
// as it was explored: Fig. 4 of PDPOR lacks this.

import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";
import { type Attempt, Attempts } from "./attempts.ts";

export interface NodeSpec {
  /** Its control; null: nothing is kept of it. */
  readonly key: string | null;
  /** Names of threads. */
  readonly stages: readonly (readonly string[])[];
  /** A single thread runs, and a state of it was kept. */
  readonly isLast: boolean;
  /** Nothing may be concluded from it. */
  readonly isOpen: boolean;
  /** Before the start: the only step is the beginning of main. */
  readonly isStart: boolean;
}

export class SearchNode {
  readonly key: string | null;
  readonly isLast: boolean;
  readonly isOpen: boolean;
  readonly isStart: boolean;
  readonly #later: (readonly string[])[];
  /** Per stage that was opened. */
  readonly #tried: Attempts[][] = [];
  #threads: string[] = [];
  /** On inputs: all threads of earlier stages wait. */
  restriction: Term;
  /** Leads to the next state on the stack. */
  attempt: Attempt | null = null;
  /** The formula of the state has this as well. */
  interpolant: Term;

  constructor(
    readonly terms: Terms,
    { key, stages, isLast, isOpen, isStart }: NodeSpec,
  ) {
    this.key = key;
    this.isLast = isLast;
    this.isOpen = isOpen;
    this.isStart = isStart;
    this.restriction = terms.true;
    this.interpolant = terms.true;
    this.#later = [...stages];
    this.openStage(terms.true);
  }

  /** Opens the next stage, for inputs for which this holds. Returns false if there is none. */
  openStage(restriction: Term): boolean {
    const stage = this.#later.shift();
    if (stage === undefined) return false;
    this.restriction = restriction;
    this.#threads = [...stage];
    this.#tried.push([]);
    return true;
  }

  /** Demands that a thread is also tried in the stage at hand. */
  add(thread: string): void {
    if (!this.#threads.includes(thread) && !this.#tried.some((s) => s.some((a) => a.thread === thread))) this.#threads.push(thread);
  }

  /** The thread that is tried. */
  get tried(): Attempts {
    return this.#tried.at(-1)?.at(-1) as Attempts;
  }

  /** The thread to try next; null: all of the stage were tried. */
  next(): Attempts | null {
    const stage = this.#tried.at(-1) as Attempts[];
    const last = stage.at(-1);
    if (last !== undefined && last.vector !== null) return last;
    const thread = this.#threads.shift();
    if (thread === undefined) return null;
    const tried = new Attempts(this.terms, thread);
    stage.push(tried);
    return tried;
  }

  /** On inputs: all threads that were tried wait. */
  get blockedIf(): Term {
    const { terms } = this;
    for (const stage of this.#tried) for (const a of stage) if (!a.hasWaited) return terms.false;
    return terms.all(this.#tried.flatMap((stage) => stage.map((a) => a.blockedIf)));
  }

  /** In any state of the same control in which this holds, no violation is reachable. */
  get formula(): Term {
    return this.terms.and(this.interpolant, this.#formulaFrom(0));
  }

  #formulaFrom(stage: number): Term {
    const { terms } = this;
    const tried = this.#tried[stage];
    if (tried === undefined) return terms.false;
    const all = terms.all(tried.map((a) => a.formula));
    if (stage === this.#tried.length - 1 && this.#later.length === 0) return all;
    const progress = terms.any(tried.map((a) => a.progress));
    return terms.and(all, terms.or(progress, this.#formulaFrom(stage + 1)));
  }
}
