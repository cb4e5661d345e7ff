// No reduction: every enabled thread from every state. Other reductions are tested against it.
//
// `everything` is exactly that. `none` explores all interleavings of shared accesses: a step that concerns only its own thread (own-steps.ts)
// is executed at once and alone, because it commutes with all steps of others. If another thread's step turns out to conflict with it, and
// could have come first, all enabled threads are explored from that state: dynamic partial order reduction (Flanagan, Godefroid, POPL
// 2005), restricted to these steps.

import { insertAt } from "../support/lists.ts";
import { findRaces, nextStepsAt } from "./happens-before.ts";
import { isAtOwnStep, roleOf } from "./own-steps.ts";
import { type Branch, type Event, leaf, type Reduction, type Search, type SearchNode, type ThreadName } from "./search.ts";

/** The branch of each thread: it says nothing about what follows, so it is the same in all states. */
const branches = new Map<ThreadName, Branch>();

function branchOf(thread: ThreadName): Branch {
  let branch = branches.get(thread);
  if (branch === undefined) {
    branch = leaf(thread);
    branches.set(thread, branch);
  }
  return branch;
}

/** Explores these threads from a new state. */
function choose(node: SearchNode, threads: readonly ThreadName[]): void {
  node.chosen = threads;
  node.branches = threads.map(branchOf);
}

/** Explores the remaining enabled threads from a state as well. */
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
  addAlternatives(_search, node, others) {
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
    // What blocked a thread may be something that it does not read when it continues.
    for (const waiting of endedWaits(search, event)) reverseOwn(search, waiting);
  },
  ended(search, waiting) {
    for (const event of waiting) reverseOwn(search, event);
  },
  insert(_search, node) {
    addAll(node);
  },
  missRace(node) {
    if (node.own) addAll(node);
  },
};

function reverseOwn(search: Search, event: Event): void {
  findRaces(search, event, true);
  for (const { earlier, instead } of event.races) if (instead[0] !== undefined) search.demand(earlier.index, [instead[0]]);
}

const noEvents: readonly Event[] = [];

/** The steps of threads that were blocked before an event that may unblock them: as events in its place. */
function endedWaits(search: Search, event: Event): readonly Event[] {
  // Only plain accesses may wrongly be taken to concern one thread, and mostly there are none.
  if (search.index.plainCount === 0) return noEvents;
  const { enabled } = search.nodes[event.index] as SearchNode;
  const waiting = search.machine.threads.filter(
    (t) =>
      t.status === "running" &&
      t.name !== event.thread &&
      !enabled.includes(t.name) &&
      !event.created.includes(t.name) &&
      roleOf(t) !== "join", // a join reads only the other thread's control block
  );
  return waiting.flatMap((t) => {
    const footprint = nextStepsAt(search, event.index, t.name).touched;
    if (!search.conflict(footprint, event.footprint)) return [];
    return { ...event, thread: t.name, slot: t.index, decisions: [], footprint, mayBlock: true, plain: false, role: null, created: [] };
  });
}
