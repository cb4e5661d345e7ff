// Which writes can a read see? In: an object, and a thread: its next read of the object is meant. Out: each write that the read can see, with a run in which it does.
//
// A search keeps the last write to the object, and how many reads of it the thread has made. It ends each run at the read that is meant.

import type { Machine } from "../../execution/machine.ts";
import type { Thread } from "../../execution/thread.ts";
import { counted, shortName } from "../../reports/report.ts";
import { fail } from "../../support/diagnostics.ts";
import type { Path } from "../moves.ts";
import { type AnswerLine, type Asking, type AskResult, no, notConfirmed, scopeWords, unknown, yes } from "./answer.ts";
import { confirmed, endOfBoth, forTerms, isLeftToTerms, openFrom, searchTask } from "./find.ts";
import { AccessLog, type Bytes, historyOf, overlap, type SeenMove, walkTo } from "./history.ts";
import { InputSearch } from "./input-search.ts";
import { PathSearch, type SearchEnd, type SearchTask, type Watcher } from "./search.ts";

/** A read: of the reads of the object that the thread makes after the moves that are fixed, the one after so many others. */
export interface MeantRead {
  readonly threadName: string;
  readonly skip: number;
  /** Where it is made, as an index into the program's positions; null: anywhere. */
  readonly position: number | null;
}

/** A write, by its thread's name and its position; the empty text: none, the object has its first value. */
export type Source = string;
export const sourceOf = (threadName: string, position: number): Source => `${threadName}@${position}`;

interface Kept {
  readonly reads: number;
  readonly source: Source;
  /** What the read that is meant has seen; null: it has not been made. */
  readonly seen: Source | null;
}

/** An answer is a run that ends with the read, if it sees a source that is wanted. */
function seesSource(
  bytes: Bytes,
  read: MeantRead,
  first: Source,
  isWanted: (source: Source) => boolean,
  /** Gets the numbers of the threads that write, by their names. */
  slots = new Map<string, number>(),
): (machine: Machine) => Watcher {
  return (machine) => {
    const log = new AccessLog(machine);
    const states: Kept[] = [];
    const numbers = new Map<string, number>();
    const numberOf = (kept: Kept): number => {
      const key = `${kept.reads} ${kept.source} ${kept.seen}`;
      const known = numbers.get(key) ?? states.push(kept) - 1;
      numbers.set(key, known);
      return known;
    };
    const after = (before: Kept, t: Thread): Kept | null => {
      if (before.seen !== null) return null;
      let { reads, source } = before;
      for (const a of log.accesses) {
        if (!overlap(a, bytes)) continue;
        if (a.reads && t.name === read.threadName) {
          if (reads === read.skip)
            return read.position === null || read.position === log.standing.position ? { reads, source, seen: source } : null;
          reads++;
        }
        if (!a.writes) continue;
        source = sourceOf(t.name, log.standing.position);
        slots.set(t.name, t.index);
      }
      return { reads, source, seen: null };
    };
    let last = 0;
    return {
      initial: numberOf({ reads: 0, source: first, seen: null }),
      isOfStates: false,
      before: (t) => log.begin(t),
      after: (kept, t) => {
        if (machine.lastStep.isLocal) return kept;
        const next = after(states[kept] as Kept, t);
        return next === null ? null : numberOf(next);
      },
      isStop: () => false,
      isAnswer: (kept) => {
        last = kept;
        const source = states[kept]?.seen ?? null;
        return source !== null && isWanted(source);
      },
      describe: () => states[last]?.seen ?? "",
    };
  };
}

export interface FoundSources {
  readonly found: ReadonlyMap<Source, Path>;
  /** The numbers of the threads that write, by their names. */
  readonly slots: ReadonlyMap<string, number>;
  readonly end: SearchEnd;
}

