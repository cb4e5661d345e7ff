// The order of stores that no read can tell (reads-from equivalence at its coarsest).
//
// Two executions in which every read takes its value from the same write agree on all that threads compute, on which data races and
// errors there are, and on who waits for what. So two plain stores to one place commute unless some step looks there after
// both, while nothing else orders them. That is found out on the way: stores are taken to commute until a step looks at a place whose
// last store is not ordered after all the others; from then on the order of stores to that place matters, and the search begins
// again. In the last search no step of any run explored could tell, and hence none of any run: up to the first such
// look, the program behaves as one whose places hold sets of stores, partially ordered, which do commute.
// Only the memory that is left at the end may differ: what is judged by that (leaks) needs another reduction.

import type { Footprint } from "../execution/footprint.ts";
import { isBefore } from "./happens-before.ts";
import type { Event, Search } from "./search.ts";

/** Bytes per place. */
const grain = 4;

export class Observation {
  /** Places where the order of stores matters. */
  readonly #observed = new Set<number>();

  /** Do two steps of different threads not commute? */
  readonly conflict = (a: Footprint, b: Footprint): boolean => {
    if (!a.conflicts(b)) return false;
    return !a.blind || !b.blind || common(a, b).some((place) => this.#observed.has(place));
  };

  /** A step was taken, or could not be. False: it can tell an order that was thought not to matter, but does from now on. */
  admits(search: Search, event: Event): boolean {
    if (event.footprint.blind) return true;
    const last = new Map<number, Event>();
    let admitted = true;
    for (const store of search.index.candidates(event)) {
      if (!store.footprint.blind || !looksAt(event.footprint, store.footprint)) continue;
      for (const place of placesOf(store.footprint)) {
        const later = last.get(place);
        if (later === undefined) last.set(place, store);
        else if (later.thread !== store.thread && !isBefore(store, later.clock)) {
          this.#observed.add(place);
          admitted = false;
        }
      }
    }
    return admitted;
  }
}

/** Does a step touch what a store wrote? The end of the process, though it comes after everything, looks at nothing. */
function looksAt(f: Footprint, store: Footprint): boolean {
  const [start, end] = [store.starts[0] as number, store.ends[0] as number];
  for (let i = 0; i < f.count; i++) if ((f.starts[i] as number) < end && start < (f.ends[i] as number)) return true;
  return false;
}

/** Of a plain store: one range. */
function placesOf(f: Footprint): number[] {
  const first = Math.floor((f.starts[0] as number) / grain);
  const last = Math.floor(((f.ends[0] as number) - 1) / grain);
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

function common(a: Footprint, b: Footprint): number[] {
  const places = placesOf(b);
  return placesOf(a).filter((p) => places.includes(p));
}
