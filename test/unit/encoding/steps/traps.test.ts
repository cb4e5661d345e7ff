// What each optimisation of the step encoding must not lose: programs in which one of its conditions fails. Every one has a violation that a wrong transaction,
// reordering or copy would hide, or a proof that it would spoil.

import { expect, test } from "vitest";
import { staged } from "../../../../src/engines/staged/engine.ts";
import type { Property } from "../../../../src/execution/errors.ts";
import { engineTask } from "../../../run.ts";
import { type Case, CaseFile } from "../../engines/staged/programs.ts";

const cases: readonly Case[] = [
  {
    // The failure meets no other thread and joins the write before it: the others must still see that write.
    name: "a failure that joins a write",
    code: "static atomic_int @x; static int *@p; THREAD(@t) { if (@x == 1) *@p = 1; return arg; }",
    main: "START(t, @t); @x = 1; assert(__VERIFIER_nondet_int() != 3); END(t);",
    expect: { memory: "unsafe", assert: "unsafe" },
  },
  {
    // The step before the one that ends the process is seen by others.
    name: "the end of the process joins a write",
    code: "static atomic_int @x; THREAD(@t) { assert(@x == 0); return arg; }",
    main: "START(t, @t); @x = 1; exit(0);",
    expect: { assert: "unsafe" },
  },
  {
    // `y` is written by nobody else while its thread runs, but before it begins: the read joins, the write does not overtake.
    name: "a cell that is handed over",
    code: "static int @y; static atomic_int @x; THREAD(@t) { @x = 1; @y = @y + 1; @x = 2; return arg; }",
    main: "@y = 5; START(t, @t); END(t); assert(@y == 6); @y = 7; START(u, @t); END(u); assert(@y == 8);",
    expect: { assert: "safe" },
  },
  {
    // The lower thread's step waits for the higher one's: they are not independent.
    name: "a wait that a higher thread ends",
    code: "static sem_t @s; static atomic_int @x; THREAD(@a) { sem_wait(&@s); assert(@x == 0); return arg; } THREAD(@b) { @x = 1; sem_post(&@s); return arg; }",
    main: "sem_init(&@s, 0, 0); START(a, @a); START(b, @b); END(a); END(b);",
    expect: { assert: "unsafe" },
  },
  {
    // Whether the steps meet depends on an input.
    name: "an index that may meet another",
    code: "static atomic_int @a[4]; THREAD(@t) { @a[__VERIFIER_nondet_uchar() & 3] = 1; return arg; }",
    main: "START(t, @t); unsigned k = __VERIFIER_nondet_uchar() & 3; @a[k] = 2; int v = @a[k]; END(t); assert(v == 2);",
    expect: { assert: "unsafe" },
  },
  {
    name: "a thread that a thread starts",
    code: "static atomic_int @x; THREAD(@u) { @x = @x + 1; return arg; } THREAD(@t) { START(u, @u); @x = @x + 1; END(u); return arg; }",
    main: "START(t, @t); END(t); assert(@x == 2);",
    expect: { assert: "unsafe" },
  },
  {
    name: "both sides of a branch",
    code: "static atomic_int @x, @y; THREAD(@t) { if (@x) { @y = 1; @y = 2; } else @y = 3; return arg; }",
    main: "START(t, @t); @x = 1; END(t); assert(@y == 3 || @y == 2);",
    expect: { assert: "safe" },
  },
  {
    name: "a local ends at a return with a failing side beside it",
    code: "static atomic_int *_Atomic @p; THREAD(@t) { atomic_int l = 1; @p = &l; if (l == 2) assert(0); return arg; } THREAD(@u) { atomic_int *q = @p; if (q) *q = 2; return arg; }",
    main: "START(s, @t); START(t, @u); END(s); END(t);",
    expect: { memory: "unsafe", assert: "unsafe" },
  },
];

const file = new CaseFile(cases);
const left = [[], ["transactions"], ["ssa"], ["scope"], ["peephole"], ["pruning"]] as const;

test.each(cases)("$name", async (c) => {
  const properties = Object.keys(c.expect) as Property[];
  for (const without of left) {
    const { findings } = await staged.run(engineTask(await file.program(c.name), properties, { encoding: "steps", without }));
    const told = properties.map((p) => (findings.get(p)?.kind === "candidate" ? "unsafe" : findings.get(p)?.kind));
    expect([without, told]).toEqual([without, Object.values(c.expect).map((v) => (v === "safe" ? "covered" : v))]);
  }
});
