// Sections that wait after a branch. No run takes the side that leads to the wait while the wait lasts: it tries to, and takes the step back. The formula leads there
// all the same, so a side that was tried counts as seen; without that, these programs end in RVL902. The verdicts are those of all interleavings.

import { expect, test } from "vitest";
import { checkText, type TaskChanges } from "../../../run.ts";
import { twoThreads } from "../fusion/verdicts.ts";

const globals = "void __VERIFIER_assume(int); int __VERIFIER_nondet_int(void); static int x, y, n[2];";
const section = (body: string): string => `__VERIFIER_atomic_begin(); ${body} __VERIFIER_atomic_end();`;
const waitUntil = (condition: string): string => `__VERIFIER_assume(${condition});`;
/** One after the other. */
const counts = `${section("x = 1;")} ${section("x = 2;")}`;
/** A passage of the bakery (bench/programs/symex/bakery.c). */
const passes = (
  me: number,
  wrong = "",
): string => `${section(`int top = 0; for (int i = 0; i < 2; i++) if (n[i] > top) top = n[i]; n[${me}] = top + 1;`)}
  ${section(`int turn = 1; for (int i = 0; i < 2; i++) if (i != ${me} && n[i] != 0 && n[i] < n[${me}] ${wrong}) turn = 0; ${waitUntil("turn")} x++; assert(x == 1);`)}
  ${section(`x--; n[${me}] = 0;`)}`;

interface Row {
  readonly name: string;
  readonly first: string;
  readonly second: string;
  readonly holds: string;
  readonly expected: string;
}

const rows: readonly Row[] = [
  { name: "a loop of reads, then a wait", first: passes(0), second: passes(1), holds: "1", expected: "safe" },
  { name: "a loop of reads, then a wait that is too short", first: passes(0), second: passes(1, "- 1"), holds: "1", expected: "unsafe" },
  {
    name: "a write before the wait is undone",
    first: counts,
    second: section(`if (x == 1) y = 7; ${waitUntil("x == 2")} y = y + 2;`),
    holds: "y == 2",
    expected: "safe",
  },
  {
    name: "an assertion before the wait",
    first: counts,
    second: section(`y = 1; if (x == 1) { y = 3; assert(y == 1); } ${waitUntil("x == 2")}`),
    holds: "1",
    expected: "unsafe",
  },
  {
    name: "a side after one wait and before another",
    first: section(
      `int k = __VERIFIER_nondet_int(); if (k > 5) { ${waitUntil("x >= 1")} if (k == 6) y = 7; ${waitUntil("x == 2")} } else y = 2;`,
    ),
    second: counts,
    holds: "y != 7",
    expected: "unsafe",
  },
  {
    name: "an input with which the section waits for ever",
    first: section(`int k = __VERIFIER_nondet_int(); if (k > 5) y = 3; ${waitUntil("k < 5")} y = y + 1;`),
    second: "",
    holds: "y == 1",
    expected: "safe",
  },
  {
    // The first formula has no access of either section: it lets a thread be cut there and the other go on. What the executor would do in the cut section is not done.
    name: "both sections wait for ever",
    first: section(`if (y) x = 1; else x = 3; ${waitUntil("y")}`),
    second: section(`if (x) y = 1; else y = 3; ${waitUntil("x")}`),
    holds: "0",
    expected: "safe",
  },
];

const variants: readonly TaskChanges[] = [{}, { without: ["phantom"] }, { encoding: "steps" }];

test.each(rows)("$name", async ({ first, second, holds, expected }) => {
  const text = twoThreads(globals, first, second, holds);
  for (const changes of variants) {
    const { properties } = await checkText(text, "guided", ["assert"], changes);
    expect([changes, properties.map((p) => p.verdict)]).toEqual([changes, [expected]]);
  }
});

test("the account says that a side was only tried", async () => {
  const entries: string[] = [];
  const second = section(`if (x == 1) y = 7; ${waitUntil("x == 2")}`);
  await checkText(twoThreads(globals, counts, second), "guided", ["assert"], { explain: ({ text }) => entries.push(text) });
  expect(entries.filter((t) => t.includes("The step has to wait there, so it was tried and taken back."))).toHaveLength(1);
});
