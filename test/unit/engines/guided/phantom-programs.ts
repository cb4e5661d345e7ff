// Programs in which a side that the first run does not take breaks something that a technique relies on, or does what an edge cannot stand for. Each
// is unsafe only through that side (safe up to undefined behaviour, if the side has that), or safe only if the side is taken as it is.

export interface PhantomProgram {
  readonly name: string;
  readonly verdict: "safe" | "unsafe" | "safe-bounded";
  /** How many runs it takes; undefined: not fixed. */
  readonly runs?: number;
  /** Declarations and functions. */
  readonly before?: string;
  /** In main, before threads are created. */
  readonly first?: string;
  /** The bodies of the threads, in order of creation: the first run executes them one after the other. */
  readonly threads: readonly string[];
  /** In main, between creation and joins. */
  readonly during?: string;
  /** In main, after all threads. */
  readonly after: string;
}

/** Whom an unseen side surprises. */
export const techniques: readonly PhantomProgram[] = [
  {
    name: "who touches an object: only the unseen side of the other thread writes it",
    verdict: "unsafe",
    threads: ["y = 1; k = z; y = 2; assert(k == 0 || y == 2);", "if (y == 1) { z = 1; y = 5; }"],
    after: "",
  },
  {
    name: "a sole writer reads its own copy",
    verdict: "unsafe",
    threads: ["x = 1; y = 1; k = x; assert(k == 1);", "if (y == 1) x = 3;"],
    after: "",
  },
  { name: "mirrors: what only the side changes", verdict: "unsafe", threads: ["if (x == 1) y = 7;", "x = 1;"], after: "assert(y == 0);" },
  {
    name: "value sets: a value that no run has written",
    verdict: "unsafe",
    threads: ["if (x == 1) y = 40;", "x = 1;"],
    after: "assert(y + 2 != 42);",
  },
  {
    name: "locks: a word that is a lock but for the unseen side",
    verdict: "unsafe",
    before: "atomic_int word;",
    threads: [
      "if (x == 1) word = 0; while (atomic_exchange(&word, 1)); k = y; y = k + 1; word = 0;",
      "while (atomic_exchange(&word, 1)); x = 1; l = y; y = l + 1; x = 0; word = 0;",
    ],
    after: "assert(y == 2);",
  },
  {
    name: "views: a place that a lock guards but for the unseen side",
    verdict: "unsafe",
    threads: ["if (x == 1) y = 9;", "pthread_mutex_lock(&m); y = 1; x = 1; k = y; pthread_mutex_unlock(&m); assert(k == 1);"],
    after: "",
  },
  {
    name: "views: the unseen side holds the lock",
    verdict: "safe",
    threads: [
      "pthread_mutex_lock(&m); if (x == 1) y = 9; pthread_mutex_unlock(&m);",
      "x = 1; pthread_mutex_lock(&m); y = 1; k = y; pthread_mutex_unlock(&m); assert(k == 1);",
    ],
    after: "assert(y == 1 || y == 9);",
  },
  {
    name: "views: the unseen side reads what another thread has changed under no lock",
    verdict: "unsafe",
    before: "int a[2]; pthread_t late; static void *other(void *arg) { y = 1; x = 1; return arg; }",
    threads: [
      "pthread_mutex_lock(&m); y = 0; pthread_create(&late, 0, other, 0); if (x == 1) a[y & 1] = 1; pthread_mutex_unlock(&m); pthread_join(late, 0);",
      "pthread_mutex_lock(&m); z = 1; pthread_mutex_unlock(&m);",
    ],
    after: "assert(a[1] == 0);",
  },
  {
    name: "claims: a cell that is claimed once but for the unseen side",
    verdict: "unsafe",
    before: "atomic_int cell;",
    threads: [
      "if (x == 1) cell = 0;",
      "int e = 0; if (atomic_compare_exchange_strong(&cell, &e, 1)) y++; x = 1;",
      "while (!x); int e = 0; if (atomic_compare_exchange_strong(&cell, &e, 2)) y++;",
    ],
    after: "assert(y == 1);",
  },
  {
    name: "ranges: a counter that the side sets",
    verdict: "unsafe",
    threads: ["if (x == 2) y = -5;", "x = 1; y++; x = 2; y++;"],
    after: "assert(y >= 0);",
  },
  {
    name: "hiding: the side need not overwrite",
    verdict: "unsafe",
    threads: ["if (x == 1) { if (z == 1) y = 2; }", "y = 1; x = 1;"],
    after: "assert(y != 1);",
  },
  {
    name: "hiding: the side need not overwrite a pointer",
    verdict: "unsafe",
    before: "int *p = &y;",
    threads: ["if (x == 1) { if (z == 1) p = &z; } else p = &z;", "x = 1;"],
    after: "*p = 1; assert(y == 0);",
  },
  {
    name: "hiding: what the side writes is not hidden",
    verdict: "unsafe",
    threads: ["if (x == 1) y = 2;", "x = 1; y = 1;"],
    after: "assert(y == 1);",
  },
  {
    name: "settled reads: the only value but for the unseen side",
    verdict: "unsafe",
    threads: ["if (x == 1) y = 1;", "x = 1; k = y; assert(k == 0);"],
    after: "",
  },
  {
    name: "a read with one source is not ordered after it",
    verdict: "unsafe",
    threads: ["if (x == 1) { y = 1; y = 2; }", "x = 1; k = y; l = y; assert(!(k == 1 && l == 2));"],
    after: "",
  },
  {
    name: "a wait that only the side ends is not ordered after it",
    verdict: "unsafe",
    before: "void __VERIFIER_assume(int); void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);",
    threads: [
      "if (x == 1) { y = 1; y = 0; }",
      "x = 1; __VERIFIER_atomic_begin(); __VERIFIER_assume(y != 0); __VERIFIER_atomic_end(); l = y; assert(l != 0);",
    ],
    after: "",
  },
  {
    name: "a wait that only a side ends which never comes to its end",
    verdict: "unsafe",
    before: "void __VERIFIER_assume(int); void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);",
    threads: [
      "if (x == 1) { y = 1; exit(0); }",
      "x = 1; __VERIFIER_atomic_begin(); __VERIFIER_assume(y != 0); __VERIFIER_atomic_end(); assert(0);",
    ],
    after: "",
  },
  {
    name: "during: many values, one after the other",
    verdict: "unsafe",
    threads: ["if (x == 1) { for (int i = 0; i < 4; i++) y = i; }", "x = 1; k = y; l = y; assert(!(k == 2 && l == 3));"],
    after: "",
  },
  {
    name: "after: one value for all readers",
    verdict: "safe",
    threads: ["if (x == 1) y = 5;", "x = 1;"],
    after: "k = y; l = y; assert(k == l);",
  },
];

