// ravel graph --what gig: the generalised interleaving graph of a search by symex. In: a program, and how to search: which formulas leave out states, which reduction, the first run.
// Out: its picture; null if there is none, which is reported.

import { conditionText } from "../../engines/symex/account.ts";
import type { GigNode } from "../../engines/symex/gig.ts";
import type { SymexOptions } from "../../engines/symex/options.ts";
import { drawSearch } from "../../engines/symex/symex.ts";
import type { LoadRequest } from "../../frontend/load.ts";
import type { Program } from "../../program/program.ts";
import { renderDiagnostic } from "../../reports/diagnostic-text.ts";
import type { Graph } from "../../reports/graph.ts";
import { type GigPictureNode, graphOfGig } from "../../reports/graph-gig.ts";
import { Budget } from "../../support/budget.ts";
import { type DiagnosticCode, diagnostic } from "../../support/diagnostics.ts";
import type { ParsedArguments } from "./options.ts";
import { machineOptions, megabytesOf } from "./request.ts";
import { fileSources } from "./sources.ts";
import { readScheduleOf } from "./witness-file.ts";

/** A larger picture is unreadable. */
const maxNodes = 400;

export async function gigGraph(program: Program, args: ParsedArguments, request: LoadRequest): Promise<Graph | null> {
  const properties = ["assert"] as const;
  const schedule = args.text("schedule");
  const options: SymexOptions = {
    prune: (args.text("prune") ?? "summaries") as SymexOptions["prune"],
    reduce: (args.text("reduction") ?? "none") as SymexOptions["reduce"],
    schedule: schedule === null ? null : readScheduleOf(schedule, request),
    maxNodes,
    slice: false,
    branches: "fork",
  };
  const { gig, result } = await drawSearch({
    program,
    properties,
    machine: { ...machineOptions(args), properties: new Set(properties) },
    budget: new Budget(null, megabytesOf(args)),
    seed: 1,
    maxSteps: null,
    maxRuns: null,
    inputs: null,
    options,
    progress: () => {},
  });
  const finding = result.findings.get("assert");
  const tooLarge = "use --reduction dpor, --prune summaries, or fewer threads or iterations";
  if (gig.isTooLarge) {
    const what = gig.nodes.length > maxNodes ? `the graph has more than ${maxNodes} nodes` : "the search has too many states to draw";
    return refuse("RVL302", what, tooLarge);
  }
  if (finding?.kind === "unknown") {
    const { code, reason, hint } = finding.unknown;
    return refuse(code, reason, hint);
  }
  return graphOfGig({
    title: program.files.join(" "),
    positions: program.positions,
    source: fileSources,
    nodes: gig.nodes.map((n) => nodeOf(n, options)),
    edges: gig.edges.map((e) => ({ ...e, from: e.from.number, to: e.to.number })),
  });
}

function nodeOf(n: GigNode, { prune }: SymexOptions): GigPictureNode {
  const name = n.leaf === "settled" ? "settled" : prune === "summaries" ? "PS" : "Ψ";
  const formulas = n.formulas.flatMap((f) => (f.text === null ? [] : [`${name}: ${conditionText(f.text)}`]));
  const trace = n.trace === null ? [] : [`{${n.trace.threads.join(", ")}} while ${conditionText(n.trace.text)}`];
  return { ...n, formulas: [...formulas, ...trace], leaf: n.leaf === null ? null : leafTexts[n.leaf] };
}

const leafTexts: Readonly<Record<NonNullable<GigNode["leaf"]>, string>> = {
  end: "end",
  error: "error",
  stuck: "no thread can go on",
  pruned: "pruned",
  settled: "settled",
  idle: "idle iteration",
  asleep: "asleep",
};

function refuse(code: DiagnosticCode, message: string, hint: string): null {
  process.stderr.write(`${renderDiagnostic(diagnostic(code, message, { hint }), fileSources).join("\n")}\n`);
  return null;
}
