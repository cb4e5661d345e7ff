// The verdicts that the staged engine must give: memory accessed through pointers, arrays, structs and unions; every kind of
// synchronisation; every way to start threads; every property it checks.

import { joins } from "./joins.ts";
import { places } from "./places.ts";
import type { Case } from "./programs.ts";
import { sizes } from "./sizes.ts";

const memory: readonly Case[] = [
  {
    name: "a large atomic on one side inside a section",
    code: "struct @wide { long a, b, c; }; static _Atomic struct @wide @w; static int @x, @k; THREAD(@t) { __VERIFIER_atomic_begin(); if (@x) @k = (int)atomic_load(&@w).b; __VERIFIER_atomic_end(); return arg; } THREAD(@u) { __VERIFIER_atomic_begin(); @w = (struct @wide){1, 2, 3}; @x = 1; __VERIFIER_atomic_end(); return arg; }",
    main: "START(s, @t); START(t, @u); END(s); END(t); assert(@k == 0 || @k == 2); assert(@k != 1);",
    expect: { assert: "safe", memory: "safe", race: "safe" },
  },
  {
    // The block that fails comes after the one that returns: the local still ends at the return.
    name: "a local ends at a return with a failing side beside it",
    code: "static atomic_int *_Atomic @p; THREAD(@t) { atomic_int l = 1; @p = &l; if (l == 2) assert(0); return arg; } THREAD(@u) { atomic_int *q = @p; if (q) *q = 2; return arg; }",
    main: "START(s, @t); START(t, @u); END(s); END(t);",
    expect: { memory: "unsafe", assert: "unsafe" },
  },
  {
    name: "shared pointer",
    code: `static int @a, @b, *@p = &@a;
THREAD(@move) { LOCK; @p = &@b; UNLOCK; return arg; }
THREAD(@write) { LOCK; *@p = 5; UNLOCK; return arg; }`,
    main: "START(s, @move); START(t, @write); END(s); END(t); assert(@a + @b == 5); assert(*@p == @b);",
    expect: { assert: "safe", memory: "safe", race: "safe", deadlock: "safe" },
  },
  {
    name: "shared pointer, moved too late",
    code: `static int @a, @b, *@p = &@a;
THREAD(@move) { LOCK; @p = &@b; UNLOCK; return arg; }
THREAD(@write) { LOCK; *@p = 5; UNLOCK; return arg; }`,
    main: "START(s, @move); START(t, @write); END(s); END(t); assert(@b == 5);",
    expect: { assert: "unsafe", race: "safe" },
  },
  {
    name: "pointer that may be null",
    code: `static int @a, *_Atomic @p;
THREAD(@set) { @p = &@a; return arg; }
THREAD(@use) { *@p = 1; return arg; }`,
    main: "START(s, @set); START(t, @use); END(s); END(t);",
    expect: { memory: "unsafe", assert: "safe-bounded" },
  },
  {
    name: "pointer to a pointer",
    code: `static int @a = 1, @b = 2, *@p = &@a, *@q = &@b, **@pp = &@p;
THREAD(@turn) { LOCK; @pp = &@q; UNLOCK; LOCK; *@pp = &@a; UNLOCK; return arg; }
THREAD(@add) { LOCK; **@pp += 10; UNLOCK; return arg; }`,
    main: "START(s, @turn); START(t, @add); END(s); END(t); assert((@a == 11 && @b == 2) || (@a == 1 && @b == 12));",
    expect: { assert: "safe", memory: "safe", race: "safe", deadlock: "safe" },
  },
  {
    name: "pointer to a pointer, one case forgotten",
    code: `static int @a = 1, @b = 2, *@p = &@a, *@q = &@b, **@pp = &@p;
THREAD(@turn) { LOCK; @pp = &@q; UNLOCK; LOCK; *@pp = &@a; UNLOCK; return arg; }
THREAD(@add) { LOCK; **@pp += 10; UNLOCK; return arg; }`,
    main: "START(s, @turn); START(t, @add); END(s); END(t); assert(@a == 11);",
    expect: { assert: "unsafe" },
  },
  {
    name: "array indexed by shared data",
    code: `static int @v[4]; static atomic_int @i;
THREAD(@step) { @i = 2; @i = 3; return arg; }
THREAD(@mark) { int k = @i; LOCK; @v[k] = 7; UNLOCK; return arg; }`,
    main: "START(s, @step); START(t, @mark); END(s); END(t); assert(@v[1] == 0); assert(@v[0] + @v[2] + @v[3] == 7);",
    expect: { assert: "safe", memory: "safe", race: "safe", deadlock: "safe" },
  },
  {
    name: "index beyond the end",
    code: `static int @v[3]; static atomic_int @i;
THREAD(@step) { @i++; @i++; return arg; }
THREAD(@mark) { @v[@i + 1] = 7; return arg; }`,
    main: "START(s, @step); START(t, @mark); END(s); END(t);",
    expect: { memory: "unsafe", assert: "safe-bounded" },
  },
  {
    name: "index from an input",
    code: `static int @v[5]; static int @i;
THREAD(@choose) { LOCK; @i = __VERIFIER_nondet_uchar() % 5; UNLOCK; return arg; }
THREAD(@mark) { LOCK; @v[@i] = 9; UNLOCK; return arg; }`,
    main: "START(s, @choose); START(t, @mark); END(s); END(t); assert(@v[0] + @v[1] + @v[2] + @v[3] + @v[4] == 9); assert(@v[@i] == 9 || @v[0] == 9);",
    expect: { assert: "safe", memory: "safe", race: "safe" },
  },
  {
    name: "structs copied whole",
    code: `struct @s { int a, b; long c; char d[5]; }; static struct @s @x, @y;
THREAD(@fill) { struct @s t = {1, 2, 3, "four"}; LOCK; @x = t; UNLOCK; return arg; }
THREAD(@copy) { LOCK; @y = @x; UNLOCK; return arg; }`,
    main: "START(s, @fill); START(t, @copy); END(s); END(t); assert((@y.a == 1 && @y.b == 2 && @y.c == 3 && @y.d[3] == 'r') || (@y.a == 0 && @y.c == 0 && @y.d[0] == 0));",
    expect: { assert: "safe", memory: "safe", race: "safe", deadlock: "safe" },
  },
  {
    name: "structs copied in two halves",
    code: `struct @s { int a, b; }; static struct @s @x; static int @seen;
THREAD(@fill) { LOCK; @x.a = 1; UNLOCK; LOCK; @x.b = 1; UNLOCK; return arg; }
THREAD(@copy) { LOCK; struct @s t = @x; UNLOCK; @seen = t.a != t.b; return arg; }`,
    main: "START(s, @fill); START(t, @copy); END(s); END(t); assert(!@seen);",
    expect: { assert: "unsafe", race: "safe" },
  },
  {
    name: "structs by value through a function",
    code: `struct @s { int a, b; }; static struct @s @x;
static struct @s @make(int k) { struct @s t = {k, -k}; return t; }
static int @sum(struct @s t) { return t.a + t.b; }
THREAD(@fill) { LOCK; @x = @make(4); UNLOCK; return arg; }
THREAD(@look) { LOCK; assert(@sum(@x) == 0); UNLOCK; return arg; }`,
    main: "START(s, @fill); START(t, @look); END(s); END(t);",
    expect: { assert: "safe", race: "safe" },
  },
  {
    name: "unions",
    code: `static union { uint32_t i; uint16_t s[2]; uint8_t c[4]; } @u;
THREAD(@low) { @u.c[1] = 1; return arg; }
THREAD(@high) { @u.s[1] = 2; return arg; }`,
    main: "START(s, @low); START(t, @high); END(s); END(t); assert(@u.i == 0x00020100);",
    expect: { assert: "safe", race: "safe" },
  },
  {
    name: "unions, overlapping",
    code: `static union { uint32_t i; uint16_t s[2]; uint8_t c[4]; } @u;
THREAD(@all) { LOCK; @u.i = 0x01010101; UNLOCK; return arg; }
THREAD(@one) { LOCK; @u.c[2] = 9; UNLOCK; return arg; }`,
    main: "START(s, @all); START(t, @one); END(s); END(t); assert(@u.s[0] == 0x0101); assert(@u.i == 0x01010101 || @u.i == 0x01090101);",
    expect: { assert: "safe", race: "safe" },
  },
  {
    name: "a union written in two ways on two paths",
    code: "static union { uint32_t i; uint8_t c[4]; } @u;",
    main: "if (__VERIFIER_nondet_uchar()) @u.i = 0x22222222; else @u.c[0] = 1; assert(@u.i == 1 || @u.i == 0x22222222);",
    expect: { assert: "safe" },
  },
  {
    name: "a union written in two ways on two paths, the wider one seen",
    code: "static union { uint32_t i; uint8_t c[4]; } @u;",
    main: "if (__VERIFIER_nondet_uchar()) @u.i = 0x22222222; else @u.c[0] = 1; assert(@u.i != 0x22222222);",
    expect: { assert: "unsafe" },
  },
  {
    name: "a global first touched on one path",
    code: "static int @g = 3;",
    main: "if (__VERIFIER_nondet_uchar()) @g = 5; assert(@g == 5);",
    expect: { assert: "unsafe" },
  },
  {
    name: "a thread-local and an array first touched on one path",
    code: "static int @g[4]; static _Thread_local int @l = 3;",
    main: "if (__VERIFIER_nondet_uchar()) @l = 5; if (__VERIFIER_nondet_uchar()) { int *p = &@g[1]; *p = 4; } assert(@l == 5 || @g[1] == 4);",
    expect: { assert: "unsafe" },
  },
  {
    name: "unions, one order forgotten",
    code: `static union { uint32_t i; uint16_t s[2]; uint8_t c[4]; } @u;
THREAD(@all) { LOCK; @u.i = 0x01010101; UNLOCK; return arg; }
THREAD(@one) { LOCK; @u.c[2] = 9; UNLOCK; return arg; }`,
    main: "START(s, @all); START(t, @one); END(s); END(t); assert(@u.s[1] == 0x0109);",
    expect: { assert: "unsafe" },
  },
  {
    name: "memcpy between threads",
    code: `static char @from[12] = "abcdefghijk", @to[12];
THREAD(@change) { LOCK; memcpy(@from + 3, "XYZ", 3); UNLOCK; return arg; }
THREAD(@copy) { LOCK; memcpy(@to, @from, sizeof @to); UNLOCK; return arg; }`,
    main: 'START(s, @change); START(t, @copy); END(s); END(t); assert(!memcmp(@to, "abcdefghijk", 12) || !memcmp(@to, "abcXYZghijk", 12));',
    expect: { assert: "safe", memory: "safe", race: "safe" },
  },
  {
    name: "memcpy between threads, too early",
    code: `static char @from[12] = "abcdefghijk", @to[12];
THREAD(@change) { LOCK; memcpy(@from + 3, "XYZ", 3); UNLOCK; return arg; }
THREAD(@copy) { LOCK; memcpy(@to, @from, sizeof @to); UNLOCK; return arg; }`,
    main: "START(s, @change); START(t, @copy); END(s); END(t); assert(@to[4] == 'Y');",
    expect: { assert: "unsafe" },
  },
  {
    name: "memset and bytes",
    code: `static unsigned char @b[8];
THREAD(@fill) { LOCK; memset(@b, 0xff, 8); UNLOCK; return arg; }
THREAD(@poke) { LOCK; @b[5] = 1; UNLOCK; return arg; }`,
    main: "START(s, @fill); START(t, @poke); END(s); END(t); uint64_t x; memcpy(&x, @b, 8); assert(x == UINT64_MAX || x == 0xffff01ffffffffffu);",
    expect: { assert: "safe", race: "safe" },
  },
  {
    name: "realloc under a lock",
    code: "static int *@p; THREAD(@a) { LOCK; @p = realloc(@p, 4 * sizeof(int)); @p[3] = 4; UNLOCK; return arg; } THREAD(@b) { LOCK; assert(@p[0] == 7); @p[1] = 1; UNLOCK; return arg; }",
    main: "@p = malloc(2 * sizeof(int)); @p[0] = 7; START(s, @a); START(t, @b); END(s); END(t); assert(@p[0] == 7 && @p[3] == 4 && @p[1] == 1); free(@p);",
    expect: { assert: "safe", memory: "safe", race: "safe" },
  },
  {
    name: "realloc, the old pointer kept",
    code: "static int *@p; THREAD(@a) { LOCK; @p = realloc(@p, 4 * sizeof(int)); UNLOCK; return arg; }",
    main: "@p = malloc(2 * sizeof(int)); @p[0] = 7; int *q = @p; START(s, @a); LOCK; q[0] = 1; UNLOCK; END(s); free(@p);",
    expect: { memory: "unsafe" },
  },
  {
    name: "bit-fields",
    code: `static struct { unsigned a : 3, b : 5, c : 9; } @f;
THREAD(@one) { LOCK; @f.a = 5; UNLOCK; return arg; }
THREAD(@two) { LOCK; @f.c = 300; UNLOCK; return arg; }`,
    main: "START(s, @one); START(t, @two); END(s); END(t); assert(@f.a == 5 && @f.b == 0 && @f.c == 300);",
    expect: { assert: "safe", race: "safe" },
  },
  {
    name: "bit-fields without a lock",
    code: `static struct { unsigned a : 3, b : 5; } @f;
THREAD(@one) { @f.a = 5; return arg; }
THREAD(@two) { @f.b = 3; return arg; }`,
    main: "START(s, @one); START(t, @two); END(s); END(t); assert(@f.a == 5 && @f.b == 3);",
    expect: { assert: "unsafe", race: "unsafe" },
  },
  {
    name: "heap freed after the join",
    code: "static int *@p; THREAD(@use) { *@p = 3; return arg; }",
    main: "@p = malloc(sizeof *@p); *@p = 0; START(t, @use); END(t); assert(*@p == 3); free(@p);",
    expect: { assert: "safe", memory: "safe", race: "safe" },
  },
  {
    name: "heap freed by another thread",
    code: "static int *@p; THREAD(@drop) { LOCK; free(@p); UNLOCK; return arg; } THREAD(@use) { LOCK; *@p = 3; UNLOCK; return arg; }",
    main: "@p = malloc(sizeof *@p); START(s, @drop); START(t, @use); END(s); END(t);",
    expect: { memory: "unsafe", assert: "safe-bounded", race: "safe-bounded" },
  },
  {
    name: "heap freed twice",
    code: "static int *@p; THREAD(@drop) { LOCK; if (@p) free(@p); UNLOCK; return arg; }",
    main: "@p = malloc(sizeof *@p); START(s, @drop); START(t, @drop); END(s); END(t);",
    expect: { memory: "unsafe" },
  },
  {
    name: "heap freed once",
    code: "static int *@p; THREAD(@drop) { LOCK; if (@p) free(@p); @p = NULL; UNLOCK; return arg; }",
    main: "@p = malloc(sizeof *@p); START(s, @drop); START(t, @drop); END(s); END(t); assert(!@p);",
    expect: { memory: "safe", assert: "safe", race: "safe" },
  },
  {
    name: "stack of another thread",
    code: "static int *@p; THREAD(@use) { LOCK; if (@p) *@p = 1; UNLOCK; return arg; } static void @give(void) { int local = 0; LOCK; @p = &local; UNLOCK; LOCK; @p = NULL; UNLOCK; }",
    main: "START(t, @use); @give(); END(t);",
    expect: { memory: "safe", race: "safe" },
  },
  {
    name: "stack of another thread, after its return",
    code: "static int *@p; THREAD(@use) { LOCK; if (@p) *@p = 1; UNLOCK; return arg; } static void @give(void) { int local = 0; LOCK; @p = &local; UNLOCK; }",
    main: "START(t, @use); @give(); END(t);",
    expect: { memory: "unsafe" },
  },
  {
    name: "list on the heap",
    code: `struct @n { int v; struct @n *next; }; static struct @n *@head;
static void @push(int v) { struct @n *e = malloc(sizeof *e); e->v = v; LOCK; e->next = @head; @head = e; UNLOCK; }
THREAD(@one) { @push(1); return arg; } THREAD(@two) { @push(2); return arg; }`,
    main: "START(s, @one); START(t, @two); END(s); END(t); int sum = 0, k = 0; for (struct @n *e = @head; e; e = e->next) { sum += e->v; k++; } assert(sum == 3 && k == 2);",
    expect: { assert: "safe", memory: "safe", race: "safe", deadlock: "safe" },
  },
  {
    name: "list on the heap, without a lock",
    code: `struct @n { int v; struct @n *next; }; static struct @n *_Atomic @head;
static void @push(int v) { struct @n *e = malloc(sizeof *e); e->v = v; e->next = @head; @head = e; }
THREAD(@one) { @push(1); return arg; } THREAD(@two) { @push(2); return arg; }`,
    main: "START(s, @one); START(t, @two); END(s); END(t); int sum = 0; for (struct @n *e = @head; e; e = e->next) sum += e->v; assert(sum == 3);",
    expect: { assert: "unsafe", memory: "safe" },
  },
  {
    name: "functions chosen by shared data",
    code: `static int @x; static void @inc(void) { @x++; } static void @dec(void) { @x--; } static void (*@f[2])(void) = {@inc, @dec}; static int @k;
THREAD(@turn) { LOCK; @k = 1; UNLOCK; return arg; } THREAD(@call) { LOCK; @f[@k](); UNLOCK; return arg; }`,
    main: "START(s, @turn); START(t, @call); END(s); END(t); assert(@x == 1 || @x == -1);",
    expect: { assert: "safe", memory: "safe", race: "safe" },
  },
  {
    name: "functions chosen by shared data, the wrong one",
    code: `static int @x; static void @inc(void) { @x++; } static void @dec(void) { @x--; } static void (*@f[2])(void) = {@inc, @dec}; static int @k;
THREAD(@turn) { LOCK; @k = 1; UNLOCK; return arg; } THREAD(@call) { LOCK; @f[@k](); UNLOCK; return arg; }`,
    main: "START(s, @turn); START(t, @call); END(s); END(t); assert(@x == 1);",
    expect: { assert: "unsafe" },
  },
  {
    name: "thread-local",
    code: "static _Thread_local int @mine; static int @sum; THREAD(@add) { @mine += 2; LOCK; @sum += @mine; UNLOCK; return arg; }",
    main: "@mine = 7; START(s, @add); START(t, @add); END(s); END(t); assert(@sum == 4 && @mine == 7);",
    expect: { assert: "safe", race: "safe" },
  },
];

