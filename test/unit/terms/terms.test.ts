// Simplification: random terms keep their values and stay within their ranges; and terms take the forms that other parts rely on.

import { describe, expect, test } from "vitest";
import { Rng } from "../../../src/support/rng.ts";
import { Evaluator } from "../../../src/terms/evaluate.ts";
import { printC } from "../../../src/terms/print-c.ts";
import type { Range } from "../../../src/terms/ranges.ts";
import type { Term } from "../../../src/terms/term.ts";
import { Terms } from "../../../src/terms/terms.ts";
import { Composition } from "./composed-terms.ts";
import { binaryOperators, interesting, randomEnvironment, randomTerms } from "./random-terms.ts";

function contains(range: Range, width: number, value: bigint): boolean {
  const signed = BigInt.asIntN(width, value);
  const above = (v: bigint, bound: number): boolean => bound === Number.NEGATIVE_INFINITY || v >= BigInt(bound);
  const below = (v: bigint, bound: number): boolean => bound === Number.POSITIVE_INFINITY || v <= BigInt(bound);
  const zeros = (1n << BigInt(range.trailingZeros)) - 1n;
  return (
    above(value, range.low) &&
    below(value, range.high) &&
    above(signed, range.signedLow) &&
    below(signed, range.signedHigh) &&
    (value & zeros) === 0n
  );
}

function everyTerm(root: Term): Term[] {
  const seen = new Set([root]);
  for (const t of seen) for (const a of t.args) seen.add(a);
  return [...seen];
}

