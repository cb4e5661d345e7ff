// Folds the rows of a run, so that a person can read it to the end. In: rows with ranks (importance.ts), and how much to fold. Out: rows; those in a
// row that are folded become one.

import { append } from "../support/lists.ts";
import { ranks } from "./importance.ts";
import { counted, listOf, shortName } from "./report.ts";
import type { Row } from "./rows.ts";

/**
 * How much is folded: `repeats`: what main does before it starts threads, and lines that repeat with the same values. `loops`: also iterations with other
 * values. `own`: also what a thread does alone. `shared`: also steps on shared objects at which no value passes from thread to thread. `exchanges`: also the oldest of those at
 * which one does. `switches`: also the oldest context switches. What takes part in the failure is never folded.
 */
export const foldings = ["repeats", "loops", "own", "shared", "exchanges", "switches"] as const;
export type Folding = (typeof foldings)[number];

/** `most`: how many exchanges or switches remain if these are folded. `common`: steps at the beginning that another run above has as well. */
export function foldRows(rows: readonly Row[], folding: Folding, most: number, common = 0): Row[] {
  const repeats = foldRepeats(foldCommon(rows, common), (r) => `${r.thread} ${place(r)} ${r.facts.join(";")}`, ranks.failure);
  if (folding === "repeats") return hide(repeats, (r) => r.rank > ranks.setUp);
  const loops = foldRepeats(repeats, (r) => `${r.thread} ${place(r)}`, ranks.shared);
  if (folding === "loops") return hide(loops, (r) => r.rank > ranks.setUp);
  if (folding === "own") return hide(loops, (r) => r.rank > ranks.own);
  const oldest = (rank: number, remaining: number): Row[] => {
    const all = loops.filter((r) => r.rank === rank);
    return all.slice(0, Math.max(all.length - remaining, 0));
  };
  const old = new Set([
    ...(folding === "exchanges" ? oldest(ranks.exchange, most) : []),
    ...(folding === "switches" ? [...oldest(ranks.exchange, 0), ...oldest(ranks.switch, most)] : []),
  ]);
  return hide(loops, (r) => r.rank > ranks.shared && !old.has(r));
}

/** Fewer rows are shown again. */
const minCommon = 3;

/** What is as in a run above becomes one row, except what takes part in the failure. */
function foldCommon(rows: readonly Row[], common: number): readonly Row[] {
  const isCommon = (r: Row): boolean => r.step > 0 && r.step <= common && r.rank < ranks.failure;
  const end = rows.findIndex((r) => !isCommon(r) && r.step > 0);
  const hidden = rows.slice(0, end < 0 ? rows.length : end);
  if (hidden.length < minCommon) return rows;
  const steps = hidden.reduce((sum, r) => sum + r.count, 0);
  return [{ ...foldRow(hidden), text: `(${counted(steps, "step")} as above)`, rank: ranks.failure }, ...rows.slice(hidden.length)];
}

const place = (r: Row): string => `${r.location?.file}:${r.location?.line}`;

/** Rows that are not shown become one row, if that is shorter. */
function hide(rows: readonly Row[], isShown: (r: Row) => boolean): Row[] {
  const out: Row[] = [];
  for (let at = 0; at < rows.length; ) {
    let to = at;
    while (to < rows.length && !isShown(rows[to] as Row)) to++;
    if (to === at) out.push(rows[at++] as Row);
    else {
      const hidden = rows.slice(at, to);
      append(out, hidden.length === 1 && (hidden[0] as Row).rank > ranks.setUp ? hidden : [foldRow(hidden)]);
      at = to;
    }
  }
  return out;
}

const maxNamed = 3;

/** One row instead of several. */
function foldRow(hidden: readonly Row[]): Row {
  const [first] = hidden as [Row];
  const last = hidden.findLast((r) => r.step > 0) ?? first;
  const threads = [...new Set(hidden.map((r) => r.thread))];
  const functions = [...new Set(hidden.flatMap((r) => r.stack[0] ?? []))];
  const count = hidden.reduce((sum, r) => sum + r.count, 0);
  const steps = counted(count, "step");
  const named = functions.length > maxNamed ? [...functions.slice(0, maxNamed - 1), `${functions.length - maxNamed + 1} more`] : functions;
  const isSetUp = hidden.every((r) => r.rank === ranks.setUp);
  const text = isSetUp
    ? `(set-up: ${steps})`
    : threads.length > 1
      ? `(${steps} of ${listOf(threads.map(shortName))})`
      : `(${steps}${named.length === 0 ? "" : ` in ${listOf(named)}`})`;
  return { ...last, thread: first.thread, location: null, text, facts: [], bad: false, count, stack: [], isFold: true };
}

const maxPeriod = 12;

/** Folds iterations after the first that are equal by `keyOf`; the last one stays too unless its facts are those of the first. Rows of at least the rank `keep` are not folded. */
function foldRepeats(rows: readonly Row[], keyOf: (r: Row) => string, keep: number): Row[] {
  const out: Row[] = [];
  const keys = rows.map((r) => (r.rank >= keep || r.isFold ? `${r.thread} ${r.step} kept` : keyOf(r)));
  for (let at = 0; at < rows.length; ) {
    const folded = longestRepeat(rows, keys, at);
    if (folded === null) {
      out.push(rows[at++] as Row);
      continue;
    }
    const { period, times } = folded;
    const end = at + period * times;
    const isSame = (i: number): boolean => (rows[i] as Row).facts.join(";") === (rows[at + ((i - at) % period)] as Row).facts.join(";");
    const keepsLast = Array.from({ length: period }, (_, i) => end - period + i).some((i) => !isSame(i));
    const hidden = rows.slice(at + period, keepsLast ? end - period : end);
    append(out, rows.slice(at, at + period));
    if (hidden.length > 0) {
      const row = foldRow(hidden);
      const iterations = hidden.length / period;
      const lines = period === 1 ? "this line" : `these ${period} lines`;
      out.push({ ...row, text: `(${lines} ${iterations} more ${iterations === 1 ? "time" : "times"})` });
    }
    append(out, rows.slice(keepsLast ? end - period : end, end));
    at = end;
  }
  return out;
}

/** Iterations that begin at a row: at least three in all, of one thread. */
function longestRepeat(
  rows: readonly Row[],
  keys: readonly string[],
  at: number,
): { readonly period: number; readonly times: number } | null {
  const thread = (rows[at] as Row).thread;
  for (let period = 1; period <= maxPeriod && at + 3 * period <= rows.length; period++) {
    let length = 0;
    while (at + period + length < rows.length && keys[at + length] === keys[at + period + length] && rows[at + length]?.thread === thread)
      length++;
    const times = Math.floor(length / period) + 1;
    if (times >= 3) return { period, times };
  }
  return null;
}
