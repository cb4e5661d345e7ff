// Unknown indices, next to pointers and locks in one object (skeleton/places.ts, likely values, objects of the library). Each program has a
// variant in which the index stays in its array, and one in which it does not: there the engine must not rely on the two being disjoint.

import type { Case } from "./programs.ts";

const all = { assert: "safe", memory: "safe", race: "safe", deadlock: "safe" } as const;

/** The correct program, and the wrong one in which one piece of the text is replaced. */
function beside(name: string, code: string, main: string, from: string, to: string, wrong: Case["expect"]): Case[] {
  if (!`${code}${main}`.includes(from)) throw new Error(`${name}: there is no ${from}`);
  return [
    { name, code, main, expect: all },
    { name: `${name}, wrong`, code: code.replace(from, to), main: main.replace(from, to), expect: wrong },
  ];
}

const handler = `extern unsigned __VERIFIER_nondet_uint(void);
static int @inc(int v) { return v + 1; }
static struct { int slots[8]; int (*handler)(int); pthread_mutex_t m; } @s = {.handler = @inc, .m = PTHREAD_MUTEX_INITIALIZER};
THREAD(@f) { unsigned i = *(unsigned *)arg; pthread_mutex_lock(&@s.m); @s.slots[i] = @s.handler(@s.slots[i]); pthread_mutex_unlock(&@s.m); return arg; }`;