const threads: readonly Case[] = [
  {
    name: "threads in a loop",
    code: "static int @x; THREAD(@add) { LOCK; @x += (int)(intptr_t)arg; UNLOCK; return arg; }",
    main: "pthread_t t[3]; for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, @add, (void *)(intptr_t)(i + 1)); for (int i = 0; i < 3; i++) END(t[i]); assert(@x == 6);",
    expect: { assert: "safe", memory: "safe", race: "safe", deadlock: "safe" },
  },
  {
    name: "threads in a loop, last one not awaited",
    code: "static int @x; THREAD(@add) { LOCK; @x += 1; UNLOCK; return arg; }",
    main: "pthread_t t[3]; for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, @add, NULL); for (int i = 0; i < 2; i++) END(t[i]); LOCK; assert(@x == 3); UNLOCK;",
    expect: { assert: "unsafe", race: "safe" },
  },
  {
    name: "threads in threads",
    code: "static int @x; THREAD(@inner) { @x++; return arg; } THREAD(@outer) { @x++; START(t, @inner); END(t); @x++; return arg; }",
    main: "START(t, @outer); END(t); assert(@x == 3);",
    expect: { assert: "safe", race: "safe", deadlock: "safe" },
  },
  {
    name: "threads in threads, both at once",
    code: "static int @x; THREAD(@inner) { @x++; return arg; } THREAD(@outer) { START(t, @inner); @x++; END(t); return arg; }",
    main: "START(t, @outer); END(t); assert(@x == 2);",
    expect: { assert: "unsafe", race: "unsafe" },
  },
  {
    name: "threads by recursion",
    code: "static atomic_int @x; THREAD(@down) { intptr_t k = (intptr_t)arg; @x += 1; if (k > 0) { pthread_t t; pthread_create(&t, NULL, @down, (void *)(k - 1)); END(t); } return arg; }",
    main: "pthread_t t; pthread_create(&t, NULL, @down, (void *)2); END(t); assert(@x == 3);",
    expect: { assert: "safe", race: "safe", deadlock: "safe" },
  },
  {
    name: "recursion over shared data",
    code: "static atomic_int @n = 2, @calls; static void @go(int k) { @calls++; if (k > 0) @go(k - 1); } THREAD(@more) { @n = 3; return arg; } THREAD(@run) { @go(@n); return arg; }",
    main: "START(s, @more); START(t, @run); END(s); END(t); assert(@calls == 3 || @calls == 4);",
    expect: { assert: "safe" },
  },
  {
    name: "recursion over shared data, too deep",
    code: "static atomic_int @n = 2, @calls; static void @go(int k) { @calls++; if (k > 0) @go(k - 1); } THREAD(@more) { @n = 6; return arg; } THREAD(@run) { @go(@n); return arg; }",
    main: "START(s, @more); START(t, @run); END(s); END(t); assert(@calls < 7);",
    expect: { assert: "unsafe" },
  },
  {
    name: "a thread that is started or not",
    code: "static atomic_int @x; THREAD(@set) { @x = 1; return arg; }",
    main: "pthread_t t; int go = __VERIFIER_nondet_uchar() & 1; if (go) pthread_create(&t, NULL, @set, NULL); if (go) END(t); assert(@x == go);",
    expect: { assert: "safe", deadlock: "safe" },
  },
  {
    name: "results of threads",
    code: "static int @v[2]; THREAD(@give) { @v[(intptr_t)arg] = 4; return &@v[(intptr_t)arg]; }",
    main: "pthread_t s, t; void *p, *q; pthread_create(&s, NULL, @give, (void *)0); pthread_create(&t, NULL, @give, (void *)1); pthread_join(s, &p); pthread_join(t, &q); assert(p == &@v[0] && q == &@v[1] && *(int *)p + *(int *)q == 8);",
    expect: { assert: "safe", memory: "safe", race: "safe" },
  },
  {
    name: "argument on the stack, overwritten",
    code: "static atomic_int @x; THREAD(@take) { @x += *(int *)arg; return arg; }",
    main: "pthread_t t[2]; int k; for (k = 1; k <= 2; k++) pthread_create(&t[k - 1], NULL, @take, &k); END(t[0]); END(t[1]); assert(@x == 3);",
    expect: { assert: "unsafe", race: "unsafe" },
  },
  {
    name: "exit ends the process",
    code: "static atomic_int @x; THREAD(@quit) { @x = 1; exit(0); return arg; }",
    main: "START(t, @quit); END(t); assert(@x == 2);",
    expect: { assert: "safe", deadlock: "safe" },
  },
  {
    name: "exit in time or not",
    code: "static atomic_int @x; THREAD(@quit) { @x = 1; exit(0); return arg; }",
    main: "START(t, @quit); assert(@x == 0);",
    expect: { assert: "unsafe" },
  },
  {
    name: "an earlier failure hides a later one",
    code: "static atomic_int @x; THREAD(@a) { @x = 1; assert(@x != 1); @x = 2; return arg; }",
    main: "START(t, @a); END(t); int *p = NULL; if (@x == 2) *p = 1;",
    expect: { assert: "unsafe", memory: "safe" },
  },
];

