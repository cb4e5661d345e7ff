// auto: several engines on one program. In: a task with the options of all engines. Out: the first confirmed answer per property.
//
// A few samples and a search of tiny programs come first. Then search, samples, states and solving share one thread (lanes.ts), or two engines
// run side by side on two threads (side-by-side.ts).

import type { Property } from "../../execution/errors.ts";
import { counted } from "../../reports/report.ts";
import { type Cause, isLimit, isStepBound, type Unknown, unknownBecause } from "../../reports/unknown.ts";
import { workLimit } from "../../support/limits.ts";
import { type Engine, type EngineResult, type EngineTask, type Finding, nothingCovered } from "../engine.ts";
import { type ExploreOptions, exhaust, explore } from "../explore/explore.ts";
import { combine, isDecided, isFinal } from "../findings.ts";
import { runWithFreedoms } from "../freedoms.ts";
import { sample } from "../search/sampling.ts";
import { staged } from "../staged/engine.ts";
import { byFormulas, type SymexOptions } from "../symex/options.ts";
import { spentAfter } from "../tally.ts";
import { accountOf, accountWithinBound } from "./account.ts";
import { type Coverage, coverageNotes } from "./coverage.ts";
import { type Lane, runLanes } from "./lanes.ts";
import type { AutoOptions, AutoTask } from "./options.ts";
import { type EngineJob, runSideBySide } from "./side-by-side.ts";
import { newTurnState, type Tactic, type Turn, type TurnState, takeTurns } from "./turns.ts";

const sampling: Tactic = { engine: "explore", isExhaustive: false, onlyIfBetter: false, again: "if-met", run: sampleBySteps };
const exhaustingTiny: Tactic = { engine: "explore", isExhaustive: true, onlyIfBetter: false, again: "if-covered", run: exhaustTiny };
const samplingFurther: Tactic = {
  ...sampling,
  run: (task) => sample({ ...task, maxRuns: task.maxRuns ?? Number.MAX_SAFE_INTEGER }, "both"),
};
const searching: Tactic = { engine: "explore", isExhaustive: true, onlyIfBetter: false, again: "if-covered", run: searchAdaptively };
const comparingStates: Tactic = {
  engine: "explore",
  isExhaustive: false,
  onlyIfBetter: true,
  again: "if-covered",
  atOnce: ["spurious"],
  run: compareStates,
};
const leavingOutStates: Tactic = {
  engine: "symex",
  isExhaustive: false,
  onlyIfBetter: true,
  again: "if-covered, but for addresses",
  run: leaveOutStates,
};
const leavingOutThreads: Tactic = { ...leavingOutStates, run: leaveOutThreads };
const solving: Tactic = { engine: "staged", isExhaustive: false, onlyIfBetter: true, again: "if-covered, but for addresses", run: solve };

/**
 * The first turns: a few samples, because shallow bugs show at once; an exhaustive search, in case the program is tiny; and more samples, also
 * for what a search leaves open (inputs of many values).
 */
const firstTurns: readonly Turn[] = [
  { tactic: sampling, runs: 10, always: false },
  { tactic: exhaustingTiny, runs: 100, always: false },
  { tactic: sampling, runs: 60, always: true },
];
/** In work over share. The search has a share of four, so it has taken four times as many steps by then. */
const headStart = 15_000;
/** Solving starts earlier than the other lanes: what it decides at all, it often decides at once. */
const solveStart = 2250;
/** About a second of solving. */
const cheapSolving = 300_000;
/** Where runs are long, there may be few: the search first has the work of some, over its share. */
const runsBeforeSolving = 2;
/** For what few programs need: after some seconds. */
const lateStart = 40_000;
/**
 * Then three lanes: a search; samples, which see more of a large program than the corner where a depth-first search starts; and states, in case
 * many interleavings lead to few states. The search starts first, because it finishes many programs early. If samples did not end, a depth-first
 * search hardly will, so the other lanes start first.
 */
