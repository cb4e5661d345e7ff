// Programs on which a careless symex is wrong. Each is checked with every way of pruning.

import { describe, expect, test } from "vitest";
import { symex } from "../../../../src/engines/symex/engine.ts";
import { prunings, reductions } from "../../../../src/engines/symex/options.ts";
import type { Property } from "../../../../src/execution/errors.ts";
import { compileText, engineTask } from "../../../run.ts";

const head = `
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
`;

const program = (globals: string, threads: readonly string[], end = "", start = ""): string => `${head}
${globals}
${threads.map((code, i) => `static void *t${i}(void *arg) { ${code} return arg; }`).join("\n")}
int main(void) {
  pthread_t t[${threads.length}];
  ${start}
  ${threads.map((_, i) => `pthread_create(&t[${i}], 0, t${i}, 0);`).join(" ")}
  ${threads.map((_, i) => `pthread_join(t[${i}], 0);`).join(" ")}
  ${end}
  return 0;
}`;

async function verdicts(text: string, property: Property): Promise<string[]> {
  const compiled = await compileText(text);
  const kinds: string[] = [];
  for (const prune of prunings)
    for (const reduce of reductions) {
      const { findings } = await symex.run(engineTask(compiled, [property], { prune, reduce }));
      kinds.push(findings.get(property)?.kind ?? "none");
    }
  return kinds;
}

const everywhere = (kind: string): string[] => prunings.flatMap(() => reductions.map(() => kind));
const unsafe = everywhere("candidate");
const safe = everywhere("covered");

