// Eager steps: steps that need not be interleaved. They are the steps that begin and end threads (create, finish, join), accesses to a thread's
// own locals whose address other threads know, and what a thread does while it holds a lock, up to its release. A stateful search takes them as part
// of the step before. That is right as long as no other thread does anything that depends on them and could have come first ({t} is a persistent
// set; for locks, Lipton's movers). This is not known beforehand but checked: every access of the whole search is kept, by bytes, with the locks
// held. If an access conflicts with an eager one of another thread, and no common lock excludes the two, the assumption was wrong. The search then
// restarts, and the operation at that position in the program is no longer eager.
//
// Why the check suffices: assume that from some state others can execute w·d, where d is the first step that depends on the eager step s. Then s·w
// is explored, and after it d's thread is at the same step, which still accesses what it shares with s. Only if s lets waiting threads continue (the
// join of a finished thread, the release of a lock) could d not have come first; s never makes a thread wait. The order in which different threads
// create threads shows in their numbers and counts as an access. With a common lock d cannot come first, because s's thread holds it. That no other
// thread acquires it meanwhile is also checked (execution/guards.ts).

import { Footprint } from "../../execution/footprint.ts";
import type { LockHeld } from "../../execution/lock-held.ts";
import type { Machine, Oracle } from "../../execution/machine.ts";
import { isShared } from "../../execution/memory-object.ts";
import type { Thread } from "../../execution/thread.ts";
import { roleOf } from "../../reduction/own-steps.ts";
import { LockSets } from "./lock-sets.ts";

interface Access {
  readonly thread: Known;
  readonly start: number;
  readonly end: number;
  readonly write: boolean;
  readonly step: Step;
  /** Bits of the threads that had begun before some such access, and that its own thread had not joined. */
  beside: number;
}

/** A thread by its name, because runs have different threads. */
interface Known {
  readonly bit: number;
  readonly parent: Known | null;
}

/** What matters about a step, besides its accesses. */
interface Step {
  /** Its position in the program if it was taken eagerly; null otherwise. */
  readonly eager: string | null;
  /** Finishes a thread; waits for one to finish. */
  readonly finish: boolean;
  readonly join: boolean;
  /** Number of the set of locks that it requires. */
  readonly locks: number;
  /** `release`: it releases a lock, and this access is to the lock. `blocked`: it waits, in the library. */
  readonly release: boolean;
  readonly blocked: boolean;
}

const none: readonly LockHeld[] = [];
/** Stands for the numbering of threads among addresses. */
const threadNumbers = -16;
const sharedBit = 1 << 30;
/** Maximum number of eager steps in a row, so that they do not form a cycle. */
const maxEagerSteps = 256;
/** Maximum size of an access whose bytes are tracked. */
const maxAccessBytes = 4096;
/** No lock of the library is larger. */
const lockSize = 64;

export class EagerSteps {
  readonly footprint = new Footprint();
  readonly #byGranule = new Map<number, Access[]>();
  readonly #sets = new LockSets();
  readonly #known = new Map<string, Known>();
  /** The joins of the run so far, each with the number of steps after it. */
  readonly #joins: { readonly depth: number; readonly joiner: Known; readonly joined: number }[] = [];
  #before = none;
  #ofLibrary = false;
  /** Another thread's step depends on an eager one: the search must restart. */
  isWrong = false;
  /** It is not known which eager step was wrong. */
  isHopeless = false;
  #beside = 0;

  /**
   * `underLocks`: steps under locks are eager. `others`: positions of steps that were found to concern other threads, or to allocate objects that
   * other threads may learn of.
   */
  constructor(
    readonly machine: Machine,
    readonly underLocks: boolean,
    readonly others = new Set<string>(),
  ) {}

