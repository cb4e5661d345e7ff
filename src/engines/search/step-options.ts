// All variants of a thread's next step from the current state, one per vector of decisions, each executed and undone. In: the thread. Out: a
// step for each variant that is not blocked, and what any of them accesses.

import { VectorCount } from "../../execution/decision-vectors.ts";
import { Footprint } from "../../execution/footprint.ts";
import type { Machine } from "../../execution/machine.ts";
import type { Thread } from "../../execution/thread.ts";
import type { Decision, NextSteps, Step } from "../../reduction/search.ts";
import { type Enumerator, successor } from "./decisions.ts";
import { plainAccess } from "./step-events.ts";

/** `tick` is called after each variant. */
export function findOptions(machine: Machine, oracle: Enumerator, runner: Thread, tick: () => void): NextSteps {
  const touched = new Footprint();
  const steps: { -readonly [K in keyof Step]: Step[K] }[] = [];
  let mayBlock = false;
  let vectors: VectorCount | null = null;
  let prefix: Decision[] | null = [];
  do {
    const footprint = new Footprint();
    const threads = machine.threads.length;
    oracle.begin(prefix);
    const step = machine.step(runner, oracle, footprint);
    const moved = step !== null;
    footprint.everything = moved && machine.outcome !== null;
    mayBlock ||= step === null || step.mayBlock;
    if (step !== null) {
      const created = machine.threads.slice(threads).map((t) => t.name);
      footprint.blind = oracle.taken.length === 0 && !step.mayBlock && plainAccess(step, footprint) === "store";
      foresees(machine, runner, footprint);
      steps.push({ thread: runner.name, decisions: oracle.taken, footprint, alternatives: 1, created });
      machine.undo();
    }
    touched.include(footprint);
    tick();
    prefix = successor(oracle.taken);
    if (prefix === null) break;
    vectors ??= new VectorCount();
    if (vectors.add(oracle.taken.length)) {
      oracle.giveUp();
      prefix = null;
    }
  } while (prefix !== null);
  for (const s of steps) s.alternatives = steps.length;
  if (steps.length === 0) touched.include(machine.probes.waitingFootprint(runner));
  // If a variant may be blocked, whether the step exists depends on what any of them accesses.
  else if (mayBlock) for (const s of steps) s.footprint.include(touched);
  return { steps, touched };
}

/** A step that changes what threads in condition waits would see also accesses that. Returns whether it does: then it is not one plain access. */
export function foresees(machine: Machine, runner: Thread, footprint: Footprint): boolean {
  if (machine.futileWakes === null || machine.outcome !== null) return false;
  const { count } = footprint;
  machine.futileWakes.foresee(runner, footprint);
  if (footprint.count === count) return false;
  footprint.blind = false;
  return true;
}
