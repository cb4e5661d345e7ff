// A plan: a witness as a native process can follow it. In: a machine and a schedule. Out: steps with places, objects and calls; objects,
// allocations and inputs; the expected failure.
//
// The schedule is replayed on the executor. An access is described by its object and offset, since addresses differ natively: the runtime
// (apps/native/runtime) learns the address of an object from a symbol, from the allocation, or from the first access to it.

import type { AccessEvent } from "../execution/access-event.ts";
import type { Violation } from "../execution/errors.ts";
import type { Machine } from "../execution/machine.ts";
import type { MemoryObject } from "../execution/memory-object.ts";
import type { Thread } from "../execution/thread.ts";
import { inputNumber } from "../witness/input-text.ts";
import { type Replay, type ReplayListener, replay } from "../witness/replay.ts";
import type { Schedule } from "../witness/schedule.ts";
import type { StepEvent, StepKind, WitnessStep } from "../witness/steps.ts";
import { type RaceOrder, type Racing, raceOrder } from "./race-order.ts";

export interface PlanStep {
  readonly thread: number;
  /** Its number in the witness, from 0. */
  readonly index: number;
  readonly op: StepKind;
  readonly file: string;
  readonly line: number;
  readonly call: string | null;
  /** It belongs to the same call as the thread's step before it. */
  readonly continues: boolean;
  /** The environment makes the operation fail or return although nothing happened. */
  readonly isSpurious: boolean;
  /** Which waiter a signal wakes, in the order of threads. */
  readonly choice: number;
  /** The object accessed: an index into `objects`, or -1. */
  readonly object: number;
  readonly offset: number;
  readonly size: number;
  /** The access only reads. */
  readonly isRead: boolean;
  /** One of the two accesses of a race. stands: the thread stops before it; made: it is made, and the other access is compared with it. */
  readonly race: "stands" | "made" | null;
}

export interface PlanObject {
  readonly kind: MemoryObject["kind"];
  /** The symbol of a global, else an empty text. */
  readonly symbol: string;
  /** The name of a local, else an empty text. */
  readonly name: string;
  /** The thread that made it, or -1. */
  readonly thread: number;
  readonly size: number;
}

export interface PlanAllocation {
  readonly thread: number;
  readonly object: number;
  readonly size: number;
  /** The object whose place it takes, or -1. */
  readonly inPlaceOf: number;
  /** Its address in the witness if numbers are computed from addresses there; else 0. */
  readonly address: number;
  readonly fails: boolean;
}

/** What a heap block holds before it is written, where the witness says so. */
export interface PlanUnwritten {
  readonly object: number;
  readonly offset: number;
  readonly size: number;
  readonly value: bigint;
}

export interface PlanInput {
  readonly thread: number;
  readonly what: string;
  readonly value: bigint;
}

/** The failure to be reached. */
export interface PlanFailure {
  readonly kind: Violation["kind"];
  readonly message: string;
  readonly thread: number;
  readonly file: string;
  readonly line: number;
  /** The threads of a deadlock or race. */
  readonly threads: readonly number[];
  /** The object of a memory error, an index or -1, and where in it the access begins, or null. */
  readonly object: number;
  readonly offset: number | null;
}

export interface Plan {
  readonly steps: readonly PlanStep[];
  readonly objects: readonly PlanObject[];
  readonly allocations: readonly PlanAllocation[];
  readonly inputs: readonly PlanInput[];
  readonly failure: PlanFailure | null;
  readonly fill: number;
  readonly unwritten: readonly PlanUnwritten[];
  /** Later blocks of the heap have lower addresses. */
  readonly isDescending: boolean;
  /** Why the accesses of a race cannot stand side by side; else null. */
  readonly ordered: string | null;
}

/** The files that a plan names, in the order of their numbers. */
export function filesOf({ steps, failure }: Plan): string[] {
  return [...new Set([...steps.map((s) => s.file), failure?.file ?? ""].filter((f) => f !== ""))];
}

/** What the program reads from standard input, in the order of the witness: bytes, and numbers that scanf reads. */
export const standardInput = ({ inputs }: Plan): number[] =>
  inputs.flatMap(({ what, value }) =>
    what === "input byte"
      ? [Number(value)]
      : what === "scanf"
        ? [...new TextEncoder().encode(`${inputNumber({ what, bits: 32, value })} `)]
        : [],
  );

