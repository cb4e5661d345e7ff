// No reduction: every enabled thread from every state. The oracle.

import type { Reduction, SearchNode } from "./search.ts";

export const none: Reduction = {
  name: "none",
  sleeps: false,
  enter({ nodes }) {
    const node = nodes[nodes.length - 1] as SearchNode;
    for (const t of node.enabled) node.backtrack.add(t);
  },
  executed() {},
  ended() {},
};
