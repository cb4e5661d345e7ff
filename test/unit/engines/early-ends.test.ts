// Runs that end before the program does, in every engine: undefined behaviour bounds the safe verdicts and is named; a failed assertion, a
// deadlock or an abort also ends the real run, and is noted. A failure means that a report claims more than was checked.

import { describe, expect, test } from "vitest";
import { type EarlyEnds, endsOf, noteEnd } from "../../../src/engines/early-ends.ts";
import type { EngineName } from "../../../src/engines/table.ts";
import type { Property } from "../../../src/execution/errors.ts";
import type { Machine } from "../../../src/execution/machine.ts";
import type { ErrorKind } from "../../../src/program/operations.ts";
import { type Report, scopeText, type Verdict } from "../../../src/reports/report.ts";
import { checkText, type TaskChanges } from "../../run.ts";

const prologue = `#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int x, y, *p;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
`;

interface Row {
  readonly name: string;
  readonly code: string;
  readonly asked: readonly Property[];
  readonly verdicts: readonly Verdict[];
  /** What bounds the verdicts that are not unsafe. */
  readonly endedBy?: readonly ErrorKind[];
  readonly notes?: readonly string[];
}

const rows: readonly Row[] = [
  {
    name: "every run ends in a memory error",
    code: "void *f(void *a) { *p = 1; x = 2; return a; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); *p = 2; x = 1; return 0; }",
    asked: ["race"],
    verdicts: ["safe-bounded"],
    endedBy: ["null-dereference"],
  },
  {
    name: "some runs end in a memory error that is asked for",
    code: "void *f(void *a) { pthread_mutex_lock(&m); y = 1; pthread_mutex_unlock(&m); return a; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_mutex_lock(&m); if (y) *p = 2; pthread_mutex_unlock(&m); pthread_join(t, 0); return 0; }",
    asked: ["race", "memory", "deadlock"],
    verdicts: ["safe-bounded", "unsafe", "safe-bounded"],
    endedBy: ["null-dereference"],
  },
  {
    name: "a division by zero",
    code: "int main(void) { int n = __VERIFIER_nondet_int() & 1; x = 4 / n; assert(n == 1); return 0; }",
    asked: ["assert"],
    verdicts: ["safe-bounded"],
    endedBy: ["division-by-zero"],
  },
  {
    name: "misuse of a lock",
    code: "int main(void) { pthread_mutex_unlock(&m); x = 1; return 0; }",
    asked: ["assert", "memory"],
    verdicts: ["safe-bounded", "safe-bounded"],
    endedBy: ["unlock-not-held"],
  },
  {
    name: "a deadlock beside misuse of a lock",
    code: "void *f(void *a) { if (__VERIFIER_nondet_int() & 1) pthread_mutex_lock(&m); else pthread_mutex_unlock(&m); return a; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); pthread_mutex_lock(&m); return 0; }",
    asked: ["assert", "deadlock"],
    verdicts: ["safe-bounded", "unsafe"],
    endedBy: ["unlock-not-held"],
  },
  {
    name: "a violation after one that other properties assume absent",
    code: "int main(void) { int n = __VERIFIER_nondet_int() & 3; if (n == 2) *p = 1; assert(n != 3); return 0; }",
    asked: ["assert", "race"],
    verdicts: ["unsafe", "safe-bounded"],
    endedBy: ["null-dereference"],
  },
  {
    name: "a failed assertion that is not asked for",
    code: "int main(void) { x = 1; assert(x == 2); return 0; }",
    asked: ["race"],
    verdicts: ["safe"],
    notes: ["runs end here (assertion: x == 2)"],
  },
  {
    name: "a failed assertion that is asked for",
    code: "int main(void) { x = 1; assert(x == 2); return 0; }",
    asked: ["race", "assert"],
    verdicts: ["safe", "unsafe"],
  },
  {
    name: "no early end",
    code: "int main(void) { int n = __VERIFIER_nondet_int() & 1; x = 4 / (n + 1); return 0; }",
    asked: ["race", "memory"],
    verdicts: ["safe", "safe"],
  },
];