function exploreLanes(isEndless: boolean): readonly Lane[] {
  const [search, others] = isEndless ? [headStart, 0] : [0, headStart];
  return [
    { name: "samples", tactic: samplingFurther, share: 1, from: others, always: false },
    { name: "search", tactic: searching, share: 6, from: search, always: false },
    { name: "states", tactic: comparingStates, share: 5, from: others, always: true, memory: 0.5 },
    ...(isEndless ? [] : [threadsLane, formulaLane]),
  ];
}
/**
 * States that differ in what no longer matters (entries of a log, a sum that is not asserted) are many to a search of states and to the solver, and one to a
 * formula. Most programs are decided before: it starts late, and its states cost more than steps.
 */
const formulaLane: Lane = { name: "formulas", tactic: leavingOutStates, share: 3, from: lateStart, always: true, memory: 0.25 };
/** Property-driven sets are tried for a short time: they need one order of many, or do not serve. */
const threadsLane: Lane = { name: "threads", tactic: leavingOutThreads, share: 1, from: headStart, always: true, memory: 0.25 };
/** Without a thread of its own, solving gets about a quarter of this one: it covers inputs of any width, and loops at which a search must stop. */
function solveLane({ result }: TurnState): Lane {
  const { runs = 0, steps = 0 } = result.stats;
  const from = isEndless(result) ? solveStart : Math.max(solveStart, (runsBeforeSolving * steps) / Math.max(1, runs));
  return { name: "solving", tactic: solving, share: 5, from, always: true, cheapWork: cheapSolving };
}
/** Maximum number of steps of a thread of a tiny program. */
const maxTinySteps = 200;
/** Ticks of a search of the runs of a tiny program, and of a search of its states; they tick every 512 steps, or 1024 continuations of a step. */
const maxTinyTicks = 60;
/** Where property-driven sets serve, they leave few states, and threads are short: other programs take too long to find that out. */
const drivenBySteps = {
  reduce: "pdpor",
  maxStates: 400,
  graph: { maxNodes: 600, maxWays: 64, maxPasses: 5000, maxCombinations: 100_000 },
} as const satisfies SymexOptions;
/** Abandoned runs per run above which the search becomes optimal. */
const maxWastedRunRatio = 0.1;
/** Maximum mean number of steps of a sampled run. */
const maxMeanSteps = 1000;
/** Runs after which a search chooses its reduction. */
const runsBeforeAdapting = 2000;

export const auto: Engine<AutoOptions> = {
  name: "auto",
  summary: "samples runs, then searches and solves side by side (in turns with --jobs 1); the first confirmed answer wins",
  paper: null,
  options: ["jobs", "max-runs", "max-steps", "explain"],
  async run(asked) {
    const task: AutoTask = { ...asked, explain: undefined }; // the engines inside give no accounts of their own
    if (task.contextBound != null) {
      asked.explain?.(accountWithinBound);
      return withinBound(task);
    }
    const begun = await takeTurns(task, firstTurns, newTurnState(task));
    const isOver = openOf(task, begun.result).length === 0 || (begun.left ?? 1) <= 0 || task.budget.isSpent;
    const { result, coverage } = isOver ? concluded(begun) : await runRemaining(task, begun);
    const continued = isOver ? null : runsSideBySide(task, begun) ? "side by side" : "in lanes";
    const course = { properties: task.properties, begun: begun.result, continued, result, coverage } as const;
    if (asked.explain !== undefined) for (const entry of accountOf(course)) asked.explain(entry);
    if (!task.budget.isSpent) return withNotes(task, result, coverage);
    const counted = (c: Coverage): Coverage =>
      c.result === null || c.engine === "staged" ? c : { ...c, result: outOfTime(task, c.result, isToldToStop) };
    return withNotes(task, outOfTime(task, result), coverage.map(counted));
  },
};

