// Verdicts for programs that compare addresses or compute with them, under every reduction. A failure means that an allocator, or a
// placement of objects, that a machine may have is forgotten (safe instead of unsafe or bounded), or that a program that cannot observe the
// difference is penalised for it (bounded instead of safe).

import { describe, expect, test } from "vitest";
import type { EngineResult } from "../../src/engines/engine.ts";
import { explore } from "../../src/engines/explore/explore.ts";
import { engines } from "../../src/engines/table.ts";
import { defaultFreedoms } from "../../src/execution/freedoms.ts";
import { Machine } from "../../src/execution/machine.ts";
import type { DataModel } from "../../src/program/program.ts";
import { confirm } from "../../src/witness/confirm.ts";
import { type AnyTask, checkText, compileText, engineTask, type TaskChanges } from "../run.ts";

interface Row {
  readonly name: string;
  readonly code: string;
  /** safe; the freedom that a violation needs; or the assumption under which the program is safe. */
  readonly expected: "safe" | "needs reuse" | "needs placement" | `assuming ${string}`;
}

const twoThreads = (first: string, second: string, before = "", after = ""): string => `
  static void *one(void *_) { ${first} return _; }
  static void *two(void *_) { ${second} return _; }
  int main(void) { pthread_t a, b; ${before} pthread_create(&a, 0, one, 0); pthread_create(&b, 0, two, 0);
    pthread_join(a, 0); pthread_join(b, 0); ${after} return 0; }`;
const alone = (body: string): string => `int main(void) { ${body} return 0; }`;

