// Lines of the program's own code. In: a line as a question names it. Out: where it is, and which threads stand before it.

import type { Machine } from "../../execution/machine.ts";
import type { Thread } from "../../execution/thread.ts";
import type { Program } from "../../program/program.ts";
import { fail } from "../../support/diagnostics.ts";
import { linesOf } from "../code-lines.ts";
import { standingOf } from "../passage.ts";
import type { LineName } from "./question.ts";

/** A line that has code. */
export interface CodeLine {
  readonly file: string;
  readonly line: number;
  /** The functions with code of this line. */
  readonly functions: ReadonlySet<number>;
}

/** Lines that a hint names, on each side of one without code. */
const namedLines = 2;

/** Fails if the line has no code, or if several files have code there and none is named. */
export function findLine(program: Program, name: LineName): CodeLine {
  const files = new Map<string, Set<number>>();
  const known = new Map<string, Set<number>>();
  for (const f of program.functions) {
    for (const { file, line } of linesOf(program, f)) {
      if (!isFile(file, name.file)) continue;
      addTo(known, file, line);
      if (line === name.line) addTo(files, file, f.id);
    }
  }
  const [first, ...others] = files;
  if (first === undefined) return failForLine(name, known);
  if (others.length > 0)
    fail("RVL013", `line ${name.line} has code in ${[...files.keys()].join(" and ")}`, { hint: `name the file: ${first[0]}:${name.line}` });
  return { file: first[0], line: name.line, functions: first[1] };
}

function failForLine({ file, line }: LineName, known: ReadonlyMap<string, ReadonlySet<number>>): never {
  if (known.size === 0) fail("RVL013", `the program has no code in ${file ?? "any file"}`, { hint: "name a file of the program" });
  const lines = [...new Set([...known.values()].flatMap((l) => [...l]))].sort((a, b) => a - b);
  const near = [...lines.filter((n) => n < line).slice(-namedLines), ...lines.filter((n) => n > line).slice(0, namedLines)];
  return fail("RVL013", `line ${line} has no code`, { hint: `lines with code nearby: ${near.join(", ")}` });
}

function addTo(lists: Map<string, Set<number>>, key: string, value: number): void {
  const list = lists.get(key) ?? new Set();
  lists.set(key, list.add(value));
}

/** A name without its folder, or with the last of its folders, is enough. */
const isFile = (file: string, named: string | null): boolean => named === null || file === named || file.endsWith(`/${named}`);

/** The frame in which the thread stands at the line: before it, at an operation of it, or in a call of the library from there; -1: none. */
export function levelAt(machine: Machine, t: Thread, { file, line }: CodeLine): number {
  if (t.status !== "running") return -1;
  const standing = standingOf(machine, t);
  return standing.line === line && standing.file === file ? standing.level : -1;
}

export const lineText = ({ file, line }: CodeLine): string => `${file.slice(file.lastIndexOf("/") + 1)}:${line}`;
