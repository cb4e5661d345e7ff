// A state on the stack of the search. In: the threads to try, in stages. Out: which comes next; in the end, the formula of the state.
//
// The first stage has the threads that are explored; a later one is only opened for inputs for which all threads before it wait. So a reduction that leaves threads out, and the
// rule that the process ends last, stay right if a thread that was chosen waits for some inputs. A state that leaves threads out says that one of those it takes goes on
// as it was explored: Fig. 4 of PDPOR lacks this.

import type { Conjunction } from "../../symbolic/conjunction.ts";
import type { Conjuncts } from "../../symbolic/conjuncts.ts";
import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";
import { type Attempt, Attempts } from "./attempts.ts";
import type { TouchedLater } from "./dpor.ts";
import { conflict, type Touched } from "./touched.ts";

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
  /** Its step begins or ends a thread, or waits for the end of one, and is taken at once. */
  readonly isOwn: boolean;
  /** Threads that can go on. */
  readonly able: readonly { readonly name: string; readonly index: number }[];
  /** Threads whose next steps lead only to runs that were explored before. */
  readonly sleep: Sleep;
  /** The formula of the state has this as well. */
  readonly interpolant: Term;
  /** A thread whose step has no influence on what is looked for; null: none is known. */
  readonly outside: string | null;
}

export type Sleep = ReadonlyMap<string, Touched>;

export const noSleep: Sleep = new Map();

/** Before the start. */
export const startSpec = (terms: Terms): NodeSpec => ({
  key: null,
  stages: [["start"]],
  isLast: false,
  isOpen: false,
  isStart: true,
  isOwn: true,
  able: [],
  sleep: noSleep,
  interpolant: terms.true,
  outside: null,
});

/** A step that begins or ends a thread is next, and nothing of the state is kept. */
export const ownSpec = (terms: Terms, thread: NodeSpec["able"][number]): NodeSpec => ({
  ...startSpec(terms),
  stages: [[thread.name]],
  isStart: false,
  able: [thread],
});

export class SearchNode {
  readonly key: string | null;
  readonly isLast: boolean;
  isOpen: boolean;
  readonly isStart: boolean;
  readonly isOwn: boolean;
  readonly able: readonly string[];
  readonly sleep: Sleep;
  /** What was touched after it, by thread and place. */
  readonly later: TouchedLater = new Map();
  /** A thread was not tried because it sleeps: it could go on. */
  hasSleepers = false;
  readonly #able: NodeSpec["able"];
  readonly #later: (readonly string[])[];
  /** Per stage that was opened. */
  readonly #tried: Attempts[][] = [];
  #threads: string[] = [];
  /** On inputs: all threads of earlier stages wait. */
  restriction: Term;
  /** Leads to the next state on the stack. */
  attempt: Attempt | null = null;
  /** Steps that were taken in a row after it. */
  row = 0;
  /** The formula of the state has this as well. */
  interpolant: Term;

  readonly outside: string | null;
  readonly terms: Terms;

  constructor(
    readonly conjuncts: Conjuncts,
    { key, stages, isLast, isOpen, isStart, isOwn, able, sleep, interpolant, outside }: NodeSpec,
  ) {
    const { terms } = conjuncts;
    this.terms = terms;
    this.isOwn = isOwn;
    this.#able = able;
    this.able = able.map((t) => t.name);
    this.sleep = sleep;
    this.key = key;
    this.isLast = isLast;
    this.isOpen = isOpen;
    this.isStart = isStart;
    this.restriction = terms.true;
    this.interpolant = interpolant;
    this.outside = outside;
    this.#later = [...stages];
    this.openStage(terms.true);
  }

  /** Opens the next stage, for inputs for which this holds. Returns false if there is none. */
  openStage(restriction: Term): boolean {
    const stage = this.#later.shift();
    if (stage === undefined) return false;
    this.restriction = restriction;
    this.#threads = stage.filter((t) => !this.#isTried(t) && !this.sleep.has(t));
    this.hasSleepers ||= stage.some((t) => this.sleep.has(t));
    this.#tried.push([]);
    return true;
  }

