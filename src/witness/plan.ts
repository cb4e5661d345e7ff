// A plan for a run: an order of threads, and the choices and inputs of each thread. In: a schedule, or a changed order. Out: the run that follows
// the plan as far as the program allows.
//
// A plan stays valid if its order changes: threads are named by paths, which are the same in every interleaving, and choices and inputs belong to
// the thread that asks. Inputs that were given beforehand belong to the order of asking. A thread that cannot execute a planned step is skipped. After
// the plan, the last thread continues while it can, and then any other.

import type { Violation } from "../execution/errors.ts";
import type { InputRecord, Machine } from "../execution/machine.ts";
import type { Thread } from "../execution/thread.ts";
import { drive, type RunObserver } from "../scheduling/run.ts";
import type { MachineView, Picked, Scheduler, ThreadView } from "../scheduling/scheduler.ts";
import { ReplayScheduler } from "./replay.ts";
import { type Schedule, ScheduleRecorder, startOf } from "./schedule.ts";

/** Steps between two polls of the time; a power of two. */
const stepsPerPoll = 64;

export type ThreadName = string;

export interface Plan {
  readonly order: readonly ThreadName[];
  readonly choices: ReadonlyMap<ThreadName, readonly number[]>;
  readonly inputs: ReadonlyMap<ThreadName, readonly bigint[]>;
  /** Inputs that whichever thread asks takes in this order; null: each thread has its own. */
  readonly inputsInOrder: readonly bigint[] | null;
  readonly fill: number;
  readonly freedoms: Schedule["freedoms"];
}

/** A run that followed a plan and showed the failure. */
export interface PlannedRun {
  /** The plan, with the order in which steps were executed. */
  readonly plan: Plan;
  readonly schedule: Schedule;
  readonly switches: number;
}

/** The failure that a run must show. */
export interface Goal {
  readonly isFailure: (v: Violation) => boolean;
  /** Lost threads are also sought (`Machine.noteLost`). */
  readonly notesLost: boolean;
}

export interface PlanLimits {
  readonly maxSteps: number;
  readonly maxSwitches: number;
  readonly hasTime: () => boolean;
}

/** The plan of a schedule; null if the program does not follow the schedule, or there is no time. */
export function makePlan(machine: Machine, schedule: Schedule, hasTime: () => boolean): Plan | null {
  const order: ThreadName[] = [];
  const choices = new Map<ThreadName, number[]>([["", [...schedule.prelude]]]);
  let isOutOfTime = false;
  const mustStop = (): boolean => {
    const { stepCount } = machine;
    isOutOfTime ||= stepCount > 0 && stepCount % stepsPerPoll === 0 && !hasTime();
    return isOutOfTime || stepCount >= schedule.steps.length;
  };
  const stepped = ({ name }: Thread): void => {
    for (const choice of schedule.steps[order.length]?.choices ?? []) addTo(choices, name, choice);
    order.push(name);
  };
  drive(machine, new ReplayScheduler(schedule), mustStop, { stepped }, startOf(schedule));
  if (isOutOfTime || order.length < schedule.steps.length) return null;
  const inputs = new Map<ThreadName, bigint[]>();
  const { asksInSteps = false, fill, freedoms } = schedule;
  const isOfThread = (i: InputRecord): boolean => !asksInSteps || i.isUnwritten === true;
  for (const i of machine.inputs.filter(isOfThread)) addTo(inputs, (machine.threads[i.thread] as Thread).name, i.value);
  const inputsInOrder = asksInSteps ? machine.inputs.filter((i) => !isOfThread(i)).map((i) => i.value) : null;
  return { order, choices, inputs, inputsInOrder, fill, freedoms };
}

function addTo<T>(lists: Map<ThreadName, T[]>, name: ThreadName, value: T): void {
  const list = lists.get(name);
  if (list === undefined) lists.set(name, [value]);
  else list.push(value);
}

