// Replays a schedule on the executor and describes what happens, step by step. In: a machine and a schedule. Out: steps, inputs, violations and
// the outcome, with source names; and where the program diverged from the schedule, if it did.

import type { AccessEvent } from "../execution/access-event.ts";
import { type InputRange, isBetween } from "../execution/contract.ts";
import type { ObjectHistory, Participant, Violation } from "../execution/errors.ts";
import { type Freedom, freedomOfChoice } from "../execution/freedoms.ts";
import type { Machine } from "../execution/machine.ts";
import type { MemoryObject } from "../execution/memory-object.ts";
import { ObjectNames } from "../execution/object-names.ts";
import type { Thread } from "../execution/thread.ts";
import { exact } from "../execution/values.ts";
import { repeated } from "../scheduling/random.ts";
import { drive, type RunObserver } from "../scheduling/run.ts";
import type { MachineView, Picked, Scheduler, ThreadView } from "../scheduling/scheduler.ts";
import type { SourceLocation } from "../support/diagnostics.ts";
import { inputNumber } from "./input-text.ts";
import { type Schedule, startOf } from "./schedule.ts";
import { type StepEvent, StepWatcher, type WitnessStep } from "./steps.ts";
import { findWaits, type Wait, withWaits } from "./waits.ts";

/** Steps that a replay may continue after its schedule. */
const maxFurtherSteps = 100_000;

export interface WitnessInput {
  readonly thread: number;
  readonly what: string;
  readonly bits: number;
  readonly value: number | string;
}

export interface Replay {
  /** What happened before the first step. */
  readonly prelude: readonly StepEvent[];
  readonly steps: readonly WitnessStep[];
  readonly inputs: readonly WitnessInput[];
  readonly violations: readonly Violation[];
  /** Which threads wait for which, if the run ends in a deadlock. */
  readonly waits: readonly Wait[];
  /** Freedoms of the environment that the run uses. */
  readonly needs: readonly Freedom[];
  /** The last unmodelled function called: what follows depends on its assumed result. */
  readonly assumed: string | null;
  readonly outcome: Machine["outcome"];
  /** Step at which the program diverged from the schedule before any violation, or -1. */
  readonly divergedAt: number;
  /** How often a thread was left that could have continued. */
  readonly preemptions: number;
  readonly threads: readonly { readonly index: number; readonly label: string }[];
  readonly output: string;
}

/** Told more about a replay than its steps say. */
export interface ReplayListener extends RunObserver {
  access?(event: AccessEvent): void;
  allocated?(object: MemoryObject, thread: Thread): void;
}

/**
 * Replays a schedule; stops early once `until` holds of a violation. If the schedule ends without a failure although the program has not
 * ended, that is a divergence; with `continues`, the run continues with as few switches as possible.
 */
