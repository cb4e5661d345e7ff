// Groups the accesses of a skeleton by the object they may go to. In: events. Out: per object its uses, in the order of events. Locks, what
// they guard, how holds exclude each other, and the cells of an object are all found from the uses of one object.

import type { Term } from "../terms/term.ts";
import type { Access, SharedObject, SkeletonEvent } from "./skeleton.ts";
import { placesOf, type Spread } from "./spread.ts";

export interface Use {
  readonly event: SkeletonEvent;
  readonly access: Access;
  readonly offset: number | Term;
  readonly places: Spread;
  /** The access goes to this object, given that it is executed. */
  readonly when: Term;
}

export function usesByObject(events: readonly SkeletonEvent[]): Map<SharedObject, Use[]> {
  const uses = new Map<SharedObject, Use[]>();
  for (const event of events)
    for (const access of event.accesses) {
      if (access.raceOnly) continue;
      for (const target of access.targets) {
        const { object, offset, when } = target;
        const use = { event, access, offset, places: placesOf(target, access.size), when };
        const list = uses.get(object);
        if (list === undefined) uses.set(object, [use]);
        else list.push(use);
      }
    }
  return uses;
}
