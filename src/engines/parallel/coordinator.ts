// The coordinator of a search by several threads (pool.ts): keeps the upper part of the tree, assigns its branches, and collects the findings.
//
// Without wake-up trees any branch may be started at any time: each covers all that it leads to, except sleeping steps. With them, a sleeping
// step also passes on sequences to the branches after it until its own exploration ends. There a branch is started only when every step still
// being explored from the same state conflicts with it, and so wakes up.

import type { Footprint } from "../../execution/footprint.ts";
import { type Branch, type Decision, newNode, type Reduction, type SearchNode, type Step } from "../../reduction/search.ts";
import { isLimit, type Unknown } from "../../reports/unknown.ts";
import { insertAt } from "../../support/lists.ts";
import { defaultSteps, type EngineResult } from "../engine.ts";
import { addTally, newTally, resultOf } from "../tally.ts";
import {
  type Assignment,
  type DonatedState,
  type Move,
  reviveBranch,
  reviveStep,
  SharedSlot,
  type WorkerMessage,
  type WorkerPool,
} from "./pool.ts";
import type { SearchTask } from "./search-task.ts";

/** A step that was started from a state, and how many states and workers are still below it. */
interface Entry {
  readonly step: Step | null;
  users: number;
}

interface State {
  readonly node: SearchNode;
  readonly prelude: readonly Decision[];
  readonly moves: readonly Move[];
  /** The states above, from the top, and the entry of the last of them that leads here; null: the first state. */
  readonly above: readonly State[];
  readonly from: Entry | null;
  entries: Entry[];
  /** A branch was assigned and its step is not known yet. The next branch must know it. */
  starting: boolean;
}

/** The work of one worker. */
interface Work {
  readonly prelude: readonly Decision[];
  /** The coordinator's states on its path, from the top. Donating states adds to them. */
  readonly states: State[];
  /** The entries that it works below. */
  readonly entries: Entry[];
}

const dependence = { conflict: (a: Footprint, b: Footprint): boolean => a.conflicts(b) };

class Coordinator {
  readonly tally = newTally();
  readonly #states = new Set<State>();
  readonly #preludes: (readonly Decision[])[] = [[]];
  readonly #work: (Work | null)[];
  /** Workers that have ended early. */
  readonly #lost = new Set<number>();

  constructor(
    readonly task: SearchTask,
    readonly reduction: Reduction,
    readonly pool: WorkerPool,
    readonly exhaustive: boolean,
  ) {
    this.#work = Array.from({ length: pool.size }, () => null);
  }

  /** Assigns branches to idle workers. Returns false if all work is done. */
  assign(): boolean {
    const stopped = Atomics.load(this.pool.shared, SharedSlot.Stop) !== 0;
    for (const [worker, work] of this.#work.entries()) {
      if (work !== null || this.#lost.has(worker)) continue;
      const next = stopped ? null : this.#next();
      if (next === null) break;
      this.#work[worker] = next.work;
      this.pool.assign(worker, next.assignment);
    }
    const idle = this.#work.filter((w) => w === null).length;
    Atomics.store(this.pool.shared, SharedSlot.Idle, idle);
    return idle < this.#work.length;
  }

  /** The uppermost branch: probably the largest. */
  #next(): { readonly work: Work; readonly assignment: Assignment } | null {
    const prelude = this.#preludes.shift();
    if (prelude !== undefined)
      return {
        work: { prelude, states: [], entries: [] },
        assignment: { prelude, moves: [], own: false, sleep: [], expanded: [], branch: null },
      };
    let best: State | null = null;
    for (const s of this.#states) if (this.#isReady(s) && (best === null || s.moves.length < best.moves.length)) best = s;
    if (best === null) return null;
    best.starting = true;
    const { node, moves } = best;
    const branch = node.branches.shift() as Branch;
    return {
      work: { prelude: best.prelude, states: [...best.above, best], entries: [] },
      assignment: { prelude: best.prelude, moves, own: node.own, sleep: node.sleep.slice(), expanded: [...node.expanded], branch },
    };
  }

  #isReady(s: State): boolean {
    const branch = s.node.branches[0];
    if (s.starting || branch === undefined) return false;
    if (!this.reduction.passesOn) return true;
    return s.entries.every((e) => e.users === 0 || (branch.footprint !== null && e.step?.footprint.conflicts(branch.footprint)));
  }

