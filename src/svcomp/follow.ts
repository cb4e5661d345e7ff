// Runs a program along the places of a witness. In: a machine that undoes steps, and the places. Out: the schedule of a run that violates the
// property, or null.
//
// A place names a line, and perhaps a thread. The thread runs until it stands at the line, or has passed it by computation that is not a step; if it
// does neither, its steps are taken back and the place is left out. There it takes the steps of the line: all of them, or one, as the attempt
// says, because a witness cannot name a part of a statement. What the witness leaves open is chosen as in other runs: the thread that ran goes on,
// or, in later attempts, a random one. Nothing here decides: the schedule is confirmed by a replay.

import type { InputRange } from "../execution/contract.ts";
import type { Violation } from "../execution/errors.ts";
import type { Machine } from "../execution/machine.ts";
import type { Thread } from "../execution/thread.ts";
import { randomInput } from "../scheduling/random.ts";
import type { Rng } from "../support/rng.ts";
import { environmentOf, type Schedule, type ScheduledStep } from "../witness/schedule.ts";
import { locationOf } from "../witness/steps.ts";
import type { GuidePoint, WitnessGuide } from "./guide.ts";
import { inputFor, inputsPerResult } from "./input-values.ts";

/** Steps within which a thread must reach a place. */
const maxStepsToPlace = 400;
/** Steps in one line. */
const maxStepsInLine = 60;
/** Steps after the last place. */
const maxFurtherSteps = 3000;

export interface Attempt {
  /** Null: no chance is involved; a statement is executed as a whole. */
  readonly rng: Rng | null;
  /** One step per place. */
  readonly bySteps: boolean;
}

/** `isFound` is asked about each new violation, with the schedule so far; true ends the run. */
export function followWitness(
  machine: Machine,
  guide: WitnessGuide,
  attempt: Attempt,
  isFound: (violation: Violation, schedule: Schedule) => boolean,
): boolean {
  return new WitnessRun(machine, guide, attempt, isFound).run();
}

class WitnessRun {
  readonly #steps: ScheduledStep[] = [];
  #prelude: readonly number[] = [];
  readonly #threads = new Map<string, number>();
  /** The values of inputs, by the places that name them; those that were given are left out. */
  readonly #values: { readonly point: GuidePoint; readonly at: number; used: number; isUsed: boolean }[];
  /** Per thread: function and line of its last step. */
  readonly #before = new Map<number, { readonly function: string | null; readonly line: number }>();
  #place = 0;
  #judged = 0;
  #isFound = false;
  #last = 0;

  constructor(
    readonly machine: Machine,
    readonly guide: WitnessGuide,
    readonly attempt: Attempt,
    readonly isFound: (violation: Violation, schedule: Schedule) => boolean,
  ) {
    this.#values = guide.points.flatMap((point, at) => (point.value === null ? [] : [{ point, at, used: 0, isUsed: false }]));
  }

  run(): boolean {
    const { machine, guide } = this;
    machine.start(this);
    this.#prelude = machine.choices.slice();
    const main = guide.points.find((p) => p.thread !== null)?.thread;
    if (main != null) this.#threads.set(main, 0);
    for (const point of [...guide.points, ...guide.targets]) {
      if (this.#isOver) break;
      this.#visit(point);
      this.#place++;
    }
    this.#continue();
    return this.#isFound;
  }

  get #isOver(): boolean {
    return this.#isFound || this.machine.outcome !== null;
  }

  // ---- the oracle

  choose(count: number): number {
    return this.attempt.rng?.chance(0.2) ? this.attempt.rng.below(count) : 0;
  }

  input(bits: number, what: string, thread: number, range: InputRange | null): bigint {
    const named = this.#values.find(({ point, at, isUsed }) => !isUsed && at >= this.#place - 1 && this.#mayBe(point.thread, thread));
    if (named !== undefined) {
      named.used++;
      named.isUsed = named.used >= (inputsPerResult(what) ?? 1);
      return BigInt.asUintN(bits, inputFor(what, named.point.value as bigint | number, bits, named.used - 1));
    }
    return this.attempt.rng === null ? (range?.first ?? 0n) : randomInput(this.attempt.rng, bits, range);
  }

  #mayBe(name: string | null, thread: number): boolean {
    if (name === null) return true;
    const known = this.#threads.get(name);
    return known === undefined ? ![...this.#threads.values()].includes(thread) : known === thread;
  }

  // ---- places

