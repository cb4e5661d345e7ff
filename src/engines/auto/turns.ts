// Ways to work on one thread, in turns by counted work and not by the clock, so that the same seed gives the same answer. In: the
// turns, and how far earlier ones have got. Out: how far it got, with what each engine had to say.

import type { Freedom } from "../../execution/freedoms.ts";
import { coversAll } from "../../reports/report.ts";
import type { EngineResult, Finding } from "../engine.ts";
import { combine, isDecided, isFinal } from "../findings.ts";
import { assumedAway, type LookAgain, runWithFreedoms } from "../freedoms.ts";
import type { AutoTask } from "./options.ts";

/** A way to work. Unless it yields, `--max-runs` counts its runs. What it says of a property that others could not decide either counts, or (`yields`) does so only if it is more than what they said. */
export interface Way {
  readonly engine: string;
  /** It covers all interleavings if it has the time: a second time it says no more. */
  readonly searches: boolean;
  readonly yields: boolean;
  /** Whether it looks at once with what the program met, or only when nothing else is left. */
  readonly again: LookAgain;
  /** Freedoms that cost it so little that it never looks without. */
  readonly atOnce?: readonly Freedom[];
  /** `before`: what the engine has done in earlier turns. */
  run(task: AutoTask, before: EngineResult): Promise<EngineResult>;
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

export const newCourse = (task: AutoTask): Course => ({
  result: { findings: new Map(), stats: {}, options: { seed: task.seed } },
  said: new Map(),
  left: task.maxRuns,
  isThrough: false,
  turn: 0,
});

export async function takeTurns(task: AutoTask, turns: readonly Turn[], from: Course): Promise<Course> {
  let { result, isThrough } = from;
  const said = new Map(from.said);
  let left = from.left ?? Number.POSITIVE_INFINITY;
  for (const [i, { way, runs, always }] of turns.entries()) {
    const turn = from.turn + i;
    const open = task.properties.filter((p) => !isDecided(result.findings.get(p)) && !task.isDecided?.(p));
    if (left <= 0 || (turn > 0 && task.budget.isSpent)) break;
    if (open.length === 0 || (isThrough && !always)) continue;
    const most = Math.min(left, runs ?? Number.POSITIVE_INFINITY);
    const crew = runs === null ? (task.crew ?? null) : null; // a short turn is over before others could help
    const maxRuns = Number.isFinite(most) ? most : null;
    const before = said.get(way.engine) ?? { findings: new Map(), stats: {}, options: {} };
    const known = open.map((p) => result.findings.get(p));
    const machine = { ...task.machine, freedoms: freedomsFrom(task, known) };
    const part = { ...task, properties: open, machine, maxRuns, crew, seed: task.seed + turn };
    const next = await runWithFreedoms(part, way.engine, way.again, (t) => way.run(t, before));
    left -= next.stats.runs ?? 0;
    result = combine(result, next, way.engine, isThrough || way.yields);
    said.set(way.engine, combine(before, next, way.engine, isThrough && !way.yields)); // samples say less than a search that is through
    for (const [p, f] of next.findings) if (f.kind === "covered" && coversAll(f.scope)) task.found?.(p, f);
    isThrough ||= way.searches && isExhausted(task, next);
  }
  const options = { ...result.options, seed: task.seed };
  return { result: { ...result, options }, said, left: Number.isFinite(left) ? left : null, isThrough, turn: from.turn + turns.length };
}

/** A search that ended so has seen everything: another one would say the same. */
export const isExhausted = (task: AutoTask, result: EngineResult): boolean =>
  isFinal(result) && assumedAway(task, [...result.findings.values()]).every((f) => result.exercised?.has(f));

/** The freedoms to begin with: those that all that is open rests on the absence of, for without them everything is covered. */
export function freedomsFrom(task: AutoTask, known: readonly (Finding | undefined)[]): ReadonlySet<Freedom> {
  const away = known.map((f) => assumedAway(task, [f]));
  return away.some((f) => f.length === 0) ? task.machine.freedoms : new Set([...task.machine.freedoms, ...away.flat()]);
}