const reuse: readonly Row[] = [
  {
    name: "a freed block comes again",
    code: alone("uintptr_t p = (uintptr_t)malloc(4); free((void *)p); assert((uintptr_t)malloc(4) != p);"),
    expected: "needs reuse",
  },
  {
    name: "a smaller block lies where a larger one was",
    code: alone("uintptr_t p = (uintptr_t)malloc(64); free((void *)p); assert((uintptr_t)calloc(2, 8) != p);"),
    expected: "needs reuse",
  },
  {
    name: "also a larger block, but that is not tried",
    code: alone("uintptr_t p = (uintptr_t)malloc(4); free((void *)p); assert((uintptr_t)malloc(400) != p);"),
    expected: "assuming no-reuse",
  },
  {
    name: "one block lies where two others were, which are never compared",
    code: alone(
      "char *p = malloc(8), *a = p; free(p); char *q = malloc(8), *b = q; free(q); char *r = malloc(8); assert(!(a == r && b == r));",
    ),
    expected: "needs reuse",
  },
  {
    name: "the same with sizes that are not tried",
    code: alone(
      "char *p = malloc(8), *a = p; free(p); char *q = malloc(64), *b = q; free(q); char *r = malloc(8); assert(!(a == r && b == r));",
    ),
    expected: "assuming no-reuse",
  },
  {
    name: "one place is used three times",
    code: alone(
      "char *x = malloc(8), *a = x; int n = 0; free(x); for (int i = 0; i < 2; i++) { char *y = malloc(8); n += y == a; free(y); } assert(n < 2);",
    ),
    expected: "needs reuse",
  },
  {
    name: "the older two of three are compared only if the newest equals one of them",
    code: `char *a, *b, *_Atomic c; static void *f(void *_) { c = malloc(8); return _; }
      int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); char *p = malloc(8); a = p; free(p); p = malloc(8); b = p; free(p);
        pthread_join(t, 0); assert(!(c == b && b == a)); return 0; }`,
    expected: "needs reuse",
  },
  {
    name: "a thread gets the stack of one that has ended",
    code: twoThreads("int l; s = &l;", "int l; assert(s != &l);").replace("static", "int *_Atomic s; static"),
    expected: "assuming no-reuse",
  },
  {
    name: "an address inside the dead block and the start of a new one",
    code: alone("char *p = malloc(64); uintptr_t i = (uintptr_t)(p + 32); free(p); assert((uintptr_t)malloc(8) != i);"),
    expected: "assuming no-reuse",
  },
  {
    name: "realloc may leave a block where it is",
    code: alone("char *p = malloc(8); uintptr_t before = (uintptr_t)p; p = realloc(p, 4); assert((uintptr_t)p != before);"),
    expected: "assuming no-reuse",
  },
  {
    name: "realloc may leave a block where it is, also one of the same size",
    code: alone("char *p = malloc(4); uintptr_t before = (uintptr_t)p; p = realloc(p, 4); assert((uintptr_t)p != before);"),
    expected: "assuming no-reuse",
  },
  {
    name: "a block that is older than the end of another is not that one",
    code: alone("char *q = malloc(4), *p = malloc(4); uintptr_t old = (uintptr_t)p; free(p); assert((uintptr_t)q != old);"),
    expected: "safe",
  },
  {
    name: "made before the thread was started that frees the other",
    code: `static char *p, *q; ${twoThreads("free(p);", "assert(q != p);", "p = malloc(4); q = malloc(4);")}`,
    expected: "safe",
  },
  {
    name: "freed by one thread, allocated and compared by another, in no order",
    code: `static char *p; ${twoThreads("free(p);", "char *q = malloc(4); assert(q != p);", "p = malloc(4);")}`,
    expected: "needs reuse",
  },
  {
    name: "compared before the other thread allocates, freed afterwards",
    code: `static char *p; static char *_Atomic q; ${twoThreads("atomic_store(&q, malloc(4));", "assert(atomic_load(&q) != p);", "p = malloc(4);", "free(p);")}`,
    expected: "safe",
  },
  {
    name: "a compare-and-swap finds the address of a dead node",
    code: `static int *_Atomic top; static int *first; static atomic_int gone; ${twoThreads(
      "int *seen = atomic_load(&top); if (seen == first && atomic_compare_exchange_strong(&top, &seen, 0)) assert(!atomic_load(&gone));",
      "int *old = atomic_exchange(&top, 0); if (old) { atomic_store(&gone, 1); free(old); atomic_store(&top, malloc(4)); }",
      "first = malloc(4); atomic_store(&top, first);",
    )}`,
    expected: "needs reuse",
  },
  {
    name: "a tag in the upper bits that stays the same",
    code: alone(
      "uint64_t a = (uint64_t)malloc(4) | 3ull << 48; free((void *)(a & 0xffffffffffff)); uint64_t b = (uint64_t)malloc(4) | 3ull << 48; assert(a != b);",
    ),
    expected: "needs reuse",
  },
  {
    name: "a tag in the upper bits that grows",
    code: alone(
      "uint64_t a = (uint64_t)malloc(4) | 3ull << 48; free((void *)(a & 0xffffffffffff)); uint64_t b = (uint64_t)malloc(4) | 4ull << 48; assert(a != b && a >> 48 == 3);",
    ),
    expected: "safe",
  },
  {
    name: "two words at once",
    code: `struct top { char *p; uint64_t tag; }; static _Atomic struct top top;
      ${alone("char *p = malloc(4); struct top seen = {p, 1}, next = {0, 1}; free(p); struct top now = {malloc(4), 1}; atomic_store(&top, now); assert(!atomic_compare_exchange_strong(&top, &seen, next));")}`,
    expected: "needs reuse",
  },
  {
    name: "two words at once, with a tag that grows",
    code: `struct top { char *p; uint64_t tag; }; static _Atomic struct top top;
      ${alone("char *p = malloc(4); struct top seen = {p, 1}, next = {0, 1}; free(p); struct top now = {malloc(4), 2}; atomic_store(&top, now); assert(!atomic_compare_exchange_strong(&top, &seen, next));")}`,
    expected: "safe",
  },
  {
    name: "locals of two functions",
    code: `static uintptr_t f(void) { volatile int v = 0; return (uintptr_t)&v; } static uintptr_t g(void) { volatile int w = 0; return (uintptr_t)&w; }
      ${alone("assert(f() != g());")}`,
    expected: "needs reuse",
  },
  {
    name: "a local and the one of its caller",
    code: `static uintptr_t f(uintptr_t other) { volatile int v = 0; assert((uintptr_t)&v != other); return 0; }
      ${alone("volatile int w = 0; f((uintptr_t)&w);")}`,
    expected: "safe",
  },
  {
    name: "locals of two threads, one after the other",
    code: `static uintptr_t seen[2]; static void *at(void *i) { volatile int v = 0; seen[(long)i] = (uintptr_t)&v; return 0; }
      ${alone("pthread_t t; pthread_create(&t, 0, at, (void *)0); pthread_join(t, 0); pthread_create(&t, 0, at, (void *)1); pthread_join(t, 0); assert(seen[0] != seen[1]);")}`,
    expected: "assuming no-reuse",
  },
  {
    name: "locals of a thread, and of one that was started by its child when it had ended",
    code: `static uintptr_t seen[2]; static pthread_t first, second, third;
      static void *last(void *_) { volatile int v = 0; seen[1] = (uintptr_t)&v; return _; }
      static void *next(void *_) { pthread_join(first, 0); pthread_create(&third, 0, last, 0); pthread_join(third, 0); return _; }
      static void *at(void *_) { volatile int v = 0; seen[0] = (uintptr_t)&v; first = pthread_self(); pthread_create(&second, 0, next, 0); return _; }
      ${alone("pthread_t t; pthread_create(&t, 0, at, 0); while (!second); pthread_join(second, 0); assert(seen[0] != seen[1]);")}`,
    expected: "assuming no-reuse",
  },
  {
    name: "thread-locals of two threads, one after the other",
    code: `static uintptr_t seen[2]; static _Thread_local int v; static void *at(void *i) { seen[(long)i] = (uintptr_t)&v; return 0; }
      ${alone("pthread_t t; pthread_create(&t, 0, at, (void *)0); pthread_join(t, 0); pthread_create(&t, 0, at, (void *)1); pthread_join(t, 0); assert(seen[0] != seen[1]);")}`,
    expected: "assuming no-reuse",
  },
  {
    name: "a stream that was closed, and one that was opened then",
    code: alone(
      'FILE *f = fopen("f", "r"); if (!f) return 0; uintptr_t old = (uintptr_t)f; fclose(f); FILE *g = fopen("f", "r"); if (!g) return 0; assert((uintptr_t)g != old); fclose(g);',
    ),
    expected: "assuming no-reuse",
  },
  {
    name: "two streams that are open",
    code: alone('FILE *f = fopen("f", "r"), *g = fopen("g", "r"); if (!f || !g) return 0; assert(f != g); fclose(f); fclose(g);'),
    expected: "safe",
  },
  {
    name: "identifiers of threads that live",
    code: twoThreads("assert(!pthread_equal(pthread_self(), *(pthread_t *)_));", "", "", "")
      .replace("one, 0", "one, &me")
      .replace("pthread_t a, b;", "pthread_t a, b, me = pthread_self();"),
    expected: "safe",
  },
  {
    name: "stack and heap are apart",
    code: `static uintptr_t f(void) { volatile int v = 0; return (uintptr_t)&v; } ${alone("uintptr_t a = f(); assert((uintptr_t)malloc(4) != a);")}`,
    expected: "safe",
  },
  {
    name: "a free pointer against null, itself and a number",
    code: alone("char *p = malloc(4); uintptr_t a = (uintptr_t)p, b = a; free(p); assert(a && a == b && a != 1 && a != (uintptr_t)-1);"),
    expected: "safe",
  },
  {
    name: "what follows from a re-used address is in order with what was before",
    code: `static char *p; static int x; ${twoThreads("x = 1; free(p);", "char *q = malloc(4); if (q == p) assert(x == 1);", "p = malloc(4);")}`,
    expected: "safe",
  },
];

