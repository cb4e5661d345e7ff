// Busy waits in skeletons: an iteration that changes nothing ends its path, so that the skeleton does not grow with the bound. Loops that do
// change something are unrolled as far as the bound goes.

import { describe, expect, test } from "vitest";
import { unrollProgram } from "../../../../src/skeleton/rounds.ts";
import { compileText, machineOptions } from "../../../run.ts";
import { type Case, CaseFile } from "../../engines/staged/programs.ts";

const waits: Readonly<Record<string, string>> = {
  while: "while (!@f);",
  "do while": "int v; do v = @f; while (!v);",
  "endless with break": "for (;;) { if (@f) break; }",
  "compound condition": "while (!(@f && @g));",
  "a count that is not used": "int tries = 0; while (!@f) tries++;",
  "test and set": "while (atomic_flag_test_and_set(&@l)); atomic_flag_clear(&@l);",
  "compare-exchange": "int e = 1; while (!atomic_compare_exchange_strong(&@f, &e, 2)) e = 1;",
  "a local put back": "int k = 3; while (!@f) { k = 4; k = 3; } @g = k;",
  "an exchange of what was read": "int old = 1; while ((old = atomic_exchange(&@g, old)) == 1);",
  "what was seen is noted": "int seen = 0; while ((seen = @f) == 0); @g = seen;",
  "what was seen is used in the next iteration": "int seen = 0; do { if (seen > 1) break; seen = @f; } while (seen == 0); @g = seen;",
  "what was seen last is kept": "int seen = 0, v; while ((v = @h) < 2) seen = v; @g = seen;",
  "memory that comes back every second time": "int v[2] = {0, 0}, *p = v; while (!@f) { *p = 1 - *p; } @g = v[0];",
};
const works: Readonly<Record<string, string>> = {
  "a count that is used": "int tries = 0; while (!@f) tries++; @g = tries;",
  "what was seen before the last iteration": "int old = 0, seen = 0, v; while ((v = @h) < 2) { old = seen; seen = v; } @g = old;",
  "a shared count": "while (!@f) @g++;",
  "a global that only it uses": "while (!@f) @own++;",
  "memory that only it uses": "int v[2] = {0, 0}, *p = v; while (!@f) { *p += 1; } @g = v[0];",
};
const make = (list: Readonly<Record<string, string>>): Case[] =>
  Object.entries(list).map(([name, body]) => ({
    name,
    code: `static atomic_int @f, @g, @h; static atomic_flag @l = ATOMIC_FLAG_INIT; static int @own;
THREAD(@wait) { ${body} return arg; } THREAD(@set) { while (atomic_flag_test_and_set(&@l)); atomic_flag_clear(&@l); @g = 1; @h = 1; @h = 2; @f = 1; return arg; }`,
    main: "START(s, @wait); START(t, @set); END(s); END(t); assert(@own == 0);",
    expect: {},
  }));

const file = new CaseFile([...make(waits), ...make(works)]);

async function grow(name: string, bound: number): Promise<{ events: number; cuts: number }> {
  const { skeleton } = unrollProgram(await file.program(name), {
    machine: machineOptions([]),
    boundOf: () => bound,
    interrupted: () => false,
    overflow: false,
    maxOperations: 1e6,
  });
  return { events: skeleton.events.length, cuts: skeleton.cuts.length };
}

describe("idle iterations end their path", () => {
  for (const name of Object.keys(waits))
    test(name, async () => {
      const small = await grow(name, 2);
      expect(small.cuts).toBe(0);
      expect(await grow(name, 20)).toEqual(small);
    });
});

describe("iterations that change something are unrolled", () => {
  for (const name of Object.keys(works))
    test(name, async () => {
      const [small, large] = [await grow(name, 2), await grow(name, 5)];
      expect(small.cuts).toBeGreaterThan(0);
      expect(large.events).toBeGreaterThan(small.events);
    });
});

test("a loop whose length is known needs no bound", async () => {
  const program = await compileText("int g; int main(void) { for (int i = 0; i < 30; i++) g += i; return g == 435 ? 0 : 1; }\n");
  const { skeleton } = unrollProgram(program, {
    machine: machineOptions([]),
    boundOf: () => 2,
    interrupted: () => false,
    overflow: false,
    maxOperations: 1e6,
  });
  expect(skeleton.cuts).toEqual([]);
});
