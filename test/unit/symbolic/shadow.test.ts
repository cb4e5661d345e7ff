// The shadow of symbolic exploration, over several steps: other inputs of the same path lead to the state that it tells.

import { expect, test } from "vitest";
import { compileText } from "../../run.ts";
import { programs, twoThreads, unwrittenPrograms } from "./programs.ts";
import { comparePath } from "./shadow-against-executor.ts";

const withInputs = programs.filter(([, text]) => /= [^;]*__VERIFIER_nondet_int\(\)/.test(text));

const others: readonly (readonly [string, string])[] = [
  [
    "inputs that are kept, copied, compared and taken apart",
    twoThreads(
      "int a[2], b[2]; atomic_int y; struct { char c[4]; } s;",
      "int n = __VERIFIER_nondet_int(); a[0] = n; memcpy(b, a, sizeof a); if (b[0] > 100) y = 1; else y = n; memcpy(&s, &a[0], 4); a[1] = s.c[1] + __VERIFIER_nondet_int();",
      "int k = y; if (k == 1) b[1] = a[0]; else b[1] = k; y = b[1] * 3; b[0] = y + b[1]; a[0] = __VERIFIER_nondet_int() & b[0];",
    ),
  ],
];

test.each([...withInputs, ...others, ...unwrittenPrograms.slice(0, 3), ...unwrittenPrograms.slice(-1)])("%s", async (_name, text) => {
  const program = await compileText(text);
  const total = { others: 0, open: 0 };
  for (let seed = 1; seed <= 8; seed++) {
    const compared = comparePath(program, seed, 120, seed % 2 === 0);
    expect(compared.differences).toEqual([]);
    expect(compared.unsupported).toBeNull();
    total.others += compared.others;
    total.open += compared.open;
  }
  expect(total.others).toBeGreaterThan(10);
  expect(total.open).toBeGreaterThan(10);
});
