// Slices in the search: an assertion that depends on no shared variable takes one run; and what a careless slice leaves out is found.

import { describe, expect, test } from "vitest";
import type { Finding } from "../../../../src/engines/engine.ts";
import { symex } from "../../../../src/engines/symex/engine.ts";
import { load } from "../../../../src/frontend/load.ts";
import type { Program } from "../../../../src/program/program.ts";
import { compileText, engineTask, loadRequest, type TaskChanges } from "../../../run.ts";
import { kept, missed, program } from "./reduced-programs.ts";

const compileBench = async (name: string, flags: readonly string[]): Promise<Program> =>
  (await load({ ...loadRequest(`bench/programs/symex/${name}.c`), flags })).program;

async function verdicts(compiled: Program): Promise<(string | undefined)[]> {
  const kinds: (string | undefined)[] = [];
  for (const finding of await findingsOf(compiled)) kinds.push(finding?.kind);
  return kinds;
}

async function findingsOf(compiled: Program, changes: TaskChanges = {}): Promise<(Finding | undefined)[]> {
  const found: (Finding | undefined)[] = [];
  for (const prune of ["none", "interpolants"] as const)
    for (const reduce of ["none", "por", "dpor"] as const) {
      const { findings } = await symex.run(engineTask(compiled, ["assert"], { prune, reduce, ...changes }));
      found.push(findings.get("assert"));
    }
  return found;
}

/** A violation, or what was covered. */
const said = (f: Finding | undefined): unknown =>
  f?.kind !== "covered" ? f?.kind : [f.scope.complete, f.scope.steps, f.scope.assumptions, f.scope.endedBy.length];

const always = (kind: string): string[] => Array.from({ length: 6 }, () => kind);

describe("AGSE, section 6.1", () => {
  test.each([2, 3, 4])("%i threads, and an assertion that depends on no shared variable: one run", async (n) => {
    const task = engineTask(await compileBench("agse-one-run", [`-DN=${n}`]), ["assert"], { prune: "none" });
    const { findings, stats } = await symex.run(task);
    expect(findings.get("assert")?.kind).toBe("covered");
    expect(stats.runs).toBe(1);
  });

  test.each(["agse-one-run", "agse-fig5"])("%s is safe, its twin is not", async (name) => {
    expect(await verdicts(await compileBench(name, []))).toEqual(always("covered"));
    expect(await verdicts(await compileBench(name, ["-DBAD"]))).toEqual(always("candidate"));
  });
});

