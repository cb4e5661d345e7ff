// Programs that a rule of fusion is there for: each fails only in runs that are lost if the rule is left out, or if unseen sides are taken for harmless.

import { expect, test } from "vitest";
import { told, twoThreads } from "./verdicts.ts";

/** Unsafe, with the reason. */
const traps: [name: string, text: string][] = [
  [
    "the state after the prefix is cleared, not the one before its last step (FUSION, Figure 3)",
    twoThreads("static int s, x, r;", "s = 1; x = 1;", "__VERIFIER_atomic_begin(); if (x == 0) r = s; __VERIFIER_atomic_end();", "r != 1"),
  ],
  [
    "the same, with a branch left in the state after the prefix",
    twoThreads(
      "static int s, x, z, r, q;",
      "s = 1; x = 1; z = 1;",
      "__VERIFIER_atomic_begin(); if (x == 0) r = s; else q = z; __VERIFIER_atomic_end();",
      "r != 1",
    ),
  ],
  [
    "races that the runs not made would have found (Figure 1)",
    twoThreads(
      "static int x, y;",
      "int a = y; if (a == 0) { x = 1; a = x + 1; x = a; } else x = 0;",
      "int b = x; if (b == 0) { y = 1; b = y + 1; y = b; } else y = 0;",
      "x != y",
    ),
  ],
  [
    "a write hides another only if it is made (rule 3)",
    twoThreads("static int x, y;", "x = 1; if (y == 1) x = 2;", "y = 1; y = 0;", "x != 2"),
  ],
  [
    "a write that a run makes hides another only in runs that make it (rule 3)",
    twoThreads("static int x, y;", "x = 1; if (y == 0) x = 2;", "y = 1;", "x != 1"),
  ],
  [
    "one of two assertions fails (rule 2)",
    twoThreads("static int x, y;", "x = 1; assert(y < 2);", "y = 1; assert(x == 0 || y == 1); y = 2;", "y == 2"),
  ],
  [
    "an error while another thread has left the path",
    twoThreads("static int x, y;", "x = 1; int a = y; assert(a != 2); x = 0;", "if (x == 1) { y = 2; while (x == 1) {} y = 0; }"),
  ],
  ["an assertion inside the unseen side", twoThreads("static int x;", "x = 1; x = 0;", "int a = x; if (a == 1) { assert(x == 1); }")],
  [
    "an unseen side writes through a pointer",
    twoThreads("static int x, y; static int *p = &y;", "x = 1; x = 0;", "if (x == 1) *p = 1;", "y == 0"),
  ],
  [
    "an unseen side writes two calls deep",
    twoThreads(
      "static int x, y; static void h(void) { y = 1; } static void g(void) { h(); }",
      "x = 1; x = 0;",
      "if (x == 1) g();",
      "y == 0",
    ),
  ],
  [
    "an unseen side writes through a pointer to a function",
    twoThreads(
      "static int x, y; static void h(void) { y = 1; } static void (*volatile f)(void) = h;",
      "x = 1; x = 0;",
      "if (x == 1) f();",
      "y == 0",
    ),
  ],
  [
    "another function is called through the pointer",
    twoThreads(
      "static int x; static void g(void) { x = 1; } static void h(void) { x = 2; } static void (*volatile f)(void) = g;",
      "f = h; f = g;",
      "f();",
      "x == 1",
    ),
  ],
  [
    "an unseen side starts a thread",
    twoThreads(
      "static int x, y; static void *third(void *p) { y = 1; return p; }",
      "x = 1; x = 0;",
      "if (x == 1) { pthread_t u; pthread_create(&u, 0, third, 0); pthread_join(u, 0); }",
      "y == 0",
    ),
  ],
  [
    "an unseen side only reads what an earlier step writes, and that decides what it writes",
    twoThreads(
      "static int x, y, z, w;",
      "w = 1; x = 1; z = 1; z = 2;",
      "int a = x; if (a == 0) { if (w == 0) y = 1; else y = 2; } int b = z; (void)b;",
      "y != 1",
    ),
  ],
  ["an unseen side returns early", twoThreads("static int x, y;", "x = 1; x = 0;", "if (x == 1) return arg; y = 1;", "y == 1")],
  ["an unseen side stays in the loop", twoThreads("static int x, y;", "x = 1; x = 0;", "do y++; while (x == 1 && y < 3);", "y == 1")],
  [
    "an unseen side leaves the loop",
    twoThreads("static int x, y;", "x = 1; x = 0;", "for (int i = 0; i < 2; i++) { if (x == 1) break; y++; }", "y == 2"),
  ],
  [
    "a goto leaves the region",
    twoThreads("static int x, y;", "x = 1; x = 0;", "if (x == 1) { y = 3; goto out; } y = 1; out: if (y != 3) y = 2;", "y == 2"),
  ],
  [
    "an unseen side calls a function that never returns",
    twoThreads("static int x, y;", "x = 1; x = 0;", "if (x == 1) pthread_exit(0); y = 1;", "y == 1"),
  ],
  [
    "an unseen side hands out a new object",
    twoThreads(
      "static int x, y; static int *volatile p = &y;",
      "x = 1; x = 0;",
      "if (x == 1) { int *q = malloc(4); if (q) { *q = 7; p = q; } }",
      "*p == 0",
    ),
  ],
];

const modes = [
  { reduction: "none", omitted: ["check"] },
  { reduction: "dpor" },
  { reduction: "dpor", omitted: ["check"] },
  { reduction: "dpor", omitted: ["check", "phantom"] },
] as const;

test.each(traps)("%s", async (_name, text) => {
  for (const mode of modes) expect((await told(text, ["assert"], mode)).verdicts, JSON.stringify(mode)).toEqual(["unsafe"]);
});

test("an unseen side frees what another thread uses", async () => {
  const text = twoThreads(
    "static int x; static int *volatile p;",
    "p = malloc(4); if (p) { *p = 1; x = 1; x = 0; }",
    "if (x == 1) free(p); else if (x == 2) *p = 2;",
  ).replace("assert(1);", "if (p) *p = 3;");
  for (const mode of modes) expect((await told(text, ["memory"], mode)).verdicts, JSON.stringify(mode)).toEqual(["unsafe"]);
});

test("an unseen side unlocks", async () => {
  const text = twoThreads(
    "static int x, y; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;",
    "x = 1; x = 0; pthread_mutex_lock(&m); y = 1; y = 0; pthread_mutex_unlock(&m);",
    "int done = 0; pthread_mutex_lock(&m); if (x == 1) { pthread_mutex_unlock(&m); done = 1; } assert(y == 0); if (!done) pthread_mutex_unlock(&m);",
  );
  for (const mode of modes) expect((await told(text, ["assert"], mode)).verdicts, JSON.stringify(mode)).toEqual(["unsafe"]);
});

test("check finds an error for which another thread must have left the path", async () => {
  // The second thread takes a side that the run has not taken as soon as it has done what makes the first one fail.
  const text = twoThreads(
    "#include <stdatomic.h>\nstatic _Atomic int x; static int y;",
    "x = 1; int a = x; assert(a != 2); x = 0;",
    "if (atomic_fetch_add(&x, 1) == 1) y = 1;",
  );
  for (const omitted of [[], ["phantom"]] as const)
    expect(await told(text, ["assert"], { omitted })).toMatchObject({ verdicts: ["unsafe"], runs: 1, found: ["by check"] });
});
