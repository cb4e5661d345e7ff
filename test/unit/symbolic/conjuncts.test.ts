// Sets of conjuncts. A failure means that the formula of a state says something else than what was computed: states could be left out wrongly.

import { describe, expect, test } from "vitest";
import { Rng } from "../../../src/support/rng.ts";
import { type Claim, Claims, isTrueOf } from "../../../src/symbolic/claims.ts";
import { type Conjunction, conjunctsOf, isSame } from "../../../src/symbolic/conjunction.ts";
import { Conjuncts } from "../../../src/symbolic/conjuncts.ts";
import { narrow } from "../../../src/symbolic/narrowing.ts";
import { Sums } from "../../../src/symbolic/sums.ts";
import { evaluate } from "../../../src/terms/evaluate.ts";
import { substituteVariables } from "../../../src/terms/substitute.ts";
import type { Term } from "../../../src/terms/term.ts";
import { Terms } from "../../../src/terms/terms.ts";

const terms = new Terms();
const [a, b, c] = ["a", "b", "c"].map((name) => terms.variable(name, 4)) as [Term, Term, Term];
const number = (value: number): Term => terms.constant(value, 4);

/** For every value of a and b, and some of c. */
function* environments() {
  for (let x = 0n; x < 16n; x++)
    for (let y = 0n; y < 16n; y++)
      for (const z of [0n, 7n, 9n])
        yield {
          variable: (name: string): bigint => ({ a: x, b: y, c: z })[name] as bigint,
          before: (): never => {
            throw new Error("no events");
          },
        };
}

function isEqual(one: Term, other: Term): boolean {
  for (const e of environments()) if (evaluate(one, e) !== evaluate(other, e)) return false;
  return true;
}

/** A sum of variables, with signs and factors. */
function randomSum(rng: Rng, depth: number): Term {
  if (depth === 0) return rng.chance(0.2) ? number(rng.below(16)) : rng.pick([a, b, c]);
  const [x, y] = [randomSum(rng, depth - 1), randomSum(rng, rng.below(depth))];
  switch (rng.below(5)) {
    case 0:
      return terms.sub(x, y);
    case 1:
      return terms.mul(x, number(rng.below(16)));
    case 2:
      return terms.shl(x, number(rng.below(6)));
    case 3:
      return terms.neg(x);
    default:
      return terms.add(x, y);
  }
}

function randomComparison(rng: Rng, of: Term): Term {
  const k = number(rng.below(16));
  const [x, y] = rng.chance(0.5) ? [of, k] : [k, of];
  const op = rng.pick(["eq", "ult", "ule", "slt", "sle"] as const);
  const raw = rng.chance(0.5) ? terms.raw(op, x, y) : terms[op](x, y);
  return rng.chance(0.4) ? terms.raw("not", raw) : raw;
}

describe("sums", () => {
  test("orders of addition are one term", () => {
    const sums = new Sums(terms);
    const orders = [terms.add(terms.add(a, b), c), terms.add(a, terms.add(c, b)), terms.add(terms.add(c, a), b)];
    expect(new Set(orders.map((t) => sums.order(terms.eq(t, number(3))))).size).toBe(1);
  });

  test("doubled and increased, in any order, with the same result, is one term", () => {
    const sums = new Sums(terms);
    const two = number(2);
    const first = terms.mul(terms.add(terms.add(a, b), c), two);
    const second = terms.add(terms.mul(terms.add(c, a), two), terms.mul(b, two));
    expect(sums.order(first)).toBe(sums.order(second));
  });

  test("have the same value in one form", () => {
    const rng = new Rng(1);
    const sums = new Sums(terms);
    for (let i = 0; i < 100; i++) {
      const t = randomSum(rng, 4);
      expect(isEqual(sums.order(t), t)).toBe(true);
    }
  });
});

describe("comparisons with constants", () => {
  const claims = new Claims();
  const reduced = (...list: Term[]): Term[] => [...(claims.reduce([...new Set(list)]) ?? [terms.false])];

  test("the strongest stays", () => {
    const [low, high] = [terms.ult(a, number(5)), terms.ult(a, number(7))];
    expect(reduced(low, high)).toEqual([low]);
    const equal = terms.eq(a, number(3));
    expect(reduced(terms.ne(a, number(4)), equal, high)).toEqual([equal]);
  });

  test("what excludes each other is false", () => {
    expect(claims.reduce([terms.ult(a, number(3)), terms.ult(number(5), a)])).toBeNull();
    expect(claims.reduce([terms.eq(a, number(3)), terms.raw("not", terms.raw("eq", a, number(3)))])).toBeNull();
  });

  test("say the same with fewer", () => {
    const rng = new Rng(2);
    for (let i = 0; i < 400; i++) {
      const list = Array.from({ length: rng.between(2, 6) }, () => randomComparison(rng, rng.pick([a, b])));
      expect(isEqual(terms.all(reduced(...list)), terms.all(list))).toBe(true);
    }
  });
});

