// Names an unseen side for people. In: a cut. Out: a note with the place where the side begins and where it leads.

import { findOperation, type Program } from "../../program/program.ts";
import { shortName } from "../../reports/report.ts";
import type { Cut } from "../../skeleton/skeleton.ts";
import { diagnostic } from "../../support/diagnostics.ts";
import type { Note } from "../engine.ts";
import { lineOf } from "../traces/taken-sides.ts";

/** For a program that never closes: the side asked for last. */
export function sideNote(program: Program, cut: Omit<Cut, "failure">): Note {
  const p = program.positions[cut.at];
  const text = `the side asked for last: ${shortName(cut.event.thread.index)} ${leadsTo(program, cut)}`;
  const location = p === undefined ? {} : { location: { file: p.file, line: p.line, column: p.column } };
  return { kind: "cut", diagnostic: diagnostic("RVL311", text, { severity: "note", ...location, hint: "bound threads with --max-steps" }) };
}

/** The site of the cut's event is the end of a block, a call through a pointer, or a `longjmp`. */
export function leadsTo(program: Program, { event, side, what }: Omit<Cut, "failure">): string {
  if (what === "value") return "comes here with another value";
  const { function: id, operation } = event.site;
  const body = program.functions[id]?.body();
  if (body === undefined) return "continues";
  const target = side ?? -1;
  const { block, index } = findOperation(body, operation);
  const o = body.blocks[block]?.operations[index];
  if (o?.op === "long-jump") return "jumps back to setjmp from here";
  if (o !== undefined) return `calls ${program.functions[target]?.name ?? "a function"} here`;
  const line = lineOf(program, body.blocks[target]);
  const goes = line === null ? "continues" : `continues at line ${line}`;
  const t = body.blocks[block]?.terminator;
  if (t?.op === "branch") return `${goes}, the ${t.then === target ? "first" : "second"} side of this branch`;
  const value = t?.op === "switch" ? t.cases.find((c) => c.target === target)?.value : undefined;
  if (t?.op === "switch") return `${goes}, ${value === undefined ? "the default" : `case ${value}`}`;
  return t?.op === "jump" ? `${goes}, another iteration` : goes;
}
