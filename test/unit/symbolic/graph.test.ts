// Step graphs against the executor, on random runs: every thread stands at a node at every step, exactly one way of the node is possible, and it leads where the executor goes.

import { describe, expect, test } from "vitest";
import { generate } from "../../differential/concurrent/generate.ts";
import { render } from "../../differential/concurrent/render.ts";
import { compileText } from "../../run.ts";
import { compareGraph, type GraphCompared } from "./graph-against-executor.ts";
import { programs, twoThreads } from "./programs.ts";

const sum = (all: readonly GraphCompared[]): number => all.reduce((n, c) => n + c.steps, 0);

describe("a step graph has every step that the executor takes", () => {
  test.each(programs)("%s", async (_name, text) => {
    const program = await compileText(text);
    const compared = [0, "creates" as const].flatMap((after) => [1, 2, 3].map((seed) => compareGraph(program, seed, after)));
    expect(compared.flatMap((c) => c.differences)).toEqual([]);
    expect([...new Set(compared.map((c) => c.reason))]).toEqual(_name === "floating point" ? expect.anything() : [null]);
    if (_name !== "floating point") expect(sum(compared)).toBeGreaterThan(20);
  });

  test("generated programs", async () => {
    const compared: GraphCompared[] = [];
    for (let seed = 1; seed <= 8; seed++) {
      const program = await compileText(render(generate(seed)));
      for (const after of [0, "creates" as const])
        compared.push(compareGraph(program, seed, after, { allowsOpen: true, counts: seed % 2 === 0 }));
    }
    expect(compared.flatMap((c) => c.differences)).toEqual([]);
    expect(sum(compared)).toBeGreaterThan(100);
  });
});

describe("what lies at an address may change after a step has asked for it", () => {
  // The step that writes is passed before the one that frees is reached, and nothing else that it depends on changes later.
  const freed = (at: number): string =>
    twoThreads("struct large { atomic_int at[50]; } *p;", `p->at[${at}] = 1;`, "free(p);").replace(
      "pthread_t a, b;",
      "pthread_t a, b; p = malloc(sizeof *p);",
    );
  test.each([
    ["the first byte of an object that another thread frees", freed(0)],
    ["bytes far behind the first", freed(45)],
  ] as const)("%s", async (_, text) => {
    const program = await compileText(text);
    const compared = Array.from({ length: 24 }, (_, seed) => compareGraph(program, seed, 0));
    expect(compared.flatMap((c) => c.differences)).toEqual([]);
    expect([...new Set(compared.map((c) => c.reason))]).toEqual([null]);
    expect(sum(compared)).toBeGreaterThan(150);
  });
});

describe("control points that are told apart by counters", () => {
  const loops = (n: number, between = "", after = ""): string => `#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, stop;
static void *f(void *arg) { x += 1; return arg; }
int main(void) {
  pthread_t t[${n}];
  for (int i = 0; i < ${n}; i++) pthread_create(&t[i], 0, f, 0);
  ${between}
  for (int i = 0; i < ${n}; i++) pthread_join(t[i], 0);
  ${after}
  return 0;
}`;

  test.each([
    ["threads that are joined in a loop", loops(5), [null, null]],
    // Otherwise a join has a way for every thread and every iteration.
    ["twenty threads that are joined in a loop", loops(20), ["a step of so many ways", null]],
    [
      "a loop that ends early",
      loops(3, "int k = 0; while (!stop && k < 4) { k++; if (x > 1) break; }", "for (int j = 3; j > 0; j += -1) stop = j;"),
      [null, null],
    ],
    ["a counter that counts on and on", loops(2, "for (unsigned k = 0; x < 2; k++) stop = k & 1;"), [null, null]],
    [
      "a counter that has several values when the first thread starts",
      `#include <pthread.h>
#include <stdatomic.h>
static atomic_int x; extern int __VERIFIER_nondet_int(void);
static void *f(void *arg) { x += 1; return arg; }
int main(void) {
  pthread_t t; int k = 0;
  if (__VERIFIER_nondet_int()) k = 1;
  pthread_create(&t, 0, f, 0);
  x += 2; if (k) x += 3;
  pthread_join(t, 0);
  return 0;
}`,
      [null, null],
    ],
  ] as const)("%s", async (_, text, reasons) => {
    const program = await compileText(text);
    const compared = [false, true].map((counts) => [1, 2].map((seed) => compareGraph(program, seed, 0, { counts, maxSteps: 160 })));
    expect(compared.flat().flatMap((c) => c.differences)).toEqual([]);
    expect(compared.map(([first]) => first?.reason)).toEqual(reasons);
    expect(sum(compared[1] as GraphCompared[])).toBeGreaterThan(10);
  });
});

describe("a step graph cannot be made", () => {
  const reasonOf = async (text: string): Promise<string | null> => compareGraph(await compileText(text), 1, "creates").reason;

  test("where recursion has no bound", async () => {
    const text = twoThreads("int x; void down(int n) { x += n; if (x >= 0) down(n + 1); }", "down(x);", "x = 1; x = 2;");
    expect(await reasonOf(text)).toBe("recursion without a known bound");
  });

  test("where an address may be anything", async () => {
    const text = twoThreads("int table[100]; unsigned n;", "table[1] = 1; n = __VERIFIER_nondet_int(); table[n] = 1;", "n = 2; n = 3;");
    expect(await reasonOf(text)).toBe("an address, a length or a callee that may be anything");
  });
});
