// Busy waits that keep what they read, for the code after the loop. Of iterations that only set such registers the last one decides, so that two are enough; each program here but the first
// fails through more iterations than that, or because one of them does something else. The verdicts are those of all interleavings.

import { expect, test } from "vitest";
import { checkText, type TaskChanges } from "../../../run.ts";

interface Row {
  readonly name: string;
  /** What the waiting thread does. */
  readonly waits: string;
  /** What the other one does. */
  readonly other: string;
  /** Undefined: every number of iterations is a state of its own, so that it is not decided. */
  readonly holds?: string;
  readonly fails: readonly string[];
}

const rows: readonly Row[] = [
  {
    name: "the last value read",
    waits: "while (!go) l = v; r = l;",
    other: "v = 1; v = 2; go = 1;",
    holds: "r != 5",
    fails: ["r != 7", "r != 0", "r != 1", "r != 2"],
  },
  {
    name: "a loop that is left in the middle",
    waits: "for (;;) { l = v; if (go) break; } r = l;",
    other: "v = 1; v = 2; go = 1; v = 3;",
    holds: "r != 5",
    fails: ["r != 0", "r != 2", "r != 3"],
  },
  {
    name: "two values, one of which only some iterations set",
    waits: "while (!go) { m = v; if (m) l = m; } r = l * 10 + m;",
    other: "v = 1; v = 0; go = 1;",
    fails: ["r != 10", "r != 11"],
  },
  {
    name: "a value of the iteration before",
    waits: "while (!go) { m = l; l = v; } r = m * 10 + l;",
    other: "v = 1; v = 2; go = 1;",
    fails: ["r != 12", "r != 11"],
  },
  {
    name: "the first iteration keeps more than the others",
    waits: "int n = 0; m = 9; while (!go) { l = v; if (!n) { n = 1; m = w; } } r = m * 10 + l;",
    other: "w = 1; v = 2; go = 1;",
    holds: "r != 20",
    fails: ["r != 2", "r != 12"],
  },
  {
    name: "how often it iterates",
    waits: "int n = 0; while (!go) { l = v; if (n < 3) n++; } r = n * 10 + l;",
    other: "v = 1; go = 1;",
    fails: ["r != 31", "r != 30"],
  },
  {
    name: "two waits, one after the other",
    waits: "for (int i = 0; i < 2; i++) { while (go <= i) l = v; m = m * 10 + l; } r = m;",
    other: "v = 1; go = 1; v = 2; go = 2;",
    holds: "r != 21",
    fails: ["r != 12", "r != 2", "r != 77"],
  },
];

const textOf = ({ waits, other }: Row, assertion: string): string => `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int go, v, w;
int r;
static void *first(void *arg) { int l = 7, m = 0; ${waits} (void)m; return arg; }
static void *second(void *arg) { ${other} return arg; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(${assertion});
  return 0;
}
`;

const engines: readonly ["guided" | "staged" | "fusion", TaskChanges][] = [
  ["guided", {}],
  ["guided", { without: ["phantom"] }],
  ["guided", { encoding: "steps" }],
  ["staged", {}],
  ["fusion", {}],
  ["fusion", { omitted: ["check"] }],
  ["fusion", { omitted: ["check"], reduction: "none" }],
];

test.each(rows.map((row): [string, Row] => [row.name, row]))("%s", async (_, row) => {
  for (const [engine, changes] of engines) {
    const verdictOf = async (assertion: string): Promise<string | undefined> =>
      (await checkText(textOf(row, assertion), engine, ["assert"], { maxRuns: 400, ...changes })).properties[0]?.verdict;
    const name = `${engine} ${JSON.stringify(changes)}`;
    for (const assertion of row.fails) expect(await verdictOf(assertion), `${name} ${assertion}`).toBe("unsafe");
    if (row.holds !== undefined) expect(await verdictOf(row.holds), `${name} ${row.holds}`).toBe("safe");
  }
});

test("a wait that keeps what it reads is closed", async () => {
  const [row] = rows as [Row];
  for (const [changes, runs] of [
    [{}, 1],
    [{ without: ["phantom"] }, 2],
  ] as const) {
    const { properties, stats } = await checkText(textOf(row, "r != 5"), "guided", ["assert"], { maxRuns: 40, ...changes });
    expect({ verdict: properties[0]?.verdict, runs: stats.runs }).toEqual({ verdict: "safe", runs });
  }
});

test("a wait that no run has waited in is followed", async () => {
  const row = { ...(rows[0] as Row), waits: "while (!go); r = v;" };
  const { properties, stats } = await checkText(textOf(row, "r == 2"), "guided", ["assert"], { maxRuns: 40 });
  expect({ verdict: properties[0]?.verdict, runs: stats.runs }).toEqual({ verdict: "safe", runs: 1 });
});
