// Interval sets against sets of numbers, all subsets of a small range.

import { expect, test } from "vitest";
import { type Interval, type IntervalSet, intersect, sizeOf, subtract, union } from "../../../src/analysis/intervals.ts";

const range = 7;

function intervals(bits: number): IntervalSet {
  const out: Interval[] = [];
  for (let i = 0; i < range; i++) {
    if (((bits >> i) & 1) === 0) continue;
    const low = i;
    while (((bits >> (i + 1)) & 1) === 1) i++;
    out.push([BigInt(low), BigInt(i)]);
  }
  return out;
}

function members(set: IntervalSet): number {
  let bits = 0;
  for (const [low, high] of set) {
    expect(low <= high).toBe(true);
    for (let v = low; v <= high; v++) {
      expect((bits >> Number(v)) & 1).toBe(0); // disjoint
      bits |= 1 << Number(v);
    }
  }
  return bits;
}

test("intersection, difference, union and size are those of sets", () => {
  for (let a = 0; a < 1 << range; a++)
    for (let b = 0; b < 1 << range; b++) {
      const [x, y] = [intervals(a), intervals(b)];
      const got = [members(intersect(x, y)), members(subtract(x, y)), members(union(x, y))];
      if (got[0] !== (a & b) || got[1] !== (a & ~b) || got[2] !== (a | b)) expect([a, b, got]).toEqual([a, b, [a & b, a & ~b, a | b]]);
    }
  expect(sizeOf(intervals(0b1011011))).toBe(5n);
});
