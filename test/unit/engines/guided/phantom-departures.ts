// Programs whose unseen side does more than compute and access memory: it ends the process, stays in a loop, makes objects, or frees them. A program that is `safe` with a number of runs shows that the
// side is skipped; the others are unsafe through what the side does on the way, or through what it makes happen.

import type { PhantomProgram } from "./phantom-programs.ts";

/** Sides that end the process. */
export const endings: readonly PhantomProgram[] = [
  {
    name: "a side that ends the process",
    verdict: "safe",
    runs: 1,
    threads: ["if (x == 1) exit(0); y = 1;", "x = 1;"],
    after: "assert(y == 1);",
  },
  {
    name: "a side that ends the process two calls deep",
    verdict: "safe",
    runs: 1,
    before: "static void stop(void) { abort(); } static void check(void) { if (z == 0) stop(); }",
    threads: ["if (x == 1) check(); y = 1;", "x = 1;"],
    after: "assert(y == 1);",
  },
  {
    name: "a side that ends the process after a long loop",
    verdict: "safe",
    runs: 1,
    threads: ["if (x == 1) { for (int i = 0; i < 100; i++) z = i; exit(0); } y = 1;", "x = 1;"],
    after: "assert(y == 1);",
  },
  {
    name: "others read what the side writes before the process ends",
    verdict: "unsafe",
    threads: ["if (x == 1) { y = 5; exit(0); }", "x = 1; k = y; assert(k != 5);"],
    after: "",
  },
  {
    name: "others read several values before the process ends",
    verdict: "unsafe",
    threads: ["if (x == 1) { y = 5; y = 6; abort(); }", "x = 1; k = y; l = y; assert(!(k == 5 && l == 6));"],
    after: "",
  },
  {
    name: "the side ends the process, or continues",
    verdict: "unsafe",
    threads: ["if (x == 1) { if (z == 1) exit(0); y = 1; }", "z = 1; x = 1; z = 0;"],
    after: "assert(y == 0);",
  },
  {
    name: "the side fails before it ends the process",
    verdict: "unsafe",
    threads: ["if (x == 1) { assert(y == 0); exit(0); }", "y = 1; x = 1;"],
    after: "",
  },
  {
    name: "an exit handler fails",
    verdict: "unsafe",
    before: "static void handler(void) { assert(y == 0); }",
    first: "atexit(handler);",
    threads: ["if (x == 1) exit(0);", "x = 1; y = 1;"],
    after: "y = 0;",
  },
  {
    name: "another thread reads what an exit handler writes",
    verdict: "unsafe",
    before: "static void handler(void) { z = 3; }",
    first: "atexit(handler);",
    threads: ["if (x == 1) exit(0);", "x = 1; k = z; assert(k != 3);"],
    after: "",
  },
  {
    name: "an exit handler that an unseen side registers",
    verdict: "unsafe",
    before: "static void handler(void) { assert(0); }",
    threads: ["if (x == 1) { if (z == 1) atexit(handler); }", "x = 1; z = 1;", "if (x == 1) exit(0);"],
    after: "_Exit(0);",
  },
  {
    name: "a function that runs at the end of the process",
    verdict: "unsafe",
    before: "__attribute__((destructor)) static void last(void) { assert(y == 0); }",
    threads: ["if (x == 1) exit(0);", "x = 1; y = 1;"],
    after: "y = 0;",
  },
  {
    name: "a handler of abort",
    verdict: "unsafe",
    before: "#include <signal.h>\nstatic void handler(int s) { (void)s; assert(y == 0); }",
    first: "signal(SIGABRT, handler);",
    threads: ["if (x == 1) abort();", "x = 1; y = 1;"],
    after: "y = 0;",
  },
];

const threeTimes = "for (int i = 0; i < x; i++) z = i;";