/** Found only by engines that execute the program; the solver does not check for them. */
const executed: readonly Row[] = [
  {
    name: "a deadlock that is not asked for",
    code: "int main(void) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); return 0; }",
    asked: ["race"],
    verdicts: ["safe"],
    notes: ["runs end here (self deadlock: "],
  },
  {
    name: "an abort",
    code: "int main(void) { if (__VERIFIER_nondet_int() & 1) abort(); return 0; }",
    asked: ["race", "assert"],
    verdicts: ["safe", "safe"],
    notes: ["runs end here (a call to abort)"],
  },
];

const ways: Readonly<Record<string, TaskChanges>> = {
  dpor: { reduction: "dpor", strategy: "dfs" },
  optimal: { reduction: "optimal", strategy: "dfs" },
  none: { reduction: "none", strategy: "dfs" },
  rf: { reduction: "rf", strategy: "dfs" },
  states: { reduction: "states", strategy: "dfs" },
};

const run = (row: Row, engine: EngineName, more: TaskChanges = {}): Promise<Report> =>
  checkText(prologue + row.code, engine, row.asked, more);

function expectReport(row: Row, report: Report): void {
  expect(report.properties.map((p) => p.verdict)).toEqual(row.verdicts);
  for (const p of report.properties) {
    if (p.verdict === "unsafe") continue;
    expect([...new Set(p.scope.endedBy.map((e) => e.kind))]).toEqual(row.endedBy ?? []);
    for (const e of p.scope.endedBy) expect(e.location?.line).toBe(prologue.split("\n").length);
  }
  if (row.endedBy === undefined) expect(notesOf(report)).toEqual((row.notes ?? []).map((n) => expect.stringContaining(n)));
}

const notesOf = (report: Report): string[] => report.diagnostics.flatMap((d) => (d.code === "RVL505" ? [d.message] : []));

describe.each(Object.entries(ways))("explore, %s", (_name, way) => {
  test.each([...rows, ...executed])("$name", async (row) => {
    expectReport(row, await run(row, "explore", way));
  });
});

describe("staged", () => {
  test.each(rows)("$name", async (row) => {
    expectReport(row, await run(row, "staged"));
  });
});

describe("auto", () => {
  test.each([...rows, ...executed])("$name", async (row) => {
    expectReport(row, await run(row, "auto"));
  });
});

describe("samples", () => {
  test("one run that is all there is ends in a fault", async () => {
    const row: Row = {
      name: "",
      code: "int main(void) { *p = 1; return 0; }",
      asked: ["race"],
      verdicts: ["safe-bounded"],
      endedBy: ["null-dereference"],
    };
    expectReport(row, await run(row, "explore", { strategy: "random" }));
  });

  test("runs that find nothing say by what they ended", async () => {
    const report = await run(rows[0] as Row, "explore", { strategy: "random", maxRuns: 20 });
    expect(report.verdict).toBe("unknown");
    expect(notesOf(report)).toEqual([expect.stringContaining("null dereference")]);
  });
});

test("a certificate is for what no fault bounds", async () => {
  const written: string[] = [];
  const certificate = (text: string): void => void written.push(text);
  await run(rows[0] as Row, "staged", { certificate });
  expect(written).toEqual([]);
  await run(rows.at(-1) as Row, "staged", { certificate });
  expect(written.join("")).not.toBe("");
});

test("the text names what bounds the verdict", async () => {
  const { worst } = await run(rows[0] as Row, "explore");
  expect(scopeText(worst.scope)).toMatch(/^runs up to undefined behaviour \(null dereference at .*program\.c:7, and 1 more\)$/);
});

test("an end is listed once, whichever run came first", () => {
  const at = (message: string): Machine =>
    ({
      outcome: { kind: "error", violation: { property: "memory", kind: "out-of-bounds", message, location: null } },
    }) as unknown as Machine;
  const [one, two]: EarlyEnds[] = [new Map(), new Map()];
  for (const m of ["a", "b"]) noteEnd(one as EarlyEnds, at(m));
  for (const m of ["b", "a"]) noteEnd(two as EarlyEnds, at(m));
  expect(endsOf(one?.values())).toEqual(endsOf(two?.values()));
  expect(endsOf(one?.values(), two?.values())).toHaveLength(1);
});