describe("random terms", () => {
  test("exclude each other exactly if their conjunction simplifies to false", () => {
    let excluded = 0;
    for (let seed = 0; seed < 400; seed++) {
      const rng = new Rng(seed);
      const t = new Terms();
      const pool = [0, 1, 2, 3].map((i) => t.variable(`c${i}`, 1));
      // Conditions of paths: conjunctions that share parts, and negations of such.
      for (let i = 0; i < 12; i++) {
        const [a, b] = [rng.pick(pool), rng.pick(pool)];
        pool.push(rng.chance(0.6) ? t.and(a, b) : rng.chance(0.7) ? t.not(a) : t.or(a, b));
      }
      for (const a of pool)
        for (const b of pool) {
          const isExcluded = t.excludes(a, b);
          if (isExcluded && a.op === "and" && b.op === "and") excluded++;
          expect(isExcluded).toBe(t.and(a, b) === t.false);
        }
    }
    expect(excluded).toBeGreaterThan(50);
  });

  test("simplified and not, they have the same values, within their ranges", () => {
    for (let seed = 0; seed < 1500; seed++) {
      const rng = new Rng(seed);
      const stores = [new Terms(), new Terms({ simplify: false })];
      const width = rng.pick([1, 1, 2, 3, 8, 32, 53, 54, 64, rng.between(1, 128)]);
      const pair = randomTerms(stores, rng, width, rng.pick([2, 3, 4, 6, 10, 30]));
      for (let i = 0; i < 4; i++) {
        const environment = randomEnvironment(rng);
        const [simple, plain] = pair.map((t) => ({ evaluator: new Evaluator(environment), t })) as [
          { evaluator: Evaluator; t: Term },
          { evaluator: Evaluator; t: Term },
        ];
        if (simple.evaluator.value(simple.t) !== plain.evaluator.value(plain.t)) throw new Error(`seed ${seed}: the values differ`);
        for (const [k, { evaluator, t }] of [simple, plain].entries())
          for (const u of everyTerm(t))
            if (!contains((stores[k] as Terms).range(u), u.width, evaluator.value(u)))
              throw new Error(`seed ${seed}: ${u.op} leaves its range`);
      }
    }
  });

  test("composed ones keep their tables, and every term made on the way its range", () => {
    const widths = [1, 2, 2, 3, 4, 7, 8, 32, 33, 53, 54, 64, 65, 128];
    for (let seed = 0; seed < 3 * widths.length; seed++) {
      const composition = new Composition(new Rng(seed), widths[seed % widths.length] as number, seed % 3 === 2);
      for (let i = 0; i < 1000; i++) {
        const wrong = composition.step();
        if (wrong !== null) throw new Error(`seed ${seed}, step ${i}: ${wrong}`);
      }
    }
  });

  test("every comparison of two operators on leaves", () => {
    expect(new Composition(new Rng(2), 2, false).exhaust(60)).toBeNull();
  });

  test("every operator on intervals stays within the interval made of them", () => {
    const rng = new Rng(8);
    const operators = [...binaryOperators, "not", "neg", "ite", "concat", "extract", "zext", "sext"] as const;
    for (let round = 0; round < 6000; round++) {
      const width = rng.pick([1, 3, 4, 8, 32, 52, 53, 54, 55, 64]);
      const op = operators[round % operators.length] as (typeof operators)[number];
      const t = new Terms({ simplify: false });
      const interval = (): { low: bigint; high: bigint } => {
        const a = BigInt.asIntN(width, interesting(rng, width));
        const b = rng.chance(0.5) ? a + BigInt(rng.below(6)) : BigInt.asIntN(width, interesting(rng, width));
        const [low, high] = a < b ? [a, b] : [b, a];
        return BigInt.asIntN(width, high) === high ? { low, high } : { low, high: low };
      };
      const [bx, by] = [interval(), interval()];
      const [x, y] = [t.variable("x", width, bx), t.variable("y", width, by)];
      const low = rng.below(width);
      const term =
        op === "not" || op === "neg"
          ? t[op](x)
          : op === "ite"
            ? t.ite(t.variable("p", 1), x, y)
            : op === "extract"
              ? t.extract(x, rng.between(low, width - 1), low)
              : op === "zext" || op === "sext"
                ? t[op](x, width + rng.below(12))
                : t[op](x, y);
      const inside = (b: { low: bigint; high: bigint }): bigint =>
        rng.pick([b.low, b.high, b.low + (interesting(rng, width) % (b.high - b.low + 1n))]);
      for (let i = 0; i < 6; i++) {
        const values = new Map([
          ["x", inside(bx)],
          ["y", inside(by)],
          ["p", BigInt(i & 1)],
        ]);
        const evaluator = new Evaluator({ variable: (name) => values.get(name) as bigint, before: () => false });
        for (const u of [x, y, term])
          if (!contains(t.range(u), u.width, evaluator.value(u)))
            throw new Error(`round ${round}: ${op} of ${width} bits: ${[...values.values()]} gives ${evaluator.value(u)}`);
      }
    }
  });

  test("ranges of many terms", () => {
    const t = new Terms();
    for (let i = 0; i < 5000; i++) expect(t.low(t.constant(i * 7, 32))).toBe(i * 7);
  });
});

