// Calls to undefined functions, with `--unknown-calls nondet`: what they return, and what the verdict reports. A failure means
// that an address was invented, or that a report claims to know what such a function does.

import { describe, expect, test } from "vitest";
import type { EngineName } from "../../src/engines/table.ts";
import type { ErrorKind } from "../../src/program/operations.ts";
import type { Verdict } from "../../src/reports/report.ts";
import { renderText } from "../../src/reports/text.ts";
import { checkText, machineOptions, type TaskChanges } from "../run.ts";

const prologue = `#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct thing { int a; struct thing *next; };
struct pair { struct thing *first, *second; };
extern struct thing *get_thing(int);
extern struct pair get_pair(void);
extern int get_number(void);
extern double get_double(void);
extern void poke(void);
`;

interface Row {
  readonly name: string;
  readonly main: string;
  readonly memory: Verdict | `unknown ${string}`;
  readonly assert?: Verdict | `unknown ${string}`;
  readonly kind?: ErrorKind;
  readonly assumed?: string;
  /** An input has too many values: a search answers unknown. */
  readonly needsTerms?: true;
}

const rows: readonly Row[] = [
  {
    name: "a pointer may be null",
    main: "struct thing *t = get_thing(1); t->a = 3;",
    memory: "unsafe",
    kind: "null-dereference",
    assumed: "get_thing",
  },
  {
    name: "a pointer that is not null leads to an object",
    main: "struct thing *t = get_thing(1); if (t) t->a = 3;",
    memory: "safe-bounded",
  },
  {
    name: "two calls give two objects",
    main: "struct thing *t = get_thing(1), *u = get_thing(2); if (t && u) { t->a = 3; u->a = 4; assert(t->a == 3 && t != u); }",
    memory: "safe-bounded",
    assert: "safe-bounded",
  },
  { name: "the object may be freed", main: "struct thing *t = get_thing(1); free(t);", memory: "safe-bounded" },
  {
    name: "and then not used",
    main: "struct thing *t = get_thing(1); if (t) { free(t); t->a = 3; }",
    memory: "unsafe",
    kind: "use-after-free",
    assumed: "get_thing",
  },
  {
    name: "what is in it is not known",
    main: "struct thing *t = get_thing(1); if (t) assert(t->a == 0);",
    memory: "safe-bounded",
    assert: "unsafe",
    kind: "assertion",
    assumed: "get_thing",
    needsTerms: true,
  },
  {
    name: "a pointer inside a struct",
    main: "struct pair p = get_pair(); if (p.second) p.second->a = 3;",
    memory: "safe-bounded",
  },
  {
    name: "a number is any number",
    main: "int n = get_number(); if (n > 5) assert(n < 10);",
    memory: "safe-bounded",
    assert: "unsafe",
    kind: "assertion",
    assumed: "get_number",
  },
  { name: "a call without result is assumed to do nothing", main: "poke();", memory: "safe-bounded", assert: "safe-bounded" },
  { name: "what is never called does not matter", main: "if (0) poke(); assert(poke != 0);", memory: "safe", assert: "safe" },
  {
    name: "through a pointer",
    main: "struct thing *(*volatile f)(int) = get_thing; struct thing *t = f(1); if (t) t->a = 3;",
    memory: "safe-bounded",
  },
  {
    name: "without a prototype that fits",
    main: "int (*volatile f)(long, long) = (int (*)(long, long))get_number; assert(f(1, 2) < 2000000000 || 1);",
    memory: "safe-bounded",
    assert: "safe-bounded",
  },
];

const nondet = { ...machineOptions(["assert", "memory"]), unknownCalls: "nondet" as const };
const check = (main: string, engine: EngineName, more: TaskChanges = {}) =>
  checkText(`${prologue}int main(void) {\n${main}\nreturn 0;\n}\n`, engine, ["assert", "memory"], { machine: nondet, ...more });

describe.each(["explore", "staged", "auto"] as const)("%s", (engine) => {
  test.each(rows.filter((r) => engine !== "explore" || !r.needsTerms))("$name", async (row) => {
    const report = await check(row.main, engine);
    const verdictFor = (name: string): string => {
      const p = report.properties.find((q) => q.property === name);
      return p?.unknown ? `${p.verdict} ${p.unknown.code}` : (p?.verdict ?? "");
    };
    expect(verdictFor("memory")).toBe(row.memory);
    if (row.assert !== undefined) expect(verdictFor("assert")).toBe(row.assert);
    for (const p of report.properties) {
      if (p.verdict === "safe-bounded" || p.verdict === "safe")
        expect(p.scope.assumptions).toEqual(p.verdict === "safe" ? [] : ["effect-free-calls"]);
      if (p.evidence === null) continue;
      expect(p.evidence.violation.kind).toBe(row.kind);
      expect(p.evidence.replay.assumed).toBe(row.assumed);
    }
  });
});

test.each(["optimal", "none", "rf", "states"] as const)("explore by %s keeps to the assumption", async (reduction) => {
  const report = await check("struct thing *t = get_thing(1); if (t) t->a = 3; poke();", "explore", { reduction, strategy: "dfs" });
  expect(report.worst).toMatchObject({ verdict: "safe-bounded", scope: { assumptions: ["effect-free-calls"] } });
});

test("the report names the call", async () => {
  const report = await check((rows[0] as Row).main, "explore");
  const text = renderText(report, { source: { line: () => null }, width: 100, color: false, isFull: false, witnessFile: null, stats: [] });
  expect(text).toContain("assumed: get_thing, which has no definition, returns this value and has no effect");
  expect(text).toContain("get_thing returns an object = 0");
});

test("what an unknown function returns neither leaks nor counts as never written", async () => {
  const code = `${prologue}int main(void) { struct thing *t = get_thing(1); if (t && t->a == 1) t->a = 2; return 0; }`;
  const machine = { ...machineOptions(["leak", "uninit"]), unknownCalls: "nondet" as const };
  const report = await checkText(code, "explore", ["leak", "uninit"], { machine });
  expect(report.properties.map((p) => p.unknown?.code)).toEqual(["RVL308", "RVL308"]);
});