/** What an edge cannot stand for. */
export const traps: readonly PhantomProgram[] = [
  { name: "an assertion inside the unseen side", verdict: "unsafe", threads: ["if (x == 1) assert(0);", "x = 1;"], after: "" },
  {
    name: "an assertion inside the unseen side, after a write",
    verdict: "unsafe",
    threads: ["if (x == 1) { z = 1; assert(y == 1); }", "x = 1;"],
    after: "",
  },
  {
    name: "a write through a pointer",
    verdict: "unsafe",
    before: "int *p = &y;",
    threads: ["if (x == 1) *p = 1;", "x = 1;"],
    after: "assert(y == 0);",
  },
  {
    name: "a write two calls deep",
    verdict: "unsafe",
    before: "static void inner(int *to) { *to = 1; } static void outer(int *to) { inner(to); }",
    threads: ["if (x == 1) outer(&y);", "x = 1;"],
    after: "assert(y == 0);",
  },
  {
    name: "a write two calls deep, to a global by its name",
    verdict: "unsafe",
    before: "static void inner(void) { y = 1; } static void outer(void) { inner(); }",
    threads: ["if (x == 1) outer();", "x = 1;"],
    after: "assert(y == 0);",
  },
  {
    name: "a write through a function pointer",
    verdict: "unsafe",
    before: "static void set(void) { y = 1; } void (*f)(void) = set;",
    threads: ["if (x == 1) f();", "x = 1;"],
    after: "assert(y == 0);",
  },
  {
    name: "a side that frees",
    verdict: "unsafe",
    before: "int *q;",
    threads: ["if (x == 1) { free(q); q = 0; }", "x = 1;"],
    during: "q = malloc(4);",
    after: "assert(q != 0);",
  },
  {
    name: "a side that unlocks",
    verdict: "unsafe",
    threads: [
      "pthread_mutex_lock(&m); if (x == 1) { pthread_mutex_unlock(&m); k = y; y = k + 1; pthread_mutex_lock(&m); } pthread_mutex_unlock(&m);",
      "x = 1; pthread_mutex_lock(&m); k = y; y = k + 1; assert(y == k + 1); pthread_mutex_unlock(&m);",
    ],
    after: "",
  },
  {
    name: "a side that starts a thread",
    verdict: "unsafe",
    before: "static void *late(void *a) { y = 1; return a; }",
    threads: ["if (x == 1) { pthread_t t; pthread_create(&t, 0, late, 0); pthread_join(t, 0); }", "x = 1;"],
    after: "assert(y == 0);",
  },
  { name: "a side that returns early", verdict: "unsafe", threads: ["if (x == 1) return 0; y = 1;", "x = 1;"], after: "assert(y == 1);" },
  {
    name: "a side that stays in the loop",
    verdict: "unsafe",
    threads: ["for (int i = 0; i < x; i++) y++;", "x = 3;"],
    after: "assert(y < 3);",
  },
  {
    name: "a side that leaves the loop",
    verdict: "unsafe",
    threads: ["for (int i = 0; i < 3; i++) { if (x == 1) break; y++; }", "x = 1;"],
    after: "assert(y == 3);",
  },
  {
    name: "a goto out of the region",
    verdict: "unsafe",
    threads: ["if (x == 1) { z = 1; goto out; } y = 1; out: z = 2;", "x = 1;"],
    after: "assert(y == 1);",
  },
  {
    name: "a callee that never returns",
    verdict: "safe",
    before: "static void stop(void) { exit(0); }",
    threads: ["if (x == 1) stop(); y = 1;", "x = 1;"],
    after: "assert(y == 1);",
  },
  {
    name: "a side that never ends",
    verdict: "safe",
    threads: ["if (x == 1) { for (;;) z = 1; } y = 1;", "x = 1;"],
    after: "assert(y == 1);",
  },
  {
    name: "a side that hands out a new object",
    verdict: "unsafe",
    before: "int *q;",
    threads: ["if (x == 1) { q = malloc(4); *q = 3; }", "x = 1;"],
    after: "assert(!q || *q != 3);",
  },
  {
    name: "a pointer that may be null",
    verdict: "safe-bounded",
    before: "int *q;",
    threads: ["if (x == 1) { *q = 1; }", "x = 1; z = 1;"],
    after: "",
  },
  {
    name: "an index that may be too large",
    verdict: "safe-bounded",
    before: "int a[2], n;",
    threads: ["if (x == 1) a[n] = 1;", "n = 2; x = 1;"],
    after: "",
  },
  {
    name: "bytes that only the side writes, or not",
    verdict: "unsafe",
    threads: ["int own[2]; own[1] = 1; if (x == 1) { if (z == 1) own[0] = 1; } else own[0] = 1; if (own[0] != 1) y = own[1];", "x = 1;"],
    after: "assert(y == 0);",
  },
  {
    name: "a phantom value that is used as a pointer",
    verdict: "unsafe",
    before: "int *q; long number;",
    first: "q = (int *)&y; number = (long)&z;",
    threads: ["if (x == 1) q = (int *)number;", "x = 1;"],
    after: "*q = 1; assert(z == 0);",
  },
  {
    name: "own memory that the side changes two calls deep",
    verdict: "unsafe",
    before: "static void inner(int *to) { *to = 1; } static void outer(int *to) { inner(to); }",
    threads: ["int own[2] = { 0 }; if (x == 1) outer((int *)&own[1]); y = own[1];", "x = 1;"],
    after: "assert(y == 0);",
  },
  {
    name: "a longjmp out of the region",
    verdict: "unsafe",
    before: "#include <setjmp.h>\njmp_buf away;",
    threads: ["if (setjmp(away) == 0) { if (x == 1) longjmp(away, 1); y = 1; }", "x = 1;"],
    after: "assert(y == 1);",
  },
  {
    name: "a register that the side sets",
    verdict: "unsafe",
    threads: ["k = 1; if (x == 1) k = 2; y = k;", "x = 1;"],
    after: "assert(y == 1);",
  },
  {
    name: "a register that the side sets, besides memory",
    verdict: "unsafe",
    threads: ["k = 1; if (x == 1) { z = 1; k = 2; } y = k;", "x = 1;"],
    after: "assert(y == 1);",
  },
  {
    name: "the unseen side is not a reason for more",
    verdict: "safe",
    threads: ["if (x == 1) z = 1; else z = 2; y = 1;", "x = 1;"],
    after: "assert(y == 1);",
  },
];

