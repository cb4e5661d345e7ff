// A trace: what each thread of a run did, as data. In: a machine that notes blocks, and a run of it. Out: per thread the blocks it passed, where
// each of its steps begins, the threads it started, and where it stands at the end and why.
//
// Whatever has a schedule has a trace: `traceOf` replays the schedule. `TraceRecorder` observes any other run. This is what FUSION (section 5.1)
// records of an execution; what the run did not do (the other sides, what they write) follows from the program.

import type { BlockEntry, BlockLog, Jump, ValueEntry } from "../execution/block-log.ts";
import { type InputRecord, Machine, type MachineOptions, type Outcome } from "../execution/machine.ts";
import type { Unusual } from "../execution/oracle-queries.ts";
import type { Thread } from "../execution/thread.ts";
import type { Program } from "../program/program.ts";
import { drive, type RunObserver } from "../scheduling/run.ts";
import { ReplayScheduler } from "./replay.ts";
import { type Schedule, ScheduleRecorder, startOf } from "./schedule.ts";

/** A block that a thread has entered. Block 0 begins a call, unless a jump leads there; a `depth` below the last one returns from calls, or jumps out of them. */
export interface PassedBlock {
  readonly function: number;
  readonly block: number;
  /** Frames below the one of the block. */
  readonly depth: number;
  /** Of a block that `longjmp` leads to: its later operations are performed again. */
  readonly jump?: Jump;
}

/** The values with which a thread performs an operation (program/noted-operands.ts), after it has entered so many blocks. */
export interface NotedValues {
  readonly after: number;
  /** Frames below the one of the operation. */
  readonly depth: number;
  /** Counted within the function. */
  readonly operation: number;
  readonly values: readonly bigint[];
}

/**
 * Why a thread stands where it does: it has returned; it waits at a step, or iterates idly; an assumption is false; it has failed; it has ended the
 * process; the end of the process came first; it met what cannot be executed; the limit on steps.
 */
export type ThreadEnd = "finished" | "waiting" | "assumption" | "fault" | "ended-process" | "process-ended" | "unsupported" | "step-limit";

/** An operation, counted within its function; `depth`: frames below the one it is in. */
export interface StepPlace {
  readonly function: number;
  readonly operation: number;
  readonly depth: number;
}

/** After `to` steps of its own a thread is where it was after `from`, and has changed nothing in between. */
export interface IdleIteration {
  readonly from: number;
  readonly to: number;
}

export interface ThreadTrace {
  readonly index: number;
  /** The same in every interleaving. */
  readonly name: string;
  readonly blocks: readonly PassedBlock[];
  readonly values: readonly NotedValues[];
  /** Per step of the thread: how many blocks it had entered before the step. */
  readonly steps: readonly number[];
  /** Per step of the thread: where it stood before the step. */
  readonly places: readonly StepPlace[];
  /** Idle iterations, if the machine looks for them. */
  readonly idle: readonly IdleIteration[];
  /** Threads it has started, in order. */
  readonly started: readonly number[];
  readonly end: ThreadEnd;
  /** The operation it stands at, counted within the function of its last frame; -1: none. */
  readonly operation: number;
  /** The function of its last frame. */
  readonly function: number;
}

/** What was decided in a step, by the threads that asked. */
export interface DecidedStep {
  readonly inputs: readonly InputRecord[];
  /** In the order of asking, by the thread of the step or one that it starts. */
  readonly choices: readonly number[];
  readonly startsThreads: boolean;
  readonly unusual: Unusual | null;
}

export interface Trace {
  /** By their indices. */
  readonly threads: readonly ThreadTrace[];
  /** Order of steps, choices and inputs. */
  readonly schedule: Schedule;
  /** Before the first step, and per step. */
  readonly prelude: DecidedStep;
  readonly decided: readonly DecidedStep[];
  readonly outcome: Outcome | null;
  /** Steps that were tried and had to wait: the thread up to there, as if it had ended in the middle of the step. No part of the run. */
  readonly attempts: readonly ThreadTrace[];
}

