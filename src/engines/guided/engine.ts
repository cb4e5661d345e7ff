// The guided engine as the table lists it. Its code and the solver are loaded when it first runs: the table is read on every start.

import type { Engine } from "../engine.ts";
import { runWithFreedoms } from "../freedoms.ts";
import type { GuidedOptions } from "./options.ts";

export const guided: Engine<GuidedOptions> = {
  name: "guided",
  summary: "runs the program, checks all runs with the same sides by a formula, and lets the solver say where to run next",
  paper: "Yang, Sakallah: SMT-based Symbolic Model Checking for Multi-Threaded Programs (2009)",
  options: ["encoding", "symmetry", "without", "solver", "certificate", "max-runs", "schedule", "explain"],
  run: async (task) => {
    const { runGuided } = await import("./guided.ts");
    return runWithFreedoms(task, "guided", "if-covered, but for addresses", runGuided);
  },
};
