// The places in an object that a symbolic offset may denote: every place that it does denote is among them. A failure means that value sets
// leave out a write, and that a verdict may be wrong.

import { describe, expect, test } from "vitest";
import { findPlaces } from "../../../src/skeleton/places.ts";
import { hull, overlaps, type Spread, single } from "../../../src/skeleton/spread.ts";
import { PossibleValues, type ValueSet } from "../../../src/skeleton/value-set.ts";
import { Rng } from "../../../src/support/rng.ts";
import { evaluate } from "../../../src/terms/evaluate.ts";
import type { Term } from "../../../src/terms/term.ts";
import { Terms } from "../../../src/terms/terms.ts";

const given = (values: ReadonlyMap<string, bigint>) => ({ variable: (name: string) => values.get(name) ?? 0n, before: () => false });

describe("places of a symbolic offset", () => {
  const terms = new Terms();
  const i = terms.variable("i", 32);
  const n = terms.variable("n", 64);
  const few = terms.variable("few", 64);
  const sets = new Map<Term, ValueSet>([[few, new Set([8n, 32n, 80n])]]);
  const possible = new PossibleValues(sets, (t, v) => evaluate(t, given(v)));
  const number = (value: number, width = 64): Term => terms.constant(BigInt.asUintN(width, BigInt(value)), width);
  const spread = (offset: number | Term, size: number, objectSize: number, ...conditions: Term[]): Spread =>
    findPlaces(terms, possible, offset, size, objectSize, conditions);

  test("a field of an element, by a signed or an unsigned index", () => {
    const signed = terms.add(terms.mul(terms.sext(i, 64), number(24)), number(8));
    expect(spread(signed, 8, 96)).toEqual({ low: 8, high: 80, stride: 24 });
    const unsigned = terms.add(terms.mul(terms.zext(i, 64), number(24)), number(16));
    expect(spread(unsigned, 4, 96)).toEqual({ low: 16, high: 88, stride: 24 });
  });

  test("a product that may wrap keeps its power of two only", () => {
    expect(spread(terms.mul(n, number(24)), 8, 96)).toEqual({ low: 0, high: 88, stride: 8 });
    // 24 times this is 8 in 64 bits.
    const wraps = 0xaaaaaaaaaaaaaaabn;
    expect(evaluate(terms.mul(n, number(24)), given(new Map([["n", wraps]])))).toBe(8n);
  });

  test("a bound counts where its condition holds, and as the comparison means it", () => {
    const offset = terms.mul(n, number(4));
    expect(spread(offset, 4, 64, terms.ult(n, number(8)))).toEqual({ low: 0, high: 28, stride: 4 });
    expect(spread(offset, 4, 64, terms.not(terms.ule(number(8), n)))).toEqual({ low: 0, high: 28, stride: 4 });
    expect(spread(offset, 4, 64, terms.or(terms.ult(n, number(8)), terms.eq(i, number(0, 32))))).toEqual({ low: 0, high: 60, stride: 4 });
    // Below 8 as a signed number may be far below: 4 times that is anything.
    expect(spread(offset, 4, 64, terms.slt(n, number(8)))).toEqual({ low: 0, high: 60, stride: 4 });
    expect(spread(offset, 4, 64, terms.ult(number(8), n))).toEqual({ low: 0, high: 60, stride: 4 });
  });

  test("a bound that a double does not hold exactly does not count", () => {
    const large = (value: bigint): Term => terms.constant(value, 64);
    const offset = terms.sub(n, large(2n ** 53n - 8n));
    expect(spread(offset, 1, 16, terms.ult(n, large(2n ** 53n + 1n)))).toEqual({ low: 0, high: 15, stride: 1 });
    expect(spread(offset, 1, 16, terms.sle(n, large(2n ** 53n + 1n)))).toEqual({ low: 0, high: 15, stride: 1 });
    expect(spread(offset, 1, 16, terms.ult(n, large(2n ** 53n - 1n)))).toEqual({ low: 0, high: 6, stride: 1 });
  });

  test("few values", () => {
    expect(spread(few, 8, 96)).toEqual({ low: 8, high: 80, stride: 24 });
    expect(spread(few, 8, 48)).toEqual({ low: 8, high: 32, stride: 24 });
    expect(spread(40, 8, 48)).toEqual(single(40));
  });

  test("whatever the offset, its place is among them", () => {
    let inside = 0;
    for (let seed = 0; seed < 4000; seed++) {
      const rng = new Rng(seed);
      const width = rng.pick([6, 8, 12]);
      const narrow = width - 2;
      const [a, b] = [terms.variable(`a${seed}`, width), terms.variable(`b${seed}`, narrow)];
      const make = (depth: number): Term => {
        if (depth === 0) return rng.pick([a, terms.sext(b, width), terms.zext(b, width), number(rng.below(40) - 12, width)]);
        const x = make(depth - 1);
        switch (rng.below(6)) {
          case 0:
            return terms.add(x, make(depth - 1));
          case 1:
            return terms.sub(x, make(depth - 1));
          case 2:
            return terms.mul(x, number(rng.below(13) - 3, width));
          case 3:
            return terms.shl(x, number(rng.below(4), width));
          case 4:
            return terms.ite(terms.ult(x, make(0)), x, make(depth - 1));
          default:
            return terms.and(x, number(rng.below(30), width));
        }
      };
      const compare = (): Term => {
        const op = rng.pick(["ult", "ule", "slt", "sle"] as const);
        const limit = number(rng.below(24) - 6, width);
        const x = rng.pick([a, make(1)]);
        const c = rng.chance(0.5) ? terms[op](x, limit) : terms[op](limit, x);
        return rng.chance(0.4) ? terms.not(c) : c;
      };
      const offset = make(rng.between(1, 4));
      const conditions = [terms.and(compare(), compare())].slice(rng.below(2));
      const size = rng.pick([1, 2, 4, 8]);
      const objectSize = size * rng.between(1, 4) + rng.below(3);
      const places = spread(offset, size, objectSize, ...conditions);
      for (let k = 0; k < 60; k++) {
        const values = new Map([
          [`a${seed}`, BigInt(rng.below(2 ** width))],
          [`b${seed}`, BigInt(rng.below(2 ** narrow))],
        ]);
        if (!conditions.every((c) => evaluate(c, given(values)) === 1n)) continue;
        const at = Number(evaluate(offset, given(values)));
        if (at + size > objectSize) continue;
        inside++;
        expect(at >= places.low && at <= places.high && (at - places.low) % Math.max(places.stride, 1) === 0).toBe(true);
      }
    }
    expect(inside).toBeGreaterThan(10_000);
  });
});

