// Programs with threads that can be exchanged, and programs in which a condition of that fails. In each of these the assertion is violated only if the thread that was
// created later makes the first step, so a wrong exchange would miss it.

import type { Case } from "../engines/staged/programs.ts";

/** Each thread takes a number and marks it as done: after the end of one thread, number 0 is not done only if another took it first. */
const numbers = "static atomic_int @c, @done[3]; THREAD(@t) { int n = atomic_fetch_add(&@c, 1); @done[n] = 1; return arg; }";
/** The same under a lock. */
const locked = `static pthread_mutex_t @m = PTHREAD_MUTEX_INITIALIZER; static int @c; static atomic_int @done[3];
THREAD(@t) { pthread_mutex_lock(&@m); int n = @c++; pthread_mutex_unlock(&@m); @done[n] = 1; return arg; }`;
/** The first thread to come keeps the lock. Its owner is the number of a thread: 2 for the one that is created first, 3 for the second. */
const kept = `static pthread_mutex_t @m = PTHREAD_MUTEX_INITIALIZER; static atomic_int @c;
THREAD(@t) { if (atomic_fetch_add(&@c, 1) == 0) pthread_mutex_lock(&@m); return arg; }`;
const one = (name: string, code: string, main: string, assert: "safe" | "unsafe"): Case => ({ name, code, main, expect: { assert } });

export const exchangeable: readonly Case[] = [
  one("joined together", numbers, "START(a, @t); START(b, @t); END(a); END(b); assert(@done[0] && @done[1]);", "safe"),
  one("joined in the other order", numbers, "START(a, @t); START(b, @t); END(b); END(a); assert(@done[0] && @done[1]);", "safe"),
  one("never joined", numbers, "START(a, @t); START(b, @t); assert(@done[0] || !@done[1]);", "unsafe"),
  one("a visible step between the creations", numbers, "START(a, @t); @c++; START(b, @t); END(a); END(b); assert(@done[0]);", "unsafe"),
  one(
    "three, and one beside them",
    `${numbers} THREAD(@u) { @c++; return arg; }`,
    "START(a, @t); START(b, @t); START(c, @t); START(d, @u); END(a); END(b); END(c); END(d); assert(@c == 4);",
    "safe",
  ),
  one("a lock", locked, "START(a, @t); START(b, @t); END(a); END(b); assert(@done[0] && @done[1]);", "safe"),
  one(
    "a lock, also of another thread",
    locked,
    "START(a, @t); START(b, @t); pthread_mutex_lock(&@m); int k = @c; pthread_mutex_unlock(&@m); END(a); END(b); assert(k < 2);",
    "unsafe",
  ),
  one(
    "a lock, three threads",
    locked,
    "START(a, @t); START(b, @t); START(c, @t); END(a); END(b); END(c); assert(@done[0] && @done[1] && @done[2]);",
    "safe",
  ),
  one(
    "a lock that is kept, if it is only asked whether it is free",
    kept,
    "START(a, @t); START(b, @t); END(a); END(b); assert(*(int *)&@m != 0);",
    "safe",
  ),
  one(
    "two locks, one inside the other",
    `static pthread_mutex_t @m = PTHREAD_MUTEX_INITIALIZER, @n = PTHREAD_MUTEX_INITIALIZER; static int @c;
THREAD(@t) { pthread_mutex_lock(&@m); pthread_mutex_lock(&@n); @c++; pthread_mutex_unlock(&@n); pthread_mutex_unlock(&@m); return arg; }`,
    "START(a, @t); START(b, @t); END(a); END(b); assert(@c == 2);",
    "safe",
  ),
];