export function replay(
  machine: Machine,
  schedule: Schedule,
  until: (v: Violation) => boolean = () => false,
  continues = false,
  listener: ReplayListener = {},
): Replay {
  const names = new ObjectNames(machine);
  const watcher = new StepWatcher(machine, names);
  const scheduler = new WatchedReplay(schedule, continues, watcher);
  const planned = schedule.steps.length;
  const mustStop = (): boolean => {
    if (machine.violations.some(until)) return true;
    const isStuck = (): boolean =>
      scheduler.isStuck(
        machine,
        machine.threads.filter((t) => t.status === "running"),
      );
    if (machine.stepCount < planned || isStuck()) return false;
    machine.noteLost();
    return machine.violations.length > 0 || machine.stepCount > planned + maxFurtherSteps;
  };
  machine.recorder = {
    note: () => watcher.recorder.note(),
    access: (event) => {
      watcher.recorder.access(event);
      listener.access?.(event);
    },
    allocated: (object, thread, operation) => {
      watcher.recorder.allocated(object, thread, operation);
      listener.allocated?.(object, thread);
    },
  };
  const observer: RunObserver = {
    started: () => {
      watcher.started();
      listener.started?.();
    },
    stepping: (thread) => {
      watcher.stepping(thread);
      listener.stepping?.(thread);
    },
    stepped: (thread) => {
      watcher.stepped(thread);
      listener.stepped?.(thread);
    },
  };
  drive(machine, scheduler, mustStop, observer, startOf(schedule));
  if (machine.stepCount >= planned && machine.violations.length === 0) machine.noteLost();
  machine.recorder = null;
  const steps = watcher.steps();
  const deadlock = machine.violations.find((v) => v.kind === "deadlock");
  const waits = deadlock === undefined ? [] : findWaits(machine, names, steps, deadlock);
  return {
    prelude: watcher.prelude,
    steps,
    inputs: machine.inputs.map((i) => ({ thread: i.thread, what: names.rename(i.what), bits: i.bits, value: exact(inputNumber(i)) })),
    violations: machine.violations.map((v) => {
      if (v.kind === "deadlock") return withWaits(v, waits);
      const isLast = machine.outcome?.kind === "error" && machine.outcome.violation === v;
      return describeViolation(v, names, steps, isLast && machine.faultObject !== null ? watcher.historyOf(machine.faultObject) : null);
    }),
    waits,
    needs: [...scheduler.needs],
    assumed: machine.unknownCall,
    outcome: machine.outcome,
    divergedAt: scheduler.divergedAt,
    preemptions: scheduler.preemptions,
    threads: machine.threads.map((t) => ({ index: t.index, label: t.label })),
    output: decode(machine.outputs.map((o) => o.bytes)),
  };
}

/** Follows a schedule, and ends the run where the program diverges from it. Choices and inputs beyond the schedule are 0. */
export class ReplayScheduler implements Scheduler {
  /** The step at which the program diverged from the schedule, or -1. */
  divergedAt = -1;
  #choices: readonly number[] = [];
  #nextChoice = 0;
  #nextInput = 0;
  /** The step of the last pick: if the same step is picked again, that thread was blocked. */
  #picked = -1;
  #last: ThreadView | null = null;

  constructor(
    readonly schedule: Schedule,
    /** After the schedule, the last thread continues while it can, and then any other. */
    readonly continues = false,
  ) {}

  get asksInSteps(): boolean {
    return this.schedule.asksInSteps ?? false;
  }

  begin(_machine: MachineView): void {
    this.divergedAt = -1;
    this.#choices = this.schedule.prelude;
    this.#nextChoice = 0;
    this.#nextInput = 0;
    this.#picked = -1;
    this.#last = null;
  }

  pick(machine: MachineView, candidates: readonly ThreadView[]): Picked {
    const { stepCount } = machine;
    const isBlocked = this.#picked === stepCount;
    if (!isBlocked && this.isStuck(machine, candidates)) return "stuck";
    const thread = isBlocked ? undefined : this.#next(machine, candidates);
    if (thread === undefined) {
      this.divergedAt = stepCount;
      return "end";
    }
    this.#picked = stepCount;
    this.#last = thread;
    this.#choices = this.schedule.steps[stepCount]?.choices ?? [];
    this.#nextChoice = 0;
    return thread;
  }

  /** Whether no thread can continue; after the schedule, whether none can proceed without something that may never happen. */
  isStuck(machine: MachineView, running: readonly ThreadView[]): boolean {
    const enabled = this.#enabled(machine, running);
    if (enabled.length === 0) return true;
    return this.#isOver(machine) && !enabled.some((t) => machine.canProceed(t) || isAtInput(t));
  }

  #next(machine: MachineView, candidates: readonly ThreadView[]): ThreadView | undefined {
    if (this.continues && this.#isOver(machine)) {
      const enabled = this.#enabled(machine, candidates);
      return enabled.find((t) => t === this.#last) ?? enabled[0];
    }
    const step = this.schedule.steps[machine.stepCount];
    return step && candidates.find((t) => t.index === step.thread);
  }

