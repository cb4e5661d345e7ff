// ravel graph FILE.c --what program|skeleton|trace|gig : draws control flow, the skeleton, the trace program of one run, or the interleaving graph of a search,
// as DOT or SVG. Exit status 0, or 3 if the program is too large.

import { type LoadRequest, load } from "../../frontend/load.ts";
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
import { gigGraph } from "./gig-graph.ts";
import type { ParsedArguments } from "./options.ts";
import { checkOutputs, writeOut } from "./output.ts";
import { loadRequest, machineOptions } from "./request.ts";
import { fileSources } from "./sources.ts";
import { traceGraph } from "./trace-graph.ts";

const firstBound = 2;
/** Maximum number of operations to unroll: a larger picture is unreadable. */
const maxOperations = 500_000;
const tooLarge = 3;

export async function graphCommand(args: ParsedArguments): Promise<number> {
  if (args.positionals.length === 0) fail("RVL001", "no input file", { hint: "run ravel graph FILE.c --what program" });
  const what =
    args.text("what") ??
    fail("RVL001", "--what is missing", {
      hint: "add --what program, --what skeleton, --what trace or --what gig",
    });
  checkFit(args, what);
  const output = args.text("output");
  checkOutputs([{ option: "-o", path: output }], args.positionals);
  const picture = /\.(png|pdf|jpe?g|gif)$/i.exec(output ?? "");
  if (picture !== null && args.text("format") === null)
    fail("RVL001", `graphs are written as DOT or SVG, not as ${(picture[1] as string).toUpperCase()}: ${output}`, {
      hint: "use a name that ends in .svg",
    });
  const format = args.text("format") ?? (output?.endsWith(".svg") ? "svg" : "dot");
  const request = loadRequest(args, args.positionals);
  const { program, warnings } = await load(request);
  for (const d of warnings) process.stderr.write(`${renderDiagnostic(d, fileSources).join("\n")}\n`);
  const graph =
    what === "program"
      ? graphOfProgram(program, fileSources)
      : what === "gig"
        ? await gigGraph(program, args, request)
        : unlessTooLarge(what, () => unrolled(program, args, what, request));
  if (graph === null) return tooLarge;
  const text = format === "svg" ? renderSvg(graph) : renderDot(graph);
  if (output !== null) writeOut(output, text);
  else process.stdout.write(text);
  return 0;
}

/** The options that fit one kind of picture only. */
const fitting: Readonly<Record<string, readonly string[]>> = {
  unwind: ["skeleton"],
  schedule: ["trace", "gig"],
  seed: ["trace"],
  phantom: ["trace"],
  prune: ["gig"],
  reduction: ["gig"],
};

function checkFit(args: ParsedArguments, what: string): void {
  for (const [option, kinds] of Object.entries(fitting))
    if ((args.flag(option) || args.text(option) !== null) && !kinds.includes(what))
      fail("RVL003", `--what ${what} does not support --${option}`, { hint: `use --what ${kinds.join(" or --what ")}` });
  if (args.text("schedule") !== null && args.text("seed") !== null)
    fail("RVL003", "--schedule cannot be combined with --seed", { hint: "omit one of them: each says which run is drawn" });
}

function unrolled(program: Program, args: ParsedArguments, what: string, request: LoadRequest): Graph {
  const bound = args.number("unwind") ?? firstBound;
  const machine = machineOptions(args);
  const options = {
    machine,
    boundOf: () => bound,
    interrupted: () => false,
    overflow: machine.properties.has("overflow"),
    maxOperations,
  };
  if (what === "trace") return traceGraph(program, args, request, options);
  const { skeleton, terms } = unrollProgram(program, options);
  return graphOfSkeleton({ program, terms, skeleton, copies: findVisibleWrites(terms, skeleton, true), source: fileSources });
}

function unlessTooLarge(what: string, draw: () => Graph): Graph | null {
  try {
    return draw();
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    const hint = what === "trace" ? "use --what program" : "lower --unwind, or use --what program";
    const d = diagnostic("RVL302", "the unrolled program is too large to draw", { hint });
    process.stderr.write(`${renderDiagnostic(d, fileSources).join("\n")}\n`);
    return null;
  }
}
