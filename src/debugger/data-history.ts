// The writes that an object has seen on the present path. In: an expression for the object. Out: who wrote it, where, and what it held before and after: each one a place to jump to.

import { overlaps } from "./breakpoints.ts";
import type { FrameReference, WriteView } from "./contract.ts";
import type { SeenMove } from "./forks.ts";
import { inspectorOf } from "./inspector.ts";
import type { Session } from "./session.ts";
import { Walker } from "./walker.ts";

export function writesOf(session: Session, frame: FrameReference, expression: string): WriteView[] {
  const { start, moves, length } = session.path;
  const region = session.inspector.region(frame, expression);
  const { program, machine } = session.options;
  const isWrite = ({ passage: { accesses } }: SeenMove): boolean =>
    accesses.some((a) => (a.kind === "write" || a.kind === "update") && overlaps(a, region));
  const last = moves.findLastIndex((m, i) => i < length && isWrite(m));
  if (last < 0) return [];
  // A machine of its own, so that the session stays where it is.
  const walker = new Walker(program, machine, start, false);
  const values = inspectorOf(walker.machine);
  const writes: WriteView[] = [];
  for (const [i, move] of moves.slice(0, last + 1).entries()) {
    const isOne = isWrite(move);
    const before = isOne ? values.show(region) : "";
    walker.move(move.thread, move);
    if (!isOne) continue;
    const { file, line, function: name } = move.passage.from;
    writes.push({
      place: { fork: session.place.fork, move: i },
      thread: move.thread,
      location: file === null ? null : { file, line, column: 0, function: name },
      before,
      after: values.show(region),
    });
  }
  return writes;
}
