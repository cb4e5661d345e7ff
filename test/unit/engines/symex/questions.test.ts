// Questions about inputs. A failure means that a state is left out although some input of the path leads to a violation, or that inputs are missed.

import { expect, test } from "vitest";
import { Questions } from "../../../../src/engines/symex/questions.ts";
import { Budget } from "../../../../src/support/budget.ts";
import { Rng } from "../../../../src/support/rng.ts";
import { evaluate } from "../../../../src/terms/evaluate.ts";
import type { Term } from "../../../../src/terms/term.ts";
import { Terms } from "../../../../src/terms/terms.ts";

const terms = new Terms();
const variables = ["x", "y", "z"].map((name) => terms.variable(name, 3));

const isTrue = (t: Term, values: readonly number[]): boolean =>
  evaluate(t, { variable: (name) => BigInt(values["xyz".indexOf(name)] as number), before: () => false }) === 1n;

const allValues: (readonly number[])[] = [];
for (let x = 0; x < 8; x++) for (let y = 0; y < 8; y++) for (let z = 0; z < 8; z++) allValues.push([x, y, z]);

test("answers agree with all values, while solvers and models come and go", async () => {
  const rng = new Rng(11);
  const sum = (): Term => terms.add(terms.mul(rng.pick(variables), terms.constant(rng.below(8), 3)), rng.pick(variables));
  const atom = (): Term => {
    const t = rng.chance(0.5) ? terms.ult(sum(), sum()) : terms.sle(sum(), terms.constant(rng.below(8), 3));
    return rng.chance(0.3) ? terms.not(t) : t;
  };
  const questions = new Questions(terms, { variables }, new Budget(null, 1000));
  let [implied, found] = [0, 0];
  for (let i = 0; i < 1200; i++) {
    const path = Array.from({ length: rng.below(3) }, atom);
    const conjuncts = Array.from({ length: rng.between(1, 3) }, () => terms.or(atom(), terms.or(atom(), atom())));
    const onPath = allValues.filter((v) => path.every((p) => isTrue(p, v)));
    const expected = onPath.every((v) => conjuncts.every((c) => isTrue(c, v)));
    expect(await questions.isImplied(path, conjuncts)).toBe(expected);
    implied += expected ? 1 : 0;
    const condition = terms.all(conjuncts.map((c) => terms.not(c)));
    const inputs = await questions.findInputs(path, condition);
    const isFound = inputs !== "none" && inputs !== "unknown";
    expect(isFound).toBe(onPath.some((v) => isTrue(condition, v)));
    if (!isFound) continue;
    found++;
    const values = variables.map((v) => Number(inputs.get(v.name)));
    expect([...path, condition].every((t) => isTrue(t, values))).toBe(true);
  }
  expect(implied).toBeGreaterThan(100);
  expect(found).toBeGreaterThan(100);
  expect(questions.solvers).toBeGreaterThan(1);
});

test("a hard implication counts as refuted, while inputs are looked for until they are found", async () => {
  const wide = new Terms();
  const [a, b] = [wide.variable("a", 32), wide.variable("b", 32)];
  const questions = new Questions(wide, { variables: [a, b] }, new Budget(null, 1000));
  // The square of a sum: true, and out of reach for clauses.
  const square = (t: Term): Term => wide.mul(t, t);
  const mixed = wide.add(wide.add(square(a), square(b)), wide.mul(wide.mul(a, b), wide.constant(2, 32)));
  expect(await questions.isImplied([], [wide.eq(square(wide.add(a, b)), mixed)])).toBe(false);
  const [c, d] = [wide.variable("c", 16), wide.variable("d", 16)];
  const inputs = new Questions(wide, { variables: [c, d] }, new Budget(null, 1000));
  const product = wide.eq(wide.mul(wide.zext(c, 32), wide.zext(d, 32)), wide.constant(4093 * 4091, 32));
  const factors = await inputs.findInputs([wide.ult(wide.constant(1, 16), c), wide.ult(c, d)], product);
  expect(factors).toEqual(
    new Map([
      ["c", 4091n],
      ["d", 4093n],
    ]),
  );
  expect(inputs.conflicts).toBeGreaterThan(1000); // more than an implication may take
});
