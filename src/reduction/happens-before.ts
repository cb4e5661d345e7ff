// Happens-before of a run, event by event, and its reversible races: pairs of conflicting steps, not ordered otherwise, that could have been
// executed in the other order (Abdulla et al., POPL 2014). In: the run, and its last event. Out: the event's clock and races.
//
// Steps that may block need care: an unlock conflicts with the lock that it enables but can never come after it. Such an earlier step is
// skipped, and the race is sought further back (at the lock operation that began the hold). What blocks the step there may be something that
// it does not read here, because a section continues by what it reads: so the race is also sought with what the blocked step read, in the run
// without the skipped steps. Whether a step could have been executed there, and what it would have been, is known for a plain load or store;
// otherwise the search goes there and asks (once per state and thread, as long as nothing in between affects it).

import type { Footprint } from "../execution/footprint.ts";
import { append } from "../support/lists.ts";
import { isJoinOf } from "./own-steps.ts";
import type { Event, NextSteps, Race, Search, SearchNode, ThreadName } from "./search.ts";

/**
 * Sets the clock and the races of an event: the last one, or one that would come next. `partly`: only some events have clocks, so that more
 * than necessary may seem to lie between two events: then more races are taken to be reversible.
 */
export function findRaces(search: Search, event: Event, partly = false): void {
  const { index } = search;
  if (event.isExit) {
    const order: number[] = [];
    for (const e of index.events) order[e.slot] = e.index;
    event.clock = Array.from(order, (last) => last ?? -1);
    event.races = noRaces;
    return;
  }
  const before = index.previous(event)?.clock ?? nothingBefore; // program order, or thread creation
  let order = before;
  let covered = before; // ordered before the event, not counting steps that cannot be reversed
  let races = noRaces;
  let earlier = index.latest(event, event.footprint, event.index, covered);
  for (; earlier !== null; earlier = index.latest(event, event.footprint, earlier.index, covered)) {
    if (!search.conflict(earlier.footprint, event.footprint)) continue;
    if (!isBefore(earlier, order)) order = join(order, earlier.clock);
    if (isJoinOf(event, earlier)) continue;
    const without = [earlier];
    const between = notAfter(index.events, without, event.index);
    const { steps, touched } = nextStepsInstead(search, earlier.index, between, event, partly);
    races = [...races, { earlier, without, between, instead: steps, touched }];
    if (steps.length > 0) covered = join(covered, earlier.clock);
    else races = [...races, ...racesOfWait(search, event, { without, touched, known: event.footprint }, before, partly, new Set())];
  }
  event.clock = event.hidden ? order : withSelf(order, event); // no later event asks about a hidden one
  event.races = races;
}

const nothingBefore: readonly number[] = [];
const noRaces: readonly Race[] = [];

/** The event's thread is blocked in the run without some events and all that happen after them. */
interface Waiting {
  readonly without: readonly Event[];
  /** What it reads there. */
  readonly touched: Footprint;
  /** The footprint with which races are sought anyway, in the run that lacks all but the last of those events. */
  readonly known: Footprint;
}

/** Races with the events that block the step in that run, if the step could come before them. `seen`: runs that were tried. */
function racesOfWait(
  search: Search,
  event: Event,
  waiting: Waiting,
  before: readonly number[],
  partly: boolean,
  seen: Set<string>,
): Race[] {
  const { index } = search;
  const { without, touched, known } = waiting;
  const passed = without[without.length - 1] as Event;
  const races: Race[] = [];
  let covered = before;
  let cause = index.latest(event, touched, event.index, covered);
  for (; cause !== null; cause = index.latest(event, touched, cause.index, covered)) {
    const e = cause;
    if (!search.conflict(e.footprint, touched) || without.some((w) => isAfter(e, w)) || isJoinOf(event, e)) continue;
    if (isAfter(passed, e) && search.conflict(e.footprint, known)) continue; // without it, the skipped event does not occur either
    const all = [...without, e];
    const earlier = all.reduce((a, b) => (a.index < b.index ? a : b));
    const between = notAfter(index.events, all, event.index);
    const key = [earlier.index, ...between.map((b) => b.index)].join();
    if (seen.has(key)) continue;
    seen.add(key);
    const options = nextStepsInstead(search, earlier.index, between, event, partly);
    races.push({ earlier, without: all, between, instead: options.steps, touched: options.touched });
    if (options.steps.length > 0) covered = join(covered, e.clock);
    else append(races, racesOfWait(search, event, { without: all, touched: options.touched, known: touched }, before, partly, seen));
  }
  return races;
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
  if (clock.length > e.slot) {
    const out = clock.slice();
    out[e.slot] = e.index;
    return out;
  }
  const out = new Array<number>(e.slot + 1).fill(-1);
  for (let i = 0; i < clock.length; i++) out[i] = clock[i] as number;
  out[e.slot] = e.index;
  return out;
}

export const isAfter = (e: Event, earlier: Event): boolean => (e.clock[earlier.slot] ?? -1) >= earlier.index;

/** The events after the first of `some` (and before `end`) that do not happen after any of them: they can come before them. */
export function notAfter(events: readonly Event[], some: readonly Event[], end: number): Event[] {
  const out: Event[] = [];
  let first = end;
  for (const s of some) if (s.index < first) first = s.index;
  for (let k = first + 1; k < end; k++) {
    const e = events[k] as Event;
    let isFree = true;
    for (const s of some) if (isAfter(e, s)) isFree = false;
    if (isFree) out.push(e);
  }
  return out;
}

/** What the event's thread could do in the state before event `depth`, after the events `between`. */
function nextStepsInstead(search: Search, depth: number, between: readonly Event[], event: Event, partly: boolean): NextSteps {
  if (event.plain) return { steps: [event], touched: event.footprint };
  if (!between.some((e) => e.thread === event.thread || e.created.includes(event.thread))) {
    const options = nextStepsAt(search, depth, event.thread);
    if (!between.some((e) => search.conflict(e.footprint, options.touched))) return options;
  }
  const options = search.askElsewhere(depth, between, () => search.nextStepsOf(event.thread));
  if (!partly) return options ?? impossible();
  // If an event between affects what the thread would do, nothing is known: it need not really lie between.
  const known = options !== null && !between.some((e) => e.thread !== event.thread && search.conflict(e.footprint, options.touched));
  return known ? options : { steps: [event], touched: event.footprint };
}

/** What a thread could do at a node of the current run. Remembered in the node. */
export function nextStepsAt(search: Search, depth: number, thread: ThreadName): NextSteps {
  const node = search.nodes[depth] as SearchNode;
  node.options ??= new Map();
  let options = node.options.get(thread);
  if (options === undefined) {
    options = search.askElsewhere(depth, [], () => search.nextStepsOf(thread)) ?? impossible();
    node.options.set(thread, options);
  }
  return options;
}

function impossible(): never {
  throw new Error("steps that do not depend on another cannot be taken without it");
}
