// Renders a run: one column per thread, one row per visible step with its source text and values; `▸` marks a context switch. If the columns
// would be too narrow to read, there is one column with the thread's name in front.

import type { Violation } from "../execution/errors.ts";
import { append, maxOf } from "../support/lists.ts";
import type { Replay } from "../witness/replay.ts";
import { shortName } from "./report.ts";
import { type Row, rowsOf } from "./rows.ts";
import type { SourceText } from "./source-text.ts";
import { clip, type Paint, padTo, widthOf, wrap } from "./terminal.ts";

export interface ColumnOptions {
  readonly source: SourceText;
  readonly width: number;
  readonly paint: Paint;
}

const narrowest = 24;
const widest = 64;
const widestTitle = 20;
const mostTextLines = 2;
const mostFactLines = 3;
const bar = "│";

export function renderColumns(replay: Replay, violation: Violation | null, options: ColumnOptions): string[] {
  const rows = rowsOf(replay, violation, options.source);
  if (rows.length === 0) return [];
  const files = new Set(rows.flatMap((r) => (r.location === null ? [] : [r.location.file])));
  const places = rows.map((row) => placeOf(row, files.size > 1));
  const margin = maxOf(places.map((p) => p.length));
  const cells = rows.map((row, i): Cell => ({ row, text: `${(places[i] as string).padStart(margin)} ${row.text}` }));
  const threads = replay.threads.filter((t) => rows.some((r) => r.thread === t.index));
  const indent = Math.min(margin + 3, 6); // of what belongs to a statement
  const gutter = Math.max(String(replay.steps.length).length, 4);
  const lanes = laneWidths(
    threads.map((t) => cells.filter((c) => c.row.thread === t.index)),
    threads.map((t) => widthOf(titleOf(t))),
    options.width - gutter,
  );
  return lanes === null ? singleColumn(cells, threads, gutter, indent, options) : inLanes(cells, threads, lanes, gutter, indent, options);
}

interface Cell {
  readonly row: Row;
  readonly text: string;
}

type ThreadTitle = Replay["threads"][number];

const titleOf = (t: ThreadTitle): string => `${shortName(t.index)}${t.index === 0 || t.label === "" ? "" : ` ${t.label}`}`;

function placeOf(row: Row, withFile: boolean): string {
  if (row.location === null) return "";
  const { file, line } = row.location;
  return withFile ? `${file.slice(file.lastIndexOf("/") + 1)}:${line}` : String(line);
}

/** As wide as the rows need; if that is too much, the widest columns shrink. Null: there is not enough room for columns. */
function laneWidths(lanes: readonly (readonly Cell[])[], titles: readonly number[], width: number): number[] | null {
  const perLane = 3; // " │ " or the first "  ▸"
  const room = width - perLane * lanes.length;
  if (room < narrowest * lanes.length && lanes.length > 1) return null;
  const wanted = lanes.map((cells, i) => {
    const needs = cells.map(({ row, text }) => widthOf(oneLine(text, row.facts)));
    return Math.min(maxOf(needs, Math.max(narrowest, titles[i] as number)), lanes.length === 1 ? room : widest);
  });
  while (wanted.reduce((sum, w) => sum + w, 0) > room) {
    const largest = wanted.indexOf(maxOf(wanted));
    if ((wanted[largest] as number) <= narrowest) break;
    wanted[largest] = (wanted[largest] as number) - 1;
  }
  return wanted;
}

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
  for (const { row, text } of cells) {
    const lane = threads.findIndex((t) => t.index === row.thread);
    const width = lanes[lane] as number;
    layOut(text, row.facts, width, indent).forEach((part, i) => {
      out.push(line(i > 0 ? "" : numberOf(row), lane, i === 0 && takesOver(row, previous) ? "▸" : " ", part, row.bad));
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
  for (const { row, text } of cells) {
    layOut(text, row.facts, room, indent).forEach((part, i) => {
      const name = i === 0 && row.thread !== previous ? (titles.get(row.thread) as string) : "";
      const number = i > 0 ? "" : numberOf(row);
      out.push(
        `${paint(number.padStart(gutter), "faint")} ${i === 0 && takesOver(row, previous) ? "▸" : " "}${padTo(name, title)}  ${row.bad ? paint(part, "bad") : part}`.trimEnd(),
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
  const lines = wrap(text, width, mostTextLines);
  for (let i = 1; i < lines.length; i++) lines[i] = clip(`${" ".repeat(indent)}  ${lines[i]}`, width);
  const below: string[] = [];
  for (const fact of facts) {
    const last = below.at(-1);
    const joined = `${last}; ${fact}`;
    if (last !== undefined && widthOf(joined) <= width - indent) below[below.length - 1] = joined;
    else append(below, wrap(fact, width - indent, mostFactLines));
  }
  return [...lines, ...below.map((fact) => " ".repeat(indent) + fact)];
}
