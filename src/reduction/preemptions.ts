// Every interleaving in which a thread that could go on is left for another at most so often (Musuvathi, Qadeer: iterative context
// bounding, PLDI 2007). Combined with no other reduction: which run stands for a trace must not decide whether the bound is kept.

import { everything } from "./none.ts";
import { leaf, type Reduction, type SearchNode } from "./search.ts";

export function fewPreemptions(most: number): Reduction {
  /** How many there were on the way to a state. */
  const counts = new WeakMap<SearchNode, number>();
  return {
    ...everything,
    name: `at most ${most} preemptions`,
    enter(search) {
      const { nodes, index } = search;
      const here = nodes[nodes.length - 1] as SearchNode;
      const before = nodes[nodes.length - 2];
      const last = index.events[nodes.length - 2]?.thread;
      const previous = index.events[nodes.length - 3]?.thread;
      const wasLeft = before !== undefined && previous !== undefined && previous !== last && before.enabled.includes(previous);
      const count = (before === undefined ? 0 : (counts.get(before) ?? 0)) + (wasLeft ? 1 : 0);
      counts.set(here, count);
      const mustStay = count >= most && last !== undefined && here.enabled.includes(last);
      here.chosen = mustStay ? [last] : here.enabled;
      here.branches = here.chosen.map((t) => leaf(t));
    },
  };
}
