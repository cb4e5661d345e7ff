// Dynamic partial order reduction with source sets and sleep sets (Abdulla, Aronis, Jonsson, Sagonas, POPL 2014, Algorithm 1).
//
// If a step races with an earlier one, the other order is explored from the state before the earlier one: a thread that can then come first is
// added there.

import { insertAt } from "../support/lists.ts";
import { findRaces, nextStepsAt } from "./happens-before.ts";
import { type Dependence, type Event, leaf, type Reduction, type Search, type SearchNode, type Step, type ThreadName } from "./search.ts";
import { firstAwake } from "./sleep.ts";

export const sourceSets: Reduction = {
  name: "dpor",
  sleeps: true,
  follows: "everything",

  enter(search) {
    const first = firstAwake(search);
    if (first !== undefined) choose(search.nodes[search.nodes.length - 1] as SearchNode, first);
  },

  addAlternatives(_search, node, others) {
    insertAt(
      node.branches,
      1,
      others.map((s) => leaf(s.thread, s)),
    );
  },

  executed(search, event) {
    findRaces(search, event);
    reverse(search, event);
    // The end of the process prevents further steps of other threads: explore these first as well.
    if (event.footprint.everything && !event.isExit)
      for (const t of (search.nodes[event.index] as SearchNode).enabled)
        if (t !== event.thread) for (const s of nextStepsAt(search, event.index, t).steps) search.demand(event.index, [s]);
  },

  // A thread that is blocked at the end (by a deadlock, or because the process ended) might have come first.
  ended(search, waiting) {
    for (const event of waiting) {
      findRaces(search, event);
      reverse(search, event);
    }
  },

  insert(search, node, sequence) {
    const first = initials(search, sequence);
    if (first.some((t) => node.chosen.includes(t))) return;
    const last = (sequence[sequence.length - 1] as Step).thread;
    const chosen = first.includes(last) ? last : first[0];
    if (chosen !== undefined) choose(node, chosen);
  },

  // A thread that could not have come first may have been enabled by any other.
  missRace(node, thread) {
    const first = node.enabled.includes(thread) ? [thread] : node.enabled;
    for (const t of first) if (!node.chosen.includes(t)) choose(node, t);
  },
};

function reverse(search: Search, { races }: Event): void {
  for (const { earlier, between, instead } of races) if (instead[0] !== undefined) search.demand(earlier.index, [...between, instead[0]]);
}

function choose(node: SearchNode, thread: ThreadName): void {
  node.chosen = [...node.chosen, thread];
  if (node.branches.length === 0) node.branches = [leaf(thread)];
  else node.branches.push(leaf(thread));
}

/** The initials of the sequence: threads whose first step in it could also be its first step. */
function initials(search: Dependence, sequence: readonly Step[]): ThreadName[] {
  return sequence.flatMap((step, i) => {
    const isFirst = sequence
      .slice(0, i)
      .every((s) => s.thread !== step.thread && !search.conflict(s.footprint, step.footprint) && !s.created.includes(step.thread));
    return isFirst ? [step.thread] : [];
  });
}
