// What follows from a condition: compared with all assignments, for conditions and facts made at random.

import { expect, test } from "vitest";
import { Implications } from "../../../src/skeleton/implications.ts";
import { Rng } from "../../../src/support/rng.ts";
import type { Term } from "../../../src/terms/term.ts";
import { Terms } from "../../../src/terms/terms.ts";
import { Values } from "./values.ts";

test("what is said to follow holds under all assignments", () => {
  let found = 0;
  for (let seed = 0; seed < 400; seed++) {
    const values = new Values(new Terms(), new Rng(seed));
    const { terms, rng } = values;
    const variables = Array.from({ length: 4 }, () => values.fresh(1));
    const condition = (depth: number): Term => {
      const kind = depth === 0 ? 0 : rng.between(0, 3);
      if (kind === 0) return rng.pick(variables);
      if (kind === 1) return terms.not(condition(depth - 1));
      const [a, b] = [condition(depth - 1), condition(depth - 1)];
      return kind === 2 ? terms.and(a, b) : terms.or(a, b);
    };
    const implications = new Implications(terms);
    const facts = Array.from({ length: rng.between(0, 2) }, () => terms.implies(condition(2), condition(2)));
    for (const f of facts) implications.add(terms.true, f);
    implications.settle();
    const [given, what] = [condition(4), condition(4)];
    const says = implications.implies(given, what);
    const rest = terms.all(implications.rest(given, what));
    expect(says).toBe(rest === terms.true);
    if (says) found++;
    for (let bits = 0; bits < 2 ** variables.length; bits++) {
      for (const [i, v] of variables.entries()) values.set(v, BigInt((bits >> i) & 1));
      const holds = (t: Term): boolean => values.of(t) === 1n;
      if (facts.every(holds) && holds(given) && holds(rest)) expect([seed, bits, holds(what)]).toEqual([seed, bits, true]);
    }
  }
  expect(found).toBeGreaterThan(40);
});

test("a disjunction follows from one of its members, and a conjunction is false if a part is", () => {
  const terms = new Terms();
  const [a, b, c, d] = ["a", "b", "c", "d"].map((name) => terms.variable(name, 1)) as [Term, Term, Term, Term];
  const implications = new Implications(terms);
  const given = terms.and(a, terms.not(d));
  expect(implications.implies(given, terms.and(a, terms.or(a, b)))).toBe(true);
  expect(implications.implies(given, terms.not(terms.all([b, c, d])))).toBe(true);
  expect(implications.implies(given, terms.or(b, c))).toBe(false);
  expect(implications.implies(given, terms.not(terms.and(b, c)))).toBe(false);
});

test("a condition has grown if more follows from it than before", () => {
  const terms = new Terms();
  const [a, b, c] = ["a", "b", "c"].map((name) => terms.variable(name, 1)) as [Term, Term, Term];
  const implications = new Implications(terms);
  for (const t of [a, b, terms.and(a, c)]) implications.closureOf(t);
  implications.add(terms.and(a, c), b);
  implications.settle();
  expect([a, b, terms.and(a, c)].map((t) => implications.hasGrown(t))).toEqual([false, false, true]);
  implications.settle();
  expect(implications.hasGrown(terms.and(a, c))).toBe(false);
});
