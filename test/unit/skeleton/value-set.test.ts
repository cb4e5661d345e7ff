// Sets of values: every possible value is in the set.

import { describe, expect, test } from "vitest";
import { single } from "../../../src/skeleton/spread.ts";
import { conjunctsOf, maxValues, ObjectValues, PossibleValues, slice, unite, type ValueSet } from "../../../src/skeleton/value-set.ts";
import { Rng } from "../../../src/support/rng.ts";
import { evaluate } from "../../../src/terms/evaluate.ts";
import type { Term } from "../../../src/terms/term.ts";
import { Terms } from "../../../src/terms/terms.ts";

const set = (...values: number[]): ValueSet => new Set(values.map(BigInt));

test("a union keeps all values up to the limit, and then widens", () => {
  expect(unite(set(1, 2), set(2, 3))).toEqual(set(1, 2, 3));
  expect(unite(set(), set(5))).toEqual(set(5));
  expect(unite(null, set(1))).toBeNull();
  const many = set(...Array.from({ length: maxValues }, (_, i) => i));
  expect(unite(many, set(0))?.size).toBe(maxValues);
  expect(unite(many, set(maxValues))).toBeNull();
});

test("bytes of values", () => {
  expect(slice(set(0x11223344, 0xaa3344), 1, 2)).toEqual(set(0x2233, 0xaa33));
  expect(slice(null, 0, 1)).toBeNull();
});

describe("what a thread writes to an object", () => {
  test("a read sees whatever may be there, in every order of writing", () => {
    for (let seed = 0; seed < 300; seed++) {
      const rng = new Rng(seed);
      const size = 16;
      const values = new ObjectValues(size);
      // Memory holds one of the writes at each place, or parts of several; all bytes are zero first.
      values.add(single(0), 8, set(0), false);
      values.add(single(8), 8, set(0), false);
      const memory = new Uint8Array(size);
      for (let i = 0; i < 5; i++) {
        const length = rng.pick([1, 2, 4, 8]);
        const isAnywhere = rng.chance(0.3);
        const options = [rng.below(200), rng.below(200)];
        const at = isAnywhere ? length * rng.below(size / length) : rng.below(size - length + 1);
        const unit = rng.pick([length, 2 * length]);
        const spread = { low: at % unit, high: size - length, stride: unit };
        values.add(isAnywhere ? spread : single(at), length, set(...options), false);
        const chosen = rng.pick(options);
        if (rng.chance(0.7)) for (let b = 0; b < length; b++) memory[at + b] = Number((BigInt(chosen) >> BigInt(8 * b)) & 255n);
        const look = rng.pick([1, 2, 4, 8]);
        const from = look * rng.below(size / look);
        let there = 0n;
        for (let b = look - 1; b >= 0; b--) there = (there << 8n) | BigInt(memory[from + b] as number);
        const seen = values.read(rng.chance(0.2) ? { low: 0, high: size - look, stride: look } : single(from), look);
        expect(seen === null || seen.has(there)).toBe(true);
      }
    }
  });

  test("says whether something is new", () => {
    const values = new ObjectValues(8);
    expect(values.add(single(0), 4, set(1), false)).toBe(true);
    expect(values.add(single(0), 4, set(1), false)).toBe(false);
    expect(values.add(single(0), 4, set(2), false)).toBe(true);
    expect(values.read(single(0), 4)).toEqual(set(1, 2));
    expect(values.add(single(0), 4, set(3), true)).toBe(true); // widened
    expect(values.read(single(0), 4)).toBeNull();
    expect(values.add(single(0), 4, set(9), false)).toBe(false);
    expect(values.read(single(4), 4)).toEqual(set());
  });
});

describe("values of a term", () => {
  const terms = new Terms();
  const x = terms.variable("x", 8);
  const y = terms.variable("y", 8);
  const free = terms.variable("free", 8);
  const sets = new Map<Term, ValueSet>([
    [x, set(1, 2, 200)],
    [y, set(0, 7)],
    [free, null],
  ]);
  const possible = new PossibleValues(sets, (t, v) => evaluate(t, { variable: (name) => v.get(name) ?? 0n, before: () => false }));

  test("by trying all", () => {
    expect(possible.of(terms.add(x, y))).toEqual(set(1, 2, 200, 8, 9, 207));
    expect(possible.of(terms.add(x, free))).toBeNull();
    expect(possible.outcomes(terms.ult(y, terms.constant(8, 8)))).toEqual(set(1));
    expect(possible.outcomes(terms.ult(y, x))).toEqual(set(0, 1));
  });

  test("a variable that has no value does not take those of terms that do not depend on it", () => {
    const none = terms.variable("none", 8);
    const here = terms.variable("here", 1);
    const more = new PossibleValues(new Map<Term, ValueSet>([...sets, [none, set()], [here, set(0, 1)]]), (t, v) =>
      evaluate(t, { variable: (name) => v.get(name) ?? 0n, before: () => false }),
    );
    const one = terms.constant(1, 8);
    expect(more.of(terms.add(terms.ite(here, x, none), one))).toEqual(set(2, 3, 201));
    expect(more.of(terms.add(none, one))).toEqual(set());
    expect(more.under(terms.ne(none, one), terms.add(x, one))).toEqual(set(2, 3, 201));
  });

  test("under a condition", () => {
    const small = terms.ult(x, terms.constant(10, 8));
    expect(possible.under(small, x)).toEqual(set(1, 2));
    expect(possible.under(terms.and(small, terms.eq(free, y)), x)).toEqual(set(1, 2)); // conditions with many values are left out
    expect(possible.under(terms.false, x)).toEqual(set(1, 2, 200)); // nothing for a constant
  });

  test("never fewer than there are", () => {
    for (let seed = 0; seed < 400; seed++) {
      const rng = new Rng(seed);
      const make = (depth: number): Term => {
        if (depth === 0) return rng.pick([x, y, free, terms.constant(rng.below(256), 8)]);
        const [a, b] = [make(depth - 1), make(depth - 1)];
        const op = rng.pick(["add", "sub", "and", "or", "xor", "mul", "ite"] as const);
        return op === "ite" ? terms.ite(terms.ult(a, b), a, terms.sub(b, a)) : terms[op](a, b);
      };
      const t = make(rng.between(1, 3));
      const condition = terms.ule(make(1), make(1));
      const environment = new Map([
        ["x", rng.pick([...(sets.get(x) as ReadonlySet<bigint>)])],
        ["y", rng.pick([...(sets.get(y) as ReadonlySet<bigint>)])],
        ["free", BigInt(rng.below(256))],
      ]);
      const run = (term: Term): bigint => evaluate(term, { variable: (name) => environment.get(name) ?? 0n, before: () => false });
      const all = possible.of(t);
      expect(all === null || all.has(run(t))).toBe(true);
      if (run(condition) !== 1n) continue;
      const some = possible.under(condition, t);
      expect(some === null || some.has(run(t))).toBe(true);
    }
  });

  test("conjuncts", () => {
    const [a, b, c] = [terms.variable("a", 1), terms.variable("b", 1), terms.variable("c", 1)];
    expect(new Set(conjunctsOf(terms.all([a, b, c])))).toEqual(new Set([a, b, c]));
    expect(conjunctsOf(terms.or(a, b))).toEqual([terms.or(a, b)]);
  });
});