/** Samples do not respect a context bound. The solver does, and a search covers what the solver leaves open. */
async function withinBound(task: AutoTask): Promise<EngineResult> {
  const solved = await staged.run({ ...task, options: task.options.staged });
  const open = task.properties.filter((p) => solved.findings.get(p)?.kind === "unknown");
  if (open.length === 0 || task.budget.isSpent) return solved;
  return combine(solved, await explore.run({ ...searchTask(task), properties: open }), "explore", false);
}

/** The task of a search: with the options of `explore`, and these changes. */
const searchTask = (task: AutoTask, changes: Partial<ExploreOptions> = {}): EngineTask<ExploreOptions> => ({
  ...task,
  options: { ...task.options.explore, ...changes },
});

interface Conclusion {
  readonly result: EngineResult;
  readonly coverage: readonly Coverage[];
}

const openOf = (task: AutoTask, result: EngineResult): Property[] => task.properties.filter((p) => !isDecided(result.findings.get(p)));

function withNotes(task: AutoTask, result: EngineResult, coverage: readonly Coverage[]): EngineResult {
  const open = openOf(task, result);
  // The notes of a search are in the result already; those of solving are added only if a property is open.
  const cuts = coverage.flatMap((c) => (c.engine === "staged" && open.length > 0 ? (c.result?.notes ?? []) : []));
  return { ...result, notes: [...(result.notes ?? []), ...coverageNotes(open, coverage), ...cuts] };
}

const concluded = ({ result, byEngine }: TurnState): Conclusion => ({
  result,
  coverage: [...byEngine].map(([engine, r]) => ({ engine, result: r, lost: null, progress: "" })),
});

/** Whether there are threads, and the solver supports the task. */
const runsSideBySide = (task: AutoTask, begun: TurnState): boolean =>
  (task.options.startEngine ?? null) !== null && !begun.isExhausted && fitsSolving(task);

/** Side by side if that is possible; else in lanes on this thread. */
async function runRemaining(task: AutoTask, begun: TurnState): Promise<Conclusion> {
  const start = task.options.startEngine ?? null;
  if (start === null || !runsSideBySide(task, begun))
    return concluded(await runLanes(task, [...exploreLanes(isEndless(begun.result)), solveLane(begun)], begun));
  const sideTask = { ...task, properties: openOf(task, begun.result), maxRuns: begun.left };
  const { sides, decisions } = await runSideBySide(sideTask, start, task.seed + begun.turn, isEndless(begun.result));
  const withEarlier = (side: Coverage): Coverage => {
    const before = begun.byEngine.get(side.engine);
    return before === undefined || side.result === null ? side : { ...side, result: combine(before, side.result, side.engine, false) };
  };
  let { result } = begun;
  for (const { engine, result: own, lost, found } of sides)
    result = combine(result, own ?? resultOfLost(sideTask.properties, lost, found), engine, engine === "staged");
  const findings = new Map(result.findings);
  const by = new Map(result.by ?? []);
  const decidedWith = new Map(result.decidedWith ?? []);
  for (const [property, decision] of decisions) {
    findings.set(property, decision.finding);
    const own = sides.find((s) => s.engine === decision.by)?.result;
    by.set(property, own?.by?.get(property) ?? decision.by);
    if (own != null) decidedWith.set(property, own.decidedWith?.get(property) ?? own.options);
  }
  return {
    result: { ...result, findings, by, decidedWith, options: { seed: task.seed, jobs: task.options.jobs ?? sides.length } },
    coverage: sides.map(withEarlier),
  };
}

/** Whether a sampled run was stopped before its end. */
const isEndless = ({ findings }: EngineResult): boolean =>
  [...findings.values()].some((f) => f.kind === "unknown" && isStepBound(f.unknown.cause));

/** What an engine had found when its thread was lost. Its open properties are unknown for the reason of the loss. */
function resultOfLost(properties: readonly Property[], unknown: Unknown | null, found: ReadonlyMap<Property, Finding>): EngineResult {
  const open = unknown === null ? [] : properties.map((p): [Property, Finding] => [p, { kind: "unknown", unknown, scope: nothingCovered }]);
  return { ...emptyResult, findings: new Map([...open, ...found]) };
}

