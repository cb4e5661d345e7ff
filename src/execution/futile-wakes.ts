// Spurious wake-ups that lead nowhere. In: a thread in a condition wait, whose wake-up would be spurious. Out: whether the wake-up would
// only lead back to the same state; then it is not offered.
//
// The thread runs alone: it wakes, takes the mutex, finds its condition false and waits again, with the same state and memory as before. A run
// without such an excursion reaches whatever a run with it reaches. That holds even if other threads take steps during the excursion, as long as
// none of them observes that the mutex is taken (by a try or a time-out; a blocked thread takes no step) or changes, without the mutex, what the
// thread reads meanwhile. A signal does not matter: it finds another waiter, or wakes this one for its excursion. Every step of the search is
// checked against these conditions (`watch`); if one fails, the search restarts with every wake-up offered.
//
// A search that leaves out orders of independent steps must see such a step after the wait, although no thread has woken there yet. So a step that begins
// a wait, or writes what a waiter would read, counts as reading all that the waiter would (`foresee`).

import type { Oracle } from "./contract.ts";
import { wakesInVainOption } from "./environment.ts";
import { Footprint } from "./footprint.ts";
import type { Judgement } from "./judgement.ts";
import type { OracleQueries } from "./oracle-queries.ts";
import type { Spinning } from "./spinning.ts";
import type { StepContext } from "./step-context.ts";
import type { Stepper } from "./stepper.ts";
import type { Synchronisation } from "./synchronisation.ts";
import type { Thread } from "./thread.ts";
import { Watch } from "./watch.ts";

/** Maximum number of steps of an excursion. */
const maxExcursionSteps = 64;

/** Maximum number of excursions of one thread that are explored where other threads may observe them. */
const maxExcursions = 2;

/** What a thread reads on an excursion: steps of others must not write it unless they hold the lock. */
interface Excursion {
  readonly thread: string;
  readonly lock: number;
  readonly reads: Footprint;
}

/** The lock's owner is in its first bytes. */
const ownerBytes = 4;

/** What following a wake-up needs of a machine. */
export interface WakingMachine extends Stepper {
  readonly context: StepContext;
  readonly queries: OracleQueries;
  readonly spinning: Spinning | null;
  readonly synchronisation: Synchronisation;
}

export class FutileWakes {
  readonly #excursions = new Map<string, Excursion>();
  /** Per function, the operation that begins the section that asks; -1: there is none. */
  readonly #sections = new Map<number, number>();
  #isTrying = false;
  #isActive = true;
  /** The step being executed is not to wake spuriously. */
  isMuted = false;
  /** Another thread interferes with excursions: what was left out may matter. */
  isMisled = false;

  constructor(readonly machine: WakingMachine) {}

  /** Other threads may observe excursions, and not all were offered: the search is not exhaustive. */
  hasLimited = false;

