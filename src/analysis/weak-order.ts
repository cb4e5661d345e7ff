// The loop structure of a function as a weak topological order (Bourdoncle, FMPA 1993): components nest, every edge that goes
// backwards leads to the head of a component around it. In: a body. Out: per block its path of positions and heads, from which
// the unroller makes keys: states are taken up in key order, so that all paths to a place have arrived before it is left.

import { successorsOf } from "../program/control-flow.ts";
import type { FunctionBody } from "../program/program.ts";

export interface BlockPlace {
  /** Heads of the loops around the block, outermost first; a head is inside its own loop. */
  readonly loops: readonly number[];
  /** Positions at every level: of the outermost loop in the function, …, of the block in its innermost loop. */
  readonly positions: readonly number[];
}

export interface LoopStructure {
  readonly places: readonly (BlockPlace | undefined)[]; // undefined: not reachable
}

type Element = number | { readonly head: number; readonly body: readonly Element[] };

/** Found once per body. */
const known = new WeakMap<FunctionBody, LoopStructure>();

export function findLoops(body: FunctionBody): LoopStructure {
  const loops = known.get(body) ?? compute(body);
  known.set(body, loops);
  return loops;
}

function compute(body: FunctionBody): LoopStructure {
  const successors = body.blocks.map((b) => successorsOf(b.terminator));
  const places: (BlockPlace | undefined)[] = body.blocks.map(() => undefined);
  const place = (elements: readonly Element[], loops: readonly number[], prefix: readonly number[]): void => {
    elements.forEach((e, i) => {
      const positions = [...prefix, i];
      if (typeof e === "number") places[e] = { loops, positions };
      else place([e.head, ...e.body], [...loops, e.head], positions);
    });
  };
  place(new WeakOrder(successors).order, [], []);
  return { places };
}

/** Bourdoncle's algorithm: Tarjan's components, each taken apart again behind its head. Iterative functions are short here: recursion is on blocks of one function. */
class WeakOrder {
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
