// The interface of a debugging session: everything that a front end (the page, the Debug Adapter Protocol) asks for and is told. All of it is plain data, so that it can
// cross a socket or a worker. The session implements it; no protocol is known here.
//
// A session stands somewhere in a run. The run is a path of *moves*: a move takes one thread from one stop to the next. A thread stops before each source line and before each
// visible operation (docs/adr/0054), so that several moves make one step of a schedule. Paths that share their beginning are *forks* of one run.

import type { Property } from "../execution/errors.ts";
import type { Timeline } from "../reports/html/model.ts";
import type { SourceLocation } from "../support/diagnostics.ts";

/** Where a session stands: after so many moves of a fork. */
export interface Place {
  readonly fork: number;
  readonly move: number;
}

// ---- what is seen

export interface FrameView {
  /** Numbered from the outermost, so that a number stays the same while its frame lives. */
  readonly level: number;
  readonly function: string;
  readonly location: SourceLocation | null;
}

export interface ThreadView {
  readonly index: number;
  /** As traces name it: `main`, `T1`. */
  readonly name: string;
  /** The function it runs. */
  readonly label: string;
  /** stopped: by a false assumption, or because the run is over. */
  readonly status: "ready" | "blocked" | "finished" | "stopped";
  /** What a blocked thread waits for, in words. */
  readonly waitsFor: string;
  /** Where its next move begins; the innermost frame first. */
  readonly stack: readonly FrameView[];
  /** Whether its next move is an operation that other threads can observe. */
  readonly atVisible: boolean;
  readonly holds: readonly string[];
}

export interface LockView {
  readonly name: string;
  /** Threads that hold it, and threads that wait for it. */
  readonly holders: readonly number[];
  readonly waiters: readonly number[];
}

export interface ViolationView {
  readonly property: Property;
  readonly kind: string;
  readonly message: string;
  readonly location: SourceLocation | null;
  readonly thread: number;
  /** The move that shows it; -1: the state as a whole. */
  readonly move: number;
}

export interface ForkView {
  readonly id: number;
  readonly name: string;
  /** The fork it left, and after which move; null: the first. */
  readonly parent: Place | null;
  /** Moves recorded so far. */
  readonly length: number;
  /** How it ends, in a few words; empty: it has not ended. */
  readonly end: string;
}

export interface InputView {
  readonly number: number;
  readonly thread: number;
  readonly move: number;
  readonly what: string;
  readonly bits: number;
  readonly value: string;
}

export type StopReason = "entry" | "step" | "breakpoint" | "failure" | "end" | "blocked" | "jump" | "start" | "cancelled";

/** Why the session stands where it stands. `start`: backwards, nothing is left. */
export interface Stop {
  readonly reason: StopReason;
  readonly thread: number;
  /** In words, for people. */
  readonly text: string;
  /** Numbers of the breakpoints that were hit. */
  readonly breakpoints: readonly number[];
  /** Messages of log points that were passed. */
  readonly log: readonly string[];
}

export interface SessionState {
  readonly place: Place;
  readonly stop: Stop;
  readonly threads: readonly ThreadView[];
  readonly locks: readonly LockView[];
  readonly violations: readonly ViolationView[];
  /** How the run has ended, in words; empty: it has not. */
  readonly outcome: string;
  readonly output: string;
  readonly inputs: readonly InputView[];
  readonly forks: readonly ForkView[];
  /** The thread that a continued run would move next; -1: none. */
  readonly next: number;
}

// ---- moving

/**
 * visible: until one operation that others can observe has been executed; line: to the next line, also of a function that it calls; over: to the next line of this
 * function or of a caller; out: until the function has returned. Only this thread moves.
 */
export type StepKind = "visible" | "line" | "over" | "out";

export type BreakpointSpec = {
  /** Only if this C expression is not 0, in the frame of the thread that stops. */
  readonly condition?: string;
  /** Only from the n-th time on. */
  readonly hits?: number;
  /** Instead of stopping, this text is logged; expressions stand in braces. */
  readonly log?: string;
  readonly thread?: number;
} & (
  | { readonly kind: "line"; readonly file: string; readonly line: number }
  | { readonly kind: "function"; readonly name: string }
  /** The object is named by a C expression for an lvalue, as seen when the breakpoint is set. */
  | { readonly kind: "data"; readonly expression: string; readonly access: "read" | "write" | "both"; readonly in?: FrameReference }
  | { readonly kind: "lock"; readonly expression: string; readonly in?: FrameReference }
  /** Without any of this kind every violation stops; with `none` alone, no violation does. */
  | { readonly kind: "failure"; readonly property: Property | "any" | "none" }
);

