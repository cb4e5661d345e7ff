// Small programs with two threads that use the operations of steps, one kind each. In: nothing. Out: their names and texts.

const head = `
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
`;

export const twoThreads = (globals: string, first: string, second: string, end = ""): string => `${head}
${globals}
static void *one(void *arg) { ${first} return arg; }
static void *two(void *arg) { ${second} return arg; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, two, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  ${end}
  return 0;
}`;

export const programs: readonly (readonly [string, string])[] = [
  [
    "branches whose sides compute, divide, shift, and nest",
    twoThreads(
      "atomic_int x, y; extern int __VERIFIER_nondet_int(void);",
      "for (int i = 0; i < 6; i++) { int v = x, r = 7; if (v) r = 60 / v; y = r; if (v < 3) r = r << (v * 11); y = r; if (v > 2) { if (v > 4) r = v; else r = 1; } else r = v + 3; y = r > 5 && v < 7 ? r : v; }",
      "for (int i = 0; i < 8; i++) { int n = __VERIFIER_nondet_int(), r = n & 7; if (n & 8) r = 0; if (n & 16) r += i; x = r; }",
    ),
  ],
  [
    "branches whose sides use the thread's own memory, and call",
    twoThreads(
      "atomic_int x, y; static int twice(int a) { return a > 2 ? a * 2 : 7; } static int pick(int a) { int r = a; if (a & 1) r = twice(a); return r; }",
      `int a[4] = {1, 2, 3, 4}; struct { int p; char q[4]; } s = {5, {1, 2, 3, 4}}; int late;
for (int i = 0; i < 6; i++) { int v = x; if (v > 2) a[1] = v; else a[2] = v + 1; y = a[1] + a[2]; if (v > 3) { s.p = v; if (v > 5) s.q[1] = (char)v; else a[3] = s.q[2]; } y = s.p + s.q[1] + a[3];
if (v > 1) v = pick(v); y = v; if (v > 4) late = v; if (v > 4) y = late; if (v & 2) *(short *)&a[1] = 9; y = a[1]; }`,
      "for (int i = 0; i < 8; i++) { int n = __VERIFIER_nondet_int(); int b[2] = {n & 7, 3}; if (n & 8) b[0] = b[1]; if (n & 16) b[0] = pick(b[0]); x = b[0] & 7; }",
    ),
  ],
  [
    "plain and atomic accesses",
    twoThreads("int x; atomic_int y;", "x = 1; y++; x += y;", "int r = x; y = r + 7; x = y - 1;", "assert(x < 100);"),
  ],
  [
    "locks and a condition variable",
    twoThreads(
      "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int ready;",
      "pthread_mutex_lock(&m); while (!ready) pthread_cond_wait(&c, &m); ready = 2; pthread_mutex_unlock(&m);",
      "pthread_mutex_lock(&m); ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);",
      "assert(ready == 2);",
    ),
  ],
  [
    "sections, branches and loops",
    twoThreads(
      "int x, y;",
      "for (int i = 0; i < 3; i++) { __VERIFIER_atomic_begin(); if (x > y) y += i; else x++; __VERIFIER_atomic_end(); }",
      "switch (x) { case 0: y = 5; break; case 1: y = 6; break; default: y = 7; }",
    ),
  ],
  [
    "heap, copies of structs, bytes and words",
    twoThreads(
      "struct s { char a; int b; long c; char d[9]; }; struct s shared; struct s *_Atomic p;",
      'struct s *q = malloc(sizeof *q); memset(q, 0, sizeof *q); q->b = 3; memcpy(q->d, "abcdefgh", 9); p = q;',
      "struct s *q = p; if (q) { shared = *q; shared.d[2] = 'x'; *(short *)&shared.b = 9; }",
      "free(p);",
    ),
  ],
  [
    "calls through pointers, recursion, arrays with changing indices",
    twoThreads(
      "int table[4]; int at; int up(int n) { return n <= 0 ? 0 : n + up(n - 1); } int down(int n) { return -n; } int (*_Atomic f)(int) = up;",
      "f = down; table[at & 3] = f(3);",
      "at = 2; table[at] = f(2); at = table[2] & 3;",
    ),
  ],
  ["inputs", twoThreads("int x;", "int n = __VERIFIER_nondet_int(); if (n > 10) x = n; else x = -n;", "x ^= __VERIFIER_nondet_int();")],
  [
    "thread-locals and locals that others see",
    twoThreads(
      "_Thread_local int own = 3; int *_Atomic q; int seen;",
      "int l = 4; q = &l; own += l; seen = own; q = 0;",
      "own = 9; int *r = q; seen = own + (r != 0);",
    ),
  ],
  ["floating point", twoThreads("double d; float f;", "d = 1.5; f = (float)d * 2;", "d += f; f = d > 1 ? 3 : 4;")],
  [
    "compare-and-swap",
    twoThreads(
      "atomic_int l; int n;",
      "int e = 0; while (!atomic_compare_exchange_strong(&l, &e, 1)) e = 0; n++; l = 0;",
      "int e = 0; if (atomic_compare_exchange_strong(&l, &e, 2)) { n--; l = 0; }",
    ),
  ],
  [
    "an error in a step, and one in the computation after it",
    twoThreads("int *p; int z;", "int v = z; int w = 10 / v; z = w;", "p = &z; z = 1; *p = 2;"),
  ],
];

