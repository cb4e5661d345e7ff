// An error of a step's visible operation belongs to that step. Only an error in the local computation after it is a separate step,
// so that other threads may come first.

import { expect, test } from "vitest";
import { Machine, type Oracle } from "../../../src/execution/machine.ts";
import { compileText, machineOptions } from "../../run.ts";

const oracle: Oracle = { choose: () => 0, input: () => 0n };

test.each([
  ["double-free", "free(h);", "same"],
  ["double-free", "h = realloc(h, 8);", "same"],
  ["use-after-free", "*h = 1;", "same"],
  ["assertion", "assert(*k);", "same"],
  ["division-by-zero", "*k = 1 / *k;", "own"],
] as const)("%s: %s", async (kind, statement, step) => {
  const text = `#include <assert.h>
#include <stdlib.h>
int *h, *k;
int main(void) {
  k = calloc(1, sizeof *k);
  h = malloc(4);
  free(h);
  ${statement}
  return 0;
}
`;
  const machine = new Machine(await compileText(text), { ...machineOptions(["assert", "memory"]), undo: false });
  machine.start(oracle);
  let pending = false;
  while (machine.outcome === null) {
    const [main] = machine.threads;
    if (main === undefined) throw new Error("no thread");
    machine.step(main, oracle);
    pending ||= main.pendingFault !== null;
  }
  const { outcome } = machine;
  expect([outcome.kind === "error" ? outcome.violation.kind : outcome.kind, pending ? "own" : "same"]).toEqual([kind, step]);
  expect(outcome.kind === "error" ? outcome.violation.location?.line : 0).toBe(8);
});
