// setjmp and longjmp in symex. A failure means that a buffer was taken to name another frame, or that an order of threads was missed.

import { expect, test } from "vitest";
import type { Property } from "../../../../src/execution/errors.ts";
import { answersOf, program } from "./compared.ts";

type Row = readonly [name: string, answer: "safe" | "unsafe", text: string, property?: Property];

const deep = "static void deep(jmp_buf b, int n, int v) { if (n > 0) deep(b, n - 1, v); else longjmp(b, v); }";
const keep = "static int keep(jmp_buf b) { return setjmp(b); }";
const lock = "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; atomic_int x;";

const rows: readonly Row[] = [
  [
    "a jump out of nested calls",
    "safe",
    program(`${deep} atomic_int x;`, ["jmp_buf b; int r = setjmp(b); if (r == 0) deep(b, 2, x); assert(r < 2);", "x = 1;"]),
  ],
  [
    "jumps in a loop",
    "unsafe",
    program(
      `${deep} atomic_int x, y;`,
      ["jmp_buf b; for (int i = 0; i < 2; i++) { int r = setjmp(b); if (r == 0) { x++; deep(b, 2, x); } else y += r; }", "x++;"],
      "assert(y != 4);",
    ),
  ],
  [
    "the value 0 is 1",
    "safe",
    program("atomic_int x;", ["jmp_buf b; int r = setjmp(b); if (r == 0) longjmp(b, x); assert(r == 1);", "x = 1;"]),
  ],
  [
    "the value is an input",
    "unsafe",
    program("atomic_int x;", [
      "jmp_buf b; int n = __VERIFIER_nondet_int(); int r = setjmp(b); if (r == 0) longjmp(b, n); assert(r != 7777);",
      "x = 1;",
    ]),
  ],
  [
    "no input gives 0",
    "safe",
    program("atomic_int x;", [
      "jmp_buf b; int n = __VERIFIER_nondet_int(); int r = setjmp(b); if (r == 0) longjmp(b, n); assert(r != 0);",
      "x = 1;",
    ]),
  ],
  [
    "a local that has changed since",
    "unsafe",
    program("atomic_int x;", [
      "jmp_buf b; volatile int k = 0; if (setjmp(b) == 0) { k = 5; if (x) k = 6; longjmp(b, 1); } assert(k == 5);",
      "x = 1;",
    ]),
  ],
  [
    "a second setjmp into one buffer",
    "unsafe",
    program(
      "atomic_int x, y;",
      ["jmp_buf b; if (setjmp(b) == 0) { if (x) { if (setjmp(b) == 0) longjmp(b, 1); y = 2; } else longjmp(b, 1); } else y = 1;", "x = 1;"],
      "assert(y == 1);",
    ),
  ],
  [
    "a copy of a buffer",
    "unsafe",
    program(
      "atomic_int x, y; jmp_buf g;",
      ["jmp_buf b; if (setjmp(b) == 0) { memcpy(&g, &b, sizeof g); if (x) longjmp(g, 2); y = 1; } else y = 2;", "x = 1;"],
      "assert(y == 1);",
    ),
  ],
  [
    "what is written before a jump",
    "unsafe",
    program("atomic_int x; int z;", ["jmp_buf b; if (setjmp(b) == 0) { z = 1; longjmp(b, 1); } z = 2;", "x = z;"], "assert(x != 1);"),
  ],
  [
    "another thread fills the buffer",
    "unsafe",
    program("jmp_buf b; int a1, a2;", ["if (setjmp(b) == 0) { a1 = 1; longjmp(b, 1); }", "a2 = 1; setjmp(b); a2 = 2;"]),
    "memory",
  ],
  [
    "another thread does not fill it",
    "safe",
    program("jmp_buf b; int a1, a2;", ["if (setjmp(b) == 0) { a1 = 1; longjmp(b, 1); }", "a2 = 1; a2 = 2;"]),
    "memory",
  ],
  [
    "another thread fills it if a flag is set",
    "unsafe",
    program("jmp_buf b; atomic_int x, y;", ["if (setjmp(b) == 0) { y = 1; longjmp(b, 1); }", "if (x) setjmp(b);", "x = 1;"]),
    "memory",
  ],
  [
    "a frame that has returned",
    "unsafe",
    program(`${keep} atomic_int x;`, ["jmp_buf b; if (keep(b) == 0 && x == 0) longjmp(b, 1);", "x = 1;"]),
    "memory",
  ],
  ["a buffer that was not filled", "unsafe", program("jmp_buf *b;", ["longjmp(*b, 1);"], "", "b = malloc(sizeof *b);"), "memory"],
  [
    "a call that stands where the one of the buffer stood",
    "unsafe",
    program(
      "jmp_buf b; atomic_int x, z; static void mark(void) { setjmp(b); z = 1; } static void last(int fill) { if (fill && setjmp(b)) return; z = 2; longjmp(b, 1); }",
      ["mark(); last(!x);", "x = 1;"],
    ),
    "memory",
  ],
  [
    "a call that stands where it stood, after other calls",
    "unsafe",
    program(
      "jmp_buf b; atomic_int x, z; static void mark(void) { setjmp(b); z = 1; } static void none(void) { z = 1; } static void last(int fill) { if (fill && setjmp(b)) return; z = 2; longjmp(b, 1); }",
      ["int v = x; if (v) { none(); mark(); } else { mark(); none(); } last(v < 2);", "x = 1; x = 2;"],
    ),
    "memory",
  ],
  [
    "an inner call filled the buffer, with the number that the outer one has in another run",
    "unsafe",
    program(
      "jmp_buf b; atomic_int x, z; static void none(void) { z = 1; } static void f(int how) { if (how == 2) f(1); else if (setjmp(b)) return; if (how == 1) return; z = 2; z = 3; longjmp(b, 1); }",
      ["x = 1;", "if (x) { none(); f(0); } else f(2);"],
    ),
    "memory",
  ],
  [
    "locals that the jump ends",
    "unsafe",
    program("_Atomic(int *) p; static void in(jmp_buf b) { int l = 3; p = &l; longjmp(b, 1); }", [
      "jmp_buf b; if (setjmp(b) == 0) in(b);",
      "int *q = p; if (q) *q = 1;",
    ]),
    "memory",
  ],
  [
    "a lock that is held",
    "unsafe",
    program(lock, [
      "jmp_buf b; if (setjmp(b) == 0) { pthread_mutex_lock(&m); if (x) longjmp(b, 1); pthread_mutex_unlock(&m); }",
      "x = 1; pthread_mutex_lock(&m); pthread_mutex_unlock(&m);",
    ]),
    "deadlock",
  ],
  [
    "a lock that is held, and released there",
    "safe",
    program(lock, [
      "jmp_buf b; if (setjmp(b) == 0) { pthread_mutex_lock(&m); if (x) longjmp(b, 1); pthread_mutex_unlock(&m); } else pthread_mutex_unlock(&m);",
      "x = 1; pthread_mutex_lock(&m); pthread_mutex_unlock(&m);",
    ]),
    "deadlock",
  ],
];

for (const [name, answer, text, property] of rows)
  test(`${name}: ${answer}`, async () => {
    expect(await answersOf(text, property)).toEqual([answer]);
  });