  /** Enabled threads. If a section has an input with very many values, the machine does not know whether it is enabled, but the schedule does. */
  #enabled(machine: MachineView, threads: readonly ThreadView[]): ThreadView[] {
    const isOver = this.#isOver(machine);
    return threads.filter((t) => machine.isEnabled(t) || (!isOver && isAtInput(t)));
  }

  #isOver(machine: MachineView): boolean {
    return machine.stepCount >= this.schedule.steps.length;
  }

  choose(count: number, _what: string, _thread: number): number {
    const choice = this.#choices[this.#nextChoice++] ?? 0;
    return choice < count ? choice : 0;
  }

  input(_bits: number, _what: string, _thread: number, _range: InputRange | null): bigint {
    return this.#input();
  }

  unwritten(bits: number, settled: bigint | null): bigint {
    const { fill, isFilled = false } = this.schedule;
    return settled ?? (isFilled ? repeated(BigInt(fill), bits) : this.#input());
  }

  #input(): bigint {
    return this.schedule.inputs[this.#nextInput++] ?? 0n;
  }
}

/** What was printed, piece by piece, as text. */
export function decode(chunks: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  return chunks.map((bytes) => decoder.decode(bytes, { stream: true })).join("") + decoder.decode();
}

const isAtInput = (t: ThreadView): boolean => t.waiting?.why === "input";

/** Notes choices for the steps, and which freedoms of the environment the run needs. */
class WatchedReplay extends ReplayScheduler {
  readonly needs = new Set<Freedom>();
  preemptions = 0;
  #running: ThreadView | null = null;

  constructor(
    schedule: Schedule,
    continues: boolean,
    readonly watcher: StepWatcher,
  ) {
    super(schedule, continues);
  }

  override pick(machine: MachineView, candidates: readonly ThreadView[]): Picked {
    const picked = super.pick(machine, candidates);
    if (picked === "end" || picked === "stuck") return picked;
    const left = this.#running;
    if (left !== null && left !== picked && candidates.includes(left) && machine.isEnabled(left)) this.preemptions++;
    this.#running = picked;
    return picked;
  }

  override choose(count: number, what: string, thread: number): number {
    const chosen = super.choose(count, what, thread);
    this.watcher.choice(what, chosen, count, thread);
    if (chosen !== 0) this.#needs(what);
    return chosen;
  }

  override input(bits: number, what: string, thread: number, range: InputRange | null): bigint {
    const value = super.input(bits, what, thread, range);
    if (range !== null && isBetween(value, range) && value !== range.first) this.#needs(what);
    return value;
  }

  #needs(what: string): void {
    const freedom = freedomOfChoice(what);
    if (freedom !== null) this.needs.add(freedom);
  }
}

/** The violation with the names used in the steps, the calls that its threads are in, and the function of a race's earlier access, which the machine does not keep. */
export function describeViolation(
  v: Violation,
  names: ObjectNames,
  steps: readonly WitnessStep[],
  object: ObjectHistory | null,
): Violation {
  const participants = v.participants.map((p, i): Participant => {
    const l = p.location;
    // The later access is that of the step which committed the race.
    const before = i === 0 ? v.step + 1 : v.step;
    const index = l === null ? -1 : steps.findLastIndex((s, at) => at < before && s.thread === p.thread && isSamePlace(s.location, l));
    const step = steps[index];
    return {
      ...p,
      what: names.rename(p.what),
      locks: p.locks.map((name) => names.rename(name)),
      location: l === null ? null : (step?.location ?? l),
      stack: step?.stack ?? [],
      step: index,
    };
  });
  const own = steps[v.step];
  const stack = own?.thread === v.thread ? own.stack : [];
  return { ...v, message: names.rename(v.message), participants, stack, ...(object === null ? {} : { object }) };
}

const isSamePlace = (a: SourceLocation | null, b: SourceLocation): boolean =>
  a?.file === b.file && a.line === b.line && a.column === b.column;
