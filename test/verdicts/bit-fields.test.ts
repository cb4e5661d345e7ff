// Bit-fields in memory that was never written. Assigning a field copies its neighbours, which does not use them; reading a field uses only its own bits.
// Each program is checked by every search, by sampling and by the staged engine. A failure means that unwritten bits were treated as written (safe instead
// of unknown), that a neighbour was treated as used (a false `uninit` report, or a program that no search decides), or that engines disagree.

import { describe, expect, test } from "vitest";
import type { Finding } from "../../src/engines/engine.ts";
import { explore } from "../../src/engines/explore/explore.ts";
import { runStaged } from "../../src/engines/staged/staged.ts";
import type { Property } from "../../src/execution/errors.ts";
import { fingerprint } from "../../src/execution/fingerprint.ts";
import { Machine } from "../../src/execution/machine.ts";
import type { Program } from "../../src/program/program.ts";
import { compileText, engineTask, type TaskChanges } from "../run.ts";
import { verdictOf } from "./verdict-of.ts";

interface Row {
  readonly name: string;
  readonly code: string;
  /** Whether the assertions hold whatever unwritten memory holds. */
  readonly assert: "safe" | "unsafe";
  /** Whether an unwritten bit is used. If not, searches decide the assertions. */
  readonly uninit: "safe" | "unsafe";
}

const head = `
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
bool __VERIFIER_nondet_bool(void);
struct two { unsigned a : 4, b : 4; };
struct word { unsigned a : 3, b : 5; int n; };
struct flags { unsigned f : 1, g : 1, h : 1; };
struct wide { int x : 3; int y : 11; unsigned z : 20; _Bool f : 1; };
struct bucket { uint64_t hash : 48; uint64_t dib : 16; };
struct __attribute__((packed)) packed { unsigned a : 9, b : 10, c : 12; char d; };
struct __attribute__((packed)) long_word { uint64_t a : 41, b : 50; int c : 9; };
struct __attribute__((packed)) longer { uint64_t a : 61, b : 61, c : 61; };
struct apart { unsigned a : 3; unsigned : 0; unsigned b : 3; };
union number { struct { unsigned a : 4, b : 12, c : 16; }; unsigned n; };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
#define NEW(type, name) struct type *name = malloc(sizeof *name)
#define START(f) pthread_t thread; pthread_create(&thread, 0, f, 0)
#define JOIN pthread_join(thread, 0)
`;
const main = (body: string): string => `int main(void) { ${body} return 0; }`;

