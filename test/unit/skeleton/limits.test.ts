// Building a formula checks its limits often, whatever takes the time: single expensive operations, joins
// of much memory, pairs of events. Counted in terms made between two checks; and every check can stop it.

import { describe, expect, test } from "vitest";
import { buildFormula } from "../../../src/encoding/formula.ts";
import type { Property } from "../../../src/execution/errors.ts";
import type { Program } from "../../../src/program/program.ts";
import { RavelSolver } from "../../../src/solving/ravel.ts";
import { LimitReached } from "../../../src/support/limits.ts";
import { Terms } from "../../../src/terms/terms.ts";
import { machineOptions } from "../../run.ts";
import { type Case, CaseFile } from "../engines/staged/programs.ts";

const one = (name: string, code: string, main: string): Case => ({ name, code, main, expect: {} });

const cases: readonly Case[] = [
  one(
    "one of many places",
    "static int @a[500];",
    "for (int r = 0; r < 6; r++) { unsigned k = (unsigned)__VERIFIER_nondet_int() % 500; if (@a[k] < r) @a[k] = @a[(k + r) % 500] + 1; }",
  ),
  one(
    "blocks on two paths",
    "static char @a[4096], @b[4096];",
    "for (int r = 0; r < 3; r++) { int k = __VERIFIER_nondet_int(); if (k) memset(@a, k, 4096); else memcpy(@b, @a, 4000); } assert(@b[9] < 3);",
  ),
  one(
    "sections that copy",
    "static char @a[1024], @b[1024]; THREAD(@t) { __VERIFIER_atomic_begin(); memcpy(@a, @b, 1024); for (int i = 0; i < 90; i++) @a[i] = @b[i]; __VERIFIER_atomic_end(); return arg; }",
    "START(t, @t); __VERIFIER_atomic_begin(); memcpy(@b, @a, 1024); __VERIFIER_atomic_end(); END(t); assert(@a[3] == 0);",
  ),
  one(
    "sections with indices",
    "static int @a[400]; THREAD(@t) { __VERIFIER_atomic_begin(); for (int i = 0; i < 8; i++) { @a[3 * i] = i; @a[(unsigned)__VERIFIER_nondet_int() % 400] = @a[i]; } __VERIFIER_atomic_end(); return arg; }",
    "START(t, @t); @a[7] = 1; END(t); assert(@a[3] < 9);",
  ),
  one(
    "a pointer to many objects",
    "struct @n { struct @n *next; int v[8]; };",
    "struct @n *l = NULL; for (int i = 0; i < 30; i++) { struct @n *x = malloc(sizeof *x); x->next = l; l = x; } struct @n *p = l; for (int i = 0; i < 29; i++) if (__VERIFIER_nondet_int()) p = p->next; for (int i = 0; i < 8; i++) p->v[i] = i; assert(p->v[1] == 1);",
  ),
  one(
    "many events",
    "static atomic_int @x, @y; THREAD(@t) { for (int i = 0; i < 14; i++) { @x = @y + i; @y = @x; } return arg; }",
    "START(a, @t); START(b, @t); START(c, @t); END(a); END(b); END(c); assert(@x != 1000);",
  ),
];

const deep = one(
  "a place written on very many paths",
  "",
  "int *x = malloc(4); *x = 0; for (int i = 0; i < 9000; i++) if (__VERIFIER_nondet_int()) *x = i; assert(*x < 9000);",
);

const file = new CaseFile([...cases, deep]);

const properties: readonly Property[] = ["assert", "memory", "overflow", "race", "deadlock"];

function build(program: Program, interrupted: () => boolean): void {
  const machine = machineOptions(properties);
  const options = { machine, properties, encoding: "staged" as const, bounds: new Map(), defaultBound: 2, contextBound: 3 };
  buildFormula(program, options, (terms) => new RavelSolver(terms), interrupted);
}

/** Counts all terms that are made. */
function countTerms(): { count: () => number; end: () => void } {
  const { raw } = Terms.prototype;
  let made = 0;
  Terms.prototype.raw = function (...args) {
    made++;
    return raw.apply(this, args);
  };
  return {
    count: () => made,
    end: () => {
      Terms.prototype.raw = raw;
    },
  };
}

/** A term takes a microsecond or so. */
const maxTerms = 1500;

describe("limits are checked often", () => {
  for (const { name } of cases)
    test(name, async () => {
      const program = await file.program(name);
      const terms = countTerms();
      let checks = 0;
      let last = 0;
      let most = 0;
      build(program, () => {
        checks++;
        most = Math.max(most, terms.count() - last);
        last = terms.count();
        return false;
      });
      most = Math.max(most, terms.count() - last);
      terms.end();
      expect(checks).toBeGreaterThan(20);
      expect(last).toBeGreaterThan(maxTerms);
      expect(most).toBeLessThan(maxTerms);
      for (const part of [0.05, 0.5, 0.95]) {
        let left = Math.floor(checks * part);
        expect(() => build(program, () => left-- <= 0)).toThrow(LimitReached);
      }
    });
});

test("deep terms from many paths do not overflow the stack", async () => {
  const program = await file.program(deep.name);
  expect(() => build(program, () => false)).not.toThrow();
});
