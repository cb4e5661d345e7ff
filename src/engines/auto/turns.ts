// Ways to work on one thread, in turns by counted work and not by the clock, so that the same seed gives the same answer. In: the
// turns, and how far earlier ones have got. Out: how far it got, with what each engine had to say.

import type { Freedom } from "../../execution/freedoms.ts";
import { coversAll } from "../../reports/report.ts";
import type { EngineResult, Finding } from "../engine.ts";
import { combine, isDecided, isFinal } from "../findings.ts";
import { assumedAway, type LookAgain, runWithFreedoms } from "../freedoms.ts";
import type { AutoTask } from "./options.ts";

/** A way to use an engine. `--max-runs` counts its runs unless it is `onlyIfBetter`: then its findings also count only if they are stronger than earlier ones. */
export interface Tactic {
  readonly engine: string;
  /** It covers all interleavings if it has the time: a second time it says no more. */
  readonly isExhaustive: boolean;
  readonly onlyIfBetter: boolean;
  /** Whether it looks at once with what the program met, or only when nothing else is left. */
  readonly again: LookAgain;
  /** Freedoms that cost it so little that it never looks without. */
  readonly atOnce?: readonly Freedom[];
  /** `before`: what the engine has done in earlier turns. */
  run(task: AutoTask, before: EngineResult): Promise<EngineResult>;
}

export interface Turn {
  readonly tactic: Tactic;
  /** At most so many runs, or conflicts where it is solving. */
  readonly runs: number | null;
  /** It has its turn even if a search is through, for what that leaves open. */
  readonly always: boolean;
}

export interface TurnState {
  readonly result: EngineResult;
  /** What each engine has said, by its name. */
  readonly said: ReadonlyMap<string, EngineResult>;
  /** Runs that may still be made. */
  readonly left: number | null;
  /** A search has seen everything. */
  readonly isExhausted: boolean;
  /** Turns taken. */
  readonly turn: number;
}

export const newTurnState = (task: AutoTask): TurnState => ({
  result: { findings: new Map(), stats: {}, options: { seed: task.seed } },
  said: new Map(),
  left: task.maxRuns,
  isExhausted: false,
  turn: 0,
});

export async function takeTurns(task: AutoTask, turns: readonly Turn[], from: TurnState): Promise<TurnState> {
  let { result, isExhausted } = from;
  const said = new Map(from.said);
  let left = from.left ?? Number.POSITIVE_INFINITY;
  for (const [i, { tactic, runs, always }] of turns.entries()) {
    const turn = from.turn + i;
    const open = task.properties.filter((p) => !isDecided(result.findings.get(p)) && !task.isDecided?.(p));
    if (left <= 0 || (turn > 0 && task.budget.isSpent)) break;
    if (open.length === 0 || (isExhausted && !always)) continue;
    const most = Math.min(left, runs ?? Number.POSITIVE_INFINITY);
    const pool = runs === null ? (task.pool ?? null) : null; // a short turn is over before others could help
    const maxRuns = Number.isFinite(most) ? most : null;
    const before = said.get(tactic.engine) ?? { findings: new Map(), stats: {}, options: {} };
    const known = open.map((p) => result.findings.get(p));
    const machine = { ...task.machine, freedoms: freedomsFrom(task, known) };
    const part = { ...task, properties: open, machine, maxRuns, pool, seed: task.seed + turn };
    const next = await runWithFreedoms(part, tactic.engine, tactic.again, (t) => tactic.run(t, before));
    left -= next.stats.runs ?? 0;
    result = combine(result, next, tactic.engine, isExhausted || tactic.onlyIfBetter);
    said.set(tactic.engine, combine(before, next, tactic.engine, isExhausted && !tactic.onlyIfBetter)); // samples say less than a search that is through
    for (const [p, f] of next.findings) if (f.kind === "covered" && coversAll(f.scope)) task.found?.(p, f);
    isExhausted ||= tactic.isExhaustive && hasSeenAll(task, next);
  }
  const options = { ...result.options, seed: task.seed };
  return { result: { ...result, options }, said, left: Number.isFinite(left) ? left : null, isExhausted, turn: from.turn + turns.length };
}

/** A search that ended so has seen everything: another one would say the same. */
export const hasSeenAll = (task: AutoTask, result: EngineResult): boolean =>
  isFinal(result) && assumedAway(task, [...result.findings.values()]).every((f) => result.exercised?.has(f));

/** The freedoms to begin with: those that all that is open rests on the absence of, for without them everything is covered. */
export function freedomsFrom(task: AutoTask, known: readonly (Finding | undefined)[]): ReadonlySet<Freedom> {
  const away = known.map((f) => assumedAway(task, [f]));
  return away.some((f) => f.length === 0) ? task.machine.freedoms : new Set([...task.machine.freedoms, ...away.flat()]);
}
