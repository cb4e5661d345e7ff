// Describes the steps of a run for people and tools. In: a replay, which a `StepWatcher` observes and notes in raw form. Out: steps with names.
// Objects get their names at the end, when everything that can be learned about them is known.

import type { AccessEvent } from "../execution/access-event.ts";
import type { CallFrame, ObjectHistory, Occurrence } from "../execution/errors.ts";
import type { LockHeld } from "../execution/lock-held.ts";
import type { Machine } from "../execution/machine.ts";
import type { MemoryObject } from "../execution/memory-object.ts";
import type { ObjectNames, Target } from "../execution/object-names.ts";
import { userFrame, userPosition, userStack } from "../execution/positions.ts";
import type { Thread } from "../execution/thread.ts";
import { accessedValue, type Value } from "../execution/values.ts";
import type { Operation, Terminator } from "../program/operations.ts";
import type { RunObserver } from "../scheduling/run.ts";
import type { SourceLocation } from "../support/diagnostics.ts";
import { inputText } from "./input-text.ts";
import { SourceTracker, type StepSources } from "./sources.ts";

export type StepKind = "load" | "store" | "update" | "free" | "fence" | "call" | "atomic" | "error" | "end" | "local";

/** Something that happened within a step. It may belong to another thread than the step: a thread's beginning is part of its creation. */
export type StepEvent = {
  readonly thread: number;
  readonly location: SourceLocation | null;
} /** `from`: index of the step that wrote what is read; -1: none did, or it is not a read. */ & (
  | { readonly kind: "read" | "write" | "update" | "free"; readonly object: string; readonly value: Value | null; readonly from: number }
  /** `from`: index of the step that released the lock before; -1: none did. */
  | { readonly kind: "lock" | "unlock"; readonly object: string; readonly shared: boolean; readonly from: number }
  | { readonly kind: "refused" }
  | { readonly kind: "input"; readonly what: string; readonly value: string }
  | { readonly kind: "choice"; readonly what: string; readonly chosen: number; readonly count: number }
  | { readonly kind: "output"; readonly text: string }
  | { readonly kind: "start"; readonly started: number }
  | { readonly kind: "end" }
);

export interface WitnessStep {
  readonly thread: number;
  readonly op: StepKind;
  readonly location: SourceLocation | null;
  /** The library function called, if the step is inside one. */
  readonly call: string | null;
  readonly object: string | null;
  readonly value: Value | null;
  readonly choices: readonly number[];
  readonly events: readonly StepEvent[];
  /** Inside a library call: indices of steps of other threads whose effect on the library's state it reads (the end of a thread, a signal). */
  readonly observes: readonly number[];
  /** The functions of the program that the thread is in, the innermost first. */
  readonly stack: readonly CallFrame[];
}

interface SeenAccess {
  readonly event: AccessEvent;
  readonly target: Target | null;
}

interface SeenLock {
  readonly taken: boolean;
  readonly lock: LockHeld;
}

interface RawStep {
  readonly thread: number;
  readonly location: SourceLocation | null;
  readonly stack: readonly CallFrame[];
  readonly call: string | null;
  readonly operation: Operation | Terminator | null;
  readonly section: boolean;
  readonly accesses: readonly SeenAccess[];
  readonly locks: readonly SeenLock[];
  readonly sources: StepSources;
  readonly others: readonly StepEvent[];
  readonly choices: readonly number[];
}

/** A thread before its step. */
interface ThreadBefore {
  readonly location: SourceLocation | null;
  readonly stack: readonly CallFrame[];
  readonly call: string | null;
  readonly locks: readonly LockHeld[];
}

export class StepWatcher implements RunObserver {
  readonly #steps: RawStep[] = [];
  #accesses: SeenAccess[] = [];
  #others: StepEvent[] = [];
  #inputs = 0;
  #outputs = 0;
  #choices = 0;
  #threads = 1;
  readonly #sources = new SourceTracker();

  readonly #allocations = new Map<MemoryObject, Occurrence>();
  readonly #frees = new Map<MemoryObject, Occurrence>();

  #before: ThreadBefore | null = null;
  /** What happened before the first step: main runs up to it when the machine starts. */
  prelude: readonly StepEvent[] = [];

  constructor(
    readonly machine: Machine,
    readonly names: ObjectNames,
  ) {}

