// ravel graph --what trace: the trace program of one run. In: a program, and how to run it: along a witness, by a seed, or lowest thread first.
// Out: its picture. The run is made, its sides are the route, and the program is unrolled along that.

import { RunTracer } from "../../engines/traces/traced-run.ts";
import { Machine } from "../../execution/machine.ts";
import type { LoadRequest } from "../../frontend/load.ts";
import type { Program } from "../../program/program.ts";
import type { Graph } from "../../reports/graph.ts";
import { graphOfTrace } from "../../reports/graph-trace.ts";
import { RandomScheduler } from "../../scheduling/random.ts";
import { findVisibleWrites } from "../../skeleton/may-copy.ts";
import type { UnrollOptions } from "../../skeleton/round.ts";
import { unrollProgram } from "../../skeleton/rounds.ts";
import { Budget } from "../../support/budget.ts";
import { Rng } from "../../support/rng.ts";
import { recordRun, type Schedule } from "../../witness/schedule.ts";
import type { ParsedArguments } from "./options.ts";
import { machineOptions, megabytesOf } from "./request.ts";
import { fileSources } from "./sources.ts";
import { readScheduleOf } from "./witness-file.ts";

/** The picture of a longer run would be too large to read. */
const maxSteps = 5000;

export function traceGraph(program: Program, args: ParsedArguments, request: LoadRequest, limits: Omit<UnrollOptions, "route">): Graph {
  const machine = machineOptions(args);
  const budget = new Budget(null, megabytesOf(args));
  const tracer = new RunTracer({
    program,
    machine,
    budget,
    properties: [...machine.properties],
    seed: 1,
    maxSteps: null,
    maxRuns: null,
    inputs: null,
    options: {},
    progress: () => {},
  });
  const schedule = scheduleOf(program, args, request);
  const { route } = schedule === null ? tracer.first() : tracer.along(schedule);
  const { skeleton, terms } = unrollProgram(program, {
    ...limits,
    route,
    locks: true,
    ...(args.flag("phantom") ? { phantom: { properties: ["assert"] } } : {}),
  });
  const copies = findVisibleWrites(terms, skeleton, true, () => {}, true);
  return graphOfTrace({ program, terms, skeleton, copies, source: fileSources });
}

/** Null: lowest thread first. */
function scheduleOf(program: Program, args: ParsedArguments, request: LoadRequest): Schedule | null {
  const path = args.text("schedule");
  if (path !== null) return readScheduleOf(path, request);
  const seed = args.number("seed");
  if (seed === null) return null;
  const machine = new Machine(program, { ...machineOptions(args), undo: false });
  return recordRun(machine, new RandomScheduler(new Rng(seed)), { maxSteps, interrupted: () => false }).schedule;
}