/** Sides that stay in the loop they are in: the edge leads out of it. */
export const loops: readonly PhantomProgram[] = [
  { name: "one more iteration", verdict: "safe", runs: 1, threads: [`${threeTimes} y = 1;`, "x = 3;"], after: "assert(y == 1);" },
  { name: "one more iteration, and it matters", verdict: "unsafe", threads: [`${threeTimes} y = 1;`, "x = 3;"], after: "assert(z != 2);" },
  {
    name: "one more iteration, seen meanwhile",
    verdict: "unsafe",
    threads: [threeTimes, "x = 3; k = z; l = z; assert(!(k == 1 && l == 2));"],
    after: "",
  },
  {
    name: "the counter of the loop is used after it",
    verdict: "unsafe",
    threads: ["int i; for (i = 0; i < x; i++) z = 1; y = i;", "x = 3;"],
    after: "assert(y < 3);",
  },
  {
    name: "an assertion in a later iteration",
    verdict: "unsafe",
    threads: ["for (int i = 0; i < x; i++) { z = 1; assert(i < 2); }", "x = 3;"],
    after: "",
  },
  {
    name: "continue",
    verdict: "safe",
    runs: 1,
    threads: ["for (int i = 0; i < 2; i++) { if (x == 1) { z = 1; continue; } y++; }", "x = 1;"],
    after: "assert(x == 1);",
  },
  {
    name: "continue: the rest of the iteration is left out",
    verdict: "unsafe",
    threads: ["for (int i = 0; i < 2; i++) { if (x == 1) { z = 1; continue; } y++; }", "x = 1;"],
    after: "assert(y == 2);",
  },
  {
    name: "continue: a later iteration does what was not seen",
    verdict: "unsafe",
    threads: ["for (int i = 0; i < 2; i++) { if (x == 1) { z++; continue; } y = z; }", "x = 1; x = 0;"],
    after: "assert(y == 0);",
  },
  {
    name: "the next iteration of the loop around it",
    verdict: "unsafe",
    threads: ["for (int i = 0; i < 2; i++) { for (int j = 0; j < 2; j++) { if (x == 1) goto next; z++; } y++; next:; }", "x = 1;"],
    after: "assert(y == 2);",
  },
  {
    name: "an element of an array in a later iteration",
    verdict: "unsafe",
    before: "int a[4];",
    threads: ["for (int i = 0; i < x; i++) a[i] = 1;", "x = 3;"],
    after: "assert(a[2] == 0);",
  },
  {
    name: "an index out of range in a later iteration",
    verdict: "safe-bounded",
    before: "int a[2];",
    threads: ["for (int i = 0; i < x; i++) a[i] = 1;", "x = 3;"],
    after: "",
  },
  {
    name: "a wait is not skipped",
    verdict: "safe",
    threads: ["z = 1; x = 1;", "while (x == 0); k = z; assert(k == 1);"],
    after: "",
  },
  {
    name: "a loop inside the side never ends",
    verdict: "safe",
    runs: 1,
    threads: ["if (x == 1) { for (;;) z = 1; } y = 1;", "x = 1;"],
    after: "assert(y == 1);",
  },
];

const push = "struct node *n = malloc(sizeof *n); n->next = list; n->value = 4; list = n;";
const node = "struct node { struct node *next; int value; } *list;";

