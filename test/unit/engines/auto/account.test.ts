// `--explain` with auto: how the check began and continued, what each engine covered, which decided what.

import { expect, test } from "vitest";
import type { Explanation } from "../../../../src/reports/report.ts";
import { checkText, type TaskChanges } from "../../../run.ts";

async function account(text: string, changes: TaskChanges = {}): Promise<Explanation[]> {
  const entries: Explanation[] = [];
  await checkText(text, "auto", ["assert", "deadlock"], { explain: (e) => void entries.push(e), ...changes });
  return entries;
}

const textsOf = (entries: readonly Explanation[], what: Explanation["what"]): string[] =>
  entries.filter((e) => e.what === what).map((e) => e.text);

test("a tiny program is decided by the first turns, each property by a sentence of its own kind", async () => {
  const entries = await account("#include <assert.h>\nint main(void) { assert(0); }\n");
  expect(textsOf(entries, "engines")).toEqual([
    expect.stringMatching(/^First turns, explore: .* \(\d+ runs?\)\. That decided everything\.$/),
  ]);
  expect(textsOf(entries, "decision")).toEqual([
    "assert: decided by explore, by a run that violates it.",
    "deadlock: decided by explore, which covered everything.",
  ]);
});

test("what the first turns leave open is named, and the solver that decides it", async () => {
  const wide =
    "#include <assert.h>\nint __VERIFIER_nondet_int(void);\nint main(void) { unsigned x = __VERIFIER_nondet_int(); assert(x * x != 3); }\n";
  const entries = await account(wide);
  expect(textsOf(entries, "engines")[0]).toMatch(/Open after that: assert/);
  expect(textsOf(entries, "engines")[1]).toMatch(/^Then in turns on one thread: /);
  expect(textsOf(entries, "coverage").some((t) => /^staged \(\d+ solver calls?, .*without bounds\.$/.test(t))).toBe(true);
  expect(textsOf(entries, "decision").join("\n")).toMatch(/^assert.*: decided by staged, which covered everything\.$/m);
});

test("with a context bound there is one way", async () => {
  expect((await account("int main(void) { return 0; }\n", { contextBound: 1 })).map((e) => e.what)).toEqual(["engines"]);
});
