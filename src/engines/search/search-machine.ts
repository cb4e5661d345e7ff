// The machine of a search that goes back and forth.

import { collectLoopFacts } from "../../analysis/spin-loops.ts";
import { Machine } from "../../execution/machine.ts";
import type { EngineTask } from "../engine.ts";

/** It takes steps back, and parks threads that wait busily. */
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
