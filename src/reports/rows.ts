// Turns the steps of a run into rows of a table: consecutive steps on one source line are one row with what they did, repeated rows are
// counted, the inside of a library call is hidden, and the row of the failure is marked.

import type { Violation } from "../execution/errors.ts";
import type { SourceLocation } from "../support/diagnostics.ts";
import { append } from "../support/lists.ts";
import { joinInputs } from "../witness/input-text.ts";
import type { Replay } from "../witness/replay.ts";
import type { StepEvent } from "../witness/steps.ts";
import { describeWait } from "../witness/waits.ts";
import { counted, shortName } from "./report.ts";
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
}

const maxFacts = 8;
/** Of a longer run only the beginning and the end are shown: laying out the rest takes seconds, and it is too long to read. */
const maxGroups = 2000;
const firstGroups = 500;

export function rowsOf(replay: Replay, violation: Violation | null, source: SourceText): Row[] {
  const groups = shorten(group(replay), violation);
  const seen = new Map<number, Group>();
  const rows = groups.map((g): Row => {
    if (g.isHidden) return { thread: g.thread, step: 0, location: null, text: `(${counted(g.count, "more step")})`, facts: [], bad: false };
    const before = seen.get(g.thread);
    seen.set(g.thread, g);
    // A statement continues after another thread interrupted it.
    const text = g.location === null ? silentText(g, before) : textOf(g, source);
    const continues =
      before !== undefined && before.location !== null && sameLine(before.location, g.location) && overlap(textOf(before, source), text);
    return {
      thread: g.thread,
      step: g.step,
      location: g.location,
      text: continues ? `… ${text}` : text,
      facts: factsOf(g.events, text),
      bad: false,
    };
  });
  return violation === null ? foldRepeats(rows) : withFailure(foldRepeats(rows), replay, violation, source);
}

interface Group {
  readonly thread: number;
  readonly location: SourceLocation | null;
  columns: Columns | null;
  step: number;
  readonly events: StepEvent[];
  readonly ends: boolean;
  /** How many steps are in it. */
  count: number;
  /** True if the group replaces steps that are not shown. */
  readonly isHidden: boolean;
}

/** Drops the middle of a long run, except the steps that take part in the failure. */
function shorten(groups: readonly Group[], violation: Violation | null): readonly Group[] {
  if (groups.length <= maxGroups) return groups;
  const last = groups.length - (maxGroups - firstGroups);
  const participants = (violation?.participants ?? []).map((p) =>
    groups.findLastIndex((g) => g.thread === p.thread && sameLine(g.location, p.location)),
  );
  const out: Group[] = [];
  groups.forEach((g, i) => {
    if (i < firstGroups || i >= last || participants.includes(i)) out.push(g);
    else {
      const hidden = out.at(-1);
      if (hidden?.isHidden) hidden.count += g.count;
      else out.push({ ...g, location: null, step: 0, events: [], isHidden: true });
    }
  });
  return out;
}

function textOf({ location, columns }: Pick<Group, "location" | "columns">, source: SourceText): string {
  if (location === null) return "";
  return statementAt(source, location.file, location.line, columns) ?? `${location.file}:${location.line}`;
}

const columnsOf = (l: SourceLocation | null): Columns | null => (l?.column ? { first: l.column, last: l.column } : null);

/** Null, if either is unknown, means the whole line. */
const span = (a: Columns | null, b: Columns | null): Columns | null =>
  a === null || b === null ? null : { first: Math.min(a.first, b.first), last: Math.max(a.last, b.last) };

/** Whether two texts of one line share a statement. */
const overlap = (a: string, b: string): boolean => a.includes(b) || b.includes(a);