const synchronisation: readonly Case[] = [
  {
    name: "a section also publishes what it does after the write that is seen",
    code: `static int @f, @z; THREAD(@a) { __VERIFIER_atomic_begin(); @f = 1; @z = 2; __VERIFIER_atomic_end(); return arg; }
THREAD(@b) { __VERIFIER_atomic_begin(); int l = @f; __VERIFIER_atomic_end(); if (l) @z = 3; return arg; }`,
    main: "START(s, @a); START(t, @b); END(s); END(t);",
    expect: { race: "safe" },
  },
  {
    name: "a barrier for two that three wait at: a section is longer than the first bound",
    code: `static pthread_barrier_t @b; static int @cell[2];
THREAD(@w) { int me = (int)(intptr_t)arg; @cell[me] = me + 10; pthread_barrier_wait(&@b); assert(@cell[1 - me] == 11 - me); return arg; }`,
    main: `pthread_barrier_init(&@b, NULL, 2); pthread_t s, t, u; pthread_create(&s, NULL, @w, (void *)0); pthread_create(&t, NULL, @w, (void *)1);
pthread_create(&u, NULL, @w, (void *)1); END(s); END(t); END(u);`,
    expect: { assert: "unsafe", deadlock: "unsafe", race: "unsafe" },
  },
  {
    name: "condition variable",
    code: `static pthread_cond_t @c = PTHREAD_COND_INITIALIZER; static int @ready, @data;
THREAD(@give) { LOCK; @data = 5; @ready = 1; pthread_cond_signal(&@c); UNLOCK; return arg; }
THREAD(@take) { LOCK; while (!@ready) pthread_cond_wait(&@c, &m); assert(@data == 5); UNLOCK; return arg; }`,
    main: "START(s, @give); START(t, @take); END(s); END(t);",
    expect: { assert: "safe", memory: "safe", race: "safe", deadlock: "safe" },
  },
  {
    name: "a lock that one of two releases frees",
    code: `static int @a, @b; static atomic_int @early;
THREAD(@one) { LOCK; @a = 1; int e = @early; if (e) { @b = @a; UNLOCK; } else { @a = 1; @b = @a; UNLOCK; } return arg; }
THREAD(@two) { @early = 1; LOCK; @a = 2; @b = 2; UNLOCK; return arg; }`,
    main: "START(s, @one); START(t, @two); END(s); END(t); assert(@a == @b);",
    expect: { assert: "safe", race: "safe", deadlock: "safe" },
  },
  {
    name: "a lock that is released early under a condition",
    code: `static volatile int @a; static int @b; static atomic_int @early;
THREAD(@one) { LOCK; @a = 1; int e = @early; if (e) UNLOCK; @b = @a; if (!e) UNLOCK; return arg; }
THREAD(@two) { @early = 1; LOCK; @a = 2; UNLOCK; return arg; }`,
    main: "START(s, @one); START(t, @two); END(s); END(t); assert(@b == 1);",
    expect: { assert: "unsafe", race: "unsafe", deadlock: "safe" },
  },
  {
    name: "a lock that is never released on one side",
    code: `static int @a; static atomic_int @stays;
THREAD(@one) { LOCK; @a = 1; if (@stays) return arg; UNLOCK; LOCK; @a = 3; UNLOCK; return arg; }
THREAD(@two) { @stays = 1; LOCK; assert(@a != 3 || @stays); UNLOCK; return arg; }`,
    main: "START(s, @one); START(t, @two); END(s); END(t);",
    expect: { assert: "safe", deadlock: "unsafe" },
  },
  {
    name: "condition variable, signal lost",
    code: `static pthread_cond_t @c = PTHREAD_COND_INITIALIZER; static int @data;
THREAD(@give) { LOCK; @data = 5; pthread_cond_signal(&@c); UNLOCK; return arg; }
THREAD(@take) { LOCK; pthread_cond_wait(&@c, &m); assert(@data == 5 || @data == 0); UNLOCK; return arg; }`,
    main: "START(s, @give); START(t, @take); END(s); END(t);",
    expect: { assert: "safe", race: "safe", deadlock: "unsafe" },
  },
  {
    name: "condition variable, one signal for two",
    code: `static pthread_cond_t @c = PTHREAD_COND_INITIALIZER; static int @ready;
THREAD(@give) { LOCK; @ready = 1; pthread_cond_signal(&@c); UNLOCK; return arg; }
THREAD(@take) { LOCK; while (!@ready) pthread_cond_wait(&@c, &m); UNLOCK; return arg; }`,
    main: "START(r, @take); START(s, @give); START(t, @take); END(r); END(s); END(t);",
    expect: { deadlock: "unsafe" },
  },
  {
    name: "condition variable, broadcast",
    code: `static pthread_cond_t @c = PTHREAD_COND_INITIALIZER; static int @ready;
THREAD(@give) { LOCK; @ready = 1; pthread_cond_broadcast(&@c); UNLOCK; return arg; }
THREAD(@take) { LOCK; while (!@ready) pthread_cond_wait(&@c, &m); UNLOCK; return arg; }`,
    main: "START(r, @take); START(s, @give); START(t, @take); END(r); END(s); END(t);",
    expect: { deadlock: "safe", race: "safe", assert: "safe" },
  },
  {
    name: "semaphores",
    code: "static sem_t @s; static int @x; THREAD(@set) { @x = 3; sem_post(&@s); return arg; }",
    main: "sem_init(&@s, 0, 0); START(t, @set); sem_wait(&@s); assert(@x == 3); END(t);",
    expect: { assert: "safe", race: "safe", deadlock: "safe" },
  },
  {
    name: "semaphores, one too many",
    code: "static sem_t @s; static int @x; THREAD(@set) { @x = 3; sem_post(&@s); return arg; }",
    main: "sem_init(&@s, 0, 1); START(t, @set); sem_wait(&@s); assert(@x == 3); END(t);",
    expect: { assert: "unsafe", race: "unsafe", deadlock: "safe" },
  },
  {
    name: "semaphores, one too few",
    code: "static sem_t @s; THREAD(@get) { sem_wait(&@s); return arg; }",
    main: "sem_init(&@s, 0, 0); START(t, @get); START(u, @get); sem_post(&@s); END(t); END(u);",
    expect: { deadlock: "unsafe" },
  },
  {
    name: "barrier",
    code: "static pthread_barrier_t @b; static int @x, @y; THREAD(@other) { @x = 1; pthread_barrier_wait(&@b); assert(@y == 1); return arg; }",
    main: "pthread_barrier_init(&@b, NULL, 2); START(t, @other); @y = 1; pthread_barrier_wait(&@b); assert(@x == 1); END(t);",
    expect: { assert: "safe", race: "safe", deadlock: "safe" },
  },
  {
    name: "barrier for too many",
    code: "static pthread_barrier_t @b; THREAD(@other) { pthread_barrier_wait(&@b); return arg; }",
    main: "pthread_barrier_init(&@b, NULL, 3); START(t, @other); pthread_barrier_wait(&@b); END(t);",
    expect: { deadlock: "unsafe" },
  },
  {
    name: "read-write lock",
    code: `static pthread_rwlock_t @l = PTHREAD_RWLOCK_INITIALIZER; static int @x, @y;
THREAD(@write) { pthread_rwlock_wrlock(&@l); @x++; @y++; pthread_rwlock_unlock(&@l); return arg; }
THREAD(@read) { pthread_rwlock_rdlock(&@l); assert(@x == @y); pthread_rwlock_unlock(&@l); return arg; }`,
    main: "START(r, @read); START(s, @write); START(t, @read); END(r); END(s); END(t);",
    expect: { assert: "safe", race: "safe", deadlock: "safe" },
  },
  {
    name: "read-write lock, written under a read lock",
    code: `static pthread_rwlock_t @l = PTHREAD_RWLOCK_INITIALIZER; static int @x;
THREAD(@write) { pthread_rwlock_rdlock(&@l); @x++; pthread_rwlock_unlock(&@l); return arg; }`,
    main: "START(r, @write); START(s, @write); END(r); END(s); assert(@x == 2);",
    expect: { assert: "unsafe", race: "unsafe" },
  },
  {
    name: "spin lock",
    code: "static atomic_flag @f = ATOMIC_FLAG_INIT; static int @x; THREAD(@add) { while (atomic_flag_test_and_set(&@f)); @x++; atomic_flag_clear(&@f); return arg; }",
    main: "START(s, @add); START(t, @add); END(s); END(t); assert(@x == 2);",
    expect: { assert: "safe", race: "safe", deadlock: "safe" },
  },
  {
    name: "spinning on a flag",
    code: "static atomic_int @f; static int @x; THREAD(@set) { @x = 1; @f = 1; return arg; }",
    main: "START(t, @set); while (!@f); assert(@x == 1); END(t);",
    expect: { assert: "safe", race: "safe" },
  },
  {
    name: "spinning on the wrong flag",
    code: "static atomic_int @f; static int @x; THREAD(@set) { @f = 1; @x = 1; return arg; }",
    main: "START(t, @set); while (!@f); assert(@x == 1); END(t);",
    expect: { assert: "unsafe", race: "unsafe" },
  },
  {
    name: "spinning and changing a global",
    code: "static atomic_int @f; static int @g; THREAD(@set) { @f = 1; return arg; }",
    main: "START(t, @set); while (!@f) @g = 7; assert(@g != 7);",
    expect: { assert: "unsafe" },
  },
  {
    name: "spinning and counting",
    code: "static atomic_int @f; static int @n; THREAD(@set) { @f = 1; return arg; }",
    main: "START(t, @set); int k = 0; while (!@f) { k++; if (k == 3) break; } assert(k < 3);",
    expect: { assert: "unsafe" },
  },
  {
    name: "an assumption in a section orders nothing",
    code: "static int @flag, @data; THREAD(@tell) { @data = 1; @flag = 1; return arg; }",
    main: "START(t, @tell); __VERIFIER_atomic_begin(); __VERIFIER_assume(@flag == 1); __VERIFIER_atomic_end(); assert(@data == 1); END(t);",
    expect: { assert: "safe", race: "unsafe" },
  },
  {
    name: "a local that outlives its function where another path ended the thread",
    code: `static int *@p; static void @inner(void) { int v = 3; @p = &v; if (__VERIFIER_nondet_uchar()) pthread_exit(NULL); }
THREAD(@use) { @inner(); *@p = 4; return arg; }`,
    main: "START(t, @use); END(t);",
    expect: { memory: "unsafe" },
  },
  {
    name: "joining with the lock that the thread needs",
    code: "static atomic_int @x; THREAD(@work) { LOCK; @x = 1; UNLOCK; return arg; }",
    main: "LOCK; START(t, @work); END(t); UNLOCK;",
    expect: { assert: "safe", deadlock: "unsafe", race: "safe" },
  },
  {
    name: "compare-and-swap loop",
    code: "static atomic_int @x; THREAD(@add) { int old = @x; while (!atomic_compare_exchange_strong(&@x, &old, old + 1)); return arg; }",
    main: "START(s, @add); START(t, @add); END(s); END(t); assert(@x == 2);",
    expect: { assert: "safe", race: "safe" },
  },
  {
    name: "try-lock",
    code: "static int @x, @missed; THREAD(@add) { if (pthread_mutex_trylock(&m) == 0) { @x++; UNLOCK; } else { pthread_mutex_lock(&n); @missed++; pthread_mutex_unlock(&n); } return arg; }",
    main: "START(s, @add); START(t, @add); END(s); END(t); assert(@x + @missed == 2 && @x >= 1);",
    expect: { assert: "safe", race: "safe" },
  },
  {
    name: "atomic sections",
    code: "static int @x, @y; THREAD(@move) { __VERIFIER_atomic_begin(); @x--; @y++; __VERIFIER_atomic_end(); return arg; } THREAD(@look) { __VERIFIER_atomic_begin(); int s = @x + @y; __VERIFIER_atomic_end(); assert(s == 0); return arg; }",
    main: "START(s, @move); START(t, @look); END(s); END(t);",
    expect: { assert: "safe" },
  },
  {
    name: "atomic section with an early return",
    code: "static int @x, @y; static void @go(void) { __VERIFIER_atomic_begin(); if (@x == 0) { @x = 1; __VERIFIER_atomic_end(); return; } @y = @x + 1; @x = 2; __VERIFIER_atomic_end(); } THREAD(@a) { @go(); return arg; }",
    main: "START(s, @a); START(t, @a); END(s); END(t); assert(@x == 2 && @y == 2);",
    expect: { assert: "safe" },
  },
  {
    name: "locks in one order",
    code: "static int @x; THREAD(@a) { LOCK; pthread_mutex_lock(&n); @x++; pthread_mutex_unlock(&n); UNLOCK; return arg; }",
    main: "START(s, @a); START(t, @a); END(s); END(t); assert(@x == 2);",
    expect: { assert: "safe", race: "safe", deadlock: "safe" },
  },
  {
    name: "locks in two orders",
    code: "THREAD(@a) { LOCK; pthread_mutex_lock(&n); pthread_mutex_unlock(&n); UNLOCK; return arg; } THREAD(@b) { pthread_mutex_lock(&n); LOCK; UNLOCK; pthread_mutex_unlock(&n); return arg; }",
    main: "START(s, @a); START(t, @b); END(s); END(t);",
    expect: { deadlock: "unsafe", race: "safe" },
  },
  {
    name: "lock never released",
    code: "static atomic_int @early; THREAD(@a) { LOCK; if (@early) return arg; UNLOCK; return arg; } THREAD(@b) { @early = 1; LOCK; UNLOCK; return arg; }",
    main: "START(s, @a); START(t, @b); END(s); END(t);",
    expect: { deadlock: "unsafe" },
  },
  {
    name: "race hidden by a flag",
    code: "static atomic_int @f; static int @x; THREAD(@a) { @x = 1; @f = 1; return arg; } THREAD(@b) { if (@f) @x = 2; return arg; }",
    main: "START(s, @a); START(t, @b); END(s); END(t); assert(@x >= 1);",
    expect: { race: "safe", assert: "safe" },
  },
  {
    name: "race after a condition",
    code: "static atomic_int @f; static int @x; THREAD(@a) { @f = 1; @x = 1; return arg; } THREAD(@b) { if (@f) @x = 2; return arg; }",
    main: "START(s, @a); START(t, @b); END(s); END(t);",
    expect: { race: "unsafe", assert: "safe" },
  },
  {
    name: "once",
    code: "static pthread_once_t @o = PTHREAD_ONCE_INIT; static int @x; static void @init(void) { @x++; } THREAD(@a) { pthread_once(&@o, @init); assert(@x == 1); return arg; }",
    main: "START(s, @a); START(t, @a); END(s); END(t);",
    expect: { assert: "safe", race: "safe", deadlock: "safe" },
  },
];

