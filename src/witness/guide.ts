// Makes a schedule from a run as an engine knows it: which thread executes which operation, in which order. In: the order, and per thread the
// values of what was open. Out: the recorded schedule, or null if the program does something else: then the engine was wrong.
//
// The executor is driven along the order. Steps that the engine does not mention, because no other thread can observe them, are executed on
// the way; if they execute the same operation as one that it mentions, the objects tell which is meant.

import { freedomOfChoice, isAboutAddresses } from "../execution/freedoms.ts";
import type { Machine } from "../execution/machine.ts";
import type { MemoryObject, NewObject } from "../execution/memory-object.ts";
import type { Thread } from "../execution/thread.ts";
import type { LowestFirst } from "../scheduling/lowest-first.ts";
import { drive, type RunEnd, type RunLimits, type RunObserver, run } from "../scheduling/run.ts";
import type { MachineView, Picked, Scheduler, ThreadView } from "../scheduling/scheduler.ts";
import { GuidedPlaces } from "./guided-places.ts";
import { type Schedule, ScheduleRecorder } from "./schedule.ts";

/** Steps within which a thread must reach the operation that the engine names. */
const maxStepsToOperation = 100_000;

/** Steps that all threads together may take until none can continue. */
const maxStepsToStandstill = 5000;

/** An operation of a thread. Threads are numbered by the engine, main is 0. */
export interface GuidedStep {
  readonly thread: number;
  readonly function: number;
  readonly operation: number;
  /** Threads it starts, by the engine's numbers. */
  readonly starts: readonly number[];
  /** Some objects that it accesses; addresses are the engine's own, except those of globals. None: not known. */
  readonly objects: readonly { readonly kind: MemoryObject["kind"]; readonly address: bigint }[];
}

export interface Guidance {
  readonly steps: readonly GuidedStep[];
  /** Operations at the end that are not steps, or whose step is the failure itself. */
  readonly last: readonly GuidedStep[];
  readonly open: (thread: number) => readonly { readonly kind: "input" | "choice"; readonly value: bigint }[];
  /** The objects that a thread makes and others may see, in order; `address`: by the engine's numbers, the same for objects in one place. */
  readonly births: (thread: number) => readonly { readonly kind: string; readonly at: number; readonly address: bigint }[];
  /** The order of objects, by their addresses in the engine. */
  readonly ranks: ReadonlyMap<bigint, bigint>;
  /** Inputs that are given beforehand, in the order of asking: these are not of the engine's choosing. */
  readonly given: readonly bigint[];
  /** Continue all threads until none can: for a deadlock. */
  readonly exhaust: boolean;
}

/** What continues a run after its guidance, beginning with a thread by the engine's number. */
export interface Continuation {
  readonly scheduler: LowestFirst;
  readonly thread: number;
}

/** Follows the guidance and continues the run. Returns how it ended, or null if the program did not follow. */
export function followAndContinue(
  machine: Machine,
  guidance: Guidance,
  then: Continuation,
  limits: RunLimits,
  observer: RunObserver,
): RunEnd | null {
  const guided = new GuidedRun(machine, guidance, () => true, then);
  const end = run(machine, guided, limits, {
    started: () => {
      guided.started();
      observer.started?.();
    },
    stepping: (t) => observer.stepping?.(t),
    stepped: (t) => {
      guided.stepped(t);
      observer.stepped?.(t);
    },
    blocked: (t) => observer.blocked?.(t),
  });
  return guided.hasFollowed || machine.outcome !== null || end === "interrupted" ? end : null;
}

export function followGuidance(machine: Machine, guidance: Guidance, isDone: (machine: Machine) => boolean): Schedule | null {
  const guided = new GuidedRun(machine, guidance, () => isDone(machine));
  drive(machine, guided, () => false, guided);
  guided.finish();
  return isDone(machine) ? guided.recorder.schedule : null;
}

/** Yields the thread to step next, or "stuck" if none can continue; receives whether the thread has executed the step. */
type Course<Result = void> = Generator<Thread | "stuck", Result, boolean>;

/** The scheduler of a guided run. Its course is a coroutine, which the driver's picks resume. */
class GuidedRun implements Scheduler, RunObserver {
  readonly #threads = new Map<number, number>([[0, 0]]); // the engine's number → the machine's
  readonly #numbers = new Map<number, number>([[0, 0]]);
  readonly #next = new Map<number, number>();
  readonly #course: Course;
  #hasMoved = false;
  /** All guided steps were executed. */
  hasFollowed = false;
  #isContinued = false;
  readonly recorder: ScheduleRecorder;
  readonly #places = new GuidedPlaces();
  /** What the last step has accessed. */
  #touched: MemoryObject[] = [];

