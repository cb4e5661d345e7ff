// TRACE's encoding behind the engines that decide by formulas: it must give the verdicts that the order of events gives, with each of its optimisations left
// out; what is too large is unknown, with a code.

import { expect, test } from "vitest";
import { checkCertificate } from "../../../../src/engines/formula/certificate.ts";
import { fusion } from "../../../../src/engines/fusion/engine.ts";
import { guided } from "../../../../src/engines/guided/engine.ts";
import { staged } from "../../../../src/engines/staged/engine.ts";
import type { Property } from "../../../../src/execution/errors.ts";
import { readCertificate } from "../../../../src/solving/certificate/read.ts";
import { type AnyTask, compileText, engineTask, type TaskChanges } from "../../../run.ts";
import { cases } from "../../engines/staged/cases.ts";
import { CaseFile } from "../../engines/staged/programs.ts";
import { figure1 } from "../../engines/traces/figure1.ts";
import { verdictsFound } from "../../engines/verdicts-found.ts";

const engines = { staged, guided, fusion };

const verdicts = async (engine: keyof typeof engines, task: AnyTask, properties: readonly Property[]): Promise<string[]> =>
  verdictsFound(task, (await engines[engine].run(task)).findings, properties);

const variants: readonly TaskChanges[] = [
  {},
  { without: ["transactions"] },
  { without: ["ssa"] },
  { without: ["scope"] },
  { without: ["peephole"] },
  { solver: "z3" },
];

test.each(["staged", "guided", "fusion"] as const)("Figure 1 of FUSION with %s", async (engine) => {
  for (const [assertion, verdict] of [
    ["x != y", "unsafe"],
    ["x + y != 3", "safe"],
  ] as const) {
    const program = await compileText(figure1(assertion));
    for (const variant of engine === "staged" ? variants : [{}]) {
      const task = engineTask(program, ["assert"], { encoding: "steps", ...variant });
      expect([variant, await verdicts(engine, task, ["assert"])]).toEqual([variant, [verdict]]);
    }
  }
});

test("certificates are accepted, and rejected for another encoding", async () => {
  const pieces: string[] = [];
  const program = await compileText(figure1("x + y != 3"));
  const task = engineTask(program, ["assert"], { encoding: "steps", certificate: (piece) => pieces.push(piece) });
  expect(await verdicts("staged", task, ["assert"])).toEqual(["safe"]);
  const check = async (text: string): Promise<string> => (await checkCertificate(program, readCertificate(text, "it"))).verdict;
  expect(await check(pieces.join(""))).toBe("accepted");
  expect(await check(pieces.join("").replace('"encoding":"steps"', '"encoding":"staged"'))).toBe("rejected");
});

/** Small programs that need each part of the encoding. */
const chosen = new Set([
  "shared pointer",
  "memcpy between threads",
  "condition variable, one signal for two",
  "a section that ends the process, beside a reader",
  "a section that waits after an assumption",
]);

const file = new CaseFile(cases);

test.each(cases.filter((c) => chosen.has(c.name)))("$name", async (c) => {
  const properties = Object.keys(c.expect) as Property[];
  const task = engineTask(await file.program(c.name), properties, { encoding: "steps" });
  expect(await verdicts("staged", task, properties)).toEqual(Object.values(c.expect));
});

test("too many steps and copies are too large, not endless", async () => {
  const program = await compileText(`#include <pthread.h>
static int x[100];
static void *work(void *p) { for (int i = 0; i < 100; i++) x[(i * 7) % 100] = x[i] + 1; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); work(0); work(0); pthread_join(t, 0); return x[3]; }
`);
  const task = engineTask(program, ["memory"], { encoding: "steps", unwind: 100 });
  expect(await verdicts("staged", task, ["memory"])).toEqual(["unknown RVL302"]);
});

/** `x` is written after the flag is seen: whether the two writes race depends on how the flag orders. */
const byFlag = (order: string): string => `#include <pthread.h>
#include <stdatomic.h>
static atomic_int f;
static int x;
static void *work(void *p) { x = 1; atomic_store_explicit(&f, 1, memory_order_${order === "relaxed" ? order : "release"}); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); if (atomic_load_explicit(&f, memory_order_${order})) x = 2; return 0; }
`;

test.each([
  ["relaxed", "unsafe"],
  ["acquire", "safe"],
])("a race behind a flag that is read %s is %s", async (order, verdict) => {
  const task = engineTask(await compileText(byFlag(order)), ["race"], { encoding: "steps" });
  expect(await verdicts("staged", task, ["race"])).toEqual([verdict]);
});