const values: readonly Case[] = [
  {
    name: "inputs",
    code: "static int @x; THREAD(@set) { int k = __VERIFIER_nondet_int(); __VERIFIER_assume(k > 0 && k < 10); LOCK; @x = k; UNLOCK; return arg; }",
    main: "START(t, @set); END(t); assert(@x > 0 && @x < 10);",
    expect: { assert: "safe", race: "safe" },
  },
  {
    name: "one input of many",
    code: "static int @x; THREAD(@add) { int k = __VERIFIER_nondet_int(); LOCK; @x = 3 * @x + k; UNLOCK; return arg; }",
    main: "START(s, @add); START(t, @add); END(s); END(t); assert(@x != 123456789);",
    expect: { assert: "unsafe", race: "safe" },
  },
  {
    name: "overflow",
    code: "static int @x = INT_MAX - 1; THREAD(@add) { LOCK; @x++; UNLOCK; return arg; }",
    main: "START(s, @add); START(t, @add); END(s); END(t);",
    expect: { overflow: "unsafe", assert: "safe" },
  },
  {
    name: "a sum of products that may be fused is rounded twice, as in the executor",
    code: "static double @d = 1.0 + 0x1p-30, @e = -1.0 - 0x1p-29; static float @f = 1.0f + 0x1p-12f, @g = -1.0f - 0x1p-11f;",
    main: '_Pragma("STDC FP_CONTRACT ON") assert(@d * @d + @e == 0); assert(@f * @f + @g == 0);',
    expect: { assert: "safe" },
  },
  {
    name: "the atomic maximum and minimum of floats ignore NaN",
    code: "static float @f = 1.5f; static double @d = 2.5;",
    main: '__atomic_fetch_max(&@f, __builtin_nanf(""), 5); __atomic_fetch_min(&@d, __builtin_nan(""), 5); assert(@f == 1.5f && @d == 2.5);',
    expect: { assert: "safe" },
  },
  {
    name: "floating point of few values",
    code: "static float @f = 1.5f; static double @d; THREAD(@a) { LOCK; @d = @f * 2 + 0.25; UNLOCK; return arg; }",
    main: "START(t, @a); LOCK; double d = @d; UNLOCK; END(t); assert(d == 3.25 || d == 0); assert((int)d != 3);",
    expect: { assert: "unsafe", race: "safe" },
  },
  {
    name: "no overflow",
    code: "static int @x = INT_MAX - 2; THREAD(@add) { LOCK; @x++; UNLOCK; return arg; }",
    main: "START(s, @add); START(t, @add); END(s); END(t); assert(@x == INT_MAX);",
    expect: { overflow: "safe", assert: "safe" },
  },
  {
    name: "overflow in one order only",
    code: "static int @x = INT_MAX; THREAD(@down) { LOCK; @x--; UNLOCK; return arg; } THREAD(@up) { LOCK; @x++; UNLOCK; return arg; }",
    main: "START(s, @down); START(t, @up); END(s); END(t);",
    expect: { overflow: "unsafe" },
  },
  {
    name: "division by what another thread sets",
    code: "static atomic_int @d = 1; THREAD(@zero) { @d = 0; @d = 2; return arg; } THREAD(@use) { int k = 8 / @d; assert(k == 8 || k == 4); return arg; }",
    main: "START(s, @zero); START(t, @use); END(s); END(t);",
    expect: { overflow: "unsafe", assert: "safe-bounded" },
  },
  {
    name: "narrow types",
    code: "static signed char @c = 127; static unsigned short @s = 65535; static uint64_t @l = 1; THREAD(@add) { LOCK; @c++; @s++; @l <<= 40; UNLOCK; return arg; }",
    main: "START(t, @add); LOCK; assert((@c == 127 && @s == 65535 && @l == 1) || (@c == -128 && @s == 0 && @l == 1ull << 40)); UNLOCK; END(t);",
    expect: { assert: "safe", race: "safe" },
  },
  {
    // Only the thread's own memory changes, and no branch lies between the head of the loop and the change.
    name: "a loop of known length that counts in memory",
    code: "static void @count(int *p) { do { p[0]++; } while (p[0] < 5); }",
    main: "int v[2] = {0, 0}; @count(v); assert(v[0] != 5);",
    expect: { assert: "unsafe" },
  },
  {
    name: "loops inside loops",
    code: "static atomic_int @n = 1; static int @sum; THREAD(@more) { @n = 3; return arg; } THREAD(@run) { int k = @n; for (int i = 0; i < k; i++) for (int j = 0; j <= i; j++) { if (j == 2) continue; @sum++; } return arg; }",
    main: "START(s, @more); START(t, @run); END(s); END(t); assert(@sum == 1 || @sum == 5);",
    expect: { assert: "safe", race: "safe" },
  },
  {
    name: "a loop with two entries",
    code: "static atomic_int @k; static int @n; THREAD(@set) { @k = 1; return arg; } THREAD(@run) { int i = 0; if (@k) goto middle; top: i++; @n += 10; middle: @n += 1; if (i < 2) { i++; goto top; } return arg; }",
    main: "START(s, @set); START(t, @run); END(s); END(t); assert(@n == 22 || @n == 12 || @n == 23 || @n == 11);",
    expect: { assert: "safe", race: "safe" },
  },
  {
    name: "a switch on shared data",
    code: "static atomic_int @k; static int @r; THREAD(@set) { @k = 1; @k = 2; return arg; } THREAD(@run) { switch (@k) { case 0: @r = 1; break; case 1: @r = 2; case 5: @r += 3; break; default: @r = 9; } return arg; }",
    main: "START(s, @set); START(t, @run); END(s); END(t); assert(@r == 1 || @r == 5 || @r == 9);",
    expect: { assert: "safe", race: "safe" },
  },
];