/** The work of one of two engine threads (side-by-side.ts). */
export async function runSide(task: AutoTask, { engine, isEndless }: Pick<EngineJob, "engine" | "isEndless">): Promise<EngineResult> {
  return engine === "staged"
    ? runWithFreedoms({ ...task, maxRuns: null }, engine, "if-covered, but for addresses", solve)
    : (await runLanes(task, exploreLanes(isEndless), newTurnState(task))).result;
}

/** Whether the property might be decided with more time. */
const mayEndLater = (cause: Cause): boolean => isLimit(cause) || isStepBound(cause) || cause.kind === "inputs-not-covered";

/** Whether the engine was stopped by the time limit or the user, and not by the memory limit. */
const isToldToStop = (cause: Cause): boolean => cause.kind === "stopped" && cause.stop.kind !== "memory";

/** When the time is up, that is the reason for all open properties, after the runs of all turns. */
function outOfTime(task: AutoTask, result: EngineResult, isReplaced = mayEndLater): EngineResult {
  const unknown = spentAfter(task.budget, counted(result.stats.runs ?? 0, "run"));
  const findings = [...result.findings].map(([p, f]): [Property, Finding] =>
    f.kind === "unknown" && isReplaced(f.unknown.cause) ? [p, { ...f, unknown }] : [p, f],
  );
  return { ...result, findings: new Map(findings) };
}

/** With given inputs or a bound on steps the search decides alone: its runs are few, and it covers no more than they allow. */
const fitsSolving = (task: AutoTask): boolean => task.inputs === null && task.maxSteps === null;

/**
 * The staged engine. Where it meets an operation that it cannot express, the guided engine continues: it takes the values of its runs. `maxRuns` limits
 * the conflicts of each.
 */
async function solve(task: AutoTask): Promise<EngineResult> {
  if (!fitsSolving(task)) return emptyResult;
  const { runStaged } = await import("../staged/staged.ts");
  const { staged: options } = task.options;
  const effort = task.maxRuns;
  const withoutRuns = (result: EngineResult): EngineResult => ({ ...result, stats: { ...result.stats, runs: 0 } });
  const solved = withoutRuns(await runStaged({ ...task, options: { ...options, effort } }));
  const open = task.properties.filter((p) => isBeyondTerms(solved.findings.get(p)) && !task.isDecided?.(p));
  if (open.length === 0 || task.budget.isSpent) return solved;
  const { runGuided } = await import("../guided/guided.ts");
  const { solver, startProcess } = options;
  const visited = await runGuided({ ...task, properties: open, maxRuns: null, options: { solver, startProcess, effort } });
  const met = new Set([...(solved.met ?? []), ...(visited.met ?? [])]);
  return { ...combine(solved, withoutRuns(visited), "guided", true), met };
}

/** Whether the property is open because the engine met an operation that it cannot express. */
const isBeyondTerms = (finding: Finding | undefined): boolean =>
  finding?.kind === "unknown" && finding.unknown.cause.kind === "not-symbolic";

/** Samples up to a number of steps in all: of long runs there are fewer. */
function sampleBySteps(task: AutoTask): Promise<EngineResult> {
  return sample(task, "both", (task.maxRuns ?? 0) * maxMeanSteps);
}

/**
 * Begins again with the optimal reduction if many of the first runs were abandoned. Otherwise it may cost more than it saves (inputs of many values). Where other threads can help, it also begins
 * again, with them.
 */
async function searchAdaptively(task: AutoTask): Promise<EngineResult> {
  const { maxRuns } = task;
  const isHelped = task.options.explore.pool != null;
  const first = await exhaust({
    ...searchTask(task, { pool: null, givesUp: { runs: runsBeforeAdapting, abandoned: maxWastedRunRatio } }),
    maxRuns: isHelped ? Math.min(runsBeforeAdapting, maxRuns ?? runsBeforeAdapting) : maxRuns,
  });
  const { runs = 0, partialRuns = 0 } = first.stats;
  if (isFinal(first) || task.budget.isSpent || (maxRuns !== null && runs >= maxRuns)) return first;
  const isWasteful = partialRuns > maxWastedRunRatio * runs;
  if (!isHelped && !isWasteful) return first;
  const left = maxRuns === null ? null : maxRuns - runs;
  const rest = await exhaust({ ...searchTask(task, { reduction: isWasteful ? "optimal" : "dpor" }), maxRuns: left });
  return { ...combine(first, rest, "explore", false), met: rest.met };
}

