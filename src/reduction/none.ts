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
  for (const t of threads) {
    if (node.chosen.has(t)) continue;
    node.chosen.add(t);
    node.branches.push(leaf(t));
  }
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
    const own = node.enabled.find((t) => isAtOwnStep(search, t));
    node.own = own !== undefined;
    addAll(node, own === undefined ? node.enabled : [own]);
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
