// A 64-bit digest of the whole state, for comparing states: tests of undo and of rebuilding a state from a schedule.

import type { Machine } from "./machine.ts";
import { imageOf } from "./region.ts";

export function fingerprint(m: Machine): string {
  const h = new Digest();
  for (const r of m.memory.opened) {
    if (r.objects.length === 0) continue; // regions outlive undo
    h.number(r.base);
    h.number(r.next);
    for (const o of r.objects) {
      h.number(o.start);
      h.number(o.live ? o.size : -1 - o.size);
      if (!o.live) continue;
      for (let i = o.start; i < o.start + o.size; i++) h.add(imageOf(r, i));
    }
  }
  for (const t of m.threads) {
    h.number(t.index);
    h.text(t.path.join());
    h.text(t.status);
    h.number(t.fn.id);
    for (const n of [
      t.pc,
      t.depth,
      t.base,
      t.sectionDepth,
      t.stackMark,
      t.objectCount,
      t.children,
      t.stack.length,
      t.variadicLow,
      t.serial,
    ])
      h.number(n);
    for (let level = 0; level < t.depth; level++) {
      const f = t.frameAt(level);
      for (const n of [f.function, f.pc, f.base, f.serial]) h.number(n);
    }
    for (let i = 0; i < t.base + t.fn.frameSize; i++) h.add(t.registers[i] as number);
    for (const clock of [t.clock, t.acquirePending, t.releaseFence]) h.text(clock.join());
    for (const l of t.locks) h.number(l.object);
    h.text(t.pendingFault === null ? "" : "fault");
    for (let i = 0; i < t.transfer.bytes.length; i++) h.add(imageOf(t.transfer, i));
  }
  for (const n of [m.outputs.length, m.inputs.length, m.choices.length, m.violations.length, m.stepCount, m.heap.length]) h.number(n);
  h.text(m.outcome?.kind ?? "");
  return h.toString();
}

class Digest {
  #a = 0x9e3779b9 | 0;
  #b = 0x85ebca6b | 0;

  add(n: number): void {
    this.#a = Math.imul(this.#a ^ n, 0x01000193);
    this.#b = (Math.imul(this.#b + n, 0x5bd1e995) ^ (this.#b >>> 15)) | 0;
  }

  number(n: number): void {
    this.add(n | 0);
    this.add(Math.floor(n / 2 ** 32) | 0);
  }

  text(s: string): void {
    for (let i = 0; i < s.length; i++) this.add(s.charCodeAt(i));
    this.add(-1);
  }

  toString(): string {
    return (this.#a >>> 0).toString(16).padStart(8, "0") + (this.#b >>> 0).toString(16).padStart(8, "0");
  }
}
