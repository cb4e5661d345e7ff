// Keys of the time line. In: a key, and where the selection is. Out: the step to select, or null.

import type { Timeline, TimelineStep } from "../src/reports/html/model.ts";
import { rowAt, type TimelineRow } from "./folds.ts";
import type { Relations } from "./relations.ts";

export interface Position {
  readonly timeline: Timeline;
  readonly relations: Relations;
  readonly rows: readonly TimelineRow[];
  /** The selected step; -1: none. */
  readonly at: number;
  /** Rows in sight. */
  readonly page: number;
}

export interface Target {
  readonly step: number;
  /** Whether a fold that has the step is opened. */
  readonly opens: boolean;
}

/** Keys and what they do, for the help. */
export const keyHelp: readonly (readonly [string, string])[] = [
  ["↑ ↓", "previous, next row"],
  ["← →", "where a value, lock or wake-up comes from; where it goes"],
  ["t, Shift+t", "next, previous step of the same thread"],
  ["s, Shift+s", "next, previous switch to another thread"],
  ["x", "the failure"],
  ["Home, End, Page Up, Page Down", "as usual"],
  ["Enter", "show folded steps"],
];

export function moveBy(key: string, position: Position): Target | null {
  const { timeline, relations, rows, at, page } = position;
  const row = at < 0 ? -1 : rowAt(rows, at);
  const toRow = (target: number): Target => ({
    step: rows[Math.max(0, Math.min(target, rows.length - 1))]?.first ?? at,
    opens: false,
  });
  const toStep = (step: number | undefined): Target => ({ step: step === undefined || step < 0 ? at : step, opens: true });
  const lane = timeline.steps[at]?.lane;
  const isOwn = (s: TimelineStep): boolean => s.lane === lane;
  const isSwitch = (s: TimelineStep, i: number): boolean => s.lane !== timeline.steps[i - 1]?.lane;
  switch (key) {
    case "ArrowDown":
    case "j":
      return toRow(row + 1);
    case "ArrowUp":
    case "k":
      return toRow(row - 1);
    case "PageDown":
      return toRow(row + page);
    case "PageUp":
      return toRow(row - page);
    case "Home":
      return toRow(0);
    case "End":
      return toRow(rows.length - 1);
    case "ArrowLeft":
      return toStep(relations.into(at).at(-1)?.other);
    case "ArrowRight":
      return toStep(relations.outOf(at)[0]?.other);
    case "t":
      return toStep(timeline.steps.findIndex((s, i) => i > at && isOwn(s)));
    case "T":
      return toStep(timeline.steps.findLastIndex((s, i) => i < at && isOwn(s)));
    case "s":
      return toStep(timeline.steps.findIndex((s, i) => i > at && isSwitch(s, i)));
    case "S":
      return toStep(timeline.steps.findLastIndex((s, i) => i < at && isSwitch(s, i)));
    case "x":
      return toStep(timeline.steps.findLastIndex((s) => s.failure !== ""));
    default:
      return null;
  }
}