  /** The machine calls it for every access, and for every event of other kinds, during a step. */
  readonly recorder = {
    access: (event: AccessEvent): void => {
      this.#accesses.push({ event, target: event.size <= 8 ? this.names.target(event.low, event.high) : null });
    },
    allocated: (object: MemoryObject, t: Thread, operation: number): void => {
      const stack = userStack(this.machine, t, operation);
      this.#allocations.set(object, {
        thread: t.index,
        step: this.#steps.length - (this.#before === null ? 1 : 0),
        location: stack[0]?.location ?? null,
        stack,
      });
    },
    note: (): void => {
      const m = this.machine;
      // The access itself shows what unwritten memory held.
      for (const i of m.inputs.slice(this.#inputs).filter((i) => !i.isUnwritten))
        this.#add(i.thread, { kind: "input", what: i.what, value: inputText(i) });
      for (const o of m.outputs.slice(this.#outputs)) this.#add(o.thread, { kind: "output", text: new TextDecoder().decode(o.bytes) });
      this.#inputs = m.inputs.length;
      this.#outputs = m.outputs.length;
    },
  };

  choice(what: string, chosen: number, count: number, thread: number): void {
    this.#add(thread, { kind: "choice", what, chosen, count });
  }

  #add(thread: number, event: EventBody): void {
    const t = this.machine.threads[thread] as Thread;
    this.#others.push({ thread, location: locationOf(this.machine, t), ...event });
  }

  started(): void {
    this.prelude = this.#others;
    this.#others = [];
    this.#accesses = [];
    this.#choices = this.machine.choices.length;
  }

  stepping(thread: Thread): void {
    this.names.learn(thread, []);
    this.#before = {
      location: locationOf(this.machine, thread),
      stack: stackOf(this.machine, thread),
      call: userFrame(this.machine, thread).called,
      locks: thread.locks,
    };
  }

  stepped(thread: Thread): void {
    const before = this.#before as ThreadBefore;
    const m = this.machine;
    const { operation: index, function: of } = m.lastStep;
    const operation = index < 0 ? null : (of?.operations[index] ?? null);
    for (const started of m.threads.slice(this.#threads))
      this.#others.push({ thread: thread.index, location: before.location, kind: "start", started: started.index });
    this.#threads = m.threads.length;
    if (thread.status === "finished") this.#others.push({ thread: thread.index, location: before.location, kind: "end" });
    const released = before.locks.filter((l) => !thread.locks.includes(l));
    const taken = thread.locks.filter((l) => !before.locks.includes(l));
    const events = this.#accesses.map((a) => a.event);
    for (const { kind, object } of events)
      if (kind === "free")
        this.#frees.set(object, { thread: thread.index, step: this.#steps.length, location: before.location, stack: before.stack });
    this.#steps.push({
      thread: thread.index,
      location: before.location,
      stack: before.stack,
      call: before.call,
      operation,
      section: operation?.op === "atomic-begin" && operation.user,
      accesses: this.#accesses,
      locks: [...released.map((lock) => ({ taken: false, lock })), ...taken.map((lock) => ({ taken: true, lock }))],
      sources: this.#sources.step(this.#steps.length, events, released, taken),
      others: this.#others,
      choices: m.choices.slice(this.#choices),
    });
    this.names.learn(thread, events);
    this.#accesses = [];
    this.#others = [];
    this.#choices = m.choices.length;
  }

  /** Where an object began and ended. */
  historyOf(o: MemoryObject): ObjectHistory {
    const at = this.machine.program.positions[o.endedAt];
    const ended: Occurrence | null =
      o.live || o.endedAt === 0 || at === undefined
        ? null
        : { thread: o.endedBy, step: -1, location: { file: at.file, line: at.line, column: at.column }, stack: [] };
    return {
      name: this.names.name(o, 0, o.size),
      kind: o.kind === "heap" || o.kind === "internal" ? "heap" : o.kind === "stack" ? "local" : "global",
      bytes: o.size,
      allocated: this.#allocations.get(o) ?? null,
      freed: this.#frees.get(o) ?? ended,
    };
  }

  steps(): WitnessStep[] {
    return this.stepsFrom(0);
  }

  /** The steps from this number on, with the names known now. */
  stepsFrom(first: number): WitnessStep[] {
    return this.#steps.slice(first).map((s) => this.#describe(s));
  }

  #describe(s: RawStep): WitnessStep {
    const where = { thread: s.thread, location: s.location };
    // Inside a library call only plain accesses are to the user's data; the others are to the state of a mutex, a thread ….
    const isShown = ({ event: e }: SeenAccess): boolean =>
      !e.object.library &&
      (s.call === null ||
        e.kind === "free" ||
        (e.order === null && e.object.kind !== "internal" && !this.names.isReserved(e.object, e.offset, e.size)));
    const seen = s.accesses.map((a, i) => ({ ...a, from: s.sources.accesses[i] as number }));
    const accesses = seen.filter(isShown).map(({ event, target, from }): StepEvent & { kind: AccessEvent["kind"] } => ({
      ...where,
      from,
      kind: event.kind,
      object:
        event.kind === "free"
          ? this.names.name(event.object, 0, event.object.size)
          : this.names.nameAccess(event.object, event.offset, event.size),
      value:
        event.kind === "free" || isRange(s.operation)
          ? null
          : accessedValue(event, this.names.typeOf(event.object), (low, high, pointee) => this.names.pointer(target, low, high, pointee)),
    }));
    const firstTaken = s.locks.findIndex((l) => l.taken);
    const locks = s.locks.map(({ taken, lock }, i) => ({
      ...where,
      from: taken ? (s.sources.locks[i - firstTaken] as number) : -1,
      kind: taken ? ("lock" as const) : ("unlock" as const),
      object: lockName(this.names, lock.object),
      shared: lock.mode === 2,
    }));
    // Without this, a lock operation that fails would look like one that succeeds.
    const isRefused = s.call !== null && /(try|timed|clock)(rd|wr)?lock$/.test(s.call) && !s.locks.some((l) => l.taken);
    const refused = isRefused ? [{ ...where, kind: "refused" as const }] : [];
    const single = s.call === null && !s.section ? (accesses[0] ?? null) : null;
    return {
      thread: s.thread,
      op: kindOf(s, single?.kind ?? null),
      location: s.location,
      call: s.location === null ? null : s.call,
      object: single?.object ?? locks[0]?.object ?? null,
      value: single !== null && "value" in single ? single.value : null,
      choices: s.choices,
      events: [...accesses, ...locks, ...refused, ...s.others],
      observes:
        s.call === null
          ? []
          : this.#othersAmong(
              seen.filter((a) => !isShown(a)).map((a) => a.from),
              s.thread,
            ),
      stack: s.stack,
    };
  }

  #othersAmong(steps: readonly number[], thread: number): number[] {
    return [...new Set(steps)].filter((i) => i >= 0 && this.#steps[i]?.thread !== thread).sort((a, b) => a - b);
  }
}

