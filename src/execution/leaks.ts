// Leaks at the end of the process: heap objects that nothing global and no running thread reaches any more. Like a
// conservative collector: every aligned word that holds an address inside an object counts as a pointer to it.

import type { Machine } from "./machine.ts";
import type { MemoryObject, Region } from "./memory.ts";

export function findLeaks(m: Machine): MemoryObject[] {
  const live = new Set(m.heap.filter((o) => o.live));
  if (live.size === 0) return [];
  const reached = new Set<MemoryObject>();
  const work: MemoryObject[] = [];
  const wide = m.program.pointerBits === 64;
  const see = (low: number, high: number): void => {
    const o = m.memory.objectAt(low, wide ? high : 0);
    if (o?.live && !reached.has(o)) {
      reached.add(o);
      work.push(o);
    }
  };
  const scan = (r: Region, start: number, end: number): void => {
    const step = wide ? 8 : 4;
    for (let at = Math.ceil(start / step) * step; at + step <= end; at += step)
      see(r.words[at >> 2] as number, wide ? (r.words[(at >> 2) + 1] as number) : 0);
  };
  for (const o of m.memory.globals.objects) if (!o.constant) scan(o.region, o.start, o.start + o.size);
  for (const t of m.threads) {
    if (t.status === "finished" || t.status === "parked") continue;
    for (const region of [t.hidden, t.shared])
      for (const o of region.objects)
        if (o.live && (o.kind === "stack" || o.kind === "thread-local")) scan(region, o.start, o.start + o.size);
    for (let i = 0; i < t.base + t.fn.frameSize; i++) see(t.registers[i] as number, wide ? (t.registers[i + 1] ?? 0) : 0);
    see(t.selfLow, t.selfHigh);
  }
  for (let o = work.pop(); o !== undefined; o = work.pop()) scan(o.region, o.start, o.start + o.size);
  return [...live].filter((o) => !reached.has(o));
}
