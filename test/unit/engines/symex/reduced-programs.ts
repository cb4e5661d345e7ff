// Programs on which careless reductions miss a violation, and some that are safe. In: nothing. Out: their names and texts.

const section = (code: string): string => `__VERIFIER_atomic_begin(); ${code} __VERIFIER_atomic_end();`;

export const program = (globals: string, threads: readonly string[], end = "", start = ""): string => `
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
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

const wait = (condition: string): string => section(`__VERIFIER_assume(${condition});`);

/** No set has so many values. */
const toSeventy = "int i = 0; while (i < 70) { i++; z = i; }";

export const missed: readonly (readonly [string, string])[] = [
  [
    "a step that waits for some inputs in one state, and for all in another of the same control",
    program("int n, f, y;", [
      `int v = __VERIFIER_nondet_int(); ${section("__VERIFIER_assume(n == 2 && (v & 1) == f);")}`,
      `${section("__VERIFIER_assume(n == 2); assert(y != 5);")} ${section("y = 7;")}`,
      section("f = 2; y = 5; n++;"),
      section("f = 0; y = 0; n++;"),
    ]),
  ],
  [
    "a write that a flag allows in one state, and not in another of the same control",
    program(
      "atomic_int f, x, y; int r;",
      ["r = x;", `y = 1; ${section("if (f == 1) x = 1;")}`, "f = 1;", "f = 2;"],
      "assert(!(r == 1 && f == 1));",
    ),
  ],
  [
    "an index that two states of the same control have read differently",
    program("atomic_int a[2], c; int r;", ["int i = c; r = a[i];", "a[1] = 1;", "c = 1;", "c = 0;"], "assert(!(r == 1 && c == 1));"),
  ],
  ["a later step of another thread", program("atomic_int x, y; int r;", ["r = x;", "y = 1; x = 1;"], "assert(r == 0);")],
  [
    "what a third thread does after one that it waits for",
    program("atomic_int x, f; int r;", ["r = x;", `${section("f = 1;")}`, `${wait("f")} x = 1;`], "assert(r == 0);"),
  ],
  [
    "a member that waits, and a thread that lets it continue later",
    program("atomic_int f, y, z; int r;", [`${wait("f")} r = y;`, "y = 5; y = 6;", "z = 1; f = 1;"], "assert(r != 5);"),
  ],
  [
    "an assertion behind an error of a property that is not checked",
    program("int *_Atomic p; atomic_int a, b;", ["int *q = p; a = 1; *q = 1;", "b = 1; assert(0);"]),
  ],
  [
    "an assertion of a thread beside one that ends the process",
    program("atomic_int a, b;", ["a = 1; exit(0);", "b = 1; b = 2; assert(0);"]),
  ],
  ["an assertion of a thread beside one that never ends", program("atomic_int x, y, z;", ["for (;;) z = x;", "y = 1; y = 2; assert(0);"])],
  [
    "a place that a section finds by reading",
    program("int a, b; int *p = &a; int r;", [section("*p = 1;"), section("p = &b;"), section("r = b;")], "assert(r == 0);"),
  ],
  [
    "an index that an input decides before the threads begin",
    program("atomic_int x[2]; int k, r;", ["r = x[0];", "x[k] = 1;"], "assert(r == 0);", "k = __VERIFIER_nondet_int() != 7;"),
  ],
  [
    "a wait that an input decides before the threads begin",
    program("atomic_int y, z; int f, r;", ["r = y;", `z = 1; ${wait("f")} y = 1;`], "assert(r == 0);", "f = __VERIFIER_nondet_int() == 7;"),
  ],
  [
    "a thread that is started later",
    program(
      "atomic_int x, y; int r; static void *late(void *arg) { x = 1; return arg; }",
      ["r = x;", "pthread_t u; y = 1; pthread_create(&u, 0, late, 0); pthread_join(u, 0);"],
      "assert(r == 0);",
    ),
  ],
  [
    "a lock that a thread outside will release",
    program(
      "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x, r; atomic_int z;",
      [
        "pthread_mutex_lock(&m); r = x; pthread_mutex_unlock(&m);",
        "z = 1; pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); pthread_mutex_lock(&m); x = 2; pthread_mutex_unlock(&m);",
      ],
      "assert(r != 1);",
    ),
  ],
  [
    "a step that the graph does not know",
    program("int table[100], r; atomic_int z;", ["r = table[40];", `${toSeventy} ${section("table[z - 30] = 1;")}`], "assert(r == 0);"),
  ],
  [
    "what comes before a step that the graph does not know",
    program("int table[100], r; atomic_int z;", [`${toSeventy} ${section("table[z - 30] = 1;")}`, "r = table[40];"], "assert(r == 1);"),
  ],
  [
    "a place that depends on what a step wrote that the graph does not know",
    program(
      "int table[100], a[8], r; atomic_int z, y, c = 1;",
      [`${toSeventy} if (c) { ${section("table[z - 30] = 5;")} } y = 1; y = 2;`, "r = a[5];", "int k = table[40]; y = 3; a[k] = 1; c = 0;"],
      "assert(r == 0);",
    ),
  ],
];

export const kept: readonly (readonly [string, string])[] = [
  ["separate variables", program("atomic_int x, y;", ["x = 1; x = 2;", "y = 1; y = 2;"], "assert(x + y == 4);")],
  [
    "a lock around an addition",
    program(
      "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;",
      [0, 1, 2].map(() => "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);"),
      "assert(x == 3);",
    ),
  ],
  [
    "a heap object that one thread makes and another frees",
    program("int *_Atomic p;", ["int *q = malloc(4); *q = 1; p = q;", "int *q = p; if (q) { int v = *q; free(q); assert(v == 1); }"]),
  ],
  [
    "a loop that ends late for a number that it never meets",
    program(
      "atomic_long n = 5; atomic_int x;",
      ["long k = n, s = 0; for (long i = 0; i < k; i++) s += i; x = (int)s;", "if (x == 10) n = 1L << 50;"],
      "assert(x == 10);",
    ),
  ],
];