  /** Takes all eager steps that are possible now, and adds their threads to `slots`. */
  take(slots: number[], oracle: Oracle & { begin(prefix: []): void; readonly taken: readonly unknown[] }): void {
    for (let n = 0; n < maxEagerSteps; n++) if (!this.machine.threads.some((t) => this.#try(t, slots, oracle))) return;
  }

  #try(t: Thread, slots: number[], oracle: Parameters<EagerSteps["take"]>[1]): boolean {
    const { machine } = this;
    if (t.status !== "running" || t.pendingFault !== null) return false;
    const op = t.pendingOperation;
    const isAccess = op === "load" || op === "store";
    const { threadRole, library } = t.fn;
    const locks = this.underLocks ? t.locks : none;
    if (op === "atomic-begin") {
      if (threadRole === null ? !library || locks.length === 0 : !machine.isEnabled(t)) return false;
    } else if (!isAccess || (locks.length === 0 && !t.stack.some(isShared))) return false;
    const place = `${t.fn.id}.${t.pc}`;
    if (this.others.has(place)) return false;
    const finish = isFinish(t);
    const join = isJoin(t);
    const threads = machine.threads.length;
    const inputs = machine.inputs.length;
    const violations = machine.violations.length;
    const own = t.stack.filter(isShared);
    oracle.begin([]);
    this.begin(t);
    const step = machine.step(t, oracle, this.footprint);
    const { mayBlock } = machine.lastStep;
    if (step === null) {
      this.end(t, false, join && mayBlock, false); // it is not tried again here
      return false;
    }
    const f = this.footprint;
    const release = locks.length > 0 && threadRole === null && !isAccess && t.locks.length < locks.length && !mayBlock;
    const isOwn = !f.begins && (release || threadRole !== null || (isAccess && (locks.length > 0 || f.liesIn(own))));
    if (!isOwn) this.others.add(place);
    // An input may be the next of a list from which other threads also take.
    const isNoted = machine.outcome !== null || machine.violations.length > violations;
    if (!isOwn || isNoted || oracle.taken.length > 0 || machine.inputs.length > inputs) {
      machine.undo();
      return false;
    }
    const taken = { eager: place, finish, join: join && mayBlock, locks: this.#sets.of(locks), release, blocked: false };
    this.#note(t, taken, machine.threads.length > threads);
    if (join) this.#noteJoin(t);
    slots.push(t.index);
    return true;
  }

  /** To be called before a step. */
  begin(t: Thread): void {
    this.footprint.clear();
    this.#before = t.locks;
    this.#ofLibrary = t.fn.library;
    const { threads, depth } = this.machine;
    const joins = this.#joins;
    for (let last = joins.at(-1); last !== undefined && last.depth > depth; last = joins.at(-1)) joins.pop(); // undone
    this.#beside = 0;
    for (const u of threads) this.#beside |= this.#knownBy(u.name).bit;
    if (joins.length === 0) return;
    const self = this.#knownBy(t.name);
    for (const { joiner, joined } of joins) if (joiner === self) this.#beside &= ~joined;
  }

  /** Records the join of a thread: the step wrote to the control block of a finished one. */
  #noteJoin(t: Thread): void {
    const { machine, footprint } = this;
    for (const u of machine.threads) {
      if (u.status !== "finished") continue;
      const { bit } = this.#knownBy(u.name);
      const block = machine.memory.objectAt(u.selfLow, u.selfHigh);
      if (bit === sharedBit || block === null || !footprint.writesIn(block)) continue;
      this.#joins.push({ depth: machine.depth, joiner: this.#knownBy(t.name), joined: bit });
    }
  }

  /** All threads after the first thirty share one bit. */
  #knownBy(name: string): Known {
    let known = this.#known.get(name);
    if (known === undefined) {
      const dot = name.lastIndexOf(".");
      const parent = dot < 0 ? null : this.#knownBy(name.slice(0, dot));
      known = { bit: this.#known.size < 30 ? 1 << this.#known.size : sharedBit, parent };
      this.#known.set(name, known);
    }
    return known;
  }

  /** To be called after a step that is not eager. `join`: the step can wait for a thread to finish. */
  end(t: Thread, moved: boolean, join: boolean, started: boolean): void {
    const before = this.#before;
    const { locks } = t;
    // A step that acquires a lock waits while another thread holds it. A trylock does not wait, and a section of the program itself may acquire a
    // lock because of what it has read before.
    const set = this.#ofLibrary && this.machine.synchronisation.announces ? this.#sets.union(before, locks) : this.#sets.of(before);
    // What else it reads after other threads have moved is not known.
    if (!moved && !t.fn.library && this.underLocks) this.giveUp();
    this.#note(t, { eager: null, finish: false, join, locks: set, release: false, blocked: !moved && t.fn.library }, started);
    if (join && moved) this.#noteJoin(t);
  }

  giveUp(): void {
    this.isWrong = this.isHopeless = true;
  }

  #note(t: Thread, step: Step, started: boolean): void {
    const thread = this.#knownBy(t.name);
    const beside = this.#beside;
    const { count, starts, ends, writes } = this.footprint;
    const onlyEager = step.release ? { ...step, release: false } : step;
    for (let i = 0; i < count; i++) {
      const start = starts[i] as number;
      const isLock = step.release && this.#before.some((l) => l.object <= start && start < l.object + lockSize);
      this.#noteRange({ thread, start, end: ends[i] as number, write: writes[i] as boolean, step: isLock ? step : onlyEager, beside });
    }
    if (started) this.#noteRange({ thread, start: threadNumbers, end: threadNumbers + 1, write: true, step, beside });
  }

