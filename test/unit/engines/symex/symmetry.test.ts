// `--symmetry` of symex: of threads that can be exchanged, one takes its first step before the others. A failure means that a violation may be missed, or that more orders are tried than necessary.

import { describe, expect, test } from "vitest";
import { symex } from "../../../../src/engines/symex/engine.ts";
import type { Pruning, SymexReduction } from "../../../../src/engines/symex/options.ts";
import { findExchangeable } from "../../../../src/engines/symex/symmetry.ts";
import type { Program } from "../../../../src/program/program.ts";
import { compileText, engineTask, type TaskChanges } from "../../../run.ts";
import { distinct, exchangeable } from "../../encoding/symmetric-programs.ts";
import { type Case, CaseFile } from "../staged/programs.ts";

const searches: readonly (readonly [Pruning, SymexReduction])[] = [
  ["interpolants", "none"],
  ["none", "none"],
  ["summaries", "por"],
  ["interpolants", "pdpor"],
];

/** What the threads do is not known as a whole. */
const unknown: readonly Case[] = [
  {
    name: "a thread that knows itself, after what formulas do not express",
    code: "static pthread_t @a, @first; static atomic_int @c; THREAD(@t) { int n = atomic_fetch_add(&@c, 1); double d = n; if (d * 0.5 < 0.25) @first = pthread_self(); return arg; }",
    main: "pthread_create(&@a, NULL, @t, NULL); START(b, @t); END(@a); END(b); assert(pthread_equal(@first, @a));",
    expect: { assert: "unsafe" },
  },
  {
    name: "threads whose numbers depend on an input",
    code: "static atomic_int @c, @first; THREAD(@u) { return arg; } THREAD(@t) { @c++; return arg; } THREAD(@w) { if (@c == 0) @first = 1; return arg; }",
    main: "if (__VERIFIER_nondet_uchar() == 9) { START(z, @u); END(z); } START(a, @t); START(b, @t); START(c, @w); END(a); END(b); END(c); assert(!@first);",
    expect: { assert: "unsafe" },
  },
  {
    name: "the address of a thread-local variable",
    code: "static _Thread_local int @own; static int *_Atomic @first; static atomic_int @c; THREAD(@t) { if (atomic_fetch_add(&@c, 1) == 0) @first = &@own; return arg; }",
    main: "START(a, @t); START(b, @t); END(a); END(b); assert(@first != NULL);",
    expect: { assert: "safe" },
  },
];

const check = async (program: Program, prune: Pruning, reduce: SymexReduction, changes: TaskChanges = {}) => {
  const { findings, stats } = await symex.run(
    engineTask(program, ["assert"], { prune, reduce, slice: false, symmetry: "program", ...changes }),
  );
  return { verdict: findings.get("assert")?.kind, runs: stats.runs, states: stats.states, subsumed: stats.subsumed };
};

describe("verdicts", () => {
  const others = [...distinct, ...unknown];
  const file = new CaseFile([...exchangeable, ...others]);
  const rows = [...exchangeable.map((c) => ({ ...c, is: true })), ...others.map((c) => ({ ...c, is: false }))];

  test.each(rows)("$name", async ({ name, expect: { assert: expected }, is }) => {
    const program = await file.program(name);
    expect(findExchangeable(engineTask(program, ["assert"], { symmetry: "program" })).length > 0).toBe(is);
    // Where there are no such threads, nothing is left out.
    for (const [prune, reduce] of is ? searches : searches.slice(0, 1))
      expect([prune, reduce, (await check(program, prune, reduce)).verdict]).toEqual([
        prune,
        reduce,
        expected === "safe" ? "covered" : "candidate",
      ]);
  });
});

const increments = (threads: number, code: string): string => `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static void *work(void *arg) { ${code} return arg; }
int main(void) {
  pthread_t t[${threads}];
  for (int i = 0; i < ${threads}; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < ${threads}; i++) pthread_join(t[i], 0);
  assert(x == ${threads});
  return 0;
}
`;

describe("counts", () => {
  test.each([
    ["each thread has one step", increments(4, "x++;"), "none", 24, 1],
    ["two threads of two steps", increments(2, "x++; y++;"), "none", 6, 3],
    ["three threads of two steps", increments(3, "x++; y++;"), "none", 90, 15],
    ["persistent sets", increments(3, "x++; x += 0;"), "por", 90, 15],
  ] as const)("runs, if %s", async (_, text, reduce, all, some) => {
    const program = await compileText(text);
    expect((await check(program, "none", reduce, { symmetry: null })).runs).toBe(all);
    expect((await check(program, "none", reduce)).runs).toBe(some);
  });

  test.each(["summaries", "interpolants"] as const)("states with %s: one per number of threads that have ended", async (prune) => {
    const program = await compileText(increments(5, "x++;"));
    expect(await check(program, prune, "none", { symmetry: null })).toMatchObject({ verdict: "covered", states: 32 });
    expect(await check(program, prune, "none")).toMatchObject({ verdict: "covered", runs: 1, states: 6, subsumed: 0 });
  });
});

test("a deadlock is looked for in all orders", async () => {
  const program = await compileText(increments(3, "x++;"));
  const of = async (symmetry: "program" | null) =>
    (await symex.run(engineTask(program, ["assert", "deadlock"], { prune: "none", reduce: "none", symmetry }))).stats.runs;
  expect([await of(null), await of("program")]).toEqual([6, 7]);
});
