// The table of engines, and `auto`: what the command line, the tests and the default strategy read.

import type { Property } from "../execution/errors.ts";
import { counted, type Unknown } from "../reports/report.ts";
import { Budget } from "../support/budget.ts";
import { type Coverage, coverageNotes } from "./coverage.ts";
import { type Engine, type EngineResult, type EngineTask, type Finding, nothingCovered } from "./engine.ts";
import { exhaust, explore } from "./explore.ts";
import { combine, isDecided, isFinal } from "./findings.ts";
import { runWithFreedoms } from "./freedoms.ts";
import { sample } from "./sampling.ts";
import { runSideBySide, type SideName } from "./side-by-side.ts";
import { type Course, newCourse, type Turn, takeTurns, type Way } from "./turns.ts";

const sampling: Way = { engine: "explore", searches: false, yields: false, again: "if-met", run: sampleSome };
const glancing: Way = { engine: "explore", searches: true, yields: false, again: "if-covered", run: glance };
const searching: Way = { engine: "explore", searches: true, yields: false, again: "if-covered", run: exhaust };
const searchingOn: Way = { ...searching, run: searchOn };
const comparingStates: Way = { engine: "explore", searches: false, yields: true, again: "if-covered", run: compareStates };
const solving: Way = { engine: "staged", searches: false, yields: true, again: "if-covered", run: solve };

/**
 * The turns `auto` takes first: a few samples, for the shallowest bugs show at once; a look whether the program is tiny, for then it is
 * exhausted sooner than sampled; a burst of samples, also for what a search leaves open (inputs of many values).
 */
const firstTurns: readonly Turn[] = [
  { way: sampling, runs: 10, always: false },
  { way: glancing, runs: 100, always: false },
  { way: sampling, runs: 300, always: true },
];
/**
 * Then, on one thread: a look whether it is small enough to be exhausted; more samples, which see more of a large program than the corner
 * where a depth-first search begins; then everything, as far as time goes. In between the threads are summarised and the summaries solved:
 * that takes inputs of any width and loops that a search must cut.
 */
const furtherTurns: readonly Turn[] = [
  { way: searching, runs: 2000, always: false },
  { way: solving, runs: 20_000, always: true },
  { way: sampling, runs: 2000, always: false },
  { way: solving, runs: 1_000_000, always: true },
  { way: searching, runs: null, always: false },
];
/** Or beside a thread that solves: search and samples; and states, in case that many interleavings lead to few. */
const exploreTurns: readonly Turn[] = [
  { way: searching, runs: 2000, always: false },
  { way: comparingStates, runs: 20_000, always: true },
  { way: sampling, runs: 2000, always: false },
  { way: searchingOn, runs: 50_000, always: false },
  { way: sampling, runs: 20_000, always: false },
  { way: searchingOn, runs: null, always: false },
];
/** Steps a thread of a tiny program takes at most. */
const tiny = 200;
/** Runs begun in vain, per run and sample. */
const mostInVain = 0.1;
/** Steps that a sample takes on average, at most. */
const usualSteps = 1000;
/** How often a search by states may ask whether to go on, which it does every 4096 steps. */
const fewStates = 250;

const auto: Engine = {
  name: "auto",
  summary: "samples, then search and solving side by side (with --jobs 1 in turns); the first confirmed answer wins",
  paper: null,
  options: ["jobs", "max-runs", "max-steps"],
  async run(task) {
    if (task.contextBound != null) return withinBound(task);
    const begun = await takeTurns(task, firstTurns, newCourse(task));
    const isOver = openOf(task, begun.result).length === 0 || (begun.left ?? 1) <= 0 || task.budget.spent;
    const { result, coverage } = isOver ? concluded(begun) : await goOn(task, begun);
    if (!task.budget.spent) return withNotes(task, result, coverage);
    const counted = (c: Coverage): Coverage =>
      c.result === null || c.engine === "staged" ? c : { ...c, result: outOfTime(task, c.result, ["RVL301", "RVL305"]) };
    return withNotes(task, outOfTime(task, result), coverage.map(counted));
  },
};

/** Samples do not keep to a number of preemptions: the solver does, and where it has no answer a search. */
async function withinBound(task: EngineTask): Promise<EngineResult> {
  const solved = await staged.run(task);
  const open = task.properties.filter((p) => solved.findings.get(p)?.kind === "unknown");
  if (open.length === 0 || task.budget.spent) return solved;
  return combine(solved, await explore.run({ ...task, properties: open }), "explore", false);
}

interface Conclusion {
  readonly result: EngineResult;
  readonly coverage: readonly Coverage[];
}

const openOf = (task: EngineTask, result: EngineResult): Property[] => task.properties.filter((p) => !isDecided(result.findings.get(p)));

function withNotes(task: EngineTask, result: EngineResult, coverage: readonly Coverage[]): EngineResult {
  const open = openOf(task, result);
  // Where solving was cut is told where nothing else is: the notes of a search are the result's already.
  const cuts = coverage.flatMap((c) => (c.engine === "staged" && open.length > 0 ? (c.result?.notes ?? []) : []));
  return { ...result, notes: [...(result.notes ?? []), ...coverageNotes(open, coverage), ...cuts] };
}

const concluded = ({ result, said }: Course): Conclusion => ({
  result,
  coverage: [...said].map(([engine, r]) => ({ engine, result: r, lost: null, progress: "" })),
});

