// Optimal dynamic partial order reduction with wake-up trees (Abdulla, Aronis, Jonsson, Sagonas, POPL 2014 and JACM 2017,
// Algorithm 2): exactly one complete run per Mazurkiewicz trace, and no run that ends because all is asleep.
//
// At the end of a run each race in it is reversed: the steps that do not happen after the earlier one, then the later one's, are
// to be explored from the state before. Such a sequence is put into that state's tree of branches unless what is
// asleep there, or in the tree already, leads to it. Since the whole run is known by then, all that is asleep wakes up on the
// way, and no run is begun in vain. Two points go beyond the paper: a thread's step may be open to decisions, whose other
// outcomes are sequences of length one from the same state, and what one way of deciding leads to the others need not; and the
// reversed step is what the thread would really do there, which may be more or less than what it did in this run (a lock taken in
// place of a failed trylock).

import type { Footprint } from "../execution/footprint.ts";
import { follow, isAfter, notAfter, optionsAt } from "./happens-before.ts";
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
  follows: "everything",

  enter(search) {
    const first = firstAwake(search);
    if (first !== undefined) (search.nodes[search.nodes.length - 1] as SearchNode).branches = [leaf(first)];
  },

  decides(search, _node, others) {
    for (const step of others) search.demand(search.nodes.length - 1, [step]);
  },

  executed(search, event) {
    follow(search, event);
  },

  ended(search, waiting) {
    const { events } = search.index;
    for (const e of events) for (const race of e.races) reverse(search, race, e);
    for (const e of waiting) {
      follow(search, e);
      for (const race of e.races) reverse(search, race, e);
    }
    // The end of the process cuts off what the others would have done: explore them first as well.
    const last = events[events.length - 1];
    if (last?.footprint.everything && !last.isExit)
      for (const t of (search.nodes[last.index] as SearchNode).enabled)
        if (t !== last.thread) for (const step of optionsAt(search, last.index, t).steps) search.demand(last.index, [step]);
  },

  insert(search, node, sequence) {
    const threads = new Set(sequence.map((step) => step.thread));
    for (const s of node.sleep)
      if (threads.has(s.thread) ? without(search, s, sequence) !== null : canAllComeFirst(search, s, node.sleep, sequence)) return;
    insertInto(search, node.branches, node.sleep, sequence, threads);
  },
};

/**
 * The later step before the earlier one. What else happens in the run and not after the earlier one can come before both: what the
 * step is then may be another thing than what it is at once. It is demanded before each of those events that it conflicts
 * with, and after the last; where it must wait, one of those may let it go on. (If it only came first, the earlier step would be thought to cover the others coming before it:
 * it does commute with them, but not with the step that they change.)
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
    const options = search.elsewhere(earlier.index, before, () => search.optionsOf(later.thread));
    if (options === null) throw new Error("steps that do not depend on another cannot be taken without it");
    steps = options.steps;
    touched = [options.touched];
  }
}

/** Is there an event behind a step that changes what it looks at, and can come before it? Mostly there is none, as for a lock. */
function canChange(search: Search, touched: Footprint, without: readonly Event[], later: Event): boolean {
  const { events } = search.index;
  for (let k = later.index + 1; k < events.length; k++) {
    const e = events[k] as Event;
    if (search.conflict(e.footprint, touched) && !without.some((w) => isAfter(e, w))) return true;
  }
  return false;
}

/** The events that do not depend on a step, nor on one that does. */
function unaffected(search: Search, step: Step, events: readonly Event[]): Event[] {
  const out: Event[] = [];
  const affected: Event[] = [];
  for (const e of events) {
    if (e.thread === step.thread || search.conflict(e.footprint, step.footprint) || affected.some((a) => isAfter(e, a))) affected.push(e);
    else out.push(e);
  }
  return out;
}

/** `asleep`: what is explored already, besides the branches. */
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
    // Whichever way the thread decides, the sequence can follow.
    for (const way of branches)
      if (way.thread === b.thread && way.branches.length > 0) insertInto(search, way.branches, [], sequence, threads);
    return;
  }
  let into = branches;
  for (const step of sequence) {
    const branch = leaf(step.thread, step);
    into.push(branch);
    into = branch.branches;
  }
}

/** A thread that has no step in the sequence: can it take its next one first, whichever way it decides, and are all these ways known? */
function canAllComeFirst(search: Dependence, one: Step | Branch, known: readonly (Step | Branch)[], sequence: readonly Step[]): boolean {
  if (one.ways === 1) return without(search, one, sequence) !== null;
  let ways = 0;
  for (const other of known) if (other.thread === one.thread && without(search, other, sequence) !== null) ways++;
  return ways === one.ways;
}

/** If a run that begins with the sequence can as well begin with the step (a weak initial): the sequence without it; else null. */
function without(search: Dependence, first: Step | Branch, sequence: readonly Step[]): readonly Step[] | null {
  for (const [i, step] of sequence.entries()) {
    if (step.thread === first.thread) return sameDecisions(step.decisions, first.decisions) ? sequence.toSpliced(i, 1) : null;
    // A branch whose footprint is not known yet is the only one of its node: it stands for everything below.
    if (first.footprint === null || search.conflict(step.footprint, first.footprint) || step.created.includes(first.thread)) return null;
  }
  return sequence;
}
