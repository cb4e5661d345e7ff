// Stores whose order no read observes commute. In: the events of a search. Out: a conflict relation that is weaker than that of footprints.
//
// Two executions in which every read sees the same write agree on all that threads compute, on data races and errors, and on which threads
// wait. So two plain stores to one location commute, unless a step reads there after both while nothing else orders them. The search finds
// that out as it goes: stores are taken to commute until a step reads a location whose last store is not ordered after all others. From then
// on the order of stores to that location matters, and the search starts again. In the last search no step of any explored run observes such
// an order, and hence none of any run: up to the first such read the program behaves like one whose locations hold partially ordered sets of
// stores, which do commute. Only final memory may differ: properties that depend on it (leaks) need another reduction.

import type { Footprint } from "../execution/footprint.ts";
import { isBefore } from "./happens-before.ts";
import type { Event, Search } from "./search.ts";

/** Locations are tracked in units of this size. */
const bytesPerLocation = 4;

export class Observation {
  /** Locations where the order of stores matters. */
  readonly #observed = new Set<number>();

  /** Whether two steps of different threads may not commute. */
  readonly conflict = (a: Footprint, b: Footprint): boolean => {
    if (!a.conflicts(b)) return false;
    return !a.blind || !b.blind || findCommon(a, b).some((location) => this.#observed.has(location));
  };

  /** Called when a step is executed, or is found blocked. Returns false if it observes an order of stores that so far did not matter; from now on it does. */
  admits(search: Search, event: Event): boolean {
    if (event.footprint.blind) return true;
    const last = new Map<number, Event>();
    let admitted = true;
    for (const store of search.index.candidates(event)) {
      if (!store.footprint.blind || !touches(event.footprint, store.footprint)) continue;
      for (const location of locationsOf(store.footprint)) {
        const later = last.get(location);
        if (later === undefined) last.set(location, store);
        else if (later.thread !== store.thread && !isBefore(store, later.clock)) {
          this.#observed.add(location);
          admitted = false;
        }
      }
    }
    return admitted;
  }
}

/** Whether a step touches what a store wrote. The end of the process, though it comes after everything, reads nothing. */
function touches(f: Footprint, store: Footprint): boolean {
  const [start, end] = [store.starts[0] as number, store.ends[0] as number];
  for (let i = 0; i < f.count; i++) if ((f.starts[i] as number) < end && start < (f.ends[i] as number)) return true;
  return false;
}

/** The locations of a plain store, which has one range. */
function locationsOf(f: Footprint): number[] {
  const first = Math.floor((f.starts[0] as number) / bytesPerLocation);
  const last = Math.floor(((f.ends[0] as number) - 1) / bytesPerLocation);
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

function findCommon(a: Footprint, b: Footprint): number[] {
  const locations = locationsOf(b);
  return locationsOf(a).filter((p) => locations.includes(p));
}