const rows: readonly Row[] = [
  {
    name: "all are assigned",
    code: main("NEW(word, s); s->a = 1; s->b = 2; s->n = 3; assert(s->a == 1 && s->b == 2 && s->n == 3);"),
    assert: "safe",
    uninit: "safe",
  },
  {
    name: "one is never assigned and never read",
    code: main("NEW(word, s); s->a = 1; assert(s->a == 1); s->a = 0; assert(s->a == 0);"),
    assert: "safe",
    uninit: "safe",
  },
  {
    name: "one is never assigned, but read",
    code: main("NEW(word, s); s->b = 2; assert(s->b == 2); assert(s->a != 5);"),
    assert: "unsafe",
    uninit: "unsafe",
  },
  {
    name: "one is read before it is assigned",
    code: main("NEW(word, s); s->b = 2; unsigned a = s->a; s->a = 1; assert(a != 5);"),
    assert: "unsafe",
    uninit: "unsafe",
  },
  {
    name: "one is incremented that was never assigned",
    code: main("NEW(word, s); s->b = 2; s->a++; assert(s->b == 2); assert(s->a != 5);"),
    assert: "unsafe",
    uninit: "unsafe",
  },
  {
    name: "one is assigned what another holds that was never assigned",
    code: main("NEW(word, s); s->n = 1; s->b = 2; s->b = s->a; assert(s->b < 8); assert(s->b != 5);"),
    assert: "unsafe",
    uninit: "unsafe",
  },
  {
    name: "assigned by a chain, and by operators",
    code: main("NEW(word, s); s->a = s->b = 3; s->a |= 4; s->b -= 1; assert(s->a == 7 && s->b == 2 && s->a-- == 7 && (s->b = 9) == 9);"),
    assert: "safe",
    uninit: "safe",
  },
  {
    name: "single bits",
    code: main("NEW(flags, s); s->h = 1; s->f = 0; assert(s->h && !s->f); s->f = 1; assert(s->f);"),
    assert: "safe",
    uninit: "safe",
  },
  {
    name: "a single bit between others",
    code: main("NEW(flags, s); s->h = 1; s->f = 0; if (s->g) assert(!s->h);"),
    assert: "unsafe",
    uninit: "unsafe",
  },
  {
    name: "signed ones, across bytes, and a truth value",
    code: main("NEW(wide, s); s->y = -3; s->x = -1; s->f = 1; s->z = 70000; assert(s->x == -1 && s->y == -3 && s->z == 70000 && s->f);"),
    assert: "safe",
    uninit: "safe",
  },
  {
    name: "a signed one beside one that was never assigned",
    code: main("NEW(wide, s); s->y = -1024; assert(s->y == -1024); s->z = 0; assert(s->z == 0 && s->y < 0); assert(s->x != -4);"),
    assert: "unsafe",
    uninit: "unsafe",
  },
  {
    name: "the sign of one that was never assigned",
    code: main("NEW(wide, s); s->x = 0; s->z = 1; assert(s->y >= 0);"),
    assert: "unsafe",
    uninit: "unsafe",
  },
  {
    name: "two in 64 bits",
    code: main(
      "NEW(bucket, s); s->dib = 1; assert(s->dib == 1); s->hash = 0x123456789abc; assert(s->hash == 0x123456789abc && s->dib == 1);",
    ),
    assert: "safe",
    uninit: "safe",
  },
  {
    name: "one of two in 64 bits",
    code: main("NEW(bucket, s); s->hash = 7; assert(s->hash == 7); assert(s->dib != 0x8000);"),
    assert: "unsafe",
    uninit: "unsafe",
  },
  {
    name: "bytes of a field that are copied in, its neighbours not",
    code: main(
      "NEW(bucket, s); uint64_t h = 99; memcpy(s, &h, 6); assert(s->hash == 99); s->dib = 3; assert(s->dib == 3 && s->hash == 99);",
    ),
    assert: "safe",
    uninit: "safe",
  },
  {
    name: "packed",
    code: main(
      "NEW(packed, s); s->b = 1000; s->d = 5; s->c = 4095; s->a = 300; assert(s->a == 300 && s->b == 1000 && s->c == 4095 && s->d == 5);",
    ),
    assert: "safe",
    uninit: "safe",
  },
  {
    name: "packed, one of them not assigned",
    code: main("NEW(packed, s); s->a = 300; s->c = 9; assert(s->a == 300 && s->c == 9); assert(s->b != 512);"),
    assert: "unsafe",
    uninit: "unsafe",
  },
  {
    name: "packed into more than 64 bits",
    code: main("NEW(long_word, s); s->b = 5; assert(s->b == 5); s->a = 9; s->c = -2; assert(s->a == 9 && s->b == 5 && s->c == -2);"),
    assert: "safe",
    uninit: "safe",
  },
  {
    name: "packed into more than 64 bits, one of them not assigned",
    code: main("NEW(long_word, s); NEW(long_word, t); s->a = 9; s->c = -2; *t = *s; assert(t->a == 9 && t->c == -2); assert(t->b != 1);"),
    assert: "unsafe",
    uninit: "unsafe",
  },
  {
    name: "packed into more than 128 bits",
    code: main("NEW(longer, s); s->b = 8; assert(s->b == 8); s->a = 9; s->c = 64; assert(s->a == 9 && s->b == 8 && s->c == 64);"),
    assert: "safe",
    uninit: "safe",
  },
  ...["a", "b", "c"].map(
    (open): Row => ({
      name: `packed into more than 128 bits, ${open} not assigned`,
      code: main(
        `NEW(longer, s); NEW(longer, t); ${["a", "b", "c"].flatMap((f) => (f === open ? [] : [`s->${f} = 3; assert(s->${f} == 3);`])).join(" ")} *t = *s; assert(t->${open} != 1);`,
      ),
      assert: "unsafe",
      uninit: "unsafe",
    }),
  ),
  {
    name: "apart from each other",
    code: main("NEW(apart, s); s->a = 1; assert(s->a == 1); s->b = 2; assert(s->a == 1 && s->b == 2);"),
    assert: "safe",
    uninit: "safe",
  },
  {
    name: "apart from each other, one not assigned",
    code: main("NEW(apart, s); s->a = 1; assert(s->b != 2);"),
    assert: "unsafe",
    uninit: "unsafe",
  },
  {
    name: "of a local with an initialiser that is computed",
    code: "static int f(int v) { struct word s = { v, v + 1, 3 }; struct word *volatile p = &s; return p->a + p->b + p->n; } int main(void) { assert(f(2) == 8); return 0; }",
    assert: "safe",
    uninit: "safe",
  },
  {
    name: "of a local, beside one that is not assigned",
    code: main("struct two s, *volatile p = &s; p->a = 1; assert(p->a == 1); assert(s.b != 7);"),
    assert: "unsafe",
    uninit: "unsafe",
  },
  {
    name: "of a local that begins again",
    code: main(
      "for (int i = 0; i < 2; i++) { struct two s, *volatile p = &s; if (i == 0) p->a = 2; p->b = 1; assert(p->b == 1); if (i == 1) assert(p->a != 5); }",
    ),
    assert: "unsafe",
    uninit: "unsafe",
  },
  {
    name: "of memory that is used again",
    code: main(
      "for (int i = 0; i < 2; i++) { NEW(two, s); s->b = 1; if (i == 0) s->a = 2; assert(s->b == 1 && (i == 1 || s->a == 2)); free(s); }",
    ),
    assert: "safe",
    uninit: "safe",
  },
  {
    name: "that realloc moves",
    code: main("NEW(word, s); s->b = 2; s = realloc(s, 64); assert(s->b == 2); s->a = 1; assert(s->a == 1 && s->b == 2);"),
    assert: "safe",
    uninit: "safe",
  },
  {
    name: "that realloc moves, beside one that is not assigned",
    code: main("NEW(word, s); s->b = 2; s = realloc(s, 64); assert(s->a != 5);"),
    assert: "unsafe",
    uninit: "unsafe",
  },
  {
    name: "of a structure that is assigned",
    code: main("NEW(word, s); NEW(word, t); s->b = 2; *t = *s; assert(t->b == 2); t->a = 1; assert(t->a == 1 && t->b == 2);"),
    assert: "safe",
    uninit: "safe",
  },
  {
    name: "of a structure that is assigned, one is not",
    code: main("NEW(word, s); NEW(word, t); s->b = 2; memcpy(t, s, sizeof *t); assert(t->a != 5);"),
    assert: "unsafe",
    uninit: "unsafe",
  },
  {
    name: "of a structure that is assigned to a global",
    code: `static struct word g; ${main("struct word l, *volatile p = &l; p->b = 2; p->n = 1; g = *p; assert(g.b == 2); g.a = 1; assert(g.a == 1);")}`,
    assert: "safe",
    uninit: "safe",
  },
  {
    name: "of a structure that is assigned to a global, one is not",
    code: `static struct word g; ${main("struct word l, *volatile p = &l; p->b = 2; p->n = 1; g = *p; assert(g.a != 5);")}`,
    assert: "unsafe",
    uninit: "unsafe",
  },
  {
    name: "copies of what was not assigned are alike",
    code: main("NEW(word, s); NEW(word, t); s->b = 2; *t = *s; assert(s->a == t->a);"),
    assert: "safe",
    uninit: "unsafe",
  },
  {
    name: "the same whenever it is read",
    code: main("NEW(word, s); s->b = 2; unsigned a = s->a; s->b = 3; assert(a == s->a);"),
    assert: "safe",
    uninit: "unsafe",
  },
  {
    name: "a number over the fields",
    code: main("union number *u = malloc(sizeof *u); u->a = 1; u->c = 2; assert((u->n & 15) == 1);"),
    assert: "safe",
    uninit: "unsafe",
  },
  {
    name: "a number over fields that are all assigned",
    code: main("union number *u = malloc(sizeof *u); u->a = 1; u->c = 2; u->b = 3; assert(u->n == 0x20031);"),
    assert: "safe",
    uninit: "safe",
  },
  {
    name: "fields over a number",
    code: main("union number *u = malloc(sizeof *u); u->n = 0x20031; u->b = 4; assert(u->a == 1 && u->b == 4 && u->c == 2);"),
    assert: "safe",
    uninit: "safe",
  },
  {
    name: "a byte over the fields",
    code: main(
      "union number *u = malloc(sizeof *u); u->a = 1; unsigned char *b = (unsigned char *)u; b[1] = 7; assert(u->a == 1); assert(b[0] != 0x21);",
    ),
    assert: "unsafe",
    uninit: "unsafe",
  },
  {
    name: "assigned by threads in turn",
    code: `static struct two *s; static void *f(void *x) { pthread_mutex_lock(&m); s->b = 2; pthread_mutex_unlock(&m); return x; }
      ${main("s = malloc(sizeof *s); START(f); pthread_mutex_lock(&m); s->a = 1; pthread_mutex_unlock(&m); JOIN; assert(s->a == 1 && s->b == 2);")}`,
    assert: "safe",
    uninit: "safe",
  },
  {
    name: "read too early",
    code: `static struct two *s; static void *f(void *x) { pthread_mutex_lock(&m); s->b = 0; pthread_mutex_unlock(&m); return x; }
      ${main("s = malloc(sizeof *s); s->a = 1; START(f); pthread_mutex_lock(&m); unsigned b = s->b; pthread_mutex_unlock(&m); JOIN; assert(b != 5);")}`,
    assert: "unsafe",
    uninit: "unsafe",
  },
  {
    name: "put back by a thread after another has assigned them",
    code: `static struct two *s; static void *f(void *x) { s->b = 0; return x; }
      ${main("s = malloc(sizeof *s); START(f); s->a = 1; JOIN; assert(s->b != 5);")}`,
    assert: "unsafe",
    uninit: "unsafe",
  },
  {
    name: "zero is assigned, or not",
    code: main(
      "NEW(two, s); s->a = 1; if (__VERIFIER_nondet_bool()) s->b = 0; pthread_mutex_lock(&m); pthread_mutex_unlock(&m); assert(s->b != 5);",
    ),
    assert: "unsafe",
    uninit: "unsafe",
  },
  {
    name: "zero is not assigned, or is",
    code: main(
      "NEW(two, s); s->a = 1; if (!__VERIFIER_nondet_bool()) s->b = 0; pthread_mutex_lock(&m); pthread_mutex_unlock(&m); assert(s->b != 5);",
    ),
    assert: "unsafe",
    uninit: "unsafe",
  },
  {
    name: "zero is assigned to another or one",
    code: main(
      "NEW(two, s); if (__VERIFIER_nondet_bool()) s->a = 0; else s->b = 0; pthread_mutex_lock(&m); pthread_mutex_unlock(&m); assert(s->b != 5);",
    ),
    assert: "unsafe",
    uninit: "unsafe",
  },
  {
    name: "zero is not assigned to one of three, or is",
    code: main(
      "NEW(flags, s); s->h = 1; pthread_mutex_lock(&m); pthread_mutex_unlock(&m); if (!__VERIFIER_nondet_bool()) s->g = 0; if (s->g) assert(!s->h);",
    ),
    assert: "unsafe",
    uninit: "unsafe",
  },
  {
    name: "zero is assigned to another or one, and copied to a global",
    code: `static struct two g; ${main(`struct two s, *volatile p = &s; if (__VERIFIER_nondet_bool()) p->a = 0; else p->b = 0; g = s; memset(&s, 0, sizeof s);
        pthread_mutex_lock(&m); pthread_mutex_unlock(&m); assert(g.b != 5);`)}`,
    assert: "unsafe",
    uninit: "unsafe",
  },
  {
    name: "copied while others write",
    code: `static struct two *s, *t; static void *f(void *x) { *t = *s; return x; }
      ${main(`s = malloc(sizeof *s); t = malloc(sizeof *t); if (__VERIFIER_nondet_bool()) s->a = 0; else s->b = 0;
        START(f); memset(s, 0, sizeof *s); memset(t, 0, sizeof *t); JOIN; assert(t->b != 5);`)}`,
    assert: "unsafe",
    uninit: "unsafe",
  },
  {
    name: "in the second iteration of a wait",
    code: `static _Atomic int done; static void *f(void *x) { done = 1; return x; }
      ${main(`struct flags s, o; s.f = s.g = s.h = 0; o.f = o.h = 0; START(f); while (!done) { if (s.g) assert(s.f); s = o; } JOIN;`)}`,
    assert: "unsafe",
    uninit: "unsafe",
  },
  {
    name: "zero is assigned to one or another",
    code: main(
      "NEW(two, s); if (__VERIFIER_nondet_bool()) s->a = 0; else s->b = 0; pthread_mutex_lock(&m); pthread_mutex_unlock(&m); assert(s->a != 5);",
    ),
    assert: "unsafe",
    uninit: "unsafe",
  },
];

