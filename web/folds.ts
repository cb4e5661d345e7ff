// Which steps of a long run are folded to one row. In: a time line. Out: rows, each a step or a fold.
//
// A fold has only steps of one thread that no other thread sees: no arrow begins or ends in them, and none of them fails. What the first thread
// does before it starts another is folded in any case: its arrows then begin at the fold.

import type { Timeline, TimelineStep } from "../src/reports/html/model.ts";

/** Fewer steps are not folded. */
const minFold = 6;

/** Steps of a row, by index: from `first` up to but not including `end`. */
export interface TimelineRow {
  readonly first: number;
  readonly end: number;
  readonly isFold: boolean;
  /** Whether it is set-up before the first thread starts. */
  readonly isSetUp: boolean;
}

export function findFolds({ steps, arrows }: Timeline): TimelineRow[] {
  const isEnd = new Set<number>();
  for (const a of arrows)
    if (!a.minor) {
      isEnd.add(a.from);
      isEnd.add(a.to);
    }
  const isPlain = (s: TimelineStep, at: number): boolean => s.failure === "" && !isEnd.has(at) && s.mark !== "thread";
  const starts = steps.findIndex((s) => s.mark === "thread");
  const setUp = steps.findIndex((s) => s.mark === "thread" || s.failure !== "" || s.lane !== 0);
  const folds: TimelineRow[] = [];
  const add = (first: number, end: number, isSetUp: boolean): void => {
    if (end - first >= minFold) folds.push({ first, end, isFold: true, isSetUp });
  };
  let first = starts >= 0 && setUp === starts ? setUp : 0;
  add(0, first, true);
  for (let at = first; at <= steps.length; at++) {
    const step = steps[at];
    if (step !== undefined && isPlain(step, at) && step.lane === steps[first]?.lane) continue;
    add(first, at, false);
    first = step !== undefined && isPlain(step, at) ? at : at + 1;
  }
  return folds;
}

/** All rows, with the folds that are closed. */
export function rowsOf({ steps }: Timeline, folds: readonly TimelineRow[], isOpen: (fold: TimelineRow) => boolean): TimelineRow[] {
  const rows: TimelineRow[] = [];
  let next = 0;
  for (let at = 0; at < steps.length; ) {
    while ((folds[next]?.end ?? steps.length) <= at) next++;
    const fold = folds[next];
    if (fold !== undefined && fold.first === at && !isOpen(fold)) {
      rows.push(fold);
      at = fold.end;
    } else {
      rows.push({ first: at, end: at + 1, isFold: false, isSetUp: false });
      at++;
    }
  }
  return rows;
}

/** The row of a step. */
export function rowAt(rows: readonly TimelineRow[], step: number): number {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((rows[middle] as TimelineRow).first <= step) low = middle;
    else high = middle - 1;
  }
  return low;
}