describe("violations that are not missed", () => {
  test("an order that sleep sets with summaries would miss", async () => {
    expect(
      await verdicts(program("atomic_int x, y; int a, b;", ["a = x; b = y;", "x = 1; y = 1;"], "assert(!(a == 1 && b == 0));"), "assert"),
    ).toEqual(unsafe);
  });

  test("copies of different lengths in one thread: bytes beyond a short one have no value", async () => {
    const copies = program(
      "int a, b; char c, d = 1;",
      ["__builtin_memcpy(&c, &d, 1); __builtin_memcpy(&a, &b, 4);", "b = 1; d = 0;"],
      "assert(a == 0 || c == 1);",
    );
    expect(await verdicts(copies, "assert")).toEqual(unsafe);
  });

  test("copies of a thread and of the thread it starts, in one step: each has its own", async () => {
    const globals = "struct s { int v[4]; } g; int z;";
    const child = program(globals, ["struct s one = {{1, 1, 1, 1}}; g = one;"], "assert(g.v[0] != 1);");
    expect(await verdicts(child, "assert")).toEqual(unsafe);
    const input = program(
      `int __VERIFIER_nondet_int(void); ${globals}`,
      ["struct s one = {{1, 1, 1, 1}}; one.v[0] = __VERIFIER_nondet_int(); g = one;"],
      "assert(g.v[0] != 77);",
    );
    expect(await verdicts(input, "assert")).toEqual(unsafe);
    const both = `${head} ${globals}
      static void *t(void *arg) { struct s two = {{2, 2, 2, 2}}, l; l = two; if (l.v[z] == 2) z = 1; return arg; }
      int main(void) { pthread_t t0; struct s one = {{1, 1, 1, 1}}; pthread_create(&t0, 0, t, 0); g = one; pthread_join(t0, 0); assert(g.v[0] != 1); return 0; }`;
    expect(await verdicts(both, "assert")).toEqual(unsafe);
  });

  test("a side that was not possible when its branch was first seen", async () => {
    expect(await verdicts(program("atomic_int x, y;", ["if (x == 1) { y = 5; }", "x = 1;"], "assert(y != 5);"), "assert")).toEqual(unsafe);
  });

  test("a pointer that leads elsewhere in a later state", async () => {
    const text = program("int a, b; int *_Atomic p = &a; atomic_int done;", ["*p = 1;", "p = &b; done = 1;"], "assert(!(b == 1 && done));");
    expect(await verdicts(text, "assert")).toEqual(unsafe);
  });

  test("an index that leads elsewhere in a later state", async () => {
    const text = program("int a[4]; atomic_int i;", ["a[i] = 1;", "i = 2;"], "assert(a[2] == 0);");
    expect(await verdicts(text, "assert")).toEqual(unsafe);
  });

  test("a thread that waited when the formula was made, and does not now", async () => {
    const text = program(
      "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; atomic_int f, y;",
      [
        "pthread_mutex_lock(&m); while (!f) pthread_cond_wait(&c, &m); y = y + 1; pthread_mutex_unlock(&m);",
        "y = 4; pthread_mutex_lock(&m); f = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); y = y * 2;",
      ],
      "assert(y != 10);",
    );
    expect(await verdicts(text, "assert")).toEqual(unsafe);
  });

  test("a choice of which only one value is bad: who is woken", async () => {
    const text = program("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int n, go, first;", [
      ...[1, 2].map(
        (id) =>
          `pthread_mutex_lock(&m); n++; while (!go) pthread_cond_wait(&c, &m); go = 0; if (first == 0) first = ${id}; pthread_mutex_unlock(&m);`,
      ),
      "pthread_mutex_lock(&m); if (n == 2) { go = 1; pthread_cond_signal(&c); } else { go = 1; n = 9; } pthread_mutex_unlock(&m);",
    ]).replace(
      "pthread_join(t[0], 0); pthread_join(t[1], 0); pthread_join(t[2], 0);",
      "pthread_join(t[2], 0); pthread_mutex_lock(&m); assert(first != 2 || n == 9); pthread_mutex_unlock(&m);",
    );
    expect(await verdicts(text, "assert")).toEqual(unsafe);
  });

  test("an assumption that is false in one state only", async () => {
    const text = program("atomic_int x, y;", ["int v = x; __VERIFIER_assume(v == 1); y = 7;", "x = 1; x = 0;"], "assert(y != 7);");
    expect(await verdicts(text, "assert")).toEqual(unsafe);
  });

  test("a busy wait that ends in one order only", async () => {
    const text = program("atomic_int f, g; int r;", ["while (!f) ; r = g;", "g = 1; f = 1; g = 2;"], "assert(r != 2);");
    expect(await verdicts(text, "assert")).toEqual(unsafe);
  });

  test("an identifier of a thread that another thread reads while it is created", async () => {
    const text = `${head}
pthread_t *_Atomic shared; atomic_long seen;
static void *one(void *arg) { pthread_t *p = shared; if (p) seen = (long)(*p != 0); return arg; }
static void *two(void *arg) { return arg; }
int main(void) {
  pthread_t a, b = 0;
  shared = &b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(seen != 0);
  return 0;
}`;
    expect(await verdicts(text, "assert")).toEqual(unsafe);
  });

  test("use after free by another thread, in one order", async () => {
    expect(await verdicts(program("int *p;", ["int v = *p; (void)v;", "free(p);"], "", "p = malloc(4); *p = 1;"), "memory")).toEqual(
      unsafe,
    );
  });

  test("a division that fails in the computation after a step", async () => {
    expect(
      await verdicts(program("atomic_int x; int *_Atomic q; int z;", ["int v = x; q = v ? &z : 0; *q = 1;", "x = 1; x = 0;"]), "memory"),
    ).toEqual(unsafe);
  });
});

const detached = (join: string): string => `${head}
static void *t(void *arg) { return arg; }
int main(void) { pthread_t a; ${join} return 0; }`;

describe("threads that are joined and do not wait", () => {
  test("the join of a detached thread comes before its end", async () => {
    const text = detached("pthread_create(&a, 0, t, 0); pthread_detach(a); int r = pthread_join(a, 0); assert(r == 0);");
    expect(await verdicts(text, "assert")).toEqual(unsafe);
  });

  test("the join of a thread that was created detached comes after its end", async () => {
    const attributes = "pthread_attr_t at; pthread_attr_init(&at); pthread_attr_setdetachstate(&at, PTHREAD_CREATE_DETACHED);";
    expect(await verdicts(detached(`${attributes} pthread_create(&a, &at, t, 0); pthread_join(a, 0);`), "memory")).toEqual(unsafe);
  });
});

