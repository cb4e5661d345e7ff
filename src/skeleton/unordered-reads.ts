// Whether some read may learn of a write without being ordered after it. In: a skeleton and its may-copy sets. Out: a boolean; if true, races
// must be judged by happens-before (encoding/races.ts).
//
// Usually a thread that continues because of another's write is ordered after it: by edges that the library states for locks and semaphores,
// or by release and acquire of atomics. Not so if another thread initialises or overwrites a semaphore that is waited for, or if a section
// of the program reads the library's state.

import type { Tick } from "../support/limits.ts";
import { substituteLeaf } from "../terms/substitute.ts";
import type { Terms } from "../terms/terms.ts";
import type { CellAccess } from "./cells.ts";
import { HappensBefore } from "./happens-before.ts";
import type { CellRead, MayCopy } from "./may-copy.ts";
import type { Skeleton, SkeletonEvent } from "./skeleton.ts";

export function hasUnorderedRead(terms: Terms, skeleton: Skeleton, { reads }: MayCopy, tick: Tick): boolean {
  // Program order and thread creation only: that a write ends a wait must not count as ordering here.
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
    // Fresh memory that is initialised once: a read before that is an error, unless such reads continue.
    if (!skeleton.opensReads && object.image === undefined && new Set(silent.map((w) => w.event)).size === 1) return false;
    return silent.some((w) => {
      if (w.event.thread === event.thread || order.isBefore(w.event, event)) return false;
      return isAtomic || mayAcquire(terms, skeleton, r, w);
    });
  });
}

/** Whether the step is a synchronisation of the library. */
const statesEdges = ({ acquires, releases }: SkeletonEvent): boolean => acquires.length + releases.length > 0;

/** Whether the step may acquire if it reads what the write has left. */
function mayAcquire(terms: Terms, skeleton: Skeleton, { cell }: CellRead, write: CellAccess): boolean {
  const { event, access } = cell;
  const value = write.access.content(write.from, write.size);
  const acquires = terms.and(terms.not(event.blocked), terms.any(event.acquires.map((a) => a.when)));
  if (access.value?.op !== "variable" || cell.size !== access.size || value.op !== "constant") return true;
  return substituteLeaf(terms, skeleton.expand(acquires), access.value, value) !== terms.false;
}
