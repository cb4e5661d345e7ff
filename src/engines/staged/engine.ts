// The staged engine as the table lists it. Its code and the solver are loaded when it first runs: the table is read on every start.

import type { Engine } from "../engine.ts";
import { runWithFreedoms } from "../freedoms.ts";
import type { StagedOptions } from "./options.ts";

export const staged: Engine<StagedOptions> = {
  name: "staged",
  summary: "summarises each thread, composes the summaries by axioms and solves the resulting formula",
  paper: "Sinha, Wang: Staged Concurrent Program Analysis (FSE 2010)",
  options: ["unwind", "encoding", "symmetry", "without", "solver", "certificate"],
  run: async (task) => {
    const { runStaged } = await import("./staged.ts");
    return runWithFreedoms(task, "staged", "if-covered, but for addresses", runStaged);
  },
};
