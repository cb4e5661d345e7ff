// The machine of a search that undoes steps.

import { collectLoopFacts } from "../../analysis/spin-loops.ts";
import { Machine } from "../../execution/machine.ts";
import type { EngineTask } from "../engine.ts";

/** It can undo steps, and parks threads that are in a busy wait. */
export function searchMachine(task: EngineTask, stepsPerThread: number): Machine {
  const spins = { mode: "park", ...collectLoopFacts(task.program, task.machine.properties.has("overflow")) } as const;
  return new Machine(task.program, {
    ...task.machine,
    undo: true,
    learnsChoices: true,
    spins,
    stepsPerThread,
    skipsFutileWakes: task.machine.freedoms.has("spurious"),
  });
}