test("a wait that asks for a choice and is not woken", async () => {
  const text = `${head}
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int main(void) { pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); return 0; }`;
  expect(await verdicts(text, "assert")).toEqual(safe);
});

test("a fault of another property ends runs: nothing is said of what comes after it", async () => {
  const compiled = await compileText(`${head} int *p; int x; int main(void) { x = *p; assert(x == 1); return 0; }`);
  const found = (await symex.run(engineTask(compiled, ["assert"], {}))).findings.get("assert");
  expect(found?.kind === "covered" ? found.scope.endedBy.map((e) => e.kind) : found?.kind).toEqual(["null-dereference"]);
});

describe("what a formula does not say", () => {
  test("whether memory was written: it holds the same value, but reading it is another thing", async () => {
    const text = program("int *p; atomic_int f;", ["f = 1;", "if (f) *p = 0;"], "assert(*p == 0);", "p = malloc(4);");
    expect(await verdicts(text, "assert")).not.toContain("covered");
  });

  test("whether an object lives: it was freed on one side of a branch", async () => {
    const text = program(
      "int *p; atomic_int f, g;",
      ["f = 1;", "if (!f) { free(p); g = 1; } g = 0;"],
      "int v = *p; (void)v;",
      "p = malloc(4); *p = 3;",
    );
    expect(await verdicts(text, "memory")).toEqual(unsafe);
  });

  test("whether a dead object's address is compared: its place may be used again", async () => {
    const text = program(
      "int *_Atomic p, *_Atomic q; atomic_int f; int same;",
      ["f = 1;", "int *r = p; free(r); if (f) r = 0; q = malloc(4); same = r == q;"],
      "assert(!same);",
      "p = malloc(4);",
    );
    const compiled = await compileText(text);
    for (const prune of prunings) {
      const { findings } = await symex.run(engineTask(compiled, ["assert"], { prune }));
      const found = findings.get("assert");
      expect(found?.kind === "covered" ? found.scope.assumptions : found?.kind).toEqual(["no-reuse"]);
    }
  });

  // In the state that is explored first, the word holds no address.
  for (const [what, use] of [
    ["a byte of an address is read as a number", "assert(((unsigned char *)&p)[1] != 0x77);"],
    ["bytes of addresses are compared by a function", "assert(memcmp((void *)&p, (void *)&q, sizeof p) != 77);"],
    ["an address is part of a longer number", "unsigned __int128 n = (unsigned __int128)(unsigned long)p + 5; assert(n != 77);"],
  ] as const)
    test(what, async () => {
      const text = `#include <string.h>\n${program("int x; int *_Atomic p, *_Atomic q;", ["p = &x;", "p = 0;"], use)}`;
      const compiled = await compileText(text);
      for (const prune of prunings) {
        const { findings } = await symex.run(engineTask(compiled, ["assert"], { prune }));
        const found = findings.get("assert");
        expect(found?.kind === "covered" ? found.scope.assumptions : found?.kind).toContain("fixed-placement");
      }
    });

  test("narrow reads beside addresses, and copies of them: where objects lie does not matter", async () => {
    const text = program(
      "struct s { int n; int *p; } a, b; int x; atomic_int f;",
      ["f = 1;", "f = 2;"],
      "if (f == 1) a.p = &x; a.n = f; b = a; assert(b.n > 0 && (b.p == 0 || *b.p == 0));",
    );
    const compiled = await compileText(text);
    for (const prune of prunings) {
      const found = (await symex.run(engineTask(compiled, ["assert"], { prune }))).findings.get("assert");
      expect(found?.kind === "covered" ? found.scope.assumptions : found?.kind).toEqual([]);
    }
  });
});

test("what a thread was in its busy wait, before a step that ended the wait", async () => {
  const text = program(
    "int f, g, y, z;",
    [
      "y = 2; y = 1; y = 0; g = 1; __VERIFIER_atomic_begin(); y = 3; f = 1; __VERIFIER_atomic_end();",
      "int n = 0; while (!f) { if (g) { g = 0; if (n == 0) z = 9; else z = n; } n = y; } assert(!(n == 0 && z == 2));",
    ],
    "",
  );
  expect(await verdicts(text, "assert")).toEqual(unsafe);
});