export const places: readonly Case[] = [
  ...beside(
    "an input indexes an array beside a pointer to a function",
    handler,
    `unsigned i = __VERIFIER_nondet_uint(); if (i >= 8) return;
pthread_t s, t; pthread_create(&s, NULL, @f, &i); pthread_create(&t, NULL, @f, &i); END(s); END(t); assert(@s.slots[i] == 2);`,
    "i >= 8",
    "i > 8",
    { memory: "unsafe" },
  ),
  ...beside(
    "an input indexes an array before a lock",
    `extern unsigned __VERIFIER_nondet_uint(void);
static struct { int slots[8]; pthread_mutex_t m; } @s;
THREAD(@f) { unsigned i = *(unsigned *)arg; pthread_mutex_lock(&@s.m); @s.slots[i]++; pthread_mutex_unlock(&@s.m); return arg; }`,
    `unsigned i = __VERIFIER_nondet_uint(); if (i >= 8) return; pthread_mutex_init(&@s.m, NULL);
pthread_t s, t; pthread_create(&s, NULL, @f, &i); pthread_create(&t, NULL, @f, &i); END(s); END(t); assert(@s.slots[i] == 2);`,
    "i >= 8",
    "i >= 20",
    { assert: "unsafe" },
  ),
  ...beside(
    "an index before a lock of the program's own",
    `static struct { char text[4]; atomic_int lock; int count; } @s;
THREAD(@f) { int expected = 0; while (!atomic_compare_exchange_strong(&@s.lock, &expected, arg ? 1 : 2)) expected = 0; @s.count++; @s.lock = 0; return arg; }
THREAD(@g) { unsigned i = __VERIFIER_nondet_uchar(); if (i < 4) @s.text[i] = 0; return arg; }`,
    "START(u, @g); START(s, @f); pthread_t t; pthread_create(&t, NULL, @f, &@s); END(s); END(t); END(u); assert(@s.count == 2);",
    "i < 4",
    "i < 5",
    { race: "unsafe" },
  ),
  ...beside(
    "a number and a pointer in each element of an array",
    `static int @a, @b; static struct { long key; int *to; int n; } @v[3] = {{1, &@a, 0}, {2, &@b, 0}, {3, &@a, 0}};
THREAD(@f) { unsigned i = __VERIFIER_nondet_uchar(); if (i < 3) { LOCK; @v[i].key = -1; @v[i].n = i; *@v[(i + 1) % 3].to = 5; UNLOCK; } return arg; }`,
    "START(s, @f); START(t, @f); END(s); END(t); assert((@a == 0 || @a == 5) && (@b == 0 || @b == 5));",
    "@v[i].key = -1;",
    "((long *)@v)[i] = 77;",
    { memory: "unsafe" },
  ),
  ...beside(
    "an index whose multiple wraps",
    `extern unsigned long __VERIFIER_nondet_ulong(void);
static int @a; static struct { long key; int *to; long n; } @v[2] = {{1, &@a, 0}, {2, &@a, 0}};
THREAD(@f) { unsigned long i = __VERIFIER_nondet_ulong(); if (i == 1) { LOCK; ((long *)((char *)@v + i * 24))[0] = 8; *@v[1].to = 5; UNLOCK; } return arg; }`,
    "START(s, @f); START(t, @f); END(s); END(t); assert(@a == 0 || @a == 5);",
    "i == 1",
    "i == 0xaaaaaaaaaaaaaaacul", // 32: the pointer of the second element
    { memory: "unsafe" },
  ),
  ...beside(
    "a place that is a pointer or a number",
    `extern unsigned long __VERIFIER_nondet_ulong(void);
static int @a, @b; static unsigned long @word;
THREAD(@set) { unsigned long n = __VERIFIER_nondet_ulong(); LOCK; @word = (n & 1) ? n : (unsigned long)&@a; UNLOCK; return arg; }
THREAD(@use) { LOCK; unsigned long w = @word; if (w != 0 && !(w & 1)) *(int *)w = 7; UNLOCK; return arg; }`,
    "START(s, @set); START(t, @use); END(s); END(t); assert(@a == 0 || @a == 7); assert(@b == 0);",
    "(n & 1) ? n",
    "(n & 3) ? n",
    { memory: "unsafe" },
  ),
  ...beside(
    "a fill of more than a page, of which a few bytes matter",
    `static char @big[20000];
THREAD(@f) { LOCK; memset(@big, 3, sizeof @big); @big[10000] = 4; UNLOCK; return arg; }
THREAD(@g) { LOCK; assert(@big[0] == 0 || (@big[0] == 3 && @big[19999] == 3 && @big[10000] == 4)); UNLOCK; return arg; }`,
    "START(s, @f); START(t, @g); END(s); END(t);",
    "@big[10000] == 4",
    "@big[10000] == 3",
    { assert: "unsafe", memory: "safe", race: "safe" },
  ),
  ...beside(
    "a structure of more than a page, copied by one thread and handed on",
    `struct @page { int used; char text[6000]; int end; }; static struct @page @p, *@handed;
THREAD(@g) { LOCK; if (@handed) assert(@handed->end == 5); UNLOCK; return arg; }`,
    "static struct @page a, b; a.end = 5; b = a; START(t, @g); LOCK; @handed = &b; UNLOCK; END(t); assert(@p.end == 0);",
    "a.end = 5;",
    "a.used = 5;",
    { assert: "unsafe" },
  ),
  ...beside(
    "an array of structs with a lock in each",
    `static struct { pthread_mutex_t m; int n[2]; } @v[2];
THREAD(@f) { unsigned i = __VERIFIER_nondet_uchar() % 2, k = __VERIFIER_nondet_uchar() % 2; pthread_mutex_lock(&@v[i].m); @v[i].n[k]++; pthread_mutex_unlock(&@v[i].m); return arg; }`,
    `pthread_mutex_init(&@v[0].m, NULL); pthread_mutex_init(&@v[1].m, NULL);
START(s, @f); START(t, @f); END(s); END(t); assert(@v[0].n[0] + @v[0].n[1] + @v[1].n[0] + @v[1].n[1] == 2);`,
    "pthread_mutex_lock(&@v[i].m);",
    "pthread_mutex_lock(&@v[k].m);",
    { deadlock: "unsafe" },
  ),
  ...beside(
    "an element that is read on both sides of a branch, before a write to one that only one side may read",
    "static int @a[16]; THREAD(@f) { LOCK; @a[__VERIFIER_nondet_uchar() & 15] = 1; UNLOCK; return arg; }",
    `unsigned i = __VERIFIER_nondet_uchar() & 15, x, y;
START(t, @f); LOCK; if (i >= 5) x = @a[i]; else x = @a[i]; @a[6] = 5; y = @a[i]; UNLOCK; END(t); assert(x == y || i == 6);`,
    "|| i == 6",
    "|| i == 7",
    { assert: "unsafe" },
  ),
  ...beside(
    "an element that is read on both sides of a branch, guarded by one lock or by another",
    `static int @a[256]; static pthread_mutex_t @n = PTHREAD_MUTEX_INITIALIZER;
THREAD(@f) { LOCK; @a[3] = 1; UNLOCK; pthread_mutex_lock(&@n); @a[200] = 1; pthread_mutex_unlock(&@n); return arg; }`,
    `int i = (signed char)__VERIFIER_nondet_uchar(), x, y; START(t, @f); LOCK; pthread_mutex_lock(&@n);
if (i < 5) x = @a[128 + i]; else x = @a[128 + i]; if (i < 5) { y = @a[128 + i]; UNLOCK; } else { UNLOCK; y = @a[128 + i]; }
pthread_mutex_unlock(&@n); END(t); assert(x == y);`,
    "{ y = @a[128 + i]; UNLOCK; }",
    "{ UNLOCK; y = @a[128 + i]; }",
    { assert: "unsafe", race: "unsafe" },
  ),
];
