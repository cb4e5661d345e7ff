// The leader of a search by several threads: keeps the upper part of the tree, hands out its branches, hears what is found (crew.ts).
//
// Without wake-up trees any branch may be begun at any time: each is responsible for all that it leads to, except what is asleep.
// With them, what is asleep also passes on sequences to be explored in the branches after it, until it is done. So there a
// branch is begun only when whatever is still being explored from the same state conflicts with it, and thus wakes up.

import type { Footprint } from "../../execution/footprint.ts";
import { type Branch, type Decision, newNode, type Reduction, type SearchNode, type Step } from "../../reduction/search.ts";
import { isLimit, type Unknown } from "../../reports/unknown.ts";
import { insertAt } from "../../support/lists.ts";
import { defaultSteps, type EngineResult } from "../engine.ts";
import { addTally, newTally, resultOf } from "../tally.ts";
import { type Assignment, type Crew, type Gift, type Move, reviveBranch, reviveStep, Shared, type Word } from "./pool.ts";
import type { SearchTask } from "./search-task.ts";

/** A step from a state that was begun, and how many states and helpers are still below it. */
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
  /** A branch was handed out and is not begun yet: what it does is not known, and the next must know. */
  starting: boolean;
}

/** What a helper is doing. */
interface Work {
  readonly prelude: readonly Decision[];
  /** The leader's states on its way, from the top; more and more, as it gives states away. */
  readonly states: State[];
  /** The entries it works below, of some of them. */
  readonly entries: Entry[];
}

const dependence = { conflict: (a: Footprint, b: Footprint): boolean => a.conflicts(b) };

class Leader {
  readonly tally = newTally();
  readonly #states = new Set<State>();
  readonly #preludes: (readonly Decision[])[] = [[]];
  readonly #work: (Work | null)[];
  /** Helpers that say no more. */
  readonly #lost = new Set<number>();

  constructor(
    readonly task: SearchTask,
    readonly reduction: Reduction,
    readonly crew: Crew,
    readonly exhaustive: boolean,
  ) {
    this.#work = Array.from({ length: crew.size }, () => null);
  }

  /** Gives everybody something to do, if there is something. False: all is done. */
  assign(): boolean {
    const stopped = Atomics.load(this.crew.shared, Shared.Stop) !== 0;
    for (const [helper, work] of this.#work.entries()) {
      if (work !== null || this.#lost.has(helper)) continue;
      const next = stopped ? null : this.#next();
      if (next === null) break;
      this.#work[helper] = next.work;
      this.crew.assign(helper, next.assignment);
    }
    const idle = this.#work.filter((w) => w === null).length;
    Atomics.store(this.crew.shared, Shared.Idle, idle);
    return idle < this.#work.length;
  }

  /** The uppermost branch there is: the largest, most likely. */
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

  /** What the helper was exploring is not covered: the search ends, with what was found. */
  lose(helper: number, why: Unknown): void {
    this.#lost.add(helper);
    this.#work[helper] = null;
    this.tally.cut ??= why;
    Atomics.store(this.crew.shared, Shared.Stop, 1);
  }

  hear(helper: number, word: Word): void {
    const work = this.#work[helper] as Work;
    switch (word.kind) {
      case "prelude":
        if (word.next !== null) this.#preludes.push(word.next);
        return;
      case "begun": {
        const state = work.states[work.states.length - 1] as State;
        const step = word.step === null ? null : reviveStep(word.step);
        state.starting = false;
        if (step !== null && this.reduction.sleeps) state.node.sleep = [...state.node.sleep, step];
        state.node.expanded = [...new Set([...state.node.expanded, ...word.expanded])];
        insertAt(state.node.branches, 0, word.others.map(reviveBranch));
        this.#enter(work, state, step);
        return;
      }
      case "demand":
        this.reduction.insert(dependence, (work.states[word.depth] as State).node, word.sequence.map(reviveStep));
        return;
      case "gifts":
        for (const gift of word.gifts) this.#take(work, gift, word.moves);
        return;
      case "found":
        if (this.tally.found.has(word.property)) return;
        this.tally.found.set(word.property, word.finding);
        this.task.found?.(word.property, word.finding);
        if (this.#isEnough()) Atomics.store(this.crew.shared, Shared.Stop, 1);
        return;
      case "done":
        addTally(this.tally, word.tally);
        this.#work[helper] = null;
        for (const e of work.entries) e.users--;
        for (const s of work.states.toReversed()) this.#forgetIfDone(s);
        if (this.#isEnough()) Atomics.store(this.crew.shared, Shared.Stop, 1);
        return;
    }
  }

  /** The helper works below a step of this state. */
  #enter(work: Work, state: State, step: Step | null): void {
    const entry = { step, users: 1 };
    state.entries = [...state.entries.filter((e) => e.users > 0), entry];
    work.entries.push(entry);
  }

  #take(work: Work, gift: Gift, way: readonly Move[]): void {
    const node = newNode(gift.enabled, gift.sleep.map(reviveStep), gift.branches.map(reviveBranch));
    node.own = gift.own;
    node.chosen = [...new Set([...node.chosen, ...gift.chosen])];
    node.expanded = gift.expanded;
    const from = work.entries[work.entries.length - 1] ?? null;
    if (from !== null) from.users++;
    const above = [...work.states];
    const state: State = { node, prelude: work.prelude, moves: way.slice(0, above.length), above, from, entries: [], starting: false };
    this.#states.add(state);
    work.states.push(state);
    this.#enter(work, state, gift.current === null ? null : reviveStep(gift.current));
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

/** Explores everything with a crew. The reduction must know its dependence beforehand: all but rf. */
export async function searchTogether(task: SearchTask, reduction: Reduction, crew: Crew, exhaustive = false): Promise<EngineResult> {
  const leader = new Leader(task, reduction, crew, exhaustive);
  try {
    await new Promise<void>((resolve, reject) => {
      const goOn = (): void => {
        if (!leader.assign()) resolve();
      };
      crew.listen(
        (helper, words) => {
          try {
            for (const word of words) leader.hear(helper, word);
            task.progress(`${Atomics.load(crew.shared, Shared.Runs)} runs by ${crew.size} threads`);
            goOn();
          } catch (error) {
            reject(error as Error);
          }
        },
        (helper, why) => {
          if (why instanceof Error) return reject(why);
          leader.lose(helper, why);
          goOn();
        },
      );
      leader.assign();
    });
  } finally {
    crew.close();
  }
  leader.tally.finished = Atomics.load(crew.shared, Shared.Stop) === 0;
  const result = resultOf(leader.tally, task, reduction.name, task.maxSteps ?? defaultSteps);
  return { ...result, options: { ...result.options, jobs: crew.size } };
}
