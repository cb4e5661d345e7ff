// Which registers of a function can still matter: strongly live variables (Giegerich, Möncke, Wilhelm 1981). A register that is
// only ever used to compute registers that do not matter (a counter that is never read) does not matter either. In: a body. Out:
// per operation, the registers whose values decide what happens from there on. Two threads' states that differ in other registers
// only behave alike: states are compared, and idle iterations recognised, by these registers alone.

import { successorsOf } from "../program/control-flow.ts";
import type { Operation, Register } from "../program/operations.ts";
import type { FunctionBody } from "../program/program.ts";
import { registersDefined, registersUsed } from "../program/registers.ts";

export interface Liveness {
  /** Registers that matter before the operation with this number (operations and terminators counted through all blocks). */
  before(operation: number): readonly Register[];
  /** Registers that matter behind it, but for those it defines: what a frame waiting for a call to return must keep. */
  behind(operation: number): readonly Register[];
}

/** Found once per body: engines ask again for each bound, each machine, each input. */
const known = { plain: new WeakMap<FunctionBody, Liveness>(), overflow: new WeakMap<FunctionBody, Liveness>() };

/** `overflowMatters`: signed overflow is noted, so that arithmetic that may overflow has an effect. */
export function findLiveRegisters(body: FunctionBody, overflowMatters: boolean): Liveness {
  const found = overflowMatters ? known.overflow : known.plain;
  const live = found.get(body) ?? compute(body, overflowMatters);
  found.set(body, live);
  return live;
}

function compute(body: FunctionBody, overflowMatters: boolean): Liveness {
  const count = body.registers.length;
  const all = Array.from({ length: count }, (_, r) => r);
  // A jump may come back to anywhere behind a set-jump, with the registers of that time.
  if (body.blocks.some((b) => b.operations.some((o) => o.op === "set-jump"))) return { before: () => all, behind: () => all };

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
  const behind: Register[][] = [];
  const blockOf: number[] = [];
  const firstOf: number[] = [];
  body.blocks.forEach(({ operations }, b) => {
    firstOf.push(blockOf.length);
    for (let i = 0; i <= operations.length; i++) blockOf.push(b);
  });
  /** Of one block's operations, when the first of them is asked for. */
  const fill = (b: number): void => {
    const { operations } = body.blocks[b] as FunctionBody["blocks"][number];
    const first = firstOf[b] as number;
    const live = liveAtEnd(b);
    before[first + operations.length] = sorted(live);
    behind[first + operations.length] = [];
    for (let i = operations.length - 1; i >= 0; i--) {
      const o = operations[i] as Operation;
      const defined = registersDefined(o);
      behind[first + i] = sorted(live).filter((r) => !defined.includes(r));
      stepBack(live, o, overflowMatters);
      before[first + i] = sorted(live);
    }
  };
  const at = (lists: readonly (readonly Register[])[], k: number): readonly Register[] => {
    const block = blockOf[k];
    if (block === undefined) return all;
    if (lists[k] === undefined) fill(block);
    return lists[k] as readonly Register[];
  };
  return { before: (k) => at(before, k), behind: (k) => at(behind, k) };
}

const sorted = (registers: ReadonlySet<Register>): Register[] => [...registers].sort((a, b) => a - b);

/** What matters behind the operation → what matters before it. */
function stepBack(live: Set<Register>, o: Operation, overflowMatters: boolean): void {
  let matters = !isPure(o, overflowMatters);
  for (const r of registersDefined(o)) if (live.delete(r)) matters = true;
  if (matters) for (const r of registersUsed(o)) live.add(r);
}

/** Does the operation do nothing but define registers? What may fail does more. */
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
