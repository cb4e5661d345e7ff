// Programs that reach two states which differ in only one field of a thread or an object, and then behave differently. A failure means
// that the state search merges the two: it explores the first and answers for both. So each program takes its two paths in either order.

import { describe, expect, test } from "vitest";
import type { Property } from "../../src/execution/errors.ts";
import { checkText, machineOptions, type TaskChanges } from "../run.ts";

interface Row {
  /** The field in which the states differ. */
  readonly field: string;
  readonly outside?: string;
  /** A function with a variable `first`, which says which of the two paths to take. */
  readonly main: string;
  readonly property: Property;
  readonly expected: "unsafe" | `assuming ${string}`;
}

const rows: readonly Row[] = [
  {
    field: "MemoryObject.movedTo: only realloc may leave a block where it is",
    main: `int *p = malloc(4), *old = p, *q;
      if (first) q = realloc(p, 4);
      else { q = malloc(4); free(p); }
      turn = 1;
      assert(old != q);`,
    property: "assert",
    expected: "assuming no-reuse",
  },
  {
    field: "MemoryObject.align: of one block only is it known that its lowest bits are zero",
    main: `char *p = first ? aligned_alloc(64, 64) : malloc(64);
      turn = 1;
      assert(((uintptr_t)p & 63) == 0);`,
    property: "assert",
    expected: "assuming fixed-placement",
  },
  {
    field: "MemoryObject.name: what an unknown function returns does not leak",
    outside: "int *make(void); static int *get(int first) { if (first) return make(); return malloc(4096); }",
    main: `int *p = get(first);
      first = 0;
      turn = 1;
      p = 0;
      turn = 2;`,
    property: "leak",
    expected: "unsafe",
  },
  {
    field: "Thread.serial: a buffer filled in an earlier call of the same function",
    outside: `jmp_buf buffer; int go;
      static void f(int fills) { if (fills && setjmp(buffer)) return; turn = 1; if (go) longjmp(buffer, 1); }`,
    main: `if (first) f(1);
      go = 1;
      f(!first);`,
    property: "memory",
    expected: "unsafe",
  },
  {
    field: "Thread.transfer: what a copy has read meanwhile has changed back",
    outside: `struct four { long a, b, c, d; } from, to;
      static void *copies(void *_) { to = from; return _; }
      static void *writes(void *_) { from.a = 1; from.a = 0; return _; }`,
    main: `pthread_t t, u;
      pthread_create(&t, 0, first ? copies : writes, 0);
      pthread_create(&u, 0, first ? writes : copies, 0);
      pthread_join(t, 0);
      pthread_join(u, 0);
      assert(to.a == 0);`,
    property: "assert",
    expected: "unsafe",
  },
  {
    field: "Thread.pendingFault: the division comes before or after another thread's write",
    outside: `int divisor, quotient;
      static void *divides(void *_) { quotient = 6 / divisor; return _; }
      static void *writes(void *_) { divisor = 1; return _; }`,
    main: `pthread_t t, u;
      pthread_create(&t, 0, first ? divides : writes, 0);
      pthread_create(&u, 0, first ? writes : divides, 0);
      pthread_join(t, 0);
      pthread_join(u, 0);`,
    property: "overflow",
    expected: "unsafe",
  },
  {
    field: "registers: the value with which longjmp has come back",
    outside: "jmp_buf buffer;",
    main: `int value = setjmp(buffer);
      if (value == 0) longjmp(buffer, first ? 1 : 2);
      turn = 1;
      assert(value == 1);`,
    property: "assert",
    expected: "unsafe",
  },
];

const textOf = ({ outside = "", main }: Row, isFirst: string): string => `
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
_Bool __VERIFIER_nondet_bool(void);
int turn;
${outside}
int main(void) {
  int first = ${isFirst}__VERIFIER_nondet_bool();
  ${main}
  return 0;
}
`;

describe.each(["none", "states"])("reduction %s", (reduction) => {
  describe.each(["", "!"])("with %snondet", (isFirst) => {
    test.each(rows)("$field", async (row) => {
      const machine = { ...machineOptions([row.property]), unknownCalls: "nondet" as const };
      const how: TaskChanges = { machine, reduction: reduction as TaskChanges["reduction"] };
      const report = await checkText(textOf(row, isFirst), "explore", [row.property], how);
      const { verdict, scope } = report.worst;
      expect(verdict === "unsafe" ? verdict : `assuming ${scope.assumptions.join()}`).toBe(row.expected);
    });
  });
});