/** Replays the schedule and makes the plan. `isExpected` picks the violation that the witness is about. */
export function planOf(
  machine: Machine,
  schedule: Schedule,
  isExpected: (v: Violation) => boolean,
): { readonly plan: Plan; readonly replayed: Replay } {
  const recorder = new PlanRecorder(machine);
  const replayed = replay(machine, schedule, isExpected, true, recorder);
  const violation = replayed.violations.find(isExpected) ?? null;
  const steps = recorder.steps(replayed);
  const order = violation?.kind === "data-race" ? raceOrder(replayed, recorder.racing(steps, violation)) : null;
  const failure = violation === null ? null : failureOf(violation, machine, recorder);
  const kept =
    order === null ? steps : order.kept.map((i): PlanStep => ({ ...recorder.raceStep(steps, order, i), race: raceRole(order, i) }));
  return {
    plan: {
      steps: kept,
      objects: recorder.objects,
      allocations: allocationsOf(
        isChosen(replayed, "placement") ? recorder.allocations : recorder.allocations.map(withoutAddress),
        replayed,
      ),
      inputs: machine.inputs.filter((i) => !i.isUnwritten).map(({ thread, what, value }) => ({ thread, what, value })),
      failure,
      fill: schedule.fill,
      unwritten: recorder.unwritten,
      isDescending: isChosen(replayed, "order of addresses"),
      ordered: order?.why ?? null,
    },
    replayed,
  };
}

function raceRole({ earlier, later, why }: RaceOrder, index: number): PlanStep["race"] {
  if (index === later) return "stands";
  return index !== earlier ? null : why === null ? "stands" : "made";
}

function failureOf(v: Violation, machine: Machine, recorder: PlanRecorder): PlanFailure {
  const isFault = machine.outcome?.kind === "error" && machine.violations.at(-1)?.kind === v.kind;
  const object = isFault && machine.faultObject !== null ? recorder.indexOf(machine.faultObject) : -1;
  return {
    kind: v.kind,
    message: v.message,
    thread: v.thread,
    file: v.location?.file ?? "",
    line: v.location?.line ?? 0,
    threads: [...new Set([v.thread, ...v.participants.map((p) => p.thread)])],
    object,
    offset: isFault ? machine.faultOffset : null,
  };
}

/** Was another than the ordinary answer to this choice taken? */
const isChosen = ({ prelude, steps }: Replay, what: string): boolean =>
  [...prelude, ...steps.flatMap((s) => s.events)].some((e) => e.kind === "choice" && e.what === what && e.chosen > 0);

const withoutAddress = (a: PlanAllocation): PlanAllocation => ({ ...a, address: 0 });

/** With the allocations that fail, in the order of each thread. */
function allocationsOf(made: readonly PlanAllocation[], replayed: Replay): PlanAllocation[] {
  const choices = [...replayed.prelude, ...replayed.steps.flatMap((s) => s.events)].filter(
    (e): e is StepEvent & { kind: "choice" } => e.kind === "choice" && e.what === "allocation fails",
  );
  if (choices.length === 0) return [...made];
  const left = [...made];
  return choices.flatMap(({ thread, chosen }) => {
    if (chosen !== 0) return [{ thread, object: -1, size: 0, inPlaceOf: -1, address: 0, fails: true }];
    const next = left.findIndex((a) => a.thread === thread);
    return next < 0 ? [] : left.splice(next, 1);
  });
}

interface SeenStep {
  /** Accesses to objects of the program. */
  readonly accesses: readonly AccessEvent[];
  readonly continues: boolean;
}

/** Notes what a replay's steps do not say: objects, allocations, and which steps belong to one call. */
class PlanRecorder implements ReplayListener {
  readonly objects: PlanObject[] = [];
  readonly allocations: PlanAllocation[] = [];
  readonly #indices = new Map<MemoryObject, number>();
  readonly #seen: SeenStep[] = [];
  readonly unwritten: PlanUnwritten[] = [];
  #accesses: AccessEvent[] = [];
  #inputs = 0;
  /** The library calls that steps were in: the thread and the serial number of the frame. */
  readonly #calls = new Set<string>();
  #continues = false;

  constructor(readonly machine: Machine) {}

  indexOf(o: MemoryObject): number {
    const known = this.#indices.get(o);
    if (known !== undefined) return known;
    const { kind, name, thread, size } = o;
    const index = this.objects.push({ kind, symbol: kind === "global" ? name : "", name: kind === "stack" ? name : "", thread, size }) - 1;
    this.#indices.set(o, index);
    return index;
  }

  started(): void {
    this.#noteUnwritten();
    this.#accesses = [];
  }