/** All sources that the read can see. Null: one could not be followed on a fresh machine. */
export async function findSources(asking: Asking, bytes: Bytes, read: MeantRead, first: Source): Promise<FoundSources | null> {
  const sought = { asksAbout: null, properties: new Set(["memory"] as const) };
  const task = searchTask(asking, sought);
  const paths = new Map<Source, Path>();
  const slots = new Map<string, number>();
  const watcher = seesSource(bytes, read, first, (source) => !paths.has(source), slots);
  const search = new PathSearch(task, watcher);
  const byValues = await search.run(() => {
    paths.set(search.description, search.path);
    return false;
  });
  const end = isLeftToTerms(asking, byValues) ? await searchTerms(byValues) : byValues;
  const found = new Map<Source, Path>();
  for (const [source, path] of paths) {
    const shown = await confirmedSource(searchTask(asking, sought, path), bytes, read, first, source, path, end);
    if (shown === null) return null;
    found.set(source, shown);
  }
  return { found, end, slots };

  async function searchTerms(before: SearchEnd): Promise<SearchEnd> {
    const forAll = new InputSearch(forTerms(task), watcher);
    const after = await forAll.run(() => {
      paths.set(forAll.description, forAll.path);
      return false;
    });
    return endOfBoth(asking, before, after);
  }
}

async function confirmedSource(
  task: SearchTask,
  bytes: Bytes,
  read: MeantRead,
  first: Source,
  source: Source,
  path: Path,
  end: SearchEnd,
): Promise<Path | null> {
  const watcher = seesSource(bytes, read, first, (s) => s === source);
  return (await confirmed(task, watcher, { path, end, text: "" }))?.path ?? null;
}

/** The object that an expression names at the present place, and the thread that reads it. */
export function resolveObject(asking: Asking, expression: string): Bytes & { readonly threadName: string } {
  const machine = walkTo(asking, asking.at);
  const t = machine.threads[asking.thread];
  if (t === undefined) return fail("RVL013", `there is no thread ${asking.thread}`);
  return { ...asking.expressions.objectOf(machine, t, asking.level, expression), threadName: t.name };
}

/** The last write to the bytes before a move of the run. */
export function lastSource(history: readonly SeenMove[], bytes: Bytes, before: number): Source {
  const write = history.findLast((m) => m.index < before && m.accesses.some((a) => a.writes && overlap(a, bytes)));
  return write === undefined ? "" : sourceOf(write.threadName, write.position);
}

export const readsOf = (history: readonly SeenMove[], bytes: Bytes, threadName: string): SeenMove[] =>
  history.filter((m) => m.threadName === threadName && m.accesses.some((a) => a.reads && overlap(a, bytes)));

/** A source in words. `slots`: the numbers of threads, by their names. */
export function sourceText({ positions }: Asking["program"], slots: ReadonlyMap<string, number>, source: Source): string {
  if (source === "") return "the first value";
  const [name = "", position = "0"] = source.split("@");
  const thread = slots.get(name);
  return `the write of ${thread === undefined ? `thread ${name}` : shortName(thread)} at line ${positions[Number(position)]?.line ?? "?"}`;
}

/** The numbers of the threads of a run, by their names. */
export const slotsIn = (history: readonly SeenMove[]): Map<string, number> => new Map(history.map((m) => [m.threadName, m.thread]));

export async function whichWrites(asking: Asking, expression: string): Promise<AskResult> {
  const { threadName, ...bytes } = resolveObject(asking, expression);
  const history = historyOf(asking);
  const from = openFrom(asking);
  const reads = readsOf(history, bytes, threadName);
  const skip = reads.filter((m) => m.index >= from && m.index < asking.at).length;
  const result = await findSources(asking, bytes, { threadName, skip, position: null }, lastSource(history, bytes, from));
  if (result === null) return notConfirmed;
  const { found, end } = result;
  const next = reads.find((m) => m.index >= asking.at);
  const own = next === undefined ? null : lastSource(history, bytes, next.index);
  const reader = shortName(asking.thread);
  const slots = new Map([...result.slots, ...slotsIn(history)]);
  const ordered = [...found].sort(([a], [b]) => Number(b === own) - Number(a === own));
  const lines: AnswerLine[] = ordered.map(([source, path]) => ({
    text: `${sourceText(asking.program, slots, source)}${source === own ? " (as in this run)" : ""}`,
    path,
    move: null,
  }));
  const others = [...found.keys()].filter((s) => s !== own);
  if (others.length > 0) {
    const more = end.open === null ? "" : `; there may be more: ${end.open.reason}`;
    const what = own === null ? counted(others.length, "write") : counted(others.length, "other write");
    return yes(`the next read of ${expression} by ${reader} can see ${what}${more}`, found.get(others[0] as Source) ?? null, lines);
  }
  if (end.open !== null) return unknown(end.open, lines);
  const scope = scopeWords(asking, [end]);
  return found.size === 0 ? no(`${reader} does not read ${expression} ${scope}`) : no(`it can see no other write ${scope}`, lines);
}
