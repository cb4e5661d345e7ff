// A plain depth-first search that explores the threads that property-driven sets choose, without any table. In: a program. Out: how many runs and states it takes, and whether it meets a
// violation.

import type { Property } from "../../../src/execution/errors.ts";
import { Machine } from "../../../src/execution/machine.ts";
import type { Program } from "../../../src/program/program.ts";
import { Failures } from "../../../src/reduction/failures.ts";
import { PropertyDrivenSets } from "../../../src/reduction/property-driven-sets.ts";
import { StateVariables } from "../../../src/symbolic/state-variables.ts";
import { buildStepGraph, isStepGraph } from "../../../src/symbolic/step-graph.ts";
import { Terms } from "../../../src/terms/terms.ts";
import { machineOptions } from "../../run.ts";

export interface Explored {
  runs: number;
  states: number;
  settled: number;
  isUnsafe: boolean;
}

/** Steps that begin and end threads are taken at once. Throws if there is no step graph. */
export function explore(
  program: Program,
  isReduced: boolean,
  property: Property = "assert",
  maxStates = 20_000,
  tick?: () => void,
): Explored {
  const machine = new Machine(program, { ...machineOptions([property]), undo: true });
  const oracle = { choose: (): number => 0, input: (): bigint => 0n };
  machine.start(oracle);
  const variables = new StateVariables(new Terms());
  const graph = isReduced ? buildStepGraph(machine, variables) : null;
  if (graph !== null && !isStepGraph(graph)) throw new Error(graph.reason);
  const sets = graph === null ? null : new PropertyDrivenSets(machine, variables, graph, new Failures(new Set([property])), tick);
  const found: Explored = { runs: 0, states: 0, settled: 0, isUnsafe: false };
  const visit = (): void => {
    if (machine.outcome !== null) {
      found.runs++;
      found.isUnsafe ||= machine.violations.some((v) => v.property === property);
      return;
    }
    const running = machine.threads.filter((t) => t.status === "running");
    const able = running.filter((t) => machine.isEnabled(t));
    const others = able.filter((t) => !machine.endsProcess(t));
    const enabled = others.length > 0 ? others : able;
    if (enabled.length === 0) {
      found.runs++;
      return;
    }
    const own = enabled.find((t) => t.pendingFault === null && t.pendingOperation === "atomic-begin" && t.fn.threadRole !== null);
    let chosen = own === undefined ? enabled : [own];
    if (own === undefined && running.length > 1) {
      if (++found.states > maxStates) throw new Error("too many states");
      const choice = sets?.choose(enabled, running);
      if (choice !== undefined && choice.settled !== null) {
        found.settled++;
        found.runs++;
        return;
      }
      if (choice !== undefined) chosen = enabled.filter((t) => choice.threads.includes(t));
    }
    for (const t of chosen) {
      if (found.isUnsafe) return;
      machine.step(t, oracle);
      visit();
      machine.undo();
    }
  };
  visit();
  return found;
}
