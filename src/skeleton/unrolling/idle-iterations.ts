// Iterations of a loop that change nothing: a spin loop that waits. In: how things stood at the head of a loop some iterations ago, and the
// path that comes back to it. Out: whether that is the same state.
//
// Then another iteration would reach the same states, so the path ends there: any iteration may be the first, so accesses and errors of the others
// are seen there. Happens-before is not state: where races are judged by it, the accesses of an idle iteration may race with what others do only because
// the thread has gone on. There one idle iteration stays possible, and the path ends after the second (docs/adr/0012): a race is a matter of one access of
// the thread, and to leave out all iterations but the one that makes it takes happens-before edges away and adds none.

import type { Term } from "../../terms/term.ts";
import { type Access, placeKey, type SkeletonEvent } from "../skeleton.ts";
import type { Bytes } from "./bytes.ts";
import type { Frame } from "./frame.ts";
import type { Path } from "./path.ts";
import type { Steps } from "./steps.ts";
import type { VersionedMap } from "./versioned-map.ts";

/** A thread's state at the head of a loop. */
export interface LoopHeadState {
  readonly registers: readonly (Term | undefined)[];
  readonly guard: Term;
  readonly memory: VersionedMap<Bytes>;
  readonly events: number;
  readonly open: number;
  /** Idle iterations of this loop so far. */
  readonly idle: number;
  /** An iteration earlier. */
  readonly previous: LoopHeadState | undefined;
}

/** So many iterations back are looked at: loops that alternate between a few states. */
const longest = 8;

/** Where the path is back: not the registers that matter, not the thread's own memory, nothing shared has changed since. */
export function findBefore(
  steps: Steps,
  frame: Frame,
  head: number,
  last: LoopHeadState | undefined,
  path: Path,
  registers: readonly (Term | undefined)[],
): LoopHeadState | null {
  for (let before = last, n = 0; before !== undefined && n < longest; before = before.previous, n++)
    if (isUnchanged(steps, frame, head, before, path, registers)) return before;
  return null;
}

/** The idle iteration made one access, which the iteration that leaves the loop makes as well: before it, the two race with the same. */
export function makesOneAccess({ thread, round }: Steps, before: LoopHeadState, path: Path): boolean {
  const places = new Set<string>();
  for (const e of thread.events.slice(before.events))
    for (const { targets, size, when } of e.accesses)
      for (const t of targets)
        if (t.offset !== t.object.size && !round.excludes(path.guard.term, when)) places.add(`${e.id} ${placeKey(t, size)}`);
  return places.size <= 1;
}

function isUnchanged(
  steps: Steps,
  frame: Frame,
  head: number,
  before: LoopHeadState,
  path: Path,
  registers: readonly (Term | undefined)[],
): boolean {
  const { thread, round } = steps;
  if (path.section !== null || thread.open.length !== before.open) return false;
  const { live } = round.functionInfo(frame.function);
  for (const r of live.before(frame.first[head] as number)) if (registers[r] !== before.registers[r]) return false;
  const hasChanged = before.memory.differs(path.memory, (object, bytes, now) => {
    const then = bytes ?? path.origins.get(object);
    return then !== undefined && (now === undefined || !now.equals(then)); // new objects do not matter
  });
  if (hasChanged) return false;
  for (let i = before.events; i < thread.events.length; i++) {
    const e = thread.events[i] as SkeletonEvent;
    if (e.starts.length > 0) return false;
    for (const a of e.accesses)
      if (a.kind === "write" && !round.excludes(path.guard.term, a.when) && !isSilent(steps, path, e, a)) return false;
  }
  return true;
}

/** An atomic update that, on this path, puts back what it found: a test-and-set that fails. */
function isSilent({ terms, round, possible }: Steps, path: Path, e: SkeletonEvent, write: Access): boolean {
  const [to] = write.targets;
  const read = e.accesses.find((a) => {
    const [from] = a.targets;
    return a.kind === "read" && a.size === write.size && from?.object === to?.object && from?.offset === to?.offset;
  });
  if (read?.value == null) return false;
  const same = round.expand(terms.eq(read.value, write.content(0, write.size)));
  if (same === terms.true) return true;
  const outcomes = possible.under(round.expand(path.guard.term), same);
  return outcomes?.size === 1 && outcomes.has(1n);
}
