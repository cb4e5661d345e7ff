// What a region may do to memory, by the effects of its code (analysis/effects). In: effects. Out: what it may write and which globals it accesses;
// or null, if that is more than globals at fixed offsets, or it may fail. Less precise than a sketch (region-sketch.ts), but loops may be of any length.

import type { Effects } from "../../analysis/effects/effects.ts";
import type { AbstractObject, Extent } from "../../analysis/points-to/places.ts";
import type { Property } from "../../execution/errors.ts";
import type { Terms } from "../../terms/terms.ts";
import type { Access, PhantomEdge } from "../skeleton.ts";
import type { EdgeWrite } from "./phantom-writes.ts";
import type { Steps } from "./steps.ts";
import type { ThreadMemory } from "./thread-memory.ts";

/** Longer writes are cut off: no access of a program is longer. */
const maxBytes = 8;

export function writesByEffects(
  steps: Steps,
  memory: ThreadMemory,
  effects: Effects,
): { readonly writes: readonly EdgeWrite[]; readonly accesses: readonly Access[]; readonly touches: PhantomEdge["touches"] } | null {
  const { fails, observesAddresses, writes, atomics } = effects;
  const checks = (p: Property): boolean => steps.round.options.phantom?.properties.includes(p) ?? false;
  // An overflow wraps, and the run continues.
  const mayFail = [...fails].some((kind) => kind !== "signed-overflow" || checks("overflow"));
  if (observesAddresses || writes.anywhere || mayFail || (atomics && checks("race"))) return null;
  const accesses = checks("race") ? accessesBy(steps, memory, effects) : [];
  if (accesses === null) return null;
  const out: EdgeWrite[] = [];
  for (const o of writes.objects)
    for (const range of writes.rangesOf(o)) {
      const write = writeTo(steps, o, range);
      if (write === null) return null;
      out.push(write);
    }
  return { writes: out, accesses, touches: touchedBy(steps, effects) };
}

function writeTo({ knowledge, terms }: Steps, o: AbstractObject, { at, stride, size }: Extent): EdgeWrite | null {
  if (o.kind !== "global" || stride !== 0 || size > maxBytes) return null;
  const object = knowledge.global(o.number);
  if (object.constant || at < 0 || at + size > object.size) return null;
  return { target: { object, when: terms.true, offset: at }, size, values: null };
}

/** What the region may access, for races. Null: also something else than globals at fixed offsets. Notes that the thread accesses them. */
function accessesBy({ terms, knowledge }: Steps, memory: ThreadMemory, { reads, writes }: Effects): readonly Access[] | null {
  const out: Access[] = [];
  if (reads.anywhere) return null;
  for (const [touched, kind] of [
    [reads, "read"],
    [writes, "write"],
  ] as const)
    for (const o of touched.objects) {
      if (o.kind !== "global") return null;
      const object = knowledge.global(o.number);
      if (memory.isLocal(object)) continue; // no other thread accesses it
      for (const { at, stride, size } of touched.rangesOf(o)) {
        if (stride !== 0 || at < 0 || at + size > object.size) return null;
        out.push({ ...plainAccess(terms), kind, targets: [{ object, when: terms.true, offset: at }], size });
      }
    }
  return out;
}

const plainAccess = (terms: Terms): Omit<Access, "kind" | "targets" | "size"> => ({
  when: terms.true,
  made: terms.true,
  content: () => terms.false,
  value: null,
  undefined: false,
  tolerant: false,
  raceOnly: false,
  settled: true,
  atomic: false,
  orders: terms.false,
  synchronises: false,
  continues: false,
});

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
