// Sections whose accesses depend on what they read and on inputs, and that wait by assumptions: wake-up trees, which `--reduction dpor` also uses for such programs,
// run exactly once per trace of the search without reduction (docs/adr/0018).

import { expect, test } from "vitest";
import { reductionFor } from "../../../src/engines/search/reductions.ts";
import { none } from "../../../src/reduction/none.ts";
import { wakeupTrees } from "../../../src/reduction/wakeup-trees.ts";
import { Rng } from "../../../src/support/rng.ts";
import { taskFor } from "../../differential/concurrent/compare.ts";
import { changed } from "../../run.ts";
import { explore } from "./agreement.ts";
import { compileAll } from "./small-programs.ts";

const section = (body: string): string => `__VERIFIER_atomic_begin(); ${body} __VERIFIER_atomic_end();`;

/** r: an array, h: a pointer into it. */
function statement(rng: Rng): string {
  const [i, j, v] = [rng.below(3), rng.below(3), rng.below(2)];
  return rng.pick([
    section(`r[${i}] = ${v};`),
    section(`h = &r[${i}];`),
    section(`__VERIFIER_assume(*h == ${v}); x = h - r;`),
    section(`__VERIFIER_assume(r[*h] == ${v}); r[${j}] = ${v};`),
    section(`if (*h) __VERIFIER_assume(r[${i}] == ${v}); else __VERIFIER_assume(r[${j}] == 0); y = ${v};`),
    section(`*h = ${v};`),
    `x = ${v + 1};`,
    section(`__VERIFIER_assume(*h == 0); h = &r[${j}];`),
    section(`{ bool k = __VERIFIER_nondet_bool(); __VERIFIER_assume(r[${i}] == k); r[${j}] = ${v}; }`),
    section(`{ bool k = __VERIFIER_nondet_bool(); if (k) __VERIFIER_assume(*h == ${v}); y = k; }`),
    section(`{ bool k = __VERIFIER_nondet_bool(); h = &r[k]; __VERIFIER_assume(*h != ${v}); }`),
  ]);
}

test("wake-up trees run once per trace on 60 generated programs", async () => {
  const rng = new Rng(11);
  const programs = Array.from({ length: 60 }, () => {
    const threads = Array.from({ length: rng.between(2, 3) }, () =>
      Array.from({ length: rng.between(1, 3) }, () => statement(rng)).join(" "),
    );
    return { threads: threads.map((t, i) => (i === 0 ? `${section("h = r;")} ${t}` : t)), after: "assert(x + y < 2);" };
  });
  const program = await compileAll(programs);
  expect(reductionFor(changed(taskFor(program, 1), { reduction: "dpor" }))).toBe(wakeupTrees);
  let traces = 0;
  for (const [k, p] of programs.entries()) {
    const all = await explore(program, k, none, 1500, true);
    if (all.runs >= 1500) continue;
    const some = await explore(program, k, wakeupTrees, 1500, true);
    expect({ ...some, asleep: 0, runs: some.runs, reads: "", source: p }).toEqual({
      ...all,
      asleep: 0,
      runs: all.traces.size,
      reads: "",
      source: p,
    });
    traces += all.traces.size;
  }
  expect(traces).toBeGreaterThan(300);
});
