// Every interleaving with at most N preemptions (iterative context bounding: Musuvathi, Qadeer, PLDI 2007). It is not combined with another
// reduction: the run that represents a trace might exceed the bound although another run of the trace does not.

import { everything } from "./none.ts";
import { leaf, type Reduction, type Search, type SearchNode } from "./search.ts";

export function boundPreemptions(maxPreemptions: number): Reduction {
  /** The number of preemptions up to a state. */
  const counts = new WeakMap<SearchNode, number>();
  /** Whether the step before node `depth` preempted another thread. */
  const wasPreempted = ({ nodes, index }: Search, depth: number): boolean => {
    const last = index.events[depth - 1]?.thread;
    const previous = index.events[depth - 2]?.thread;
    return previous !== undefined && previous !== last && (nodes[depth - 1] as SearchNode).enabled.includes(previous);
  };
  /** Nodes that were reached by following a schedule are not counted yet. */
  const count = (search: Search, depth: number): number => {
    let counted = depth - 1;
    while (counted >= 0 && !counts.has(search.nodes[counted] as SearchNode)) counted--;
    let sum = counted < 0 ? 0 : (counts.get(search.nodes[counted] as SearchNode) as number);
    for (let d = counted + 1; d <= depth; d++) {
      if (wasPreempted(search, d)) sum++;
      counts.set(search.nodes[d] as SearchNode, sum);
    }
    return sum;
  };
  return {
    ...everything,
    name: `at most ${maxPreemptions} preemptions`,
    enter(search) {
      const depth = search.nodes.length - 1;
      const here = search.nodes[depth] as SearchNode;
      const last = search.index.events[depth - 1]?.thread;
      const mustStay = last !== undefined && here.enabled.includes(last) && count(search, depth) >= maxPreemptions;
      here.chosen = mustStay ? [last] : here.enabled;
      here.branches = here.chosen.map((t) => leaf(t));
    },
  };
}
