// The reductions that choose threads by what is known of the steps to come. In: a search. Out: the one that was asked for; null: all threads are tried, or `dpor` adds them.

import { Failures } from "../../reduction/failures.ts";
import { PropertyDrivenSets } from "../../reduction/property-driven-sets.ts";
import { RaceFreedom } from "../../reduction/race-freedom.ts";
import type { StateVariable } from "../../symbolic/state-variables.ts";
import { GraphReduction } from "./graph-reduction.ts";
import { StaticReduction } from "./por.ts";
import type { Reduction } from "./reduction.ts";
import type { SymbolicSearch } from "./search.ts";

export function reductionFor(search: SymbolicSearch): Reduction | null {
  const { task, machine, variables, shadow } = search;
  const isFixed = (v: StateVariable): boolean => shadow.isFixed(v);
  const tick = (): void => task.budget.tick();
  const checksOverflow = task.properties.includes("overflow");
  const slices = task.options.slice !== false && task.inputs === null && task.properties.every((p) => p === "assert");
  switch (task.options.reduce ?? "none") {
    case "por":
      return new StaticReduction(machine, variables, isFixed, {
        findsSets: true,
        slices,
        looksBack: false,
        checksOverflow,
        listener: search.gig?.noteCommuting ?? null,
      });
    case "none":
    case "dpor":
      return slices
        ? new StaticReduction(machine, variables, isFixed, {
            findsSets: false,
            slices,
            looksBack: task.options.reduce === "dpor",
            checksOverflow,
            listener: null,
          })
        : null;
    case "pdpor": {
      // A race is not the error of a step.
      if (task.properties.includes("race"))
        return new GraphReduction(search, (graph) => new RaceFreedom(machine, variables, graph, tick), true);
      const failures = new Failures(new Set(task.properties), task.options.failures);
      return new GraphReduction(search, (graph) => {
        const sets = new PropertyDrivenSets(machine, variables, graph, failures, tick);
        sets.listener = search.gig?.noteCommuting ?? null;
        return sets;
      });
    }
  }
}
