// The happens-before of a run, event by event, and the races in it: pairs of conflicting steps, not ordered otherwise, that
// could have been taken the other way round.
//
// Steps that may block need care: an unlock conflicts with the lock it makes possible but can never come after it. Such an
// earlier step is passed over, and the race is sought further back (at the lock that began the section). Whether a step
// could have been executed there, and what it would have been, is known for a plain load or store; otherwise it is found
// out by going there (once per state and thread, as long as nothing in between matters to it).

import { bucketsOf } from "./event-index.ts";
import { isJoinOf } from "./own-steps.ts";
import type { Event, Options, Race, Search, SearchNode, Step, ThreadName } from "./search.ts";

/**
 * Sets the event's clock and its races. It is the last event, or one that would come next. Where only some events have an
 * order (`partly`), what is said to lie between two of them may be too much: then races are taken to be reversible more often.
 */
export function follow(search: Search, event: Event, partly = false): void {
  const { index } = search;
  const before = index.previous(event)?.clock ?? []; // program order, or the creation of the thread
  let order = before;
  let covered = before; // what is ordered before it otherwise, but for steps that cannot be reversed
  let races: readonly Race[] = [];
  const buckets = bucketsOf(event.footprint);
  let earlier = index.latest(event, buckets, event.index, covered);
  for (; earlier !== null; earlier = index.latest(event, buckets, earlier.index, covered)) {
    if (!search.conflict(earlier.footprint, event.footprint)) continue;
    if (!isBefore(earlier, order)) order = join(order, earlier.clock);
    if (isJoinOf(event, earlier)) continue;
    const between = notAfter(index.events, earlier, event.index);
    const instead = stepsInstead(search, earlier.index, between, event, partly);
    if (instead.length === 0) continue;
    races = [...races, { earlier, between, instead }];
    covered = join(covered, earlier.clock);
  }
  event.clock = withSelf(order, event);
  event.races = races;
}

export function isBefore(e: Event, clock: readonly number[]): boolean {
  return e.index <= (clock[e.slot] ?? -1);
}

function join(a: readonly number[], b: readonly number[]): readonly number[] {
  const [out, other] = a.length >= b.length ? [a.slice(), b] : [b.slice(), a];
  for (let i = 0; i < other.length; i++) if ((other[i] as number) > (out[i] as number)) out[i] = other[i] as number;
  return out;
}

function withSelf(clock: readonly number[], e: Event): readonly number[] {
  const out = clock.length > e.slot ? clock.slice() : Array.from({ length: e.slot + 1 }, (_, i) => clock[i] ?? -1);
  out[e.slot] = e.index;
  return out;
}

export const isAfter = (e: Event, earlier: Event): boolean => (e.clock[earlier.slot] ?? -1) >= earlier.index;

/** The events after an earlier one (and before `end`) that do not happen after it: they can come before it. */
export function notAfter(events: readonly Event[], earlier: Event, end: number): Event[] {
  const out: Event[] = [];
  for (let k = earlier.index + 1; k < end; k++) {
    const e = events[k] as Event;
    if (!isAfter(e, earlier)) out.push(e);
  }
  return out;
}

/** What the event's thread could do from the state before event `depth`, after those of `between`. */
function stepsInstead(search: Search, depth: number, between: readonly Event[], event: Event, partly: boolean): readonly Step[] {
  if (event.plain) return [event];
  if (!between.some((e) => e.thread === event.thread || e.created.includes(event.thread))) {
    // A lock before the unlock: nothing to be found out.
    if (between.length === 0 && !(search.nodes[depth] as SearchNode).enabled.includes(event.thread)) return noSteps;
    const options = optionsAt(search, depth, event.thread);
    if (!between.some((e) => search.conflict(e.footprint, options.touched))) return options.steps;
  }
  const options = search.elsewhere(depth, between, () => search.optionsOf(event.thread));
  if (!partly) return options?.steps ?? impossible();
  // What it would do does not depend on how much of what is said to lie between really does, or else nothing is known.
  const known = options !== null && !between.some((e) => e.thread !== event.thread && search.conflict(e.footprint, options.touched));
  return known ? options.steps : [event];
}

const noSteps: readonly Step[] = [];

/** What a thread could do at a node of the present path. */
export function optionsAt(search: Search, depth: number, thread: ThreadName): Options {
  const node = search.nodes[depth] as SearchNode;
  node.options ??= new Map();
  let options = node.options.get(thread);
  if (options === undefined) {
    options = search.elsewhere(depth, [], () => search.optionsOf(thread)) ?? impossible();
    node.options.set(thread, options);
  }
  return options;
}

function impossible(): never {
  throw new Error("steps that do not depend on another cannot be taken without it");
}
