// Renders a run: one column per thread, one row per visible step with its source text and values; `▸` marks a context switch. If the columns
// would be too narrow to read, there is one column with the thread's name in front.

import type { Violation } from "../execution/errors.ts";
import { append, maxOf } from "../support/lists.ts";
import type { Replay } from "../witness/replay.ts";
import { foldings, foldRows } from "./folding.ts";
import { shortName } from "./report.ts";
import { type Row, rowsOf } from "./rows.ts";
import type { SourceText } from "./source-text.ts";
import { clip, type Paint, padTo, printable, toAscii, toAsciiInPlace, widthOf, wrap } from "./terminal.ts";

export interface ColumnOptions {
  readonly source: SourceText;
  readonly width: number;
  readonly paint: Paint;
  /** Nothing is folded. */
  readonly isFull?: boolean;
  /** Only ASCII. */
  readonly isAscii?: boolean;
  /** Runs that are shown above: what this one has in common with one of them is folded. */
  readonly above?: readonly Replay[];
}

const narrowest = 24;
/** A column is at least as wide as its longest name, up to this. */
const widestName = 40;
const widest = 64;
const widestTitle = 20;
const maxTextLines = 2;
const maxFactLines = 3;
const maxShownCalls = 3;
const bar = "│";
/** Lines of a run that a person reads to the end; rows are folded until they fit. */
const maxLines = 44;
/** Of a further run: how it comes to its failure differs from the runs above only in part. */
const maxFurtherLines = 28;
/** How many rows of the kind that is folded by age remain, tried in this order. */
const remainders = [24, 16, 8, 4, 0];

export function renderColumns(replay: Replay, violation: Violation | null, options: ColumnOptions): string[] {
  const { source, isFull, isAscii = false } = options;
  const rows = rowsOf(replay, violation, source, isFull);
  if (!isAscii) return layOutRun(replay, rows, options);
  const plain = rows.map((r) => ({ ...r, text: toAscii(r.text), facts: r.facts.map(toAscii) }));
  return layOutRun(replay, plain, options).map(toAsciiInPlace);
}

function layOutRun(replay: Replay, rows: readonly Row[], options: ColumnOptions): string[] {
  if (rows.length === 0) return [];
  const layOutRows = (shown: readonly Row[], mayUseLanes: boolean): string[] | null => table(replay, shown, mayUseLanes, options);
  if (options.isFull) return layOutRows(rows, true) ?? (layOutRows(rows, false) as string[]);
  const common = maxOf(
    (options.above ?? []).map((other) => commonSteps(replay, other)),
    0,
  );
  const most = (options.above ?? []).length === 0 ? maxLines : maxFurtherLines;
  let lines: string[] = [];
  for (const folding of foldings)
    for (const remaining of folding === "exchanges" || folding === "switches" ? remainders : [0]) {
      const folded = foldRows(rows, folding, remaining, common);
      for (const mayUseLanes of [true, false]) {
        lines = layOutRows(folded, mayUseLanes) ?? lines;
        if (lines.length > 0 && lines.length <= most) return lines;
      }
    }
  return lines;
}

/** How many steps two runs have in common from the start, up to the last context switch: where they part, it is shown what the running thread did. */
function commonSteps({ steps: a }: Replay, { steps: b }: Replay): number {
  const differs = a.findIndex((s, i) => {
    const other = b[i];
    return (
      s.thread !== other?.thread ||
      s.location?.line !== other.location?.line ||
      s.location?.column !== other.location?.column ||
      s.object !== other.object ||
      s.value?.text !== other.value?.text
    );
  });
  let common = differs < 0 ? a.length : differs;
  const last = a[common - 1]?.thread;
  while (common > 0 && a[common - 1]?.thread === last) common--;
  return common;
}