  /** An input for memory that was not written belongs to the access that reads as many bits. */
  #noteUnwritten(): void {
    const { inputs } = this.machine;
    for (const { bits, value, isUnwritten } of inputs.slice(this.#inputs)) {
      const access = isUnwritten ? this.#accesses.find((e) => e.size * 8 === bits && e.object.kind === "heap") : undefined;
      if (access !== undefined)
        this.unwritten.push({
          object: this.indexOf(access.object),
          offset: access.offset,
          size: access.size,
          value: BigInt.asUintN(bits, value),
        });
    }
    this.#inputs = inputs.length;
  }

  access(event: AccessEvent): void {
    this.#accesses.push(event);
  }

  allocated(object: MemoryObject, thread: Thread): void {
    if (object.kind !== "heap") return;
    const before = [...this.#indices.keys()].find((o) => o !== object && !o.live && o.kind === "heap" && o.address === object.address);
    this.allocations.push({
      thread: thread.index,
      object: this.indexOf(object),
      size: object.size,
      inPlaceOf: before === undefined ? -1 : this.indexOf(before),
      address: object.address,
      fails: false,
    });
  }

  stepping(thread: Thread): void {
    const serial = this.#callOf(thread);
    const call = `${thread.index} ${serial}`;
    this.#continues = serial >= 0 && this.#calls.has(call);
    this.#calls.add(call);
  }

  stepped(): void {
    this.#noteUnwritten();
    const accesses = this.#accesses.filter((e) => !e.object.library && e.object.kind !== "internal");
    this.#seen.push({ accesses, continues: this.#continues });
    this.#accesses = [];
  }

  /** The outermost call into the library from the innermost function of the program. */
  #callOf(t: Thread): number {
    let serial = -1;
    for (let level = t.depth; level >= 0; level--) {
      const frame = t.frameAt(level);
      if (!this.machine.code[frame.function]?.library) return serial;
      serial = frame.serial;
    }
    return serial;
  }

  steps({ steps }: Replay): PlanStep[] {
    return steps.map((s, index) => {
      const { accesses, continues } = this.#seen[index] as SeenStep;
      const choices = s.events.filter((e) => e.kind === "choice");
      return {
        thread: s.thread,
        index,
        op: s.op,
        file: s.location?.file ?? "",
        line: s.location?.line ?? 0,
        call: s.call ?? (isThreadEnd(s) ? "the end" : null),
        continues,
        isSpurious: choices.some((c) => c.what.startsWith("spurious") && c.chosen !== 0),
        choice: choices.find((c) => c.what === "waiter to wake")?.chosen ?? 0,
        ...this.#accessed(accesses[0] ?? null),
        race: null,
      };
    });
  }

  #accessed(access: AccessEvent | null): Pick<PlanStep, "object" | "offset" | "size" | "isRead"> {
    return access === null
      ? { object: -1, offset: 0, size: 0, isRead: false }
      : { object: this.indexOf(access.object), offset: access.offset, size: access.size, isRead: access.kind === "read" };
  }

  /** The steps of the two accesses of a race. The earlier may be in another step of the same call than the one reported. */
  racing(steps: readonly PlanStep[], race: Violation): Racing {
    const earlier = race.participants[1]?.step ?? -1;
    const later = race.participants[0]?.step ?? race.step;
    const accesses = this.#seen[later]?.accesses ?? [];
    const isRacing = (i: number): boolean => this.#seen[i]?.accesses.some((a) => accesses.some((b) => isConflict(a, b))) ?? false;
    let found = earlier;
    while (found > 0 && !isRacing(found) && steps[earlier]?.continues) found--;
    return { earlier: isRacing(found) && steps[found]?.thread === steps[earlier]?.thread ? found : earlier, later };
  }

  /** A step of a race shows that of its accesses which conflicts with the other step. */
  raceStep(steps: readonly PlanStep[], { earlier, later }: RaceOrder, index: number): PlanStep {
    const step = steps[index] as PlanStep;
    if (index !== earlier && index !== later) return step;
    const others = this.#seen[index === earlier ? later : earlier]?.accesses ?? [];
    const found = this.#seen[index]?.accesses.find((a) => others.some((b) => isConflict(a, b)));
    return found === undefined ? step : { ...step, ...this.#accessed(found) };
  }
}

const isConflict = (a: AccessEvent, b: AccessEvent): boolean =>
  a.object === b.object && a.offset < b.offset + b.size && b.offset < a.offset + a.size && (a.kind !== "read" || b.kind !== "read");

const isThreadEnd = (s: WitnessStep): boolean => s.op === "end" && s.call === null;
