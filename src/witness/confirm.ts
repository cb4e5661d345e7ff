// The only door to `unsafe`: a candidate schedule is replayed on the executor, and what happens is the witness.

import { type InputRange, isBetween } from "../execution/contract.ts";
import type { Property, Violation } from "../execution/errors.ts";
import { type Freedom, freedomOfChoice } from "../execution/freedoms.ts";
import type { Machine } from "../execution/machine.ts";
import { ObjectNames } from "../execution/object-names.ts";
import { userFrame } from "../execution/positions.ts";
import type { Thread } from "../execution/thread.ts";
import { exact } from "../execution/values.ts";
import { inputNumber } from "./input-text.ts";
import { minimise, standstillBehind } from "./minimise.ts";
import { ReplayScheduler, type Schedule, startAs } from "./schedule.ts";
import { locationOf, type StepEvent, StepWatcher, type WitnessStep } from "./steps.ts";
import { findWaits, type Wait, withWaits } from "./waits.ts";

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
  /** Who waits for whom, if the run ends in a deadlock. */
  readonly waits: readonly Wait[];
  /** What the environment did that it need not have done. */
  readonly needs: readonly Freedom[];
  /** The last function called that is defined nowhere: what came after rests on what it was taken to return. */
  readonly assumed: string | null;
  readonly outcome: Machine["outcome"];
  /** Step at which the program left the schedule before anything was violated, or -1. */
  readonly divergedAt: number;
  readonly threads: readonly { readonly index: number; readonly label: string }[];
  readonly output: string;
}

/** Steps beyond its schedule that a replay may go on for. */
const mostFurther = 100_000;

/**
 * Replays a schedule; stops early once `until` holds of a violation. Where the schedule ends without a failure although the program
 * has not ended, that is a divergence, or with `goOn` the run goes on without further switches than needed.
 */
export function replay(machine: Machine, schedule: Schedule, until: (v: Violation) => boolean = () => false, goOn = false): Replay {
  const names = new ObjectNames(machine);
  const watcher = new StepWatcher(machine, names);
  const scheduler = new ReplayScheduler(schedule);
  const needs = new Set<Freedom>();
  const oracle = {
    choose: (count: number, what: string, thread: number): number => {
      const chosen = scheduler.choose(count);
      watcher.choice(what, chosen, count, thread);
      const freedom = chosen === 0 ? null : freedomOfChoice(what);
      if (freedom !== null) needs.add(freedom);
      return chosen;
    },
    input: (_bits: number, what: string, _thread: number, range: InputRange | null): bigint => {
      const value = scheduler.input();
      const freedom = range !== null && isBetween(value, range) && value !== range.first ? freedomOfChoice(what) : null;
      if (freedom !== null) needs.add(freedom);
      return value;
    },
    unwritten: (bits: number, settled: bigint | null) => scheduler.unwritten(bits, settled),
  };
  machine.recorder = watcher.recorder;
  scheduler.begin(machine);
  startAs(machine, oracle, schedule);
  const prelude = watcher.begin();
  let diverged = -1;
  const planned = schedule.steps.length;
  let current: Thread | null = null;
  while (machine.outcome === null && !machine.violations.some(until)) {
    const running = machine.threads.filter((t) => t.status === "running");
    // Of a section with an input of very many values it is not known; the schedule knows.
    const enabled = running.filter((t) => machine.isEnabled(t) || (t.waiting?.why === "input" && machine.stepCount < planned));
    const beyond = machine.stepCount >= planned;
    if (enabled.length === 0 || (beyond && !enabled.some((t) => machine.canProceed(t) || t.waiting?.why === "input"))) {
      machine.concludeStuck();
      break;
    }
    if (beyond) machine.noteLost();
    if (beyond && (machine.violations.length > 0 || machine.stepCount > planned + mostFurther)) break;
    const thread: Thread =
      beyond && goOn ? (enabled.find((t) => t === current) ?? (enabled[0] as Thread)) : scheduler.pick(machine, running);
    const before = { location: locationOf(machine, thread), call: userFrame(machine, thread).called, locks: thread.locks };
    if (scheduler.divergedAt >= 0 || !machine.step(thread, oracle)) {
      diverged = machine.stepCount;
      break;
    }
    current = thread;
    watcher.commit(thread, before);
  }
  if (machine.stepCount >= planned && machine.violations.length === 0) machine.noteLost();
  machine.recorder = null;
  const steps = watcher.steps();
  const deadlock = machine.violations.find((v) => v.kind === "deadlock");
  const waits = deadlock === undefined ? [] : findWaits(machine, names, deadlock);
  return {
    prelude,
    steps,
    inputs: machine.inputs.map((i) => ({ thread: i.thread, what: names.rename(i.what), bits: i.bits, value: exact(inputNumber(i)) })),
    violations: machine.violations.map((v) => (v.kind === "deadlock" ? withWaits(v, waits) : renamed(v, names, steps))),
    waits,
    needs: [...needs],
    assumed: machine.unknownCall,
    outcome: machine.outcome,
    divergedAt: diverged,
    threads: machine.threads.map((t) => ({ index: t.index, label: t.label })),
    output: new TextDecoder().decode(Buffer.concat(machine.outputs.map((o) => o.bytes))),
  };
}