/** Races of steps that access more than the location of the race. */
const steps: readonly Case[] = [
  {
    name: "a section writes what two others free",
    code: "static int *@h; THREAD(@a) { free(@h); return arg; } THREAD(@b) { free(@h); return arg; }",
    main: "@h = malloc(sizeof *@h); START(s, @a); START(t, @b); __VERIFIER_atomic_begin(); *@h = 0; __VERIFIER_atomic_end(); END(s); END(t);",
    expect: { race: "unsafe", memory: "unsafe" },
  },
  {
    name: "a section that reads and frees, beside a writer",
    code: "static int *@h; static int @k; THREAD(@a) { __VERIFIER_atomic_begin(); @k = *@h; free(@h); __VERIFIER_atomic_end(); return arg; } THREAD(@b) { *@h = 2; return arg; }",
    main: "@h = malloc(sizeof *@h); *@h = 1; START(s, @a); START(t, @b); END(s); END(t);",
    expect: { race: "unsafe", memory: "unsafe" },
  },
  {
    name: "an update of freed memory, beside a writer",
    code: "static atomic_int *@h; THREAD(@a) { (*@h)++; return arg; } THREAD(@b) { *(int *)@h = 2; return arg; } THREAD(@c) { free(@h); return arg; }",
    main: "@h = malloc(sizeof *@h); *@h = 1; START(s, @a); START(t, @b); START(u, @c); END(s); END(t); END(u);",
    expect: { race: "unsafe", memory: "unsafe" },
  },
  // What a section does may depend on what it reads: two accesses may race that are never next to each other.
  {
    name: "a section that does nothing if it comes second",
    code: "static int @x, @y; THREAD(@a) { __VERIFIER_atomic_begin(); if (@x == 0) @y = 1; __VERIFIER_atomic_end(); return arg; } THREAD(@b) { __VERIFIER_atomic_begin(); @x = 1; __VERIFIER_atomic_end(); @y = 2; return arg; }",
    main: "START(s, @a); START(t, @b); END(s); END(t);",
    expect: { race: "unsafe" },
  },
  {
    name: "a section that does nothing if it comes first",
    code: "static int @x, @y; THREAD(@a) { __VERIFIER_atomic_begin(); if (@x == 1) @y = 1; __VERIFIER_atomic_end(); return arg; } THREAD(@b) { @y = 2; __VERIFIER_atomic_begin(); @x = 1; __VERIFIER_atomic_end(); return arg; }",
    main: "START(s, @a); START(t, @b); END(s); END(t);",
    expect: { race: "safe" },
  },
  {
    name: "a section that takes another path if it comes second",
    code: "static int @i, @v[2]; THREAD(@a) { __VERIFIER_atomic_begin(); @v[@i] = 1; __VERIFIER_atomic_end(); return arg; } THREAD(@b) { __VERIFIER_atomic_begin(); @i = 1; __VERIFIER_atomic_end(); @v[0] = 2; return arg; }",
    main: "START(s, @a); START(t, @b); END(s); END(t);",
    expect: { race: "unsafe" },
  },
  {
    name: "a section that fails if it comes second",
    code: "static int @x, @y; THREAD(@a) { __VERIFIER_atomic_begin(); assert(@x == 0); @y = 1; __VERIFIER_atomic_end(); return arg; } THREAD(@b) { __VERIFIER_atomic_begin(); @x = 1; __VERIFIER_atomic_end(); @y = 2; return arg; }",
    main: "START(s, @a); START(t, @b); END(s); END(t);",
    expect: { race: "unsafe", assert: "unsafe" },
  },
];

