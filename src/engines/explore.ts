// explore: concrete exploration. Every interleaving by depth-first search, or a sample of them.

import { none } from "../reduction/none.ts";
import { sourceSets } from "../reduction/source-sets.ts";
import { DepthFirst } from "./depth-first.ts";
import type { Engine, EngineResult, EngineTask } from "./engine.ts";
import { sample } from "./sampling.ts";

export const explore: Engine = {
  name: "explore",
  summary: "runs the program under every schedule (dfs), or under some (random, pct)",
  paper: "pct: Burckhardt et al., A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs (ASPLOS 2010)",
  options: ["strategy", "reduction", "max-runs", "max-steps"],
  run: (task) => (task.strategy === "random" || task.strategy === "pct" ? sample(task, task.strategy) : exhaust(task)),
};

/** Every interleaving, up to the reduction. */
export const exhaust = (task: EngineTask): Promise<EngineResult> =>
  new DepthFirst(task, task.reduction === "none" ? none : sourceSets).run();
