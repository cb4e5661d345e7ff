// Makes a run under a scheduler and records its moves. In: a machine and a scheduler that moves threads from stop to stop. Out: the path.

import type { Machine } from "../../execution/machine.ts";
import { drive, type RunStart } from "../../scheduling/run.ts";
import type { Scheduler } from "../../scheduling/scheduler.ts";
import { environmentOf } from "../../witness/schedule.ts";
import type { Decisions, Move, Path } from "../moves.ts";

/** Requires a machine that stops at lines. `start`: absent: as its options say. */
export function recordMoves(machine: Machine, scheduler: Scheduler, maxMoves: number, start: RunStart = machine.options): Path {
  const moves: Move[] = [];
  let prelude: Decisions = { choices: [], inputs: [] };
  let seen = { choices: 0, inputs: 0, threads: 1 };
  const takeDecisions = (): Decisions => {
    const decisions = { choices: machine.choices.slice(seen.choices), inputs: machine.inputs.slice(seen.inputs).map((i) => i.value) };
    seen = { choices: machine.choices.length, inputs: machine.inputs.length, threads: machine.threads.length };
    return decisions;
  };
  const observer = {
    started: () => {
      prelude = takeDecisions();
    },
    stepped: ({ index }: { readonly index: number }) => {
      const started = machine.threads.slice(seen.threads).map((t) => t.index);
      moves.push({ thread: index, isLocal: machine.lastStep.isLocal, started, ...takeDecisions() });
    },
  };
  drive(machine, scheduler, () => moves.length >= maxMoves, observer, start);
  if (machine.outcome === null) machine.noteLost();
  return { start: { ...environmentOf(machine), prelude }, moves };
}
