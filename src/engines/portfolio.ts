// The table of engines, and `auto`: what the command line, the tests and the default strategy read.

import type { Property } from "../execution/errors.ts";
import { Budget } from "../support/budget.ts";
import { type Engine, type EngineResult, type EngineTask, type Finding, nothingCovered } from "./engine.ts";
import { exhaust, explore } from "./explore.ts";
import { sample } from "./sampling.ts";

/**
 * The turns `auto` takes, by counted work and not by the clock, so that the same seed gives the same answer: a few samples, for
 * the shallowest bugs show at once; a look whether the program is tiny, for then it is exhausted sooner than sampled; a burst of
 * samples; a look whether it is small enough to be exhausted; more samples, which see more of a large program than the corner
 * where a depth-first search begins; then everything, as far as time goes. In between the threads are summarised and the summaries solved
 * (here the number counts conflicts): that takes inputs of any width and loops that a search must cut.
 */
const turns: readonly { readonly how: "sample" | "glance" | "exhaust" | "solve"; readonly runs: number | null }[] = [
  { how: "sample", runs: 10 },
  { how: "glance", runs: 100 },
  { how: "sample", runs: 300 },
  { how: "exhaust", runs: 2000 },
  { how: "solve", runs: 20_000 },
  { how: "sample", runs: 2000 },
  { how: "solve", runs: 1_000_000 },
  { how: "exhaust", runs: null },
];
/** The burst of samples: it has its turn even if the search is through, for what that leaves open (inputs of many values). */
const burst = 2;
/** Steps a thread of a tiny program takes at most. */
const tiny = 200;
const ways = { sample: (task: EngineTask) => sample(task, "both"), glance, exhaust, solve };

const auto: Engine = {
  name: "auto",
  summary: "samples, exhaustive search and solving in turns; the first confirmed answer wins",
  paper: null,
  options: ["max-runs", "max-steps"],
  async run(task) {
    let result: EngineResult = { findings: new Map(), stats: {}, options: { seed: task.seed } };
    let left = task.maxRuns ?? Number.POSITIVE_INFINITY;
    let isThrough = false;
    for (const [turn, { how, runs }] of turns.entries()) {
      const open = task.properties.filter((p) => isOpen(result.findings.get(p), how));
      if (left <= 0 || (turn > 0 && task.budget.spent)) break;
      if (open.length === 0 || (isThrough && turn !== burst && how !== "solve")) continue;
      const most = Math.min(left, runs ?? Number.POSITIVE_INFINITY);
      const part = { ...task, properties: open, maxRuns: Number.isFinite(most) ? most : null, seed: task.seed + turn };
      const next = await ways[how](part);
      left -= next.stats.runs ?? 0;
      result = combine(task, result, isThrough || how === "solve" ? decisionsOf(next, result) : next);
      isThrough ||= (how === "glance" || how === "exhaust") && isFinal(next);
    }
    return task.budget.spent ? outOfTime(task, result) : result;
  },
};

/** What is open when time is up is open for that reason, whatever the last turn stopped at. */
function outOfTime(task: EngineTask, result: EngineResult): EngineResult {
  const { code, text, hint } = task.budget.reason;
  const runs = result.stats.runs ?? 0;
  const unknown = { code, reason: `${text} after ${runs} runs without a violation`, hint };
  const findings = [...result.findings].map(([p, f]): [Property, Finding] =>
    f.kind === "unknown" && ["RVL302", "RVL304"].includes(f.unknown.code) ? [p, { ...f, unknown }] : [p, f],
  );
  return { ...result, findings: new Map(findings) };
}

/** Is there something to find out? What a search has shown up to a bound only, the solver may show without. */
function isOpen(finding: Finding | undefined, how: keyof typeof ways): boolean {
  if (finding === undefined || finding.kind === "unknown") return true;
  return how === "solve" && finding.kind === "covered" && !finding.scope.complete;
}

