// Programs that read after joins and branches: what a careless rule for hidden writes (src/skeleton/hidden-writes.ts) would leave out. Each
// wrong one fails only by a value that such a rule prunes.

import type { Case } from "./programs.ts";

const child = (body: string): string =>
  `static int @x; static atomic_int @c; THREAD(@set) { @c = 1; return arg; } THREAD(@t) { ${body} return arg; }`;
/** `@c` is 0 or 1 for the thread, by schedule. */
const raced = (then: string): string => `START(s, @set); START(t, @t); ${then}`;

export const joins: readonly Case[] = [
  {
    name: "joined thread writes on both sides",
    code: child("@x = 5; if (@c) @x = 1; else @x = 2;"),
    main: raced("END(t); END(s); assert(@x == 1 || @x == 2);"),
    expect: { assert: "safe", race: "safe" },
  },
  {
    name: "joined thread writes on both sides, either is seen",
    code: child("@x = 5; if (@c) @x = 1; else @x = 2;"),
    main: raced("END(t); END(s); assert(@x == 1);"),
    expect: { assert: "unsafe" },
  },
  {
    name: "joined thread writes on one side only",
    code: child("@x = 5; if (@c) @x = 1;"),
    main: raced("END(t); END(s); assert(@x != 5);"),
    expect: { assert: "unsafe" },
  },
  {
    name: "joined thread may write on neither of two sides",
    code: child("@x = 5; if (@c) @x = 1; if (!@c) @x = 2;"),
    main: raced("END(t); END(s); assert(@x != 5);"),
    expect: { assert: "unsafe" }, // c is 0 at the first test and 1 at the second
  },
  {
    name: "joined on one side only",
    code: child("@x = 5; @x = 1;"),
    main: raced("int b = @c; if (b) END(t); LOCK; UNLOCK; assert(@x != 5); if (!b) END(t); END(s);"),
    expect: { assert: "unsafe" },
  },
  {
    name: "joined on one side, read on that side",
    code: child("@x = 5; @x = 1;"),
    main: raced("int b = @c; if (b) { END(t); assert(@x == 1); } else END(t); END(s);"),
    expect: { assert: "safe" },
  },
  {
    name: "joined thread ends early",
    code: child("@x = 5; if (@c) pthread_exit(arg); @x = 1;"),
    main: raced("END(t); END(s); assert(@x == 1);"),
    expect: { assert: "unsafe" },
  },
  {
    name: "started on one side only",
    code: child("@x = 1;"),
    main: "START(s, @set); pthread_t t; int b = @c; if (b) pthread_create(&t, NULL, @t, NULL); if (b) END(t); END(s); assert(@x == 1);",
    expect: { assert: "unsafe" },
  },
  {
    name: "a third thread writes after the one that is joined",
    code: `${child("@x = 1;")} THREAD(@u) { LOCK; @x = 7; UNLOCK; return arg; }`,
    main: raced("START(u, @u); END(t); END(s); LOCK; assert(@x != 7); UNLOCK; END(u);"),
    expect: { assert: "unsafe" },
  },
  {
    name: "one side writes half",
    code: `static union { int i; short h[2]; } @v; static atomic_int @c; THREAD(@set) { @c = 1; return arg; }
THREAD(@t) { @v.i = 0x50005; if (@c) @v.i = 0x10001; else @v.h[0] = 2; return arg; }`,
    main: raced("END(t); END(s); assert(@v.i != 0x50002);"),
    expect: { assert: "unsafe" },
  },
  {
    name: "a failed exchange on one side writes nothing",
    code: `static atomic_int @x, @c; THREAD(@set) { @c = 1; return arg; }
THREAD(@t) { int e = 3; if (@c) @x = 1; else atomic_compare_exchange_strong(&@x, &e, 2); return arg; }`,
    main: raced("END(t); END(s); assert(@x != 0);"),
    expect: { assert: "unsafe" },
  },
  {
    name: "both sides write through one pointer",
    code: `static int @x, @y; static atomic_int @c; THREAD(@set) { @c = 1; return arg; }
THREAD(@t) { int *p = @c ? &@x : &@y; *p = 1; return arg; }`,
    main: raced("END(t); END(s); assert(@x + @y == 1); assert(@x == 1);"),
    expect: { assert: "unsafe" },
  },
  {
    name: "two writes through pointers to both",
    code: `static int @x, @y; static atomic_int @c; THREAD(@set) { @c = 1; return arg; }
THREAD(@t) { int b = @c; *(b ? &@x : &@y) = 1; *(b ? &@y : &@x) = 2; return arg; }`,
    main: raced("END(t); END(s); assert(@x != 0 && @y != 0 && @x != @y);"),
    expect: { assert: "safe", race: "safe" },
  },
  {
    name: "a join that gives up",
    code: `${child("LOCK; @x = 5; @x = 1; UNLOCK;")} int pthread_tryjoin_np(pthread_t, void **);`,
    main: raced("int e = pthread_tryjoin_np(t, NULL); LOCK; assert(@x == 1); UNLOCK; if (e) END(t); END(s);"),
    expect: { assert: "unsafe" },
  },
  {
    name: "a thread that ends the process is not joined",
    code: child("@x = 5; if (@c) exit(0); @x = 1;"),
    main: raced("END(t); END(s); assert(@x == 1);"),
    expect: { assert: "safe", race: "safe" },
  },
  {
    name: "waits for one of two writers",
    code: `static int @x; static atomic_int @c; THREAD(@set) { @x = 1; @c = 1; return arg; } THREAD(@t) { LOCK; @c = 2; UNLOCK; return arg; }`,
    main: raced("while (!@c); assert(@x == 1); END(t); END(s);"),
    expect: { assert: "unsafe" },
  },
  {
    name: "a chain of joins",
    code: `static int @x; static pthread_t @s; static atomic_int @c; THREAD(@first) { if (@c) @x = 1; else @x = 2; return arg; }
THREAD(@second) { pthread_join(@s, NULL); int a = @x; @x = a + 10; return arg; } THREAD(@set) { @c = 1; return arg; }`,
    main: "START(u, @set); pthread_create(&@s, NULL, @first, NULL); START(t, @second); END(t); END(u); assert(@x == 11 || @x == 12);",
    expect: { assert: "safe", race: "safe", deadlock: "safe" },
  },
];
