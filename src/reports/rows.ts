// Turns the steps of a run into rows of a table: consecutive steps on one source line are one row with what they did, the inside of a library call is
// hidden, and the row of the failure is marked. Then folding.ts makes fewer of them.

import type { Violation } from "../execution/errors.ts";
import type { SourceLocation } from "../support/diagnostics.ts";
import { append } from "../support/lists.ts";
import type { Replay } from "../witness/replay.ts";
import type { StepEvent } from "../witness/steps.ts";
import { describeWait } from "../witness/waits.ts";
import { factsOf } from "./facts.ts";
import { rankSteps, ranks, wokenBy } from "./importance.ts";
import { counted, listOf, shortName } from "./report.ts";
import { type Columns, type SourceText, statementAt } from "./source-text.ts";
import { printable } from "./terminal.ts";

export interface Row {
  readonly thread: number;
  /** Number of the last step in it, counted from 1; 0 for a row that is not a step. */
  readonly step: number;
  readonly location: SourceLocation | null;
  readonly text: string;
  readonly facts: readonly string[];
  readonly bad: boolean;
  /** How much it matters (importance.ts). */
  readonly rank: number;
  /** How many steps are in it. */
  readonly count: number;
  /** The functions that the thread is in, the innermost first; empty: not known. */
  readonly stack: readonly string[];
  /** It stands for several rows that are not shown. */
  readonly isFold: boolean;
}

/** Of a longer run only the beginning and the end are shown: laying out the rest takes seconds, and it is too long to read. */
const maxGroups = 1000;
const firstGroups = 200;

export function rowsOf(replay: Replay, violation: Violation | null, source: SourceText, isFull = false): Row[] {
  const all = group(replay, rankSteps(replay, violation));
  const groups = isFull ? all : shorten(all);
  const seen = new Map<number, Group>();
  const rows = groups.map((g): Row => {
    const common = { thread: g.thread, step: g.step, rank: g.rank, count: g.count, stack: g.stack, isFold: g.isHidden, bad: false };
    if (g.isHidden) return { ...common, location: null, text: `(${counted(g.count, "more step")})`, facts: [] };
    const before = seen.get(g.thread);
    seen.set(g.thread, g);
    // A statement continues after another thread interrupted it.
    const text = g.location === null ? silentText(g, before) : textOf(g, source);
    const continues =
      before !== undefined && before.location !== null && sameLine(before.location, g.location) && overlap(textOf(before, source), text);
    return {
      ...common,
      location: g.location,
      text: continues ? `… ${text}` : text,
      facts: [...factsOf(g.events, text, isFull), ...wakesText(g, replay)],
    };
  });
  return violation === null ? rows : withFailure(rows, replay, violation, source);
}

/** `wakes T2`: the threads whose waits end by a signal in this group. */
function wakesText({ step, count }: Group, { steps }: Replay): string[] {
  const woken = new Set(Array.from({ length: count }, (_, i) => step - count + i).flatMap((i) => wokenBy(steps, i)));
  return woken.size === 0 ? [] : [`wakes ${listOf([...woken].map(shortName))}`];
}

interface Group {
  readonly thread: number;
  readonly location: SourceLocation | null;
  columns: Columns | null;
  step: number;
  readonly events: StepEvent[];
  readonly ends: boolean;
  rank: number;
  readonly stack: readonly string[];
  /** How many steps are in it. */
  count: number;
  /** True if the group replaces steps that are not shown. */
  readonly isHidden: boolean;
}

/** Drops the middle of a long run, except the steps that take part in the failure. */
function shorten(groups: readonly Group[]): readonly Group[] {
  if (groups.length <= maxGroups) return groups;
  const last = groups.length - (maxGroups - firstGroups);
  const out: Group[] = [];
  groups.forEach((g, i) => {
    if (i < firstGroups || i >= last || g.rank === ranks.failure) out.push(g);
    else {
      const hidden = out.at(-1);
      if (hidden?.isHidden) hidden.count += g.count;
      else out.push({ ...g, location: null, step: 0, events: [], stack: [], isHidden: true });
    }
  });
  return out;
}

function textOf({ location, columns }: Pick<Group, "location" | "columns">, source: SourceText): string {
  if (location === null) return "";
  return statementAt(source, location.file, location.line, columns) ?? `${printable(location.file)}:${location.line}`;
}

const columnsOf = (l: SourceLocation | null): Columns | null => (l?.column ? { first: l.column, last: l.column } : null);

/** Null, if either is unknown, means the whole line. */
const span = (a: Columns | null, b: Columns | null): Columns | null =>
  a === null || b === null ? null : { first: Math.min(a.first, b.first), last: Math.max(a.last, b.last) };

/** Whether two texts of one line share a statement. */
const overlap = (a: string, b: string): boolean => a.includes(b) || b.includes(a);

