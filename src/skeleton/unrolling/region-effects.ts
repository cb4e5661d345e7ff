// What a region may do to memory, by the effects of its code (analysis/effects). In: effects. Out: what it may write and which globals it accesses;
// or null, if that is more than globals at fixed offsets, or it may fail. Less precise than a sketch (region-sketch.ts), but loops may be of any length.

import type { Effects } from "../../analysis/effects/effects.ts";
import type { AbstractObject, Extent } from "../../analysis/points-to/places.ts";
import type { PhantomEdge } from "../skeleton.ts";
import type { EdgeWrite } from "./phantom-writes.ts";
import type { Steps } from "./steps.ts";

/** Longer writes are cut off: no access of a program is longer. */
const maxBytes = 8;

export function writesByEffects(
  steps: Steps,
  effects: Effects,
): { readonly writes: readonly EdgeWrite[]; readonly touches: PhantomEdge["touches"] } | null {
  const { fails, observesAddresses, writes } = effects;
  const checksOverflow = steps.round.options.phantom?.properties.includes("overflow") ?? false;
  // An overflow wraps, and the run continues.
  if (observesAddresses || writes.anywhere || [...fails].some((kind) => kind !== "signed-overflow" || checksOverflow)) return null;
  const out: EdgeWrite[] = [];
  for (const o of writes.objects)
    for (const range of writes.rangesOf(o)) {
      const write = writeTo(steps, o, range);
      if (write === null) return null;
      out.push(write);
    }
  return { writes: out, touches: touchedBy(steps, effects) };
}

function writeTo({ knowledge, terms }: Steps, o: AbstractObject, { at, stride, size }: Extent): EdgeWrite | null {
  if (o.kind !== "global" || stride !== 0 || size > maxBytes) return null;
  const object = knowledge.global(o.number);
  if (object.constant || at < 0 || at + size > object.size) return null;
  return { target: { object, when: terms.true, offset: at }, size, values: null };
}

function touchedBy({ round }: Steps, { reads, writes }: Effects): PhantomEdge["touches"] {
  const out: { address: number; size: number; write: boolean }[] = [];
  if (reads.anywhere) return null;
  for (const [touched, write] of [
    [reads, false],
    [writes, true],
  ] as const)
    for (const o of touched.objects) {
      const g = o.kind === "global" ? round.program.objects[o.number] : undefined;
      if (g === undefined) return null;
      if (!g.constant) out.push({ address: Number(g.address), size: g.size, write });
    }
  return out;
}
