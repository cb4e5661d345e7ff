// Reads that certainly have several visible writes. In: a read, and the writes that may be to its cell. Out: whether two of them are visible, however
// much is known of conditions. Such a read orders nothing: the search for an order (may-copy.ts) need not look at it.

import type { Tick } from "../support/limits.ts";
import type { CellAccess } from "./cells.ts";
import type { HappensBefore } from "./happens-before.ts";
import type { MadeWrite } from "./writes-by-cell.ts";

/**
 * A write is hidden by one that comes after it and before the read, or by a lock that read and write share (hidden-writes.ts). Neither of
 * two writes that are found here is. `isUseful`: the write may be seen as far as its value says.
 */
export function seesSeveral(
  order: HappensBefore,
  { event, at, made }: CellAccess,
  writes: readonly MadeWrite[],
  isUseful: (write: CellAccess) => boolean,
  tick: Tick,
): boolean {
  if (typeof at !== "number") return false;
  const isBeforeRead = order.beforeAllOf([event]);
  const earlier = [event];
  for (const { write } of writes) if (write.event !== event && isBeforeRead(write.event)) earlier.push(write.event);
  const isEarly = order.beforeSomeOf(earlier);
  let found = 0;
  for (const { write, when } of writes) {
    tick();
    if (write.event === event || write.at !== at || isEarly(write.event) || order.isBefore(event, write.event)) continue;
    if (write.event.holds.some((lock) => event.holds.includes(lock))) continue;
    if (order.terms.excludes(made, when) || !isUseful(write)) continue;
    if (++found === 2) return true;
  }
  return false;
}