const placement: readonly Row[] = [
  {
    name: "by order",
    code: alone("char *p = malloc(4), *q = malloc(4); assert((uintptr_t)p < (uintptr_t)q);"),
    expected: "needs placement",
  },
  {
    name: "globals by order",
    code: `static int a, b; ${alone("int *p = &a, *q = &b; assert((uintptr_t)p < (uintptr_t)q);")}`,
    expected: "needs placement",
  },
  {
    name: "one order of all",
    code: alone(
      "char *p = malloc(4), *q = malloc(4), *r = malloc(4); if (p < q && q < r) assert(p < r); if (p > q && q > r) assert(!(p <= r));",
    ),
    expected: "safe",
  },
  {
    name: "the order stays the same",
    code: `static char *p, *q; static int less[2]; ${twoThreads("less[0] = p < q;", "less[1] = q > p;", "p = malloc(4); q = malloc(4);", "assert(less[0] == less[1]);")}`,
    expected: "safe",
  },
  {
    name: "inside one object",
    code: alone("int *a = malloc(40); assert(a < a + 9 && (uintptr_t)(a + 9) - (uintptr_t)a == 36 && &a[7] - &a[2] == 5); free(a);"),
    expected: "safe",
  },
  {
    name: "by the sign of a difference",
    code: alone("char *p = malloc(4), *q = malloc(4); assert((intptr_t)q - (intptr_t)p > 0);"),
    expected: "needs placement",
  },
  {
    name: "order and difference are of one layout",
    code: alone(
      "char *p = malloc(4), *q = malloc(4); uintptr_t a = (uintptr_t)p, b = (uintptr_t)q; if (a < b) assert((intptr_t)(b - a) > 0); else assert((intptr_t)(a - b) > 0);",
    ),
    expected: "assuming fixed-placement",
  },
  {
    name: "difference and order are of one layout",
    code: alone(
      "char *p = malloc(4), *q = malloc(4); uintptr_t a = (uintptr_t)p, b = (uintptr_t)q; intptr_t d = (intptr_t)(b - a); assert(a < b ? d > 0 : d < 0);",
    ),
    expected: "assuming fixed-placement",
  },
  {
    name: "order in a thread and difference in another are of one layout",
    code: `static uintptr_t p, q; static int less, far; ${twoThreads("less = p < q;", "far = (intptr_t)(q - p) > 0;", "p = (uintptr_t)malloc(4); q = (uintptr_t)malloc(4);", "assert(less == far);")}`,
    expected: "assuming fixed-placement",
  },
  {
    name: "order and quotients, with a third object between",
    code: alone("char *p = malloc(4), *q = malloc(4), *r = malloc(4); if (p < q && q < r) assert((uintptr_t)p / 16 <= (uintptr_t)r / 16);"),
    expected: "assuming fixed-placement",
  },
  {
    name: "order and difference in one section",
    code: `extern void __VERIFIER_atomic_begin(void); extern void __VERIFIER_atomic_end(void); static uintptr_t p, q;
      ${alone("p = (uintptr_t)malloc(4); q = (uintptr_t)malloc(4); __VERIFIER_atomic_begin(); int less = p < q, far = (intptr_t)(q - p) > 0; __VERIFIER_atomic_end(); assert(less == far);")}`,
    expected: "assuming fixed-placement",
  },
  {
    name: "a number of one object leaves its order open",
    code: alone("char *p = malloc(4), *q = malloc(4); int h = (int)((uintptr_t)p % 7); assert((uintptr_t)p < (uintptr_t)q || h == 9);"),
    expected: "needs placement",
  },
  {
    name: "a remainder",
    code: alone("char *p = malloc(4), *q = malloc(4); assert((uintptr_t)p % 7 != (uintptr_t)q % 7);"),
    expected: "needs placement",
  },
  {
    name: "a hash of bits",
    code: alone("char *p = malloc(4), *q = malloc(4); assert(((uintptr_t)p >> 4 & 7) != ((uintptr_t)q >> 4 & 7));"),
    expected: "needs placement",
  },
  {
    name: "a hash of bytes",
    code: `static unsigned hash(void *key) { unsigned char *b = (unsigned char *)&key; unsigned h = 0; for (unsigned i = 0; i < sizeof key; i++) h = h * 31 + b[i]; return h % 5; }
      ${alone("char *p = malloc(4), *q = malloc(4); assert(hash(p) != hash(q));")}`,
    expected: "needs placement",
  },
  {
    name: "cut to 16 bits",
    code: alone("char *p = malloc(4); short low = (short)(uintptr_t)p; assert(low != 1);"),
    expected: "assuming fixed-placement",
  },
  {
    name: "compared with a number",
    code: alone("char *p = malloc(4); assert((uintptr_t)p > 1000000);"),
    expected: "assuming fixed-placement",
  },
  {
    name: "compared with what is not an address",
    code: alone("char *p = malloc(4); assert((intptr_t)p > 0 && (uintptr_t)p < (uintptr_t)-4095);"),
    expected: "safe",
  },
  {
    name: "the bits that alignment leaves",
    code: alone(
      "char *p = malloc(4); assert(((uintptr_t)p & 7) == 0 && (uintptr_t)p % 8 == 0 && (((uintptr_t)p | 1) & ~(uintptr_t)1) == (uintptr_t)p);",
    ),
    expected: "safe",
  },
  {
    name: "more bits than alignment leaves",
    code: alone("char *p = malloc(4); assert(((uintptr_t)p & 31) != 1);"),
    expected: "assuming fixed-placement",
  },
  {
    name: "a guess where the next object lies",
    code: alone("char *p = malloc(4), *q = malloc(4); assert((uintptr_t)p + 48 != (uintptr_t)q);"),
    expected: "needs placement",
  },
  {
    name: "one past the end of an object, and another object",
    code: `static int a[4], b[4]; ${alone("int *end = a + 4, *other = b; assert(end != other);")}`,
    expected: "assuming fixed-placement",
  },
  {
    name: "compared as bytes",
    code: alone("char *p = malloc(4), *q = malloc(4); assert(memcmp(&p, &q, sizeof p) != 0);"),
    expected: "assuming fixed-placement",
  },
  {
    name: "copied byte by byte",
    code: alone("char *p = malloc(4), *q; for (unsigned i = 0; i < sizeof p; i++) ((char *)&q)[i] = ((char *)&p)[i]; assert(p == q);"),
    expected: "safe",
  },
  {
    name: "copied as a whole",
    code: alone("struct { char *p; int n; } a = {malloc(4), 1}, b; memcpy(&b, &a, sizeof a); assert(b.p == a.p && b.n == 1);"),
    expected: "safe",
  },
  {
    name: "bits of a longer word",
    code: `typedef unsigned __int128 wide; ${alone("wide p = (uintptr_t)malloc(4), q = (uintptr_t)malloc(4); assert((p & 64) == (q & 64));")}`,
    expected: "needs placement",
  },
  {
    name: "an atomic exclusive or",
    code: alone("static _Atomic uintptr_t w; w = (uintptr_t)malloc(4); w ^= (uintptr_t)malloc(4); assert((w & 64) == 0);"),
    expected: "needs placement",
  },
  {
    name: "a difference that is checked",
    code: alone("char *p = malloc(4), *q = malloc(4); uintptr_t d; assert(__builtin_sub_overflow((uintptr_t)p, (uintptr_t)q, &d));"),
    expected: "needs placement",
  },
  {
    name: "divided by the library",
    code: alone("char *p = malloc(4), *q = malloc(4); assert(ldiv((long)p, 128).rem < ldiv((long)q, 128).rem);"),
    expected: "needs placement",
  },
  {
    name: "the lowest bit, found by the library",
    code: `int ffsl(long); ${alone("char *p = malloc(4); assert(ffsl((long)p) > 8);")}`,
    expected: "assuming fixed-placement",
  },
  {
    name: "as a float",
    code: alone(
      "char *p = malloc(4), *q = malloc(4); double d = 0, e = 0; memcpy(&d, &p, sizeof p); memcpy(&e, &q, sizeof q); assert(d < e);",
    ),
    expected: "needs placement",
  },
  {
    name: "two words as one number",
    code: `typedef unsigned __int128 wide; union both { struct { uintptr_t n; void *p; } s; wide w; };
      ${alone("union both a = {{1, malloc(4)}}, b = {{1, malloc(4)}}; assert(a.w < b.w);")}`,
    expected: "needs placement",
  },
  {
    name: "two words of others as one number",
    code: `typedef unsigned __int128 wide; static union { struct { uintptr_t n; void *p; } s; wide w; } a, b;
      static void *fill(void *_) { a.s.p = malloc(4); b.s.p = malloc(4); return _; }
      ${alone("pthread_t t; pthread_create(&t, 0, fill, 0); pthread_join(t, 0); assert(a.w < b.w);")}`,
    expected: "needs placement",
  },
  {
    name: "two words of numbers, in another thread",
    code: `typedef unsigned __int128 wide; static wide v; static void *fill(void *_) { v = (wide)7 << 64 | 5; return _; }
      ${alone("pthread_t t; pthread_create(&t, 0, fill, 0); pthread_join(t, 0); assert(v == ((wide)7 << 64 | 5));")}`,
    expected: "safe",
  },
  {
    name: "two words, with an address that may come again",
    code: `typedef unsigned __int128 wide; static union { struct { uintptr_t n; void *p; } s; wide w; } a, b;
      static void *fill(void *_) { a.s.p = malloc(4); free(a.s.p); b.s.p = malloc(4); return _; }
      ${alone("pthread_t t; pthread_create(&t, 0, fill, 0); pthread_join(t, 0); assert(a.w != b.w);")}`,
    expected: "needs reuse",
  },
  {
    name: "bytes of a global's address",
    code: `static int x, y; static int *p, *q; static void *fill(void *_) { p = &x; q = &y; return _; }
      ${alone("pthread_t t; pthread_create(&t, 0, fill, 0); pthread_join(t, 0); assert(*(unsigned char *)&p < *(unsigned char *)&q);")}`,
    expected: "assuming fixed-placement",
  },
  { name: "printed", code: alone('char *p = malloc(4); printf("%p\\n", (void *)p); assert(p);'), expected: "safe" },
  {
    name: "a thread's own number",
    code: alone("pthread_t me = pthread_self(); assert(pthread_equal(me, pthread_self()));"),
    expected: "safe",
  },
];

