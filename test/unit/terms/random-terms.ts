// Random terms for tests: the same construction carried out in several stores at once, so that a simplified term can be compared with
// what it was made from.

import type { Rng } from "../../../src/support/rng.ts";
import type { Term } from "../../../src/terms/term.ts";
import type { Terms } from "../../../src/terms/terms.ts";

export const binaryOperators = ["and", "or", "xor", "add", "sub", "mul", "udiv", "urem", "sdiv", "srem", "shl", "lshr", "ashr"] as const;
export const predicates = ["eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"] as const;

/** Values at which something happens: 0, 1, -1, the sign boundary, powers of two and their neighbours; now and then anything. */
export function interesting(rng: Rng, width: number): bigint {
  const any = (): bigint => {
    let v = 0n;
    for (let i = 0; i < width; i += 32) v = (v << 32n) | BigInt(rng.nextUint32());
    return v;
  };
  const boundary = (): bigint => (1n << BigInt(rng.below(width + 1))) + BigInt(rng.between(-2, 2));
  const value = rng.weighted<() => bigint>([
    [2, () => BigInt(rng.between(-2, 3))],
    [2, boundary],
    [1, () => -boundary()],
    [1, () => BigInt(rng.below(2 * width))],
    [2, any],
  ])();
  return BigInt.asUintN(width, value);
}

/** Variables of every width a construction may use: their number is small, so that terms share them. */
export const variableName = (width: number, index: number): string => `v${width}_${index}`;

/** One term per store, all built alike. `size` counts builder calls. */
export function randomTerms(stores: readonly Terms[], rng: Rng, width: number, size: number): Term[] {
  const make = (build: (terms: Terms, i: number) => Term): Term[] => stores.map(build);
  const leaf = (w: number): Term[] => {
    if (w === 1 && rng.chance(0.3)) {
      const a = rng.below(4);
      const b = rng.below(4);
      return make((t) => t.before(a, b));
    }
    if (rng.chance(0.35)) {
      const value = interesting(rng, w);
      return make((t) => t.constant(value, w));
    }
    const index = rng.below(2);
    return make((t) => t.variable(variableName(w, index), w));
  };
  const pool = new Map<number, Term[][]>();
  const build = (w: number, budget: number): Term[] => {
    const known = pool.get(w) ?? [];
    // Sharing is where most rules apply.
    if (known.length > 0 && rng.chance(0.25)) return rng.pick(known);
    const made = budget <= 1 ? leaf(w) : compose(w, budget - 1);
    pool.set(w, [...known, made].slice(-6));
    return made;
  };
  const compose = (w: number, budget: number): Term[] => {
    const half = Math.floor(budget / 2);
    const choice = rng.below(w === 1 ? 14 : 11);
    if (choice < 5) {
      const op = rng.pick(binaryOperators);
      const a = build(w, half);
      const b = build(w, half);
      return make((t, i) => t[op](a[i] as Term, b[i] as Term));
    }
    if (choice === 5) {
      const op = rng.pick(["not", "neg"] as const);
      const a = build(w, budget);
      return make((t, i) => t[op](a[i] as Term));
    }
    if (choice === 6 || choice === 7) {
      const c = build(1, half);
      const a = build(w, half);
      const b = build(w, half);
      return make((t, i) => t.ite(c[i] as Term, a[i] as Term, b[i] as Term));
    }
    if (choice === 8 && w > 1) {
      const inner = rng.between(1, w - 1);
      const op = rng.pick(["zext", "sext"] as const);
      const a = build(inner, budget);
      return make((t, i) => t[op](a[i] as Term, w));
    }
    if (choice === 9 && w > 1) {
      const cut = rng.between(1, w - 1);
      const a = build(w - cut, half);
      const b = build(cut, half);
      return make((t, i) => t.concat(a[i] as Term, b[i] as Term));
    }
    if (choice <= 10) {
      const outer = Math.min(128, w + rng.below(9));
      const low = rng.below(outer - w + 1);
      const a = build(outer, budget);
      return make((t, i) => t.extract(a[i] as Term, low + w - 1, low));
    }
    const inner = rng.pick([1, 2, 3, 8, 32, rng.between(1, 128)]);
    const op = rng.pick(predicates);
    const a = build(inner, half);
    const b = build(inner, half);
    return make((t, i) => t[op](a[i] as Term, b[i] as Term));
  };
  return build(width, size);
}

/** Answers for every variable, edge values preferred; events in a random order. */
export function randomEnvironment(rng: Rng): { variable(name: string, width: number): bigint; before(a: number, b: number): boolean } {
  const values = new Map<string, bigint>();
  const order = rng.shuffle([0, 1, 2, 3]);
  return {
    variable(name, width) {
      const known = values.get(name);
      if (known !== undefined) return known;
      const value = interesting(rng, width);
      values.set(name, value);
      return value;
    },
    before: (a, b) => order.indexOf(a) < order.indexOf(b),
  };
}
