// How many vectors of decisions are tried for one step: as many as a step of 16 booleans has, and few where a step may ask without end.

import { expect, test } from "vitest";
import { manyDecisions, VectorCount } from "../../../src/execution/decision-vectors.ts";

function tried(decisions: (vector: number) => number): number {
  const count = new VectorCount();
  let vectors = 1;
  while (!count.add(decisions(vectors))) vectors++;
  return vectors;
}

test("all of 16 booleans", () => {
  expect(tried(() => 16)).toBe(2 ** 16);
});

test("as many of fewer decisions", () => {
  expect(tried(() => 1)).toBe(2 ** 16);
});

test("fewer where each has many decisions", () => {
  expect(tried(() => manyDecisions - 1)).toBe(Math.ceil(2 ** 20 / (manyDecisions - 1)));
});

test("few once a step may ask without end", () => {
  expect(tried((vector) => Math.min(vector, manyDecisions))).toBe(manyDecisions + 128);
});