describe("multiples of a variable", () => {
  const claims = new Claims();

  test("are bounded around the value at hand", () => {
    // 2a + 3 < 9, where a is 1: a is at most 2, and at least -1, since 2a + 3 wraps below.
    const claim = claims.of(terms.ult(terms.add(terms.shl(a, number(1)), number(3)), number(9))) as Claim;
    expect(narrow(terms, claim, () => 1n)).toEqual([terms.sge(a, number(-1)), terms.sle(a, number(2))]);
  });

  test("hold at hand, and nowhere that the claim does not", () => {
    const rng = new Rng(4);
    let narrowed = 0;
    for (let i = 0; i < 600; i++) {
      const factor = terms.mul(a, number(rng.below(16)));
      const claim = claims.of(randomComparison(rng, terms.add(factor, number(rng.below(16)))));
      if (claim === null) continue;
      const value = BigInt(rng.below(16));
      const bounds = narrow(terms, claim, () => value);
      if (bounds === null) continue;
      narrowed++;
      const isBetween = (x: bigint): boolean => bounds.every((bound) => evaluate(bound, { variable: () => x, before: () => false }) === 1n);
      const isClaimed = (x: bigint): boolean => isTrueOf(claim, evaluate(claim.about, { variable: () => x, before: () => false }));
      expect(isBetween(value)).toBe(isClaimed(value));
      for (let x = 0n; x < 16n; x++) expect(!isBetween(x) || isClaimed(x)).toBe(true);
    }
    expect(narrowed).toBeGreaterThan(100);
  });
});

describe("conjuncts", () => {
  test("equal sets are the same, in whatever order they were joined", () => {
    const conjuncts = new Conjuncts(terms);
    const [p, q, r] = [terms.eq(a, b), terms.ult(b, c), terms.eq(c, number(9))].map((t) => conjuncts.of(t)) as [
      Conjunction,
      Conjunction,
      Conjunction,
    ];
    const one = conjuncts.both(conjuncts.both(p, q), r);
    const other = conjuncts.all([r, conjuncts.both(q, p), p]);
    expect(isSame(one, other)).toBe(true);
    expect(conjuncts.termOf(one)).toBe(conjuncts.termOf(other));
    expect(conjunctsOf(one)).toHaveLength(3);
    expect(one.size).toBe(3);
    expect(isSame(one, conjuncts.both(p, q))).toBe(false);
  });

  test("a conjunct and its negation are false", () => {
    const conjuncts = new Conjuncts(terms);
    const [p, q] = [terms.ult(a, b), terms.eq(c, number(2))];
    const both = conjuncts.of(terms.and(p, q));
    expect(conjuncts.both(both, conjuncts.of(terms.raw("not", p)))).toBe(conjuncts.false);
    expect(conjuncts.both(conjuncts.of(terms.raw("not", q)), both)).toBe(conjuncts.false);
  });

  test("the whole and its parts say the same", () => {
    const rng = new Rng(3);
    const conjuncts = new Conjuncts(terms);
    for (let i = 0; i < 150; i++) {
      const list = Array.from({ length: rng.between(1, 8) }, () => randomComparison(rng, randomSum(rng, 2)));
      const set = conjuncts.all(list.map((t) => conjuncts.of(t)));
      expect(isEqual(conjuncts.termOf(set), terms.all(list))).toBe(true);
      const others = conjuncts.of(terms.ne(a, b));
      const changed = conjuncts.map(set, (t) => terms.or(t, terms.eq(b, c)), others);
      expect(isEqual(conjuncts.termOf(changed), terms.and(terms.ne(a, b), terms.or(terms.all(list), terms.eq(b, c))))).toBe(true);
    }
  });

  test("what holds because variables are fixed is left out, and the rest says the same", () => {
    const rng = new Rng(9);
    const conjuncts = new Conjuncts(terms);
    let shorter = 0;
    for (let i = 0; i < 300; i++) {
      const fixed = rng.chance(0.7) ? [terms.eq(rng.pick([a, b]), number(rng.below(16)))] : [];
      const list = [...fixed, ...Array.from({ length: rng.between(1, 6) }, () => randomComparison(rng, randomSum(rng, rng.below(3))))];
      const set = conjuncts.all(list.map((t) => conjuncts.of(t)));
      const reduced = conjuncts.reduce(set);
      expect(isEqual(conjuncts.termOf(reduced), terms.all(list))).toBe(true);
      shorter += reduced.size < set.size ? 1 : 0;
      const mapped = conjuncts.map(set, (t) => substituteVariables(terms, t, new Map([["c", a]])), conjuncts.of(terms.all(fixed)));
      const expected = substituteVariables(terms, terms.all([...list, ...fixed]), new Map([["c", a]]));
      expect(isEqual(conjuncts.termOf(mapped), expected)).toBe(true);
    }
    expect(shorter).toBeGreaterThan(20);
  });

  test("what speaks of other variables stays, and its place is not walked", () => {
    const rng = new Rng(5);
    const conjuncts = new Conjuncts(terms);
    for (let i = 0; i < 150; i++) {
      const list = Array.from({ length: rng.between(1, 12) }, () => randomComparison(rng, randomSum(rng, rng.below(2))));
      const set = conjuncts.all(list.map((t) => conjuncts.of(t)));
      const place = conjuncts.known.indexOf(a);
      const seen = new Set<Term>();
      const change = (t: Term): Term => {
        seen.add(t);
        return substituteVariables(terms, t, new Map([["a", terms.add(b, c)]]));
      };
      const mapped = conjuncts.map(set, change, conjuncts.true, place < 0 ? { low: 0, high: 0 } : { low: 1 << place, high: 0 });
      const expected = substituteVariables(terms, terms.all(list), new Map([["a", terms.add(b, c)]]));
      expect(isEqual(conjuncts.termOf(mapped), expected)).toBe(true);
      for (const t of conjunctsOf(set)) expect(seen.has(t)).toBe(conjuncts.variablesOf(t).includes(a) || isBesideOne(conjuncts, set, t));
    }
  });
});

