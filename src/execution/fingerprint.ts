// A 64-bit digest of the whole state, for comparing states: tests of undo and of rebuilding a state from a schedule.

import type { Machine } from "./machine.ts";
import { imageOf } from "./region.ts";
import { threadFields } from "./thread-fields.ts";

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
  for (const t of m.threads) for (const { hash } of Object.values(threadFields)) if (hash !== null) h.value(hash(t));
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

  value(v: number | string | Iterable<number>): void {
    if (typeof v === "number") this.number(v);
    else if (typeof v === "string") this.text(v);
    else {
      for (const n of v) this.number(n);
      this.add(-1);
    }
  }

  toString(): string {
    return (this.#a >>> 0).toString(16).padStart(8, "0") + (this.#b >>> 0).toString(16).padStart(8, "0");
  }
}