interface Recording {
  readonly blocks: PassedBlock[];
  readonly values: NotedValues[];
  readonly steps: number[];
  readonly places: StepPlace[];
  readonly idle: IdleIteration[];
  readonly started: number[];
}

/** Of most steps. */
const nothingDecided: DecidedStep = { inputs: [], choices: [], startsThreads: false, unusual: null };

/** Records the trace of the run it observes. */
export class TraceRecorder implements RunObserver {
  readonly #schedule: ScheduleRecorder;
  readonly #log: BlockLog;
  readonly #threads: Recording[] = [];
  /** By function, and there by block or operation: the last that was noted. A loop passes the same ones again, and so they take memory once. */
  readonly #blocks: PassedBlock[][] = [];
  readonly #places: StepPlace[][] = [];
  /** Before the first step, and per step. */
  readonly #decided: DecidedStep[] = [];
  readonly #attempts: ThreadTrace[] = [];
  /** After the last step. */
  #inputs = 0;
  #choices = 0;
  #last: Thread | null = null;
  /** Of the thread that is about to step. */
  #depth = 0;

  constructor(readonly machine: Machine) {
    const { blocks } = machine.context;
    if (blocks === null) throw new Error("the machine does not note blocks");
    this.#log = blocks;
    this.#schedule = new ScheduleRecorder(machine);
  }

  started(): void {
    this.#threads.length = 0;
    this.#last = null;
    this.#decided.length = 0;
    this.#attempts.length = 0;
    this.#inputs = this.#choices = 0;
    this.#schedule.started();
    this.#take(null);
  }

  stepping(thread: Thread): void {
    this.#depth = thread.depth;
  }

  blocked(thread: Thread): void {
    this.#keepAttempt(thread);
  }

  stepped(thread: Thread): void {
    this.#keepAttempt(thread); // it may have waited with other decisions
    this.#schedule.stepped(thread);
    const { blocks, steps, places, idle } = this.#recordingOf(thread.index);
    const { function: fn, operation } = this.machine.lastStep;
    steps.push(blocks.length);
    places.push(this.#placeOf(fn?.id ?? -1, operation));
    const back = this.machine.spinning?.idleSteps ?? 0;
    if (back > 0) idle.push({ from: steps.length - back, to: steps.length });
    this.#last = thread;
    this.#take(thread);
  }

  /** The run so far. */
  trace(): Trace {
    const { machine } = this;
    const threads = machine.threads.map((t) => this.#traceOf(t, this.#endOf(t)));
    const [prelude, ...decided] = this.#decided as [DecidedStep, ...DecidedStep[]];
    return { threads, schedule: this.#schedule.schedule, prelude, decided, outcome: machine.outcome, attempts: this.#attempts };
  }

  #traceOf(t: Thread, end: ThreadEnd): ThreadTrace {
    const operation = t.status === "finished" ? -1 : (t.pendingFault?.at ?? t.fn.operationAt[t.pc] ?? -1);
    return { index: t.index, name: t.name, ...this.#recordingOf(t.index), end, operation, function: t.fn.id };
  }

  /** Keeps the attempt of the thread's step that was undone, if there was one. */
  #keepAttempt(t: Thread): void {
    const undone = this.#log.takeUndone();
    if (undone === null) return;
    const before = this.#traceOf(t, "waiting");
    const { steps, places, idle, started } = before;
    const from = before.blocks.length;
    const blocks = [...before.blocks, ...undone.blocks.map(({ jump, ...b }) => (jump === null ? b : { ...b, jump }))];
    const values = [...before.values, ...undone.values.map((v) => ({ ...v, after: from + v.after }))];
    const copies = { steps: [...steps, from], places: places.slice(), idle: idle.slice(), started: started.slice() };
    this.#attempts.push({ ...before, ...copies, blocks, values });
  }

  /** Moves what the step has noted to the threads that did it; `by` starts those that are new. */
  #take(by: Thread | null): void {
    const known = this.#threads.length;
    const log = this.#log;
    let at = 0;
    for (const entry of log.values) {
      for (; at < entry.after; at++) this.#noteBlock(log.at(at));
      this.#noteValues(entry);
    }
    for (; at < log.length; at++) this.#noteBlock(log.at(at));
    const { inputs, choices, threads, queries } = this.machine;
    const { unusual } = queries;
    const startsThreads = threads.length > known;
    const isNothing = inputs.length === this.#inputs && choices.length === this.#choices && !startsThreads;
    this.#decided.push(
      isNothing ? nothingDecided : { inputs: inputs.slice(this.#inputs), choices: choices.slice(this.#choices), startsThreads, unusual },
    );
    this.#inputs = inputs.length;
    this.#choices = choices.length;
    if (!startsThreads) return;
    for (let i = known; i < threads.length; i++) {
      this.#recordingOf(i);
      if (by !== null) this.#recordingOf(by.index).started.push(i);
    }
  }

  #noteBlock({ thread, function: fn, block, depth, jump }: BlockEntry): void {
    const { blocks } = this.#recordingOf(thread);
    blocks.push(jump === null ? this.#blockOf(fn, block, depth) : { function: fn, block, depth, jump });
  }

  #blockOf(fn: number, block: number, depth: number): PassedBlock {
    this.#blocks[fn] ??= [];
    const known = this.#blocks[fn];
    let passed = known[block];
    if (passed === undefined || passed.depth !== depth) {
      passed = { function: fn, block, depth };
      known[block] = passed;
    }
    return passed;
  }

  #placeOf(fn: number, operation: number): StepPlace {
    const depth = this.#depth;
    this.#places[fn + 1] ??= [];
    const known = this.#places[fn + 1] as StepPlace[];
    let place = known[operation];
    if (place === undefined || place.depth !== depth) {
      place = { function: fn, operation, depth };
      known[operation] = place;
    }
    return place;
  }

