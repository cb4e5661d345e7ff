// Whether a program can lose memory: whether some block is allocated at some time to which no pointer leads, in any run, also one that never ends. In: a check of a program, and the search over all
// runs. Out: `tracked` if that is excluded, else `unknown`: which pointers count, the rules of SV-COMP (`valid-memtrack`) leave open, so that nothing is said to be lost.
//
// Ravel's own. A block that is lost stays lost unless its address is made from other bits, which counts as a violation where it happens (execution/made-addresses.ts). So it is enough to look wherever
// a run ends: at an exit or an abort, where all threads wait, are stopped by an assumption or wait busily without effect. Runs cut by a bound leave the question open, and so does a program that
// observes addresses. Every step that ends a run conflicts with all others (engines/search), so that no reduction leaves out what a run had lost before it. States are not compared: a run that returns to
// an earlier state has no end.

import { addressFreedoms } from "../execution/freedoms.ts";
import type { HeapUse } from "../reports/report.ts";
import type { EngineResult, EngineTask } from "./engine.ts";

type Search = Omit<EngineTask, "options">;

export async function findHeapTracking(task: Search, explore: (search: Search) => Promise<EngineResult>): Promise<HeapUse> {
  const { program, machine, freedoms, budget, seed, inputs, progress } = task;
  const search: Search = {
    program,
    freedoms,
    budget,
    seed,
    inputs,
    progress,
    properties: ["leak"],
    machine: { ...machine, properties: new Set(["leak"] as const), tracksHeap: true },
    maxSteps: null,
    maxRuns: null,
  };
  const { findings, met, exercised } = await explore(search);
  const found = findings.get("leak");
  const observesAddresses = addressFreedoms.some((f) => met?.has(f) || exercised?.has(f));
  return found?.kind === "covered" && found.scope.complete && !observesAddresses ? "tracked" : "unknown";
}