describe("forms", () => {
  const t = new Terms();
  const k = (v: number | bigint, width = 32): Term => t.constant(v, width);
  const x = t.variable("x", 32);
  const y = t.variable("y", 32);
  const p = t.variable("p", 1);
  const q = t.variable("q", 1);
  const small = t.variable("small", 8);
  const shown = (u: Term): string => printC(t, u);

  test("a chain of increments is one sum", () => {
    let a = t.variable("r0", 32);
    for (let i = 0; i < 100; i++) a = t.add(a, k(1));
    expect(a).toBe(t.add(t.variable("r0", 32), k(100)));
    expect(shown(a)).toBe("r0 + 100");
    for (let i = 0; i < 100; i++) a = t.sub(a, k(1));
    expect(a).toBe(t.variable("r0", 32));
  });

  test("the same term is the same object, in either order", () => {
    expect(t.add(x, y)).toBe(t.add(y, x));
    expect(t.and(p, q)).toBe(t.and(q, p));
    expect(t.eq(x, y)).toBe(t.eq(y, x));
    expect(t.sub(x, y)).not.toBe(t.sub(y, x));
    expect(t.ule(x, k(4))).toBe(t.ult(x, k(5)));
    expect(t.not(t.slt(x, y))).toBe(t.sle(y, x));
  });

  test("sums cancel", () => {
    expect(t.sub(t.add(x, y), x)).toBe(y);
    expect(t.add(t.sub(x, y), y)).toBe(x);
    expect(t.sub(t.add(x, k(5)), t.add(x, k(3)))).toBe(k(2));
    expect(t.eq(t.add(x, k(5)), t.add(y, k(5)))).toBe(t.eq(x, y));
    expect(t.eq(t.add(x, k(1)), k(0))).toBe(t.eq(x, k(-1)));
    expect(t.eq(t.add(x, k(1)), x)).toBe(t.false);
    expect(t.mul(t.add(x, k(3)), k(4))).toBe(t.add(t.shl(x, k(2)), k(12)));
    expect(t.eq(t.mul(x, k(3)), k(15))).toBe(t.eq(x, k(5)));
  });

  test("bytes put together again are the word", () => {
    const words = [
      x,
      t.add(t.zext(small, 32), k(1)),
      t.and(x, k(0xff00f)),
      t.and(x, k(0xff)),
      t.or(x, k(0x100)),
      t.sext(small, 32),
      t.ite(p, k(77777), k(-3)),
      t.ite(p, x, y),
      t.shl(x, k(3)),
      t.lshr(x, k(11)),
      t.ashr(x, k(3)),
      t.ashr(x, k(31)),
      t.zext(p, 32),
      t.mul(x, y),
    ];
    for (const word of words) {
      const bytes = [0, 8, 16, 24].map((low) => t.extract(word, low + 7, low)) as [Term, Term, Term, Term];
      const [b0, b1, b2, b3] = bytes;
      expect(t.concat(t.concat(t.concat(b3, b2), b1), b0)).toBe(word);
      expect(t.concat(b3, t.concat(b2, t.concat(b1, b0)))).toBe(word);
      expect(t.concat(t.concat(b3, b2), t.concat(b1, b0))).toBe(word);
    }
  });

  test("C's truth values", () => {
    const asInt = t.zext(p, 32);
    expect(t.ne(asInt, k(0))).toBe(p);
    expect(t.eq(asInt, k(1))).toBe(p);
    expect(t.eq(asInt, k(0))).toBe(t.not(p));
    expect(t.eq(asInt, k(2))).toBe(t.false);
    expect(t.ite(p, k(1), k(0))).toBe(asInt);
    expect(t.ne(t.and(asInt, t.zext(q, 32)), k(0))).toBe(t.and(p, q));
    expect(t.ite(p, t.true, q)).toBe(t.or(p, q));
    expect(t.ne(t.and(x, k(8)), k(0))).toBe(t.extract(x, 3, 3));
  });

  test("conditions", () => {
    expect(t.and(p, t.not(p))).toBe(t.false);
    expect(t.or(t.slt(x, y), t.sle(y, x))).toBe(t.true);
    expect(t.or(t.ult(x, k(5)), t.ult(k(4), x))).toBe(t.true);
    expect(t.and(p, t.or(p, q))).toBe(p);
    expect(t.and(p, t.or(t.not(p), q))).toBe(t.and(p, q));
    expect(t.and(t.eq(x, k(1)), t.eq(x, k(2)))).toBe(t.false);
    expect(t.and(t.eq(x, k(1)), t.ne(x, k(2)))).toBe(t.eq(x, k(1)));
    expect(t.all([p, q, t.not(p)])).toBe(t.false);
    expect(t.any([p, q, t.not(p)])).toBe(t.true);
    expect(t.all([])).toBe(t.true);
    expect(t.any([])).toBe(t.false);
    expect(t.implies(p, p)).toBe(t.true);
  });

  test("order facts", () => {
    expect(t.before(3, 5)).toBe(t.not(t.before(5, 3)));
    expect(t.before(4, 4)).toBe(t.false);
    expect(t.and(t.before(3, 5), t.before(5, 3))).toBe(t.false);
  });

  test("ite chains against a constant", () => {
    let value = k(0);
    const conditions = Array.from({ length: 40 }, (_, i) => t.variable(`c${i}`, 1));
    for (const [i, c] of conditions.entries()) value = t.ite(c, k(i + 1), value);
    const f = t.eq(value, k(40));
    expect(f).toBe(conditions[39]);
    expect(t.ult(value, k(41))).toBe(t.true);
    expect(t.eq(value, k(99))).toBe(t.false);
  });

  test("very long ite chains do not exhaust the stack", () => {
    let value = x;
    for (let i = 0; i < 50_000; i++) value = t.ite(t.variable(`d${i % 500}`, 1), k(i + 1), value);
    for (const f of [t.eq(value, k(7)), t.slt(value, k(9)), t.ult(k(9), value)]) expect(f.width).toBe(1);
  });

  test("wide disjunctions against zero are not multiplied out", () => {
    let flags = t.zext(t.variable("f0", 1), 32);
    for (let i = 0; i < 60; i++) flags = t.or(t.shl(flags, k(1)), t.add(flags, x));
    const before = t.size;
    expect(t.ne(flags, k(0)).width).toBe(1);
    expect(t.size - before).toBeLessThan(10);
  });

  test("ranges decide comparisons", () => {
    expect(t.ult(t.and(x, k(7)), k(8))).toBe(t.true);
    expect(t.slt(t.zext(small, 32), k(0))).toBe(t.false);
    expect(t.slt(t.sext(small, 32), k(128))).toBe(t.true);
    expect(t.ult(t.urem(x, k(10)), k(10))).toBe(t.true);
    expect(t.slt(t.srem(x, k(10)), k(10))).toBe(t.true);
    expect(t.eq(t.shl(x, k(2)), k(6))).toBe(t.false);
    const wide = t.add(t.zext(small, 32), k(1));
    expect(t.addOverflows(wide, k(1000), true)).toBe(t.false);
    expect(t.mulOverflows(wide, wide, true)).toBe(t.false);
    expect(t.ult(wide, k(5))).toBe(t.ult(small, k(4, 8)));
    const bounded = t.variable("bounded", 32, { low: -2n, high: 10n });
    expect(t.slt(bounded, k(11))).toBe(t.true);
    expect(t.sle(k(-1), t.add(bounded, k(1)))).toBe(t.true);
    expect(t.addOverflows(bounded, k(5), true)).toBe(t.false);
  });

  test("one name, one width, one set of bounds", () => {
    expect(() => t.variable("x", 31)).toThrow("32 bits");
    expect(() => t.variable("x", 32, { low: 0n, high: 1n })).toThrow("other bounds");
    expect(() => t.variable("e", 8, { low: 0n, high: 128n })).toThrow("8-bit");
    expect(() => t.variable("e", 8, { low: 3n, high: 2n })).toThrow("8-bit");
    const bounded = t.variable("f", 8, { low: 0n, high: 127n });
    expect(t.variable("f", 8)).toBe(bounded);
    expect(t.variable("f", 8, { low: 0n, high: 127n })).toBe(bounded);
  });

  test("ill-formed terms are refused", () => {
    expect(() => t.add(x, small)).toThrow("32 and 8");
    expect(() => t.ite(x, x, y)).toThrow("one bit");
    expect(() => t.extract(small, 8, 0)).toThrow("no bits");
    expect(() => t.zext(x, 8)).toThrow("zext");
    expect(() => t.constant(0, 129)).toThrow("129");
    expect(() => t.constant(0.5, 8)).toThrow("exact");
    expect(() => t.concat(t.variable("w", 100), x)).toThrow("132");
  });
});