  /** What the worker was exploring is not covered: the search ends with what was found. */
  lose(worker: number, why: Unknown): void {
    this.#lost.add(worker);
    this.#work[worker] = null;
    this.tally.cut ??= why;
    Atomics.store(this.pool.shared, SharedSlot.Stop, 1);
  }

  receive(worker: number, message: WorkerMessage): void {
    const work = this.#work[worker] as Work;
    switch (message.kind) {
      case "prelude":
        if (message.next !== null) this.#preludes.push(message.next);
        return;
      case "begun": {
        const state = work.states[work.states.length - 1] as State;
        const step = message.step === null ? null : reviveStep(message.step);
        state.starting = false;
        if (step !== null && this.reduction.sleeps) state.node.sleep = [...state.node.sleep, step];
        state.node.expanded = [...new Set([...state.node.expanded, ...message.expanded])];
        insertAt(state.node.branches, 0, message.others.map(reviveBranch));
        this.#enter(work, state, step);
        return;
      }
      case "demand":
        this.reduction.insert(dependence, (work.states[message.depth] as State).node, message.sequence.map(reviveStep));
        return;
      case "donated":
        for (const state of message.donated) this.#take(work, state, message.moves);
        return;
      case "found":
        if (this.tally.found.has(message.property)) return;
        this.tally.found.set(message.property, message.finding);
        this.task.found?.(message.property, message.finding);
        if (this.#isEnough()) Atomics.store(this.pool.shared, SharedSlot.Stop, 1);
        return;
      case "done":
        addTally(this.tally, message.tally);
        this.#work[worker] = null;
        for (const e of work.entries) e.users--;
        for (const s of work.states.toReversed()) this.#forgetIfDone(s);
        if (this.#isEnough()) Atomics.store(this.pool.shared, SharedSlot.Stop, 1);
        return;
    }
  }

  /** The worker works below a step of this state. */
  #enter(work: Work, state: State, step: Step | null): void {
    const entry = { step, users: 1 };
    state.entries = [...state.entries.filter((e) => e.users > 0), entry];
    work.entries.push(entry);
  }

  #take(work: Work, donated: DonatedState, moves: readonly Move[]): void {
    const node = newNode(donated.enabled, donated.sleep.map(reviveStep), donated.branches.map(reviveBranch));
    node.own = donated.own;
    node.chosen = [...new Set([...node.chosen, ...donated.chosen])];
    node.expanded = donated.expanded;
    const from = work.entries[work.entries.length - 1] ?? null;
    if (from !== null) from.users++;
    const above = [...work.states];
    const state: State = { node, prelude: work.prelude, moves: moves.slice(0, above.length), above, from, entries: [], starting: false };
    this.#states.add(state);
    work.states.push(state);
    this.#enter(work, state, donated.current === null ? null : reviveStep(donated.current));
  }

  #forgetIfDone(s: State): void {
    if (!this.#states.has(s) || s.starting || s.node.branches.length > 0 || s.entries.some((e) => e.users > 0)) return;
    this.#states.delete(s);
    if (s.from !== null) s.from.users--;
  }

  #isEnough(): boolean {
    const { cut, found } = this.tally;
    return (cut !== null && isLimit(cut.cause)) || (!this.exhaustive && this.task.properties.every((p) => found.has(p)));
  }
}

/** Explores everything with a pool. The reduction must know its dependence beforehand, so rf is excluded. */
export async function searchInParallel(
  task: SearchTask,
  reduction: Reduction,
  pool: WorkerPool,
  exhaustive = false,
): Promise<EngineResult> {
  const coordinator = new Coordinator(task, reduction, pool, exhaustive);
  try {
    await new Promise<void>((resolve, reject) => {
      const assignMore = (): void => {
        if (!coordinator.assign()) resolve();
      };
      pool.listen(
        (worker, messages) => {
          try {
            for (const message of messages) coordinator.receive(worker, message);
            task.progress(`${Atomics.load(pool.shared, SharedSlot.Runs)} runs by ${pool.size} threads`);
            assignMore();
          } catch (error) {
            reject(error as Error);
          }
        },
        (worker, why) => {
          if (why instanceof Error) return reject(why);
          coordinator.lose(worker, why);
          assignMore();
        },
      );
      coordinator.assign();
    });
  } finally {
    pool.close();
  }
  coordinator.tally.finished = Atomics.load(pool.shared, SharedSlot.Stop) === 0;
  const result = resultOf(coordinator.tally, task, reduction.name, task.maxSteps ?? defaultSteps);
  return { ...result, options: { ...result.options, jobs: pool.size } };
}