/** Returns decided properties only: the other tactics say why the rest is open. */
async function compareStates(task: AutoTask): Promise<EngineResult> {
  return decidedOnly(await exhaust(searchTask(task, { reduction: "states" })));
}

const decidedOnly = (result: EngineResult): EngineResult => ({
  ...result,
  stats: { ...result.stats, runs: 0 },
  findings: new Map([...result.findings].filter(([, f]) => f.kind !== "unknown")),
});

/** Returns decided properties only. */
async function leaveOutStates(task: AutoTask): Promise<EngineResult> {
  return decideByFormulas({ ...task, properties: task.properties.filter((p) => byFormulas.has(p)) }, {});
}

/** Where threads add to what only the end reads, or set flags once, a few states suffice for an assertion. Returns it if it is decided. */
async function leaveOutThreads(task: AutoTask): Promise<EngineResult> {
  return decideByFormulas({ ...task, properties: task.properties.filter((p) => p === "assert") }, drivenBySteps);
}

/**
 * Formulas are used as they were tried most: no slice, every branch decided. Programs with busy waits are left to the other lanes: what formulas say of these was wrong more than once
 * (docs/adr/0049), and other engines decide them.
 */
async function decideByFormulas(task: AutoTask, options: SymexOptions): Promise<EngineResult> {
  if (!fitsSolving(task) || task.properties.length === 0) return emptyResult;
  const { runSymex } = await import("../symex/symex.ts");
  const result = decidedOnly(await runSymex({ ...task, maxRuns: null, options: { ...options, slice: false, branches: "fork" } }));
  if ((result.stats.parkedRuns ?? 0) === 0) return result;
  return { ...result, findings: new Map([...result.findings].filter(([, f]) => f.kind === "candidate")) };
}

const emptyResult: EngineResult = { findings: new Map(), stats: {}, options: {} };

/** Exhausts a tiny program. Of any other it returns the violations found after little work. */
async function exhaustTiny(task: AutoTask): Promise<EngineResult> {
  const maxSteps = Math.min(task.maxSteps ?? maxTinySteps, maxTinySteps);
  let result = await exhaust({ ...searchTask(task), maxSteps, budget: task.budget.within(workLimit(maxTinyTicks)) });
  // A wait in a loop may wake up spuriously any number of times, but the states are few.
  const open = openOf(task, result);
  if (task.machine.freedoms.has("spurious") && open.length > 0) {
    const budget = task.budget.within(workLimit(maxTinyTicks));
    const states = await exhaust({ ...searchTask(task, { reduction: "states" }), properties: open, budget });
    result = { ...combine(result, states, "explore", false), met: new Set([...(result.met ?? []), ...(states.met ?? [])]) };
  }
  const all = [...result.findings];
  const isCut = ([, f]: (typeof all)[number]): boolean =>
    f.kind === "unknown" ? isStepBound(f.unknown.cause) : f.kind === "covered" && f.scope.steps !== null;
  if (isFinal(result) && !all.some(isCut)) return result;
  const stopped: Finding = {
    kind: "unknown",
    scope: nothingCovered,
    unknown: unknownBecause(
      task.budget.isSpent
        ? { kind: "stopped", stop: task.budget.cause, when: "" }
        : { kind: "run-limit", runs: result.stats.runs ?? 0, isSampled: false },
    ),
  };
  return { ...result, notes: [], findings: new Map(all.map(([p, f]) => [p, f.kind === "candidate" ? f : stopped])) };
}