test("what a thread was in a busy wait that another input leads to", async () => {
  const text = program(
    "extern unsigned char __VERIFIER_nondet_uchar(void); int f, g, w, x, y, z, v;",
    [
      `int k = 0; w = 1; y = 2; w = 0; y = 7; w = 2; if (x == 2) z = 1; g = 1;
       __VERIFIER_atomic_begin(); __VERIFIER_assume(z); unsigned char in = __VERIFIER_nondet_uchar() & 3;
       if (in < x) { y = 0; k = 1; } else { y = 3; f = 1; } __VERIFIER_atomic_end();
       if (k) { __VERIFIER_atomic_begin(); y = 3; f = 1; __VERIFIER_atomic_end(); }`,
      `int n = 0; x = w;
       while (!f) { if (g) { if (n != 2) return 0; __VERIFIER_atomic_begin(); z = 1; v = 1; __VERIFIER_atomic_end(); } n = y; }
       assert(!(n == 0 && v == 1));`,
    ],
    "",
  );
  expect(await verdicts(text, "assert")).toEqual(unsafe);
});

describe("programs that are safe", () => {
  test("conditions on addresses do not grow with the steps to come", async () => {
    const put = "for (int i = 0; i < 6; i++) { pthread_mutex_lock(&m); log[n++] = i; pthread_mutex_unlock(&m); }";
    const text = program("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int n, log[12];", [put, put], "assert(n == 12);");
    const task = engineTask(await compileText(text), ["assert", "memory"], { prune: "interpolants", summarySize: 2500 });
    const { stats } = await symex.run(task);
    expect({ runs: stats.runs, subsumed: stats.subsumed }).toEqual({ runs: 1, subsumed: 36 });
  });

  test("a lock protects a sequence", async () => {
    const add = "pthread_mutex_lock(&m); int v = n; n = v + 1; pthread_mutex_unlock(&m);";
    expect(
      await verdicts(program("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int n;", [add, add, add], "assert(n == 3);"), "assert"),
    ).toEqual(safe);
  });

  test("a copy of a struct in two steps, with another thread in between", async () => {
    const text = program("struct s { int a, b; } x = { 1, 2 }, y;", ["y = x;", "x.a = 5; x.b = 6;"], "assert(y.a == 1 || y.a == 5);");
    expect(await verdicts(text, "assert")).toEqual(safe);
  });
});

describe("dynamic partial order reduction", () => {
  test("a section that writes where what it reads leads: the other order of a race appears elsewhere", async () => {
    const text = program(
      "int r[2]; int *h = r; atomic_int x;",
      [
        "__VERIFIER_atomic_begin(); h = r; __VERIFIER_atomic_end(); __VERIFIER_atomic_begin(); *h = 1; __VERIFIER_atomic_end();",
        "x = 1; __VERIFIER_atomic_begin(); h = &r[1]; __VERIFIER_atomic_end();",
        "__VERIFIER_atomic_begin(); r[0] = 0; __VERIFIER_atomic_end();",
      ],
      "assert(!(r[0] == 1 && r[1] == 0 && h == &r[1]));",
    );
    expect(await verdicts(text, "assert")).toEqual(unsafe);
  });

  test("a state that is left out would have had a race with the steps before it", async () => {
    const text = program(
      "atomic_int x, y, z;",
      ["int a = z; x = 1; if (a) y = y + 1;", "z = 1; int b = x; if (b) y = y + 2;", "int c = y; if (c == 2) x = 5;"],
      "assert(!(x == 5 && y == 3));",
    );
    expect(await verdicts(text, "assert")).toEqual(unsafe);
  });

  test("persistent sets that look at the next steps only", async () => {
    expect(await verdicts(program("atomic_int x, y; int r;", ["r = x;", "y = 1; x = 1;"], "assert(r == 0);"), "assert")).toEqual(unsafe);
  });

  test("an error of another property in one thread does not hide what comes later in another", async () => {
    const text = program("int *p; atomic_int x;", ["int v = *p; x = v;", "x = 1; x = 2; assert(0);"]);
    expect(await verdicts(text, "assert")).toEqual(unsafe);
  });
});