/** Sides that edges skip: the first run decides. Each with a program that is unsafe by what the same side writes. */
export const skipped: readonly PhantomProgram[] = [
  ...bothWays("through a pointer", { before: "int *p = &y;", threads: ["if (x == 1) *p = 1;", "x = 1;"] }, "z == 0", "y == 0"),
  ...bothWays(
    "through a pointer that may point to two places",
    { before: "int *p = &y;", threads: ["if (x == 1) *p = 1;", "if (z == 0) p = &z; x = 1;"] },
    "x == 1",
    "z == 0",
  ),
  ...bothWays(
    "two calls deep",
    {
      before: "static void inner(int *to) { *to = 1; } static void outer(int *to) { inner(to); }",
      threads: ["if (x == 1) outer(&y);", "x = 1;"],
    },
    "z == 0",
    "y == 0",
  ),
  ...bothWays(
    "through a function pointer",
    { before: "static void set(void) { y = 1; } void (*f)(void) = set;", threads: ["if (x == 1) f();", "x = 1;"] },
    "z == 0",
    "y == 0",
  ),
  ...bothWays(
    "a field of a struct",
    { before: "struct pair { int one, two; } g, *h = &g;", threads: ["if (x == 1) h->one = 1;", "x = 1;"] },
    "g.two == 0",
    "g.one == 0",
  ),
  ...bothWays(
    "an array at an index that is not known",
    { before: "int a[4], n;", threads: ["if (x == 1) a[n & 1] = 1;", "n = 3; x = 1;"] },
    "a[2] == 0",
    "a[1] == 0",
  ),
  ...bothWays(
    "an array at one of many indices",
    { before: "int a[16], n;", threads: ["if (x == 1) a[n & 7] = 1;", "for (int i = 0; i < 6; i++) n += 1; x = 1;"] },
    "a[8] == 0",
    "a[6] == 0",
  ),
  ...bothWays(
    "elements of structs in an array",
    { before: "struct pair { int one, two; } a[4]; int n;", threads: ["if (x == 1) a[n & 3].two = 1;", "n = 3; x = 1;"] },
    "a[3].one == 0",
    "a[3].two == 0",
  ),
  ...bothWays(
    "all elements, in a loop",
    { before: "int a[3];", threads: ["if (x == 1) { for (int i = 0; i < 2; i++) a[i] = 1; }", "x = 1;"] },
    "a[2] == 0",
    "a[1] == 0",
  ),
  ...bothWays(
    "an object on the heap",
    { before: "int *q;", first: "q = calloc(2, sizeof *q);", threads: ["if (x == 1) q[0] = 1;", "x = 1;"] },
    "q[1] == 0",
    "q[0] == 0",
    2,
  ),
  ...bothWays(
    "objects on the heap, of one place in the code",
    {
      before: "int *q[2];",
      first: "for (int i = 0; i < 2; i++) q[i] = calloc(2, sizeof(int));",
      threads: ["if (x == 1) q[z & 1][0] = 1;", "z = 1; x = 1;"],
    },
    "q[1][1] == 0",
    "q[1][0] == 0",
    2,
  ),
  ...bothWays(
    "a local that another thread uses",
    { before: "int *p;", first: "int local[2] = { 0 }; p = local;", threads: ["if (x == 1) p[0] = 1;", "x = 1;"] },
    "local[1] == 0",
    "local[0] == 0",
    2,
  ),
  ...bothWays(
    "a local of its own",
    { threads: ["int own[3] = { 0 }; if (x == 1) own[z & 1] = 1; y = own[2]; z = own[0];", "x = 1;"] },
    "y == 0",
    "z == 0",
  ),
  ...bothWays("an early return", { threads: ["if (x == 1) { z = 1; return 0; } y = 1;", "x = 1;"] }, "y == 0 || y == 1", "y == 1"),
  ...bothWays(
    "an early return from a call, with a result",
    { before: "static int get(void) { if (x == 1) { z = 1; return 7; } return 3; }", threads: ["y = get();", "x = 1;"] },
    "x == 1",
    "y == 3",
  ),
  ...bothWays(
    "an early return out of two loops",
    {
      threads: ["for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) { if (x == 1) { z = 1; return 0; } } y = 1;", "x = 1;"],
    },
    "y == 0 || y == 1",
    "y == 1",
  ),
  ...bothWays(
    "a pointer that the side moves",
    { threads: ["volatile int *r = &y; if (x == 1) { z = 5; r = &z; } *r = 1;", "x = 1;"] },
    "y == 1 || z == 1 || z == 0",
    "y == 1",
  ),
];