test("all places of two spreads", () => {
  expect(hull(single(24), single(24))).toEqual(single(24));
  expect(hull({ low: 8, high: 80, stride: 24 }, single(20))).toEqual({ low: 8, high: 80, stride: 12 });
  expect(hull({ low: 0, high: 16, stride: 4 }, { low: 22, high: 40, stride: 6 })).toEqual({ low: 0, high: 40, stride: 2 });
});

test("how far after the start of a write an overlapping read may begin", () => {
  expect(overlaps(single(8), 8, single(12), 4)).toEqual([4]);
  expect(overlaps(single(8), 8, single(16), 4)).toEqual([]);
  expect(overlaps({ low: 0, high: 72, stride: 24 }, 8, { low: 8, high: 80, stride: 24 }, 8)).toEqual([]);
  expect(overlaps({ low: 0, high: 72, stride: 24 }, 8, { low: 4, high: 52, stride: 8 }, 8)).toEqual([-4, 4]);
  for (let seed = 0; seed < 2000; seed++) {
    const rng = new Rng(seed);
    const made = (): Spread => {
      const [low, stride, count] = [rng.below(20), rng.below(10), rng.below(5)];
      return stride === 0 ? single(low) : { low, high: low + stride * count + rng.below(stride), stride };
    };
    const [write, read, written, size] = [made(), made(), rng.between(1, 9), rng.between(1, 9)];
    const said = overlaps(write, written, read, size);
    for (let w = write.low; w <= write.high; w += Math.max(write.stride, 1))
      for (let r = read.low; r <= read.high; r += Math.max(read.stride, 1))
        if (r < w + written && w < r + size) expect(said).toContain(r - w);
  }
});