  #visit(point: GuidePoint): void {
    const { machine } = this;
    const known = machine.threads.length;
    // The witness may leave out where the thread of the place is started.
    if (point.line !== null) while (!this.#isOver && !this.#reachByAny(point) && this.#startThread());
    if (point.creates === null || this.#threads.has(point.creates)) return;
    const started = machine.threads.slice(known).find((t) => ![...this.#threads.values()].includes(t.index));
    if (started !== undefined) this.#threads.set(point.creates, started.index);
  }

  #reachByAny(point: GuidePoint): boolean {
    const found = this.#candidates(point).find((thread) => this.#reach(thread, point));
    if (found !== undefined && point.thread !== null) this.#threads.set(point.thread, found.index);
    return found !== undefined;
  }

  /** Runs threads, the first that can, until one starts another. False: none does, and nothing has changed. */
  #startThread(): boolean {
    const { machine } = this;
    const known = machine.threads.length;
    let taken = 0;
    for (; taken < maxStepsToPlace && !this.#isOver; taken++) {
      if (!machine.threads.some((t) => t.status === "running" && machine.canProceed(t) && this.#step(t))) break;
      if (machine.threads.length > known) return true;
    }
    for (; taken > 0 && !this.#isFound; taken--) this.#undo();
    return false;
  }

  /** The thread of the place; if it is not known, one that has no name yet, or any. */
  #candidates({ thread }: GuidePoint): Thread[] {
    const running = this.machine.threads.filter((t) => t.status === "running");
    const known = thread === null ? undefined : this.#threads.get(thread);
    if (known !== undefined) return running.filter((t) => t.index === known);
    const rank = (t: Thread): number => (t.index === this.#last && thread === null ? -1 : t.index);
    const numbered = thread !== null && /^\d+$/.test(thread) ? Number(thread) : -1;
    const free = thread === null ? running : running.filter((t) => ![...this.#threads.values()].includes(t.index));
    return free.sort((a, b) => Number(b.index === numbered) - Number(a.index === numbered) || rank(a) - rank(b));
  }

  /** Runs the thread to the line and through it. False: it does not get there, and nothing has changed. */
  #reach(thread: Thread, point: GuidePoint): boolean {
    const { machine } = this;
    const line = point.line as number;
    const within = point.function ?? this.#functionAt(line);
    const before = new Map(this.#before);
    const used = this.#values.map((v) => v.isUsed);
    let taken = 0;
    for (; taken < maxStepsToPlace && !this.#isOver; taken++) {
      const at = locationOf(machine, thread);
      const last = this.#before.get(thread.index);
      if (point.isCall && last?.line === line) return true;
      if (at?.line === line) {
        this.#throughLine(thread, line, point.isCall);
        return true;
      }
      const hasPassed = last !== undefined && last.line <= line && (at === null || (at.line > line && at.function === last.function));
      if (hasPassed && last.function === within) return true;
      if (!this.#step(thread)) break;
    }
    if (this.#isOver && this.#isFound) return true;
    for (; taken > 0; taken--) this.#undo();
    for (const [index, place] of before) this.#before.set(index, place);
    used.forEach((isUsed, i) => {
      (this.#values[i] as { isUsed: boolean }).isUsed = isUsed;
    });
    return false;
  }

  /** The function whose text the line belongs to: the last that begins before it. */
  #functionAt(line: number): string | null {
    const { functions, positions, files } = this.machine.program;
    const starts = functions
      .filter((f) => !f.library && !f.external)
      .map((f) => ({ name: f.name, at: positions[f.position] }))
      .filter(({ at }) => at !== undefined && at.file === files[0] && at.line <= line);
    return starts.sort((a, b) => (b.at?.line ?? 0) - (a.at?.line ?? 0))[0]?.name ?? null;
  }

  #throughLine(thread: Thread, line: number, isCall: boolean): void {
    const { rng, bySteps } = this.attempt;
    const usual = rng === null ? (bySteps ? 1 : maxStepsInLine) : ([0, 1, maxStepsInLine][rng.below(3)] as number);
    const most = isCall ? 1 : usual;
    for (let i = 0; i < most && !this.#isOver; i++) {
      if (i > 0 && locationOf(this.machine, thread)?.line !== line) return;
      if (!this.#step(thread)) return;
    }
  }

  /** The rest of the run: the last thread while it can, then any other. */
  #continue(): void {
    const { machine } = this;
    const { rng } = this.attempt;
    for (let i = 0; i < maxFurtherSteps && !this.#isOver; i++) {
      const running = machine.threads.filter((t) => machine.mayRun(t));
      const first = rng === null ? undefined : running[rng.below(Math.max(running.length, 1))];
      const order = [...(first === undefined ? [] : [first]), ...running.filter((t) => t.index === this.#last), ...running];
      if (order.some((t) => machine.canProceed(t) && this.#step(t))) continue;
      machine.concludeStuck();
      this.#judge();
      return;
    }
    machine.noteLost();
    this.#judge();
  }

  // ---- steps

  #step(thread: Thread): boolean {
    const { machine } = this;
    if (machine.outcome !== null || !machine.mayRun(thread)) return false;
    const choices = machine.choices.length;
    const at = locationOf(machine, thread);
    if (machine.step(thread, this) === null) return false;
    this.#steps.push({ thread: thread.index, choices: machine.choices.slice(choices) });
    if (at !== null) this.#before.set(thread.index, { function: at.function ?? null, line: at.line });
    this.#last = thread.index;
    this.#judge();
    return true;
  }

  #undo(): void {
    this.machine.undo();
    this.#steps.pop();
    this.#judged = Math.min(this.#judged, this.machine.violations.length);
  }

  #judge(): void {
    const { machine } = this;
    for (; this.#judged < machine.violations.length && !this.#isFound; this.#judged++)
      this.#isFound = this.isFound(machine.violations[this.#judged] as Violation, this.#schedule());
  }

  #schedule(): Schedule {
    const { machine } = this;
    return {
      steps: [...this.#steps],
      inputs: machine.inputs.map((i) => i.value),
      prelude: this.#prelude,
      ...environmentOf(machine),
    };
  }
}