const headers = ["assert.h", "pthread.h", "stdatomic.h", "stdint.h", "stdio.h", "stdlib.h", "string.h"]
  .map((h) => `#include <${h}>\n`)
  .join("");

async function taskFor(code: string, more: TaskChanges = {}, dataModel: DataModel = "lp64"): Promise<AnyTask> {
  return { ...engineTask(await compileText(headers + code, dataModel), ["assert"], more), freedoms: defaultFreedoms };
}

const solving = engines.filter((e) => e.name === "staged" || e.name === "guided");

const isRight = (said: string, expected: Row["expected"]): boolean =>
  said === expected || said.startsWith("assuming ") || said === "RVL205";

/** What formulas choose about addresses: decided, as `explore` decides it. A rule that is left out makes one of these wrong. */
const chosen: readonly Row[] = [
  {
    name: "a freed block comes again",
    code: alone("uintptr_t p = (uintptr_t)malloc(4); free((void *)p); assert((uintptr_t)malloc(4) != p);"),
    expected: "needs reuse",
  },
  {
    name: "a block does not come again while it lives",
    code: alone(
      "char *p = malloc(4), *q = malloc(4); uintptr_t old = (uintptr_t)p; assert((uintptr_t)q != old); free(p); assert((uintptr_t)q != old);",
    ),
    expected: "safe",
  },
  {
    name: "two blocks do not share a place",
    code: alone(
      "uintptr_t p = (uintptr_t)malloc(4); free((void *)p); uintptr_t q = (uintptr_t)malloc(4), r = (uintptr_t)malloc(4); assert(q != p || r != p);",
    ),
    expected: "safe",
  },
  {
    name: "a place is used a third time",
    code: alone(
      "uintptr_t p = (uintptr_t)malloc(4); free((void *)p); uintptr_t q = (uintptr_t)malloc(4); free((void *)q); assert(q != p || (uintptr_t)malloc(4) != p);",
    ),
    expected: "needs reuse",
  },
  {
    name: "a stale pointer leads to the new block",
    code: alone("int *p = malloc(4), *q; free(p); q = malloc(4); *q = 7; if (p == q) assert(*p == 7);"),
    expected: "safe",
  },
  {
    name: "the new block is written by its other name",
    code: alone("int *p = malloc(4), *q; free(p); q = malloc(4); *q = 7; if (p == q) { *p = 8; assert(*q == 7); }"),
    expected: "needs reuse",
  },
  {
    name: "the new block is freed by its other name",
    code: alone("int *p = malloc(4), *q; free(p); q = malloc(4); *q = 1; if (p == q) { free(p); q = malloc(4); *q = 2; assert(p != q); }"),
    expected: "needs reuse",
  },
  {
    name: "another thread frees it, and a third one makes it again",
    code: `static int *_Atomic slot; static _Atomic uintptr_t seen;
      ${twoThreads("int *p = atomic_exchange(&slot, (int *)0); seen = (uintptr_t)p; if (p) free(p);", "int *p = malloc(4); uintptr_t s = seen; assert(s == 0 || s != (uintptr_t)p);", "slot = malloc(4);")}`,
    expected: "needs reuse",
  },
  {
    name: "made before the other is freed, always",
    code: `static int *_Atomic slot;
      ${twoThreads("int *p = atomic_exchange(&slot, (int *)0); if (p) free(p);", "", "int *p = malloc(4), *q = malloc(4); uintptr_t old = (uintptr_t)p; slot = p;", "assert((uintptr_t)q != old);")}`,
    expected: "safe",
  },
  {
    name: "locals of two calls, and one of the caller that lives",
    code: `static uintptr_t where(void) { volatile int v = 0; return (uintptr_t)&v; }
      ${alone("volatile int mine = 0; uintptr_t here = (uintptr_t)&mine; assert(where() != here); uintptr_t first = where(); assert(first != here && mine == 0);")}`,
    expected: "safe",
  },
  {
    name: "locals of a call that only computes, and of a loop",
    code: `static uintptr_t where(int n) { volatile int v = n; return (uintptr_t)&v; } static int *keep(int *p) { return p; }
      ${alone("uintptr_t mine = where(1); int same = 0; for (int i = 0; i < 2; i++) { int a[2] = {i, i}; same += (uintptr_t)keep(a) == mine; mine = (uintptr_t)a; } assert(same != 1);")}`,
    expected: "needs reuse",
  },
  {
    name: "locals of a loop in a thread",
    code: `static _Atomic int same; static int *keep(int *p) { return p; }
      ${twoThreads("uintptr_t mine = 0; for (int i = 0; i < 2; i++) { int a[2] = {i, i}; if ((uintptr_t)keep(a) == mine) same++; mine = (uintptr_t)a; }", "", "", "assert(same != 1);")}`,
    expected: "needs reuse",
  },
  {
    name: "locals of loops in two threads",
    code: `static _Atomic int same; static int *keep(int *p) { return p; }
      static void *loop(void *_) { uintptr_t mine = 0; for (int i = 0; i < 3; i++) { int a[2] = {i, i}; if ((uintptr_t)keep(a) == mine) same++; mine = (uintptr_t)a; } return _; }
      ${alone("pthread_t t; loop(0); pthread_create(&t, 0, loop, 0); pthread_join(t, 0); assert(same != 4);")}`,
    expected: "needs reuse",
  },
  {
    name: "a local that is not where the last one was ends once",
    code: `static _Atomic int same, other; static int *keep(int *p) { return p; }
      static void *loop(void *_) { uintptr_t mine = 0; for (int i = 0; i < 2; i++) { int a[2] = {i, i}; if ((uintptr_t)keep(a) == mine) same++; mine = (uintptr_t)a; } other++; return _; }
      ${alone("pthread_t t; pthread_create(&t, 0, loop, 0); int seen = other; pthread_join(t, 0); assert(seen == 0 || same == 0);")}`,
    expected: "needs reuse",
  },
  {
    name: "the same order twice",
    code: alone("char *p = malloc(4), *q = malloc(4); if (p < q) assert(!(q < p) && q > p);"),
    expected: "safe",
  },
  {
    name: "orders of three",
    code: alone("char *p = malloc(4), *q = malloc(4), *r = malloc(4); if (p < q && q < r) assert(p < r);"),
    expected: "safe",
  },
  {
    name: "orders of three, against the addresses",
    code: alone("char *p = malloc(4), *q = malloc(4), *r = malloc(4); assert(!(r < q && q < p));"),
    expected: "needs placement",
  },
  {
    name: "a block in the place of another has its order",
    code: alone(
      "char *p = malloc(4), *q = malloc(4); int below = p < q; uintptr_t old = (uintptr_t)p; free(p); char *r = malloc(4); if ((uintptr_t)r == old) assert((r < q) == below);",
    ),
    expected: "safe",
  },
];

