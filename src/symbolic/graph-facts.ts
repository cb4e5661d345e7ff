// What may hold at a control point of a step graph: the values of the thread's registers, of its own memory and of what it copies. In: what holds where the thread stands in
// the machine, or what a way makes of what held before it. Out: facts, which only grow.

import { findLiveRegisters } from "../analysis/liveness.ts";
import type { Machine } from "../execution/machine.ts";
import type { MemoryObject } from "../execution/memory-object.ts";
import type { Thread } from "../execution/thread.ts";
import type { Register } from "../program/operations.ts";
import type { FunctionBody } from "../program/program.ts";
import { type Cell, OwnCells } from "./graph-cells.ts";
import type { Point, PointFrame } from "./graph-point.ts";
import { unite } from "./graph-values.ts";
import type { ValueSet } from "./host.ts";
import { placeOf } from "./machine-state.ts";
import { readCell, readRegister, type StateVariable } from "./state-variables.ts";
import { Unsupported } from "./unsupported.ts";

/** Larger objects of a thread's own are not followed. */
const maxOwnBytes = 1 << 14;

export interface Facts {
  /** Per frame, by number; those that are not live may hold anything. */
  readonly registers: readonly ReadonlyMap<Register, ValueSet>[];
  /** The values that the address of the next access and the base of its computation have together (the base in the lower bits); null: any of both. */
  readonly pair: ValueSet;
  readonly own: OwnCells;
  /** Bytes that were copied in, by offset. */
  readonly transfer: OwnCells;
  /** Objects that the thread may have ended. */
  readonly ended: ReadonlySet<MemoryObject>;
}

/** The registers that matter in a frame. */
export function liveIn(
  body: FunctionBody,
  { operation }: Pick<PointFrame, "operation">,
  isCaller: boolean,
  overflow: boolean,
): readonly Register[] {
  const live = findLiveRegisters(body, overflow);
  return isCaller ? live.after(operation) : live.before(operation);
}

/** The registers that hold the address of the next access and the base of its computation. */
export function pairAt(body: FunctionBody, operation: number): readonly [Register, Register] | null {
  const { block, index } = placeOf(body, operation);
  const o = body.blocks[block]?.operations[index];
  if (o === undefined || !("address" in o) || !("base" in o) || o.base === null) return null;
  const { address, base } = o;
  return address.kind === "register" && base.kind === "register" && address.register !== base.register
    ? [address.register, base.register]
    : null;
}

/** What holds in the state of a machine. */
export function factsAt(machine: Machine, t: Thread, point: Point, overflow: boolean, isFixed: (v: StateVariable) => boolean): Facts {
  const { memory, program } = machine;
  const registers = point.frames.map((f, level) => {
    const body = program.functions[f.function]?.body() as FunctionBody;
    const live = liveIn(body, f, level < point.frames.length - 1, overflow);
    const valuesOf = (register: Register): ValueSet =>
      isFixed({ kind: "register", thread: t.index, level, register }) ? new Set([readRegister(machine, t, level, register)]) : null;
    return new Map(live.map((r) => [r, valuesOf(r)] as const));
  });
  const cells: Cell[] = [];
  const objects = [...t.stack, ...t.shared.objects].filter((o) => o.isPrivate && o.live);
  if (objects.reduce((n, o) => n + o.size, 0) > maxOwnBytes) throw new Unsupported("so much memory of a thread's own");
  for (const o of objects)
    for (let i = 0; i < o.size; i += 8) {
      const size = Math.min(8, o.size - i);
      const address = o.address + i;
      cells.push({ address, size, values: isFixed({ kind: "cell", address, size }) ? new Set([readCell(machine, address, size)]) : null });
    }
  const copied: Cell[] = [];
  const { bytes } = t.transfer;
  for (const [from, b] of bytes.entries()) {
    const isOne = isFixed({ kind: "transfer", thread: t.index, from, size: 1 });
    copied.push({ address: from, size: 1, values: isOne ? new Set([BigInt(b)]) : null });
  }
  const none = new OwnCells(memory.fill & 0xff);
  return { registers, pair: null, own: none.with(cells), transfer: none.with(copied), ended: new Set() };
}

/** Both may hold. Returns the first if the second adds nothing. */
export function join(a: Facts, b: Facts): Facts {
  let isSame = true;
  const registers = a.registers.map((frame, level) => {
    const out = new Map(frame);
    for (const [r, values] of b.registers[level] ?? []) {
      const mine = frame.get(r) as ValueSet;
      const all = unite(mine, values);
      if (all === mine || all?.size === mine?.size) continue;
      out.set(r, all);
      isSame = false;
    }
    return out;
  });
  const own = a.own.join(b.own);
  const transfer = a.transfer.join(b.transfer);
  const ended = new Set([...a.ended, ...b.ended]);
  const pair = unite(a.pair, b.pair);
  if (pair !== a.pair && pair?.size !== a.pair?.size) isSame = false;
  if (isSame && own === a.own && transfer === a.transfer && ended.size === a.ended.size) return a;
  return { registers, pair, own, transfer, ended };
}
