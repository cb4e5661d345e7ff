// Programs whose atomic sections read an input and then assume, or wait, or both. Such a section is one step: it is executed with the inputs
// with which it finishes, and not executed with the others. A comment gives the reason for each expectation.

import type { Case } from "../unit/engines/staged/programs.ts";

/** A case, and the number of runs of the search without reduction where it can be counted by hand. */
export interface SectionCase extends Case {
  readonly runs?: number;
}

const atomic = (body: string): string => `__VERIFIER_atomic_begin(); ${body} __VERIFIER_atomic_end();`;

export const sectionCases: readonly SectionCase[] = [
  {
    name: "half of a section whose assumption fails",
    // x is 1 only inside the section, and after it only with y: 2 steps of the section's thread for each of 1 input, 1 read.
    code: `static int @x, @y;
THREAD(@a) { ${atomic("@x = 1; int k = __VERIFIER_nondet_uchar() & 3; __VERIFIER_assume(k == 2); @y = k;")} return arg; }`,
    main: `START(s, @a); int p, q; ${atomic("p = @x; q = @y;")} assert(q == 2 * p); END(s);`,
    expect: { assert: "safe", memory: "safe", race: "safe", deadlock: "safe" },
    runs: 2,
  },
  {
    name: "an assumption that no input meets",
    // The thread stays before its section: its writes there are never seen, and waiting for it is not a deadlock.
    code: `static int @x;
THREAD(@a) { ${atomic("@x = 1; int k = __VERIFIER_nondet_uchar() & 3; __VERIFIER_assume(k == 7);")} return arg; }`,
    main: `START(s, @a); int p; ${atomic("p = @x;")} assert(p == 0); END(s); assert(0);`,
    expect: { assert: "safe", deadlock: "safe", race: "safe" },
    runs: 1,
  },
  {
    name: "the input that the present state asks for",
    code: `static int @x, @y;
THREAD(@a) { ${atomic("int k = __VERIFIER_nondet_uchar() & 3; __VERIFIER_assume(k == @x); @y = k + 1;")} return arg; }`,
    main: `START(s, @a); ${atomic("@x = 3;")} END(s); assert(@y == 1 || @y == 4);`,
    expect: { assert: "safe", deadlock: "safe", race: "safe" },
    runs: 2,
  },
  {
    name: "the input that the present state asks for, one forgotten",
    code: `static int @x, @y;
THREAD(@a) { ${atomic("int k = __VERIFIER_nondet_uchar() & 3; __VERIFIER_assume(k == @x); @y = k + 1;")} return arg; }`,
    main: `START(s, @a); ${atomic("@x = 3;")} END(s); assert(@y == 4);`,
    expect: { assert: "unsafe", deadlock: "safe", race: "safe" },
  },
  {
    name: "an assumption that another thread makes true",
    // Only with k = 1, and only after the store: the section waits until then.
    code: `static int @x, @y;
THREAD(@a) { ${atomic("int k = __VERIFIER_nondet_uchar() & 1; @y = 5; __VERIFIER_assume(k && @x);")} assert(@x == 1); return arg; }`,
    main: `START(s, @a); ${atomic("assert(@y == 0); @x = 1;")} END(s); assert(@y == 5);`,
    expect: { assert: "safe", deadlock: "safe" },
    runs: 1,
  },
  {
    name: "an input and then a lock",
    code: `static int @x;
THREAD(@a) { ${atomic("int k = __VERIFIER_nondet_uchar() & 1; @x++; LOCK; @x += k;")} UNLOCK; return arg; }`,
    main: `LOCK; START(s, @a); assert(@x == 0); UNLOCK; END(s); assert(@x == 1 || @x == 2);`,
    expect: { assert: "safe", deadlock: "safe", memory: "safe" },
    runs: 2,
  },
  {
    name: "an input and then a lock, never released",
    code: `static int @x;
THREAD(@a) { ${atomic("int k = __VERIFIER_nondet_uchar() & 1; @x++; LOCK; @x += k;")} UNLOCK; return arg; }`,
    main: "LOCK; START(s, @a); assert(@x == 0); END(s);",
    expect: { assert: "safe", deadlock: "unsafe" },
    runs: 1,
  },
  {
    name: "an input decides whether to wait",
    // While the lock is held the section is executed only with 0; after the unlock with either.
    code: `static int @x = -1;
THREAD(@a) { int k; ${atomic("k = __VERIFIER_nondet_uchar() & 1; if (k) LOCK; @x = k;")} if (k) UNLOCK; return arg; }`,
    main: `LOCK; START(s, @a); int p; ${atomic("p = @x;")} assert(p != 1); UNLOCK; END(s); assert(@x == 0 || @x == 1);`,
    expect: { assert: "safe", deadlock: "safe", race: "safe" },
  },
  {
    name: "an input decides whether to wait, and it need not",
    // The lock is never released; but the section can do without.
    code: `static int @x = -1;
THREAD(@a) { int k; ${atomic("k = __VERIFIER_nondet_uchar() & 1; if (k) LOCK; @x = k;")} if (k) UNLOCK; return arg; }`,
    main: "LOCK; START(s, @a); END(s); assert(@x == 0);",
    expect: { assert: "safe", deadlock: "safe", race: "safe" },
    runs: 1,
  },
  {
    name: "an input and then an assumption or a lock",
    // With 0 the assumption blocks it, with 1 the lock. With 1 it could continue if the lock were released, so that is a deadlock.
    code: `THREAD(@a) { ${atomic("int k = __VERIFIER_nondet_uchar() & 1; __VERIFIER_assume(k); LOCK;")} UNLOCK; return arg; }`,
    main: "LOCK; START(s, @a); END(s);",
    expect: { assert: "safe", deadlock: "unsafe" },
    runs: 1,
  },
  {
    name: "an input and then a join",
    code: `static int @x, @y; static pthread_t @t;
THREAD(@a) { ${atomic("@x++;")} ${atomic("@x++;")} return arg; }
THREAD(@b) { ${atomic("int k = __VERIFIER_nondet_uchar() % 3; @y = k; pthread_join(@t, NULL); assert(@x == 2); @y++;")} return arg; }`,
    main: `pthread_create(&@t, NULL, @a, NULL); START(s, @b); int p; ${atomic("p = @y;")} assert(p != 3 || @x == 2); END(s); assert(@y >= 1);`,
    expect: { assert: "safe", deadlock: "safe" },
  },
  {
    name: "an input and then a semaphore",
    code: `static int @x; static sem_t @s;
THREAD(@a) { ${atomic("int k = __VERIFIER_nondet_uchar() & 1; @x = 7; if (k) sem_wait(&@s); @x = k;")} return arg; }`,
    main: "sem_init(&@s, 0, 0); START(t, @a); START(u, @a); sem_post(&@s); END(t); END(u); int v; sem_getvalue(&@s, &v); assert(@x != 7 && v >= @x - 1);",
    expect: { assert: "safe", deadlock: "safe" },
  },
  {
    name: "two threads with such sections",
    // Each adds an odd number that the other has not added.
    code: `static int @sum;
THREAD(@a) { ${atomic("int k = __VERIFIER_nondet_uchar() & 3; __VERIFIER_assume((k & 1) && k != @sum); @sum += k;")} return arg; }`,
    main: "START(s, @a); START(t, @a); END(s); END(t); assert(@sum == 4);",
    expect: { assert: "safe", deadlock: "safe", race: "safe" },
    runs: 4,
  },
  {
    name: "two threads with such sections, more than thought",
    code: `static int @sum;
THREAD(@a) { ${atomic("int k = __VERIFIER_nondet_uchar() & 3; __VERIFIER_assume(k != @sum); @sum += k;")} return arg; }`,
    main: "START(s, @a); START(t, @a); END(s); END(t); assert(@sum != 5);",
    expect: { assert: "unsafe", deadlock: "safe" },
  },
  {
    name: "in a loop",
    code: `static int @x;
THREAD(@a) { for (int i = 0; i < 2; i++) { ${atomic("int k = __VERIFIER_nondet_uchar() & 1; __VERIFIER_assume(k == (@x & 1)); @x++;")} } return arg; }
THREAD(@b) { ${atomic("@x += 2;")} return arg; }`,
    main: "START(s, @a); START(t, @b); END(s); END(t); assert(@x == 4);",
    expect: { assert: "safe", deadlock: "safe", race: "safe" },
  },
  {
    name: "a loop inside the section",
    code: `static int @x, @n;
THREAD(@a) { ${atomic("for (int i = 0; i < 3; i++) { int k = __VERIFIER_nondet_uchar() & 1; if (k) { __VERIFIER_assume(@x < 2); @x++; } @n++; }")} return arg; }`,
    main: `START(s, @a); int p; ${atomic("p = @n;")} assert(p == 0 || p == 3); END(s); assert(@x <= 2);`,
    expect: { assert: "safe", deadlock: "safe", race: "safe" },
    // 7 of the 8 combinations of inputs, before or after the read.
    runs: 14,
  },
  {
    name: "nested, by a function",
    code: `static int @x, @y;
static int __VERIFIER_atomic_@take(void) { int k = __VERIFIER_nondet_uchar() & 3; if (k == 0) return -1; __VERIFIER_assume(k > @x); @y = k; return k; }
THREAD(@a) { int k; ${atomic("@x++; k = __VERIFIER_atomic_@take(); @x += k;")} assert(k == -1 || k >= 2); return arg; }`,
    main: `START(s, @a); int p; ${atomic("p = @x;")} assert(p == 0 || p == 3 || p == 4); END(s);`,
    expect: { assert: "safe", deadlock: "safe", race: "safe" },
  },
  {
    name: "an early return is as good as the end",
    code: `static int @x;
static void __VERIFIER_atomic_@set(void) { @x = 1; int k = __VERIFIER_nondet_uchar() & 1; if (k) { @x = 2; return; } __VERIFIER_assume(0); }
THREAD(@a) { __VERIFIER_atomic_@set(); return arg; }`,
    main: `START(s, @a); int p; ${atomic("p = @x;")} assert(p != 1); END(s); assert(@x == 2);`,
    expect: { assert: "safe", deadlock: "safe", race: "safe" },
    runs: 2,
  },
  {
    name: "an error on the way counts",
    code: `static int @x;
THREAD(@a) { ${atomic("int k = __VERIFIER_nondet_uchar() & 1; if (k) assert(@x == 0); __VERIFIER_assume(0);")} return arg; }`,
    main: `START(s, @a); ${atomic("@x = 1;")}`,
    expect: { assert: "unsafe", deadlock: "safe", race: "safe" },
  },
  {
    name: "a pointer chosen by an input",
    code: `static int @v[3];
THREAD(@a) { ${atomic("int k = __VERIFIER_nondet_uchar() & 3; __VERIFIER_assume(k < 3); int *p = &@v[k]; __VERIFIER_assume(*p == 0); *p = k + 1;")} return arg; }`,
    main: "START(s, @a); START(t, @a); END(s); END(t); assert((@v[0] != 0) + (@v[1] != 0) + (@v[2] != 0) == 2);",
    expect: { assert: "safe", deadlock: "safe", memory: "safe", race: "safe" },
    runs: 12,
  },
  {
    name: "a lock written with such a section",
    code: `static int @held, @in;
static void @enter(void) { ${atomic("int k = __VERIFIER_nondet_uchar() & 1; __VERIFIER_assume(@held == 0); @held = 1 + k;")} }
static void @leave(void) { ${atomic("@held = 0;")} }
THREAD(@a) { @enter(); @in++; assert(@in == 1); @in--; @leave(); return arg; }`,
    main: "START(s, @a); START(t, @a); END(s); END(t);",
    expect: { assert: "safe", deadlock: "safe", race: "safe" },
  },
  {
    name: "a condition variable inside",
    code: `static int @x; static pthread_cond_t @c = PTHREAD_COND_INITIALIZER;
THREAD(@a) { LOCK; while (!@x) pthread_cond_wait(&@c, &m); UNLOCK; ${atomic("int k = __VERIFIER_nondet_uchar() & 1; __VERIFIER_assume(k == @x); @x = 2;")} return arg; }`,
    main: "START(s, @a); LOCK; @x = 1; pthread_cond_signal(&@c); UNLOCK; END(s); assert(@x == 2);",
    expect: { assert: "safe", deadlock: "safe" },
  },
  {
    name: "what a section does before its lock comes after the last holder",
    code: `static int @x; THREAD(@a) { ${atomic("@x = 1; LOCK;")} UNLOCK; return arg; }`,
    main: "LOCK; START(s, @a); @x = 2; UNLOCK; END(s); assert(@x == 1);",
    expect: { assert: "safe", race: "safe", deadlock: "safe" },
  },
  {
    name: "and without the lock it races",
    code: `static int @x; THREAD(@a) { ${atomic("@x = 1;")} return arg; }`,
    main: "LOCK; START(s, @a); @x = 2; UNLOCK; END(s);",
    expect: { race: "unsafe" },
  },
  {
    name: "what a section does after its unlock happens before the next holder continues",
    code: `static int @x; THREAD(@a) { LOCK; ${atomic("UNLOCK; @x = 1;")} return arg; }`,
    main: "START(s, @a); LOCK; int p = @x; UNLOCK; END(s); assert(p == 0 || p == 1);",
    // Main may hold the lock first, and reads x before the section writes it: then the section's thread comes after main's unlock.
    expect: { assert: "safe", race: "safe", deadlock: "safe" },
  },
  {
    name: "a section after a flag that it waits for",
    code: `static int @x, @f; THREAD(@a) { ${atomic("@x = 1; __VERIFIER_assume(@f);")} return arg; }`,
    main: `START(s, @a); @x = 2; ${atomic("@f = 1;")} END(s); assert(@x == 1);`,
    expect: { assert: "safe", race: "safe", deadlock: "safe" },
    runs: 1,
  },
  {
    name: "a thread started in a section knows all of it",
    code: `static int @x; static pthread_t @t; THREAD(@b) { assert(@x == 1); return arg; }
THREAD(@a) { ${atomic("pthread_create(&@t, NULL, @b, NULL); @x = 1;")} pthread_join(@t, NULL); return arg; }`,
    main: "START(s, @a); END(s);",
    expect: { assert: "safe", race: "safe", deadlock: "safe" },
  },
  {
    name: "assumption outside, after the section",
    // There the thread is stopped and the step stays: as always.
    code: `static int @x;
THREAD(@a) { int k; ${atomic("k = __VERIFIER_nondet_uchar() & 1; @x = 1;")} __VERIFIER_assume(k); ${atomic("@x = 2;")} return arg; }`,
    main: `START(s, @a); int p; ${atomic("p = @x;")} assert(p != 1); END(s);`,
    expect: { assert: "unsafe", deadlock: "safe", race: "safe" },
  },
];