const go = "atomic_int go;";

/** Races with accesses of unseen sides. */
export const races: readonly PhantomProgram[] = [
  {
    name: "the side writes what another thread reads",
    verdict: "unsafe",
    before: go,
    threads: ["if (go == 1) y = 1;", "k = y; go = 1;", "while (!go); k = y;"],
    after: "",
  },
  {
    name: "the side reads what another thread writes",
    verdict: "unsafe",
    before: go,
    threads: ["if (go == 1) { k = y; go = k; }", "go = 1; y = 1;"],
    after: "",
  },
  {
    name: "two unseen sides",
    verdict: "unsafe",
    before: go,
    threads: ["if (go == 1) y = 1;", "if (go == 1) y = 2;", "go = 1;"],
    after: "",
  },
  {
    name: "two unseen sides under one lock",
    verdict: "safe",
    runs: 1,
    before: go,
    threads: [
      "pthread_mutex_lock(&m); if (go == 1) y = 1; pthread_mutex_unlock(&m);",
      "pthread_mutex_lock(&m); if (go == 1) y = 2; pthread_mutex_unlock(&m);",
      "go = 1;",
    ],
    after: "",
  },
  {
    name: "two unseen sides under different locks",
    verdict: "unsafe",
    before: `${go} pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;`,
    threads: [
      "pthread_mutex_lock(&m); if (go == 1) y = 1; pthread_mutex_unlock(&m);",
      "pthread_mutex_lock(&n); if (go == 1) y = 2; pthread_mutex_unlock(&n);",
      "go = 1;",
    ],
    after: "",
  },
  {
    name: "the unseen side has no lock, the other thread has",
    verdict: "unsafe",
    before: go,
    threads: ["if (go == 1) y = 1;", "go = 1; pthread_mutex_lock(&m); y = 2; pthread_mutex_unlock(&m);"],
    after: "",
  },
  {
    name: "ordered by the join",
    verdict: "safe",
    runs: 1,
    before: go,
    threads: ["if (go == 1) y = 1;", "go = 1;"],
    after: "y = 2; assert(y == 2);",
  },
  {
    name: "different elements",
    verdict: "safe",
    runs: 1,
    before: `${go} int a[4], n;`,
    threads: ["if (go == 1) a[(go & 1) + 1] = 1;", "go = 1; a[0] = 1; a[3] = 1;"],
    after: "",
  },
  {
    name: "one of several elements",
    verdict: "unsafe",
    before: `${go} int a[4], n;`,
    threads: ["if (go == 1) a[go & 3] = 1;", "go = 1; a[0] = 1;", "go = 3; a[3] = 1;"],
    after: "",
  },
  {
    name: "one more iteration",
    verdict: "unsafe",
    before: go,
    threads: ["k = go; for (int i = 0; i < k; i++) { z = 1; if (i == 1) y = 1; }", "go = 2; y = 2;"],
    after: "",
  },
  {
    name: "a side that iterates often",
    verdict: "unsafe",
    before: go,
    threads: ["if (go == 1) { for (int i = 0; i < 100; i++) z = y; }", "go = 1; y = 1;"],
    after: "",
  },
  {
    name: "a side that iterates often, and then reads",
    verdict: "unsafe",
    before: go,
    threads: ["if (go == 1) { for (int i = 0; i < 100; i++) z = i; k = y; z = k; }", "go = 1; y = 1;"],
    after: "",
  },
  {
    name: "a side that iterates too often to be unrolled",
    verdict: "unsafe",
    before: go,
    threads: ["if (go == 1) { for (int i = 0; i < 999; i++) z = i; }", "go = 1; z = 1;"],
    after: "",
  },
  {
    name: "a side that iterates too often to be unrolled, and reads",
    verdict: "unsafe",
    before: go,
    threads: ["if (go == 1) { for (int i = 0; i < 999; i++) z = y; }", "go = 1; y = 1;"],
    after: "",
  },
  {
    name: "a side that iterates too often to be unrolled, and then reads",
    verdict: "unsafe",
    before: go,
    threads: ["if (go == 1) { for (int i = 0; i < 999; i++) z = i; k = y; z = k; }", "go = 1; y = 1;"],
    after: "",
  },
  {
    name: "a side that iterates too often to be unrolled, over an array",
    verdict: "unsafe",
    before: `${go} int a[4];`,
    threads: ["if (go == 1) { for (int i = 0; i < 999; i++) z = i + a[i & 3]; }", "go = 1; a[2] = 1;"],
    after: "",
  },
  {
    name: "a side that iterates too often to be unrolled, and reads a local",
    verdict: "unsafe",
    before: `${go} int *pp;`,
    first: "int own = 0; pp = &own;",
    threads: ["go = 1; *pp = 1;"],
    during: "if (go == 1) { for (int i = 0; i < 999; i++) z = i + own; }",
    after: "",
  },
  {
    name: "a side that iterates too often to be unrolled, and tells another thread without ordering it",
    verdict: "unsafe",
    before: `${go} atomic_int flag;`,
    threads: [
      "y = 1; if (go == 1) { for (int i = 0; i < 999; i++) z = i; atomic_store_explicit(&flag, 1, memory_order_relaxed); }",
      "go = 1; if (flag == 1) y = 2;",
    ],
    after: "",
  },
  {
    name: "a side that iterates too often to be unrolled, under a lock",
    verdict: "safe",
    runs: 1,
    before: go,
    threads: [
      "pthread_mutex_lock(&m); if (go == 1) { for (int i = 0; i < 999; i++) z = y; } pthread_mutex_unlock(&m);",
      "go = 1; pthread_mutex_lock(&m); y = 1; pthread_mutex_unlock(&m);",
    ],
    after: "",
  },
  {
    name: "a side that iterates often, under a lock",
    verdict: "safe",
    runs: 1,
    before: go,
    threads: [
      "pthread_mutex_lock(&m); if (go == 1) { for (int i = 0; i < 100; i++) z = y; } pthread_mutex_unlock(&m);",
      "go = 1; pthread_mutex_lock(&m); y = 1; pthread_mutex_unlock(&m);",
    ],
    after: "",
  },
  {
    name: "a side that iterates often, with atomics",
    verdict: "unsafe",
    before: `${go} atomic_int flag;`,
    threads: [
      "if (go == 1) { for (int i = 0; i < 5; i++) z = atomic_load_explicit(&flag, memory_order_relaxed); if (z == 1) y = 1; }",
      "go = 1; y = 2; atomic_store_explicit(&flag, 1, memory_order_relaxed);",
    ],
    after: "",
  },
  {
    name: "atomics only",
    verdict: "safe",
    before: `${go} atomic_int flag;`,
    threads: ["if (go == 1) flag = 1;", "go = 1; flag = 2; k = flag;"],
    after: "",
  },
  {
    name: "the side publishes, and writes after that",
    verdict: "unsafe",
    before: `${go} atomic_int flag;`,
    threads: ["if (go == 1) { flag = 1; y = 1; }", "go = 1; if (flag == 1) y = 2;"],
    after: "",
  },
  {
    name: "the side publishes what it has written",
    verdict: "safe",
    before: `${go} atomic_int flag;`,
    threads: ["if (go == 1) { y = 1; flag = 1; }", "go = 1; if (flag == 1) y = 2;"],
    after: "",
  },
  {
    name: "an object on the heap",
    verdict: "unsafe",
    before: `${go} int *q;`,
    first: "q = calloc(2, sizeof *q);",
    threads: ["if (go == 1) q[0] = 1;", "go = 1; q[0] = 2;"],
    after: "",
  },
];

