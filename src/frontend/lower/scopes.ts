// Decides where the lifetimes of locals begin and end inside their function. In: clang's marks, and where the address of each local goes. Out:
// the marks that matter; all others are dropped.
//
// By default a local lives from the call of its function to the return. That differs from C only if
// - a pointer to the local may remain when its block is left, or its address is compared with others: then the local is allocated where its
//   scope begins, as a new object each time, and ends where the scope ends. A later local may be placed at the same address;
// - its block is entered again: then the local is unwritten again.
//
// A pointer to a local outlives the block if it is kept (stored in memory, or passed to a function that keeps it), or if a local that holds it
// is read after the end. C does not let names be used outside their block. Values that clang computes in registers are also used inside the
// block only, since the result of a statement expression goes through a local.
//
// Marks are trusted only if they are consistent: on every path, begins and ends alternate, and all uses of the local are between them. Otherwise the
// local lives as long as its function. So it does in functions that call setjmp: control returns to blocks that it has left without a mark.

import { append } from "../../support/lists.ts";
import { reachableFrom, successors } from "../llvm/control-flow.ts";
import type { Block, Instruction, Value } from "../llvm/module.ts";
import { isLiteral } from "./literal-scopes.ts";
import { operandsOf, type Uses } from "./uses.ts";

type Lifetime = Instruction & { readonly op: "lifetime" };

/** Where the address of a local goes. Null: it is kept, so that this is not known. */
export interface AddressFlow {
  /** The results of instructions that are computed from the address. */
  readonly values: ReadonlySet<string>;
  /** The locals in which such a value is stored. */
  readonly holders: ReadonlySet<string>;
}

export interface Scopes {
  /** Locals to which a pointer may remain after their scope. */
  readonly outlived: ReadonlySet<string>;
  /** Locals that are allocated where their scope begins; the others are allocated when the function is called. */
  readonly late: ReadonlySet<string>;
  /** The marks at which a local ends, and those at which one begins again in place. */
  readonly ends: ReadonlySet<Instruction>;
  readonly renewals: ReadonlySet<Instruction>;
}

const nothing: Scopes = { outlived: new Set(), late: new Set(), ends: new Set(), renewals: new Set() };

/**
 * `locals`: the declared locals of a fixed size that are in memory; `arrays`: those of variable length, which have no marks but are freed.
 * `isQuiet`: whether an instruction has no effect that another thread could observe. `isWholeWrite`: whether it writes all of a local.
 */
export function analyseScopes(
  blocks: readonly Block[],
  uses: Uses,
  locals: ReadonlyMap<string, AddressFlow | null>,
  arrays: ReadonlyMap<string, AddressFlow>,
  isQuiet: (i: Instruction) => boolean,
  isWholeWrite: (i: Instruction, name: string) => boolean,
): Scopes {
  const marks = findMarks(blocks, locals);
  if (marks.size + arrays.size === 0 || blocks.some((b) => b.instructions.some((i) => i.op === "call" && i.returnsTwice))) return nothing;
  const byLabel = new Map(blocks.map((b) => [b.label, b]));
  const isAtReturn = findReturning(byLabel, isQuiet);
  const live = new Liveness(blocks, byLabel, [...locals.values(), ...arrays.values()]);
  const outlived = findOutlivedArrays(blocks, arrays, live);
  const consistent = [...marks].filter(([name]) => areConsistent(blocks, byLabel, name, uses));
  const ends: Mark[] = [];
  for (const [name, own] of consistent) {
    const flow = locals.get(name) as AddressFlow | null;
    const early = own.filter(({ mark, block, index }) => !mark.begins && !isAtReturn(block, index));
    if (!early.some(({ block, index }) => flow === null || live.isLiveAfter(block, index, flow))) continue;
    outlived.add(name);
    append(ends, early);
  }
  const follows = findFollowers(byLabel, ends);
  const late = new Set<string>();
  const renewals = new Set<Instruction>();
  for (const [name, own] of consistent) {
    const begins = own.filter(({ mark }) => mark.begins);
    if (outlived.has(name) || (locals.get(name) === null && begins.some(follows))) late.add(name);
    if (late.has(name) || isLiteral(name)) continue; // a literal is assigned whenever control reaches it
    for (const { mark, block, index } of begins) {
      if (!reachableFrom(byLabel, successors(block)).has(block.label)) continue;
      const next = block.instructions
        .slice(index + 1)
        .find((i) => i.op !== "declare-variable" && operandsOf(i).some((v) => isLocal(v, name)));
      if (next === undefined || !isWholeWrite(next, name)) renewals.add(mark);
    }
  }
  return { outlived, late, ends: new Set(ends.map(({ mark }) => mark)), renewals };
}

const isLocal = (v: { readonly kind: string; readonly name?: string }, name: string): boolean => v.kind === "local" && v.name === name;

interface Mark {
  readonly mark: Lifetime;
  readonly block: Block;
  readonly index: number;
}

function findMarks(blocks: readonly Block[], locals: ReadonlyMap<string, unknown>): Map<string, Mark[]> {
  const marks = new Map<string, Mark[]>();
  for (const block of blocks)
    for (const [index, mark] of block.instructions.entries()) {
      if (mark.op !== "lifetime" || mark.address.kind !== "local" || !locals.has(mark.address.name)) continue;
      const own = marks.get(mark.address.name);
      if (own === undefined) marks.set(mark.address.name, [{ mark, block, index }]);
      else own.push({ mark, block, index });
    }
  return marks;
}

