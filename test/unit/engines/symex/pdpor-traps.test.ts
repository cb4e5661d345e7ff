// Programs on which a careless property-driven reduction misses a violation, each for one side condition of docs/adr/0048. What is true is found by a search over all interleavings.

import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { explore } from "../../../../src/engines/explore/explore.ts";
import { symex } from "../../../../src/engines/symex/engine.ts";
import type { Property } from "../../../../src/execution/errors.ts";
import { projectFolder } from "../../../corpus/collection.ts";
import { compile, compileText, engineTask } from "../../../run.ts";
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
    "a register that gets one constant on both ways of a step, and two on those of an equal step of another thread",
    "assert",
    program("int f; atomic_int y, z;", [
      `int r; ${section("if (f) r = 3; else r = 3;")} y = 1; assert(r != 2);`,
      `int r; ${section("if (f) r = 1; else r = 2;")} z = 1; assert(r != 2);`,
      section("f = 1;"),
    ]),
  ],
  [
    "two steps that copy in for later, each from another place: neither writes anything, nor into a register",
    "assert",
    program("struct { int w[4]; } u, v;", ["u.w[2] = 3;", "v = u;"], "assert(v.w[2] == 3);"),
  ],
  [
    "a resource that is the second part of a struct, which a thread copies later",
    "assert",
    program(
      "struct { int p[2], x; } s = {{0, 0}, 1}, d; int f;",
      [section("s.x += 1; f = 1;"), section("s.x *= 2;"), `${section("__VERIFIER_assume(f);")} d = s;`],
      "assert(d.x != 3);",
    ),
  ],
  [
    "a register that gets a constant on one way of a step, and what was read on the other, with two constants in equal steps of two threads",
    "assert",
    program(
      "int g, x, y;",
      ["int r = g, k; if (r == 5) k = r; else k = 5; x = k;", "int r = g, k; if (r == 5) k = r; else k = 7; y = k;", "g = 5;"],
      "assert(y != 7);",
    ),
  ],
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
    "a word that a thread writes over what it has written to one half, where another one writes the other half",
    "assert",
    program(
      "union { struct { int a, b; } s; long long w; } u; int x, r;",
      [sections("u.s.b = 1;", "u.w = 0;", "if (u.s.b == 0) x = 1;"), section("r = x;"), section("u.s.a = 5;")],
      "assert(r == 0);",
    ),
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
  [
    "a member that can continue at first, and not after a step of another thread, which then fails",
    "assert",
    program("int f, y;", [section("__VERIFIER_assume(!f); y = 1;"), sections("f = 1;", "if (f) assert(y);")]),
  ],
  ...(["z == 0", "z == 1"] as const).map(
    (end) =>
      [
        `a branch after a step, which nothing else remembers: ${end}`,
        "assert",
        program("atomic_int x, z;", ["if (x) {}", "if (x) z = 1;", "x = 1;"], `assert(${end});`),
      ] as const,
  ),
  ...(["y == 0", "y == 1"] as const).map(
    (end) =>
      [
        `a cell that is written only in the other order: ${end}`,
        "assert",
        program("int x, y;", [section("if (!x) y = 1;"), section("x = 1;")], `assert(${end});`),
      ] as const,
  ),
  [
    "a step that fails or not, which its formula does not say",
    "memory",
    program(
      "int *p, x, r = 9, done;",
      [
        section("x = 1;"),
        `${section("r = x; *p = 1; done = 1;")} if (r == 0) *(int *)0 = 1;`,
        `${section("__VERIFIER_assume(done);")} free(p);`,
      ],
      "",
      "p = calloc(1, 4);",
    ),
  ],
  ...(["d.a[0] == 0", "d.a[0] == 1"] as const).map(
    (end) =>
      [
        `a copy that is made in two steps: ${end}`,
        "assert",
        program("struct s { int a[20]; } s, d; int y;", [section("(void)y;"), "d = s;", section("s.a[0] = 1;")], `assert(${end});`),
      ] as const,
  ),
  [
    "a step after which its thread may fail, or not",
    "assert",
    program("int y, z;", [sections("y = 1;", "assert(y);"), section("z = y;")], "assert(z == 1);"),
  ],
  [
    "a step after which its thread fails in a property that is not checked: others still see what it wrote",
    "assert",
    program("int x; atomic_int zero;", [`int d = zero; ${section("x = 1;")} d = 1 / d; (void)d;`, section("assert(x == 0);")]),
  ],
  ["a signed overflow, in any order", "overflow", program("int x = 2147483645;", [section("x += 1;"), section("x += 2;")])],
  ...(["x", "!x"] as const).map(
    (when) =>
      [
        `an object that is freed in one order: ${when}`,
        "memory",
        program("int *p, x;", [section(`if (${when}) free(p);`), section("x = 1;")], "free(p);", "p = calloc(1, 4);"),
      ] as const,
  ),
  ...(["g", "sink"] as const).map(
    (from) =>
      [
        `the end of a local that another thread reads: ${from}`,
        "memory",
        program("int *_Atomic sink; int *_Atomic g; atomic_int z;", [
          "int v = 1; sink = &v; z = 1;",
          "int v = 1; g = &v; z = 1;",
          `int *q = ${from}; if (q) { int k = *q; (void)k; }`,
        ]),
      ] as const,
  ),
  [
    "an access that is possible only after a thread has begun the object",
    "assert",
    `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static atomic_uintptr_t g; static int ready, x; int *volatile sink; static pthread_t t[3];
static void f(void) { int later = 7; sink = &later; __VERIFIER_assume(0); }
static void *a(void *arg) { int now; g = (uintptr_t)&now; ${section("__VERIFIER_assume(ready);")} f(); return arg; }
static void *b(void *arg) {
  uintptr_t at = g;
  if (at) { ${section("ready = 1;")} ${section("int k = *(int *)(at + 32); (void)k; assert(x);")} }
  __VERIFIER_assume(0);
  return arg;
}
static void *c(void *arg) { ${section("x = 1;")} __VERIFIER_assume(0); return arg; }
int main(void) {
  pthread_create(&t[0], 0, a, 0); pthread_create(&t[1], 0, b, 0); pthread_create(&t[2], 0, c, 0);
  __VERIFIER_assume(0);
  return 0;
}`,
  ],
  [
    "memory of its own that a thread changes before it is asked for",
    "assert",
    program("int x, y, k;", [
      section("x = 1;"),
      `int l[2] = {0, 0}; ${section("y = 1;")} l[k] = 1; ${section("__VERIFIER_assume(l[0]); assert(x);")}`,
    ]),
  ],
  [
    "what comes after more iterations than are followed",
    "assert",
    program("int x; atomic_int z;", [section("x = 1;"), `for (int i = 0; i < 170; i++) z = i; ${section("assert(x);")}`]),
  ],
  [
    "a condition that is false in one of two states with the same control",
    "assert",
    program(
      "int x, r = 9, c = 2, p;",
      [
        section("c = c * 2; p++;"),
        section("c = c + 1; p++;"),
        section("__VERIFIER_assume(p == 2); x = 1;"),
        section("__VERIFIER_assume(p == 2 && c == 6); r = x;"),
      ],
      "assert(r != 0);",
    ),
  ],
  [
    "a way of a member that is taken in one of two states with the same control",
    "assert",
    program(
      "int x, r = 9, c = 2, p;",
      [
        section("c = c * 2; p++;"),
        section("c = c + 1; p++;"),
        section("__VERIFIER_assume(p == 2); if (c == 6) r = x;"),
        section("__VERIFIER_assume(p == 2); x = 1;"),
      ],
      "assert(r != 1);",
    ),
  ],
  [
    "a resource that wraps around in one of two states with the same control",
    "assert",
    program("unsigned char x = 1; int p;", [
      section("x *= 10; p++;"),
      section("x += 9; p++;"),
      section("__VERIFIER_assume(p == 2); x += 30; assert(x <= 225);"),
      section("__VERIFIER_assume(p == 2); x *= 2; assert(x <= 225);"),
    ]),
  ],
  [
    "a byte of a cell that its thread has written",
    "assert",
    bare("int x, c;", [section("x = 1;"), sections("c = 1;", "*(char *)&c = 2;", "__VERIFIER_assume(c == 2); assert(x);")]),
  ],
  [
    "a cell of which its thread has written a byte",
    "assert",
    bare("int x, c;", [section("x = 1;"), sections("*(char *)&c = 2;", "__VERIFIER_assume(c == 2); assert(x);")]),
  ],
  [
    "a condition on an input",
    "assert",
    program("int x;", [section("x = 1;"), section("int i = __VERIFIER_nondet_int(); __VERIFIER_assume(i == 5); assert(x);")]),
  ],
  [
    "an error in the computation after a step",
    "overflow",
    program("int x, y; atomic_int zero;", [`int d = zero; ${section("x = 1;")} d = 1 / d; (void)d;`, section("y = 1;")]),
  ],
  [
    "a step that leads elsewhere after another one, and leaves the same values",
    "assert",
    program("atomic_int x; int y, z;", ["x = 1;", `if (x == 0) { ${section("y = 1;")} } else { ${section("z = 1;")} }`], "assert(y == 0);"),
  ],
  [
    "two threads with equal decisions, after which only one continues in the same way",
    "assert",
    program(
      "atomic_int x; int y, z, w;",
      ["x = 1;", `if (x == 0) {} ${section("w = 1;")}`, `if (x == 0) { ${section("y = 1;")} } else { ${section("z = 1;")} }`],
      "assert(y == 0);",
    ),
  ],
  [
    "an object that another thread begins, and what comes after its use",
    "assert",
    program(
      "int x, r = 9; char *p;",
      [section("x = 1;"), section("p = malloc(1); *p = 0;"), sections("__VERIFIER_assume(p != 0);", "*p = 1;", "r = x;")],
      "assert(r != 0);",
    ),
  ],
  [
    "a step on what only a thread touches that is not started yet",
    "assert",
    `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static void *a(void *arg) { x = 1; return arg; }
static void *b(void *arg) { assert(x); return arg; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, a, 0); y = 1; pthread_create(&u, 0, b, 0); return 0; }`,
  ],
  [
    "a word of which another thread reads the end, beyond a multiple of 64 bytes",
    "assert",
    program("static _Alignas(64) struct __attribute__((packed)) { char before[60]; long long word; } s;", [
      section("s.word = -1;"),
      section("assert(((char *)&s)[64]);"),
    ]),
  ],
  [
    "a wait for a byte that another thread writes with many others",
    "assert",
    program(
      "int x, r = 9; char many[100];",
      [section("x = 1;"), section("__VERIFIER_assume(many[70]); r = x;"), section("for (int i = 0; i < 100; i++) many[i] = 1;")],
      "assert(r != 0);",
    ),
  ],
  [
    "a wait for a byte of what another thread copies",
    "assert",
    program(
      "int x, r = 9; struct many { char at[100]; } from, to;",
      [section("x = 1;"), section("__VERIFIER_assume(to.at[70]); r = x;"), "to = from;"],
      "assert(r != 0);",
      "from.at[70] = 1;",
    ),
  ],
  [
    "a number that a cell does not have after one step, and has after two",
    "assert",
    program("int x;", [sections("x++;", "x++;"), section("assert(x != 2);")]),
  ],
  [
    "a number that a cell keeps only while another one keeps its own, which it does not",
    "assert",
    program("int a, b, c;", [sections("c = 2;", "b = c;", "a += b;"), section("assert(!(a == 2 && b == 2));")]),
  ],
  [
    "the end of a local between the read of its address and its use",
    "memory",
    program("int *_Atomic g;", ["int v = 1; g = &v; g = 0;", "int *q = g; if (q) { int k = *q; (void)k; }"]),
  ],
  [
    "a number to which a thread adds what it has in a register: not zero, and not one",
    "assert",
    program("int x = 5, z = 5;", [`int l = z; ${section("x -= l;")}`, section("assert(x != 0);")]),
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

test("a thread that was cut at the bound: nothing is concluded from what the others do", async () => {
  const compiled = await compileText(
    program("atomic_int z; int y;", ["for (int i = 0; i < 10; i++) z = i; assert(0);", section("y = 1;")]),
  );
  const { findings } = await symex.run(engineTask(compiled, ["assert"], { reduce: "pdpor", maxSteps: 8 }));
  const found = findings.get("assert");
  expect(found?.kind === "covered" ? found.scope.steps : found?.kind).not.toBe(null);
});

test("a step that violates one property does not hide that of another", async () => {
  const compiled = await compileText(program("int x, y, z;", [section("assert(x);"), section("y = 1 / z;")]));
  const { findings } = await symex.run(engineTask(compiled, ["assert", "overflow"], { reduce: "pdpor" }));
  expect([...findings].map(([property, { kind }]) => [property, kind])).toEqual([
    ["assert", "candidate"],
    ["overflow", "candidate"],
  ]);
});

test.each([
  [
    "a thread is joined twice in one order",
    program("atomic_int x;", ["x = 1;", "x = 2;"], "if (x == 1) pthread_join(t[0], 0);"),
    ["invalid-thread"],
  ],
  [
    "a lock is released by another thread in one order",
    program("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; atomic_int f;", [
      "pthread_mutex_lock(&m); f = 1; pthread_mutex_unlock(&m);",
      "if (f) pthread_mutex_unlock(&m);",
    ]),
    ["unlock-not-held"],
  ],
  [
    "a thread joins what main joins as well, in one order",
    program("pthread_t *_Atomic p; atomic_int n;", ["n = 1;", "if (p) pthread_join(*p, 0);"]).replace(
      "pthread_join(t[0]",
      "p = &t[0]; pthread_join(t[0]",
    ),
    ["invalid-thread"],
  ],
  [
    "a lock is released a second time in one order",
    program("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; atomic_int f;", [
      "pthread_mutex_lock(&m); pthread_mutex_unlock(&m); if (f) pthread_mutex_unlock(&m);",
      "f = 1;",
    ]),
    ["unlock-not-held"],
  ],
  ["a divisor that another thread makes zero", program("int y, z = 1;", [section("y = 1 / z;"), section("z = 0;")]), ["division-by-zero"]],
  [
    "locks that their owners release, and threads that are joined once",
    program("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;", [
      "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);",
      "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);",
    ]),
    [],
  ],
] as const)("undefined behaviour that only some orders reach is named, and no other: %s", async (_, text, kinds) => {
  const compiled = await compileText(text);
  for (const reduce of ["none", "pdpor"] as const) {
    const found = (await symex.run(engineTask(compiled, ["assert"], { reduce }))).findings.get("assert");
    const named = found?.kind === "covered" ? [...new Set(found.scope.endedBy.map((e) => e.kind))] : found?.kind;
    expect([reduce, named]).toEqual([reduce, kinds]);
  }
});

test("a lock that a thread holds again after a wait for a condition is released by its owner: nothing is named", async () => {
  const compiled = await compile(join(projectFolder, "test/programs/safe/main-returns-first/program.c"));
  const found = (await symex.run(engineTask(compiled, ["assert"], { reduce: "pdpor" }))).findings.get("assert");
  expect(found?.kind === "covered" && found.scope.complete).toBe(true);
});

test("undefined behaviour in a step that is left out is named, unless its property is covered", async () => {
  const scopeOf = async (code: string, properties: readonly Property[]) => {
    const compiled = await compileText(program("int x, y, z;", [section(code), section("x = 1;")], "assert(x == 1);"));
    const { findings } = await symex.run(engineTask(compiled, properties, { reduce: "pdpor" }));
    const found = findings.get("assert");
    return found?.kind === "covered" ? found.scope.endedBy.map((e) => e.kind) : found?.kind;
  };
  expect(await scopeOf("if (x == 0) y = 1 / z;", ["assert"])).toEqual(["division-by-zero"]);
  expect(await scopeOf("int d = x; if (d) y = 2 / d;", ["assert", "overflow"])).toEqual([]);
});

test("a pointer that is exchanged is not computed with: the verdict assumes nothing about addresses", async () => {
  const scopeOf = async (take: string) => {
    const compiled = await compileText(
      program("int *_Atomic p;", [`int *q = malloc(4); *q = 1; p = q;`, `int *q = ${take}; if (q != 0) { assert(*q == 1); free(q); }`]),
    );
    const found = (await symex.run(engineTask(compiled, ["assert"], { reduce: "pdpor" }))).findings.get("assert");
    return found?.kind === "covered" ? found.scope.assumptions : found?.kind;
  };
  expect(await scopeOf("atomic_exchange(&p, (int *)0)")).toEqual([]);
  expect(await scopeOf("(int *)((unsigned long)p ^ 0ul)")).toEqual(["no-reuse", "fixed-placement"]);
});
