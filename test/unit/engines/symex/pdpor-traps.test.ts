// Programs on which a careless property-driven reduction misses a violation, each for one side condition of docs/adr/0048. What is true is found by a search over all interleavings.

import { describe, expect, test } from "vitest";
import { explore } from "../../../../src/engines/explore/explore.ts";
import { symex } from "../../../../src/engines/symex/engine.ts";
import type { Property } from "../../../../src/execution/errors.ts";
import { compileText, engineTask } from "../../../run.ts";
import { program } from "./reduced-programs.ts";

const section = (code: string): string => `__VERIFIER_atomic_begin(); ${code} __VERIFIER_atomic_end();`;
const sections = (...codes: readonly string[]): string => codes.map(section).join(" ");

/** No object ends, and main waits for nobody: nothing else tells the reduction to look again. */
const bare = (globals: string, threads: readonly string[]): string =>
  program(globals, threads)
    .replace(/pthread_t t\[\d\];/, "")
    .replace("int main", `static pthread_t t[${threads.length}];\nint main`)
    .replace(/pthread_join\(t\[\d\], 0\);/g, "")
    .replaceAll("return arg;", "__VERIFIER_assume(0); return arg;")
    .replaceAll("return 0;", "__VERIFIER_assume(0); return 0;");

const unsafe: readonly (readonly [string, Property, string])[] = [
  [
    "a way that is not taken because of a cell, which the same thread writes before",
    "assert",
    program("int x, f, r = 9;", [section("x = 1;"), sections("f = 1;", "__VERIFIER_assume(f); r = x;")], "assert(r != 0);"),
  ],
  [
    "what a thread reads of what it has written, where another one writes as well",
    "assert",
    bare("int x, c;", [
      section("x = 1;"),
      `int l; ${sections("c = 1;", "l = c;", "__VERIFIER_assume(l == 2); assert(x);")}`,
      section("c = 2;"),
    ]),
  ],
  [
    "a fact about a cell that its thread changes first",
    "assert",
    program(
      "int x, r = 9, c = 2, p;",
      [
        section("c = c * 2; p++;"),
        section("c = c + 1; p++;"),
        section("__VERIFIER_assume(p == 2); x = 1;"),
        sections("__VERIFIER_assume(p == 2); c += 1;", "__VERIFIER_assume(c == 7); r = x;"),
      ],
      "assert(r != 0);",
    ),
  ],
  [
    "a step that is never executed, and that sees whether a thread has ended",
    "assert",
    `#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static void *first(void *arg) { return arg; }
static void *second(void *arg) { int r = pthread_tryjoin_np((pthread_t)arg, 0); assert(r != EBUSY); return arg; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, first, 0); pthread_create(&b, 0, second, (void *)a); pthread_join(b, 0); return 0; }`,
  ],
  [
    "an access where an object begins later",
    "memory",
    `#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
extern void __VERIFIER_assume(int);
static atomic_uintptr_t g; static atomic_int z; int *volatile sink;
static void f(void) { int later = 7; sink = &later; __VERIFIER_assume(0); }
static void *a(void *arg) { int now; g = (uintptr_t)&now; z = 1; f(); return arg; }
static void *b(void *arg) { uintptr_t at = g; if (at) { int k = *(int *)(at + 32); } return arg; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); return 0; }`,
  ],
];

describe("violations that are not missed", () => {
  test.each(unsafe)("%s", async (_, property, text) => {
    const compiled = await compileText(text);
    const all = await explore.run(engineTask(compiled, [property], { reduction: "none" }));
    expect(all.findings.get(property)?.kind).toBe("candidate");
    for (const prune of ["none", "interpolants"] as const) {
      const { findings } = await symex.run(engineTask(compiled, [property], { prune, reduce: "pdpor" }));
      expect([prune, findings.get(property)?.kind]).toEqual([prune, "candidate"]);
    }
  });
});