/** Programs that read memory which was never written. */
export const unwrittenPrograms: readonly (readonly [string, string])[] = [
  [
    "a block that is read before another thread writes it",
    twoThreads(
      "_Atomic(int *) p; atomic_int y;",
      "int *q = malloc(8); p = q; int r = q[1]; if (r > 3) y = 1; else y = q[1]; q[0] = r + q[0]; y = q[0];",
      "int *q = p; if (q) { q[1] = 5; y = q[0]; q[0] = 2; y = q[1] + q[0]; }",
      "int *q = p; y = q[0] + ((char *)q)[5];",
    ),
  ],
  [
    "bytes of a word that is written in part",
    twoThreads(
      "unsigned *p; atomic_int y;",
      "unsigned u; unsigned char *b = (unsigned char *)&u; b[1] = 7; y = u & 0xff00; y = b[0]; u |= 1; y = u; short s[3]; s[1] = 2; y = *(int *)&s[0]; y = s[2];",
      "struct { char c; int i; } s, t; s.c = 1; t = s; y = t.c; y = t.i; y = s.i; for (int i = 0; i < 3; i++) { int l; if (i == 1) l = 4; y = l; l = i; y = l; }",
    ),
  ],
  [
    "bit-fields beside bits that were never written",
    twoThreads(
      "struct s { unsigned a : 3, b : 5, c : 9, d : 15; int e; } *p; atomic_int y;",
      "struct s l; l.b = 3; l.d = 77; y = l.b; y = l.d; struct s k = l; y = k.a; k.a = 1; y = k.a + k.b; y = k.c; p->b = 2; y = p->b; p->c = 5; y = p->a;",
      "p->c = 1; y = p->c; p->a = 2; p->d = 3; y = p->d + p->c; union { struct s s; unsigned char c[8]; } u; u.s.c = 9; y = u.c[0]; y = u.c[1]; y = u.s.a; u.s.e = 1; y = u.c[5];",
    ).replace("pthread_t a, b;", "pthread_t a, b; p = malloc(sizeof *p);"),
  ],
  [
    "copies of what was never written",
    twoThreads(
      "struct s { char c[6]; short h; int i; long l; } g, h; atomic_int y;",
      "struct s a, b; a.h = 3; b = a; y = b.h; g = a; y = a.i; y = b.i; memcpy(&h, &b, sizeof b); y = h.h; y = h.c[1]; h.i = 4; y = h.i;",
      "struct s *p = malloc(sizeof *p), *q; p->i = 1; q = malloc(sizeof *q); memcpy(q, p, sizeof *q); y = q->i; y = q->h; *p = *q; y = p->h; y = p->c[2]; q = realloc(q, 64); y = q->h; memset(q, 1, 9); y = q->h; y = g.h; g = *p; y = g.c[3];",
    ),
  ],
  [
    "structs that go through registers",
    twoThreads(
      "struct s { short a; int b; }; struct t { char c; short d; char e; }; static struct s give(struct s x) { x.a++; return x; } static struct t keep(struct t x) { return x; } atomic_int y; struct s g;",
      "struct s s; s.b = 2; struct s r = give(s); y = r.b; y = r.a; g = r; y = g.a;",
      "struct t t; t.d = 4; struct t u = keep(t); y = u.d; y = u.c; t.c = 1; t.e = 2; u = keep(t); y = u.c + u.e; _Atomic struct s *p = malloc(sizeof *p); struct s v = *p; y = v.a;",
    ),
  ],
  [
    "locals that lie where others have ended in the same step",
    twoThreads(
      "int x; atomic_int y; __attribute__((noinline)) static void fill(int *p) { for (int i = 0; i < 4; i++) p[i] = 7; } __attribute__((noinline)) static int first(void) { int a[4]; fill(a); return a[y & 3]; } __attribute__((noinline)) static int second(void) { int b[4]; if (y == 9) fill(b); return b[y & 3]; }",
      "__VERIFIER_atomic_begin(); x = first(); y = second() + 1; __VERIFIER_atomic_end(); y = 9;",
      "y = first(); __VERIFIER_atomic_begin(); { int a[4]; fill(a); y = a[0]; } { int b[4]; if (x) b[2] = 1; y = b[y & 3]; } __VERIFIER_atomic_end(); for (int i = 0; i < 5; i++) y = i;",
    ),
  ],
  [
    "atomic updates, large words and numbers that choose places",
    twoThreads(
      "atomic_int *p; atomic_long y; int table[4];",
      "y = atomic_fetch_add(&p[0], 3); int e = 0; atomic_compare_exchange_strong(&p[1], &e, 4); y = e; y = p[1]; int i; table[i & 3] = 1; y = table[i & 3];",
      "__int128 w; *(char *)&w = 1; y = (long)w; y = (long)(w >> 64); double d; y = (long)d; float f[2]; f[1] = 1; y = (long)f[0]; p[0]++; y = p[0]; long *l; y = (long)l; int n; char v[(n & 3) + 1]; v[0] = 2; y = v[n & 3];",
    ).replace("pthread_t a, b;", "pthread_t a, b; p = malloc(8);"),
  ],
];