/** The rows in columns, or in one. Null: there is not enough room for columns. */
function table(replay: Replay, rows: readonly Row[], usesLanes: boolean, options: ColumnOptions): string[] | null {
  const files = new Set(rows.flatMap((r) => (r.location === null ? [] : [r.location.file])));
  const places = rows.map((row) => placeOf(row, files.size > 1));
  const margin = maxOf(places.map((p) => p.length));
  const threads = replay.threads.filter((t) => rows.some((r) => r.thread === t.index));
  const heads = headsOf(rows, threads);
  const cells = rows.map(
    (row, i): Cell => ({ row, text: `${(places[i] as string).padStart(margin)} ${row.text}`, head: heads[i] as string | null }),
  );
  const indent = Math.min(margin + 3, 6); // of what belongs to a statement
  const gutter = Math.max(String(replay.steps.length).length, 4);
  if (!usesLanes) return singleColumn(cells, threads, gutter, indent, options);
  const lanes = laneWidths(
    threads.map((t) => cells.filter((c) => c.row.thread === t.index)),
    threads.map((t) => widthOf(titleOf(t))),
    options.width - gutter,
  );
  return lanes === null ? null : inLanes(cells, threads, lanes, gutter, indent, options);
}

/** Where a thread is in another call than in its row before: the calls, from the function it runs to the innermost. */
function headsOf(rows: readonly Row[], threads: readonly ThreadTitle[]): (string | null)[] {
  const last = new Map<number, string>(threads.map((t) => [t.index, t.label]));
  return rows.map((row) => {
    if (row.stack.length === 0) return null;
    const calls = row.stack.toReversed();
    const before = last.get(row.thread);
    last.set(row.thread, calls.join(" "));
    if (before === calls.join(" ")) return null;
    const inner = calls.length === 1 ? calls : calls.slice(1);
    return `${inner.length > maxShownCalls ? "… › " : ""}${inner.slice(-maxShownCalls).join(" › ")}:`;
  });
}

interface Cell {
  readonly row: Row;
  readonly text: string;
  /** A line above it: the calls that the thread is in, if they have changed. */
  readonly head: string | null;
}

type ThreadTitle = Replay["threads"][number];

const titleOf = (t: ThreadTitle): string => `${shortName(t.index)}${t.index === 0 || t.label === "" ? "" : ` ${t.label}`}`;

function placeOf(row: Row, withFile: boolean): string {
  if (row.location === null) return "";
  const { file, line } = row.location;
  return withFile ? `${printable(file.slice(file.lastIndexOf("/") + 1))}:${line}` : String(line);
}

/** As wide as the rows need; if that is too much, the widest columns shrink. Null: there is not enough room for columns. */
function laneWidths(lanes: readonly (readonly Cell[])[], titles: readonly number[], width: number): number[] | null {
  const perLane = 3; // " │ " or the first "  ▸"
  const room = width - perLane * lanes.length;
  const least = lanes.map((cells) => maxOf(cells.map(leastWidth), narrowest));
  const sum = (widths: readonly number[]): number => widths.reduce((all, w) => all + w, 0);
  if (sum(least) > room && lanes.length > 1) return null;
  const wanted = lanes.map((cells, i) => {
    const needs = cells.map(({ row, text }) => widthOf(oneLine(text, row.facts)));
    return Math.min(maxOf(needs, Math.max(least[i] as number, titles[i] as number)), lanes.length === 1 ? room : widest);
  });
  while (sum(wanted) > room) {
    const slack = wanted.map((w, i) => (w > (least[i] as number) ? w : 0));
    const largest = slack.indexOf(maxOf(slack));
    if (slack[largest] === 0) break;
    wanted[largest] = (wanted[largest] as number) - 1;
  }
  return wanted;
}

/** A cell is not narrower than the longest name in it, and what stands before it. */
const leastWidth = ({ row, text, head }: Cell): number => {
  const words = `${text} ${row.facts.join(" ")} ${head ?? ""}`.match(/[\w$]+/g) ?? [];
  return Math.min(
    maxOf(
      words.map((w) => w.length + 8),
      0,
    ),
    widestName,
  );
};

