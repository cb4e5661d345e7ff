// Iterations that exist only because of spurious failures or wake-ups, and lead back to where they began. In: the states at the head of a loop
// in earlier iterations, and the path that comes back to it. Out: when the path need not be followed further, as a term.
//
// Spurious failures (of a weak compare-exchange, of mtx_trylock): an iteration in which nothing else was open, and which changed neither memory
// nor registers, is idle (idle-iterations.ts). As for any idle iteration, one is kept for its accesses: the path ends after two in a row.
//
// Spurious wake-ups: the thread wakes, holds the mutex, reads, and waits again, in the same state. Others write what it reads under that mutex
// only, so everything they do meanwhile could come before the wake-up or after the next wait. The excursion then changes nothing: the thread
// could as well have slept until it was woken from the second wait. So a path ends when it leaves the second wait, if the first was left
// spuriously; if the condition holds in between, the loop is left there. The states compared are those in which the thread sleeps
// (sleeping.ts), not those at the head of the loop: what it does on waking may depend on what only the sleeping thread remembers. No other
// thread may observe that the mutex is taken meanwhile: `hasObserver` checks the finished skeleton, as execution/futile-wakes.ts checks a run.

import { substituteLeaf } from "../../terms/substitute.ts";
import type { Term } from "../../terms/term.ts";
import type { HappensBefore } from "../happens-before.ts";
import type { LockCell } from "../locks.ts";
import type { SkippedWakeUp } from "../round.ts";
import type { Access, Skeleton, SkeletonEvent } from "../skeleton.ts";
import { placesOf } from "../spread.ts";
import type { Frame } from "./frame.ts";
import type { LoopHeadState } from "./idle-iterations.ts";
import type { Path } from "./path.ts";
import { isSameSleep, type Sleep, sameMemory, sameRegisters } from "./sleeping.ts";
import type { Steps } from "./steps.ts";

/** The library function of condition waits. */
const waitFunction = "__rvl_condition_wait";

/** Bytes of a mutex (objects.h), counted from its owner field, that only robust ones change. */
const robust = { from: 12, to: 24 };

export function endsSpuriously(
  steps: Steps,
  frame: Frame,
  head: number,
  last: LoopHeadState | undefined,
  path: Path,
  registers: readonly (Term | undefined)[],
): Term {
  const { terms, thread } = steps;
  const earlier = last?.previous;
  if (last === undefined || earlier === undefined || path.section !== null || thread.open.length === earlier.open) return terms.false;
  if (thread.open.slice(earlier.open).every((o) => o.freedom === "failure")) {
    const live = steps.round.functionInfo(frame.function).live.before(frame.first[head] as number);
    return terms.all([
      sameRegisters(terms, live, registers, last.registers),
      sameRegisters(terms, live, last.registers, earlier.registers),
      sameMemory(terms, last.memory, path),
      sameMemory(terms, earlier.memory, path),
      isSilentFrom(steps, earlier.events),
    ]);
  }
  const sleeps = steps.sleeps.filter((s) => s.asked > earlier.open);
  const futile = sleeps.flatMap((now) =>
    now.asked <= last.open ? [] : sleeps.filter((s) => s.asked < now.asked).map((before) => excursion(steps, frame, before, now, path)),
  );
  return terms.any(futile);
}

/** When no event from here on has written anything or started a thread. */
function isSilentFrom({ terms, thread }: Steps, from: number): Term {
  const events = thread.events.slice(from);
  if (events.some((e) => e.starts.length > 0)) return terms.false;
  return terms.all(events.flatMap((e) => e.accesses.filter((a) => a.kind === "write").map((a) => terms.not(a.when))));
}

/**
 * When the thread woke spuriously from the first sleep, read under the mutex what others write only under it, and sleeps again in the same
 * state.
 */
