// Where the lives of locals begin and end inside their function. In: clang's marks, and how far the address of each local gets. Out: the marks that
// mean something; all others are dropped, and cost nothing.
//
// A function's locals begin with its call and end with its return. That is not seen to be wrong unless
// - something may still point to a local when its block is left, or its address is compared with others: then it is made where its scope begins,
//   another object each time, and ends where that ends. Another one that is made behind such an end may come to lie there;
// - its block is entered again: then what it holds is unwritten once more.
//
// A pointer to a local outlives the block if it is kept (stored where others may look, or given to a function that keeps it), or if a local that holds it
// is read behind the end. Names do not: C does not let them be used outside. What clang computes in registers is used up inside the block as well, since
// the result of a block in an expression goes through a local.
//
// Marks are trusted only if they are whole: on every way to a use of the local, its begin comes after the last end, and begins and ends take turns. Where
// they are not, the local lives as long as its function. So it does in functions that setjmp may return to: control comes back into blocks that it has left
// without a mark.

import { append } from "../../support/lists.ts";
import { reachableFrom, successors } from "../llvm/control-flow.ts";
import type { Block, Instruction, Value } from "../llvm/module.ts";
import { isLiteral } from "./literal-scopes.ts";
import { operandsOf, type Uses } from "./uses.ts";

type Lifetime = Instruction & { readonly op: "lifetime" };

/** How far the address of a local gets. Null: too far to say. */
export interface Trail {
  /** Results of instructions that are computed from the address … */
  readonly values: ReadonlySet<string>;
  /** … and locals that such a value is stored in. */
  readonly holders: ReadonlySet<string>;
}

export interface Scopes {
  /** Locals that something may point to behind their scope. */
  readonly outlived: ReadonlySet<string>;
  /** Locals that are made where their scope begins; the others are made when the function is called. */
  readonly late: ReadonlySet<string>;
  /** The marks where a local ends, and those where one begins again in its place. */
  readonly ends: ReadonlySet<Instruction>;
  readonly renewals: ReadonlySet<Instruction>;
}

const nothing: Scopes = { outlived: new Set(), late: new Set(), ends: new Set(), renewals: new Set() };

/**
 * `locals`: those in memory that the program declares, of a fixed size; `arrays`: those of variable length, which have no marks but are freed. `isQuiet`: does an
 * instruction do nothing that another thread could notice?
 */