/** Sides that make objects: nothing is known of pointers to these afterwards, and using one counts. */
export const allocations: readonly PhantomProgram[] = [
  {
    name: "an object on the heap",
    verdict: "safe",
    runs: 1,
    before: "int *q;",
    threads: ["if (x == 1) { int *p = malloc(4); *p = 3; q = p; } y = 1;", "x = 1;"],
    after: "assert(y == 1);",
  },
  {
    name: "an element of a list",
    verdict: "safe",
    runs: 1,
    before: node,
    threads: [`if (x == 1) { ${push} } y = 1;`, "x = 1;"],
    after: "assert(y == 1);",
  },
  {
    name: "a local, by its address",
    verdict: "safe",
    runs: 1,
    before: "static void put(int *to) { *to = 1; }",
    threads: ["if (x == 1) { volatile int a[2] = { 0 }; put(&a[z & 1]); z = a[0]; } y = 1;", "x = 1;"],
    after: "assert(y == 1);",
  },
  {
    name: "an element of a list that is read",
    verdict: "unsafe",
    before: node,
    first: "list = calloc(1, sizeof *list);",
    threads: [`if (x == 1) { ${push} }`, "x = 1;"],
    after: "assert(list->value == 0);",
  },
  {
    name: "an object that another thread reads",
    verdict: "unsafe",
    before: "int *volatile q;",
    threads: ["if (x == 1) { int *p = malloc(4); *p = 3; q = p; }", "x = 1; int *p = q; if (p) assert(*p != 3);"],
    after: "",
  },
  {
    name: "whether there is an object",
    verdict: "unsafe",
    before: "int *q;",
    threads: ["if (x == 1) q = malloc(4);", "x = 1;"],
    after: "assert(!q);",
  },
  {
    name: "two pointers to one object",
    verdict: "unsafe",
    before: "int *q, *r;",
    threads: ["if (x == 1) { q = malloc(4); r = q; }", "x = 1;"],
    after: "assert(q != r || q == 0);",
  },
  {
    name: "code that makes an object, for a side that was seen and one that was not",
    verdict: "unsafe",
    threads: ["int v = 5, *p = 0; switch (x) { case 1: v = 7; z = 1; /* and */ case 0: p = malloc(4); *p = v; } y = *p;", "x = 1;"],
    after: "assert(y != 7);",
  },
  {
    name: "an index that may be too large for the new object",
    verdict: "safe-bounded",
    threads: ["if (x == 1) { int *p = malloc(4); p[z] = 1; }", "z = 1; x = 1;"],
    after: "",
  },
  {
    name: "bytes of the new object that were never written",
    verdict: "unsafe",
    threads: ["if (x == 1) { int *p = malloc(4); if (*p == 0) y = 1; }", "x = 1;"],
    after: "assert(y == 0);",
  },
  {
    name: "a local that another thread reads",
    verdict: "unsafe",
    before: "volatile int *volatile pp;",
    threads: ["if (x == 1) { volatile int a = 3; pp = &a; z = *pp; }", "x = 1; volatile int *p = pp; if (p) k = *p; assert(k != 3);"],
    after: "",
  },
];

const own = "int *p = malloc(8); p[0] = p[1] = 1;";
const shared = { before: "int *q;", first: "q = malloc(4); *q = 1;" };

/** Sides that end lifetimes, for `memory`: of objects that only their thread accesses. Others are cut off, and a run goes there. */
export const frees: readonly PhantomProgram[] = [
  {
    name: "its own object, before it returns",
    verdict: "safe",
    runs: 1,
    threads: [`${own} if (x == 1) { free(p); return 0; } y = *p; free(p);`, "x = 1;"],
    after: "",
  },
  {
    name: "the object that it has made",
    verdict: "safe",
    runs: 1,
    threads: ["if (x == 1) { int *p = malloc(4); *p = z; y = *p; free(p); }", "x = 1;"],
    after: "",
  },
  {
    name: "an object per iteration",
    verdict: "safe",
    runs: 1,
    threads: ["for (int i = 0; i < x; i++) { int *p = malloc(4); *p = i; z = *p; free(p); }", "x = 2;"],
    after: "",
  },
  { name: "its own object, used later", verdict: "unsafe", threads: [`${own} if (x == 1) free(p); y = *p;`, "x = 1;"], after: "" },
  { name: "its own object, freed later", verdict: "unsafe", threads: [`${own} if (x == 1) free(p); free(p);`, "x = 1;"], after: "" },
  {
    name: "its own object, on one of the paths, used later",
    verdict: "unsafe",
    threads: [`${own} if (x == 1) { if (z == 1) free(p); else *p = 4; } y = *p;`, "z = 1; x = 1;"],
    after: "",
  },
  { name: "twice", verdict: "unsafe", threads: [`${own} if (x == 1) { free(p); free(p); }`, "x = 1;"], after: "" },
  { name: "not at its beginning", verdict: "unsafe", threads: [`${own} if (x == 1) free(p + z);`, "x = 1; z = 1;"], after: "" },
  { name: "what is not on the heap", verdict: "unsafe", threads: ["if (x == 1) free((int *)&y);", "x = 1;"], after: "" },
  {
    name: "a shared object, used by another",
    verdict: "unsafe",
    ...shared,
    threads: ["if (x == 1) free(q);", "x = 1; z = *q;"],
    after: "",
  },
  { name: "a shared object, used at the end", verdict: "unsafe", ...shared, threads: ["if (x == 1) free(q);", "x = 1;"], after: "z = *q;" },
  {
    name: "two unseen sides",
    verdict: "unsafe",
    ...shared,
    threads: ["if (x == 1) free(q);", "if (x == 1) free(q);", "x = 1;"],
    after: "",
  },
];