/** Deadlocks that depend on what unseen sides do. */
export const deadlocks: readonly PhantomProgram[] = [
  {
    name: "one more iteration decides which lock comes first",
    verdict: "unsafe",
    before: "pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;",
    threads: [
      "for (int i = 0; i < x; i++) z++; k = z == 2; pthread_mutex_lock(k ? &n : &m); pthread_mutex_lock(k ? &m : &n); pthread_mutex_unlock(&n); pthread_mutex_unlock(&m);",
      "x = 2; pthread_mutex_lock(&m); pthread_mutex_lock(&n); pthread_mutex_unlock(&n); pthread_mutex_unlock(&m);",
    ],
    after: "",
  },
  {
    name: "the side decides which lock comes first",
    verdict: "unsafe",
    before: `${go} pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;`,
    threads: [
      "if (go == 1) k = 1; pthread_mutex_lock(k ? &n : &m); pthread_mutex_lock(k ? &m : &n); pthread_mutex_unlock(&m); pthread_mutex_unlock(&n);",
      "go = 1; pthread_mutex_lock(&m); pthread_mutex_lock(&n); pthread_mutex_unlock(&n); pthread_mutex_unlock(&m);",
    ],
    after: "",
  },
  {
    name: "the side locks",
    verdict: "unsafe",
    before: `${go} pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;`,
    threads: [
      "pthread_mutex_lock(&n); if (go == 1) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); } pthread_mutex_unlock(&n);",
      "go = 1; pthread_mutex_lock(&m); pthread_mutex_lock(&n); pthread_mutex_unlock(&n); pthread_mutex_unlock(&m);",
    ],
    after: "",
  },
  {
    name: "the side keeps a lock",
    verdict: "unsafe",
    before: go,
    threads: [
      "pthread_mutex_lock(&m); if (go == 1) return 0; pthread_mutex_unlock(&m);",
      "go = 1; pthread_mutex_lock(&m); pthread_mutex_unlock(&m);",
    ],
    after: "",
  },
  {
    name: "another thread waits for what only the side does",
    verdict: "unsafe",
    before: `${go} pthread_cond_t c = PTHREAD_COND_INITIALIZER;`,
    threads: [
      "pthread_mutex_lock(&m); if (go == 1) y = 0; else y = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);",
      "go = 1; pthread_mutex_lock(&m); while (y == 0) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m);",
    ],
    after: "",
  },
  {
    name: "the side changes only values",
    verdict: "safe",
    runs: 1,
    before: go,
    threads: [
      "pthread_mutex_lock(&m); if (go == 1) y = 1; pthread_mutex_unlock(&m);",
      "go = 1; pthread_mutex_lock(&m); pthread_mutex_unlock(&m);",
    ],
    after: "",
  },
];

