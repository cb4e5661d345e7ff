// The reductions that choose threads by what is known of the steps to come. In: a search. Out: the one that was asked for; null: all threads are tried, or `dpor` adds them.

import type { Reduction } from "./reduction.ts";
import type { SymbolicSearch } from "./search.ts";

export function reductionFor({ task }: SymbolicSearch): Reduction | null {
  switch (task.options.reduce ?? "none") {
    case "none":
    case "dpor":
      return null;
  }
}
