// Programs of atomic sections: a part of `npm run fuzz -- sections`; and that their own search decides what it should.

import { expect, test } from "vitest";
import { compareSections } from "./compare.ts";
import { generate } from "./generate.ts";
import { isUnsafe, type Program, type Statement } from "./tree.ts";

const add = (plus: number): Statement => ({ kind: "set", to: "x", value: { of: "x", times: 1, plus } });
const double: Statement = { kind: "set", to: "x", value: { of: "x", times: 2, plus: 0 } };

const program = (threads: readonly Statement[], right: number): Program => ({
  types: ["signed char", "int", "int"],
  first: [1, 0, 0],
  threads: threads.map((s) => [[s]]),
  end: { left: "x", comparison: "!=", right },
});

test("the search of their own finds what one order reaches, and no more", () => {
  const reached = [3, 4, 5].filter((right) => isUnsafe(program([add(1), double], right)));
  expect(reached).toEqual([3, 4]);
  // A number that does not fit wraps around.
  expect(isUnsafe(program([add(127)], -128))).toBe(true);
  // A section that waits has no effect.
  const waiting: Statement = { kind: "assume", condition: { left: "y", comparison: "==", right: 1 } };
  expect(isUnsafe({ ...program([add(1)], 2), threads: [[[add(1), waiting]]], end: null })).toBe(false);
});

test("every reduction and pruning agrees with it on 6 generated programs", async () => {
  for (let seed = 100; seed < 106; seed++) {
    const { wrong, undecided } = await compareSections(generate(seed));
    expect([seed, wrong, undecided]).toEqual([seed, [], []]);
  }
});
