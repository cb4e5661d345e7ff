import { describe, expect, it } from "vitest";
import { Rng, type RngState } from "../../../src/support/rng.ts";

const mask = 0xffffffffn;
const rotate = (word: bigint, count: bigint): bigint => ((word << count) | (word >> (32n - count))) & mask;

/** The published recurrence, on bigints, written independently of the implementation. */
function step(s: readonly bigint[]): { draw: bigint; next: bigint[] } {
  const draw = (rotate((s[1]! * 5n) & mask, 7n) * 9n) & mask;
  const t = (s[1]! << 9n) & mask;
  let [a, b, c, d] = s as [bigint, bigint, bigint, bigint];
  c ^= a;
  d ^= b;
  b ^= c;
  a ^= d;
  c ^= t;
  return { draw, next: [a, b, c, rotate(d, 11n)] };
}

const pack = (s: readonly bigint[]): bigint => s[0]! | (s[1]! << 32n) | (s[2]! << 64n) | (s[3]! << 96n);
const unpack = (n: bigint): bigint[] => [0n, 32n, 64n, 96n].map((shift) => (n >> shift) & mask);

/** The state after 2^power draws: the transition is linear over GF(2), so square its matrix `power` times. */
function leap(state: RngState, power: number): bigint[] {
  let images = Array.from({ length: 128 }, (_, bit) => pack(step(unpack(1n << BigInt(bit))).next));
  const apply = (vector: bigint): bigint => {
    let sum = 0n;
    for (let bit = 0; bit < 128; bit++) if ((vector >> BigInt(bit)) & 1n) sum ^= images[bit]!;
    return sum;
  };
  for (let i = 0; i < power; i++) images = images.map(apply);
  return unpack(apply(pack(state.map(BigInt))));
}

describe("Rng", () => {
  it("follows the recurrence of xoshiro128**", () => {
    const rng = new Rng([1, 2, 3, 4]);
    let state = [1n, 2n, 3n, 4n];
    for (let i = 0; i < 1000; i++) {
      const { draw, next } = step(state);
      expect(rng.nextUint32()).toBe(Number(draw));
      expect(rng.state).toEqual(next.map(Number));
      state = next;
    }
  });

  it("jumps 2^64 draws ahead", () => {
    const rng = new Rng(99);
    const expected = leap(rng.state, 64);
    rng.jump();
    expect(rng.state.map(BigInt)).toEqual(expected);
  });

  it("leaps agree with single draws, so the previous test means something", () => {
    const rng = new Rng(5);
    const expected = leap(rng.state, 10);
    for (let i = 0; i < 1024; i++) rng.nextUint32();
    expect(rng.state.map(BigInt)).toEqual(expected);
  });

  it("is a function of its seed, and its state is data", () => {
    const draws = (rng: Rng): number[] => Array.from({ length: 20 }, () => rng.nextUint32());
    expect(draws(new Rng(7))).toEqual(draws(new Rng(7)));
    const rng = new Rng(7);
    rng.nextUint32();
    const stored = JSON.parse(JSON.stringify(rng.state)) as RngState;
    const clone = rng.clone();
    const rest = draws(rng);
    expect(draws(clone)).toEqual(rest);
    expect(draws(new Rng(stored))).toEqual(rest);
  });

  it("gives different streams for nearby, negative and large seeds", () => {
    const seeds = [0, 1, 2, 3, -1, -2, 2 ** 32, 2 ** 32 + 1, 2 ** 40, Number.MAX_SAFE_INTEGER];
    expect(new Set(seeds.map((seed) => new Rng(seed).state.join())).size).toBe(seeds.length);
    expect(new Set(seeds.map((seed) => new Rng(seed).nextUint32())).size).toBe(seeds.length);
  });

  it("refuses the all-zero state and bad bounds", () => {
    expect(() => new Rng([0, 0, 0, 0])).toThrow();
    const rng = new Rng(1);
    for (const n of [0, -1, 1.5, 2 ** 32 + 1, Number.NaN]) expect(() => rng.below(n)).toThrow(RangeError);
    expect(() => rng.pick([])).toThrow(RangeError);
  });

  it("below(n) is uniform, also where n does not divide 2^32", () => {
    const rng = new Rng(11);
    for (const n of [2, 3, 7, 10]) {
      const counts = new Array<number>(n).fill(0);
      for (let i = 0; i < 20000; i++) counts[rng.below(n)]!++;
      const expected = 20000 / n;
      const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
      expect(chiSquare).toBeLessThan(n + 5 * Math.sqrt(2 * n)); // far in the tail
    }
    // 3 * 2^30: a plain modulus would give the lowest quarter of 2^32 twice the weight.
    let low = 0;
    for (let i = 0; i < 20000; i++) if (rng.below(3 * 2 ** 30) < 2 ** 30) low++;
    expect(low / 20000).toBeGreaterThan(0.31);
    expect(low / 20000).toBeLessThan(0.356);
    expect(rng.below(1)).toBe(0);
    expect(rng.below(2 ** 32)).toBeLessThan(2 ** 32);
  });

  it("chance, between, nextDouble and weighted keep their promises", () => {
    const rng = new Rng(12);
    let hits = 0;
    const weights = { a: 0, b: 0, never: 0 };
    for (let i = 0; i < 10000; i++) {
      if (rng.chance(0.2)) hits++;
      expect(rng.chance(0)).toBe(false);
      expect(rng.chance(1)).toBe(true);
      const n = rng.between(-3, 3);
      expect(n >= -3 && n <= 3).toBe(true);
      const x = rng.nextDouble();
      expect(x >= 0 && x < 1).toBe(true);
      weights[
        rng.weighted([
          [1, "a"],
          [0, "never"],
          [3, "b"],
        ] as const)
      ]++;
    }
    expect(hits).toBeGreaterThan(1800);
    expect(hits).toBeLessThan(2200);
    expect(weights.never).toBe(0);
    expect(weights.b / weights.a).toBeGreaterThan(2.6);
    expect(weights.b / weights.a).toBeLessThan(3.4);
  });

  it("shuffles a copy, every permutation alike", () => {
    const rng = new Rng(13);
    const original = [1, 2, 3];
    const counts = new Map<string, number>();
    for (let i = 0; i < 6000; i++) {
      const key = rng.shuffle(original).join("");
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    expect(original).toEqual([1, 2, 3]);
    expect(counts.size).toBe(6);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });

  it("forks streams that do not depend on how much the fork draws", () => {
    const one = new Rng(21);
    const two = new Rng(21);
    const child = one.fork();
    const same = two.fork();
    for (let i = 0; i < 100; i++) child.nextUint32();
    expect(one.nextUint32()).toBe(two.nextUint32());
    expect(new Rng(21).fork().state).toEqual(same.state);
    expect(same.state).not.toEqual(new Rng(21).state);
  });

  it("nextUint64 is two draws, high word first", () => {
    const rng = new Rng(3);
    const other = rng.clone();
    const high = BigInt(other.nextUint32());
    expect(rng.nextUint64()).toBe((high << 32n) | BigInt(other.nextUint32()));
  });
});