/** Arrays of variable length to which a pointer may remain after they are freed. */
function findOutlivedArrays(blocks: readonly Block[], arrays: ReadonlyMap<string, AddressFlow>, live: Liveness): Set<string> {
  const outlived = new Set<string>();
  if (arrays.size === 0) return outlived;
  for (const block of blocks)
    for (const [index, i] of block.instructions.entries()) {
      if (!isStackRestore(i)) continue;
      for (const [name, flow] of arrays) if (live.isLiveAfter(block, index, flow)) outlived.add(name);
    }
  return outlived;
}

export const isStackRestore = (i: Instruction): boolean =>
  i.op === "call" && i.callee.kind === "global" && i.callee.name.startsWith("llvm.stackrestore");

/** Returns a predicate: whether a mark is reachable from one of these. */
function findFollowers(byLabel: ReadonlyMap<string, Block>, from: readonly Mark[]): (mark: Mark) => boolean {
  const reachable = reachableFrom(
    byLabel,
    from.flatMap(({ block }) => successors(block)),
  );
  return ({ block, index }) => reachable.has(block.label) || from.some((m) => m.block === block && m.index < index);
}

/** Returns a predicate: whether only the return follows. Then the return ends the local, in one step with the others. */
function findReturning(
  byLabel: ReadonlyMap<string, Block>,
  isQuiet: (i: Instruction) => boolean,
): (block: Block, index: number) => boolean {
  const known = new Map<string, boolean>();
  const isReturning = (label: string): boolean => {
    let answer = known.get(label);
    if (answer === undefined) {
      known.set(label, false); // while open: a cycle does not return
      answer = returns(byLabel.get(label) as Block, 0);
      known.set(label, answer);
    }
    return answer;
  };
  const returns = (block: Block, from: number): boolean => {
    const next = successors(block);
    return (
      block.instructions.slice(from, -1).every(isQuiet) &&
      (block.instructions.at(-1)?.op === "ret" || (next.length > 0 && next.every(isReturning)))
    );
  };
  return (block, index) => returns(block, index + 1);
}

/** Where paths join, a local may have begun on some of them only: "either". */
type State = "out" | "in" | "either";

/** Whether, on every path, the begins and ends of a local alternate and all its uses are between them. */
function areConsistent(blocks: readonly Block[], byLabel: ReadonlyMap<string, Block>, name: string, uses: Uses): boolean {
  const users: ReadonlySet<Instruction> = new Set((uses.get(name) ?? []).filter((i) => i.op !== "declare-variable"));
  const before = new Map<string, State>([[blocks[0]?.label ?? "", "out"]]);
  const work = [...before.keys()];
  for (let label = work.pop(); label !== undefined; label = work.pop()) {
    const block = byLabel.get(label) as Block;
    let state = before.get(label) as State;
    for (const i of block.instructions) {
      if (i.op === "lifetime" && isLocal(i.address, name)) {
        if (state !== (i.begins ? "out" : "in")) return false;
        state = i.begins ? "in" : "out";
      } else if (state !== "in" && users.has(i)) return false;
    }
    for (const next of successors(block)) {
      const known = before.get(next);
      if (known === state || known === "either") continue;
      before.set(next, known === undefined ? state : "either");
      work.push(next);
    }
  }
  return true;
}

/** Finds the values and holders of addresses of locals that may still be used. */
class Liveness {
  readonly #values = new Set<string>();
  readonly #holders = new Set<string>();
  /** By label: what may be used from the start of the block on. */
  readonly #before = new Map<string, ReadonlySet<string>>();

  constructor(
    blocks: readonly Block[],
    readonly byLabel: ReadonlyMap<string, Block>,
    flows: readonly (AddressFlow | null)[],
  ) {
    for (const flow of flows) {
      for (const name of flow?.values ?? []) this.#values.add(name);
      for (const name of flow?.holders ?? []) this.#holders.add(name);
    }
    for (let changed = true; changed; ) {
      changed = false;
      for (const block of blocks.toReversed()) {
        const live = this.#after(block, -1);
        if (live.size === (this.#before.get(block.label)?.size ?? 0)) continue; // it only grows
        this.#before.set(block.label, live);
        changed = true;
      }
    }
  }

  isLiveAfter(block: Block, index: number, { values, holders }: AddressFlow): boolean {
    const live = this.#after(block, index);
    return [...values, ...holders].some((name) => live.has(name));
  }

  /** What may be used after an instruction of a block; -1: from its start on. */
  #after(block: Block, index: number): Set<string> {
    const live = new Set<string>();
    for (const label of successors(block)) {
      for (const name of this.#before.get(label) ?? []) live.add(name);
      for (const i of this.byLabel.get(label)?.instructions ?? [])
        if (i.op === "phi") for (const { value, block: from } of i.incoming) if (from === block.label) this.#use(live, value);
    }
    for (let k = block.instructions.length - 1; k > index; k--) this.#stepBack(live, block.instructions[k] as Instruction);
    return live;
  }

  #stepBack(live: Set<string>, i: Instruction): void {
    if (i.op === "declare-variable") return;
    if (i.result !== null) live.delete(i.result);
    const set = (i.op === "lifetime" || i.op === "store") && i.address.kind === "local" ? i.address.name : null;
    const isSet = set !== null && this.#holders.has(set);
    if (isSet) live.delete(set);
    if (i.op === "phi") return; // its operands are used at the end of the predecessors
    for (const v of isSet && i.op === "store" ? [i.value.value] : operandsOf(i)) this.#use(live, v);
  }

  #use(live: Set<string>, v: Value): void {
    if (v.kind === "local" && (this.#values.has(v.name) || this.#holders.has(v.name))) live.add(v.name);
  }
}