const ways: readonly TaskChanges[] = (["none", "dpor", "optimal", "rf", "states"] as const).map((reduction) => ({
  strategy: "dfs",
  reduction,
}));

/** What sampling answers if it finds nothing: there is only one run, or there are others. */
const nothing: readonly string[] = ["safe", "RVL304"];

async function find(program: Program, property: Property, more: TaskChanges): Promise<string> {
  const task = engineTask(program, [property], more);
  const found = (await explore.run(task)).findings.get(property) as Finding;
  return verdictOf(task, property, found);
}

describe.each(["lp64", "ilp32"] as const)("%s", (model) => {
  test.each(rows)("$name: searches", async ({ code, assert, uninit }) => {
    const program = await compileText(head + code, model);
    const possible = uninit === "safe" ? [assert] : assert === "safe" ? ["RVL308"] : ["RVL308", "unsafe"];
    for (const way of model === "lp64" ? ways : ways.slice(0, 1)) {
      expect(possible, String(way.reduction)).toContain(await find(program, "assert", way));
      expect(await find(program, "uninit", way), String(way.reduction)).toBe(uninit);
    }
  });
});

test.each(rows)("$name: samples", async ({ code, assert, uninit }) => {
  const program = await compileText(head + code);
  for (const strategy of ["random", "pct"] as const) {
    expect(assert === "safe" ? nothing : ["RVL304", "unsafe"]).toContain(await find(program, "assert", { strategy, maxRuns: 300 }));
    expect(uninit === "safe" ? nothing : ["unsafe"]).toContain(await find(program, "uninit", { strategy, maxRuns: 300 }));
  }
});

