// Moves, and how they make up the steps of a schedule (docs/adr/0054). In: a path of moves, or a schedule. Out: the other one.
//
// A step is one visible move and the local moves after it. Local moves commute with everything that other threads do, so of a path in which they come late, the schedule has them at once. What
// a step decides is in the order in which the executor asks: its own decisions, then those of the threads that it has started, up to their first visible operation.

import type { Machine } from "../execution/machine.ts";
import type { Thread } from "../execution/thread.ts";
import type { Schedule } from "../witness/schedule.ts";

/** What was decided on the way: choices, and inputs in the order of asking. */
export interface Decisions {
  readonly choices: readonly number[];
  readonly inputs: readonly bigint[];
}

export interface Move extends Decisions {
  readonly thread: number;
  /** It began at a line, not at a visible operation. */
  readonly isLocal: boolean;
  /** The threads that it started. */
  readonly started: readonly number[];
}

/** How a run begins, besides its program. `prelude`: what main decides before its first stop. */
export interface Start extends Pick<Schedule, "fill" | "freedoms" | "isFilled" | "asksInSteps"> {
  readonly prelude: Decisions;
}

/** The beginning of a run. */
export interface Path {
  readonly start: Start;
  readonly moves: readonly Move[];
}

export const hasSameDecisions = (a: Decisions, b: Decisions): boolean =>
  a.choices.length === b.choices.length &&
  a.inputs.length === b.inputs.length &&
  a.choices.every((c, i) => c === b.choices[i]) &&
  a.inputs.every((v, i) => v === b.inputs[i]);

export const isSameMove = (a: Move, b: Move | undefined): boolean =>
  b !== undefined && a.thread === b.thread && a.isLocal === b.isLocal && hasSameDecisions(a, b);

/** Does the thread stand at the beginning of a line, so that its next move is local? */
export const isAtLine = (t: Thread): boolean => t.status === "running" && t.pendingFault === null && (t.fn.isLine[t.pc] ?? false);

/** Can the machine still move this thread by a local move? */
export const canMoveLocally = (machine: Machine, t: Thread): boolean => machine.outcome === null && isAtLine(t);

interface OpenStep {
  readonly thread: number;
  readonly own: Decisions[];
  /** Of each thread that it started: what that decided before its first visible operation. */
  readonly started: Map<number, Decisions[]>;
}

/** The schedule of a path in which no thread stands at a line (`completePath`). */
export function scheduleOf({ start, moves }: Path): Schedule {
  const prelude: OpenStep = { thread: 0, own: [start.prelude], started: new Map() };
  const steps: OpenStep[] = [];
  /** By thread: where its next local move belongs. */
  const open = new Map<number, Decisions[]>([[0, prelude.own]]);
  for (const m of moves) {
    if (m.isLocal) {
      (open.get(m.thread) as Decisions[]).push(m);
      continue;
    }
    const step: OpenStep = { thread: m.thread, own: [m], started: new Map(m.started.map((t) => [t, []])) };
    steps.push(step);
    open.set(m.thread, step.own);
    for (const [t, decisions] of step.started) open.set(t, decisions);
  }
  const all = ({ own, started }: OpenStep): Decisions[] => [...own, ...[...started.values()].flat()];
  const { prelude: _, ...environment } = start;
  return {
    ...environment,
    prelude: all(prelude).flatMap((d) => d.choices),
    steps: steps.map((s) => ({ thread: s.thread, choices: all(s).flatMap((d) => d.choices) })),
    inputs: [prelude, ...steps].flatMap((s) => all(s).flatMap((d) => d.inputs)),
  };
}