function inLanes(
  cells: readonly Cell[],
  threads: readonly ThreadTitle[],
  lanes: readonly number[],
  gutter: number,
  indent: number,
  { paint }: ColumnOptions,
): string[] {
  const line = (number: string, lane: number, mark: string, text: string, bad: boolean): string => {
    const parts = lanes.map((width, i) => {
      const content = i === lane ? mark + padTo(text, width) : " ".repeat(width + 1);
      return i === lane && bad ? paint(content, "bad") : content;
    });
    return `${paint(number.padStart(gutter), "faint")} ${parts.join(` ${paint(bar, "faint")}`)}`.trimEnd();
  };
  const header =
    `${"step".padStart(gutter)} ${threads.map((t, i) => ` ${padTo(clip(titleOf(t), lanes[i] as number), lanes[i] as number)}`).join(` ${bar}`)}`.trimEnd();
  const out = [paint(header, "strong")];
  let previous = -1;
  for (const { row, text, head } of cells) {
    const lane = threads.findIndex((t) => t.index === row.thread);
    const width = lanes[lane] as number;
    const above = head === null ? [] : wrap(head, width, maxTextLines);
    const below = layOut(text, row.facts, width, indent);
    [...above, ...below].forEach((part, i) => {
      const number = i === above.length ? numberOf(row) : "";
      out.push(line(number, lane, i === 0 && takesOver(row, previous) ? "▸" : " ", part, row.bad && i >= above.length));
    });
    previous = row.thread;
  }
  return out;
}

function singleColumn(
  cells: readonly Cell[],
  threads: readonly ThreadTitle[],
  gutter: number,
  indent: number,
  { width, paint }: ColumnOptions,
): string[] {
  const title = Math.min(maxOf(threads.map((t) => widthOf(titleOf(t)))), widestTitle, Math.floor(width / 4));
  const room = width - gutter - title - 4;
  const titles = new Map(threads.map((t) => [t.index, clip(titleOf(t), title)]));
  const out = [paint(`${"step".padStart(gutter)}  thread`, "strong")];
  let previous = -1;
  for (const { row, text, head } of cells) {
    const isNew = row.thread !== previous;
    const above = head === null ? [] : wrap(head, room, maxTextLines);
    above.forEach((part, i) => {
      const name = isNew && i === 0 ? (titles.get(row.thread) as string) : "";
      out.push(`${" ".repeat(gutter)} ${isNew && i === 0 ? "▸" : " "}${padTo(name, title)}  ${part}`.trimEnd());
    });
    layOut(text, row.facts, room, indent).forEach((part, i) => {
      const name = i === 0 && isNew && above.length === 0 ? (titles.get(row.thread) as string) : "";
      const number = i > 0 ? "" : numberOf(row);
      out.push(
        `${paint(number.padStart(gutter), "faint")} ${i === 0 && above.length === 0 && takesOver(row, previous) ? "▸" : " "}${padTo(name, title)}  ${row.bad ? paint(part, "bad") : part}`.trimEnd(),
      );
    });
    previous = row.thread;
  }
  return out;
}

const numberOf = (row: Row): string => (row.step > 0 ? String(row.step) : row.bad ? "✗" : "");

/** A thread that only waits takes no step. */
const takesOver = (row: Row, previous: number): boolean => row.thread !== previous && !(row.step === 0 && row.bad);

const oneLine = (text: string, facts: readonly string[]): string => (facts.length === 0 ? text : `${text}   [${facts.join("; ")}]`);

/** The statement, and after or below it what it did. */
function layOut(text: string, facts: readonly string[], width: number, indent: number): string[] {
  if (widthOf(oneLine(text, facts)) <= width) return [oneLine(text, facts)];
  const lines = wrap(text, width, maxTextLines);
  for (let i = 1; i < lines.length; i++) lines[i] = clip(`${" ".repeat(indent)}  ${lines[i]}`, width);
  const below: string[] = [];
  for (const fact of facts) {
    const last = below.at(-1);
    const joined = `${last}; ${fact}`;
    if (last !== undefined && widthOf(joined) <= width - indent) below[below.length - 1] = joined;
    else append(below, wrap(fact, width - indent, maxFactLines));
  }
  return [...lines, ...below.map((fact) => " ".repeat(indent) + fact)];
}
