// Ways to work on one thread, in turns by counted work and not by the clock, so that the same seed gives the same answer. In: the
// turns, and how far earlier ones have got. Out: how far it got, with what each engine had to say.

import type { Stats } from "../reports/report.ts";
import type { EngineResult, EngineTask, Finding } from "./engine.ts";

/** A way to work. What it says of a property that others could not decide either counts, or (`yields`) does so only if it is more than what they said. */
export interface Way {
  readonly engine: string;
  /** It covers all interleavings if it has the time: a second time it says no more. */
  readonly searches: boolean;
  readonly yields: boolean;
  /** `before`: what the engine has done in earlier turns. */
  run(task: EngineTask, before: EngineResult): Promise<EngineResult>;
}

export interface Turn {
  readonly way: Way;
  /** At most so many runs, or conflicts where it is solving. */
  readonly runs: number | null;
  /** It has its turn even if a search is through, for what that leaves open. */
  readonly always: boolean;
}

export interface Course {
  readonly result: EngineResult;
  /** What each engine has said, by its name. */
  readonly said: ReadonlyMap<string, EngineResult>;
  /** Runs that may still be made. */
  readonly left: number | null;
  /** A search has seen everything. */
  readonly isThrough: boolean;
  /** Turns taken. */
  readonly turn: number;
}

export const newCourse = (task: EngineTask): Course => ({
  result: { findings: new Map(), stats: {}, options: { seed: task.seed } },
  said: new Map(),
  left: task.maxRuns,
  isThrough: false,
  turn: 0,
});

export async function takeTurns(task: EngineTask, turns: readonly Turn[], from: Course): Promise<Course> {
  let { result, isThrough } = from;
  const said = new Map(from.said);
  let left = from.left ?? Number.POSITIVE_INFINITY;
  for (const [i, { way, runs, always }] of turns.entries()) {
    const turn = from.turn + i;
    const open = task.properties.filter((p) => !isDecided(result.findings.get(p)) && !task.isDecided?.(p));
    if (left <= 0 || (turn > 0 && task.budget.spent)) break;
    if (open.length === 0 || (isThrough && !always)) continue;
    const most = Math.min(left, runs ?? Number.POSITIVE_INFINITY);
    const crew = runs === null ? (task.crew ?? null) : null; // a short turn is over before others could help
    const maxRuns = Number.isFinite(most) ? most : null;
    const before = said.get(way.engine) ?? { findings: new Map(), stats: {}, options: {} };
    const next = await way.run({ ...task, properties: open, maxRuns, crew, seed: task.seed + turn }, before);
    left -= next.stats.runs ?? 0;
    result = combine(result, next, way.engine, isThrough || way.yields);
    said.set(way.engine, combine(before, next, way.engine, isThrough && !way.yields)); // samples say less than a search that is through
    for (const [p, f] of next.findings) if (f.kind === "covered" && f.scope.complete) task.found?.(p, f);
    isThrough ||= way.searches && isFinal(next);
  }
  const options = { ...result.options, seed: task.seed };
  return { result: { ...result, options }, said, left: Number.isFinite(left) ? left : null, isThrough, turn: from.turn + turns.length };
}

/** There is nothing more to find out: a violation, or all is covered. */
export function isDecided(finding: Finding | undefined): boolean {
  return finding?.kind === "candidate" || (finding?.kind === "covered" && finding.scope.complete);
}

/** More time would not change the answer: it is not the number of runs that was too small. */
export function isFinal(result: EngineResult): boolean {
  return [...result.findings.values()].every(
    (f) => f.kind !== "unknown" || !["RVL301", "RVL302", "RVL304", "RVL305"].includes(f.unknown.code),
  );
}

function rank(finding: Finding | undefined): number {
  if (finding === undefined) return 0;
  if (isDecided(finding)) return 3;
  return finding.kind === "covered" ? 2 : 1;
}

/** What says more stands; among equals the later one has the last word, unless it yields. */
export function combine(earlier: EngineResult, later: EngineResult, engine: string, yields: boolean): EngineResult {
  const findings = new Map(earlier.findings);
  const by = new Map(earlier.by ?? []);
  for (const [property, finding] of later.findings) {
    const [before, now] = [rank(findings.get(property)), rank(finding)];
    if (now < before || (now === before && yields)) continue;
    findings.set(property, finding);
    if (isDecided(finding)) by.set(property, engine);
  }
  return {
    findings,
    by,
    stats: addCounts(earlier.stats, later.stats),
    options: yields ? earlier.options : later.options,
    notes: (yields ? earlier.notes : (later.notes ?? earlier.notes)) ?? [],
  };
}

const counts = [
  "runs",
  "partialRuns",
  "parkedRuns",
  "states",
  "subsumed",
  "steps",
  "events",
  "reads",
  "writes",
  "solverCalls",
  "conflicts",
] as const;

export function addCounts(a: Partial<Stats>, b: Partial<Stats>): Partial<Stats> {
  return Object.fromEntries(counts.map((key) => [key, (a[key] ?? 0) + (b[key] ?? 0)]));
}