/** Side by side if there are threads, and both engines have something to say. */
async function goOn(task: EngineTask, begun: Course): Promise<Conclusion> {
  const start = task.aside ?? null;
  if (start === null || begun.isThrough || !fitsSolving(task)) return concluded(await takeTurns(task, furtherTurns, begun));
  const part = { ...task, properties: openOf(task, begun.result), maxRuns: begun.left };
  const { sides, decisions } = await runSideBySide(part, start, task.seed + begun.turn);
  const withEarlier = (side: Coverage): Coverage => {
    const before = begun.said.get(side.engine);
    return before === undefined || side.result === null ? side : { ...side, result: combine(before, side.result, side.engine, false) };
  };
  let { result } = begun;
  for (const { engine, result: said, lost, found } of sides)
    result = combine(result, said ?? resultOfLost(part.properties, lost, found), engine, engine === "staged");
  const findings = new Map(result.findings);
  const by = new Map(result.by ?? []);
  for (const [property, decision] of decisions) {
    findings.set(property, decision.finding);
    by.set(property, decision.by);
  }
  return {
    result: { ...result, findings, by, options: { seed: task.seed, jobs: task.jobs ?? sides.length } },
    coverage: sides.map(withEarlier),
  };
}

/** What an engine had found when it was ended; what was open then is so for lack of memory, if it was ended for that. */
function resultOfLost(properties: readonly Property[], unknown: Unknown | null, found: ReadonlyMap<Property, Finding>): EngineResult {
  const open = unknown === null ? [] : properties.map((p): [Property, Finding] => [p, { kind: "unknown", unknown, scope: nothingCovered }]);
  return { ...nothingSaid, findings: new Map([...open, ...found]) };
}

/** What a thread beside another does (side-by-side.ts). */
export async function runSide(task: EngineTask, engine: SideName): Promise<EngineResult> {
  return engine === "staged"
    ? runWithFreedoms({ ...task, maxRuns: null }, engine, "if-covered", solve)
    : (await takeTurns(task, exploreTurns, newCourse(task))).result;
}

/** What one engine was stopped by and another, with more time, perhaps not. */
const limits: readonly string[] = ["RVL301", "RVL302", "RVL303", "RVL304", "RVL305", "RVL307"];

/** What is open when time is up is open for that reason, whatever the last turn stopped at, and after all the runs that were made. */
function outOfTime(task: EngineTask, result: EngineResult, stoppedBy = limits): EngineResult {
  const { code, text, hint } = task.budget.reason;
  const runs = result.stats.runs ?? 0;
  const unknown = { code, reason: `${text} after ${counted(runs, "run")} without a violation`, hint };
  const findings = [...result.findings].map(([p, f]): [Property, Finding] =>
    f.kind === "unknown" && stoppedBy.includes(f.unknown.code) ? [p, { ...f, unknown }] : [p, f],
  );
  return { ...result, findings: new Map(findings) };
}

/** The staged engine takes all inputs and no bounds on steps. */
const fitsSolving = (task: EngineTask): boolean => task.inputs === null && task.maxSteps === null;

/** The staged engine; the number of runs is the number of conflicts. */
async function solve(task: EngineTask): Promise<EngineResult> {
  if (!fitsSolving(task)) return nothingSaid;
  const { runStaged } = await import("./staged.ts");
  const result = await runStaged({ ...task, effort: task.maxRuns });
  return { ...result, stats: { ...result.stats, runs: 0 } };
}

/** Where runs are long there are fewer of them. */
function sampleSome(task: EngineTask): Promise<EngineResult> {
  return sample(task, "both", (task.maxRuns ?? 0) * usualSteps);
}

/** Optimally if earlier turns have begun many runs in vain; where they have not, that may cost more than it saves (many values of inputs). */
function searchOn(task: EngineTask, { stats }: EngineResult): Promise<EngineResult> {
  const isWasteful = (stats.partialRuns ?? 0) > mostInVain * (stats.runs ?? 0);
  return exhaust({ ...task, reduction: isWasteful ? "optimal" : "dpor" });
}

/** As far as little work goes, and not for races, which states do not tell. */
async function compareStates(task: EngineTask): Promise<EngineResult> {
  const properties = task.properties.filter((p) => p !== "race");
  if (properties.length === 0) return nothingSaid;
  const machine = { ...task.machine, properties: new Set(properties) };
  const result = await exhaust({ ...task, properties, machine, reduction: "states", budget: new Portion(task.budget, fewStates) });
  return {
    ...result,
    stats: { ...result.stats, runs: 0 },
    findings: new Map([...result.findings].filter(([, f]) => f.kind !== "unknown")),
  };
}

const nothingSaid: EngineResult = { findings: new Map(), stats: {}, options: {} };

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
      : { code: "RVL304", reason: `${counted(result.stats.runs ?? 0, "run")} found no violation; others may`, hint: "raise --max-runs" },
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

/** The table is read on every start, the solver only when it is used. */
const staged: Engine = {
  name: "staged",
  summary: "summarises each thread, composes the summaries by axioms, and solves",
  paper: "Sinha, Wang: Staged Concurrent Program Analysis (FSE 2010)",
  options: ["unwind", "encoding", "solver", "certificate"],
  run: async (task) => {
    const { runStaged } = await import("./staged.ts");
    return runWithFreedoms(task, "staged", "if-covered", runStaged);
  },
};

export const engines: readonly Engine[] = [auto, explore, staged];
