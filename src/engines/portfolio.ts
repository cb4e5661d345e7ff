// The table of engines, and `auto`: what the command line, the tests and the default strategy read.

import type { Engine } from "./engine.ts";
import { explore, sample } from "./explore.ts";

/** The default: quick concrete runs, random and PCT in turns; later the engines that cover everything. */
const auto: Engine = {
  name: "auto",
  summary: "quick concrete runs first, then whatever fits the program; the first confirmed answer wins",
  paper: null,
  options: ["max-runs", "max-steps"],
  run: (task) => sample(task, "both"),
};

export const engines: readonly Engine[] = [auto, explore];
