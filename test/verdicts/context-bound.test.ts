// --context-bound: on programs for which it is known how many preemptions a bug needs, search and solver agree; on generated programs the
// solver also finds the violations of the search.

import { describe, expect, test } from "vitest";
import type { Finding } from "../../src/engines/engine.ts";
import { engines } from "../../src/engines/table.ts";
import type { Property } from "../../src/execution/errors.ts";
import type { Program } from "../../src/program/program.ts";
import { Budget } from "../../src/support/budget.ts";
import { generate } from "../differential/concurrent/generate.ts";
import { render } from "../differential/concurrent/render.ts";
import { compileText, engineTask } from "../run.ts";
import { type Case, CaseFile } from "../unit/engines/staged/programs.ts";

const start = "START(s, @a); START(t, @b); END(s); END(t);";
const section = (body: string): string => `__VERIFIER_atomic_begin(); ${body} __VERIFIER_atomic_end();`;
/** Programs by the number of preemptions their assertion needs to fail. */
const needed: readonly (Case & { readonly preemptions: number })[] = [
  {
    name: "threads one after the other",
    code: "static atomic_int @x; THREAD(@a) { @x = 1; return arg; } THREAD(@b) { assert(@x); return arg; }",
    main: start,
    preemptions: 0,
    expect: {},
  },
  {
    name: "a thread left once",
    code: "static atomic_int @x; THREAD(@a) { @x = 1; @x = 2; return arg; } THREAD(@b) { assert(@x != 1); return arg; }",
    main: start,
    preemptions: 1,
    expect: {},
  },
  {
    name: "to and fro",
    code: "static atomic_int @x, @y; THREAD(@a) { @x = 1; @x = 2; @y = 1; @y = 2; return arg; } THREAD(@b) { int p = @x, q = @y; assert(p != 1 || q != 1); return arg; }",
    main: start,
    preemptions: 3,
    expect: {},
  },
  {
    name: "leaving a thread that waits is free",
    code: `static atomic_int @x; static sem_t @s; THREAD(@a) { @x = 1; sem_wait(&@s); @x = 2; return arg; }
THREAD(@b) { assert(@x != 1); sem_post(&@s); return arg; }`,
    main: `sem_init(&@s, 0, 0); ${start}`,
    preemptions: 0,
    expect: {},
  },
  {
    name: "one that waits for an assumption inside a section as well",
    code: `static int @w, @x, @y; THREAD(@a) { ${section("@w = 1;")} ${section("__VERIFIER_assume(@x == 1); @y = 1;")} return arg; }
THREAD(@b) { ${section("__VERIFIER_assume(@w == 1); @x = 1;")} return arg; }`,
    main: `${start} assert(@y == 0);`,
    preemptions: 0,
    expect: {},
  },
  {
    name: "or waits whatever the input",
    code: `static int @w, @x, @y; THREAD(@a) { ${section("@w = 1;")} ${section("int k = __VERIFIER_nondet_uchar() & 1; __VERIFIER_assume(k + @x == 2); @y = 1;")} return arg; }
THREAD(@b) { ${section("__VERIFIER_assume(@w == 1); @x = 1;")} return arg; }`,
    main: `${start} assert(@y == 0);`,
    preemptions: 0,
    expect: {},
  },
];

const file = new CaseFile(needed);

async function verdict(program: Program, name: string, contextBound: number, property: Property = "assert"): Promise<string> {
  const task = engineTask(program, [property], { budget: new Budget(null, 1000), contextBound });
  const engine = engines.find((e) => e.name === name);
  const finding = (await engine?.run(task))?.findings.get(property) as Finding;
  if (finding.kind === "unknown") return finding.unknown.code;
  return finding.kind === "candidate" ? "unsafe" : `${finding.scope.complete ? "complete" : "up to"} ${finding.scope.contextBound}`;
}

describe.each(["explore", "staged", "auto"])("%s counts preemptions", (engine) => {
  for (const { name, preemptions } of needed)
    test(name, async () => {
      const program = await file.program(name);
      if (preemptions > 0) expect(await verdict(program, engine, preemptions - 1)).toBe(`up to ${preemptions - 1}`);
      expect(await verdict(program, engine, preemptions)).toBe("unsafe");
    });
});

test("the solver finds what the search finds within a bound", async () => {
  const seen = new Map<string, number>();
  for (const seed of [303, 310, 316]) {
    const program = await compileText(render(generate(seed)));
    for (const [bound, property] of [
      [0, "race"],
      [1, "race"],
      [0, "assert"],
      [1, "assert"],
    ] as const) {
      const [searched, solved] = [await verdict(program, "explore", bound, property), await verdict(program, "staged", bound, property)];
      // The solver does not count a switch from a thread that may have to wait: it may find more violations, never fewer.
      if (searched === "unsafe") expect([seed, bound, solved]).toEqual([seed, bound, "unsafe"]);
      else expect([`up to ${bound}`, "unsafe"]).toContain(solved);
      seen.set(searched, (seen.get(searched) ?? 0) + 1);
    }
  }
  expect(seen.get("unsafe") ?? 0).toBeGreaterThan(0);
  expect(seen.get("up to 0") ?? 0).toBeGreaterThan(0);
});
