// The work and findings of a search so far. In: parts of a search. Out: their sum, and a result per property.

import { findLost } from "../execution/deadlocks.ts";
import type { Property } from "../execution/errors.ts";
import { assumptionsOf, type Freedom } from "../execution/freedoms.ts";
import type { Machine } from "../execution/machine.ts";
import type { Scope } from "../reports/report.ts";
import { type Cause, type Unknown, unknownBecause } from "../reports/unknown.ts";
import type { Budget } from "../support/budget.ts";
import { environmentOf, type Schedule } from "../witness/schedule.ts";
import { addEnd, type EarlyEnds, endsOf, upTo } from "./early-ends.ts";
import { type EngineResult, type EngineTask, type Finding, type Note, nothingCovered } from "./engine.ts";

/** A search yields at least this often: a step may be one operation or millions. */
export const operationsPerYield = 5_000_000;

export interface Tally {
  runs: number;
  /** Runs abandoned because every enabled thread was asleep: they were explored before. */
  asleep: number;
  /** Runs abandoned because a thread was in a busy wait. */
  parked: number;
  steps: number;
  /** A thread was stopped at its maximum number of steps. */
  bounded: boolean;
  /** Position of a read of uninitialised memory; 0: none. */
  unwritten: number;
  /** An input with too many values to try them all. */
  uncovered: Cause | null;
  /** Nothing is left to explore. A search that is not finished must have a cause: only a finished one covers anything. */
  finished: boolean;
  cut: Unknown | null;
  /** Freedoms of the environment that were met while they were off. */
  met: Set<Freedom>;
  readonly ends: EarlyEnds;
  found: Map<Property, Finding>;
  notes: readonly Note[];
}

export const newTally = (): Tally => ({
  runs: 0,
  asleep: 0,
  parked: 0,
  steps: 0,
  bounded: false,
  unwritten: 0,
  uncovered: null,
  finished: false,
  cut: null,
  met: new Set(),
  ends: new Map(),
  found: new Map(),
  notes: [],
});

/** The budget is spent. `what`: the work done by then. */
export function spentAfter({ cause }: Budget, what: string): Unknown {
  // With --first, another property is violated.
  const when = `after ${what}${cause.kind === "first-violation" ? "" : " without a violation"}`;
  return unknownBecause({ kind: "stopped", stop: cause, when });
}

/** Records the first violation of each property; `threads`: the threads of the steps that led there. */
export function noteViolations(
  found: Map<Property, Finding>,
  task: EngineTask,
  machine: Machine,
  startChoices: number,
  threads: () => readonly number[],
  violated: readonly Property[] = machine.violations.map((v) => v.property),
): void {
  if (task.collect !== undefined) {
    for (const v of machine.violations) task.collect(v, () => scheduleOf(machine, startChoices, threads()));
    return;
  }
  for (const property of violated) {
    if (!task.properties.includes(property) || found.has(property)) continue;
    const finding = { kind: "candidate", schedule: scheduleOf(machine, startChoices, threads()), foundBy: "running" } as const;
    found.set(property, finding);
    task.found?.(property, finding);
  }
}

/** The schedule of the machine's run so far. */
export const scheduleOf = (machine: Machine, startChoices: number, threads: readonly number[]): Schedule => ({
  steps: threads.map((thread, i) => ({ thread, choices: machine.history.choicesOf(i) })),
  inputs: machine.inputs.map((i) => i.value),
  prelude: machine.choices.slice(0, startChoices),
  ...environmentOf(machine),
});

const deadlock: readonly Property[] = ["deadlock"];

/** Records threads that wait forever although others continue (execution/deadlocks.ts). The search continues from there. */
export function noteLost(
  found: Map<Property, Finding>,
  task: EngineTask,
  machine: Machine,
  startChoices: number,
  threads: () => readonly number[],
): void {
  if (task.collect !== undefined || !task.properties.includes("deadlock") || found.has("deadlock") || findLost(machine).length === 0)
    return;
  noteViolations(found, task, machine, startChoices, threads, deadlock);
}

export function addTally(to: Tally, part: Tally): void {
  to.runs += part.runs;
  to.asleep += part.asleep;
  to.parked += part.parked;
  to.steps += part.steps;
  to.bounded ||= part.bounded;
  to.unwritten ||= part.unwritten;
  to.uncovered ??= part.uncovered;
  to.cut ??= part.cut;
  for (const freedom of part.met) to.met.add(freedom);
  for (const end of part.ends.values()) addEnd(to.ends, end);
  for (const [p, f] of part.found) if (!to.found.has(p)) to.found.set(p, f);
  to.notes = [...to.notes, ...part.notes.filter((n) => !to.notes.some((m) => m.kind === n.kind))];
}

/** Why the search did not cover everything; null if it did. */
export function whyOpen(t: Pick<Tally, "finished" | "cut" | "uncovered" | "unwritten">, task: EngineTask): Unknown | null {
  if (t.cut !== null) return t.cut;
  if (t.uncovered !== null) return unknownBecause(t.uncovered);
  if (t.unwritten !== 0) return unknownBecause({ kind: "uninitialised-memory", at: placeOf(task, t.unwritten) });
  if (!t.finished) throw new Error("a search stopped without a cause");
  return null;
}

export function resultOf(t: Tally, task: EngineTask, reduction: string, maxSteps: number): EngineResult {
  const open = task.properties.filter((p) => !t.found.has(p));
  const cut = open.length === 0 ? null : whyOpen(t, task);
  const assumptions = assumptionsOf(t.met);
  const reached: Scope = {
    ...nothingCovered,
    complete: !t.bounded && task.inputs === null && (task.contextBound ?? null) === null && assumptions.length === 0,
    contextBound: task.contextBound ?? null,
    steps: t.bounded ? maxSteps : null,
    inputs: task.inputs === null ? "all" : "given",
    assumptions,
  };
  const scope = upTo(reached, t.ends.values());
  const findings = new Map(t.found);
  for (const property of open)
    findings.set(property, cut === null ? { kind: "covered", scope } : { kind: "unknown", unknown: cut, scope: nothingCovered });
  return {
    findings,
    stats: { runs: t.runs, partialRuns: t.asleep, parkedRuns: t.parked, steps: t.steps },
    met: t.met,
    ends: endsOf(t.ends.values()),
    notes: t.notes,
    options: { strategy: "dfs", reduction, maxSteps },
  };
}

function placeOf(task: EngineTask, position: number): string {
  const p = task.program.positions[position];
  return p === undefined ? "?" : `${p.file}:${p.line}`;
}