/** The same threads with a claim that holds, and one that the unseen side breaks. */
function bothWays(
  name: string,
  program: Pick<PhantomProgram, "before" | "first" | "threads">,
  holds: string,
  fails: string,
  runs = 1,
): PhantomProgram[] {
  return [
    { ...program, name, verdict: "safe", runs, after: `assert(${holds});` },
    { ...program, name: `${name}, and it matters`, verdict: "unsafe", after: `assert(${fails});` },
  ];
}

export function textOf({ before = "", first = "", threads, during = "", after }: PhantomProgram): string {
  const functions = threads.map(
    (body, i) => `static void *thread${i}(void *arg) { int k = 0, l = 0; ${body} (void)k; (void)l; return arg; }`,
  );
  const creates = threads.map((_, i) => `pthread_create(&t[${i}], 0, thread${i}, 0);`).join(" ");
  const joins = threads.map((_, i) => `pthread_join(t[${i}], 0);`).join(" ");
  return `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
volatile int x, y, z;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
${before.replaceAll("int *p = &y", "volatile int *p = &y").replaceAll("int *to", "volatile int *to")}
${functions.join("\n")}
int main(void) { pthread_t t[${threads.length}]; int k = 0, l = 0; ${first} ${creates} ${during} ${joins} ${after} (void)k; (void)l; return 0; }
`;
}

/** Sizes of objects that an unseen side sets: on the edge the size may be anything, and then so may the pointer. */
export const sizes: readonly PhantomProgram[] = [
  {
    name: "a size that an unseen side sets",
    verdict: "safe",
    before: "int size = 4;",
    threads: ["if (x == 1) size = 8;", "x = 1;"],
    after: "char *p = malloc(size); p[3] = 1; free(p);",
  },
  {
    name: "a size that an unseen side makes too small",
    verdict: "unsafe",
    before: "int size = 8;",
    threads: ["if (x == 1) size = 4;", "x = 1;"],
    after: "char *p = malloc(size); p[7] = 1; free(p);",
  },
  {
    name: "a size that no object can have: the pointer is null",
    verdict: "unsafe",
    before: "long size = 4;",
    threads: ["if (x == 1) size = -1;", "x = 1;"],
    after: "char *p = malloc(size); p[3] = 1; free(p);",
  },
];
