// The locations of an object: ranges that accesses of different sizes split, found by every byte, and restored by undo.

import { expect, test } from "vitest";
import { Locations } from "../../../src/execution/locations.ts";
import type { Memory } from "../../../src/execution/memory.ts";
import { Rng } from "../../../src/support/rng.ts";

/** Records what is to be undone. */
function journal(): { memory: Memory; undo: () => void } {
  const actions: (() => void)[] = [];
  const onUndo = <T, V>(takeBack: (target: T, before: V) => void, target: T, before: V): void =>
    void actions.push(() => takeBack(target, before));
  const undo = (): void => {
    while (actions.length > 0) actions.pop()?.();
  };
  return { memory: { onUndo } as unknown as Memory, undo };
}

const ranges = (list: readonly { start: number; size: number }[]): [number, number][] => list.map(({ start, size }) => [start, size]);
const ignore = (): void => {};

test("a range of the same size is one location, another size cuts it", () => {
  const { memory, undo } = journal();
  const locations = new Locations(memory);
  expect(ranges(locations.cover(8, 8, ignore))).toEqual([[8, 8]]);
  expect(ranges(locations.cover(8, 8, ignore))).toEqual([[8, 8]]);
  const cut: [number, number][][] = [];
  expect(ranges(locations.cover(10, 4, (whole, parts) => cut.push(ranges([whole]), ranges(parts))))).toEqual([[10, 4]]);
  expect(cut).toEqual([
    [[8, 8]],
    [
      [8, 2],
      [10, 4],
      [14, 2],
    ],
  ]);
  expect(ranges(locations.cover(4, 8, ignore))).toEqual([
    [4, 4],
    [8, 2],
    [10, 2],
  ]);
  expect(ranges(locations.overlapping(0, 100))).toEqual([
    [4, 4],
    [8, 2],
    [10, 2],
    [12, 2],
    [14, 2],
  ]);
  undo();
  expect(locations.overlapping(0, 100)).toEqual([]);
});

test("a hundred and forty megabytes are an entry per page, and a byte in the midst cuts one", () => {
  const { memory } = journal();
  const locations = new Locations(memory);
  const size = 140_000_000;
  const pages = Math.ceil(size / 4096);
  expect(locations.cover(0, size, ignore).length).toBe(pages);
  expect(ranges(locations.cover(70_000_001, 1, ignore))).toEqual([[70_000_001, 1]]);
  expect(locations.overlapping(0, size).length).toBe(pages + 2);
});

test("every byte of every access is found, whatever was cut, and undo gives back what was there", () => {
  const rng = new Rng(7);
  for (let round = 0; round < 50; round++) {
    const { memory, undo } = journal();
    const locations = new Locations(memory);
    const range = (): [number, number] => [rng.below(9000), rng.chance(0.2) ? rng.between(1, 9000) : rng.between(1, 16)];
    for (let i = 0; i < 10; i++) locations.cover(...range(), ignore);
    isTidy(locations);
    const before = ranges(locations.overlapping(0, 20_000));
    const mark = journal();
    const again = new Locations(mark.memory);
    for (const [at, size] of before) again.cover(at, size, ignore);
    for (let i = 0; i < 10; i++) {
      const [at, size] = range();
      const found = again.cover(at, size, ignore);
      expect(found[0]?.start).toBe(at);
      expect(found.reduce((sum, l) => sum + l.size, 0)).toBe(size);
      for (const l of found) for (const b of [l.start, l.start + l.size - 1]) expect(again.at(b)).toBe(l);
    }
    isTidy(again);
    mark.undo();
    undo();
    expect(again.overlapping(0, 20_000)).toEqual([]);
    expect(locations.overlapping(0, 20_000)).toEqual([]);
  }
});

/** Disjoint, in order, none across a page. */
function isTidy(locations: Locations): void {
  let end = 0;
  for (const { start, size } of locations.overlapping(0, 20_000)) {
    expect(start).toBeGreaterThanOrEqual(end);
    end = start + size;
    expect((end - 1) >> 12).toBe(start >> 12);
  }
}
