// Tactics on one thread, in turns by counted work: no clock decides, so the same seed gives the same answer. In: the turns, and the state after
// earlier ones. Out: the state after these.

import type { Freedom } from "../../execution/freedoms.ts";
import { coversAll } from "../../reports/report.ts";
import type { EngineResult, Finding } from "../engine.ts";
import { combine, isDecided, isFinal } from "../findings.ts";
import { assumedAway, type LookAgain, runWithFreedoms } from "../freedoms.ts";
import type { AutoTask } from "./options.ts";

/** A way to use an engine. `--max-runs` counts its runs unless it is `onlyIfBetter`: then its findings also count only if they are stronger than earlier ones. */
export interface Tactic {
  readonly engine: string;
  /** Given time, it covers all interleavings: repeating it adds nothing. */
  readonly isExhaustive: boolean;
  readonly onlyIfBetter: boolean;
  /** When it repeats its work with the freedoms that the program met. */
  readonly again: LookAgain;
  /** Freedoms that cost it so little that they are on from the start. */
  readonly atOnce?: readonly Freedom[];
  /** `before`: the engine's result of earlier turns. */
  run(task: AutoTask, before: EngineResult): Promise<EngineResult>;
}

export interface Turn {
  readonly tactic: Tactic;
  /** Maximum number of runs, or of conflicts for solving. */
  readonly runs: number | null;
  /** It has its turn even if a search is exhausted, for what that leaves open. */
  readonly always: boolean;
}

export interface TurnState {
  readonly result: EngineResult;
  /** The result of each engine, by its name. */
  readonly byEngine: ReadonlyMap<string, EngineResult>;
  /** Remaining runs; null: unlimited. */
  readonly left: number | null;
  /** A search has covered everything it can. */
  readonly isExhausted: boolean;
  /** Turns taken. */
  readonly turn: number;
}

export const newTurnState = (task: AutoTask): TurnState => ({
  result: { findings: new Map(), stats: {}, options: { seed: task.seed } },
  byEngine: new Map(),
  left: task.maxRuns,
  isExhausted: false,
  turn: 0,
});

export async function takeTurns(task: AutoTask, turns: readonly Turn[], from: TurnState): Promise<TurnState> {
  let { result, isExhausted } = from;
  const byEngine = new Map(from.byEngine);
  let left = from.left ?? Number.POSITIVE_INFINITY;
  for (const [i, { tactic, runs, always }] of turns.entries()) {
    const turn = from.turn + i;
    const open = task.properties.filter((p) => !isDecided(result.findings.get(p)) && !task.isDecided?.(p));
    if (left <= 0 || (turn > 0 && task.budget.isSpent)) break;
    if (open.length === 0 || (isExhausted && !always)) continue;
    const maxTurnRuns = Math.min(left, runs ?? Number.POSITIVE_INFINITY);
    const pool = runs === null ? task.options.explore.pool : null; // a short turn ends before other threads could help
    const options = { ...task.options, explore: { ...task.options.explore, pool } };
    const maxRuns = Number.isFinite(maxTurnRuns) ? maxTurnRuns : null;
    const before = byEngine.get(tactic.engine) ?? { findings: new Map(), stats: {}, options: {} };
    const known = open.map((p) => result.findings.get(p));
    const machine = { ...task.machine, freedoms: freedomsFrom(task, known) };
    const turnTask = { ...task, properties: open, machine, maxRuns, options, seed: task.seed + turn };
    const next = await runWithFreedoms(turnTask, tactic.engine, tactic.again, (t) => tactic.run(t, before));
    left -= next.stats.runs ?? 0;
    result = combine(result, next, tactic.engine, isExhausted || tactic.onlyIfBetter);
    byEngine.set(tactic.engine, combine(before, next, tactic.engine, isExhausted && !tactic.onlyIfBetter)); // samples say less than an exhausted search
    for (const [p, f] of next.findings) if (f.kind === "covered" && coversAll(f.scope)) task.found?.(p, f);
    isExhausted ||= tactic.isExhaustive && hasSeenAll(task, next);
  }
  const options = { ...result.options, seed: task.seed };
  return {
    result: { ...result, options },
    byEngine,
    left: Number.isFinite(left) ? left : null,
    isExhausted,
    turn: from.turn + turns.length,
  };
}

/** Whether the search covered everything it can: another one would give the same result. */
export const hasSeenAll = (task: AutoTask, result: EngineResult): boolean =>
  isFinal(result) && assumedAway(task, [...result.findings.values()]).every((f) => result.exercised?.has(f));

/** The freedoms to start with: if every open property is covered without some freedoms, those are on from the start. */
export function freedomsFrom(task: AutoTask, known: readonly (Finding | undefined)[]): ReadonlySet<Freedom> {
  const away = known.map((f) => assumedAway(task, [f]));
  return away.some((f) => f.length === 0) ? task.machine.freedoms : new Set([...task.machine.freedoms, ...away.flat()]);
}
