// No reduction: every enabled thread from every state. The oracle.
//
// `everything` is just that. `none` counts interleavings of accesses that are shared: a step that concerns its own thread only
// (own-steps.ts) is taken at once and alone, for it commutes with whatever the others do. Where that turns out to be wrong,
// because another thread's step conflicts with it and could have come first, all enabled threads are explored from that
// state after all: dynamic partial order reduction (Flanagan, Godefroid, POPL 2005), restricted to these steps.

import { follow, optionsAt } from "./happens-before.ts";
import { isAtOwnStep, roleOf } from "./own-steps.ts";
import { type Branch, type Event, leaf, type Reduction, type Search, type SearchNode, type ThreadName } from "./search.ts";

function addAll(node: SearchNode, threads: readonly ThreadName[]): void {
  const others = node.chosen.length === 0 ? threads : threads.filter((t) => !node.chosen.includes(t));
  node.chosen = node.chosen.length === 0 ? threads : [...node.chosen, ...others];
  const branches = others.map(leafOf);
  node.branches = node.branches.length === 0 ? branches : [...node.branches, ...branches];
}

/** What there is to choose of one thread. Nothing is ever said of what follows: it is the same in all states. */
interface Choice {
  readonly branch: Branch;
  readonly alone: readonly ThreadName[];
}

const choices = new Map<ThreadName, Choice>();

function choiceOf(thread: ThreadName): Choice {
  let choice = choices.get(thread);
  if (choice === undefined) {
    choice = { branch: leaf(thread), alone: [thread] };
    choices.set(thread, choice);
  }
  return choice;
}

const leafOf = (thread: ThreadName): Branch => choiceOf(thread).branch;

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
      return addAll(node, choiceOf(t).alone);
    }
    addAll(node, node.enabled);
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
    addAll(node, node.enabled);
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
