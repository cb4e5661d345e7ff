// Optimal dynamic partial order reduction with wake-up trees (Abdulla, Aronis, Jonsson, Sagonas, POPL 2014 and JACM 2017, Algorithm 2): exactly
// one complete run per Mazurkiewicz trace, and no run that ends because all steps are asleep.
//
// At the end of a run each race in it is reversed: the steps that do not happen after the earlier one, and then the later one's, are to be
// explored from the state before. Such a sequence is inserted into that state's tree of branches, unless what is asleep there, or already in
// the tree, leads to it. The whole run is known by then, so all that is asleep wakes up on the way, and no run is started in vain.
//
// Two points go beyond the paper. A thread's step may have alternatives with other decisions: these are sequences of length one from the same
// state, and a sequence that one alternative covers need not be covered by another. And the reversed step is what the thread would really do
// there, which may be more or less than what it did in this run (for example, a lock taken in place of a failed trylock).

import type { Footprint } from "../execution/footprint.ts";
import { findRaces, isAfter, nextStepsAt, notAfter } from "./happens-before.ts";
import {
  type Branch,
  type Dependence,
  type Event,
  leaf,
  type Race,
  type Reduction,
  type Search,
  type SearchNode,
  type Step,
  sameDecisions,
  type ThreadName,
} from "./search.ts";
import { firstAwake } from "./sleep.ts";

export const wakeupTrees: Reduction = {
  name: "optimal",
  sleeps: true,
  passesOn: true,
  sleepCovers: true,
  follows: "everything",

  enter(search) {
    const first = firstAwake(search);
    if (first !== undefined) (search.nodes[search.nodes.length - 1] as SearchNode).branches = [leaf(first)];
  },

  addAlternatives(search, _node, others) {
    for (const step of others) search.demand(search.nodes.length - 1, [step]);
  },

  executed(search, event) {
    findRaces(search, event);
  },

  ended(search, waiting) {
    const { events } = search.index;
    for (const e of events) for (const race of e.races) reverse(search, race, e);
    for (const e of waiting) {
      findRaces(search, e);
      for (const race of e.races) reverse(search, race, e);
    }
    // The end of the process prevents further steps of other threads: explore these first as well.
    const last = events[events.length - 1];
    if (last?.footprint.everything && !last.isExit)
      for (const t of (search.nodes[last.index] as SearchNode).enabled)
        if (t !== last.thread) for (const step of nextStepsAt(search, last.index, t).steps) search.demand(last.index, [step]);
  },

  insert(search, node, sequence) {
    const threads = new Set(sequence.map((step) => step.thread));
    for (const s of node.sleep)
      if (threads.has(s.thread) ? without(search, s, sequence) !== null : canAllComeFirst(search, s, node.sleep, sequence)) return;
    if (node.done.some((s) => threads.has(s.thread) && without(search, s, sequence) !== null)) return;
    insertInto(search, node.branches, node.sleep, sequence, threads);
  },

  // The sequence that would reverse the race is not known: everything is explored from the node. The step no longer sleeps there: races that were to be found after it would
  // have inserted what it covers.
  missRace(node, _thread, step) {
    if (node.sleep.includes(step)) {
      node.sleep = node.sleep.filter((s) => s !== step);
      node.done = [...node.done, step];
    }
    const isThere = (t: ThreadName): boolean => [...node.branches, ...node.sleep, ...node.done].some((s) => s.thread === t);
    for (const t of node.enabled) if (!isThere(t)) node.branches.push(leaf(t));
  },
};

/**
 * Demands that the later step comes before the earlier one. Later events that do not happen after the earlier one can come before both, and may
 * change what the step does. So the step is demanded before each of these events with which it conflicts, and after the last; if it is
 * blocked, one of them may unblock it. (If it were only demanded at once, the earlier step would seem to cover the runs in which these events
 * come before it: it commutes with them, but not with the step that they change.)
 */