export function analyseScopes(
  blocks: readonly Block[],
  uses: Uses,
  locals: ReadonlyMap<string, Trail | null>,
  arrays: ReadonlyMap<string, Trail>,
  isQuiet: (i: Instruction) => boolean,
  isWholeWrite: (i: Instruction, name: string) => boolean,
): Scopes {
  const marks = findMarks(blocks, locals);
  if (marks.size + arrays.size === 0 || blocks.some((b) => b.instructions.some((i) => i.op === "call" && i.returnsTwice))) return nothing;
  const byLabel = new Map(blocks.map((b) => [b.label, b]));
  const endsLast = findLast(byLabel, isQuiet);
  const live = new Liveness(blocks, byLabel, [...locals.values(), ...arrays.values()]);
  const outlived = findOutlivedArrays(blocks, arrays, live);
  const whole = [...marks].filter(([name]) => isWhole(blocks, byLabel, name, uses));
  const ends: Mark[] = [];
  for (const [name, own] of whole) {
    const trail = locals.get(name) as Trail | null;
    const early = own.filter(({ mark, block, index }) => !mark.begins && !endsLast(block, index));
    if (!early.some(({ block, index }) => trail === null || live.isLiveBehind(block, index, trail))) continue;
    outlived.add(name);
    append(ends, early);
  }
  const follows = findFollowers(byLabel, ends);
  const late = new Set<string>();
  const renewals = new Set<Instruction>();
  for (const [name, own] of whole) {
    const begins = own.filter(({ mark }) => mark.begins);
    if (outlived.has(name) || (locals.get(name) === null && begins.some(follows))) late.add(name);
    if (late.has(name) || isLiteral(name)) continue; // a literal is set whenever it is met
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

/** Arrays of variable length that something points to behind a place where such arrays are freed. */
function findOutlivedArrays(blocks: readonly Block[], arrays: ReadonlyMap<string, Trail>, live: Liveness): Set<string> {
  const outlived = new Set<string>();
  if (arrays.size === 0) return outlived;
  for (const block of blocks)
    for (const [index, i] of block.instructions.entries()) {
      if (!isStackRestore(i)) continue;
      for (const [name, trail] of arrays) if (live.isLiveBehind(block, index, trail)) outlived.add(name);
    }
  return outlived;
}

export const isStackRestore = (i: Instruction): boolean =>
  i.op === "call" && i.callee.kind === "global" && i.callee.name.startsWith("llvm.stackrestore");

/** Can control come to a mark from one of these? */
function findFollowers(byLabel: ReadonlyMap<string, Block>, from: readonly Mark[]): (mark: Mark) => boolean {
  const behind = reachableFrom(
    byLabel,
    from.flatMap(({ block }) => successors(block)),
  );
  return ({ block, index }) => behind.has(block.label) || from.some((m) => m.block === block && m.index < index);
}

/** Does nothing but the return follow? Then that ends the local: one step for all. */
function findLast(byLabel: ReadonlyMap<string, Block>, isQuiet: (i: Instruction) => boolean): (block: Block, index: number) => boolean {
  const known = new Map<string, boolean>();
  const isLast = (label: string): boolean => {
    let answer = known.get(label);
    if (answer === undefined) {
      known.set(label, false); // while open: what goes in a circle does not return
      answer = follows(byLabel.get(label) as Block, 0);
      known.set(label, answer);
    }
    return answer;
  };
  const follows = (block: Block, from: number): boolean => {
    const next = successors(block);
    return (
      block.instructions.slice(from, -1).every(isQuiet) &&
      (block.instructions.at(-1)?.op === "ret" || (next.length > 0 && next.every(isLast)))
    );
  };
  return (block, index) => follows(block, index + 1);
}

/** Where control comes by several ways, a local may have begun on some of them only. */
type State = "out" | "in" | "either";

/** Do begins and ends of a local take turns on every way, with all its uses between them? */
function isWhole(blocks: readonly Block[], byLabel: ReadonlyMap<string, Block>, name: string, uses: Uses): boolean {
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

/** Which values and holders of addresses of locals may still be looked at. */
class Liveness {
  readonly #values = new Set<string>();
  readonly #holders = new Set<string>();
  /** By label: what may be looked at from the block's begin on. */
  readonly #before = new Map<string, ReadonlySet<string>>();

  constructor(
    blocks: readonly Block[],
    readonly byLabel: ReadonlyMap<string, Block>,
    trails: readonly (Trail | null)[],
  ) {
    for (const trail of trails) {
      for (const name of trail?.values ?? []) this.#values.add(name);
      for (const name of trail?.holders ?? []) this.#holders.add(name);
    }
    for (let changed = true; changed; ) {
      changed = false;
      for (const block of blocks.toReversed()) {
        const live = this.#behind(block, -1);
        if (live.size === (this.#before.get(block.label)?.size ?? 0)) continue; // it only ever grows
        this.#before.set(block.label, live);
        changed = true;
      }
    }
  }

  isLiveBehind(block: Block, index: number, { values, holders }: Trail): boolean {
    const live = this.#behind(block, index);
    return [...values, ...holders].some((name) => live.has(name));
  }

  /** What may be looked at behind an instruction of a block; -1: from its begin on. */
  #behind(block: Block, index: number): Set<string> {
    const live = new Set<string>();
    for (const label of successors(block)) {
      for (const name of this.#before.get(label) ?? []) live.add(name);
      for (const i of this.byLabel.get(label)?.instructions ?? [])
        if (i.op === "phi") for (const { value, block: from } of i.incoming) if (from === block.label) this.#look(live, value);
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
    if (i.op === "phi") return; // it looks where control comes from
    for (const v of isSet && i.op === "store" ? [i.value.value] : operandsOf(i)) this.#look(live, v);
  }

  #look(live: Set<string>, v: Value): void {
    if (v.kind === "local" && (this.#values.has(v.name) || this.#holders.has(v.name))) live.add(v.name);
  }
}