/** A step as JSON, in reports and witnesses. */
export function stepToJson(s: WitnessStep): Record<string, unknown> {
  return {
    thread: s.thread,
    op: s.op,
    location: s.location,
    call: s.call,
    object: s.object,
    value: s.value?.json ?? null,
    choices: s.choices,
  };
}

/** Whether the operation accesses a range: the machine does not keep its contents. */
const isRange = (o: RawStep["operation"]): boolean => o?.op === "copy-in" || o?.op === "copy-out" || o?.op === "fill";

type EventBody = StepEvent extends infer E ? (E extends StepEvent ? Omit<E, "thread" | "location"> : never) : never;

function kindOf(s: RawStep, access: AccessEvent["kind"] | null): StepKind {
  if (s.call !== null) return s.location === null ? "end" : "call";
  if (s.section) return "atomic";
  const kinds = { read: "load", write: "store", update: "update", free: "free" } as const;
  if (access !== null) return kinds[access];
  switch (s.operation?.op) {
    case "load":
    case "copy-in":
      return "load";
    case "store":
    case "copy-out":
    case "fill":
      return "store";
    case "update":
    case "compare-exchange":
      return "update";
    case "heap-free":
      return "free";
    case "fence":
    case "error":
      return s.operation.op;
    case "thread-exit":
    case "process-end":
      return "end";
    default:
      return "local";
  }
}

/** The thread's location in the user's code: of its next step, or of the pending fault. */
export function locationOf(machine: Machine, t: Thread): SourceLocation | null {
  const frame = userFrame(machine, t);
  const position = t.pendingFault === null ? frame.position : userPosition(machine, t, t.pendingFault.at);
  const p = machine.program.positions[position];
  if (position === 0 || p === undefined) return null;
  return { file: p.file, line: p.line, column: p.column, ...(frame.function === null ? {} : { function: frame.function }) };
}

/** The calls that the thread is in, at its next step or at the pending fault. */
export function stackOf(machine: Machine, t: Thread): CallFrame[] {
  return userStack(machine, t, t.pendingFault?.at ?? t.fn.operationAt[t.pc] ?? -1);
}

export function lockName(names: ObjectNames, address: number): string {
  const target = names.target(address | 0, Math.floor(address / 2 ** 32));
  return target === null ? "a lock" : names.name(target.object, target.offset, 1);
}
