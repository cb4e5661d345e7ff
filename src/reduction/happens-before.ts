// The happens-before of a run, event by event, and the races in it: pairs of conflicting steps, not ordered otherwise, that
// could have been taken the other way round.
//
// Steps that may block need care: an unlock conflicts with the lock it makes possible but can never come after it. Such an
// earlier step is passed over, and the race is sought further back (at the lock that began the section). What made the step wait
// there may be something it does not look at here, since a section goes on by what it reads: so the race is also sought
// with what the waiting step looked at, in the run without what was passed over. Whether a step
// could have been executed there, and what it would have been, is known for a plain load or store; otherwise it is found
// out by going there (once per state and thread, as long as nothing in between matters to it).

import type { Footprint } from "../execution/footprint.ts";
import { append } from "../support/lists.ts";
import { isJoinOf } from "./own-steps.ts";
import type { Event, NextSteps, Race, Search, SearchNode, ThreadName } from "./search.ts";

/**
 * Sets the event's clock and its races. It is the last event, or one that would come next. Where only some events have an
 * order (`partly`), what is said to lie between two of them may be too much: then races are taken to be reversible more often.
 */
export function follow(search: Search, event: Event, partly = false): void {
  const { index } = search;
  if (event.isExit) {
    const order: number[] = [];
    for (const e of index.events) order[e.slot] = e.index;
    event.clock = Array.from(order, (last) => last ?? -1);
    event.races = noRaces;
    return;
  }
  const before = index.previous(event)?.clock ?? nothingBefore; // program order, or the creation of the thread
  let order = before;
  let covered = before; // what is ordered before it otherwise, but for steps that cannot be reversed
  let races = noRaces;
  let earlier = index.latest(event, event.footprint, event.index, covered);
  for (; earlier !== null; earlier = index.latest(event, event.footprint, earlier.index, covered)) {
    if (!search.conflict(earlier.footprint, event.footprint)) continue;
    if (!isBefore(earlier, order)) order = join(order, earlier.clock);
    if (isJoinOf(event, earlier)) continue;
    const without = [earlier];
    const between = notAfter(index.events, without, event.index);
    const { steps, touched } = optionsInstead(search, earlier.index, between, event, partly);
    races = [...races, { earlier, without, between, instead: steps, touched }];
    if (steps.length > 0) covered = join(covered, earlier.clock);
    else races = [...races, ...racesOfWait(search, event, { without, touched, known: event.footprint }, before, partly, new Set())];
  }
  event.clock = event.hidden ? order : withSelf(order, event); // a hidden event is never asked about
  event.races = races;
}

const nothingBefore: readonly number[] = [];
const noRaces: readonly Race[] = [];

/** The event's thread waits in the run that lacks some events and what happens after them. */
interface Waiting {
  readonly without: readonly Event[];
  /** What it looks at there. */
  readonly touched: Footprint;
  /** Where races are sought anyway, with all but the last of those events in the run. */
  readonly known: Footprint;
}

/** The events of that run which made it wait, as far as it could come before them. `seen`: runs it was tried in. */
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
    if (isAfter(passed, e) && search.conflict(e.footprint, known)) continue; // without it there is not what was passed over either
    const all = [...without, e];
    const earlier = all.reduce((a, b) => (a.index < b.index ? a : b));
    const between = notAfter(index.events, all, event.index);
    const key = [earlier.index, ...between.map((b) => b.index)].join();
    if (seen.has(key)) continue;
    seen.add(key);
    const options = optionsInstead(search, earlier.index, between, event, partly);
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

/** The events after the first of some (and before `end`) that happen after none of them: they can come before them. */
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

/** What the event's thread could do from the state before event `depth`, after those of `between`. */
function optionsInstead(search: Search, depth: number, between: readonly Event[], event: Event, partly: boolean): NextSteps {
  if (event.plain) return { steps: [event], touched: event.footprint };
  if (!between.some((e) => e.thread === event.thread || e.created.includes(event.thread))) {
    const options = optionsAt(search, depth, event.thread);
    if (!between.some((e) => search.conflict(e.footprint, options.touched))) return options;
  }
  const options = search.elsewhere(depth, between, () => search.optionsOf(event.thread));
  if (!partly) return options ?? impossible();
  // What it would do does not depend on how much of what is said to lie between really does, or else nothing is known.
  const known = options !== null && !between.some((e) => e.thread !== event.thread && search.conflict(e.footprint, options.touched));
  return known ? options : { steps: [event], touched: event.footprint };
}

/** What a thread could do at a node of the present path. */
export function optionsAt(search: Search, depth: number, thread: ThreadName): NextSteps {
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
