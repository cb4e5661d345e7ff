// Every field of an object of memory, and whether states compare it. In: an object. Out: its part of a state, apart from its bytes.
//
// A field that is left out must not decide what the program does next, nor what a check may claim: states that differ in nothing else count as
// one, and only the first is explored. A field without a row does not compile; a test changes each field and looks whether the state changes.

import type { IntVector } from "../support/vector-table.ts";
import type { MemoryObject, ObjectKind } from "./memory-object.ts";

/** What follows from fields. */
type Derived = "address" | "isUnknown";

/** Compared; or the reason why no state depends on it. */
type Comparison = "compared" | { readonly because: string };

const onlyReported: Comparison = { because: "only reports show it" };
const orderForgotten: Comparison = {
  because: "a search that compares states takes any order of ends and beginnings for possible (forgetsOrder)",
};

export const objectFields: { readonly [F in Exclude<keyof MemoryObject, Derived>]: Comparison } = {
  region: "compared", // by where its granules are
  start: "compared",
  size: "compared",
  kind: "compared",
  live: "compared",
  isPrivate: "compared",
  constant: "compared",
  library: "compared",
  isHandedOut: "compared", // leaks do not count those
  align: "compared", // a number made of its lowest bits depends on where it lies, or does not
  name: "compared", // of a heap object: whether it has one; leaks do not count those
  movedTo: "compared", // of a dead one: its address may be that of the other
  end: { because: "the room of a dead object decides where others may begin; if one does not fit, reuse is not covered" },
  allocatedAt: { because: "reports show it; where addresses are reused, pairs of it are learnt, and a new pair restarts the search" },
  count: { because: "reports show it; gaps depend on it, and no layout is claimed to be the only one" },
  thread: { because: "the region says whose stack it lies on; of heap objects only reports show it" },
  cells: { because: "the state of races is compared as a whole (race-state.ts)" },
  endedAt: onlyReported,
  endedBy: onlyReported,
  type: onlyReported,
  variable: onlyReported,
  born: orderForgotten,
  died: orderForgotten,
};

const kinds: readonly ObjectKind[] = ["global", "thread-local", "stack", "heap", "internal"];

/** Writes what is compared, but for the place: the object's first granule holds it. */
export function writeObject(o: MemoryObject, out: IntVector): void {
  const flags = (o.live ? 1 : 0) | (o.isPrivate ? 2 : 0) | (o.constant ? 4 : 0) | (o.library ? 8 : 0) | (o.isUnknown ? 128 : 0);
  out.push(flags | (kinds.indexOf(o.kind) << 4) | (Math.clz32(o.align) << 8) | (o.isHandedOut ? 1 << 14 : 0));
  out.push(o.size);
  if (o.live || o.movedTo === null) return;
  out.push(o.movedTo.region.index);
  out.push(o.movedTo.start);
}
