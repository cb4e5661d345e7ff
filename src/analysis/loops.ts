// The loops of a function. In: a body. Out: per block the loops around it, and its index at every level.
//
// This is a weak topological order (Bourdoncle, FMPA 1993): components nest, and every backward edge leads to the head of a component
// around it. The unroller makes keys from the indices and processes states in key order, so that all paths to a block have arrived
// before control leaves it.

import { successorsOf } from "../program/control-flow.ts";
import type { FunctionBody } from "../program/program.ts";

export interface BlockNesting {
  /** Heads of the loops around the block, outermost first; a head is inside its own loop. */
  readonly loops: readonly number[];
  /** The index at every level: of the outermost loop in the function, …, of the block in its innermost loop. */
  readonly indices: readonly number[];
}

export interface LoopStructure {
  /** By block; undefined: unreachable. */
  readonly nesting: readonly (BlockNesting | undefined)[];
}

/**
 * In which iterations of the loops around it a block is entered: those of the loops that control stays in, and one more of the loop whose head
 * it is (`increment`: how much more). `from`: the block control comes from, in `iterations`; null: the function begins.
 */
export function enterBlock(
  { nesting }: LoopStructure,
  from: { readonly block: number; readonly iterations: readonly number[] } | null,
  block: number,
  increment: 0.5 | 1 = 1,
): number[] {
  const around = from === null ? [] : (nesting[from.block]?.loops ?? []);
  let isInside = true;
  return (nesting[block]?.loops ?? []).map((head, level) => {
    isInside &&= around[level] === head;
    if (!isInside || from === null) return 0;
    const iteration = from.iterations[level] as number;
    if (block !== head) return iteration;
    isInside = false;
    return increment === 1 ? Math.floor(iteration) + 1 : iteration + increment;
  });
}

/** Where a block stands among all blocks and iterations of its function: index, iteration, index, iteration …, the outermost loop first. */
export function orderOf({ nesting }: LoopStructure, block: number, iterations: readonly number[]): number[] {
  const order: number[] = [];
  (nesting[block]?.indices ?? []).forEach((index, level) => {
    order.push(index);
    if (level < iterations.length) order.push(iterations[level] as number);
  });
  return order;
}

type Element = number | { readonly head: number; readonly body: readonly Element[] };

/** Computed once per body. */
const known = new WeakMap<FunctionBody, LoopStructure>();

export function findLoops(body: FunctionBody): LoopStructure {
  const loops = known.get(body) ?? compute(body);
  known.set(body, loops);
  return loops;
}

function compute(body: FunctionBody): LoopStructure {
  const successors = body.blocks.map((b) => successorsOf(b.terminator));
  const nesting: (BlockNesting | undefined)[] = body.blocks.map(() => undefined);
  const number = (elements: readonly Element[], loops: readonly number[], prefix: readonly number[]): void => {
    elements.forEach((e, i) => {
      const indices = [...prefix, i];
      if (typeof e === "number") nesting[e] = { loops, indices };
      else number([e.head, ...e.body], [...loops, e.head], indices);
    });
  };
  number(new WeakTopologicalOrder(successors).order, [], []);
  return { nesting };
}

/** Bourdoncle's algorithm: Tarjan's strongly connected components, each decomposed again without its head. It recurses over the blocks of one function. */
class WeakTopologicalOrder {
  readonly order: Element[] = [];
  readonly #number: number[];
  readonly #stack: number[] = [];
  #count = 0;

  constructor(readonly successors: readonly (readonly number[])[]) {
    this.#number = successors.map(() => 0);
    if (successors.length > 0) this.#visit(0, this.order);
    this.order.reverse();
  }

  #visit(v: number, into: Element[]): number {
    this.#stack.push(v);
    this.#number[v] = ++this.#count;
    let lowest = this.#count;
    let loop = false;
    for (const w of this.successors[v] as readonly number[]) {
      const low = this.#number[w] === 0 ? this.#visit(w, into) : (this.#number[w] as number);
      if (low <= lowest) {
        lowest = low;
        loop = true;
      }
    }
    if (lowest !== this.#number[v]) return lowest;
    this.#number[v] = Number.POSITIVE_INFINITY;
    let top = this.#stack.pop() as number;
    if (!loop) {
      into.push(v);
      return lowest;
    }
    while (top !== v) {
      this.#number[top] = 0;
      top = this.#stack.pop() as number;
    }
    const body: Element[] = [];
    for (const w of this.successors[v] as readonly number[]) if (this.#number[w] === 0) this.#visit(w, body);
    into.push({ head: v, body: body.reverse() });
    return lowest;
  }
}