function answer(task: AnyTask, { findings }: EngineResult): string {
  const finding = findings.get("assert");
  switch (finding?.kind) {
    case "candidate": {
      const replayed = confirm(new Machine(task.program, { ...task.machine, undo: false }), finding.schedule, "assert");
      return replayed === null ? "does not replay" : `needs ${replayed.replay.needs.join()}`;
    }
    case "covered":
      return finding.scope.complete ? "safe" : `assuming ${finding.scope.assumptions.join()}`;
    default:
      return finding?.unknown.code ?? "nothing";
  }
}

describe.each([
  ["re-use", reuse],
  ["placement", placement],
])("%s", (_, rows) => {
  test.each(rows)("$name: $expected", async ({ code, expected }) => {
    for (const reduction of ["dpor", "optimal", "rf", "states", "none"] as const) {
      const task = await taskFor(code, { reduction });
      expect(answer(task, await explore.run(task)), reduction).toBe(expected);
    }
  });
});

/** 64-bit words hold one 32-bit address, or two. */
const twoWords: readonly Row[] = [
  {
    name: "a freed block comes again",
    code: alone("uint64_t p = (uintptr_t)malloc(4); free((void *)(uintptr_t)p); assert((uint64_t)(uintptr_t)malloc(4) != p);"),
    expected: "needs reuse",
  },
  {
    name: "a freed block comes again, in the upper half",
    code: `union both { struct { unsigned n; void *p; } s; uint64_t w; };
      ${alone("union both a = {{1, malloc(4)}}; free(a.s.p); union both b = {{1, malloc(4)}}; assert(a.w != b.w);")}`,
    expected: "needs reuse",
  },
  {
    name: "a freed block comes again, and is exchanged",
    code: `union both { struct { unsigned n; void *p; } s; uint64_t w; }; static _Atomic uint64_t top;
      ${alone("union both a = {{1, malloc(4)}}; free(a.s.p); union both b = {{1, malloc(4)}}; top = b.w; uint64_t seen = a.w; assert(!atomic_compare_exchange_strong(&top, &seen, 0));")}`,
    expected: "needs reuse",
  },
  {
    name: "order",
    code: `static int a, b; ${alone("int *p = &a, *q = &b; assert((uint64_t)(uintptr_t)p < (uint64_t)(uintptr_t)q);")}`,
    expected: "assuming fixed-placement",
  },
  {
    name: "a remainder",
    code: alone("uint64_t p = (uintptr_t)malloc(4), q = (uintptr_t)malloc(4); assert(p % 7 != q % 7);"),
    expected: "needs placement",
  },
  {
    name: "an atomic sum",
    code: alone("static _Atomic uint64_t w; w = (uintptr_t)malloc(4); w += 48; assert((uintptr_t)w != (uintptr_t)malloc(4));"),
    expected: "needs placement",
  },
  {
    name: "there and back",
    code: alone(
      "char *p = malloc(4), *q = malloc(4); uint64_t w = (uintptr_t)p; w |= (uint64_t)5 << 32; assert((char *)(uintptr_t)w == p && p != q);",
    ),
    expected: "safe",
  },
];