/** The staged engine, unless the user has set bounds or inputs of his own; the number of runs is the number of conflicts. */
async function solve(task: EngineTask): Promise<EngineResult> {
  if (task.inputs !== null || task.maxSteps !== null) return { findings: new Map(), stats: {}, options: {} };
  const result = await staged.run({ ...task, effort: task.maxRuns });
  return { ...result, stats: { ...result.stats, runs: 0 } };
}

/** Exhausts a tiny program; of any other it says what it has found on the way, after little work. */
async function glance(task: EngineTask): Promise<EngineResult> {
  const maxSteps = Math.min(task.maxSteps ?? tiny, tiny);
  const result = await exhaust({ ...task, maxSteps, budget: new Portion(task.budget, 3 * (task.maxRuns ?? 0)) });
  const all = [...result.findings];
  const isCut = ([, f]: (typeof all)[number]): boolean =>
    f.kind === "unknown" ? f.unknown.code === "RVL303" : f.kind === "covered" && f.scope.steps !== null;
  if (isFinal(result) && !all.some(isCut)) return result;
  const stopped: Finding = {
    kind: "unknown",
    scope: nothingCovered,
    unknown: task.budget.spent
      ? { code: task.budget.reason.code, reason: task.budget.reason.text, hint: task.budget.reason.hint }
      : { code: "RVL304", reason: `${result.stats.runs ?? 0} runs found no violation; others may`, hint: "raise --max-runs" },
  };
  return { ...result, notes: [], findings: new Map(all.map(([p, f]) => [p, f.kind === "candidate" ? f : stopped])) };
}

/** A part of a budget that is counted by how often it is asked for, which an engine does once per run and now and then within one. */
class Portion extends Budget {
  #left: number;

  constructor(
    readonly whole: Budget,
    times: number,
  ) {
    super(whole.seconds, whole.megabytes, whole.now);
    this.#left = times;
  }

  override breathe(progress: () => void): Promise<void> {
    return this.whole.breathe(progress);
  }

  override get spent(): boolean {
    return this.whole.spent || this.#left-- <= 0;
  }

  override get reason(): Budget["reason"] {
    return this.whole.reason;
  }
}

/** More time would not change the answer: it is not the number of runs that was too small. */
function isFinal(result: EngineResult): boolean {
  return [...result.findings.values()].every(
    (f) => f.kind !== "unknown" || !["RVL301", "RVL302", "RVL304", "RVL305"].includes(f.unknown.code),
  );
}

/** What was decided; about the rest a search that is through has more to say. */
function decisionsOf(samples: EngineResult, search: EngineResult): EngineResult {
  const findings = new Map([...samples.findings].filter(([, f]) => f.kind === "candidate" || (f.kind === "covered" && f.scope.complete)));
  return { findings, stats: samples.stats, options: search.options, notes: search.notes ?? [] };
}

/** What an earlier turn decided stands; for the rest the later one has the last word. */
function combine(task: EngineTask, earlier: EngineResult, later: EngineResult): EngineResult {
  const findings = new Map<Property, Finding>();
  for (const p of task.properties) {
    const finding = later.findings.get(p) ?? earlier.findings.get(p);
    if (finding !== undefined) findings.set(p, finding);
  }
  const sum = (key: "runs" | "partialRuns" | "parkedRuns" | "steps" | "events"): number =>
    (earlier.stats[key] ?? 0) + (later.stats[key] ?? 0);
  return {
    findings,
    stats: {
      runs: sum("runs"),
      partialRuns: sum("partialRuns"),
      parkedRuns: sum("parkedRuns"),
      steps: sum("steps"),
      events: sum("events"),
    },
    options: { ...later.options, seed: task.seed },
    notes: later.notes ?? earlier.notes ?? [],
  };
}

/** The table is read on every start, the solver only when it is used. */
const staged: Engine = {
  name: "staged",
  summary: "summarises each thread, composes the summaries by axioms, and solves",
  paper: "Sinha, Wang: Staged Concurrent Program Analysis (FSE 2010)",
  options: ["unwind", "encoding", "solver", "certificate"],
  run: async (task) => (await import("./staged.ts")).runStaged(task),
};

export const engines: readonly Engine[] = [auto, explore, staged];
