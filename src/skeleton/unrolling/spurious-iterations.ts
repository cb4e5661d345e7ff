// Iterations that exist because something may fail or wake spuriously, and that lead back to where they began. In: how things stood at the head of a
// loop some iterations ago, and the path that comes back to it. Out: when the path need not be followed any further, as a term.
//
// A spurious failure (of a weak compare-exchange, of mtx_trylock): where an iteration that asked for nothing else has changed nothing and the
// registers are what they were, it is idle (idle-iterations.ts). As for any idle iteration one is kept for its accesses: the path ends where two in a row are.
//
// A spurious wake-up: from the wake-up on the thread holds the mutex, looks, and waits again. What it has looked at is written by others
// under that mutex only, so whatever they do meanwhile could come before the wake-up or after the next wait: then the excursion changes nothing, and
// the thread could as well have slept on until it was woken from the second wait. So a path ends when it comes out of the second wait, if the
// first was left spuriously; if the condition holds in between, the loop is left there. Nobody may see the mutex taken meanwhile: `hasObserver` is asked of
// the finished skeleton, as execution/futile-wakes.ts does of a run.

import type { Term } from "../../terms/term.ts";
import type { HappensBefore } from "../happens-before.ts";
import type { LockCell } from "../locks.ts";
import type { Access, OpenValue, Skeleton, SkeletonEvent, SkeletonThread } from "../skeleton.ts";
import type { Frame } from "./frame.ts";
import type { Standing } from "./idle-iterations.ts";
import type { Path } from "./path.ts";
import type { Steps } from "./steps.ts";

/** A thread's wake-ups were left out because it holds this lock from a wake-up to its next wait. */
export interface LeftOut {
  readonly thread: SkeletonThread;
  readonly lock: number;
}

type Registers = readonly (Term | undefined)[];

/** The model of condition waits. */
const waitFunction = "__rvl_condition_wait";

export function endsSpuriously(
  steps: Steps,
  frame: Frame,
  head: number,
  last: Standing | undefined,
  path: Path,
  registers: Registers,
): Term {
  const { terms, thread } = steps;
  const earlier = last?.previous;
  if (last === undefined || earlier === undefined || path.section !== null || thread.open.length === earlier.open) return terms.false;
  const asked = thread.open.slice(earlier.open);
  if (asked.some((o) => o.freedom === null)) return terms.false;
  if (hasChanged(last, path)) return terms.false;
  const live = steps.round.functionInfo(frame.function).live.before(frame.first[head] as number);
  const isSame = sameRegisters(steps, live, registers, last.registers);
  if (isSame === terms.false) return terms.false;
  const wakes = thread.open.slice(earlier.open, last.open).filter((o) => o.freedom === "wake-up");
  if (wakes.length === 0) {
    if (asked.some((o) => o.freedom !== "failure") || hasChanged(earlier, path)) return terms.false;
    return terms.all([isSame, sameRegisters(steps, live, last.registers, earlier.registers), isSilentFrom(steps, earlier.events)]);
  }
  const [wake] = wakes as [OpenValue];
  if (wakes.length > 1 || wake.event === null || !isExcursion(steps, wake.event, path)) return terms.false;
  return terms.all([isSame, wake.when, terms.eq(wake.variable, terms.constant(1n, wake.variable.width))]);
}

/** The thread's own memory; what is new is nobody's concern. */
function hasChanged(before: Standing, path: Path): boolean {
  return before.memory.differs(path.memory, (object, bytes, now) => {
    const then = bytes ?? path.origins.get(object);
    return then !== undefined && (now === undefined || !now.equals(then));
  });
}

/** That the registers that matter have the same values. */
function sameRegisters({ terms }: Steps, live: readonly number[], now: Registers, before: Registers): Term {
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

/** That no event from here on has written anything, or started a thread. */
function isSilentFrom({ terms, thread }: Steps, from: number): Term {
  const events = thread.events.slice(from);
  if (events.some((e) => e.starts.length > 0)) return terms.false;
  return terms.all(events.flatMap((e) => e.accesses.filter((a) => a.kind === "write").map((a) => terms.not(a.when))));
}

/** From its wake-up on the thread has looked, under the mutex, at what others write under it only, and has waited for the same again. */
function isExcursion(steps: Steps, wake: SkeletonEvent, path: Path): boolean {
  const { round, thread, knowledge } = steps;
  if (knowledge.offersAllWakes) return false;
  const events = thread.events.slice(wake.place + 1).filter((e) => !round.excludes(path.guard.term, e.occurs));
  const waits = events.filter((e) => round.program.functions[e.site.function]?.name === waitFunction);
  const [suspend, next] = waits;
  if (waits.length !== 2 || suspend === undefined || next === undefined || next !== events.at(-1)) return false;
  const lock = suspend.holds.find((l) => writesLock(suspend, knowledge.locks.cells[l] as LockCell));
  if (lock === undefined || placesOf(wake) === null || placesOf(wake) !== placesOf(next)) return false;
  const isHeld = (l: number): boolean => suspend.holds.includes(l);
  const isGuarded = (a: Access): boolean =>
    a.settled || a.targets.every((t) => t.object.constant || knowledge.locks.guardOf(t.object, t.offset, a.size, isHeld) !== null);
  for (const e of events) {
    if (e === suspend) break;
    if (e.starts.length > 0 || !e.holds.includes(lock)) return false;
    if (!e.accesses.every((a) => (a.kind === "read" ? isGuarded(a) : round.excludes(path.guard.term, a.when)))) return false;
  }
  round.leftOut.push({ thread, lock });
  return true;
}

const writesLock = (e: SkeletonEvent, lock: LockCell): boolean =>
  e.accesses.some((a) => a.kind === "write" && a.targets.some((t) => t.object === lock.object && t.offset === lock.offset));

/** Where a step writes, if these are fixed places. */
function placesOf(e: SkeletonEvent): string | null {
  const places: string[] = [];
  for (const a of e.accesses) {
    if (a.kind !== "write") continue;
    const [to] = a.targets;
    if (a.targets.length !== 1 || to === undefined || typeof to.offset !== "number") return null;
    places.push(`${to.object.id}+${to.offset}`);
  }
  return places.sort().join();
}

/** Does another thread look at one of these locks without waiting for it, while the thread may be between a wake-up and its next wait? */
export function hasObserver(skeleton: Skeleton, order: HappensBefore, leftOut: readonly LeftOut[], isNever: (t: Term) => boolean): boolean {
  return leftOut.some(({ thread, lock }) => {
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
