// Path conditions where paths meet: when all sides of a branch have met, in any order, the condition from before the branch is restored. A failure means that conditions
// of loops remain in everything after them, or that a path is lost.

import { expect, test } from "vitest";
import { Path } from "../../../../src/skeleton/unrolling/path.ts";
import { evaluate } from "../../../../src/terms/evaluate.ts";
import type { Term } from "../../../../src/terms/term.ts";
import { Terms } from "../../../../src/terms/terms.ts";

const conditions = ["a", "b", "c"] as const;

/** A loop that may be left before each of three iterations: its exits, and the path through all iterations. */
function waysOut(terms: Terms): Path[] {
  const out: Path[] = [];
  let path = Path.start(terms);
  for (const name of conditions) {
    const continues = terms.variable(name, 1);
    out.push(path.fork(terms.not(continues)));
    path = path.fork(continues);
  }
  return [...out, path];
}

const orders = [
  [0, 1, 2, 3],
  [3, 2, 1, 0],
  [1, 3, 0, 2],
  [2, 0, 3, 1],
];

const mergeAll = (paths: readonly Path[], order: readonly number[]): Path =>
  order.slice(1).reduce((merged, i) => merged.merge(paths[i] as Path, () => {}).path, paths[order[0] as number] as Path);

test.each(orders)("a loop that certainly ends adds no condition: %j, %j, %j, %j", (...order) => {
  const terms = new Terms();
  expect(mergeAll(waysOut(terms), order).guard.term).toBe(terms.true);
});

test.each(orders)("a missing exit stays in the condition: %j, %j, %j, %j", (...order) => {
  const terms = new Terms();
  const paths = waysOut(terms);
  const missing = order[3] as number;
  const { term } = mergeAll(paths, order.slice(0, 3)).guard;
  for (let values = 0; values < 8; values++) {
    const holds = (t: Term): boolean =>
      evaluate(t, { variable: (name) => BigInt((values >> conditions.indexOf(name as "a")) & 1), before: () => false }) === 1n;
    expect(holds(term)).toBe(!holds((paths[missing] as Path).guard.term));
  }
});

test("a condition that is already known is not added again", () => {
  const terms = new Terms();
  const a = terms.variable("a", 1);
  const inside = Path.start(terms).fork(a);
  expect(inside.fork(a).guard).toBe(inside.guard);
});
