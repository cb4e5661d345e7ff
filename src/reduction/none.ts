// No reduction: every enabled thread from every state. The oracle.
//
// `everything` is just that. `none` counts interleavings of accesses that are shared: a step that concerns its own thread only
// (own-steps.ts) is taken at once and alone, for it commutes with whatever the others do. Where that turns out to be wrong,
// because another thread's step conflicts with it and could have come first, all enabled threads are explored from that
// state after all: dynamic partial order reduction (Flanagan, Godefroid, POPL 2005), restricted to these steps.

import { follow } from "./happens-before.ts";
import { isAtOwnStep } from "./own-steps.ts";
import { leaf, type Reduction, type SearchNode, type Step, type ThreadName } from "./search.ts";

function addAll(node: SearchNode, threads: readonly ThreadName[]): void {
  const others = node.chosen.length === 0 ? threads : threads.filter((t) => !node.chosen.includes(t));
  node.chosen = node.chosen.length === 0 ? threads : [...node.chosen, ...others];
  const branches = others.map((t) => leaf(t));
  node.branches = node.branches.length === 0 ? branches : [...node.branches, ...branches];
}

export const everything: Reduction = {
  name: "everything",
  sleeps: false,
  follows: "nothing",
  enter({ nodes }) {
    const node = nodes[nodes.length - 1] as SearchNode;
    addAll(node, node.enabled);
  },
  decides(_search, node, others) {
    node.branches.splice(1, 0, ...others.map((s) => leaf(s.thread, s)));
  },
  executed() {},
  ended() {},
  insert() {},
};

export const none: Reduction = {
  ...everything,
  name: "none",
  follows: "own steps",
  enter(search) {
    const node = search.nodes[search.nodes.length - 1] as SearchNode;
    for (const t of node.enabled) {
      if (!isAtOwnStep(search, t)) continue;
      node.own = true;
      return addAll(node, [t]);
    }
    addAll(node, node.enabled);
  },
  executed(search, event) {
    follow(search, event, true);
    for (const { earlier, instead } of event.races) search.demand(earlier.index, [instead[0] as Step]);
  },
  ended(search, waiting) {
    for (const event of waiting) this.executed(search, event);
  },
  insert(_search, node) {
    addAll(node, node.enabled);
  },
};
