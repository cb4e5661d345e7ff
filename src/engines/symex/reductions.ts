// The reductions that choose threads by what is known of the steps to come. In: a search. Out: the one that was asked for; null: all threads are tried, or `dpor` adds them.

import { StaticReduction } from "./por.ts";
import type { Reduction } from "./reduction.ts";
import type { SymbolicSearch } from "./search.ts";

export function reductionFor(search: SymbolicSearch): Reduction | null {
  const { task, machine, variables, shadow } = search;
  switch (task.options.reduce ?? "none") {
    case "por":
      return new StaticReduction(machine, variables, (v) => shadow.isFixed(v), task.properties.includes("overflow"));
    case "none":
    case "dpor":
      return null;
  }
}