describe("ilp32", () => {
  const rows = [...reuse, ...placement].filter(({ code }) => !code.includes("uint64_t") && !code.includes("wide"));

  test.each([...rows, ...twoWords])("$name: $expected", async ({ code, expected }) => {
    const task = await taskFor(code, {}, "ilp32");
    expect(answer(task, await explore.run(task))).toBe(expected);
  });

  test.each([...reuse, ...twoWords])("by formulas: $name", async ({ code, expected }) => {
    const task = await taskFor(code, {}, "ilp32");
    for (const engine of solving) expect(answer(task, await engine.run(task)), engine.name).toSatisfy((said) => isRight(said, expected));
  });
});

describe("formulas say no more, and where they say less, it is an assumption or unsupported", () => {
  test.each([...reuse, ...placement])("$name: $expected", async ({ code, expected }) => {
    const task = await taskFor(code);
    for (const engine of solving) expect(answer(task, await engine.run(task)), engine.name).toSatisfy((said) => isRight(said, expected));
  });

  test.each(chosen)("$name: $expected", async ({ code, expected }) => {
    const task = await taskFor(code);
    expect(answer(task, await explore.run(task)), "explore").toBe(expected);
    for (const engine of solving) expect(answer(task, await engine.run(task)), engine.name).toBe(expected);
  });
});