  #noteValues({ thread, depth, operation, values }: ValueEntry): void {
    const recording = this.#recordingOf(thread);
    recording.values.push({ after: recording.blocks.length, depth, operation, values });
  }

  #recordingOf(index: number): Recording {
    while (this.#threads.length <= index) this.#threads.push({ blocks: [], values: [], steps: [], places: [], idle: [], started: [] });
    return this.#threads[index] as Recording;
  }

  #endOf(t: Thread): ThreadEnd {
    switch (t.status) {
      case "finished":
        return "finished";
      case "assume-blocked":
        return "assumption";
      case "cut":
        return "step-limit";
      case "spinning":
        return "waiting";
      case "running":
        return this.#endOfRunning(t);
    }
  }

  #endOfRunning(t: Thread): ThreadEnd {
    const { outcome } = this.machine;
    if (outcome === null) return "step-limit";
    const isLast = t === this.#last;
    switch (outcome.kind) {
      case "exit":
      case "abort":
        return isLast ? "ended-process" : "process-ended";
      case "error":
        if (outcome.violation.kind === "deadlock") return "waiting";
        return isLast ? "fault" : "process-ended";
      case "stuck":
        return "waiting";
      case "stopped":
        return isLast ? "unsupported" : "process-ended";
    }
  }
}

/** Replays a schedule on a machine of its own and records the trace. Null: the program does not follow the schedule. */
export function traceOf(program: Program, options: MachineOptions, schedule: Schedule): Trace | null {
  const machine = new Machine(program, { ...options, notesBlocks: true, undo: false });
  const recorder = new TraceRecorder(machine);
  const scheduler = new ReplayScheduler(schedule);
  const isOver = (): boolean => machine.stepCount >= schedule.steps.length && !isStuck(machine);
  drive(machine, scheduler, isOver, recorder, startOf(schedule));
  return scheduler.divergedAt >= 0 ? null : recorder.trace();
}

/** No thread can take a step: the run has an outcome that is yet to be concluded. */
const isStuck = (machine: Machine): boolean => !machine.threads.some((t) => machine.isEnabled(t));