/** A leaf has another conjunct that speaks of a. */
function isBesideOne(conjuncts: Conjuncts, set: Conjunction, t: Term): boolean {
  if (set.left !== null) return isBesideOne(conjuncts, set.left, t) || isBesideOne(conjuncts, set.right as Conjunction, t);
  return set.conjuncts.includes(t) && set.conjuncts.some((other) => conjuncts.variablesOf(other).includes(a));
}

describe("disjunctions", () => {
  const setOf = (sets: Conjuncts, list: readonly Term[]): Conjunction => sets.all(list.map((t) => sets.of(t)));

  test("a condition or its negation with others is one clause per other", () => {
    const sets = new Conjuncts(terms);
    const wait = terms.eq(a, number(0));
    const [small, even] = [terms.ult(b, number(3)), terms.eq(c, number(2))];
    const any = sets.any([sets.of(wait), setOf(sets, [terms.not(wait), small, even])]);
    expect(conjunctsOf(any).map((t) => new Set(sets.clauses.literalsOf(t)))).toEqual(
      expect.arrayContaining([new Set([wait, small]), new Set([wait, even])]),
    );
    expect(any.size).toBe(2);
  });

  test("what all have in common is no clause, and what the rest implies is left out", () => {
    const sets = new Conjuncts(terms);
    const [common, wait, small, other] = [
      terms.eq(c, number(1)),
      terms.eq(a, number(0)),
      terms.ult(b, number(3)),
      terms.ne(b, number(1)),
    ] as const;
    const any = sets.any([setOf(sets, [common, wait]), setOf(sets, [common, small, other])]);
    expect(conjunctsOf(any)).toContain(common);
    expect(any.size).toBe(3);
    // a == 0 || b < 3 and a == 0 || b != 1 follow from b == 0.
    expect(sets.both(any, sets.of(terms.eq(b, number(0)))).size).toBe(2);
  });

  test("say the same as terms, and so do their parts after a change", () => {
    const rng = new Rng(11);
    for (let i = 0; i < 150; i++) {
      const sets = new Conjuncts(terms);
      const list = (): Term[] => Array.from({ length: rng.between(1, 4) }, () => randomComparison(rng, rng.pick([a, b, c])));
      const lists = Array.from({ length: rng.between(2, 3) }, list);
      const more = list();
      const any = sets.both(sets.any(lists.map((l) => setOf(sets, l))), sets.any([setOf(sets, more), setOf(sets, list())]));
      const whole = sets.termOf(any);
      const first = terms.any(lists.map((l) => terms.all(l)));
      expect(isEqual(terms.and(whole, first), whole)).toBe(true);
      expect(isEqual(sets.termOf(sets.any(lists.map((l) => setOf(sets, l)))), first)).toBe(true);
      const by = new Map([["a", terms.add(b, number(rng.below(16)))]]);
      const change = (t: Term): Term => substituteVariables(terms, t, by);
      expect(isEqual(sets.termOf(sets.map(any, change)), change(whole))).toBe(true);
    }
  });
});

test("of two clauses that say the same in other words one stays", () => {
  const below: readonly [Term, Term] = [terms.raw("ult", a, number(3)), terms.raw("not", terms.raw("ule", number(3), a))];
  const rest = terms.eq(b, number(1));
  const sets = new Conjuncts(terms);
  const both = sets.both(...(below.map((t) => sets.of(terms.raw("or", t, rest))) as [Conjunction, Conjunction]));
  expect(both.size).toBe(1);
  expect(isEqual(sets.termOf(both), terms.or(below[0], rest))).toBe(true);
});