describe("busy waits", () => {
  // In each of these the thread first waits where its iterations are idle. Elsewhere, only the next iteration shows what differs.
  test("what the thread had before the iteration was something else", async () => {
    const text = `${head}
atomic_int x, y, k, z = 1;
static void *copy(void *arg) { int m = z; k = m; return arg; }
static void *clear(void *arg) { z = 0; return arg; }
static void *wait(void *arg) { int r = k; for (;;) { int a = x, b = y; if (b) break; r = 1; } int c = k; assert((r ^ 1) | c); return arg; }
static void *wake(void *arg) { y = 1; return arg; }
int main(void) {
  pthread_t t[4];
  pthread_create(&t[0], 0, copy, 0); pthread_create(&t[1], 0, clear, 0); pthread_join(t[0], 0); pthread_join(t[1], 0);
  pthread_create(&t[2], 0, wait, 0); pthread_create(&t[3], 0, wake, 0); pthread_join(t[2], 0); pthread_join(t[3], 0);
  return 0;
}`;
    expect(await verdicts(text, "assert")).toEqual(unsafe);
  });

  test("what the thread has after the iteration is something else", async () => {
    const text = program("atomic_int x = 1, y, m = 1;", [
      "int r = 1, q; for (;;) { q = r; r = x; if (y) break; } assert(q == 1);",
      "int s = m; x = s; y = 1;",
      "m = 2;",
    ]);
    expect(await verdicts(text, "assert")).toEqual(unsafe);
  });

  test("the iteration changes what others see", async () => {
    const text = program("atomic_int lock = 1, m = 1;", [
      "while (atomic_exchange(&lock, 1)) ;",
      "int s = m; lock = s; int l = lock; assert(l == s); lock = 0;",
      "m = 2;",
    ]);
    expect(await verdicts(text, "assert")).toEqual(unsafe);
  });

  test("an iteration that is idle in one state, and not in another", async () => {
    const text = program(
      "atomic_int flag, n, mode;",
      ["while (!flag) { if (mode) n++; }", "mode = 1; mode = 0; flag = 1;"],
      "assert(n == 0);",
    );
    expect(await verdicts(text, "assert")).toEqual(unsafe);
  });

  test("a test-and-set that writes what it reads, and one that does not", async () => {
    const text = program("atomic_int lock = 1, x;", [
      "while (atomic_exchange(&lock, 1)) ; x = 1;",
      "x = 2; lock = 0;",
      "while (atomic_exchange(&lock, 1)) ; int l = x; assert(l != 1);",
    ]);
    expect(await verdicts(text, "assert")).toEqual(everywhere("covered").map(() => "covered"));
    expect(await verdicts(text.replace("x = 1;", "x = 1; lock = 0;"), "assert")).toEqual(unsafe);
  });

  test("two threads that wait for each other's flags", async () => {
    const lock = (i: number): string =>
      `f${i} = 1; turn = ${1 - i}; while (f${1 - i} && turn == ${1 - i}) ; int l = c; c = l + 1; f${i} = 0;`;
    const text = program("atomic_int f0, f1, turn, c;", [lock(0), lock(1)], "assert(c == 2);");
    expect(await verdicts(text, "assert")).toEqual(safe);
    expect(await verdicts(text.replace("f0 = 1; turn = 1;", "turn = 1; f0 = 1;"), "assert")).toEqual(unsafe);
  });
});

