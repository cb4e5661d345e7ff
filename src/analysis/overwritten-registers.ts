// Registers that a loop only keeps for the code after it: every iteration sets them, and none reads them. In: a body and the head of a loop. Out: the registers.
//
// What such a register holds after an iteration was set by that iteration, whatever earlier iterations did: `while (!ready) last = *p;`.

import { successorsOf } from "../program/control-flow.ts";
import type { Register } from "../program/operations.ts";
import type { Block, FunctionBody } from "../program/program.ts";
import { registersDefined, registersUsed } from "../program/registers.ts";
import { findLoops } from "./loops.ts";

/** Computed once per loop. */
const known = new WeakMap<FunctionBody, Map<number, ReadonlySet<Register>>>();

export function findOverwritten(body: FunctionBody, head: number): ReadonlySet<Register> {
  const byHead = known.get(body) ?? new Map<number, ReadonlySet<Register>>();
  known.set(body, byHead);
  const found = byHead.get(head) ?? compute(body, head);
  byHead.set(head, found);
  return found;
}

function compute(body: FunctionBody, head: number): ReadonlySet<Register> {
  const { nesting } = findLoops(body);
  const isInside = (block: number): boolean => nesting[block]?.loops.includes(head) ?? false;
  const set = new Map<Register, Set<number>>();
  const used = new Set<Register>();
  for (const [b, { operations, terminator }] of body.blocks.entries()) {
    // A long-jump may return to any point after a set-jump, with the registers of that time.
    if (operations.some((o) => o.op === "set-jump")) return new Set();
    if (!isInside(b)) continue;
    for (const o of [...operations, terminator]) for (const r of registersUsed(o)) used.add(r);
    for (const r of operations.flatMap(registersDefined)) set.set(r, (set.get(r) ?? new Set()).add(b));
  }
  const isAlwaysSet = (blocks: ReadonlySet<number>): boolean => !comesBack(body, head, (b) => isInside(b) && !blocks.has(b));
  return new Set([...set].filter(([r, blocks]) => !used.has(r) && isAlwaysSet(blocks)).map(([r]) => r));
}

/** Whether a path leads from the head back to it through such blocks only. */
function comesBack({ blocks }: FunctionBody, head: number, passes: (block: number) => boolean): boolean {
  const found = new Set<number>();
  const work = [head];
  for (let b = work.pop(); b !== undefined; b = work.pop()) {
    if (found.has(b) || !passes(b)) continue;
    found.add(b);
    for (const s of successorsOf((blocks[b] as Block).terminator)) {
      if (s === head) return true;
      work.push(s);
    }
  }
  return false;
}
