// Branches that meet again without doing anything that others see are merged: both sides are followed, and each register and each byte has one value or the other. In: a branch of a function. Out: the sides,
// and where they meet.
//
// A side may only have operations that always compute something, accesses to the thread's own memory, and calls of functions that do no more than that: none that others see, takes an input or a choice, may fail, or
// computes with addresses. So the step goes on in the same way whichever side the executor takes, and there is no decision. That an access is right, and that its bytes were written before, is seen while the sides are
// followed: if not, the branch is decided after all. Everything else is decided by the state at hand (following.ts).

import { findLiveRegisters } from "../analysis/liveness.ts";
import type { IntegerOperator, Operand, Operation, Scalar } from "../program/operations.ts";
import type { FunctionBody } from "../program/program.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import type { Registers } from "./host.ts";

type Terminator = FunctionBody["blocks"][number]["terminator"];
type Branch = Terminator & { op: "branch" };
type Call = Operation & { op: "call" };

/** What a side does before it meets the other: operations, branches that are merged themselves, and calls that are followed to their end. */
export type SideItem =
  | Operation
  | { readonly op: "merge"; readonly condition: Operand; readonly merged: Merged }
  | {
      readonly op: "inline";
      readonly call: Call;
      readonly function: number;
      readonly items: readonly SideItem[];
      readonly values: readonly Operand[];
    };

export interface Merged {
  readonly then: readonly SideItem[];
  readonly otherwise: readonly SideItem[];
  /** The block where they meet. */
  readonly join: number;
  /** Registers that are read after that. */
  readonly live: ReadonlySet<number>;
}

/** A side has at most so many operations; branches and calls are nested so deep. */
const maxOperations = 24;
const maxDepth = 3;

/** What may be merged. */
export interface MergeRules {
  readonly pointerBits: number;
  /** Signed overflow is looked for. */
  readonly checksOverflow: boolean;
  /** Null: the function has no code. */
  bodyOf(id: number): FunctionBody | null;
}

const known = new WeakMap<Branch, Map<string, Merged | null>>();

/** Null: the branch is decided. */
export function mergedSides(body: FunctionBody, t: Branch, rules: MergeRules): Merged | null {
  const answers = known.get(t) ?? new Map<string, Merged | null>();
  known.set(t, answers);
  const key = `${rules.pointerBits} ${rules.checksOverflow}`;
  let answer = answers.get(key);
  if (answer === undefined) {
    answer = find(body, t, rules, 0);
    answers.set(key, answer);
  }
  return answer;
}

interface Reached {
  readonly block: number;
  readonly items: readonly SideItem[];
}

/** The blocks that a side comes to, each with what was done before it; and what is returned, if it comes to the end of the function. */
function follow(
  body: FunctionBody,
  start: number,
  rules: MergeRules,
  depth: number,
): { reached: Reached[]; end: { items: readonly SideItem[]; values: readonly Operand[] } | null } {
  const reached: Reached[] = [];
  let items: readonly SideItem[] = [];
  for (let block = start; !reached.some((r) => r.block === block); ) {
    reached.push({ block, items });
    const { operations, terminator } = body.blocks[block] as FunctionBody["blocks"][number];
    const allowed = items.length + operations.length > maxOperations ? null : operations.map((o) => allow(o, rules, depth));
    if (allowed === null || allowed.includes(null)) break;
    items = [...items, ...(allowed as SideItem[])];
    if (terminator.op === "jump") block = terminator.target;
    else if (terminator.op === "return") return { reached, end: { items, values: terminator.values } };
    else {
      const merged = terminator.op === "branch" ? find(body, terminator, rules, depth + 1) : null;
      if (merged === null) break;
      items = [...items, { op: "merge", condition: (terminator as Branch).condition, merged }];
      block = merged.join;
    }
  }
  return { reached, end: null };
}

function find(body: FunctionBody, t: Branch, rules: MergeRules, depth: number): Merged | null {
  if (t.then === t.otherwise || depth >= maxDepth) return null;
  const others = follow(body, t.otherwise, rules, depth).reached;
  for (const { block, items } of follow(body, t.then, rules, depth).reached) {
    const other = others.find((r) => r.block === block);
    if (other === undefined) continue;
    const live = new Set(findLiveRegisters(body, rules.checksOverflow).before(numberOfBlock(body, block)));
    return { then: items, otherwise: other.items, join: block, live };
  }
  return null;
}

/** Null: the operation is not merged. */
function allow(o: Operation, rules: MergeRules, depth: number): SideItem | null {
  if (o.op !== "call") return isTotal(o, rules) || isOwnAccess(o) ? o : null;
  if (o.callee.kind !== "function" || o.variadic !== null || depth + 1 >= maxDepth) return null;
  const id = o.callee.function;
  const body = rules.bodyOf(id);
  const end = body === null ? null : follow(body, 0, rules, depth + 1).end;
  return end === null ? null : { op: "inline", call: o, function: id, ...end };
}

function numberOfBlock({ blocks }: FunctionBody, block: number): number {
  let k = 0;
  for (let b = 0; b < block; b++) k += (blocks[b] as FunctionBody["blocks"][number]).operations.length + 1;
  return k;
}

const total: ReadonlySet<IntegerOperator> = new Set(["add", "sub", "mul", "and", "or", "xor"]);

/** An access to memory that other threads do not see, as far as the text of the program says so. Bit-fields also move bits that are not theirs. */
function isOwnAccess(o: Operation): boolean {
  if (o.op !== "load" && o.op !== "store") return false;
  if (!o.private || o.order !== null || o.volatile) return false;
  return o.op === "load" ? !o.coercion && o.field === undefined : o.open === undefined;
}

/** Whether an operation computes a value in every state, and no decision is needed for it. */
function isTotal(o: Operation, { pointerBits, checksOverflow }: MergeRules): boolean {
  switch (o.op) {
    case "move":
    case "select":
      return true;
    case "integer":
      // A part of an object: nothing is found out about addresses.
      if (o.pointer === true) return o.operator === "add" && o.right.kind === "integer";
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