/** Races where atomics are weaker than acquire and release. */
const weakOrders: readonly Case[] = (
  [
    ["a message by release and acquire", "release", "acquire", "", "safe"],
    ["a message by a relaxed store", "relaxed", "acquire", "", "unsafe"],
    ["a message by a relaxed load", "release", "relaxed", "", "unsafe"],
    ["a message passed on by a relaxed update", "release", "acquire", "atomic_fetch_add_explicit(&@f, 1, memory_order_relaxed);", "safe"],
    [
      "a message passed on by an acquiring update",
      "release",
      "acquire",
      "atomic_fetch_add_explicit(&@f, 1, memory_order_acquire);",
      "safe",
    ],
    [
      "a relaxed message, passed on by a releasing update",
      "relaxed",
      "acquire",
      "atomic_fetch_add_explicit(&@f, 1, memory_order_release);",
      "unsafe",
    ],
    [
      "a message overwritten by a relaxed store",
      "release",
      "acquire",
      "if (atomic_load_explicit(&@f, memory_order_relaxed)) atomic_store_explicit(&@f, 2, memory_order_relaxed);",
      "unsafe",
    ],
    [
      "a message passed on by a relaxed compare-exchange",
      "release",
      "acquire",
      "int e = 1; atomic_compare_exchange_strong_explicit(&@f, &e, 2, memory_order_relaxed, memory_order_relaxed);",
      "safe",
    ],
  ] as const
).map(([name, store, load, between, race]) => ({
  name,
  code: `static atomic_int @f; static int @x; THREAD(@a) { @x = 1; atomic_store_explicit(&@f, 1, memory_order_${store}); return arg; }
THREAD(@b) { ${between} return arg; } THREAD(@c) { if (atomic_load_explicit(&@f, memory_order_${load}) ${between === "" ? "== 1" : "== 2"}) @x = 2; return arg; }`,
  main: "START(s, @a); START(t, @b); START(u, @c); END(s); END(t); END(u);",
  expect: { race, assert: "safe" },
}));
const weakLocks: readonly Case[] = (
  [
    ["a lock by exchange, acquire and release", "acquire", "release", "safe"],
    ["a lock by exchange, relaxed", "relaxed", "release", "unsafe"],
    ["a lock by exchange, let go relaxed", "acquire", "relaxed", "unsafe"],
  ] as const
).map(([name, take, give, race]) => ({
  name,
  code: `static atomic_int @l; static int @x; THREAD(@a) { while (atomic_exchange_explicit(&@l, 1, memory_order_${take})); @x++; atomic_store_explicit(&@l, 0, memory_order_${give}); return arg; }`,
  main: "START(s, @a); START(t, @a); END(s); END(t); assert(@x == 2);",
  expect: { race, assert: "safe" },
}));
const weakFailures: readonly Case[] = (
  [
    ["learnt from a compare-exchange that succeeds", "acq_rel", "relaxed", "==", "safe"],
    ["learnt from a compare-exchange that fails, relaxed", "acq_rel", "relaxed", "!=", "unsafe"],
    ["learnt from a compare-exchange that fails, acquiring", "relaxed", "acquire", "!=", "safe"],
    ["learnt from a compare-exchange that succeeds, relaxed", "relaxed", "acquire", "==", "unsafe"],
  ] as const
).map(([name, success, failure, how, race]) => ({
  name,
  code: `static atomic_int @f; static int @x; THREAD(@a) { @x = 1; atomic_store_explicit(&@f, 1, memory_order_release); return arg; }
THREAD(@b) { int e = ${how === "==" ? 1 : 0}; _Bool done = atomic_compare_exchange_strong_explicit(&@f, &e, 5, memory_order_${success}, memory_order_${failure}); if (${how === "==" ? "done" : "!done"}) @x = 2; return arg; }`,
  main: "START(s, @a); START(t, @b); END(s); END(t);",
  expect: { race, assert: "safe" },
}));

/** What a thread knows while it holds a lock, and when that knowledge ends. */
const holding: readonly Case[] = [
  {
    name: "two reads under one lock",
    code: "static int @x; THREAD(@a) { LOCK; int p = @x, q = @x; UNLOCK; assert(p == q); return arg; } THREAD(@b) { LOCK; @x++; @x++; UNLOCK; return arg; }",
    main: "START(s, @a); START(t, @b); END(s); END(t); assert(@x == 2);",
    expect: { assert: "safe", race: "safe", deadlock: "safe" },
  },
  {
    name: "released between two reads",
    code: "static int @x; THREAD(@a) { LOCK; int p = @x; UNLOCK; LOCK; int q = @x; UNLOCK; assert(p == q); return arg; } THREAD(@b) { LOCK; @x++; UNLOCK; return arg; }",
    main: "START(s, @a); START(t, @b); END(s); END(t);",
    expect: { assert: "unsafe", race: "safe" },
  },
  {
    name: "one writer without the lock",
    code: "static atomic_int @x; THREAD(@a) { LOCK; int p = @x, q = @x; UNLOCK; assert(p == q); return arg; } THREAD(@b) { LOCK; @x = 1; UNLOCK; return arg; } THREAD(@c) { @x = 2; return arg; }",
    main: "START(s, @a); START(t, @b); START(u, @c); END(s); END(t); END(u);",
    expect: { assert: "unsafe", race: "safe" },
  },
  {
    name: "one writer with another lock",
    code: "static int @x; THREAD(@a) { LOCK; int p = @x, q = @x; UNLOCK; assert(p == q); return arg; } THREAD(@b) { pthread_mutex_lock(&n); @x = 1; pthread_mutex_unlock(&n); return arg; }",
    main: "START(s, @a); START(t, @b); END(s); END(t);",
    expect: { assert: "unsafe", race: "unsafe" },
  },
  {
    name: "written while a condition is waited for",
    code: `static pthread_cond_t @c = PTHREAD_COND_INITIALIZER; static int @x, @go;
THREAD(@a) { LOCK; int p = @x; while (!@go) pthread_cond_wait(&@c, &m); int q = @x; UNLOCK; assert(p == q); return arg; }
THREAD(@b) { LOCK; @x = 1; @go = 1; pthread_cond_signal(&@c); UNLOCK; return arg; }`,
    main: "START(s, @a); START(t, @b); END(s); END(t);",
    expect: { assert: "unsafe", race: "safe", deadlock: "safe" },
  },
  {
    name: "seen after a condition was waited for",
    code: `static pthread_cond_t @c = PTHREAD_COND_INITIALIZER; static int @x, @go;
THREAD(@a) { LOCK; while (!@go) pthread_cond_wait(&@c, &m); int p = @x; @x++; int q = @x; UNLOCK; assert(p + 1 == q && p == 1); return arg; }
THREAD(@b) { LOCK; @x = 1; @go = 1; pthread_cond_signal(&@c); UNLOCK; return arg; }`,
    main: "START(s, @a); START(t, @b); END(s); END(t); assert(@x == 2);",
    expect: { assert: "safe", race: "safe", deadlock: "safe" },
  },
  {
    name: "a child writes while its parent holds the lock",
    code: `static int @x; THREAD(@child) { @x = 7; return arg; } THREAD(@other) { LOCK; @x += 0; UNLOCK; return arg; }`,
    main: "LOCK; int p = @x; UNLOCK; START(o, @other); END(o); LOCK; p = @x; START(s, @child); END(s); int q = @x; UNLOCK; assert(p == q);",
    expect: { assert: "unsafe" },
  },
  {
    name: "a lock initialised again while it is held",
    code: `static pthread_mutex_t @l; static int @x; static atomic_int @in;
THREAD(@a) { pthread_mutex_lock(&@l); @in = 1; int p = @x, q = @x; assert(p == q); return arg; }
THREAD(@b) { if (@in) { pthread_mutex_init(&@l, NULL); pthread_mutex_lock(&@l); @x = 1; pthread_mutex_unlock(&@l); } return arg; }`,
    main: "pthread_mutex_init(&@l, NULL); START(s, @a); START(t, @b); END(s); END(t);",
    expect: { assert: "unsafe", race: "unsafe" },
  },
  {
    name: "a lock wiped out while it is held",
    code: `static union { pthread_mutex_t l; int words[10]; } @u; static int @x;
THREAD(@a) { pthread_mutex_lock(&@u.l); int p = @x, q = @x; assert(p == q); return arg; }
THREAD(@b) { __VERIFIER_atomic_begin(); @u.words[0] = 0; __VERIFIER_atomic_end(); pthread_mutex_lock(&@u.l); @x = 1; return arg; }`,
    main: "START(s, @a); START(t, @b); END(s);",
    expect: { assert: "unsafe" },
  },
  {
    name: "a lock initialised again after its holder has ended",
    code: "static pthread_mutex_t @l; static int @x; THREAD(@a) { pthread_mutex_lock(&@l); @x = 1; return arg; }",
    main: "pthread_mutex_init(&@l, NULL); START(s, @a); END(s); pthread_mutex_init(&@l, NULL); pthread_mutex_lock(&@l); assert(@x == 0);",
    expect: { assert: "unsafe", race: "safe" },
  },
  {
    name: "a lock whose holder has ended",
    code: "static int @x; THREAD(@a) { LOCK; @x = 1; return arg; }",
    main: "START(s, @a); END(s); LOCK; assert(0);",
    expect: { assert: "safe", deadlock: "unsafe", race: "safe" },
  },
  {
    name: "two locks, hand over hand",
    code: `static int @x, @y; THREAD(@a) { int k = ++*(int *)arg; LOCK; @x = k; pthread_mutex_lock(&n); UNLOCK; @y = k; pthread_mutex_unlock(&n); return arg; }
THREAD(@b) { LOCK; int p = @x; pthread_mutex_lock(&n); UNLOCK; int q = @y; pthread_mutex_unlock(&n); assert(p == q); return arg; }`,
    main: "int v[3] = {0, 1, 2}; pthread_t t[4]; for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, @a, &v[i]); pthread_create(&t[3], NULL, @b, NULL); for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);",
    expect: { assert: "safe", race: "safe", deadlock: "safe" },
  },
  {
    name: "two locks, the first released too early",
    code: `static int @x, @y; THREAD(@a) { int k = ++*(int *)arg; LOCK; @x = k; UNLOCK; pthread_mutex_lock(&n); @y = k; pthread_mutex_unlock(&n); return arg; }
THREAD(@b) { LOCK; int p = @x; pthread_mutex_lock(&n); UNLOCK; int q = @y; pthread_mutex_unlock(&n); assert(p == q); return arg; }`,
    main: "int v[3] = {0, 1, 2}; pthread_t t[4]; for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, @a, &v[i]); pthread_create(&t[3], NULL, @b, NULL); for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);",
    expect: { assert: "unsafe", race: "safe", deadlock: "safe" },
  },
  {
    name: "tried lock",
    code: "static int @x; THREAD(@a) { if (pthread_mutex_trylock(&m)) return arg; int p = @x, q = @x; UNLOCK; assert(p == q); return arg; } THREAD(@b) { LOCK; @x = 1; UNLOCK; return arg; }",
    main: "START(s, @a); START(t, @b); END(s); END(t);",
    expect: { assert: "safe", race: "safe" },
  },
  {
    name: "tried lock, result ignored",
    code: "static int @x; THREAD(@a) { int e = pthread_mutex_trylock(&m); int p = @x, q = @x; if (!e) UNLOCK; assert(p == q); return arg; } THREAD(@b) { LOCK; @x = 1; UNLOCK; return arg; }",
    main: "START(s, @a); START(t, @b); END(s); END(t);",
    expect: { assert: "unsafe", race: "unsafe" },
  },
  {
    name: "locked on one path only",
    code: "static int @x; static atomic_int @c; THREAD(@a) { int k = @c; if (k) LOCK; int p = @x, q = @x; if (k) UNLOCK; assert(p == q); return arg; } THREAD(@b) { LOCK; @x = 1; UNLOCK; return arg; } THREAD(@d) { @c = 1; return arg; }",
    main: "START(s, @a); START(t, @b); START(u, @d); END(s); END(t); END(u);",
    expect: { assert: "unsafe", race: "unsafe" },
  },
  {
    name: "one of two locks",
    code: "static int @x; static atomic_int @c; THREAD(@a) { pthread_mutex_t *l = @c ? &m : &n; pthread_mutex_lock(l); int p = @x, q = @x; pthread_mutex_unlock(l); assert(p == q); return arg; } THREAD(@b) { LOCK; @x = 1; UNLOCK; return arg; } THREAD(@d) { @c = 1; return arg; }",
    main: "START(s, @a); START(t, @b); START(u, @d); END(s); END(t); END(u);",
    expect: { assert: "unsafe", race: "unsafe" },
  },
  {
    name: "locked twice by one thread, recursively",
    code: `static pthread_mutex_t @l = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP; static int @x;
THREAD(@a) { pthread_mutex_lock(&@l); int p = @x; pthread_mutex_lock(&@l); pthread_mutex_unlock(&@l); int q = @x; pthread_mutex_unlock(&@l); assert(p == q); return arg; }
THREAD(@b) { pthread_mutex_lock(&@l); @x = 1; pthread_mutex_unlock(&@l); return arg; }`,
    main: "START(s, @a); START(t, @b); END(s); END(t);",
    expect: { assert: "safe", race: "safe" },
  },
  {
    name: "released by another thread",
    code: "static int @x; static atomic_int @in; THREAD(@a) { LOCK; @in = 1; int p = @x, q = @x; assert(p == q); return arg; } THREAD(@b) { if (@in) UNLOCK; LOCK; @x = 1; UNLOCK; return arg; }",
    main: "START(s, @a); START(t, @b); END(s);",
    expect: { assert: "safe-bounded", deadlock: "unsafe" },
  },
  {
    name: "an array under a lock, indexed by what is there",
    code: `static int @v[4], @i; THREAD(@push) { LOCK; @v[@i] = 5; @i++; UNLOCK; return arg; }
THREAD(@pop) { LOCK; if (@i > 0) { @i--; assert(@v[@i] == 5); @v[@i] = 0; } UNLOCK; return arg; }`,
    main: "START(s, @push); START(t, @push); START(u, @pop); END(s); END(t); END(u); assert(@i == 1 || @i == 2);",
    expect: { assert: "safe", race: "safe", memory: "safe" },
  },
  {
    name: "a part of a word under a lock",
    code: `static union { int whole; short half[2]; } @u; THREAD(@a) { LOCK; @u.whole = 0x10002; @u.half[0] = 3; int w = @u.whole; UNLOCK; assert(w == 0x10003); return arg; }
THREAD(@b) { LOCK; @u.half[1] = 9; UNLOCK; return arg; }`,
    main: "START(s, @a); START(t, @b); END(s); END(t); assert(@u.half[0] == 3);",
    expect: { assert: "safe", race: "safe" },
  },
  {
    name: "an object reached under a lock, filled before",
    code: `struct @box { int v; }; static struct @box *@b; THREAD(@put) { struct @box *p = malloc(sizeof *p); p->v = 4; LOCK; if (!@b) @b = p; else free(p); UNLOCK; return arg; }
THREAD(@get) { LOCK; if (@b) { int x = @b->v; @b->v++; assert(@b->v == x + 1 && x >= 4); } UNLOCK; return arg; }`,
    main: "START(s, @put); START(t, @get); START(u, @get); END(s); END(t); END(u); if (@b) free(@b);",
    expect: { assert: "safe", memory: "safe", race: "safe" },
  },
];