/** Groups consecutive steps of one thread on one line, and events with their own location, such as inputs. */
function group(replay: Replay): Group[] {
  const groups: Group[] = [];
  const add = (thread: number, location: SourceLocation | null, step: number, events: readonly StepEvent[], ends: boolean): void => {
    const last = groups.at(-1);
    if (last !== undefined && last.thread === thread && sameLine(last.location, location) && (location !== null || ends === last.ends)) {
      last.step = Math.max(last.step, step);
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

/** What happened, in short: `x is 3` read, `x = 4` written, `x: 3 → 4` both. Equal facts in a row are counted. */
function factsOf(events: readonly StepEvent[], text: string): string[] {
  const facts: { text: string; times: number }[] = [];
  const add = (fact: string): void => {
    const last = facts.at(-1);
    if (last?.text === fact) last.times++;
    else facts.push({ text: fact, times: 1 });
  };
  let read: StepEvent | null = null;
  for (const e of withTexts(events)) {
    if (e.kind === "write" && read?.kind === "read" && read.object === e.object && read.value !== null && e.value !== null) {
      facts.pop();
      add(`${e.object}: ${read.value.text} → ${e.value.text}`);
    } else {
      const fact = factOf(e, text);
      if (fact !== null) add(fact);
    }
    read = e.kind === "read" ? e : null;
  }
  const texts = facts.map((f) => (f.times === 1 ? f.text : `${f.text} (×${f.times})`));
  return texts.length <= maxFacts
    ? texts
    : [...texts.slice(0, maxFacts - 2), `… ${texts.length - maxFacts + 1} more`, texts.at(-1) as string];
}

/** Joins consecutive inputs that form a string. */
function withTexts(events: readonly StepEvent[]): StepEvent[] {
  const out: StepEvent[] = [];
  let inputs: (StepEvent & { readonly kind: "input" })[] = [];
  const flush = (): void => {
    const [first] = inputs;
    if (first !== undefined)
      for (const { what, text } of joinInputs(inputs.map((i) => ({ what: i.what, text: i.value }))))
        out.push({ ...first, what, value: text });
    inputs = [];
  };
  for (const e of events) {
    if (e.kind === "input") inputs.push(e);
    else {
      flush();
      out.push(e);
    }
  }
  flush();
  return out;
}

function factOf(e: StepEvent, text: string): string | null {
  switch (e.kind) {
    case "read":
      return e.value === null ? `reads ${e.object}` : `${e.object} is ${e.value.text}`;
    case "write":
    case "update":
      return e.value === null ? `writes ${e.object}` : `${e.object} = ${e.value.text}`;
    case "free":
      return `frees ${e.object}`;
    case "lock":
    case "unlock": {
      const plain = /lock/.test(text) && text.includes(e.object);
      return plain ? null : `${e.kind === "lock" ? "locks" : "unlocks"} ${e.object}${e.shared ? " (shared)" : ""}`;
    }
    case "refused":
      return "fails to acquire the lock";
    case "input":
      return e.what === "input" || text.includes(e.what) ? `input: ${e.value}` : `input ${e.what}: ${e.value}`;
    case "choice":
      return choiceText(e.what, e.chosen, e.count);
    case "output":
      return `prints ${JSON.stringify(printable(e.text.replace(/\n$/, "")))}`;
    case "start":
      return `starts ${shortName(e.started)}`;
    case "end":
      return null;
  }
}

/** A yes/no choice is shown only if the answer was yes. */
function choiceText(what: string, chosen: number, count: number): string | null {
  if (/^(spurious|allocation|thread creation|joins of each other)/.test(what)) return chosen === 1 ? what : null;
  return `${what}: ${chosen + 1} of ${count}`;
}

const maxPeriod = 4;

/** Folds the repeated rows of a loop in which nothing changes. */
function foldRepeats(rows: readonly Row[]): Row[] {
  const out: Row[] = [];
  const keyOf = (r: Row): string => `${r.thread} ${r.location?.file}:${r.location?.line} ${r.facts.join(";")}`;
  for (let at = 0; at < rows.length; ) {
    let folded = false;
    for (let period = 2; period <= maxPeriod && !folded; period++) {
      const same = (k: number): boolean =>
        at + period + k < rows.length && keyOf(rows[at + k] as Row) === keyOf(rows[at + period + k] as Row);
      let length = 0;
      while (same(length) && (rows[at + length] as Row).thread === (rows[at] as Row).thread) length++;
      const times = Math.floor(length / period);
      if (times < 2) continue;
      const kept = rows.slice(at, at + period);
      const last = rows[at + period * (times + 1) - 1] as Row;
      append(out, kept);
      out.push({
        thread: last.thread,
        step: last.step,
        location: null,
        text: `(these ${period} lines ${times} more times)`,
        facts: [],
        bad: false,
      });
      at += period * (times + 1);
      folded = true;
    }
    if (!folded) out.push(rows[at++] as Row);
  }
  return out;
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
      };
    });
    return [...rows, ...waiting];
  }
  if (v.kind === "data-race" && v.participants.length === 2) {
    const [second, first] = v.participants as [Violation["participants"][number], Violation["participants"][number]];
    const mark = (p: typeof first, other: typeof first): void => {
      const at = rows.findLastIndex((r) => r.thread === p.thread && sameLine(r.location, p.location));
      if (at >= 0)
        rows[at] = { ...(rows[at] as Row), facts: [...(rows[at] as Row).facts, `✗ races with ${shortName(other.thread)}`], bad: true };
    };
    mark(first, second);
    mark(second, first);
    return rows;
  }
  const at = rows.findLastIndex((r) => r.thread === v.thread);
  const failure = `✗ ${v.kind === "assertion" ? "the assertion fails" : v.kind.replaceAll("-", " ")}`;
  const row = rows[at];
  if (row !== undefined && sameLine(row.location, v.location)) rows[at] = { ...row, facts: [...row.facts, failure], bad: true };
  else
    rows.push({
      thread: v.thread,
      step: 0,
      location: v.location,
      text: textOf({ location: v.location, columns: columnsOf(v.location) }, source),
      facts: [failure],
      bad: true,
    });
  return rows;
}
