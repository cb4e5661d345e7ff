// Memory that was never written, in symex: what it holds is an input, unless steps would fix it. A failure means that values were missed, that copies of a byte differed, or that states were taken for equal in
// which other bytes are unwritten.

import { describe, expect, test } from "vitest";
import type { Property } from "../../../../src/execution/errors.ts";
import { answersOf, program } from "./compared.ts";

type Row = readonly [name: string, answer: "safe" | "unsafe" | "RVL308", text: string, property?: Property];

const block = (bytes: number): string => `p = malloc(${bytes});`;

const values: readonly Row[] = [
  ["one of many values is wrong", "unsafe", program("int *p;", ["assert(*p != 77);"], "", block(4))],
  [
    "no value is wrong",
    "safe",
    program("int *p; atomic_int s;", ["int x = *p; s = x > 10 ? x : 11;", "int x = *p; s = x > 10 ? x : 12;"], "assert(s > 10);", block(4)),
  ],
  [
    "each value has a side of a switch",
    "safe",
    program(
      "int *p; atomic_int x;",
      ["switch (*p) { case 1: x = 1; break; case 2: x = 2; break; default: x = 3; }", "x = 4;"],
      "assert(x);",
      block(4),
    ),
  ],
  [
    "read again it is the same",
    "safe",
    program("int *p;", ["int x = *p, y = *p; assert(x == y);", "int x = *p, y = *p; assert(x == y);"], "", block(4)),
  ],
  ["two threads read the same", "safe", program("_Atomic int *p; atomic_int a, b;", ["a = *p;", "b = *p;"], "assert(a == b);", block(4))],
  [
    "another thread writes between two reads",
    "unsafe",
    program("_Atomic int *p; atomic_int a, b;", ["a = *p; b = *p;", "*p = 3;"], "assert(a == b || a == 3);", block(4)),
  ],
  [
    "another thread writes perhaps before",
    "safe",
    program("_Atomic int *p; atomic_int a, b;", ["a = *p;", "*p = 3;", "b = *p;"], "assert(a == b || a == 3 || b == 3);", block(4)),
  ],
  [
    "the bytes of a word are its bytes",
    "safe",
    program(
      "unsigned *p;",
      ["unsigned char *b = (unsigned char *)p; assert((*p & 255) == b[0]); assert((*p >> 24) == b[3]);"],
      "",
      block(4),
    ),
  ],
  [
    "a word that is written in part",
    "unsafe",
    program("", ["union { int i; char c[8]; } u; u.i = 1; assert(u.c[0] == 1); assert(u.c[6] != 9);"]),
  ],
  [
    "a local of every iteration",
    "unsafe",
    program("atomic_int y;", ["for (int i = 0; i < 3; i++) { int l; if (i == 0) l = 7; y = l; }", "y = 9;"], "assert(y != 12345);"),
  ],
  [
    "the end of a block that has grown",
    "unsafe",
    program(
      "int *p; atomic_int y;",
      ["int *q = realloc(p, 16); y = q[0]; assert(q[0] == 3); if (q[2] == 5) y = 99;", "y = 1;"],
      "assert(y != 99);",
      `${block(4)} p[0] = 3;`,
    ),
  ],
  [
    "other inputs of the same thread come after it",
    "unsafe",
    program(
      "int *p; atomic_int s;",
      ["int x = *p; int n = __VERIFIER_nondet_int(); if (x == n && n == 77) s = 1;", "int x = *p; if (x == 77) s = 2;"],
      "assert(s != 1);",
      block(4),
    ),
  ],
  [
    "atomic updates",
    "safe",
    program(
      "_Atomic int *p;",
      ["int e = 0; if (atomic_compare_exchange_strong(p, &e, 5)) assert(e == 0); else assert(e != 0);", "atomic_fetch_add(p, 1);"],
      "",
      block(4),
    ),
  ],
  [
    "a busy wait",
    "safe",
    program("_Atomic int *p; int x;", ["while (*p != 1) ; assert(x == 0);", "*p = 1;"], "assert(*p == 1);", block(4)),
  ],
  ["a sum overflows for one value", "unsafe", program("int *p; int x;", ["x = *p + 1;"], "", block(4)), "overflow"],
  ["a race for one value", "unsafe", program("int *p;", ["int x = *p; if (x == 4) *p = 1;", "int y = *p; (void)y;"], "", block(4)), "race"],
];

