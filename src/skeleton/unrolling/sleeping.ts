// The state of a thread that sleeps in a condition wait and may wake spuriously. In: an operation and its path. Out: the state, and when it
// equals the state of another sleep.
//
// What the thread does after waking depends on this state (the live registers of all its frames, and its own memory), on how it is woken, and
// on shared memory.

import type { Bytes } from "../../symbolic/bytes.ts";
import type { VersionedMap } from "../../symbolic/versioned-map.ts";
import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";
import type { Round } from "../round.ts";
import type { SkeletonEvent } from "../skeleton.ts";
import type { Frame, Instance } from "./frame.ts";

type Registers = readonly (Term | undefined)[];

/** A frame of the sleeping thread: its current operation, and its registers. */
interface SleepingFrame {
  readonly frame: Frame;
  readonly operation: number;
  readonly registers: Registers;
}

export interface Sleep {
  /** The choice, made where `when` holds; 1: the thread wakes spuriously. */
  readonly wake: Term;
  readonly when: Term;
  /** The step that wakes it. */
  readonly event: SkeletonEvent;
  /** The number of open values of its thread so far, including this one. */
  readonly asked: number;
  /** The innermost frame first. */
  readonly frames: readonly SleepingFrame[];
  readonly memory: VersionedMap<Bytes>;
  readonly origins: ReadonlyMap<number, Bytes>;
}

export function sleepAt(instance: Instance, operation: number, rest: Pick<Sleep, "wake" | "when" | "event" | "asked">): Sleep {
  const { path } = instance;
  const frames: SleepingFrame[] = [{ frame: instance.frame, operation, registers: instance.registers.slice() }];
  for (let f = instance.frame; f.parent !== null; f = f.parent)
    frames.push({ frame: f.parent, operation: f.callSite, registers: f.callerRegisters.slice() });
  return { ...rest, frames, memory: path.snapshotMemory(), origins: path.origins };
}

/** When two sleeps in calls from this frame have the same state. */
export function isSameSleep(round: Round, within: Frame, a: Sleep, b: Sleep): Term {
  const { terms } = round;
  const same: Term[] = [sameMemory(terms, a.memory, b)];
  for (const [i, mine] of a.frames.entries()) {
    const theirs = b.frames[i];
    if (theirs?.frame.function !== mine.frame.function || theirs.operation !== mine.operation) return terms.false;
    const { live } = round.functionInfo(mine.frame.function);
    same.push(sameRegisters(terms, i === 0 ? live.before(mine.operation) : live.after(mine.operation), mine.registers, theirs.registers));
    if (mine.frame === within) return theirs.frame === within ? terms.all(same) : terms.false;
  }
  return terms.false; // one of them is not in a call from this frame
}

/** When the live registers have the same values. */
export function sameRegisters(terms: Terms, live: readonly number[], now: Registers, before: Registers): Term {
  const equal: Term[] = [];
  for (const r of live) {
    const a = now[r];
    const b = before[r];
    if (a === b) continue;
    if (a === undefined || b === undefined || a.width !== b.width) return terms.false;
    equal.push(terms.eq(a, b));
  }
  return terms.all(equal);
}

/** When the thread's own memory is unchanged; objects made since do not matter. */
export function sameMemory(
  terms: Terms,
  before: VersionedMap<Bytes>,
  { memory, origins }: { readonly memory: VersionedMap<Bytes>; readonly origins: ReadonlyMap<number, Bytes> },
): Term {
  const equal: Term[] = [];
  before.differs(memory, (object, bytes, now) => {
    const then = bytes ?? origins.get(object);
    if (then === undefined) return false;
    equal.push(now === undefined ? terms.false : now.isEqual(then));
    return false;
  });
  return terms.all(equal);
}