/** The same names as in the steps; and the function of a race's earlier access, which the machine does not keep. */
function renamed(v: Violation, names: ObjectNames, steps: readonly WitnessStep[]): Violation {
  const participants = v.participants.map((p) => {
    const l = p.location;
    const step =
      l === null
        ? undefined
        : steps.findLast(
            (s) => s.thread === p.thread && s.location?.file === l.file && s.location.line === l.line && s.location.column === l.column,
          );
    return {
      ...p,
      what: names.rename(p.what),
      locks: p.locks.map((name) => names.rename(name)),
      location: l === null ? null : (step?.location ?? l),
    };
  });
  return { ...v, message: names.rename(v.message), participants };
}

export interface Confirmed {
  readonly replay: Replay;
  readonly violation: Violation;
  readonly schedule: Schedule;
}

/** Replays a candidate once; the schedule that is returned says what unwritten memory held. Returns null if the violation of that property does not occur. */
export function confirmAsItIs(machine: Machine, candidate: Schedule, property: Property): Confirmed | null {
  const run = replay(machine, candidate, (v) => v.property === property);
  const violation = run.violations.find((v) => v.property === property);
  if (violation === undefined) return null;
  const { isFilled = false, ...rest } = candidate;
  const schedule = isFilled ? { ...rest, inputs: machine.inputs.map((i) => i.value) } : candidate;
  const needs = needsUnorderedWake(machine, schedule, run, property) ? [...run.needs, "spurious" as const] : run.needs;
  return { replay: { ...run, needs }, violation, schedule };
}

/** Nothing spurious happens in the run, but the race is one only because a wake-up that may be spurious orders nothing. */
function needsUnorderedWake(machine: Machine, schedule: Schedule, { needs }: Replay, property: Property): boolean {
  if (property !== "race" || !schedule.freedoms.includes("spurious") || needs.includes("spurious")) return false;
  machine.wakesOrder = true;
  try {
    return !replay(machine, schedule, (v) => v.property === property).violations.some((v) => v.property === property);
  } finally {
    machine.wakesOrder = false;
  }
}

/** The same failure with fewer context switches, as far as there is time; what was confirmed, if there is none. */
export function simplify(newMachine: () => Machine, confirmed: Confirmed, hasTime: () => boolean): Confirmed {
  const { schedule, violation } = confirmed;
  // Threads that wait for each other are shown with those who will have to wait for them, if that is all there is to come.
  const whole = violation.beside?.length ? standstillBehind(newMachine(), schedule, hasTime) : null;
  const smaller = minimise(newMachine(), whole?.schedule ?? schedule, whole?.violation ?? violation, hasTime);
  return (smaller === schedule ? null : confirmAsItIs(newMachine(), smaller, violation.property)) ?? confirmed;
}

/** Confirms a candidate and simplifies it. Returns null if the violation of that property does not occur. */
export function confirm(machine: Machine, candidate: Schedule, property: Property): Confirmed | null {
  const confirmed = confirmAsItIs(machine, candidate, property);
  return confirmed === null
    ? null
    : simplify(
        () => machine,
        confirmed,
        () => true,
      );
}