/** With inputs of so many values that not all can be tried. */
export const wideCases: readonly Case[] = [
  {
    name: "one value of very many",
    code: `static int @x, @y; THREAD(@a) { ${atomic("int k = __VERIFIER_nondet_int(); @x = 1; __VERIFIER_assume(k * 3 == 21); @y = k;")} return arg; }`,
    main: `START(s, @a); int p, q; ${atomic("p = @x; q = @y;")} assert(q == 7 * p); END(s); assert(@y != 7);`,
    expect: { assert: "unsafe", race: "safe", deadlock: "safe" },
  },
  {
    name: "a lock that no value gets past",
    code: `static int @x; THREAD(@a) { ${atomic("int k = __VERIFIER_nondet_int(); LOCK; @x = k;")} return arg; }`,
    main: "LOCK; START(s, @a); END(s); assert(0);",
    expect: { assert: "safe", deadlock: "unsafe" },
  },
  {
    name: "few values of very many need no lock",
    // 7, -7, and those that differ from them in the highest bit only: their squares overflow.
    code: `static int @x; THREAD(@a) { ${atomic("int k = __VERIFIER_nondet_int(); if (k * k != 49) LOCK; @x = k * k;")} return arg; }`,
    main: "LOCK; START(s, @a); END(s); assert(@x == 49);",
    expect: { assert: "safe", deadlock: "safe", overflow: "unsafe" },
  },
];