  constructor(
    readonly machine: Machine,
    readonly guidance: Guidance,
    readonly isDone: () => boolean,
    readonly then: Continuation | null = null,
  ) {
    this.recorder = new ScheduleRecorder(machine);
    machine.recorder = { access: ({ object }) => object.isPrivate || this.#touched.push(object), note: () => undefined };
    this.#course = this.#follow();
  }

  begin(machine: MachineView): void {
    this.then?.scheduler.begin(machine);
  }

  pick(machine: MachineView, candidates: readonly ThreadView[]): Picked {
    const { then } = this;
    if (!this.#isContinued) {
      const next = this.#course.next(this.#hasMoved);
      this.#hasMoved = false;
      if (!next.done) return next.value;
      if (then === null || !this.hasFollowed) return "end";
      this.#isContinued = true;
      then.scheduler.continueWith(this.#threads.get(then.thread) ?? 0);
    }
    return then?.scheduler.pick(machine, candidates) ?? "end";
  }

  /** Ends the course without another step: the run has an outcome. */
  finish(): void {
    this.#course.next(this.#hasMoved);
  }

  started(): void {
    this.recorder.started();
  }

  stepped(thread: Thread): void {
    this.#hasMoved = true;
    this.recorder.stepped(thread);
  }

  // ---- the oracle

  choose(count: number, what: string, thread: number): number {
    const freedom = freedomOfChoice(what);
    if (freedom !== null && isAboutAddresses(freedom)) return 0;
    const value = Number(this.#nextOpen(thread, "choice"));
    return value < count ? value : 0;
  }

  placeFor(made: NewObject, dead: readonly MemoryObject[]): number {
    return this.#places.placeFor(made, dead, this.guidance.births(this.#numbers.get(made.thread) ?? -1));
  }

  isBelow(a: MemoryObject, b: MemoryObject): boolean | null {
    return this.#places.isBelow(a, b, this.guidance.ranks);
  }

  get given(): readonly bigint[] {
    return this.guidance.given;
  }

  input(_bits: number, _what: string, thread: number): bigint {
    const value = this.#nextOpen(thread, "input");
    return this.given[this.machine.inputs.length] ?? value;
  }

  /** Every read of unwritten memory has an entry in the list, also if an earlier read has settled its value. */
  unwritten(_bits: number, settled: bigint | null, thread: number): bigint {
    const value = this.#nextOpen(thread, "input");
    return settled ?? value;
  }

  #nextOpen(thread: number, kind: "input" | "choice"): bigint {
    const number = this.#numbers.get(thread);
    if (number === undefined) return 0n;
    const list = this.guidance.open(number).filter((o) => o.kind === kind);
    const key = number * 2 + (kind === "input" ? 0 : 1);
    const at = this.#next.get(key) ?? 0;
    this.#next.set(key, at + 1);
    return list[at]?.value ?? 0n;
  }

  // ---- the course

  *#follow(): Course {
    const { machine, guidance } = this;
    for (const [i, step] of guidance.steps.entries()) {
      if (machine.outcome !== null) return;
      // What is continued may have led into a step that has to wait.
      const mayWait = this.then !== null && i === guidance.steps.length - 1;
      if (!(yield* this.#goTo(step, () => false)) && !mayWait) return;
    }
    this.hasFollowed = true;
    for (const step of guidance.last) {
      if (this.isDone() || machine.outcome !== null) return;
      yield* this.#goTo(step, this.isDone);
    }
    if (guidance.exhaust) {
      machine.noteLost();
      if (!this.isDone()) yield* this.#exhaust();
    }
    // A fault in local computation is a step of its own; and an operation may be executed several times before it fails.
    const final = machine.threads[this.#threads.get(guidance.last.at(-1)?.thread ?? 0) ?? 0];
    for (let i = 0; i < maxStepsToOperation && final !== undefined && !this.isDone(); i++) if (!(yield* this.#step(final, []))) return;
  }

  /** Steps the thread until it has executed this operation. */
  *#goTo(step: GuidedStep, isDone: () => boolean): Course<boolean> {
    const { machine } = this;
    for (let i = 0; i < maxStepsToOperation; i++) {
      const index = this.#threads.get(step.thread);
      const thread = index === undefined ? undefined : machine.threads[index];
      if (thread === undefined || !(yield* this.#step(thread, step.starts))) return false;
      const { lastStep } = machine;
      if (lastStep.function?.id === step.function && lastStep.operation === step.operation && this.#isMeant(step)) return true;
      if (isDone()) return true;
    }
    return false;
  }

  /** Whether the step that was just executed accesses one of these objects. Another execution of its operation may be for an object that only its thread accesses. */
  #isMeant({ objects }: GuidedStep): boolean {
    const isOne = (o: MemoryObject): boolean =>
      objects.some((e) => e.kind === o.kind && (e.kind !== "global" || e.address === BigInt(o.address)));
    return objects.length === 0 || this.#touched.length === 0 || this.#touched.some(isOne);
  }

  *#exhaust(): Course {
    const { machine } = this;
    for (let i = 0; i < maxStepsToStandstill && machine.outcome === null; i++) {
      const thread = machine.threads.find((t) => machine.canProceed(t));
      if (thread === undefined) {
        yield "stuck";
        return;
      }
      if (!(yield* this.#step(thread, []))) return;
    }
  }

  /** Executes one step of the thread. Returns whether it was executed. */
  *#step(thread: Thread, starts: readonly number[]): Course<boolean> {
    const { machine } = this;
    if (machine.outcome !== null || thread.status !== "running") return false;
    // A new thread computes up to its first step, where it may ask for inputs: so its number must be known before.
    starts.forEach((number, i) => {
      this.#threads.set(number, machine.threads.length + i);
      this.#numbers.set(machine.threads.length + i, number);
    });
    this.#touched = [];
    return yield thread;
  }
}
