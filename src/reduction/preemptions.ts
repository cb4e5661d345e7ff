// Every interleaving in which a thread that could go on is left for another at most so often (Musuvathi, Qadeer: iterative context
// bounding, PLDI 2007). Combined with no other reduction: which run stands for a trace must not decide whether the bound is kept.

import { everything } from "./none.ts";
import { leaf, type Reduction, type Search, type SearchNode } from "./search.ts";

export function fewPreemptions(most: number): Reduction {
  /** How many there were on the way to a state. */
  const counts = new WeakMap<SearchNode, number>();
  /** Was the thread that took the step before `depth - 1` left there, though it could have gone on? */
  const wasLeft = ({ nodes, index }: Search, depth: number): boolean => {
    const last = index.events[depth - 1]?.thread;
    const previous = index.events[depth - 2]?.thread;
    return previous !== undefined && previous !== last && (nodes[depth - 1] as SearchNode).enabled.includes(previous);
  };
  /** A state may have been reached by following a schedule, without counting. */
  const count = (search: Search, depth: number): number => {
    let counted = depth - 1;
    while (counted >= 0 && !counts.has(search.nodes[counted] as SearchNode)) counted--;
    let sum = counted < 0 ? 0 : (counts.get(search.nodes[counted] as SearchNode) as number);
    for (let d = counted + 1; d <= depth; d++) {
      if (wasLeft(search, d)) sum++;
      counts.set(search.nodes[d] as SearchNode, sum);
    }
    return sum;
  };
  return {
    ...everything,
    name: `at most ${most} preemptions`,
    enter(search) {
      const depth = search.nodes.length - 1;
      const here = search.nodes[depth] as SearchNode;
      const last = search.index.events[depth - 1]?.thread;
      const mustStay = last !== undefined && here.enabled.includes(last) && count(search, depth) >= most;
      here.chosen = mustStay ? [last] : here.enabled;
      here.branches = here.chosen.map((t) => leaf(t));
    },
  };
}
