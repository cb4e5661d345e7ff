// A thread that sleeps in a condition wait, where it is asked whether it wakes spuriously. In: the place and the path. Out: the state it sleeps in, and
// when that is the state of another sleep.
//
// All that the thread does when it wakes follows from this state, from how it is woken, and from shared memory: the registers that matter of all
// functions it is in, and the memory that only it sees.

import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";
import type { Round } from "../round.ts";
import type { SkeletonEvent } from "../skeleton.ts";
import type { Bytes } from "./bytes.ts";
import type { Frame } from "./frame.ts";
import type { Instance } from "./instance.ts";
import type { VersionedMap } from "./versioned-map.ts";

type Registers = readonly (Term | undefined)[];

/** A function that the thread is in: what it is at, and what it remembers. */
interface SleepingFrame {
  readonly frame: Frame;
  readonly operation: number;
  readonly registers: Registers;
}

export interface Sleep {
  /** 1: it wakes spuriously; asked where `when` holds. */
  readonly wake: Term;
  readonly when: Term;
  /** The step that wakes it. */
  readonly event: SkeletonEvent;
  /** How many values its thread has left open by then, this one included. */
  readonly asked: number;
  /** The innermost comes first. */
  readonly frames: readonly SleepingFrame[];
  readonly memory: VersionedMap<Bytes>;
  readonly origins: ReadonlyMap<number, Bytes>;
}

export function sleepAt(instance: Instance, operation: number, rest: Pick<Sleep, "wake" | "when" | "event" | "asked">): Sleep {
  const { path } = instance;
  const frames: SleepingFrame[] = [{ frame: instance.frame, operation, registers: instance.registers.slice() }];
  for (let f = instance.frame; f.parent !== null; f = f.parent)
    frames.push({ frame: f.parent, operation: f.callSite, registers: f.callerRegisters.slice() });
  return { ...rest, frames, memory: path.keepMemory(), origins: path.origins };
}

/** That two sleeps in calls from this frame are in the same state. */
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

/** That the registers that matter have the same values. */
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

/** The thread's own memory is what it was; new objects do not matter. */
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
