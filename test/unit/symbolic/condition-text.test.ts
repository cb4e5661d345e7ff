// Formulas as conjuncts in C: what is repeated is said once, and what is left out only makes the text say less.

import { describe, expect, test } from "vitest";
import { describeCondition } from "../../../src/symbolic/condition-text.ts";
import { printC } from "../../../src/terms/print-c.ts";
import type { Term } from "../../../src/terms/term.ts";
import { Terms } from "../../../src/terms/terms.ts";

const terms = new Terms();
const [x, y, z] = ["x", "y", "hidden"].map((name) => terms.variable(name, 32)) as [Term, Term, Term];
const k = (n: number): Term => terms.constant(n, 32);
const p = terms.eq(x, k(1));
const q = terms.eq(y, k(2));
const h = terms.eq(z, k(3));
const print = (t: Term, isNegated: boolean): string | null => (t.args.includes(z) ? null : printC(terms, t, { atMost: true, isNegated }));
const texts = (t: Term): readonly string[] | null => describeCondition(t, print).conjuncts;
const raw = (op: "and" | "or", a: Term, b: Term): Term => terms.raw(op, a, b);

describe("what is said", () => {
  test("what all sides have in common stands before the choice", () => {
    expect(texts(raw("or", raw("and", p, q), raw("and", p, terms.slt(y, k(0)))))).toEqual(["x == 1", "y <= -1 || y == 2"]);
  });

  test("sides that differ in an atom and its negation are one, also if they are written differently", () => {
    const sides = [terms.slt(x, k(6)), terms.slt(k(5), x)].map((side) => raw("and", side, q));
    expect(texts(raw("or", sides[0] as Term, sides[1] as Term))).toEqual(["y == 2"]);
  });

  test("of p || (!p && q) the negation goes", () => {
    expect(texts(raw("or", p, raw("and", terms.not(p), q)))).toEqual(["x == 1 || y == 2"]);
  });

  test("a side that is excluded by what is known goes", () => {
    expect(texts(raw("and", p, raw("or", terms.not(p), q)))).toEqual(["x == 1", "y == 2"]);
  });

  test("atoms that are left out are counted, and count as true", () => {
    expect(describeCondition(raw("and", h, q), print)).toEqual({ conjuncts: ["y == 2"], omitted: 1, isCut: false });
    expect(describeCondition(raw("or", h, q), print)).toEqual({ conjuncts: [], omitted: 1, isCut: false });
    expect(describeCondition(terms.not(raw("and", h, q)), print)).toEqual({ conjuncts: [], omitted: 1, isCut: false });
  });

  test("a choice between very many is cut", () => {
    let large = terms.false;
    for (let i = 0; i < 60; i++) large = raw("or", large, raw("and", terms.eq(x, k(i)), terms.eq(y, k(i))));
    expect(describeCondition(large, print)).toMatchObject({ conjuncts: [], isCut: true });
  });
});
