// A run as people read it: one column per thread, one line per visible step with its source text and values, context switches
// marked by a rule, steps of one library call or one source line folded. Pure: source texts come in as a function.

import type { Replay, WitnessStep } from "../witness/confirm.ts";

export interface SourceText {
  /** The text of a source line, trimmed, or null if the file is not at hand. */
  line(file: string, line: number): string | null;
}

interface Row {
  readonly thread: number;
  readonly first: number; // step numbers, counted from 1
  readonly last: number;
  readonly place: string;
  readonly text: string;
  readonly facts: string[];
}

export function renderColumns(replay: Replay, source: SourceText, width: number): string[] {
  const rows = fold(replay, source);
  const threads = replay.threads.filter((t) => rows.some((r) => r.thread === t.index));
  const numbers = String(replay.steps.length).length;
  const gutter = Math.max(numbers, 4) + 2;
  const column = Math.floor((width - gutter) / Math.max(threads.length, 1));
  const out: string[] = [];
  // Narrow columns would cut every statement: then one column, with the thread's name in front.
  const single = column < 26;
  const title = (t: { index: number; label: string }): string => `${t.index === 0 ? "main" : `T${t.index}${t.label === "" ? "" : ` ${t.label}`}`}`;
  const position = new Map(threads.map((t, i) => [t.index, i]));
  const space = single ? width - gutter - 8 : column - 1;
  if (!single) out.push(`${" step".padEnd(gutter)}${threads.map((t) => clip(title(t), column - 2).padEnd(column)).join("")}`.trimEnd());
  let previous = -1;
  for (const row of rows) {
    if (row.thread !== previous && previous >= 0) out.push(`${"".padEnd(gutter)}${"·".repeat(Math.max(Math.min(width, gutter + (single ? 40 : column * threads.length)) - gutter, 1))}`);
    previous = row.thread;
    const number = String(row.last).padStart(Math.max(numbers, 4));
    const indent = single ? "" : " ".repeat((position.get(row.thread) as number) * column);
    const lead = single ? `${row.thread === 0 ? "main" : `T${row.thread}`}`.padEnd(6) : "";
    const lines = wrap(`${row.place} ${row.text}`.trim(), row.facts, space);
    lines.forEach((text, i) => {
      out.push(`${i === 0 ? number : "".padEnd(number.length)}  ${indent}${i === 0 ? lead : "".padEnd(lead.length)}${text}`.trimEnd());
    });
  }
  return out;
}

/** Steps of one thread that follow each other on one source line become one row. */
function fold(replay: Replay, source: SourceText): Row[] {
  const rows: Row[] = [];
  replay.steps.forEach((step, i) => {
    const place = step.location === null ? "" : `${step.location.line}`;
    const last = rows[rows.length - 1];
    const key = `${step.location?.file}:${step.location?.line}`;
    if (last !== undefined && last.thread === step.thread && rowKeys.get(last) === key) {
      const merged: Row = { ...last, last: i + 1, facts: addFacts(last.facts, step) };
      rows[rows.length - 1] = merged;
      rowKeys.set(merged, key);
      return;
    }
    const text = step.location === null ? endText(step) : (source.line(step.location.file, step.location.line) ?? `${step.location.file}:${step.location.line}`);
    const row: Row = { thread: step.thread, first: i + 1, last: i + 1, place, text, facts: addFacts([], step) };
    rowKeys.set(row, key);
    rows.push(row);
  });
  return rows;
}

const rowKeys = new WeakMap<Row, string>();

function endText(step: WitnessStep): string {
  return step.call === null ? "(ends)" : `(${step.call.startsWith("__rvl_") ? "ends" : step.call})`;
}

/** What the step did, in a few signs: `x → 3` read, `x = 4` written. A fact repeated in a row is counted. */
function addFacts(facts: readonly string[], step: WitnessStep): string[] {
  const out = [...facts];
  const add = (fact: string): void => {
    const last = out[out.length - 1];
    const repeated = last === undefined ? null : /^(.*?)(?: \(×(\d+)\))?$/s.exec(last);
    if (repeated !== null && repeated[1] === fact) out[out.length - 1] = `${fact} (×${Number(repeated[2] ?? 1) + 1})`;
    else out.push(fact);
  };
  if (step.object !== null) {
    const value = step.value ?? "…";
    if (step.op === "load") add(`${step.object} → ${value}`);
    else if (step.op === "free") add(`frees ${step.object}`);
    else add(`${step.object} = ${value}`);
  }
  for (const note of step.notes) add(note);
  return out;
}

function wrap(text: string, facts: readonly string[], width: number): string[] {
  const lines = [clip(text, width)];
  let line = "";
  for (const fact of facts) {
    const piece = clip(fact, width - 4);
    if (line !== "" && line.length + piece.length + 2 > width - 4) {
      lines.push(`    ${line}`);
      line = "";
    }
    line = line === "" ? piece : `${line}; ${piece}`;
  }
  if (line !== "") {
    const first = lines[0] as string;
    if (lines.length === 1 && first.length + line.length + 4 <= width) return [`${first}   [${line}]`];
    lines.push(`    ${line}`);
  }
  return lines;
}

function clip(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(width - 1, 1))}…`;
}
