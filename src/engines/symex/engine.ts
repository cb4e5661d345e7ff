// The symex engine as the table lists it. Its code is loaded when it first runs: the table is read on every start.

import type { Engine } from "../engine.ts";
import { runWithFreedoms } from "../freedoms.ts";
import type { SymexOptions } from "./options.ts";

export const symex: Engine<SymexOptions> = {
  name: "symex",
  summary: "runs the program under all schedules, and leaves out states in which a formula excludes every violation",
  paper:
    "Guo, Kusano, Wang, Yang, Gupta: Assertion Guided Symbolic Execution of Multithreaded Programs (ESEC/FSE 2015); Chu, Jaffar: A Framework to Synergize Partial Order Reduction with State Interpolation (HVC 2014)",
  options: [
    "prune",
    "reduction",
    "table",
    "summary-size",
    "no-slice",
    "branches",
    "symmetry",
    "schedule",
    "explain",
    "max-runs",
    "max-steps",
  ],
  run: async (task) => {
    const { runSymex } = await import("./symex.ts");
    return runWithFreedoms(task, "symex", "if-covered, but for addresses", runSymex);
  },
};
