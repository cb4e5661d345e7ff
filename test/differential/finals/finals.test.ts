// Claims about final values: a part of `npm run fuzz -- finals`; and that claims mean what they should.

import { expect, test } from "vitest";
import { Rng } from "../../../src/support/rng.ts";
import { drawClaims } from "./claims.ts";
import { compareFinals, finalsContenders } from "./compare.ts";

test("claims speak of the rarest final values, of the largest, and of values that are never left together", () => {
  const watched = ["x", "y"].map((name) => ({ name, value: name, bytes: 1, from: 0 }));
  const finals = new Map([
    [[1n, 1n], 3],
    [[2n, 1n], 2],
    [[2n, 2n], 1],
  ]);
  const [fails, holds] = [new Set<string>(), new Set<string>()];
  for (let seed = 0; seed < 300; seed++)
    for (const { text, isUnsafe } of drawClaims(new Rng(seed), watched, finals)) (isUnsafe ? fails : holds).add(text);
  const [x, y] = ["(unsigned char)x", "(unsigned char)y"];
  expect(fails).toEqual(
    new Set([
      `assert(!(${x} == 2ULL && ${y} == 2ULL));`,
      `assert(!(${x} == 1ULL));`,
      `assert(!(${y} == 2ULL));`,
      `assert(${x} < 2ULL);`,
      `assert(${y} < 2ULL);`,
    ]),
  );
  for (const expected of [`assert(!(${x} == 1ULL && ${y} == 2ULL));`, `assert(${x} <= 2ULL);`, `assert(${y} <= 2ULL);`])
    expect(holds).toContain(expected);
  for (const text of fails) expect(holds).not.toContain(text);
});

test("every engine agrees with all interleavings on claims about 2 generated programs", async () => {
  for (const seed of [11, 14]) {
    const { claims, wrong, undecided } = await compareFinals(seed, 40_000, null, finalsContenders(seed));
    expect([seed, claims.length, wrong, undecided]).toEqual([seed, 3, [], []]);
  }
});