export const distinct: readonly Case[] = [
  one("a visible step between the joins", numbers, "START(a, @t); START(b, @t); END(a); assert(@done[0]); END(b);", "unsafe"),
  one("only one is joined", numbers, "START(a, @t); START(b, @t); END(a); assert(@done[0]);", "unsafe"),
  one(
    "what one of them returns",
    "static atomic_int @c; THREAD(@t) { return (void *)(intptr_t)atomic_fetch_add(&@c, 1); }",
    "void *r; START(a, @t); START(b, @t); pthread_join(a, &r); END(b); assert(r == NULL);",
    "unsafe",
  ),
  one(
    "arguments that differ",
    "static atomic_int @c; THREAD(@t) { int n = atomic_fetch_add(&@c, 1); assert(n == 0 || arg != NULL); return arg; }",
    "pthread_t a, b; pthread_create(&a, NULL, @t, NULL); pthread_create(&b, NULL, @t, &b); END(a); END(b);",
    "unsafe",
  ),
  one(
    "a thread that knows itself",
    "static pthread_t @a, @first; static atomic_int @c; THREAD(@t) { if (atomic_fetch_add(&@c, 1) == 0) @first = pthread_self(); return arg; }",
    "pthread_create(&@a, NULL, @t, NULL); START(b, @t); END(@a); END(b); assert(pthread_equal(@first, @a));",
    "unsafe",
  ),
  one(
    "the address of a local",
    "static int *_Atomic @first; static int *_Atomic @last; static atomic_int @c; THREAD(@t) { int x = 0; int *p = &x; if (atomic_fetch_add(&@c, 1) == 0) @first = p; return arg; }",
    "START(a, @t); START(b, @t); END(a); END(b); assert(@first != NULL);",
    "safe",
  ),
  one(
    "joined by another thread",
    `${numbers} static pthread_t @a; THREAD(@u) { END(@a); assert(@done[0]); return arg; }`,
    "pthread_create(&@a, NULL, @t, NULL); START(b, @t); START(c, @u); END(c); END(b);",
    "unsafe",
  ),
  one(
    "one of the two joins, by an input",
    numbers,
    "START(a, @t); START(b, @t); if (__VERIFIER_nondet_int()) END(a); else END(b); assert(@done[0]);",
    "unsafe",
  ),
  one(
    "a failure between the joins",
    numbers,
    "START(a, @t); START(b, @t); END(a); assert(__VERIFIER_nondet_int() != 7); END(b);",
    "unsafe",
  ),
  one(
    "different functions",
    "static atomic_int @c; THREAD(@t) { @c = 2 * @c; return arg; } THREAD(@u) { @c = @c + 1; return arg; }",
    "START(a, @t); START(b, @u); END(a); END(b); assert(@c != 2);",
    "unsafe",
  ),
  one("a lock, and a visible step between the joins", locked, "START(a, @t); START(b, @t); END(a); assert(@done[0]); END(b);", "unsafe"),
  one("a lock that is kept, and who keeps it", kept, "START(a, @t); START(b, @t); END(a); END(b); assert(*(int *)&@m == 2);", "unsafe"),
  one(
    "a lock that is kept, and a bit of its owner",
    kept,
    "START(a, @t); START(b, @t); END(a); END(b); assert(~*(int *)&@m & 1);",
    "unsafe",
  ),
  one(
    "a lock that is kept, and a byte of its owner",
    kept,
    "START(a, @t); START(b, @t); END(a); END(b); assert(*(unsigned char *)&@m != 3);",
    "unsafe",
  ),
  one(
    "a lock that is kept, and another thread that compares its owner",
    `${kept} static atomic_int @bad; THREAD(@u) { if (*(int *)&@m == 3) @bad = 1; return arg; }`,
    "START(a, @t); START(b, @t); START(c, @u); END(a); END(b); END(c); assert(!@bad);",
    "unsafe",
  ),
  one(
    "a lock, and its owner as a value",
    `static pthread_mutex_t @m = PTHREAD_MUTEX_INITIALIZER; static int @c, @owner[2];
THREAD(@t) { pthread_mutex_lock(&@m); @owner[@c++] = *(int *)&@m; pthread_mutex_unlock(&@m); return arg; }`,
    "START(a, @t); START(b, @t); END(a); END(b); assert(@owner[0] == 2);",
    "unsafe",
  ),
  one(
    "a lock whose owner is copied before it is compared",
    `${kept} static int @copy;`,
    "START(a, @t); START(b, @t); END(a); END(b); @copy = *(int *)&@m; assert(@copy == 2);",
    "unsafe",
  ),
  one(
    "a lock, and arguments that differ",
    `static pthread_mutex_t @m = PTHREAD_MUTEX_INITIALIZER; static int @c;
THREAD(@t) { pthread_mutex_lock(&@m); assert(@c++ == 0 || arg != NULL); pthread_mutex_unlock(&@m); return arg; }`,
    "pthread_t a, b; pthread_create(&a, NULL, @t, NULL); pthread_create(&b, NULL, @t, &b); END(a); END(b);",
    "unsafe",
  ),
];
