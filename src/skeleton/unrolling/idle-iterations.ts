// Idle iterations: iterations of a busy wait that change nothing. In: the states at the head of a loop in earlier iterations, and the path that
// comes back to it. Out: the earlier state that is the same, or null.
//
// Another iteration would reach the same states, so the path ends there. No access or error is lost: whatever a later iteration does, the
// first one may do. But happens-before is not part of the state: if races are judged by it, an access of an idle iteration may race with
// another thread's access only because the thread has continued. So then one idle iteration stays possible, and the path ends after the
// second (docs/adr/0012): a race involves one access of the thread, and leaving out all iterations but the one that makes it removes
// happens-before edges and adds none.
//
// An iteration may also keep what it read, for the code after the loop (analysis/overwritten-registers.ts). Of such iterations the last one decides what is kept, and those before it
// could as well not have been made: so the path ends after the second.

import { findOverwritten } from "../../analysis/overwritten-registers.ts";
import type { Register } from "../../program/operations.ts";
import type { Bytes } from "../../symbolic/bytes.ts";
import type { VersionedMap } from "../../symbolic/versioned-map.ts";
import type { Term } from "../../terms/term.ts";
import { type Access, placeKey, type SkeletonEvent } from "../skeleton.ts";
import type { Frame } from "./frame.ts";
import type { Path } from "./path.ts";
import type { Steps } from "./steps.ts";

/** A thread's state at the head of a loop. */
export interface LoopHeadState {
  readonly registers: readonly (Term | undefined)[];
  readonly guard: Term;
  readonly memory: VersionedMap<Bytes>;
  readonly events: number;
  readonly open: number;
  /** Idle iterations of this loop so far. */
  readonly idle: number;
  /** The state one iteration earlier. */
  readonly previous: LoopHeadState | undefined;
}

/** Registers that hold another term, and are compared by their values. */
const maxOthers = 8;
/** States this many iterations back are compared: some loops alternate between a few states. */
const maxPeriod = 8;

/**
 * The earlier state since which nothing has changed: neither live registers, nor the thread's own memory, nor shared memory; or only registers that the last two iterations have both set. Null:
 * there is none.
 */
export function findBefore(
  steps: Steps,
  frame: Frame,
  head: number,
  last: LoopHeadState | undefined,
  path: Path,
  registers: readonly (Term | undefined)[],
): LoopHeadState | null {
  for (let before = last, n = 0; before !== undefined && n < maxPeriod; before = before.previous, n++)
    if (isUnchanged(steps, frame, head, before, path, registers)) return before;
  // Two iterations that only keep something: the second one alone leads here as well.
  if (last?.previous === undefined) return null;
  const kept = keptBy(steps, frame, head);
  if (kept.size === 0 || !isUnchanged(steps, frame, head, last, path, registers, kept)) return null;
  return isUnchanged(steps, frame, head, last.previous, path, registers, kept) ? last : null;
}

/** Whether the path ends at the head of the loop, or one such iteration later. */
export function iteratesIdly(
  steps: Steps,
  frame: Frame,
  head: number,
  last: LoopHeadState | undefined,
  path: Path,
  registers: readonly (Term | undefined)[],
): boolean {
  if (findBefore(steps, frame, head, last, path, registers) !== null) return true;
  if (last === undefined || last.previous !== undefined) return false;
  return isUnchanged(steps, frame, head, last, path, registers, keptBy(steps, frame, head));
}

const noRegisters: ReadonlySet<Register> = new Set();

/**
 * The registers that iterations of the loop set for the code after it. None if iterations cannot be left out: they take part in happens-before, or a prefix of a run has them (the executor
 * takes no such iteration for idle).
 */
export const keptBy = ({ knowledge, round }: Steps, { body }: Frame, head: number): ReadonlySet<Register> =>
  knowledge.byOrder || round.options.fixesPrefix ? noRegisters : findOverwritten(body, head);

/** Whether the idle iteration makes at most one access. The iteration that leaves the loop makes it as well, and races with the same accesses. */
export function makesOneAccess({ thread, round }: Steps, before: LoopHeadState, path: Path): boolean {
  const places = new Set<string>();
  if (round.phantoms.some((p) => p.begin.thread === thread && p.begin.index >= before.events)) return false; // it skips accesses
  for (const e of thread.events.slice(before.events))
    for (const { targets, size, when } of e.accesses)
      for (const t of targets)
        if (t.offset !== t.object.size && !round.excludes(path.guard.term, when)) places.add(`${e.id} ${placeKey(t, size)}`);
  return places.size <= 1;
}

/** `kept`: registers that may have changed. */
function isUnchanged(
  steps: Steps,
  frame: Frame,
  head: number,
  before: LoopHeadState,
  path: Path,
  registers: readonly (Term | undefined)[],
  kept = noRegisters,
): boolean {
  const { thread, round } = steps;
  if (path.section !== null || thread.open.length !== before.open) return false;
  const { live } = round.functionInfo(frame.function);
  const others: Term[] = [];
  for (const r of live.before(frame.first[head] as number)) {
    const [now, then] = [registers[r], before.registers[r]];
    if (now === then || kept.has(r)) continue;
    if (now === undefined || then === undefined || others.length === maxOthers) return false;
    const same = steps.terms.eq(now, then);
    if (same === steps.terms.false) return false;
    others.push(same);
  }
  const hasChanged = before.memory.differs(path.memory, (object, bytes, now) => {
    const then = bytes ?? path.origins.get(object);
    return then !== undefined && (now === undefined || !now.equals(then)); // objects made since do not matter
  });
  if (hasChanged) return false;
  for (let i = before.events; i < thread.events.length; i++) {
    const e = thread.events[i] as SkeletonEvent;
    if (e.starts.length > 0) return false;
    for (const a of e.accesses)
      if (a.kind === "write" && !round.excludes(path.guard.term, a.when) && !isSilent(steps, path, e, a)) return false;
  }
  return others.every((same) => holds(steps, path, same));
}

/** Whether it holds on this path, by the values that variables may have: a loop that waits may note what it saw. */
function holds({ terms, round, possible }: Steps, path: Path, condition: Term): boolean {
  const expanded = round.expand(condition);
  if (expanded === terms.true) return true;
  const outcomes = possible.under(round.expand(path.guard.term), expanded);
  return outcomes?.size === 1 && outcomes.has(1n);
}

/** Whether the write is of an atomic update that, on this path, writes the value it read: a test-and-set that fails. */
function isSilent(steps: Steps, path: Path, e: SkeletonEvent, write: Access): boolean {
  const [to] = write.targets;
  const read = e.accesses.find((a) => {
    const [from] = a.targets;
    return a.kind === "read" && a.size === write.size && from?.object === to?.object && from?.offset === to?.offset;
  });
  if (read?.value == null) return false;
  return holds(steps, path, steps.terms.eq(read.value, write.content(0, write.size)));
}
