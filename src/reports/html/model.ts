// What the time line component (web/) draws: lanes, steps, arrows and source text, as plain data. Reports embed it as JSON; the component knows
// nothing else of Ravel, so that any run can be shown with it.

/** A thread. */
export interface Lane {
  /** As traces name it: `main`, `T1`. */
  readonly name: string;
  /** The function it runs, or empty. */
  readonly label: string;
}

/** How a step is marked on its lane. */
export type Mark = "read" | "write" | "update" | "lock" | "unlock" | "sync" | "thread" | "free" | "local" | "wait";

export interface TimelineStep {
  /** Number in the run, counted from 1; 0: not a step (what happens before the first step, a wait at the end). */
  readonly number: number;
  readonly lane: number;
  readonly mark: Mark;
  /** Index of its file, or -1. */
  readonly file: number;
  readonly line: number;
  /** The functions that the thread is in, the innermost first. */
  readonly calls: readonly string[];
  /** The statement, or what the thread does outside the program's text. */
  readonly text: string;
  /** What it read, wrote, locked, printed …, in words. */
  readonly facts: readonly string[];
  /** What fails here, or empty. */
  readonly failure: string;
  /** Locks that the thread holds after it. */
  readonly holds: readonly string[];
}

export type ArrowKind = "create" | "join" | "lock" | "signal" | "reads-from" | "race" | "held" | "freed";

/** From an earlier step to a later one, both by index. */
export interface Arrow {
  readonly from: number;
  readonly to: number;
  readonly kind: ArrowKind;
  /** The object it is about, or empty. */
  readonly object: string;
  /** Drawn only if one of its ends is selected: the thread has read this write before, or it comes from the set-up before threads start. */
  readonly minor: boolean;
}

export interface Timeline {
  readonly lanes: readonly Lane[];
  readonly steps: readonly TimelineStep[];
  /** Ordered by `to`. */
  readonly arrows: readonly Arrow[];
}

/** Consecutive lines of a file. */
export interface Excerpt {
  readonly first: number;
  readonly lines: readonly string[];
}

export interface SourceFile {
  readonly name: string;
  readonly excerpts: readonly Excerpt[];
}

/** The data of a page: a time line per violation. */
export interface PageModel {
  readonly files: readonly SourceFile[];
  readonly runs: readonly Timeline[];
}
