// A footprint that is cleared and used again equals a new one, whatever it held before, and a copy does not change with it.

import { expect, test } from "vitest";
import { Footprint } from "../../../src/execution/footprint.ts";
import { Rng } from "../../../src/support/rng.ts";

const rng = new Rng(3);

function fill(f: Footprint, n: number): void {
  for (; n > 0; n--) f.add(2 ** 40 * rng.below(2) + rng.below(96), 1 + rng.below(12), rng.below(2) === 0);
  f.everything = rng.below(20) === 0;
  f.begins = rng.below(5) === 0;
}

const ranges = (f: Footprint): unknown => [
  Array.from({ length: f.count }, (_, i) => [f.starts[i], f.ends[i], f.writes[i]]),
  f.touched,
  f.written,
  f.everything,
  f.blind,
  f.begins,
];

test("used again, as new", () => {
  const again = new Footprint();
  const others = Array.from({ length: 20 }, () => {
    const f = new Footprint();
    fill(f, 1 + rng.below(3));
    return f;
  });
  let conflicts = 0;
  for (let round = 0; round < 500; round++) {
    const fresh = new Footprint();
    fill(fresh, rng.below(8));
    again.clear();
    expect(ranges(again)).toEqual(ranges(new Footprint()));
    again.include(fresh);
    expect(ranges(again)).toEqual(ranges(fresh));
    for (const other of others) {
      expect(again.conflicts(other)).toBe(fresh.conflicts(other));
      if (fresh.conflicts(other)) conflicts++;
    }
  }
  expect(conflicts).toBeGreaterThan(1000);
});

test("a copy stays as it is", () => {
  const f = new Footprint();
  f.add(0x1000, 4, true);
  f.blind = true;
  const copy = f.copy();
  const before = ranges(copy);
  expect(before).toEqual(ranges(f));
  f.clear();
  f.add(0x2000, 8, false);
  expect(ranges(copy)).toEqual(before);
});

test("inside objects, or not", () => {
  const objects = [
    { address: 0x1000, size: 8 },
    { address: 0x2000, size: 4 },
  ];
  const f = new Footprint();
  expect(f.liesIn(objects)).toBe(true);
  f.add(0x1004, 4, true);
  f.add(0x2000, 4, false);
  expect(f.liesIn(objects)).toBe(true);
  f.add(0x2004, 1, false);
  expect(f.liesIn(objects)).toBe(false);
});
