// Names for the objects of a state, heap objects included. In: a machine between steps. Out: `ObjectNames` that has seen every typed pointer of the state, so that
// equal states give equal names.

import type { AccessEvent } from "../execution/access-event.ts";
import type { Machine } from "../execution/machine.ts";
import type { MemoryObject } from "../execution/memory-object.ts";
import { sizeOf, strip } from "../execution/names.ts";
import { ObjectNames } from "../execution/object-names.ts";
import type { SourceType } from "../program/source-types.ts";

/** Pointers that are followed in all, and elements of one array: a view must not take long. */
const maxPointers = 5000;
const maxElements = 256;

export function namesIn(machine: Machine): ObjectNames {
  const names = new ObjectNames(machine);
  for (const t of machine.threads) if (t.status !== "finished") names.learn(t, []);
  const [thread] = machine.threads;
  if (thread === undefined) return names;
  const visited = new Set<MemoryObject>();
  const roots = machine.memory.opened.flatMap((r) => r.objects.filter((o) => o.live && o.type !== null && o.kind !== "heap" && !o.library));
  let left = maxPointers;
  for (let open = roots; open.length > 0 && left > 0; ) {
    const events = open.flatMap((o) => pointersIn(o, names.typeOf(o), machine.memory.wide ? 8 : 4)).slice(0, left);
    left -= events.length;
    for (const o of open) visited.add(o);
    names.learn(thread, events);
    open = machine.heap.filter((o) => o.live && !visited.has(o) && names.typeOf(o) !== null);
  }
  names.learnSites();
  return names;
}

/** The pointers that an object holds, as if they had just been written. */
function pointersIn(object: MemoryObject, type: SourceType | null, size: number): AccessEvent[] {
  const { words } = object.region;
  return pointerOffsets(type, 0, object.size).flatMap((offset) => {
    const at = object.start + offset;
    const low = words[at >> 2] as number;
    const high = size === 8 ? (words[(at >> 2) + 1] as number) : 0;
    if ((low === 0 && high === 0) || at % 4 !== 0) return [];
    return [{ kind: "write", object, offset, size, low, high, order: null }];
  });
}

function pointerOffsets(type: SourceType | null, from: number, end: number): number[] {
  const t = strip(type);
  switch (t?.kind) {
    case "pointer":
      return from + t.bits / 8 <= end ? [from] : [];
    case "struct":
    case "union":
      return t.fields.flatMap((f) => (f.bitField ? [] : pointerOffsets(f.type, from + f.offsetBits / 8, end)));
    case "array": {
      const element = sizeOf(t.element) / 8;
      const count = element > 0 ? Math.min(Math.floor((end - from) / element), sizeOf(t) > 0 ? sizeOf(t) / 8 / element : maxElements) : 0;
      if (count === 0 || pointerOffsets(t.element, 0, element).length === 0) return [];
      return Array.from({ length: Math.min(count, maxElements) }, (_, i) => pointerOffsets(t.element, from + i * element, end)).flat();
    }
    default:
      return [];
  }
}
