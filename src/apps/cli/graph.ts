// ravel graph FILE.c --what program|skeleton : draws control flow or the skeleton as DOT or SVG. Exit status 0, or 3 if the program is too large.

import { load } from "../../frontend/load.ts";
import type { Program } from "../../program/program.ts";
import { renderDiagnostic } from "../../reports/diagnostic-text.ts";
import { type Graph, renderDot } from "../../reports/graph.ts";
import { graphOfProgram } from "../../reports/graph-program.ts";
import { graphOfSkeleton } from "../../reports/graph-skeleton.ts";
import { renderSvg } from "../../reports/graph-svg.ts";
import { findVisibleWrites } from "../../skeleton/may-copy.ts";
import { unrollProgram } from "../../skeleton/rounds.ts";
import { diagnostic, fail } from "../../support/diagnostics.ts";
import { LimitReached } from "../../support/limits.ts";
import type { ParsedArguments } from "./options.ts";
import { checkOutputs, writeOut } from "./output.ts";
import { loadRequest, machineOptions } from "./request.ts";
import { fileSources } from "./sources.ts";

const firstBound = 2;
/** Maximum number of operations to unroll: a larger picture is unreadable. */
const maxOperations = 500_000;
const tooLarge = 3;

export async function graphCommand(args: ParsedArguments): Promise<number> {
  if (args.positionals.length === 0) fail("RVL001", "no input file", { hint: "run ravel graph FILE.c --what program" });
  const what = args.text("what") ?? fail("RVL001", "--what is missing", { hint: "add --what program or --what skeleton" });
  const output = args.text("output");
  checkOutputs([{ option: "-o", path: output }], args.positionals);
  const format = args.text("format") ?? (output?.endsWith(".svg") ? "svg" : "dot");
  const { program, warnings } = await load(loadRequest(args, args.positionals));
  for (const d of warnings) process.stderr.write(`${renderDiagnostic(d, fileSources).join("\n")}\n`);
  const graph = what === "program" ? graphOfProgram(program, fileSources) : summarise(program, args);
  if (graph === null) return tooLarge;
  const text = format === "svg" ? renderSvg(graph) : renderDot(graph);
  if (output !== null) writeOut(output, text);
  else process.stdout.write(text);
  return 0;
}

function summarise(program: Program, args: ParsedArguments): Graph | null {
  const bound = args.number("unwind") ?? firstBound;
  const machine = machineOptions(args);
  try {
    const { skeleton, terms } = unrollProgram(program, {
      machine,
      boundOf: () => bound,
      interrupted: () => false,
      overflow: machine.properties.has("overflow"),
      maxOperations,
    });
    return graphOfSkeleton(program, terms, skeleton, findVisibleWrites(terms, skeleton, true), fileSources);
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    const d = diagnostic("RVL302", "the unrolled program is too large to draw", { hint: "lower --unwind, or use --what program" });
    process.stderr.write(`${renderDiagnostic(d, fileSources).join("\n")}\n`);
    return null;
  }
}