/** Effects of a thread's end. */
const endings: readonly Case[] = [
  {
    name: "a thread-local of a thread that has ended",
    code: "static _Thread_local int @own; static int *@p; THREAD(@a) { @own = 5; @p = &@own; return arg; }",
    main: "START(t, @a); END(t); int v = *@p; assert(v == 5);",
    expect: { memory: "unsafe", assert: "safe-bounded" },
  },
  {
    name: "a thread-local of a thread that waits",
    code: "static _Thread_local int @own = 4; static int *@p; static sem_t @s, @r; THREAD(@a) { @own++; @p = &@own; sem_post(&@s); sem_wait(&@r); assert(@own == 7); return arg; }",
    main: "sem_init(&@s, 0, 0); sem_init(&@r, 0, 0); START(t, @a); sem_wait(&@s); assert(*@p == 5); *@p = 7; sem_post(&@r); END(t);",
    expect: { memory: "safe", assert: "safe", race: "safe" },
  },
  {
    name: "a local of a thread that exits",
    code: "static int *@p; static sem_t @s; THREAD(@a) { int v = 4; @p = &v; sem_post(&@s); pthread_exit(arg); }",
    main: "sem_init(&@s, 0, 0); START(t, @a); sem_wait(&@s); int v = *@p; assert(v == 4);",
    expect: { memory: "unsafe", assert: "safe-bounded" },
  },
];

const wipedOut: Case = {
  name: "a lock overwritten by a thread that has read it, after its holder has ended",
  code: "static atomic_int @o; static int @x; static void @lock(int me) { __VERIFIER_atomic_begin(); __VERIFIER_assume(@o == 0); @o = me; __VERIFIER_atomic_end(); } THREAD(@a) { @lock(1); @x = 1; return arg; }",
  main: "START(t, @a); END(t); int k = atomic_exchange(&@o, 0); @lock(2); assert(@x != 1); assert(k == 1);",
  expect: { assert: "unsafe" },
};

/** Sections with several exits, or left before their end; and what a wait on one branch implies for the code after the branch. */
const leaving: readonly Case[] = [
  {
    name: "an edge from a branch that is not taken",
    code: `static int *_Atomic *@hp; static atomic_int @flag, @y, @r, @g; THREAD(@a) { @r = @y; int *o = malloc(4); *o = 1; *@hp = o; @flag = 1; return arg; }
THREAD(@b) { __VERIFIER_atomic_begin(); __VERIFIER_assume(@g == 1); __VERIFIER_atomic_end(); if (@flag) free(*@hp); return arg; }`,
    main: "@hp = malloc(sizeof *@hp); START(t, @a); START(u, @b); int v = 1; if (@flag) v = **@hp; @g = 1; @y = 5; END(t); END(u); assert(@r == 0); assert(v == 1);",
    expect: { assert: "unsafe", memory: "safe" },
  },
  {
    name: "a section with a wait on the path that ends it second",
    code: "static int @y, @f; THREAD(@a) { __VERIFIER_atomic_begin(); if (@f != 1) { __VERIFIER_assume(@y == 1); __VERIFIER_atomic_end(); return arg; } __VERIFIER_atomic_end(); return arg; }",
    main: "@f = __VERIFIER_nondet_uchar() & 1; START(t, @a); @y = 0; assert(@f == 1);",
    expect: { assert: "unsafe" },
  },
  {
    name: "a section that writes again on the path that ends it second",
    code: "static int @x, @f, @seen; THREAD(@a) { __VERIFIER_atomic_begin(); @x = 1; if (@f != 1) { @x = 2; __VERIFIER_atomic_end(); @seen = 2; } else { __VERIFIER_atomic_end(); @seen = 1; } return arg; }",
    main: "START(t, @a); __VERIFIER_atomic_begin(); @f = __VERIFIER_nondet_uchar() & 1; __VERIFIER_atomic_end(); END(t); assert(@seen == @x);",
    expect: { assert: "safe" },
  },
  {
    name: "a claim that is made again on the path that ends it second",
    code: "static int @x, @f; THREAD(@a) { __VERIFIER_atomic_begin(); if (@x == 0) { @x = 1; if (@f != 1) { @x = 2; __VERIFIER_atomic_end(); } else { __VERIFIER_atomic_end(); @f = 3; } } else __VERIFIER_atomic_end(); return arg; }",
    main: "START(t, @a); START(u, @a); @f = __VERIFIER_nondet_uchar() & 1; END(t); END(u); assert(@x != 2);",
    expect: { assert: "unsafe" },
  },
  {
    name: "a section that fails before it would wait",
    code: "static int @y, *@p; THREAD(@a) { __VERIFIER_atomic_begin(); int v = *@p; __VERIFIER_assume(@y == 1); __VERIFIER_atomic_end(); return arg; }",
    main: "START(t, @a); END(t);",
    expect: { memory: "unsafe" },
  },
  {
    name: "a thread that ends in a section",
    code: "static int @x; THREAD(@a) { __VERIFIER_atomic_begin(); @x = 1; return arg; }",
    main: "START(t, @a); END(t); assert(@x == 0);",
    expect: { assert: "unsafe", deadlock: "safe" },
  },
  {
    name: "a section that ends the process, beside a reader",
    code: "static int @x; THREAD(@a) { __VERIFIER_atomic_begin(); @x = 1; if (@x) exit(0); __VERIFIER_atomic_end(); return arg; }",
    main: "START(t, @a); assert(@x == 0); END(t);",
    expect: { race: "unsafe", assert: "safe" },
  },
  {
    name: "a section that waits after an assumption",
    code: "static atomic_int @x; THREAD(@a) { LOCK; return arg; } THREAD(@b) { __VERIFIER_atomic_begin(); __VERIFIER_assume(@x == 0); LOCK; UNLOCK; __VERIFIER_atomic_end(); return arg; }",
    main: "START(t, @a); START(u, @b); @x = __VERIFIER_nondet_uchar() & 1; END(t); END(u);",
    expect: { deadlock: "unsafe" },
  },
  {
    name: "what follows a failed assumption about an input",
    code: "static int @x; THREAD(@a) { __VERIFIER_atomic_begin(); int v = __VERIFIER_nondet_uchar() & 1; __VERIFIER_assume(v == 1); @x = v + 1; __VERIFIER_atomic_end(); return arg; }",
    main: "START(t, @a); __VERIFIER_atomic_begin(); int k = @x; __VERIFIER_atomic_end(); assert(k != 1);",
    expect: { assert: "safe" },
  },
];