  /** The thread has woken spuriously. */
  count(t: Thread): void {
    if (!this.#isTrying && t.judged?.isFutile) t.excursions++;
  }

  /** From now on every wake-up is offered, but only `maxExcursions` futile ones per thread. */
  giveUp(): void {
    this.#isActive = false;
    this.isMisled = false;
  }

  /** The thread is about to take a step, or to be asked whether it can. True: it stands where it may wake spuriously. */
  consider(t: Thread): boolean {
    this.isMuted = false;
    if (this.#isTrying || !this.isAtWait(t)) return false;
    const { memory } = this.machine;
    const { isFutile, touched, watch } = this.#judgementOf(t);
    this.isMuted = isFutile && (this.#isActive || t.excursions >= maxExcursions);
    if (this.isMuted && !this.#isActive) this.hasLimited = true;
    memory.watching?.include(watch);
    const { footprint } = this.machine.context;
    if (footprint !== null) addReads(footprint, touched);
    return true;
  }

  /** Does the thread stand where it may wake spuriously? */
  isAtWait(t: Thread): boolean {
    if (t.status !== "running" || t.pendingFault !== null || !t.fn.library) return false;
    return this.#sectionIn(t) === t.fn.operationAt[t.pc];
  }

  #sectionIn({ fn }: Thread): number {
    let begin = this.#sections.get(fn.id);
    if (begin === undefined) {
      const asks = fn.operations.findIndex(
        (o) => o.op === "option" && o.which.kind === "integer" && o.which.value === BigInt(wakesInVainOption),
      );
      begin = asks < 0 ? -1 : fn.operations.findLastIndex((o, i) => i < asks && o.op === "atomic-begin");
      this.#sections.set(fn.id, begin);
    }
    return begin;
  }

  /** The thread has taken a step, with this footprint: adds what waiters would read whose condition it may have changed. */
  foresee(t: Thread, step: Footprint): void {
    if (!this.#isActive) return;
    for (const u of this.machine.threads) {
      if (!this.isAtWait(u)) continue;
      const { touched } = this.#judgementOf(u);
      if (u === t || step.conflicts(touched)) addReads(step, touched);
    }
  }

  #judgementOf(t: Thread): Judgement {
    if (t.judged?.watch.holds(this.machine.memory) !== true) t.judged = this.#judge(t);
    return t.judged;
  }

  #judge(t: Thread): Judgement {
    const { machine } = this;
    const { memory, queries, outcome, context } = machine;
    const { footprint } = context;
    const { watching } = memory;
    const { oracle } = queries;
    const watch = new Watch();
    const touched = new Footprint();
    this.#isTrying = true;
    machine.outcome = null; // this is also asked at the end of a run, and the answer is kept
    memory.watching = watch;
    const isFutile = this.#leadsBack(t, touched);
    memory.watching = watching;
    machine.outcome = outcome;
    context.footprint = footprint;
    queries.oracle = oracle;
    this.#isTrying = false;
    watch.seal(memory, isFutile);
    return { isFutile, watch, touched };
  }

  /** Wakes the thread and lets it run alone; undoes everything. While the mutex is taken, waking is futile too. */
  #leadsBack(t: Thread, touched: Footprint): boolean {
    const { machine } = this;
    const { memory, spinning } = machine;
    if (spinning === null) return false;
    const oracle = new WakingOracle(machine.queries);
    const mark = memory.mark();
    const before = spinning.stateOf(t);
    const locks = t.locks;
    const inside = new Footprint();
    let steps = 0;
    let isBack = false;
    let lock = 0;
    while (!isBack && steps < maxExcursionSteps && t.status === "running" && machine.outcome === null && !oracle.asked) {
      const own = new Footprint();
      const moved = machine.step(t, oracle, own) !== null;
      addReads(touched, own);
      if (!moved) {
        if (steps === 0) isBack = !oracle.asked;
        break;
      }
      steps++;
      if (steps === 1) lock = t.locks.find((l) => !locks.includes(l))?.object ?? 0;
      isBack =
        this.isAtWait(t) &&
        machine.outcome === null &&
        !oracle.asked &&
        equal(before, spinning.stateOf(t)) &&
        memory.isRestored(mark, t.hidden);
      if (steps > 1 && !isBack) {
        if (own.written !== 0) break; // it changes something
        addReads(inside, own);
      }
    }
    for (; steps > 0; steps--) machine.undo();
    if (isBack && lock !== 0) this.#remember(t, lock, inside);
    return isBack;
  }

  #remember(t: Thread, lock: number, reads: Footprint): void {
    const key = `${t.name} ${lock}`;
    const known = this.#excursions.get(key);
    if (known === undefined) this.#excursions.set(key, { thread: t.name, lock, reads });
    else known.reads.include(reads);
  }

  /** The thread has taken a step: does that disturb excursions of others? `before`: the locks it held. */
  watch(t: Thread, before: Thread["locks"], step: Footprint): void {
    if (this.#isTrying || !this.#isActive) return;
    for (const { thread, lock, reads } of this.#excursions.values()) {
      if (thread === t.name || !this.machine.threads.some((u) => u.name === thread && u.status !== "finished")) continue;
      const held = before.some((l) => l.object === lock);
      const holds = t.locks.some((l) => l.object === lock);
      if (!held && !(holds && this.machine.synchronisation.announces) && touches(step, lock, ownerBytes)) this.isMisled = true;
      if (!held && !holds && step.conflicts(reads)) this.isMisled = true;
    }
  }
}

/** Wakes once; whatever else is asked ends the excursion. */
class WakingOracle implements Oracle {
  readonly isExact = true;
  readonly given: readonly bigint[];
  readonly asksInSteps: boolean;
  #hasWoken = false;
  asked = false;

  constructor({ askedFor }: OracleQueries) {
    this.given = askedFor.given;
    this.asksInSteps = askedFor.asksInSteps;
  }

  choose(_count: number, what: string): number {
    if (what === "spurious wake-up" && !this.#hasWoken) {
      this.#hasWoken = true;
      return 1;
    }
    this.asked = true;
    return 0;
  }

  input(): bigint {
    this.asked = true;
    return 0n;
  }
}

function addReads(to: Footprint, from: Footprint): void {
  for (let i = 0; i < from.count; i++) to.add(from.starts[i] as number, (from.ends[i] as number) - (from.starts[i] as number), false);
}

function touches(f: Footprint, start: number, size: number): boolean {
  for (let i = 0; i < f.count; i++) if ((f.starts[i] as number) < start + size && start < (f.ends[i] as number)) return true;
  return false;
}

const equal = (a: readonly number[], b: readonly number[]): boolean => a.length === b.length && a.every((x, i) => x === b[i]);