function reverse(search: Search, { earlier, without, between, instead, touched: atOnce }: Race, later: Event): void {
  const { events } = search.index;
  if (instead.length === 0 && !canChange(search, atOnce, without, later)) return;
  let before = between;
  let after = notAfter(events, without, events.length).filter((e) => e.index > later.index);
  let steps = instead;
  let touched = steps.length === 0 ? [atOnce] : steps.map((step) => step.footprint);
  for (;;) {
    for (const step of steps) search.demand(earlier.index, [...before, step, ...unaffected(search, step, after)]);
    const next = later.plain ? -1 : after.findIndex((e) => touched.some((f) => search.conflict(e.footprint, f)));
    if (next < 0) return;
    before = [...before, ...after.slice(0, next + 1)];
    after = after.slice(next + 1);
    const options = search.askElsewhere(earlier.index, before, () => search.nextStepsOf(later.thread));
    if (options === null) throw new Error("steps that do not depend on another cannot be taken without it");
    steps = options.steps;
    touched = [options.touched];
  }
}

/** Whether an event after the step changes what it reads, and can come before it. Mostly there is none, as for a lock. */
function canChange(search: Search, touched: Footprint, without: readonly Event[], later: Event): boolean {
  const { events } = search.index;
  for (let k = later.index + 1; k < events.length; k++) {
    const e = events[k] as Event;
    if (search.conflict(e.footprint, touched) && !without.some((w) => isAfter(e, w))) return true;
  }
  return false;
}

/** The events that depend neither on the step nor on an event that does. */
function unaffected(search: Search, step: Step, events: readonly Event[]): Event[] {
  const out: Event[] = [];
  const affected: Event[] = [];
  for (const e of events) {
    if (e.thread === step.thread || search.conflict(e.footprint, step.footprint) || affected.some((a) => isAfter(e, a))) affected.push(e);
    else out.push(e);
  }
  return out;
}

/** Inserts a sequence into a tree of branches. `asleep`: what is already explored, besides the branches. */
function insertInto(
  search: Dependence,
  branches: Branch[],
  asleep: readonly Step[],
  sequence: readonly Step[],
  threads: ReadonlySet<ThreadName>,
): void {
  for (const b of branches) {
    if (threads.has(b.thread)) {
      const rest = without(search, b, sequence);
      if (rest === null) continue;
      if (b.branches.length > 0 && rest.length > 0) insertInto(search, b.branches, [], rest, new Set(rest.map((step) => step.thread)));
      return;
    }
    if (!canAllComeFirst(search, b, [...asleep, ...branches], sequence)) continue;
    // The sequence can follow every alternative of the thread.
    for (const other of branches)
      if (other.thread === b.thread && other.branches.length > 0) insertInto(search, other.branches, [], sequence, threads);
    return;
  }
  let into = branches;
  for (const step of sequence) {
    const branch = leaf(step.thread, step);
    into.push(branch);
    into = branch.branches;
  }
}

/** For a thread without a step in the sequence: whether every alternative of its next step can come first, and all of them are known. */
function canAllComeFirst(search: Dependence, one: Step | Branch, known: readonly (Step | Branch)[], sequence: readonly Step[]): boolean {
  if (one.alternatives === 1) return without(search, one, sequence) !== null;
  let count = 0;
  for (const other of known) if (other.thread === one.thread && without(search, other, sequence) !== null) count++;
  return count === one.alternatives;
}

/** If the step is a weak initial of the sequence (a run that begins with the sequence can also begin with the step): the sequence without it; otherwise null. */
function without(search: Dependence, first: Step | Branch, sequence: readonly Step[]): readonly Step[] | null {
  for (const [i, step] of sequence.entries()) {
    if (step.thread === first.thread) return sameDecisions(step.decisions, first.decisions) ? sequence.toSpliced(i, 1) : null;
    // A branch whose footprint is not known yet is the only one of its node: it covers everything below.
    if (first.footprint === null || search.conflict(step.footprint, first.footprint) || step.created.includes(first.thread)) return null;
  }
  return sequence;
}