export interface BreakpointView {
  readonly number: number;
  readonly spec: BreakpointSpec;
  /** Where it is; null: it has no line. */
  readonly location: SourceLocation | null;
  /** Why it cannot be set; empty: it is. */
  readonly problem: string;
}

// ---- values

export interface FrameReference {
  readonly thread: number;
  readonly level: number;
}

/** A value as a C programmer writes it. */
export interface ValueView {
  readonly name: string;
  readonly text: string;
  readonly type: string;
  /** An expression for the same value, if there is one; empty otherwise. */
  readonly expression: string;
  /** How many members, elements or targets can be shown below it. */
  readonly children: number;
  /** Whether it is an object in memory: data breakpoints and histories are possible. */
  readonly isObject: boolean;
}

/** A write to an object, of the present path. */
export interface WriteView {
  readonly place: Place;
  readonly thread: number;
  readonly location: SourceLocation | null;
  readonly before: string;
  readonly after: string;
}

// ---- questions

/** continuations: of the present place, in the whole program; reorderings: of the present run, within the branches it took. */
export type AskScope = "continuations" | "reorderings";

export interface AskRequest {
  /** As typed, without the question mark: `can x == 0 at 12`, … */
  readonly text: string;
  readonly over: AskScope;
  /** Keep the inputs of the present run; otherwise all inputs. */
  readonly fixedInputs: boolean;
  readonly thread: number;
  readonly level: number;
}

export interface AskAnswer {
  readonly answer: "yes" | "no" | "unknown";
  /** In words: what was found, or what was covered. */
  readonly text: string;
  /** The code of the reason, if the answer is unknown. */
  readonly code: string;
  /** A place to jump to: a new fork, replayed. */
  readonly place: Place | null;
  /** Further lines: a chain of causes, a list of writes. Each may have a place. */
  readonly lines: readonly { readonly text: string; readonly place: Place | null }[];
}

export interface AskProgress {
  /** In words: runs made, states seen …. */
  readonly text: string;
}

// ---- the session

export interface DebugSession {
  state(): SessionState;
  step(thread: number, kind: StepKind): Stop;
  /** Undoes moves until the thread stands where a step of this kind began. */
  back(thread: number, kind: StepKind): Stop;
  /** Along the recorded moves, then as far as the program runs with as few switches as possible. After `maxMoves` it stops as `cancelled`; absent: after a limit of its own. */
  continue(maxMoves?: number): Stop;
  reverseContinue(): Stop;
  runTo(file: string, line: number, thread?: number): Stop;
  goTo(place: Place): Stop;
  setBreakpoints(specs: readonly BreakpointSpec[]): BreakpointView[];
  setInput(number: number, value: string): Stop;
  renameFork(id: number, name: string): void;
  removeFork(id: number): void;
  /** Where two forks part, and what differs at their ends. */
  compareForks(a: number, b: number): readonly string[];
  variables(frame: FrameReference): ValueView[];
  globals(): ValueView[];
  children(frame: FrameReference, expression: string): ValueView[];
  evaluate(frame: FrameReference, expression: string): ValueView;
  completions(frame: FrameReference, text: string): string[];
  writesOf(frame: FrameReference, expression: string): WriteView[];
  /** The whole path of the fork, as time lines show it; `files`: those that its steps number; `moveOf[i]`: after which move row i has happened. */
  timeline(): { readonly timeline: Timeline; readonly files: readonly string[]; readonly moveOf: readonly number[] };
  /** The files of the program that have code, and the text of one; null: it cannot be read. */
  files(): readonly string[];
  sourceText(file: string): string | null;
  ask(request: AskRequest, isCancelled: () => boolean, progress: (p: AskProgress) => void): Promise<AskAnswer>;
  /** The witness file of the present path. */
  witness(): Record<string, unknown>;
}
