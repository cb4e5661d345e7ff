// Dynamic partial order reduction with source sets and sleep sets (Abdulla, Aronis, Jonsson, Sagonas, POPL 2014, Algorithm 1).
//
// A step that conflicts with an earlier one of another thread, and is not ordered after it otherwise, races with it: the
// other order is explored from the state before the earlier one, by adding an initial of what would then come first.
// Steps that may block need care the paper leaves out: an unlock conflicts with the lock it makes possible but can never come
// after it. Such an earlier step is passed over, and the race is sought further back (at the lock that began the section).
// Whether the step could have been executed there is known from the state's enabled set, or found out by going there.

import type { Footprint } from "../execution/footprint.ts";
import type { Event, Reduction, Search, SearchNode, ThreadName } from "./search.ts";

export const sourceSets: Reduction = {
  name: "dpor",
  sleeps: true,

  enter({ nodes }) {
    const node = nodes[nodes.length - 1] as SearchNode;
    const first = node.enabled.find((t) => !node.sleep.has(t));
    if (first !== undefined) node.backtrack.add(first);
  },

  executed(search, event) {
    event.clock = withSelf(findRaces(search, event), event);
    // What ends the process cuts off whatever the others would have done: let them go first, too.
    if (event.footprint.everything) {
      const node = search.nodes[event.index] as SearchNode;
      for (const t of node.enabled) node.backtrack.add(t);
    }
  },

  // A thread that waits at the end (a deadlock, or the process ended before it got its turn) might have gone first.
  ended(search, waiting) {
    for (const event of waiting) findRaces(search, event);
  },
};

/** Finds the earlier steps an event races with, has the other order explored, and returns what happens before the event. */
function findRaces(search: Search, event: Event): readonly number[] {
  const { index } = search;
  const before = index.previous(event)?.clock ?? []; // program order, or the creation of the thread
  let order = before;
  let covered = before; // what is ordered before it otherwise, but for steps that cannot be reversed
  for (const earlier of index.candidates(event)) {
    if (earlier.thread === event.thread || !earlier.footprint.conflicts(event.footprint)) continue;
    if (!isBefore(earlier, covered)) {
      const between = notAfter(index.events, earlier, event.index);
      if (!event.mayBlock || isReversible(search, earlier.index, between, event)) {
        reverse(search.nodes[earlier.index] as SearchNode, between, event);
        covered = join(covered, earlier.clock);
      }
    }
    order = join(order, earlier.clock);
  }
  return order;
}

function isBefore(e: Event, clock: readonly number[]): boolean {
  return e.index <= (clock[e.slot] ?? -1);
}

function join(a: readonly number[], b: readonly number[]): readonly number[] {
  const out: number[] = [];
  for (let i = 0; i < Math.max(a.length, b.length); i++) out.push(Math.max(a[i] ?? -1, b[i] ?? -1));
  return out;
}

function withSelf(clock: readonly number[], e: Event): readonly number[] {
  const out = clock.slice();
  while (out.length <= e.slot) out.push(-1);
  out[e.slot] = e.index;
  return out;
}

/** The events after an earlier one (and before `end`) that do not happen after it: they can come before it. */
function notAfter(events: readonly Event[], earlier: Event, end: number): Event[] {
  const out: Event[] = [];
  for (let k = earlier.index + 1; k < end; k++) {
    const e = events[k] as Event;
    if ((e.clock[earlier.slot] ?? -1) < earlier.index) out.push(e);
  }
  return out;
}

/** Could the step be executed before event `i`, after those of `between`? */
function isReversible(search: Search, i: number, between: readonly Event[], event: Event): boolean {
  const node = search.nodes[i] as SearchNode;
  if (!between.some((e) => e.thread === event.thread || e.footprint.conflicts(event.footprint))) return node.enabled.includes(event.thread);
  const { machine } = search;
  const all = search.index.events.slice();
  for (let k = all.length; k > i; k--) machine.undo();
  for (const e of between) search.redo(e);
  const enabled = machine.threads.some((t) => t.name === event.thread && machine.isEnabled(t));
  for (let k = 0; k < between.length; k++) machine.undo();
  for (let k = i; k < all.length; k++) search.redo(all[k] as Event);
  return enabled;
}

/** Makes sure that some beginning of `between` followed by the event is explored from the node. */
function reverse(node: SearchNode, between: readonly Event[], event: Event): void {
  const initials: ThreadName[] = [];
  const seen: { thread: ThreadName; footprint: Footprint }[] = [];
  for (const e of [...between, event]) {
    if (
      !seen.some((s) => s.thread === e.thread || s.footprint.conflicts(e.footprint)) &&
      !between.some((b) => b !== e && b.index < e.index && b.created.includes(e.thread))
    )
      initials.push(e.thread);
    seen.push(e);
  }
  if (initials.some((t) => node.backtrack.has(t))) return;
  const chosen = initials.includes(event.thread) ? event.thread : initials[0];
  if (chosen !== undefined) node.backtrack.add(chosen);
}
