// The region of a side: the blocks between the side of a branch and the point where all sides have met again. In: a body, a block and one of its
// sides. Out: the blocks and the merging point, or null if there is none.
//
// A side that leads back to the head of a loop, or whose merging point is that head, is skipped up to the first point after the loop: so skipping
// a side never begins another iteration.

import { successorsOf } from "../program/control-flow.ts";
import type { Block, FunctionBody } from "../program/program.ts";
import { type BlockNesting, findLoops } from "./loops.ts";
import { findMergingPoints, type MergingPoint } from "./post-dominators.ts";

export interface Region {
  /** Entered by the side. Empty: the side leads to the merging point at once. */
  readonly blocks: ReadonlySet<number>;
  readonly end: Exclude<MergingPoint, null>;
}

/** The region from a block's side on. Null: no path from the block meets the others again. */
export function findRegion(body: FunctionBody, from: number, side: number): Region | null {
  const { nesting } = findLoops(body);
  const points = findMergingPoints(body);
  const around = nesting[from]?.loops ?? [];
  let end = points[from] as MergingPoint;
  while (typeof end === "number" && !staysAhead(nesting[from], nesting[end], end, around)) end = points[end] as MergingPoint;
  if (end === null) return null;
  return { blocks: blocksBetween(body, side, end), end };
}

/** Whether the point comes after the block in the same iterations: the loops around the point are around the block, and no head is entered again. */
function staysAhead(from: BlockNesting | undefined, to: BlockNesting | undefined, point: number, around: readonly number[]): boolean {
  if (from === undefined || to === undefined) return false;
  if (around.includes(point)) return false;
  return to.loops.every((head, level) => head === around[level] || head === point);
}

/** The blocks that are reached from one without passing another; `end`: also without going beyond a return. */
function blocksBetween({ blocks }: FunctionBody, first: number, end: number | "return"): ReadonlySet<number> {
  const found = new Set<number>();
  const work = [first];
  for (let b = work.pop(); b !== undefined; b = work.pop()) {
    if (b === end || found.has(b)) continue;
    found.add(b);
    for (const s of successorsOf((blocks[b] as Block).terminator)) work.push(s);
  }
  return found;
}
