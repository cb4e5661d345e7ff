// Slices in the search: an assertion that depends on no shared variable takes one run; and what a careless slice leaves out is found.

import { describe, expect, test } from "vitest";
import { symex } from "../../../../src/engines/symex/engine.ts";
import { load } from "../../../../src/frontend/load.ts";
import type { Program } from "../../../../src/program/program.ts";
import { compileText, engineTask, loadRequest } from "../../../run.ts";
import { kept, missed, program } from "./reduced-programs.ts";

const compileBench = async (name: string, flags: readonly string[]): Promise<Program> =>
  (await load({ ...loadRequest(`bench/programs/symex/${name}.c`), flags })).program;

async function verdicts(compiled: Program): Promise<(string | undefined)[]> {
  const kinds: (string | undefined)[] = [];
  for (const prune of ["none", "interpolants"] as const)
    for (const reduce of ["none", "por"] as const) {
      const { findings } = await symex.run(engineTask(compiled, ["assert"], { prune, reduce, slice: true }));
      kinds.push(findings.get("assert")?.kind);
    }
  return kinds;
}

const always = (kind: string): string[] => [kind, kind, kind, kind];

describe("AGSE, section 6.1", () => {
  test.each([2, 3, 4])("%i threads, and an assertion that depends on no shared variable: one run", async (n) => {
    const task = engineTask(await compileBench("agse-one-run", [`-DN=${n}`]), ["assert"], { prune: "none", slice: true });
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
});
