// Branches that meet again without doing anything but computing are merged: both sides are followed, and each register has one value or the other. In: a branch of a function. Out: the sides, and
// where they meet.
//
// A side may only have operations that always compute something: none that accesses memory, calls, takes an input or a choice, may fail, or computes with addresses. So the step goes on in the same
// way whichever side the executor takes, and there is no decision. Everything else is decided by the state at hand (following.ts).

import { findLiveRegisters } from "../analysis/liveness.ts";
import type { IntegerOperator, Operand, Operation, Scalar } from "../program/operations.ts";
import type { FunctionBody } from "../program/program.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import type { Registers } from "./host.ts";

type Terminator = FunctionBody["blocks"][number]["terminator"];
type Branch = Terminator & { op: "branch" };

/** What a side does before it meets the other: operations, and branches that are merged themselves. */
export type SideItem = Operation | { readonly op: "merge"; readonly condition: Operand; readonly merged: Merged };

export interface Merged {
  readonly then: readonly SideItem[];
  readonly otherwise: readonly SideItem[];
  /** The block where they meet. */
  readonly join: number;
  /** Registers that are read after that. */
  readonly live: ReadonlySet<number>;
}

/** A side has at most so many operations; branches are nested so deep. */
const maxOperations = 24;
const maxDepth = 3;

const known = new WeakMap<Branch, Map<string, Merged | null>>();

/** Null: the branch is decided. `checksOverflow`: signed overflow is looked for. */
export function mergedSides(body: FunctionBody, t: Branch, pointerBits: number, checksOverflow: boolean): Merged | null {
  const answers = known.get(t) ?? new Map<string, Merged | null>();
  known.set(t, answers);
  const key = `${pointerBits} ${checksOverflow}`;
  let answer = answers.get(key);
  if (answer === undefined) {
    answer = find(body, t, (o) => isTotal(o, pointerBits, checksOverflow), checksOverflow, 0);
    answers.set(key, answer);
  }
  return answer;
}

interface Reached {
  readonly block: number;
  readonly items: readonly SideItem[];
}

function find(body: FunctionBody, t: Branch, isAllowed: (o: Operation) => boolean, overflow: boolean, depth: number): Merged | null {
  if (t.then === t.otherwise || depth >= maxDepth) return null;
  /** The blocks that a side comes to, each with what was done before it. */
  const reachedFrom = (start: number): Reached[] => {
    const reached: Reached[] = [];
    let items: readonly SideItem[] = [];
    for (let block = start; !reached.some((r) => r.block === block); ) {
      reached.push({ block, items });
      const { operations, terminator } = body.blocks[block] as FunctionBody["blocks"][number];
      if (items.length + operations.length > maxOperations || !operations.every(isAllowed)) break;
      items = [...items, ...operations];
      if (terminator.op === "jump") block = terminator.target;
      else {
        const merged = terminator.op === "branch" ? find(body, terminator, isAllowed, overflow, depth + 1) : null;
        if (merged === null) break;
        items = [...items, { op: "merge", condition: (terminator as Branch).condition, merged }];
        block = merged.join;
      }
    }
    return reached;
  };
  const others = reachedFrom(t.otherwise);
  for (const { block, items } of reachedFrom(t.then)) {
    const other = others.find((r) => r.block === block);
    if (other === undefined) continue;
    const live = new Set(findLiveRegisters(body, overflow).before(numberOfBlock(body, block)));
    return { then: items, otherwise: other.items, join: block, live };
  }
  return null;
}

function numberOfBlock({ blocks }: FunctionBody, block: number): number {
  let k = 0;
  for (let b = 0; b < block; b++) k += (blocks[b] as FunctionBody["blocks"][number]).operations.length + 1;
  return k;
}

const total: ReadonlySet<IntegerOperator> = new Set(["add", "sub", "mul", "and", "or", "xor"]);

/** Whether an operation computes a value in every state, and no decision is needed for it. */
function isTotal(o: Operation, pointerBits: number, checksOverflow: boolean): boolean {
  switch (o.op) {
    case "move":
    case "select":
      return true;
    case "integer":
      return o.bits < pointerBits && total.has(o.operator) && !checksOverflow;
    case "compare":
      return o.bits < pointerBits;
    case "convert":
      return (
        o.source.kind === "int" &&
        o.target.kind === "int" &&
        o.source.bits < pointerBits &&
        (o.conversion === "zext" || o.conversion === "sext" || o.conversion === "trunc")
      );
    default:
      return false;
  }
}

/** The registers after both sides. */
export function mergeRegisters(
  terms: Terms,
  body: FunctionBody,
  condition: Term,
  { live }: Merged,
  then: Registers,
  otherwise: Registers,
): Registers {
  return body.registers.map((type, r) => {
    const [a, b] = [then[r], otherwise[r]];
    if (a === b) return a;
    // It is not read before it is written again.
    if (!live.has(r)) return undefined;
    const zero = (): Term => terms.constant(0n, (type as Scalar).bits);
    return terms.ite(condition, a ?? zero(), b ?? zero());
  });
}