const fixed: readonly Row[] = [
  ["an address", "RVL308", program("int **p; int x;", ["**p = 1;", "x = 1;"], "assert(x == 1);", "p = malloc(sizeof *p);")],
  ["an address that is no address", "unsafe", program("int **p;", ["**p = 1;"], "", "p = malloc(sizeof *p);"), "memory"],
  ["an index", "RVL308", program("int a[4]; int x;", ["int *q = malloc(4); a[*q] = 1;", "x = 1;"], "assert(x == 1);")],
  ["a floating-point number", "RVL308", program("double *p; int x;", ["if (*p > 1) x = 1;"], "assert(x == 0);", block(8))],
  [
    "a lock",
    "RVL308",
    program(
      "pthread_mutex_t *p; int x;",
      ["pthread_mutex_lock(p); x++; pthread_mutex_unlock(p);", "pthread_mutex_lock(p); x++; pthread_mutex_unlock(p);"],
      "assert(x == 2);",
      "p = malloc(sizeof *p);",
    ),
  ],
  [
    "in a section",
    "RVL308",
    program("int *p; int x;", ["__VERIFIER_atomic_begin(); if (*p == 3) x = 1; __VERIFIER_atomic_end();"], "assert(x == 0);", block(4)),
  ],
  [
    "in a section that waits",
    "RVL308",
    program(
      "int *p; int x;",
      ["__VERIFIER_atomic_begin(); __VERIFIER_assume(*p == 3); x = 1; __VERIFIER_atomic_end();"],
      "assert(x == 0);",
      block(4),
    ),
  ],
  [
    "of a local that lies where one of the same step has ended",
    "RVL308",
    program(
      "int x, y; __attribute__((noinline)) static void fill(int *p) { for (int i = 0; i < 4; i++) p[i] = 7; } __attribute__((noinline)) static int first(void) { int a[4]; fill(a); return a[x & 3]; } __attribute__((noinline)) static int second(void) { int b[4]; if (x == 9) fill(b); return b[x & 3]; }",
      [
        "__VERIFIER_atomic_begin(); y = first(); x = second() == 5; __VERIFIER_atomic_end();",
        "__VERIFIER_atomic_begin(); __VERIFIER_atomic_end();",
      ],
      "assert(x == 0);",
    ),
  ],
];

const struct = "struct s { int a, b, c, d, e; } g, h;";

const copies: readonly Row[] = [
  [
    "what was written of a copy",
    "safe",
    program(`${struct} atomic_int y;`, ["struct s s; s.a = 1; g = s; y = 1;", "if (y) assert(g.a == 1); else y = 2;"], "assert(g.a == 1);"),
  ],
  ["what was not written of it", "RVL308", program(struct, ["struct s s; s.a = 1; g = s; h = s;", "h.a = 2;"], "assert(g.b != 5);")],
  [
    "a copy of what was read before",
    "unsafe",
    program(struct, ["struct s s; s.a = 1; int n = s.b; g = s; if (n == 5) g.a = n;"], "assert(g.b != 5 || g.a != 5);"),
  ],
  [
    "padding of what goes through a register",
    "safe",
    program("struct s { short a; int b; }; int got; static void use(struct s v) { got = v.b; }", [
      "struct s s, c; s.a = 1; s.b = 2; memcpy(&c, &s, sizeof s); use(c); assert(got == 2);",
    ]),
  ],
  [
    "that padding, read later",
    "RVL308",
    program("struct s { short a; int b; }; int got; static void use(struct s v) { got = v.b; }", [
      "struct s s, c; s.a = 1; s.b = 2; memcpy(&c, &s, sizeof s); use(c); assert(((char *)&c)[2] == 0);",
    ]),
  ],
];