test("an excluded freedom is not explored", async () => {
  const task = { ...(await taskFor(reuse[0]?.code ?? "")), freedoms: new Set<never>() };
  expect(answer(task, await explore.run(task))).toBe("assuming no-reuse");
});

test("a program that compares no addresses is checked once", async () => {
  const task = await taskFor(twoThreads("int *p = malloc(4); *p = 1; free(p);", "int *p = malloc(4); *p = 2; free(p);"));
  const { stats, met } = await explore.run(task);
  expect(stats.runs).toBe(1);
  expect([...(met ?? [])]).toEqual([]);
});

const oneOfTwo = (condition: string): string => `#include <stdint.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern long __VERIFIER_nondet_long(void);
void __VERIFIER_assume(int);
int x;
int main(void) {
  _Bool c = __VERIFIER_nondet_bool();
  int *p;
  if (c) p = &x; else p = (int *)(intptr_t)__VERIFIER_nondet_long();
  __VERIFIER_assume(${condition});
  *p = 1;
  return 0;
}
`;

test.each(["staged", "guided"] as const)(
  "%s: a pointer that leads anywhere on some paths is a reason only where these come",
  async (engine) => {
    const told = async (condition: string): Promise<string | undefined> => {
      const { properties } = await checkText(oneOfTwo(condition), engine, ["memory"], { maxRuns: 20 });
      return properties[0]?.unknown?.code ?? properties[0]?.verdict;
    };
    expect(await told("c")).toBe("safe");
    expect(["unsafe", "RVL205"]).toContain(await told("1"));
  },
);