function excursion(steps: Steps, frame: Frame, before: Sleep, now: Sleep, path: Path): Term {
  const { terms, round, thread, knowledge } = steps;
  if (knowledge.offersAllWakes) return terms.false;
  const woken = terms.constant(1n, before.wake.width);
  const then = (t: Term): Term => substituteLeaf(terms, round.expand(t), before.wake, woken);
  const taken = then(terms.all([path.guard.term, before.when, now.event.occurs]));
  const cannot = (t: Term): boolean => round.excludes(taken, then(t));
  const same = isSameSleep(round, frame, before, now);
  if (same === terms.false || !staysInside(steps, before, now, cannot)) return terms.false;
  const suspend = thread.events[now.event.index - 1] as SkeletonEvent;
  const lock = suspend.holds.find((l) => writesLock(suspend, knowledge.locks.cells[l] as LockCell));
  if (lock === undefined || writtenBy(before.event) === null || writtenBy(before.event) !== writtenBy(now.event)) return terms.false;
  if (mayBeRobust(suspend, knowledge.locks.cells[lock] as LockCell)) return terms.false;
  const isHeld = (l: number): boolean => suspend.holds.includes(l);
  const isGuarded = (a: Access): boolean =>
    a.settled ||
    a.targets.every((t) => t.object.constant || knowledge.locks.isGuardedFor(thread.name, t.object, placesOf(t, a.size), a.size, isHeld));
  for (const e of thread.events.slice(before.event.index + 1, suspend.index)) {
    if (cannot(e.occurs)) continue;
    if (e.starts.length > 0 || !e.holds.includes(lock)) return terms.false;
    if (!e.accesses.every((a) => (a.kind === "read" ? isGuarded(a) : cannot(a.when)))) return terms.false;
  }
  round.skippedWakeUps.push({ thread, lock });
  return terms.all([before.when, terms.eq(before.wake, woken), now.event.occurs, same]);
}

/** Whether nothing was open between the two sleeps, and the second wait begins right before the second sleep. */
function staysInside({ thread, round }: Steps, before: Sleep, now: Sleep, cannot: (t: Term) => boolean): boolean {
  const suspend = thread.events[now.event.index - 1];
  return (
    suspend !== undefined &&
    suspend.index > before.event.index &&
    round.program.functions[suspend.site.function]?.name === waitFunction &&
    thread.open.slice(before.asked, now.asked - 1).every((o) => cannot(o.when))
  );
}

/** Whether the mutex may be robust: if its owner has ended, it changes when the waking thread takes and releases it. */
function mayBeRobust(suspend: SkeletonEvent, { object, offset }: LockCell): boolean {
  return suspend.accesses.some(
    (a) =>
      a.kind === "write" &&
      a.targets.some(
        (t) =>
          t.object === object &&
          (typeof t.offset !== "number" || (t.offset < offset + robust.to && offset + robust.from < t.offset + a.size)),
      ),
  );
}

const writesLock = (e: SkeletonEvent, lock: LockCell): boolean =>
  e.accesses.some((a) => a.kind === "write" && a.targets.some((t) => t.object === lock.object && t.offset === lock.offset));

/** A key of where a step writes; null: at offsets that are not fixed. */
function writtenBy(e: SkeletonEvent): string | null {
  const places: string[] = [];
  for (const a of e.accesses) {
    if (a.kind !== "write") continue;
    const [to] = a.targets;
    if (a.targets.length !== 1 || to === undefined || typeof to.offset !== "number") return null;
    places.push(`${to.object.id}+${to.offset}`);
  }
  return places.sort().join();
}

/** Whether another thread may access one of these locks without waiting for it, while the thread is between a wake-up and its next wait. */
export function hasObserver(
  skeleton: Skeleton,
  order: HappensBefore,
  skippedWakeUps: readonly SkippedWakeUp[],
  isNever: (t: Term) => boolean,
): boolean {
  return skippedWakeUps.some(({ thread, lock }) => {
    const { object, offset } = skeleton.locks[lock] as LockCell;
    const first = thread.events[0] as SkeletonEvent;
    const end = thread.events.at(-1) as SkeletonEvent;
    return skeleton.events.some(
      (e) =>
        e.thread !== thread &&
        isNever(e.blocked) &&
        !e.holds.includes(lock) &&
        e.accesses.some((a) =>
          a.targets.some(
            (t) => t.object === object && (typeof t.offset !== "number" || (t.offset <= offset && offset < t.offset + a.size)),
          ),
        ) &&
        !order.isBefore(e, first) &&
        !order.isBefore(end, e),
    );
  });
}