describe("threads that wait, with dynamic partial order reduction", () => {
  test("a step that waits for one of two things, and reads the other: the other may come after it", async () => {
    const text = program("int a, b, r = 9;", [
      "__VERIFIER_atomic_begin(); __VERIFIER_assume(a); r = b; __VERIFIER_atomic_end();",
      "__VERIFIER_atomic_begin(); b = 1; __VERIFIER_atomic_end();",
      "__VERIFIER_atomic_begin(); a = 1; __VERIFIER_atomic_end();",
    ]);
    for (const value of [0, 1])
      expect(await verdicts(text.replace("return 0;\n}", `assert(r != ${value}); return 0;\n}`), "assert")).toEqual(unsafe);
  });

  test("a lock, and what is read before it", async () => {
    const lock = "pthread_mutex_lock(&m);";
    const unlock = "pthread_mutex_unlock(&m);";
    const text = program("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; atomic_int x, y;", [
      `${lock} x = 1; int a = y; x = 0; ${unlock} if (a) assert(0);`,
      `int b = x; ${lock} if (b) y = 1; ${unlock}`,
      `${lock} y = 1; ${unlock} ${lock} y = 0; ${unlock}`,
    ]);
    expect(await verdicts(text, "assert")).toEqual(unsafe);
  });
});

test("two faults in the computation after one step, of which one property is checked", async () => {
  const text = program("atomic_int x;", ["int r = x; void (*f)(void) = 0; if (r == 0) f(); else r = 10 / (r - 1); x = r;", "x = 1;"]);
  expect(await verdicts(text, "overflow")).toEqual(unsafe);
});

describe("sleep sets and sections, with dynamic partial order reduction", () => {
  test("a thread that sleeps must first do something else than what is needed of it", async () => {
    const text = program("atomic_int x, y, z;", ["if (x) z = 1;", "int r = z; assert(r == 0);", "y = 1; x = 1;"]);
    expect(await verdicts(text, "assert")).toEqual(unsafe);
    const pointers = program(
      "atomic_int x, y; int v; int *_Atomic q;",
      ["if (x) q = 0;", "int *r = q; *r = 1;", "y = 1; q = &v; x = 1;"],
      "",
      "q = &v;",
    );
    expect(await verdicts(pointers, "memory")).toEqual(unsafe);
  });

  test("a section that does not reach one of its places, because of what it reads", async () => {
    const text = program("atomic_int i, z;", [
      "int r = z; assert(r == 0);",
      "__VERIFIER_atomic_begin(); if (i) z = 1; __VERIFIER_atomic_end();",
      "i = 1;",
    ]);
    expect(await verdicts(text, "assert")).toEqual(unsafe);
  });
});

test("a choice of which one value is harmless, and the other one only in the first of two states", async () => {
  const text = program("atomic_int c; int x, n;", [
    "__VERIFIER_atomic_begin(); x = 1; n++; __VERIFIER_atomic_end();",
    "__VERIFIER_atomic_begin(); x = 0; n++; __VERIFIER_atomic_end();",
    `__VERIFIER_atomic_begin(); __VERIFIER_assume(n == 2); __VERIFIER_atomic_end(); int e = 0;
     if (!atomic_compare_exchange_weak(&c, &e, 1)) { __VERIFIER_atomic_begin(); assert(x == 0); __VERIFIER_atomic_end(); }`,
  ]);
  expect(await verdicts(text, "assert")).toEqual(unsafe);
});

test("a choice of the last thread, whose steps are taken in a row", async () => {
  const text = program(
    "atomic_int c; int x;",
    ["x = 1;"],
    "int e = 0; c = 2; c = 0; if (!atomic_compare_exchange_weak(&c, &e, 1)) assert(0);",
  );
  expect(await verdicts(text, "assert")).toEqual(unsafe);
});

test("where an object has ended, a stray pointer meets something else than where none was", async () => {
  const many = "char *a = malloc(16), *b = malloc(16), *d = malloc(16), *e = malloc(16); p = b; free(a); free(b); free(d); free(e);";
  const few = "char *c = malloc(28), *e = malloc(28); p = c + 32; free(c); free(e);";
  const text = program("char *p; int g, y;", [
    `if (g) { ${many} } else { ${few} } char *l = malloc(16); l[0] = 1; y = p[96]; free(l);`,
    "g = 1;",
  ]);
  expect(await verdicts(text, "memory")).toEqual(unsafe);
});
