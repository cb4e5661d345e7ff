// Waits that may be ended by a write that orders nothing. A lock or a semaphore orders by edges that the library states: what lets a thread go on comes
// from a step that releases. Not so if another thread initialises the object meanwhile, or writes over it: then a thread learns of another
// without being ordered after it, and whether accesses race is not a matter of being next to each other (races.ts). In: who may read from whom.

import { substitute } from "../terms/substitute.ts";
import type { Terms } from "../terms/terms.ts";
import type { Part } from "./cells.ts";
import { HappensBefore } from "./happens-before.ts";
import type { Heed } from "./limits.ts";
import type { MayCopy, ReadPart } from "./may-copy.ts";
import type { Skeleton } from "./skeleton.ts";

export function hearsUnannounced(terms: Terms, skeleton: Skeleton, { reads }: MayCopy, heed: Heed): boolean {
  // The order of threads and their creation alone: that a wait is ended by the write does not order it, that is the point.
  const order = new HappensBefore(terms, skeleton, heed);
  return reads.some((r) => {
    heed();
    const { event } = r.part;
    if (!event.section || event.acquires.length === 0) return false;
    const silent = r.candidates.flatMap(({ write }) => (write !== null && isSilent(write) ? [write] : []));
    // Fresh memory that is initialised once: whoever comes before that reads what nobody has written.
    if (r.part.object.image === undefined && new Set(silent.map((w) => w.event)).size === 1) return false;
    return silent.some((w) => w.event.thread !== event.thread && !order.isBefore(w.event, event) && mayAcquire(terms, skeleton, r, w));
  });
}

/** The step is no synchronisation: it states no edge, neither way. */
const isSilent = ({ event, access }: Part): boolean => !access.undefined && event.acquires.length + event.releases.length === 0;

/** The step goes the way that acquires, with what the write has left. */
function mayAcquire(terms: Terms, skeleton: Skeleton, { part }: ReadPart, write: Part): boolean {
  const { event, access } = part;
  const value = write.access.content(write.from, write.size);
  const acquires = terms.and(terms.not(event.blocked), terms.any(event.acquires.map((a) => a.when)));
  if (access.value?.op !== "variable" || part.size !== access.size || value.op !== "constant") return true;
  return substitute(terms, skeleton.expand(acquires), (leaf) => (leaf === access.value ? value : null)) !== terms.false;
}