test.each(rows)("$name: the staged engine", async ({ code, assert }) => {
  const task = engineTask(await compileText(head + code), ["assert", "uninit"]);
  expect(verdictOf(task, "assert", (await runStaged(task)).findings.get("assert") as Finding)).toBe(assert);
});

test("two threads that assign neighbours at a time race", async () => {
  const program = await compileText(
    `${head}static struct two *s; static void *f(void *x) { s->b = 2; return x; } ${main("s = malloc(sizeof *s); START(f); s->a = 1; JOIN;")}`,
  );
  for (const way of ways) expect(await find(program, "race", way)).toBe("unsafe");
});

test("steps that assign bit-fields are taken back", async () => {
  const program = await compileText(
    `${head}static struct flags *s, *t; ${main("s = malloc(sizeof *s); t = malloc(sizeof *t); s->f = 1; s->h = 0; *t = *s; t->g = 1; s->g = 0; *s = *t; s->h = 1;")}`,
  );
  const machine = new Machine(program, { ...engineTask(program, ["assert"]).machine, undo: true });
  const oracle = { choose: () => 0, input: () => 0n };
  machine.start(oracle);
  const states: string[] = [];
  for (let thread = machine.threads[0]; machine.outcome === null && thread !== undefined; thread = machine.threads[0]) {
    states.push(fingerprint(machine));
    machine.step(thread, oracle);
  }
  expect(states.length).toBeGreaterThan(8);
  while (states.length > 0) {
    machine.undo();
    expect(fingerprint(machine)).toBe(states.pop());
  }
});
