// How many steps there are, and at which of them a unit can be executed. In: units. Out: k of TRACE, section 2, and per unit its first and last step.
//
// A unit comes after those that are certainly executed before it, and not after more steps than can come before it. Branches count once: events
// on two sides of a branch are never both executed.

import type { HappensBefore } from "../../skeleton/happens-before.ts";
import type { Tick } from "../../support/limits.ts";
import { maxOf } from "../../support/lists.ts";
import type { Term } from "../../terms/term.ts";
import { occursAt, type Unit } from "./transactions.ts";

export interface Window {
  readonly first: number;
  readonly last: number;
}

export interface Windows {
  /** The number of steps that suffice for every run. */
  readonly steps: number;
  readonly of: ReadonlyMap<Unit, Window>;
}

/** `isNarrow`: uses what comes certainly before and after a unit; otherwise a unit may be executed at any step. */
export function findWindows(units: readonly (readonly Unit[])[], order: HappensBefore, isNarrow: boolean, tick: Tick): Windows {
  const lengths = units.map((own) => longestPaths(own, order, tick));
  const longest = lengths.map((list) => maxOf(list, 0));
  const steps = longest.reduce((a, b) => a + b, 0);
  const of = new Map<Unit, Window>();
  for (const own of units)
    for (const u of own) {
      tick();
      of.set(
        u,
        isNarrow
          ? { first: countBefore(u, units, order, tick), last: maxBefore(u, units, lengths, order, tick) }
          : { first: 0, last: steps - 1 },
      );
    }
  return { steps, of };
}

/** By unit: the most units of the thread, up to this one, that one path executes. */
function longestPaths(own: readonly Unit[], order: HappensBefore, tick: Tick): number[] {
  const { terms } = order;
  const occurs = own.map((u) => occursAt(order.terms, u));
  const out: number[] = [];
  for (const [i, here] of occurs.entries()) {
    let length = 1;
    // Longer paths come from later units: the search ends when no earlier one can be longer.
    for (let j = i - 1; j >= 0; j--) {
      tick();
      if ((out[j] as number) + 1 > length && terms.and(occurs[j] as Term, here) !== terms.false) length = (out[j] as number) + 1;
    }
    out.push(length);
  }
  return out;
}

/** The units that are executed before this one whenever it is. */
function countBefore(u: Unit, units: readonly (readonly Unit[])[], order: HappensBefore, tick: Tick): number {
  let count = 0;
  for (const own of units)
    for (const v of own) {
      tick();
      if (v === u) continue;
      if (u.events.every((e) => v.events.some((f) => order.isBefore(f, e) && order.implies(e.executed, f.executed)))) count++;
    }
  return count;
}

/** The most steps that can come before this unit. */
function maxBefore(
  u: Unit,
  units: readonly (readonly Unit[])[],
  lengths: readonly (readonly number[])[],
  order: HappensBefore,
  tick: Tick,
): number {
  let count = (lengths[u.thread]?.[u.index] as number) - 1;
  for (const [thread, own] of units.entries()) {
    if (thread === u.thread) continue;
    let most = 0;
    for (const v of own) {
      tick();
      const isAfter = v.events.every((f) => u.events.every((e) => order.isBefore(e, f)));
      if (!isAfter) most = Math.max(most, lengths[thread]?.[v.index] as number);
    }
    count += most;
  }
  return count;
}
