// Names an unseen side for people. In: a cut. Out: a note with the place where the side begins and where it leads.

import type { Program } from "../../program/program.ts";
import type { Cut } from "../../skeleton/skeleton.ts";
import { diagnostic } from "../../support/diagnostics.ts";
import type { Note } from "../engine.ts";
import { lineOf } from "../traces/taken-sides.ts";

/** For a program that never closes: the side asked for last. */
export function sideNote(program: Program, cut: Omit<Cut, "failure">): Note {
  const p = program.positions[cut.at];
  const text = `the side asked for last: thread ${cut.event.thread.index} ${leadsTo(program, cut)}`;
  const location = p === undefined ? {} : { location: { file: p.file, line: p.line, column: p.column } };
  return { kind: "cut", diagnostic: diagnostic("RVL311", text, { severity: "note", ...location, hint: "bound threads with --max-steps" }) };
}

/** The site of the cut's event is the end of a block, or a call through a pointer. */
export function leadsTo(program: Program, { event, side, what }: Omit<Cut, "failure">): string {
  if (what === "value") return "comes here with another value";
  const { function: id, operation } = event.site;
  const body = program.functions[id]?.body();
  const target = side ?? -1;
  let end = -1;
  for (const block of body?.blocks ?? []) {
    end += block.operations.length + 1;
    if (end > operation) return `calls ${program.functions[target]?.name ?? "a function"} here`;
    if (end < operation) continue;
    const line = lineOf(program, body?.blocks[target]);
    const goes = line === null ? "continues" : `continues at line ${line}`;
    const { terminator: t } = block;
    if (t.op === "branch") return `${goes}, the ${t.then === target ? "first" : "second"} side of this branch`;
    const value = t.op === "switch" ? t.cases.find((c) => c.target === target)?.value : undefined;
    if (t.op === "switch") return `${goes}, ${value === undefined ? "the default" : `case ${value}`}`;
    return t.op === "jump" ? `${goes}, another iteration` : goes;
  }
  return "continues";
}