  #noteRange(a: Access): void {
    if (a.end - a.start > maxAccessBytes) return this.giveUp(); // rare
    for (let g = Math.floor(a.start / 16); g <= Math.floor((a.end - 1) / 16); g++) {
      let known = this.#byGranule.get(g);
      if (known === undefined) {
        known = [];
        this.#byGranule.set(g, known);
      }
      const same = known.find(
        (b) => a.thread === b.thread && a.start === b.start && a.end === b.end && a.write === b.write && isSame(a.step, b.step),
      );
      if (same !== undefined && (same.beside | a.beside) === same.beside) continue;
      for (const b of known)
        if (a.thread !== b.thread && (a.write || b.write) && a.start < b.end && b.start < a.end) this.#checkApart(a, b);
      if (same === undefined) known.push(a);
      else same.beside |= a.beside;
    }
  }

  /** Checks two accesses of different threads to the same bytes. */
  #checkApart(a: Access, b: Access): void {
    if (!couldComeFirst(a, b) && !couldComeFirst(b, a)) return;
    const { step: s } = a;
    const { step: d } = b;
    if ((s.finish && d.join) || (d.finish && s.join)) return;
    if ((s.release && d.blocked) || (d.release && s.blocked)) return;
    if (this.#sets.areApart(s.locks, d.locks)) return;
    this.isWrong = true;
    for (const place of [s.eager, d.eager]) if (place !== null) this.others.add(place);
  }
}

/**
 * Whether there is a state in which `s` was taken eagerly although another thread could reach `d` without it. There is none if that thread has
 * joined the thread of `s`, or if neither it nor one of its ancestors existed before `s`. (That a thread has ended proves nothing, because its end
 * may also have been eager.)
 */
function couldComeFirst(s: Access, d: Access): boolean {
  if (s.step.eager === null || (d.beside & s.thread.bit) === 0) return false;
  for (let u: Known | null = d.thread; u !== null && u !== s.thread; u = u.parent) if ((s.beside & u.bit) !== 0) return true;
  return false;
}

const isSame = (a: Step, b: Step): boolean =>
  a.eager === b.eager &&
  a.finish === b.finish &&
  a.join === b.join &&
  a.locks === b.locks &&
  a.release === b.release &&
  a.blocked === b.blocked;

const isFinish = (t: Thread): boolean => roleOf(t) === "finish";
export const isJoin = (t: Thread): boolean => roleOf(t) === "join";
