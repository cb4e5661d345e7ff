// Strongly live registers (Giegerich, Möncke, Wilhelm 1981). In: a body. Out: per operation, the registers whose values influence what
// happens from there on.
//
// A register that is used only to compute registers that are not live (a counter that is never read) is not live either. States of a
// thread that differ only in other registers behave alike: states are compared, and idle iterations recognised, by live registers alone.

import { successorsOf } from "../program/control-flow.ts";
import type { Operation, Register } from "../program/operations.ts";
import type { FunctionBody } from "../program/program.ts";
import { registersDefined, registersUsed } from "../program/registers.ts";

export interface Liveness {
  /** The registers that are live before the operation with this number (operations and terminators counted through all blocks). */
  before(operation: number): readonly Register[];
  /** Those that are live after it, except those it defines: what a frame that waits for a call to return must keep. */
  after(operation: number): readonly Register[];
}

/** Computed once per body: engines ask again for each bound, each machine, each input. */
const known = { plain: new WeakMap<FunctionBody, Liveness>(), overflow: new WeakMap<FunctionBody, Liveness>() };

/** `overflowMatters`: signed overflow is reported, so that arithmetic that may overflow has an effect. */
export function findLiveRegisters(body: FunctionBody, overflowMatters: boolean): Liveness {
  const found = overflowMatters ? known.overflow : known.plain;
  const live = found.get(body) ?? compute(body, overflowMatters);
  found.set(body, live);
  return live;
}

function compute(body: FunctionBody, overflowMatters: boolean): Liveness {
  const count = body.registers.length;
  const all = Array.from({ length: count }, (_, r) => r);
  // A long-jump may return to any point after a set-jump, with the registers of that time.
  if (body.blocks.some((b) => b.operations.some((o) => o.op === "set-jump"))) return { before: () => all, after: () => all };

  const atStart: Set<Register>[] = body.blocks.map(() => new Set());
  const liveAtEnd = (block: number): Set<Register> => {
    const terminator = (body.blocks[block] as FunctionBody["blocks"][number]).terminator;
    const live = new Set(registersUsed(terminator));
    for (const next of successorsOf(terminator)) for (const r of atStart[next] as Set<Register>) live.add(r);
    return live;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (let b = body.blocks.length - 1; b >= 0; b--) {
      const live = liveAtEnd(b);
      const { operations } = body.blocks[b] as FunctionBody["blocks"][number];
      for (let i = operations.length - 1; i >= 0; i--) stepBack(live, operations[i] as Operation, overflowMatters);
      const known = atStart[b] as Set<Register>;
      if (live.size > known.size) {
        atStart[b] = live; // sets only grow
        changed = true;
      }
    }
  }

  const before: Register[][] = [];
  const after: Register[][] = [];
  const blockOf: number[] = [];
  const firstOf: number[] = [];
  body.blocks.forEach(({ operations }, b) => {
    firstOf.push(blockOf.length);
    for (let i = 0; i <= operations.length; i++) blockOf.push(b);
  });
  /** Fills in the lists of one block, when one of them is first asked for. */
  const fillBlock = (b: number): void => {
    const { operations } = body.blocks[b] as FunctionBody["blocks"][number];
    const first = firstOf[b] as number;
    const live = liveAtEnd(b);
    before[first + operations.length] = sorted(live);
    after[first + operations.length] = [];
    for (let i = operations.length - 1; i >= 0; i--) {
      const o = operations[i] as Operation;
      const defined = registersDefined(o);
      after[first + i] = sorted(live).filter((r) => !defined.includes(r));
      stepBack(live, o, overflowMatters);
      before[first + i] = sorted(live);
    }
  };
  const at = (lists: readonly (readonly Register[])[], k: number): readonly Register[] => {
    const block = blockOf[k];
    if (block === undefined) return all;
    if (lists[k] === undefined) fillBlock(block);
    return lists[k] as readonly Register[];
  };
  return { before: (k) => at(before, k), after: (k) => at(after, k) };
}

const sorted = (registers: ReadonlySet<Register>): Register[] => [...registers].sort((a, b) => a - b);

/** Turns the registers that are live after the operation into those that are live before it. */
function stepBack(live: Set<Register>, o: Operation, overflowMatters: boolean): void {
  let matters = !isPure(o, overflowMatters);
  for (const r of registersDefined(o)) if (live.delete(r)) matters = true;
  if (matters) for (const r of registersUsed(o)) live.add(r);
}

/** Whether the operation only defines registers. One that may fail is not pure. */
function isPure(o: Operation, overflowMatters: boolean): boolean {
  switch (o.op) {
    case "move":
    case "compare":
    case "float":
    case "float-negate":
    case "float-compare":
    case "convert":
    case "select":
    case "builtin":
    case "checked":
    case "math":
    case "option":
    case "stack-mark":
    case "thread-self":
    case "thread-slot":
    case "variadic-area":
      return true;
    case "integer":
      switch (o.operator) {
        case "add":
        case "sub":
        case "mul":
          return !(o.signed && overflowMatters);
        case "and":
        case "or":
        case "xor":
          return true;
        case "shl":
        case "lshr":
        case "ashr": // a constant amount within the width cannot fail; a signed left shift may overflow
          return o.right.kind === "integer" && o.right.value < BigInt(o.bits) && !(o.signed && overflowMatters);
        default:
          return o.right.kind === "integer" && o.right.value !== 0n && o.operator[0] === "u";
      }
    default:
      return false;
  }
}