/** Programs that jump back to a place where a function was. */
export const jumpPrograms: readonly (readonly [string, string])[] = [
  [
    "setjmp in loops, and longjmp out of nested calls",
    twoThreads(
      "#include <setjmp.h>\njmp_buf g; atomic_int y; static int twice(int a) { return a > 2 ? a * 2 : 7; } static void deep(jmp_buf b, int n, int v) { int l[2] = {n, v}; y = l[1]; if (n > 0) deep(b, n - 1, v); else longjmp(b, v); }",
      "jmp_buf b; volatile int n = 0; int r = setjmp(b); y = r; n++; if (n < 4) deep(b, n, n - 1); for (int i = 0; i < 3; i++) { jmp_buf c; if (setjmp(c) == 0) { y = i; deep(c, 1, i); } else y = i + 10; }",
      "for (int i = 0; i < 2; i++) { if (setjmp(g)) { y = 20; continue; } y = i; int q = y; if (q > 1) q = twice(q); y = q; if (i == 0) longjmp(g, 0); }",
    ),
  ],
  [
    "buffers that several threads fill in turn",
    twoThreads(
      "#include <setjmp.h>\njmp_buf g; atomic_int y, turn;",
      "if (setjmp(g) == 0) { turn = 1; if (y < 3) y++; longjmp(g, 1); } y = 5;",
      "y = 2; if (turn == 1 && setjmp(g) == 0) { y = 7; longjmp(g, 9); } y = 8;",
    ),
  ],
  [
    "a jump past a lock that is held, and a second setjmp into one buffer",
    twoThreads(
      "#include <setjmp.h>\njmp_buf g; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x; atomic_int y; static int keep(jmp_buf b) { return setjmp(b); } static void act(jmp_buf b) { pthread_mutex_lock(&m); x++; if (x > 1) { pthread_mutex_unlock(&m); longjmp(b, x); } pthread_mutex_unlock(&m); }",
      "jmp_buf b; int r = setjmp(b); y = r; if (r < 2) { act(b); if (setjmp(b) == 0) act(b); else y = 3; } jmp_buf c; memcpy(&c, &b, sizeof c); volatile int k = 0; if (setjmp(c) == 0) { k = 1; b[0] = c[0]; longjmp(b, 4); } y = k;",
      "jmp_buf b; if (setjmp(b) == 0) act(b); y = 4; if (keep(b) == 0) { y = 9; longjmp(b, 1); }",
    ),
  ],
];