/** Groups consecutive steps of one thread on one line, and events with their own location, such as inputs. */
function group(replay: Replay, rankOf: readonly number[]): Group[] {
  const groups: Group[] = [];
  const add = (thread: number, location: SourceLocation | null, step: number, events: readonly StepEvent[], ends: boolean): void => {
    const rank = step > 0 ? (rankOf[step - 1] as number) : events.some((e) => e.kind === "input") ? ranks.exchange : ranks.setUp;
    const stack = step > 0 ? (replay.steps[step - 1]?.stack ?? []).map((f) => f.function) : [];
    const last = groups.at(-1);
    if (last !== undefined && last.thread === thread && sameLine(last.location, location) && (location !== null || ends === last.ends)) {
      last.step = Math.max(last.step, step);
      last.rank = Math.max(last.rank, rank);
      if (step > 0) last.count++;
      last.columns = span(last.columns, columnsOf(location));
      append(last.events, events);
    } else
      groups.push({
        thread,
        location,
        columns: columnsOf(location),
        step,
        events: [...events],
        ends,
        rank,
        stack,
        count: step > 0 ? 1 : 0,
        isHidden: false,
      });
  };
  for (const e of replay.prelude) add(e.thread, e.location, 0, [e], false);
  // Events at the start of a thread are shown with its first step, because its creator's step is not a context switch.
  const waiting = new Map<number, StepEvent[]>();
  replay.steps.forEach((s, i) => {
    for (const e of waiting.get(s.thread) ?? []) add(e.thread, e.location, 0, [e], false);
    waiting.delete(s.thread);
    const own = (e: StepEvent): boolean => e.thread === s.thread && (e.location === null || sameLine(e.location, s.location));
    add(s.thread, s.location, i + 1, s.events.filter(own), s.op === "end");
    for (const e of s.events) {
      if (e.thread !== s.thread) waiting.set(e.thread, [...(waiting.get(e.thread) ?? []), e]);
      else if (!own(e)) add(e.thread, e.location, 0, [e], false);
    }
  });
  return groups;
}

const sameLine = (a: SourceLocation | null, b: SourceLocation | null): boolean => a?.file === b?.file && a?.line === b?.line;

/** The text of a step that belongs to no line of the program. */
function silentText(g: Group, before: Group | undefined): string {
  if (g.thread === 0) return before === undefined ? "(the program begins)" : "(main has returned)";
  if (before === undefined && !g.ends) return "(begins)";
  return g.events.some((e) => e.kind === "end") ? "(ends)" : "(is ending)";
}

/** Adds the failure: where each thread waits, which accesses race, or what fails in the last row. */
function withFailure(rows: Row[], replay: Replay, v: Violation, source: SourceText): Row[] {
  if (v.kind === "deadlock") {
    const waiting = replay.waits.map((w): Row => {
      const text = textOf({ location: w.location, columns: columnsOf(w.location) }, source);
      const last = rows.findLast((r) => r.thread === w.thread);
      const continues = last !== undefined && w.location !== null && sameLine(last.location, w.location) && overlap(last.text, text);
      return {
        thread: w.thread,
        step: 0,
        location: w.location,
        text: continues ? `… ${text}` : text,
        facts: [describeWait(w, shortName)],
        bad: true,
        rank: ranks.failure,
        count: 0,
        stack: w.stack.map((f) => f.function),
        isFold: false,
      };
    });
    return [...rows, ...waiting];
  }
  if (v.kind === "data-race" && v.participants.length === 2) {
    const [second, first] = v.participants as [Violation["participants"][number], Violation["participants"][number]];
    const mark = (p: typeof first, other: typeof first): void => {
      const { step = -1 } = p;
      const at =
        step < 0
          ? rows.findLastIndex((r) => r.thread === p.thread && sameLine(r.location, p.location))
          : rows.findIndex((r) => r.thread === p.thread && r.step > step);
      if (at >= 0) rows[at] = bad(rows[at] as Row, `✗ races with ${shortName(other.thread)}`);
    };
    mark(first, second);
    mark(second, first);
    return rows;
  }
  const at = rows.findLastIndex((r) => r.thread === v.thread);
  const failure = `✗ ${v.kind === "assertion" ? "the assertion fails" : v.kind.replaceAll("-", " ")}`;
  const row = rows[at];
  if (row !== undefined && sameLine(row.location, v.location)) rows[at] = bad(row, failure);
  else
    rows.push({
      thread: v.thread,
      step: 0,
      location: v.location,
      text: textOf({ location: v.location, columns: columnsOf(v.location) }, source),
      facts: [failure],
      bad: true,
      rank: ranks.failure,
      count: 0,
      stack: (v.stack ?? []).map((f) => f.function),
      isFold: false,
    });
  return rows;
}

const bad = (row: Row, fact: string): Row => ({ ...row, facts: [...row.facts, fact], bad: true, rank: ranks.failure });
