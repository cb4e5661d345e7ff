// The only door to `unsafe`: a candidate schedule is replayed on the executor, and what happens is the witness.

import type { AccessEvent } from "../execution/accesses.ts";
import type { Property, Violation } from "../execution/errors.ts";
import type { Machine } from "../execution/machine.ts";
import { nameInObject } from "../execution/names.ts";
import { showValue } from "../execution/values.ts";
import type { SourceLocation } from "../support/diagnostics.ts";
import { ReplayScheduler, type Schedule } from "./schedule.ts";

/** One step as people and tools see it. */
export interface WitnessStep {
  readonly thread: number;
  readonly op: string;
  readonly location: SourceLocation | null;
  /** The library function called, if the step is inside one. */
  readonly call: string | null;
  readonly object: string | null;
  readonly value: string | null;
  readonly choices: readonly number[];
  readonly notes: readonly string[];
}

export interface WitnessInput {
  readonly thread: number;
  readonly what: string;
  readonly bits: number;
  readonly value: string;
}

export interface Replay {
  readonly steps: readonly WitnessStep[];
  readonly inputs: readonly WitnessInput[];
  readonly violations: readonly Violation[];
  readonly outcome: Machine["outcome"];
  /** Step at which the program left the schedule before anything was violated, or -1. */
  readonly divergedAt: number;
  readonly threads: readonly { readonly index: number; readonly label: string }[];
  readonly output: string;
}

/** Replays a schedule; stops early once `until` holds of a violation. */
export function replay(machine: Machine, schedule: Schedule, until: (v: Violation) => boolean = () => false): Replay {
  const steps: WitnessStep[] = [];
  const scheduler = new ReplayScheduler(schedule);
  let accesses: AccessEvent[] = [];
  let notes: string[] = [];
  machine.recorder = { access: (e) => accesses.push(e), note: (text) => notes.push(text) };
  scheduler.begin(machine);
  machine.start(scheduler, schedule.fill);
  let diverged = -1;
  let choices = machine.choices.length;
  const prelude = notes;
  notes = [];
  while (machine.outcome === null && diverged < 0 && !machine.violations.some(until)) {
    const running = machine.threads.filter((t) => t.status === "running");
    if (!running.some((t) => machine.isEnabled(t))) {
      machine.concludeStuck();
      break;
    }
    const thread = scheduler.pick(machine, running);
    diverged = scheduler.divergedAt;
    if (diverged >= 0) break;
    const frame = machine.userFrame(thread);
    accesses = [];
    notes = steps.length === 0 ? [...prelude] : [];
    if (!machine.step(thread, scheduler)) {
      diverged = machine.stepCount;
      break;
    }
    steps.push({ ...describe(machine, accesses, frame.position, frame.called, frame.function), thread: thread.index, choices: machine.choices.slice(choices), notes });
    choices = machine.choices.length;
  }
  machine.recorder = null;
  return {
    steps,
    inputs: machine.inputs.map((i) => ({ thread: i.thread, what: i.what, bits: i.bits, value: String(i.bits === 1 ? i.value : BigInt.asIntN(i.bits, i.value)) })),
    violations: machine.violations.slice(),
    outcome: machine.outcome,
    divergedAt: diverged,
    threads: machine.threads.map((t) => ({ index: t.index, label: t.label })),
    output: new TextDecoder().decode(Buffer.concat(machine.outputs.map((o) => o.bytes))),
  };
}

function describe(machine: Machine, accesses: readonly AccessEvent[], position: number, called: string | null, inFunction: string | null): Pick<WitnessStep, "op" | "location" | "call" | "object" | "value"> {
  const operation = machine.stepOperation < 0 ? undefined : machine.stepFunction?.operations[machine.stepOperation];
  const p = machine.program.positions[position];
  const location: SourceLocation | null = position === 0 || p === undefined ? null : { file: p.file, line: p.line, column: p.column, ...(inFunction === null ? {} : { function: inFunction }) };
  const access = called === null ? accesses[0] : undefined;
  const section = operation?.op === "atomic-begin" && operation.user;
  const op = called !== null ? "call" : section ? "atomic" : access === undefined ? (operation?.op ?? "end") : access.kind === "read" ? "load" : access.kind === "write" ? "store" : access.kind;
  return {
    op,
    location,
    call: called,
    object: access === undefined || section ? null : nameInObject(access.object, access.offset, access.size),
    value: access === undefined || section || access.kind === "free" ? null : showValue(access),
  };
}

/** Confirms a candidate: null if the violation of that property does not occur. */
export function confirm(machine: Machine, schedule: Schedule, property: Property): { replay: Replay; violation: Violation } | null {
  const result = replay(machine, schedule, (v) => v.property === property);
  const violation = result.violations.find((v) => v.property === property);
  return violation === undefined ? null : { replay: result, violation };
}
