// The fusion engine as the table lists it. Its code and the solver are loaded when it first runs: the table is read on every start.

import type { Engine } from "../engine.ts";
import { runWithFreedoms } from "../freedoms.ts";
import type { FusionOptions } from "./options.ts";

export const fusion: Engine<FusionOptions> = {
  name: "fusion",
  summary: "runs the program, checks all reorderings of each run by a formula, and leaves out runs that a formula shows to be safe",
  paper: "Wang, Chaudhuri, Gupta, Yang: Symbolic Pruning of Concurrent Program Executions (ESEC-FSE 2009)",
  options: ["reduction", "encoding", "solver", "prune-effort", "without", "max-runs", "max-steps", "explain"],
  run: async (task) => {
    const [{ runFusion }, { FormulaWork }] = await Promise.all([import("./fusion.ts"), import("./formula-work.ts")]);
    const work = new FormulaWork();
    return runWithFreedoms(task, "fusion", "if-covered", (t) => runFusion(t, work));
  },
};