/** Follows the plan as far as the program allows. Returns null if the failure does not occur within the limits. */
export function followPlan(machine: Machine, plan: Plan, goal: Goal, { maxSteps, maxSwitches, hasTime }: PlanLimits): PlannedRun | null {
  const scheduler = new PlanScheduler(plan, machine);
  const run = new PlanObserver(new ScheduleRecorder(machine));
  let isOutOfTime = false;
  const mustStop = (): boolean => {
    if (machine.stepCount >= maxSteps || run.switches > maxSwitches) return true;
    if (goal.notesLost) machine.noteLost();
    if (machine.violations.some(goal.isFailure)) return true;
    isOutOfTime = machine.stepCount % stepsPerPoll === 0 && !hasTime();
    return isOutOfTime;
  };
  drive(machine, scheduler, mustStop, run, startOf(plan));
  if (isOutOfTime || scheduler.lacksInput || !machine.violations.some(goal.isFailure)) return null;
  return { plan: { ...plan, order: run.order }, schedule: run.recorder.schedule, switches: run.switches };
}

/** Notes the order of threads and counts the switches between them. */
class PlanObserver implements RunObserver {
  readonly order: ThreadName[] = [];
  /** Starts at -1: the first thread is not a switch. */
  switches = -1;

  constructor(readonly recorder: ScheduleRecorder) {}

  started(): void {
    this.recorder.started();
  }

  stepped(thread: Thread): void {
    this.recorder.stepped(thread);
    if (thread.name !== this.order.at(-1)) this.switches++;
    this.order.push(thread.name);
  }
}

/** The number of choices or inputs that each thread has drawn from its list. */
type Drawn = Map<ThreadName, number>;

class PlanScheduler implements Scheduler {
  #next = 0;
  /** The thread that took the last step. */
  #last: ThreadView | null = null;
  #choices: Drawn = new Map();
  #inputs: Drawn = new Map();
  /** The last pick, and what had been drawn before it: an attempt that is blocked draws nothing. */
  #picked: { readonly thread: ThreadView; readonly step: number; readonly choices: Drawn; readonly inputs: Drawn } | null = null;

  /** A thread has asked for more inputs than were taken in order: what it would be given is not known. */
  lacksInput = false;

  constructor(
    readonly plan: Plan,
    /** Its threads by index: a thread may ask in the step that starts it. */
    readonly machine: Pick<Machine, "threads" | "inputs">,
  ) {}

  get asksInSteps(): boolean {
    return this.plan.inputsInOrder !== null;
  }

  begin(): void {
    this.#next = 0;
    this.#last = null;
    this.#choices = new Map();
    this.#inputs = new Map();
    this.#picked = null;
  }

  pick(machine: MachineView, candidates: readonly ThreadView[]): Picked {
    const picked = this.#picked;
    if (picked?.step === machine.stepCount) {
      this.#choices = picked.choices;
      this.#inputs = picked.inputs;
    } else if (picked !== null) this.#last = picked.thread;
    const thread = this.#planned(candidates) ?? this.#unplanned(machine, candidates);
    if (thread === undefined) return "stuck";
    this.#picked = { thread, step: machine.stepCount, choices: new Map(this.#choices), inputs: new Map(this.#inputs) };
    return thread;
  }

  #planned(candidates: readonly ThreadView[]): ThreadView | undefined {
    const { order } = this.plan;
    while (this.#next < order.length) {
      const name = order[this.#next++];
      const thread = candidates.find((t) => t.name === name);
      if (thread !== undefined) return thread;
    }
    return undefined;
  }

  #unplanned(machine: MachineView, candidates: readonly ThreadView[]): ThreadView | undefined {
    if (!candidates.some((t) => machine.canProceed(t))) return undefined;
    return candidates.find((t) => t === this.#last) ?? candidates[0];
  }

  choose(count: number, _what: string, thread: number): number {
    const choice = this.#draw(this.plan.choices, this.#choices, thread) ?? 0;
    return choice < count ? choice : 0;
  }

  input(_bits: number, _what: string, thread: number): bigint {
    const { inputsInOrder } = this.plan;
    if (inputsInOrder === null) return this.#draw(this.plan.inputs, this.#inputs, thread) ?? 0n;
    const value = inputsInOrder[this.machine.inputs.filter((i) => !i.isUnwritten).length];
    this.lacksInput ||= value === undefined;
    return value ?? 0n;
  }

  unwritten(_bits: number, settled: bigint | null, thread: number): bigint {
    return settled ?? this.#draw(this.plan.inputs, this.#inputs, thread) ?? 0n;
  }

  #draw<T>(lists: ReadonlyMap<ThreadName, readonly T[]>, drawn: Drawn, thread: number): T | undefined {
    const { name } = this.machine.threads[thread] as ThreadView;
    const n = drawn.get(name) ?? 0;
    drawn.set(name, n + 1);
    return lists.get(name)?.[n];
  }
}
