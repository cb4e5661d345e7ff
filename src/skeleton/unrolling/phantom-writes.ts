// What a region may write, as the end of its phantom edge writes it. In: all its writes. Out: the same places, each once, in groups that a step can make:
// no two writes of a group overlap in an unknown way.

import type { Target } from "../skeleton.ts";
import { unite, type ValueSet } from "../value-set.ts";

/** A write of any of some values; null: of any value. */
export interface EdgeWrite {
  readonly target: Target;
  readonly size: number;
  readonly values: ValueSet;
}

/** The first group has the fixed places; every other place has a group of its own, because it may be any of these. */
export function joinWrites(writes: readonly EdgeWrite[]): readonly (readonly EdgeWrite[])[] {
  const fixed = new Map<number, EdgeWrite[]>();
  const others: EdgeWrite[][] = [];
  for (const w of writes) {
    if (typeof w.target.offset !== "number") others.push([w]);
    else {
      const list = fixed.get(w.target.object.id);
      if (list === undefined) fixed.set(w.target.object.id, [w]);
      else list.push(w);
    }
  }
  return [[...fixed.values()].flatMap(cutAtBounds), ...others];
}

/** Writes to fixed places of one object, as pieces that do not overlap. */
function cutAtBounds(writes: readonly EdgeWrite[]): EdgeWrite[] {
  const from = (w: EdgeWrite): number => w.target.offset as number;
  const cuts = [...new Set(writes.flatMap((w) => [from(w), from(w) + w.size]))].sort((a, b) => a - b);
  const pieces: EdgeWrite[] = [];
  for (const [i, at] of cuts.entries()) {
    const to = cuts[i + 1];
    const over = writes.filter((w) => from(w) <= at && to !== undefined && to <= from(w) + w.size);
    const [first] = over;
    if (first === undefined || to === undefined) continue;
    const isWhole = over.every((w) => from(w) === at && w.size === to - at);
    const values = isWhole ? over.map((w) => w.values).reduce(unite) : null;
    pieces.push({ target: { object: first.target.object, when: first.target.when, offset: at }, size: to - at, values });
  }
  return pieces;
}
