// The run of a violation as a list of places, for witnesses of SV-COMP. In: evidence. Out: what each thread does at which statement, in the
// order of the run.
//
// Consecutive steps of a thread in one line are one place: the formats have no name for a part of a statement. Threads are numbered in the
// order of their creation, main is 0.

import type { CallFrame } from "../execution/errors.ts";
import type { Evidence } from "../reports/report.ts";
import { type SourceText, statementColumn } from "../reports/source-text.ts";
import type { SourceLocation } from "../support/diagnostics.ts";
import type { Replay, WitnessInput } from "../witness/replay.ts";
import type { StepEvent } from "../witness/steps.ts";
import { findCycle } from "../witness/waits.ts";
import { inputsPerResult, resultText } from "./input-values.ts";

/** A place of the program's text; `column`, counted in characters from 1, is where its statement begins. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number | null;
  readonly function: string | null;
}

export interface PathInput {
  /** The function that returns the value. */
  readonly what: string;
  /** A constant of C. */
  readonly value: string;
}

export interface PathPoint {
  readonly thread: number;
  readonly place: Place;
  /** The functions the thread is in, the outermost first. */
  readonly stack: readonly string[];
  /** Threads that it starts there. */
  readonly starts: readonly number[];
  readonly inputs: readonly PathInput[];
}

export interface ViolationPath {
  readonly points: readonly PathPoint[];
  /** Where the property is violated: two places of a race, one of anything else. */
  readonly targets: readonly Pick<PathPoint, "thread" | "place" | "stack">[];
  /** The error function that is called there, if it is the program's. */
  readonly calls: string | null;
}

export function violationPath({ violation: v, replay }: Evidence, source: SourceText): ViolationPath {
  const points: { thread: number; place: Place; stack: readonly string[]; starts: number[]; inputs: PathInput[] }[] = [];
  const inputs = new InputList(replay.inputs);
  const add = (thread: number, location: SourceLocation, stack: readonly string[]): (typeof points)[number] => {
    const last = points.at(-1);
    const place = placeOf(location, source);
    if (last !== undefined && last.thread === thread && isSame(last.place, place)) return last;
    const point = { thread, place, stack, starts: [], inputs: [] };
    points.push(point);
    return point;
  };
  const take = (e: StepEvent, stack: readonly string[]): void => {
    if (e.location === null || (e.kind !== "input" && e.kind !== "start")) return;
    const point = add(e.thread, e.location, stack);
    if (e.kind === "start") point.starts.push(e.started);
    else {
      const input = inputs.next(e.thread, e.what);
      if (input !== null) point.inputs.push(input);
    }
  };
  const own = (l: SourceLocation): string[] => (l.function === undefined ? [] : [l.function]);
  for (const e of replay.prelude) take(e, e.location === null ? [] : own(e.location));
  // What a thread does up to its first step happens when it is created; it is told with that step.
  const waiting = new Map<number, StepEvent[]>();
  for (const s of replay.steps) {
    for (const e of waiting.get(s.thread) ?? []) take(e, e.location === null ? [] : own(e.location));
    waiting.delete(s.thread);
    const stack = s.stack.map((f) => f.function).reverse();
    if (s.location !== null) add(s.thread, s.location, stack);
    for (const e of s.events)
      if (e.thread === s.thread) take(e, stack);
      else waiting.set(e.thread, [...(waiting.get(e.thread) ?? []), e]);
  }
  const targets = targetsOf(v, replay, source);
  if (isCall(v)) while (points.at(-1)?.thread === v.thread && points.at(-1)?.place.function === v.stack?.[0]?.function) points.pop();
  // The last place is that of the violation itself, unless something else happens there.
  const [last, target] = [points.at(-1), targets.at(-1)];
  if (last !== undefined && target !== undefined && last.thread === target.thread && isSame(last.place, target.place))
    if (last.starts.length + last.inputs.length === 0) points.pop();
  return { points, targets, calls: isCall(v) ? (v.stack?.[0]?.function ?? null) : null };
}

/** Whether the violation is the call of an error function that the program defines. */
const isCall = (v: Evidence["violation"]): boolean =>
  v.kind === "assertion" && v.stack?.[1] !== undefined && v.message === `${v.stack[0]?.function}()`;

/** An assertion inside the error function is violated where that is called. */
function targetsOf(v: Evidence["violation"], replay: Replay, source: SourceText): ViolationPath["targets"] {
  const target = (thread: number, location: SourceLocation, frames: readonly CallFrame[]): ViolationPath["targets"][number] => {
    const place = placeOf(location, source);
    const stack = frames.map((f) => f.function).reverse();
    return { thread, place, stack: stack.length > 0 || place.function === null ? stack : [place.function] };
  };
  if (v.kind === "data-race")
    return v.participants.flatMap((p) => (p.location === null ? [] : [target(p.thread, p.location, p.stack ?? [])])).reverse();
  const [wait] = v.kind === "deadlock" ? [...findCycle(replay.waits), ...replay.waits] : [];
  if (wait?.location != null)
    return [target(wait.thread, wait.location, v.participants.find((p) => p.thread === wait.thread)?.stack ?? [])];
  const frames = (v.stack ?? []).slice(isCall(v) ? 1 : 0);
  const location = isCall(v) ? (frames[0]?.location ?? v.location) : v.location;
  const last = location ?? replay.steps.findLast((s) => s.location !== null)?.location ?? null;
  const name = isCall(v) ? frames[0]?.function : undefined;
  return last === null ? [] : [target(v.thread, name === undefined ? last : { ...last, function: name }, frames)];
}

const placeOf = (l: SourceLocation, source: SourceText): Place => ({
  file: l.file,
  line: l.line,
  column: statementColumn(source, l),
  function: l.function ?? null,
});

const isSame = (a: Place, b: Place): boolean =>
  a.file === b.file && a.line === b.line && a.column === b.column && a.function === b.function;

/** Values of inputs; the list also has those of unwritten memory, which are not asked for by name. */
class InputList {
  readonly #left: WitnessInput[];
  /** Per thread: inputs of a function that takes several, while the last one is not there. */
  readonly #begun = new Map<number, WitnessInput[]>();

  constructor(inputs: readonly WitnessInput[]) {
    this.#left = [...inputs];
  }

  next(thread: number, what: string): PathInput | null {
    const at = this.#left.findIndex((i) => i.thread === thread && i.what === what);
    const [found] = at < 0 ? [] : this.#left.splice(at, 1);
    const needed = found === undefined ? null : inputsPerResult(what);
    if (found === undefined || needed === null) return null;
    const taken = [...(this.#begun.get(thread) ?? []), found];
    this.#begun.set(thread, taken.length < needed ? taken : []);
    const value = taken.length < needed ? null : resultText(what, taken);
    return value === null ? null : { what, value };
  }
}
