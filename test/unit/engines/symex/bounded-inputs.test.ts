// Conditions that bounds of inputs decide. A failure means that a way is taken for impossible that some inputs go, or that a formula is taken for implied.

import { expect, test } from "vitest";
import { BoundedInputs } from "../../../../src/engines/symex/bounded-inputs.ts";
import { Rng } from "../../../../src/support/rng.ts";
import { evaluate } from "../../../../src/terms/evaluate.ts";
import type { Term } from "../../../../src/terms/term.ts";
import { Terms } from "../../../../src/terms/terms.ts";

const terms = new Terms();
const width = 5;
const [a, b] = ["a", "b"].map((name) => terms.variable(name, width)) as [Term, Term];
const number = (value: number): Term => terms.constant(value, width);
const isFalse = (path: readonly Term[], condition: Term): boolean => new BoundedInputs().isFalse(path, terms.all([...path]), condition);

/** Whether some inputs of the path fulfil the condition. */
function isPossible(path: readonly Term[], condition: Term): boolean {
  const all = terms.all([...path, condition]);
  for (let x = 0n; x < 32n; x++)
    for (let y = 0n; y < 32n; y++) {
      const variable = (name: string): bigint => (name === "a" ? x : y);
      if (evaluate(all, { variable, before: () => false }) === 1n) return true;
    }
  return false;
}

test("a sum of bounded inputs stays below a bound, unless it may wrap", () => {
  const path = [terms.ult(a, number(6)), terms.ult(b, number(6))];
  const sum = terms.add(a, b);
  expect(isFalse(path, terms.ult(number(10), sum))).toBe(true);
  expect(isFalse(path, terms.ult(number(9), sum))).toBe(false);
  expect(isFalse([terms.ult(a, number(20))], terms.ult(terms.add(a, number(15)), a))).toBe(false);
});

test("what is excluded has no inputs", () => {
  const rng = new Rng(3);
  const comparisons = ["eq", "ult", "ule", "slt", "sle"] as const;
  const value = (depth: number): Term => {
    if (depth === 0) return rng.chance(0.3) ? number(rng.below(32)) : rng.pick([a, b]);
    return terms[rng.pick(["add", "sub", "mul", "and", "udiv"] as const)](value(depth - 1), value(rng.below(depth)));
  };
  let excluded = 0;
  for (let i = 0; i < 400; i++) {
    const bound = (v: Term): Term => {
      const t = rng.chance(0.5)
        ? terms[rng.pick(comparisons)](v, number(rng.below(32)))
        : terms[rng.pick(comparisons)](number(rng.below(32)), v);
      return rng.chance(0.3) ? terms.not(t) : t;
    };
    const path = [bound(a), bound(a), bound(b), bound(b)].filter((t) => t.op !== "constant");
    const condition = terms.and(
      terms[rng.pick(comparisons)](value(2), value(1)),
      terms[rng.pick(comparisons)](value(1), number(rng.below(32))),
    );
    if (!isFalse(path, condition)) continue;
    excluded++;
    expect(isPossible(path, condition)).toBe(false);
  }
  expect(excluded).toBeGreaterThan(20);
});
