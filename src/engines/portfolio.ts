// The table of engines, and `auto`: what the command line, the tests and the default strategy read.

import type { Engine, EngineResult, EngineTask, Finding } from "./engine.ts";
import { exhaust, explore } from "./explore.ts";
import { sample } from "./sampling.ts";
import type { Property } from "../execution/errors.ts";

/** Runs of the first burst: shallow bugs show in milliseconds. */
const burst = 300;

/** The default: quick concrete runs, random and PCT in turns; then, for what they did not violate, every interleaving. */
const auto: Engine = {
  name: "auto",
  summary: "quick concrete runs first, then every interleaving; the first confirmed answer wins",
  paper: null,
  options: ["max-runs", "max-steps"],
  async run(task) {
    const first = await sample({ ...task, maxRuns: Math.min(task.maxRuns ?? burst, burst) }, "both");
    const open = task.properties.filter((p) => first.findings.get(p)?.kind === "unknown");
    if (open.length === 0 || task.budget.spent) return first;
    return combine(task, first, await exhaust({ ...task, properties: open }));
  },
};

/** A violation found by either stands; for the rest the thorough one has the last word. */
function combine(task: EngineTask, quick: EngineResult, thorough: EngineResult): EngineResult {
  const findings = new Map<Property, Finding>();
  for (const p of task.properties) {
    const finding = thorough.findings.get(p) ?? quick.findings.get(p);
    if (finding !== undefined) findings.set(p, finding);
  }
  const sum = (key: "runs" | "steps" | "events"): number => (quick.stats[key] ?? 0) + (thorough.stats[key] ?? 0);
  return { findings, stats: { ...thorough.stats, runs: sum("runs"), steps: sum("steps"), events: sum("events") }, options: { ...thorough.options, seed: task.seed, burst } };
}

export const engines: readonly Engine[] = [auto, explore];
