// No reduction: every enabled thread from every state. The oracle.
//
// `everything` is just that. `none` counts interleavings of accesses that are shared: a step that concerns its own thread only
// (own-steps.ts) is taken at once and alone, for it commutes with all that the others do. Where that turns out to be wrong,
// because another thread's step conflicts with it and could have come first, all enabled threads are explored from that
// state after all: dynamic partial order reduction (Flanagan, Godefroid, POPL 2005), restricted to these steps.

import { insertAt } from "../support/lists.ts";
import { follow, optionsAt } from "./happens-before.ts";
import { isAtOwnStep, roleOf } from "./own-steps.ts";
import { type Branch, type Event, leaf, type Reduction, type Search, type SearchNode, type ThreadName } from "./search.ts";

/** Of each thread its branch: nothing is ever said of what follows, so it is the same in all states. */
const branches = new Map<ThreadName, Branch>();

function branchOf(thread: ThreadName): Branch {
  let branch = branches.get(thread);
  if (branch === undefined) {
    branch = leaf(thread);
    branches.set(thread, branch);
  }
  return branch;
}

/** To be explored from a new state: these threads. */
function choose(node: SearchNode, threads: readonly ThreadName[]): void {
  node.chosen = threads;
  node.branches = threads.map(branchOf);
}

/** To be explored from a state after all: every thread. */
function addAll(node: SearchNode): void {
  const others = node.enabled.filter((t) => !node.chosen.includes(t));
  node.chosen = [...node.chosen, ...others];
  node.branches = [...node.branches, ...others.map(branchOf)];
}

export const everything: Reduction = {
  name: "everything",
  sleeps: false,
  follows: "nothing",
  enter({ nodes }) {
    const node = nodes[nodes.length - 1] as SearchNode;
    choose(node, node.enabled);
  },
  decides(_search, node, others) {
    insertAt(
      node.branches,
      1,
      others.map((s) => leaf(s.thread, s)),
    );
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
      return choose(node, node.enabled.length === 1 ? node.enabled : [t]);
    }
    choose(node, node.enabled);
  },
  executed(search, event) {
    reverseOwn(search, event);
    // What made a thread wait may be nothing that it looks at any more when it goes on.
    for (const waiting of endedWaits(search, event)) reverseOwn(search, waiting);
  },
  ended(search, waiting) {
    for (const event of waiting) reverseOwn(search, event);
  },
  insert(_search, node) {
    addAll(node);
  },
};

function reverseOwn(search: Search, event: Event): void {
  follow(search, event, true);
  for (const { earlier, instead } of event.races) if (instead[0] !== undefined) search.demand(earlier.index, [instead[0]]);
}

const noEvents: readonly Event[] = [];

/** The steps that threads could not take before an event which changes what made them wait: as events in its place. */
function endedWaits(search: Search, event: Event): readonly Event[] {
  // Only accesses are taken to concern one thread until the contrary is found out: mostly there are none.
  if (search.index.plainCount === 0) return noEvents;
  const { enabled } = search.nodes[event.index] as SearchNode;
  const waiting = search.machine.threads.filter(
    (t) =>
      t.status === "running" &&
      t.name !== event.thread &&
      !enabled.includes(t.name) &&
      !event.created.includes(t.name) &&
      roleOf(t) !== "join", // that looks at the other thread's control block only
  );
  return waiting.flatMap((t) => {
    const footprint = optionsAt(search, event.index, t.name).touched;
    if (!search.conflict(footprint, event.footprint)) return [];
    return { ...event, thread: t.name, slot: t.index, decisions: [], footprint, mayBlock: true, plain: false, role: null, created: [] };
  });
}