describe("slices", () => {
  // Without persistent sets, these take long.
  const isShort = ([name]: readonly [string, string]): boolean => !/never ends|does not know/.test(name);

  test.each(missed.filter(isShort))("do not miss %s", async (_name, text) => {
    expect(await verdicts(await compileText(text))).toEqual(always("candidate"));
  });

  test.each(kept)("prove %s", async (_name, text) => {
    expect(await verdicts(await compileText(text))).toEqual(always("covered"));
  });

  const guarded: readonly (readonly [string, string])[] = [
    [
      "a null dereference that ends the process",
      program("int *_Atomic p; atomic_int f;", ["int *q = p; *q = 1; f = 1;", "int r = f; assert(!r);"]),
    ],
    [
      "a lock that is never released",
      program("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; atomic_int f, a;", [
        "pthread_mutex_lock(&m); a = 1; pthread_mutex_lock(&m); f = 1;",
        "a = 2; int r = f; assert(!r);",
      ]),
    ],
    ["an endless loop", program("atomic_int x, f;", ["while (x == 0) { } f = 1;", "int r = f; assert(!r);"])],
    ["an exit", program("atomic_int x, f;", ["if (x == 0) exit(0); f = 1;", "int r = f; assert(!r);"])],
    ["an assumption", program("atomic_int x, f;", ["__VERIFIER_assume(x); f = 1;", "int r = f; assert(!r);"])],
  ];

  test.each(guarded)("keep %s", async (_name, text) => {
    expect(await verdicts(await compileText(text))).toEqual(always("covered"));
  });

  const reader = "int r = f; assert(!r);";
  /** Each is missed if a step that a slice must keep is taken alone, before all others. */
  const careful: readonly (readonly [string, string])[] = [
    [
      "a null dereference before an assertion of another thread",
      program("int v, *_Atomic p = &v; atomic_int f;", [`p = 0; ${reader}`, "int *q = p; *q = 1; f = 1;"]),
    ],
    [
      "a null dereference that follows an assertion of another thread",
      program("int *_Atomic p; atomic_int a;", ["int *q = p; *q = 1; a = 1;", "a = 2; assert(0);"]),
    ],
    [
      "a lock",
      program("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; atomic_int f;", [
        `pthread_mutex_lock(&m); ${reader}`,
        "pthread_mutex_lock(&m); f = 1; pthread_mutex_unlock(&m);",
      ]),
    ],
    ["an endless loop", program("atomic_int y, f;", [`y = 1; ${reader}`, "while (y == 1) { } f = 1;"])],
    ["an exit", program("atomic_int x, f;", [`x = 1; ${reader}`, "if (x) exit(0); f = 1;"])],
    ["an assumption", program("atomic_int x, f;", [`x = 1; ${reader}`, "__VERIFIER_assume(!x); f = 1;"])],
    ["a branch that decides what is written", program("atomic_int x, f;", [`x = 1; ${reader}`, "int r = x; if (r == 0) f = 1;"])],
    [
      "a branch that decides what a register holds after a step outside",
      program("atomic_int y, a, b;", ["y = 1;", "int r = 0; if (y == 0) { a = 1; r = 1; } b = 2; assert(!r);"]),
    ],
    [
      "a branch that decides what a computation holds after a step outside",
      program("atomic_int y, a, b;", ["y = 1;", "assert(!(((y == 0) ? (a = 1, 1) : (a = 2, 0)) + (b = 0)));"]),
    ],
    ["an index", program("atomic_int x, t[2];", ["x = 1; int r = t[0]; assert(!r);", "int k = x; t[k & 1] = 1;"])],
    [
      "a value that is copied in a block",
      program("struct s { int a[6]; } u, v; atomic_int f;", ["u.a[3] = 1; u.a[3] = 0; f = 1;", "v = u; assert(v.a[3] == 0);"]),
    ],
    [
      "what an input decides",
      program("atomic_int x, f;", [`x = 1; ${reader}`, "int n = __VERIFIER_nondet_int(); if (n == 77) f = x == 0;"]),
    ],
  ];

  test.each(careful)("do not take alone what decides: %s", async (_name, text) => {
    expect(await verdicts(await compileText(text))).toEqual(always("candidate"));
  });

  /** What a search reports beside a violation, it reports with a slice as well. */
  const reported: readonly (readonly [string, string, TaskChanges?])[] = [
    [
      "memory that was never written",
      program("int *p; atomic_int g;", ["g = 1; int r = *p; if (r == 7) assert(0);", "g = 2;"], "", "p = malloc(4);"),
    ],
    [
      "memory that another thread may write first",
      program("int *p; atomic_int g;", ["*p = 3; g = 1;", "if (g) { int r = *p; assert(r == 3); }"], "", "p = malloc(4);"),
    ],
    [
      "a comparison with an object that has ended",
      program("atomic_int y;", ["int *p = malloc(4); free(p); int *q = malloc(4); if (p == q) assert(0); y = 1;", "y = 2;"]),
    ],
    [
      "a number made of an address",
      program("int u[2]; atomic_int x;", ["x = 1; if (((unsigned long)u >> 4) % 4 == 3) assert(0);", "x = 2;"]),
    ],
    [
      "an address that is a number for one order of steps",
      program(
        "int u[2]; int *_Atomic p; atomic_int x, d;",
        ["p = 0;", "int *q = p; d = ((unsigned long)q >> 4) == 3;", "x = 1; assert(x);"],
        "",
        "p = u;",
      ),
    ],
    [
      "an address that is a number for the other order of steps",
      program("int u[2]; int *_Atomic p; atomic_int x, d;", [
        "x = 1; assert(x);",
        "int *q = p; d = ((unsigned long)q >> 4) == 3;",
        "p = u;",
      ]),
    ],
    [
      "part of an address",
      program("int g; int *_Atomic p; atomic_int y;", [
        "p = &g; unsigned n = *(unsigned *)&p; if ((n >> 4) % 4 == 3) assert(0); y = 1;",
        "y = 2;",
      ]),
    ],
    ["a spurious failure", program("atomic_int x, f;", ["int e = 0; if (!atomic_compare_exchange_weak(&x, &e, 0)) assert(0);", "f = 1;"])],
    ["a fault before an assertion", program("int *_Atomic p; atomic_int y;", ["int *q = p; *q = 1; assert(0);", "y = 1; y = 2;"])],
    [
      "a fault that only some orders reach",
      program("int v, *_Atomic p; atomic_int y;", ["p = &v;", "int *q = p; *q = 1; assert(v < 2);", "y = 1; y = 2;"]),
    ],
    [
      "a thread that is cut at a bound",
      program("atomic_int x, y;", ["for (int i = 0; i < 50; i++) x = i; assert(0);", "for (int j = 0; j < 3; j++) y = j;"]),
      { maxSteps: 12 },
    ],
    [
      "a bound that only longer runs reach",
      program("atomic_int y, f, a;", ["y = 1; int r = f; assert(!r);", "if (y == 1) { a = 1; a = 2; a = 3; a = 4; } f = 1;"]),
      { maxSteps: 5 },
    ],
  ];

  test.each(reported.map(([name, text, changes = {}]) => [name, text, changes] as const))(
    "report as without them: %s",
    async (_name, text, changes) => {
      const compiled = await compileText(text);
      const without = await findingsOf(compiled, { slice: false, ...changes });
      expect((await findingsOf(compiled, changes)).map(said)).toEqual(without.map(said));
    },
  );

  test("an abort is noted although no assertion can fail", async () => {
    const compiled = await compileText(program("atomic_int a, b;", ["a = 1; if (b == 5) abort();", "b = 5; a = 2;"]));
    const { ends } = await symex.run(engineTask(compiled, ["assert"], {}));
    expect(ends?.map((e) => e.kind)).toEqual(["abort"]);
  });

  test("steps of loops are taken alone if only registers decide how often they run, and others run although the loop does not end", async () => {
    const counted = program("atomic_int a, b;", [
      "for (int i = 0; i < 3; i++) a = i;",
      "for (int i = 0; i < 3; i++) b = i; int r = 3; assert(r);",
    ]);
    const { stats } = await symex.run(engineTask(await compileText(counted), ["assert"], { prune: "none" }));
    expect(stats.runs).toBe(1);
    const endless = program("atomic_int a, f;", ["for (unsigned i = 0;; i++) a = i;", "f = 1; int r = f; assert(!r);"]);
    expect((await findingsOf(await compileText(endless), { maxSteps: 30 })).map((f) => f?.kind)).toEqual(always("candidate"));
  });
});