  ableNamed(index: number): string | null {
    return this.#able.find((t) => t.index === index)?.name ?? null;
  }

  addAll(): void {
    for (const { name } of this.#able) this.add(name);
  }

  /** The thread was tried, or will be. */
  isChosen(thread: string): boolean {
    return this.#threads.includes(thread) || this.#isTried(thread);
  }

  /** Demands that a thread is also tried in the stage at hand. */
  add(thread: string): void {
    if (this.sleep.has(thread)) return;
    if (!this.isChosen(thread)) this.#threads.push(thread);
  }

  #isTried(thread: string): boolean {
    return this.#tried.some((stage) => stage.some((a) => a.thread === thread));
  }

  /**
   * The threads that sleep after a step of the one that is tried: those that slept, and those that were tried before it, unless the step conflicts with theirs. One that waits for some inputs does not: the run
   * may be one of those.
   */
  sleepAfter(step: Touched): Sleep {
    const asleep = new Map(this.sleep);
    for (const a of this.#tried.flat()) if (a !== this.tried && a.hasMoved && !a.hasWaited) asleep.set(a.thread, a.touched);
    for (const [thread, touched] of asleep) if (conflict(touched, step)) asleep.delete(thread);
    return asleep;
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
    const tried = new Attempts(this.conjuncts, thread);
    stage.push(tried);
    return tried;
  }

  /** Threads that wait for the owner of a lock, for some inputs of the path. */
  get waitForOwners(): number {
    return this.#tried.flat().filter((a) => a.waitsForOwner).length;
  }

  /** The thread was tried, and waits. */
  isWaiting(thread: string): boolean {
    return this.#tried.some((stage) => stage.some((a) => a.thread === thread && a.hasWaited && !a.hasMoved));
  }

  /** Some thread waits for some inputs, and goes on for others. */
  get mayWait(): boolean {
    return this.#tried.some((stage) => stage.some((a) => a.hasMoved && a.hasWaited && a.blockedIf !== this.terms.false));
  }

  /** On inputs: all threads that were tried wait. */
  get blockedIf(): Term {
    const { terms } = this;
    for (const stage of this.#tried) for (const a of stage) if (!a.hasWaited) return terms.false;
    return terms.all(this.#tried.flatMap((stage) => stage.map((a) => a.blockedIf)));
  }

  /** On inputs: all threads that were tried wait for what others may do. */
  get stuckIf(): Term {
    return this.terms.all(this.#tried.flat().map((a) => a.waitsIf));
  }

  /** In any state of the same control in which this holds, no violation is reachable. */
  get formula(): Conjunction {
    return this.conjuncts.both(this.conjuncts.of(this.interpolant), this.#formulaFrom(0));
  }

  #formulaFrom(stage: number): Conjunction {
    const { terms, conjuncts } = this;
    const tried = this.#tried[stage];
    if (tried === undefined) return conjuncts.false;
    const all = conjuncts.all(tried.map((a) => a.formula));
    if (stage === this.#tried.length - 1 && this.#later.length === 0) return all;
    // A thread that was not seen waiting goes on as it was explored, where its formula holds.
    if (tried.some((a) => a.hasMoved && !a.hasWaited)) return all;
    const progress = terms.any(tried.map((a) => a.progress));
    return conjuncts.both(all, conjuncts.of(terms.or(progress, conjuncts.termOf(this.#formulaFrom(stage + 1)))));
  }
}

/** Wherever the thread took one of its last so many steps, all threads are to be tried. */
export function addAllBefore(stack: readonly SearchNode[], thread: string, steps: number): void {
  let left = steps;
  for (let i = stack.length - 1; i >= 0 && left > 0; i--) {
    const node = stack[i] as SearchNode;
    if (node.tried.thread !== thread) continue;
    node.addAll();
    left--;
  }
}