/** Locks that another thread ends while they are held, knowing how far the holder is; the holder does not check again. */
const ended: readonly Case[] = [
  {
    name: "a lock wiped out while its holder continues",
    code: `static atomic_int @o, @s; static int @x; static void @lock(int me) { __VERIFIER_atomic_begin(); __VERIFIER_assume(@o == 0); @o = me; __VERIFIER_atomic_end(); }
THREAD(@a) { @lock(1); @s = 1; int p = @x, q = @x; assert(p == q); return arg; }
THREAD(@b) { __VERIFIER_atomic_begin(); __VERIFIER_assume(@s == 1); __VERIFIER_atomic_end(); @o = 0; @lock(2); @x = 1; return arg; }`,
    main: "START(t, @a); START(u, @b); END(t); END(u);",
    expect: { assert: "unsafe", race: "unsafe" },
  },
  {
    name: "a lock initialised again while its holder continues",
    code: `static pthread_mutex_t @l; static sem_t @s; static int @x;
THREAD(@a) { pthread_mutex_lock(&@l); sem_post(&@s); int p = @x, q = @x; assert(p == q); return arg; }
THREAD(@b) { sem_wait(&@s); pthread_mutex_init(&@l, NULL); pthread_mutex_lock(&@l); @x = 1; pthread_mutex_unlock(&@l); return arg; }`,
    main: "sem_init(&@s, 0, 0); pthread_mutex_init(&@l, NULL); START(t, @a); START(u, @b); END(t); END(u);",
    expect: { assert: "unsafe", race: "unsafe" },
  },
];

/** Facts about few iterations, used to unroll more of them. */
const beyond: readonly Case[] = [
  {
    // The loop is unrolled five times once it is known that n is 5, which follows from the lock o.
    name: "a lock that is wiped out where the loop was not unrolled at first",
    code: `static atomic_int @o, @q; static int @n, @x; static void @lock(atomic_int *l, int me) { __VERIFIER_atomic_begin(); __VERIFIER_assume(*l == 0); *l = me; __VERIFIER_atomic_end(); }
static void @unlock(atomic_int *l, int me) { __VERIFIER_atomic_begin(); if (*l == me) *l = 0; __VERIFIER_atomic_end(); }
THREAD(@a) { @lock(&@o, 1); @n = 5; for (int i = 0; i < @n; i++) if (i == 4) @q = 0; @unlock(&@o, 1); return arg; }
THREAD(@b) { @lock(&@o, 2); @n = 7; @unlock(&@o, 2); return arg; }
THREAD(@c) { @lock(&@q, 3); int p = @x, r = @x; assert(p == r); @unlock(&@q, 3); return arg; }
THREAD(@d) { @lock(&@q, 4); @x = 1; @unlock(&@q, 4); return arg; }`,
    main: "START(s, @a); START(t, @b); START(u, @c); START(v, @d);",
    expect: { assert: "unsafe", race: "unsafe" },
  },
  {
    // The branch is ordered after the earlier writes of x; main is ordered after the thread, whether the thread takes the branch or not.
    name: "the range of a counter after a branch that is not taken",
    code: `static int *_Atomic *@hp; static atomic_int @x, @flag, @s; THREAD(@a) { int v = @x; @x = v + 11; v = @x; @x = v + 12; int *o = malloc(4); *o = 1; *@hp = o; @flag = 1; return arg; }
THREAD(@b) { if (@flag) { int k = **@hp; @x += 0; } @s = 1; return arg; }`,
    main: "@hp = malloc(sizeof *@hp); @x = 20; START(t, @a); START(u, @b); __VERIFIER_atomic_begin(); __VERIFIER_assume(@s == 1); __VERIFIER_atomic_end(); assert(@x > 20); if (@flag) free(*@hp);",
    expect: { assert: "unsafe", memory: "safe" },
  },
];

/** A thread learns of another without being ordered after it: accesses may race that are never next to each other. */
const learning: readonly Case[] = [
  {
    name: "a semaphore that is initialised while it is waited for",
    code: "static sem_t @s; static int @x; THREAD(@a) { @x = 1; sem_init(&@s, 0, 1); return arg; } THREAD(@b) { sem_wait(&@s); @x = 2; return arg; }",
    main: "START(t, @a); START(u, @b); END(t); END(u);",
    expect: { race: "unsafe" },
  },
  {
    name: "a held lock that is initialised while it is waited for",
    code: "static pthread_mutex_t @l; static int @x; THREAD(@a) { @x = 1; pthread_mutex_init(&@l, NULL); return arg; } THREAD(@b) { pthread_mutex_lock(&@l); @x = 2; return arg; }",
    main: "pthread_mutex_lock(&@l); START(t, @a); START(u, @b); END(t); END(u);",
    expect: { race: "unsafe" },
  },
  {
    name: "learnt from what a call leaves in memory",
    code: `int pthread_setname_np(pthread_t, const char *), pthread_getname_np(pthread_t, char *, size_t); static int @x; static pthread_t @main_thread;
THREAD(@a) { @x = 1; pthread_setname_np(@main_thread, "a"); return arg; }
THREAD(@b) { char name[16]; pthread_getname_np(@main_thread, name, 16); if (name[0] == 'a') @x = 2; return arg; }`,
    main: "@main_thread = pthread_self(); START(t, @a); START(u, @b); END(t); END(u);",
    expect: { race: "unsafe" },
  },
  {
    name: "learnt from a call that fails, where a successful one would order",
    code: `static int @x; static pthread_t @t; THREAD(@stay) { LOCK; UNLOCK; return arg; } THREAD(@a) { @x = 1; pthread_join(@t, NULL); return arg; }
THREAD(@b) { if (pthread_join(@t, NULL)) @x = 2; return arg; }`,
    main: "LOCK; pthread_create(&@t, NULL, @stay, NULL); START(t, @a); START(u, @b);",
    expect: { race: "unsafe" },
  },
  {
    name: "an exit handler is ordered after what precedes its registration",
    code: "static int @x; static void @last(void) { @x = 2; } THREAD(@a) { @x = 1; atexit(@last); return arg; }",
    main: "START(t, @a); exit(0);",
    expect: { race: "safe" },
  },
  {
    name: "an exit handler is not ordered after later statements",
    code: "static int @x; static void @last(void) { @x = 2; } THREAD(@a) { atexit(@last); @x = 1; return arg; }",
    main: "START(t, @a); exit(0);",
    expect: { race: "unsafe" },
  },
  {
    name: "learnt from a section that reads a semaphore's value",
    code: "static int @x; static sem_t @s; THREAD(@a) { @x = 1; sem_post(&@s); return arg; } THREAD(@b) { int v; __VERIFIER_atomic_begin(); sem_getvalue(&@s, &v); __VERIFIER_atomic_end(); if (v) @x = 2; return arg; }",
    main: "START(t, @a); START(u, @b); END(t); END(u);",
    expect: { race: "unsafe" },
  },
  {
    // A section is ordered as a whole.
    name: "no order from a section that continues after the start of a thread",
    code: "static int @x; THREAD(@a) { @x = 1; return arg; }",
    main: "pthread_t t; __VERIFIER_atomic_begin(); pthread_create(&t, NULL, @a, NULL); @x = 2; __VERIFIER_atomic_end(); END(t); assert(@x == 1);",
    expect: { race: "safe", assert: "safe" },
  },
  {
    // The value of `f` is known beforehand; the write that it is read from is not, and that orders.
    name: "ordered by a value that never changes",
    code: `static atomic_int @f, @g; static int @x; THREAD(@a) { @x = 1; @f = 0; atomic_store_explicit(&@g, 1, memory_order_relaxed); return arg; }
THREAD(@b) { if (atomic_load_explicit(&@g, memory_order_relaxed) == 1) { int k = @f; @x = 2 + k; } return arg; }`,
    main: "START(t, @a); START(u, @b); END(t); END(u);",
    expect: { race: "safe", assert: "safe" },
  },
];

export const cases: readonly Case[] = [
  ...memory,
  ...threads,
  ...synchronisation,
  ...steps,
  ...weakOrders,
  ...weakLocks,
  ...weakFailures,
  ...holding,
  ...endings,
  wipedOut,
  ...ended,
  ...beyond,
  ...learning,
  ...leaving,
  ...values,
  ...sizes,
  ...places,
  ...joins,
];
