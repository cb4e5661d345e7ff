// Threads that wait for some inputs: a part of `npm run fuzz -- waits`.

import { expect, test } from "vitest";
import { compareWaits } from "./compare.ts";
import { generate } from "./generate.ts";

test("symex agrees with all interleavings", async () => {
  const wrong: string[] = [];
  let [answers, unsafe, undecided] = [0, 0, 0];
  for (let seed = 1; seed <= 12; seed++) {
    const compared = await compareWaits(generate(seed), seed, null);
    wrong.push(...compared.wrong.map((text) => `seed ${seed}: ${text}`));
    answers += compared.answers;
    unsafe += compared.unsafe;
    undecided += compared.undecided.length;
  }
  expect(wrong).toEqual([]);
  expect(answers).toBeGreaterThan(50);
  expect(unsafe).toBeGreaterThan(1);
  expect(undecided).toBeLessThan(answers / 50);
});
