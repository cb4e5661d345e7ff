// Reads that may tell of a write that orders nothing. A lock or a semaphore orders by edges that the library states, an atomic by release and acquire: what
// lets a thread go on comes from a step that publishes. Not so if another thread initialises a semaphore that is waited for, or writes over
// it, or if a section of the program's looks into what the library keeps there: then a thread learns of another without being ordered after it, and
// whether accesses race is not a matter of being next to each other (races.ts). In: who may read from whom.

import type { Tick } from "../support/limits.ts";
import { substitute } from "../terms/substitute.ts";
import type { Terms } from "../terms/terms.ts";
import type { CellAccess } from "./cells.ts";
import { HappensBefore } from "./happens-before.ts";
import type { CellRead, MayCopy } from "./may-copy.ts";
import type { Skeleton, SkeletonEvent } from "./skeleton.ts";

export function hasUnorderedRead(terms: Terms, skeleton: Skeleton, { reads }: MayCopy, tick: Tick): boolean {
  // The order of threads and their creation alone: that a wait is ended by the write does not order it, that is the point.
  const order = new HappensBefore(terms, skeleton, tick);
  return reads.some((r) => {
    tick();
    const { event, access, object, at } = r.cell;
    const isAtomic = access.orders !== terms.false;
    const acquires = event.section && event.acquires.length > 0;
    if ((!isAtomic && !acquires) || at === object.size) return false;
    const isSilent = ({ access: a, event: e }: CellAccess): boolean =>
      !a.undefined && (!acquires || !statesEdges(e)) && (!isAtomic || (a.atomic && a.orders === terms.false));
    const silent = r.visibleWrites.flatMap(({ write }) => (write !== null && isSilent(write) ? [write] : []));
    // Fresh memory that is initialised once: a read before that is an error, unless it continues with what is there.
    if (!skeleton.opensReads && object.image === undefined && new Set(silent.map((w) => w.event)).size === 1) return false;
    return silent.some((w) => {
      if (w.event.thread === event.thread || order.isBefore(w.event, event)) return false;
      return isAtomic || mayAcquire(terms, skeleton, r, w);
    });
  });
}

/** The step is one of the library's synchronisation. */
const statesEdges = ({ acquires, releases }: SkeletonEvent): boolean => acquires.length + releases.length > 0;

/** The step goes the way that acquires, with what the write has left. */
function mayAcquire(terms: Terms, skeleton: Skeleton, { cell }: CellRead, write: CellAccess): boolean {
  const { event, access } = cell;
  const value = write.access.content(write.from, write.size);
  const acquires = terms.and(terms.not(event.blocked), terms.any(event.acquires.map((a) => a.when)));
  if (access.value?.op !== "variable" || cell.size !== access.size || value.op !== "constant") return true;
  return substitute(terms, skeleton.expand(acquires), (leaf) => (leaf === access.value ? value : null)) !== terms.false;
}
