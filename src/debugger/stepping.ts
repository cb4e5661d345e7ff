// When a step of a kind is over, forwards and backwards. In: where the thread stood, and its moves. Out: whether to go on.

import { isSameLine } from "./breakpoints.ts";
import type { StepKind } from "./contract.ts";
import type { SeenMove } from "./forks.ts";
import type { Standing } from "./passage.ts";

/** Has a step of this kind, begun at `from`, ended with this move of the thread? */
export function isStepDone(kind: StepKind, from: Standing, { isLocal, passage: { to } }: SeenMove): boolean {
  switch (kind) {
    case "visible":
      return !isLocal;
    case "line":
      return !isSameLine(from, to) && to.file !== null;
    case "over":
      return to.depth <= from.depth && !isSameLine(from, to) && to.file !== null;
    case "out":
      return to.depth < from.depth;
  }
}

/**
 * The place to which a step back of this kind leads: a number of moves, of which the last that is undone is one of the thread's. Steps back by lines lead to the beginning of a line: of the
 * present one, if the thread is inside it. -1: the thread has no earlier place.
 */
export function placeBefore(kind: StepKind, moves: readonly SeenMove[], length: number, thread: number, from: Standing): number {
  const own: number[] = [];
  for (let i = length - 1; i >= 0; i--) if (moves[i]?.thread === thread) own.push(i);
  const fromOf = (i: number): Standing => (moves[own[i] as number] as SeenMove).passage.from;
  if (own.length === 0) return -1;
  if (kind === "visible") {
    const i = own.findIndex((at) => moves[at]?.isLocal === false);
    return own[i < 0 ? own.length - 1 : i] as number;
  }
  const isPassed = (s: Standing): boolean =>
    s.file === null || (kind === "over" ? s.depth > from.depth : kind === "out" ? s.depth >= from.depth : false);
  let i = 0;
  while (i < own.length && isPassed(fromOf(i))) i++;
  if (i >= own.length) return own[own.length - 1] as number;
  const line = fromOf(i);
  // To the first stop in this line; calls that it makes are passed, unless each line is a step.
  for (let j = i + 1; j < own.length; j++) {
    const s = fromOf(j);
    if (isSameLine(s, line)) i = j;
    else if (kind === "line" || s.depth <= line.depth) break;
  }
  return own[i] as number;
}
