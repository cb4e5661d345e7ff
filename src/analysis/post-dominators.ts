// Immediate post-dominators: where the paths from a block meet again (FUSION, section 5.1: merging points). In: a body. Out: per block the first
// block that every path to a return passes, the return itself, or that there is none.
//
// Only paths that return count. A path that ends otherwise (an error, exit, an endless loop) never comes to the merging point, and code that
// skips a region has to say separately that a thread may stay in it. The iteration is that of Cooper, Harvey and Kennedy (2001) on the
// reversed graph; it needs no reducible graph.

import { successorsOf } from "../program/control-flow.ts";
import type { FunctionBody } from "../program/program.ts";

/** A block; the end of the function; null: no path from the block returns. */
export type MergingPoint = number | "return" | null;

/** Computed once per body. */
const known = new WeakMap<FunctionBody, readonly MergingPoint[]>();

/** By block. */
export function findMergingPoints(body: FunctionBody): readonly MergingPoint[] {
  const points = known.get(body) ?? compute(body);
  known.set(body, points);
  return points;
}

function compute({ blocks }: FunctionBody): readonly MergingPoint[] {
  const exit = blocks.length;
  const successors = blocks.map(({ terminator }) => (terminator.op === "return" ? [exit] : successorsOf(terminator)));
  const predecessors: number[][] = Array.from({ length: exit + 1 }, () => []);
  successors.forEach((to, b) => {
    for (const s of to) (predecessors[s] as number[]).push(b);
  });
  const order = postorder(exit, predecessors);
  const rank = new Map(order.map((b, i) => [b, i]));
  const parent: (number | undefined)[] = [];
  parent[exit] = exit;
  const meet = (a: number, b: number): number => {
    let [x, y] = [a, b];
    while (x !== y) {
      while ((rank.get(x) as number) < (rank.get(y) as number)) x = parent[x] as number;
      while ((rank.get(y) as number) < (rank.get(x) as number)) y = parent[y] as number;
    }
    return x;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (let i = order.length - 2; i >= 0; i--) {
      const b = order[i] as number;
      let found: number | undefined;
      for (const s of successors[b] as readonly number[])
        if (rank.has(s) && parent[s] !== undefined) found = found === undefined ? s : meet(found, s);
      if (found !== parent[b]) {
        parent[b] = found;
        changed = true;
      }
    }
  }
  return blocks.map((_, b) => {
    const p = rank.has(b) ? parent[b] : undefined;
    return p === undefined ? null : p === exit ? "return" : p;
  });
}

/** The nodes that are reached from the first, each after those that are reached from it. Not recursive: generated code has long chains. */
function postorder(first: number, next: readonly (readonly number[])[]): number[] {
  const order: number[] = [];
  const seen = new Set([first]);
  const stack: [node: number, at: number][] = [[first, 0]];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const to = next[top[0]]?.[top[1]++];
    if (to === undefined) {
      order.push(top[0]);
      stack.pop();
    } else if (!seen.has(to)) {
      seen.add(to);
      stack.push([to, 0]);
    }
  }
  return order;
}
