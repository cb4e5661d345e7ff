// Compares may-copy sets with a run: what each read saw must be among its visible writes.

import type { MayCopy, VisibleWrite } from "../../../src/skeleton/may-copy.ts";
import type { SkeletonEvent } from "../../../src/skeleton/skeleton.ts";
import type { Term } from "../../../src/terms/term.ts";
import type { Values } from "./values.ts";

/** Reads of a run that saw a write which is not among their visible writes, or was overwritten by one that is not a rival. */
export function missed(values: Values, copies: MayCopy, run: readonly SkeletonEvent[]): string[] {
  const faults: string[] = [];
  const holds = (t: Term): boolean => values.of(t) === 1n;
  for (const r of copies.reads) {
    const place = run.indexOf(r.cell.event);
    if (place < 0 || !holds(r.when)) continue;
    const writes = copies.writes.get(r.cell.object.id) ?? [];
    const there = writes
      .filter((w) => w.at === r.cell.at && run.indexOf(w.event) >= 0 && run.indexOf(w.event) < place && holds(w.when))
      .sort((a, b) => run.indexOf(a.event) - run.indexOf(b.event));
    const seen = there.at(-1) ?? null;
    if (!r.visibleWrites.some((c) => c.write === seen && holds(c.when)))
      faults.push(`e${r.cell.event.id} sees ${seen?.event.id ?? "start"}`);
    // A visible write before the read that is not the last one must have a rival that excludes it.
    for (const c of r.visibleWrites) {
      if (c.write === seen || (c.write !== null && !there.includes(c.write))) continue;
      const from = c.write === null ? -1 : run.indexOf(c.write.event);
      const between = (v: VisibleWrite): boolean =>
        v.write !== null && there.includes(v.write) && holds(v.when) && run.indexOf(v.write.event) > from;
      if (!r.rivals.some(between)) faults.push(`e${r.cell.event.id} might see ${c.write?.event.id ?? "start"}`);
    }
  }
  return faults;
}