/** Only which bytes are written tells two states apart: the one that is reached first is safe. */
const marks: readonly Row[] = [
  [
    "of a global",
    "RVL308",
    program(
      `${struct} atomic_int x;`,
      ["x = 1;", "struct s w = {0}, u; u.a = 0; if (x) g = w; else g = u;"],
      "int v = g.c; assert(v == 0);",
    ),
  ],
  [
    "of a global, after more steps",
    "RVL308",
    program(
      `${struct} atomic_int x, z;`,
      ["x = 1;", "struct s w = {0}, u; u.a = 0; if (x) g = w; else g = u; z = 1; z = 2;"],
      "assert(g.c == 0);",
    ),
  ],
  [
    "of what is being copied",
    "RVL308",
    program(
      "struct s { int a[6]; } g, *p; atomic_int z;",
      ["p->a[3] = 0;", "g = *p; z = 1;"],
      "assert(g.a[3] == 0);",
      `p = malloc(sizeof *p); memset(p, 0, 12);`,
    ),
  ],
  [
    "of a copy from one of two blocks",
    "RVL308",
    program(
      "struct s { int a[6]; } g, h, *p, *q; atomic_int x;",
      ["x = 1;", "*(x ? &g : &h) = *(x ? p : q);"],
      "assert(g.a[3] == 0 && h.a[3] == 0);",
      "p = malloc(sizeof *p); q = calloc(1, sizeof *q);",
    ),
  ],
  ["of a block", "unsafe", program("int *p; atomic_int x, z;", ["x = 1;", "if (!x) *p = 0; z = 1; z = 2;"], "assert(*p == 0);", block(4))],
  [
    "of a bit-field",
    "unsafe",
    program(
      "struct s { unsigned a : 3, b : 5; } *p; atomic_int x;",
      ["x = 1;", "if (x) p->a = 0; else p->b = 0;"],
      "assert(p->a == 0);",
      "p = malloc(sizeof *p);",
    ),
  ],
];

const fields: readonly Row[] = [
  [
    "that are both assigned",
    "safe",
    program(
      "struct s { unsigned a : 3, b : 5; } *p;",
      ["p->a = 1;"],
      "p->b = 2; assert(p->a == 1 && p->b == 2);",
      "p = malloc(sizeof *p);",
    ),
  ],
  [
    "of which one assignment may be lost",
    "safe",
    program(
      "struct s { unsigned a : 3, b : 5; } *p;",
      ["p->a = 1;", "p->b = 2;"],
      "assert(p->b == 2 || p->a == 1);",
      "p = malloc(sizeof *p);",
    ),
  ],
  [
    "beside one that is read",
    "unsafe",
    program("struct s { unsigned a : 3, b : 5; } *p;", ["p->a = 1;"], "assert(p->b != 9);", "p = malloc(sizeof *p);"),
  ],
];

const groups: readonly (readonly [string, readonly Row[]])[] = [
  ["values", values],
  ["values that steps fix", fixed],
  ["copies", copies],
  ["marks tell states apart", marks],
  ["bit-fields", fields],
];

for (const [title, rows] of groups)
  describe(title, () => {
    for (const [name, answer, text, property] of rows)
      test(`${name}: ${answer}`, async () => {
        expect(await answersOf(text, property)).toEqual([answer]);
      });
  });

test("unwritten bits of a bit-field, where inputs are given: RVL308", async () => {
  const fields = program(
    "struct s { unsigned a : 3, b : 5; } *p; atomic_int x;",
    ["x = 1;", "if (x) p->a = 0; else p->b = 0;"],
    "assert(p->a == 0);",
    "p = malloc(sizeof *p);",
  );
  expect(await answersOf(fields, "assert", [7n])).toEqual(["RVL308"]);
});
