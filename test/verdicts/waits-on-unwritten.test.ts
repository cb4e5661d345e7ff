// Sections of the program that wait because of memory that was never written: with other content they continue. A failure means that a program was called safe because the content that
// was tried, or no content at all, makes the section wait.

import { expect, test } from "vitest";
import { engines } from "../../src/engines/table.ts";
import { compileText, engineTask, type TaskChanges } from "../run.ts";
import { verdictOf } from "./verdict-of.ts";

const program = (make: string, section: string): string =>
  `#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\nextern void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\nstatic int x;\nvoid *run(void *a) { int *p = a; ${section} return a; }\nint main(void) {\n  pthread_t t;\n  ${make}\n  pthread_create(&t, 0, run, v);\n  pthread_join(t, 0);\n  assert(x == 0);\n  return 0;\n}\n`;

const begin = "__VERIFIER_atomic_begin();";
const end = "__VERIFIER_atomic_end();";
const heap = "int *v = malloc(4); if (!v) return 0;";
const local = "int u; int *v = &u;";

const cases: readonly (readonly [name: string, make: string, section: string, verdict: "safe" | "unsafe"])[] = [
  ["an assumption about heap memory", heap, `${begin} __VERIFIER_assume(*p == 3); x = 1; ${end}`, "unsafe"],
  ["an assumption about a local of another thread", local, `${begin} __VERIFIER_assume(*p == 3); x = 1; ${end}`, "unsafe"],
  ["an assumption about an own local", local, `int w, *q = &w; ${begin} __VERIFIER_assume(*q == 3); x = 1; ${end}`, "unsafe"],
  [
    "two assumptions, the second about what was never written",
    local,
    `${begin} __VERIFIER_assume(x == 0); __VERIFIER_assume(*p > 7); x = 1; ${end}`,
    "unsafe",
  ],
  ["a branch before the assumption", local, `${begin} if (*p != 3) __VERIFIER_assume(0); x = 1; ${end}`, "unsafe"],
  ["no content continues", local, `${begin} __VERIFIER_assume(*p != *p); x = 1; ${end}`, "safe"],
  ["it was written", `${local} u = 2;`, `${begin} __VERIFIER_assume(*p == 3); x = 1; ${end}`, "safe"],
];

const variants: readonly (readonly [name: string, changes: TaskChanges])[] = [
  ["explore", { reduction: "none" }],
  ["explore", { reduction: "dpor" }],
  ["explore", { reduction: "states" }],
  ["staged", {}],
  ["staged", { encoding: "steps" }],
  ["guided", {}],
  ["fusion", {}],
  ["symex", {}],
  ["symex", { reduce: "dpor", prune: "none" }],
];

async function expectVerdict(text: string, verdict: "safe" | "unsafe"): Promise<void> {
  const compiled = await compileText(text);
  for (const [name, changes] of variants) {
    const task = engineTask(compiled, ["assert"], changes);
    const { findings } = await (engines.find((e) => e.name === name) as (typeof engines)[number]).run(task);
    const found = findings.get("assert");
    const told = found && verdictOf(task, "assert", found);
    const isCovered = name === "staged" || name === "guided";
    const label = `${name} ${JSON.stringify(changes)}: ${told}`;
    // The value of one run does not cover the others.
    if (isCovered) expect(told, label).toBe(verdict);
    else expect([verdict, "RVL308"], label).toContain(told);
  }
}

test.each(cases)("%s", (_, make, section, verdict) => expectVerdict(program(make, section), verdict));

const copyHead = `#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\n#include <string.h>\nextern void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\nstatic int *h, d, e, r, x;\n`;
const waits = `static void *one(void *u) { ${begin} __VERIFIER_assume(d != 0); r = d; ${end} assert(r == 0); return u; }\n`;
const starts = "h = malloc(4); memcpy(&e, h, 4); pthread_t t; pthread_create(&t, 0, one, 0);";

/** A copy leaves the bytes as they are, but unwritten: it may end a wait. */
const copying: readonly (readonly [name: string, text: string])[] = [
  ["the copy ends the wait", `${waits} int main(void) { ${starts} memcpy(&d, h, 4); pthread_join(t, 0); return 0; }`],
  [
    "the copy ends the wait for a moment",
    `${waits} int main(void) { ${starts} x = 1; x = 2; memcpy(&d, h, 4); ${begin} d = 0; ${end} pthread_join(t, 0); return 0; }`,
  ],
  [
    "a third thread makes the copy",
    `${waits} static void *two(void *u) { memcpy(&d, h, 4); return u; } int main(void) { ${starts} pthread_t v; pthread_create(&v, 0, two, 0); pthread_join(v, 0); pthread_join(t, 0); assert(r != 12); return 0; }`,
  ],
];

test.each(copying)("%s", (_, text) => expectVerdict(copyHead + text, "unsafe"));

test.each(["staged", "guided"] as const)(
  "a lock that a section takes for some content only: whether it is a deadlock is open (%s)",
  async (name) => {
    const text =
      "#include <pthread.h>\n#include <stdlib.h>\nextern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nstatic int *p;\nstatic void *run(void *a) { __VERIFIER_atomic_begin(); if (*p == 3) pthread_mutex_lock(&m); __VERIFIER_atomic_end(); return a; }\nint main(void) { pthread_t t; p = malloc(4); pthread_mutex_lock(&m); pthread_create(&t, 0, run, 0); pthread_join(t, 0); return 0; }\n";
    const task = engineTask(await compileText(text), ["deadlock"]);
    const { findings } = await (engines.find((e) => e.name === name) as (typeof engines)[number]).run(task);
    const found = findings.get("deadlock");
    expect(found && verdictOf(task, "deadlock", found)).toBe("RVL310");
  },
);
