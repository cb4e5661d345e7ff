// Inputs that are given beforehand: asking is a step, schedules and witness files say so, and a simplified run takes them in the same order.

import { expect, test } from "vitest";
import type { Violation } from "../../../src/execution/errors.ts";
import type { Machine } from "../../../src/execution/machine.ts";
import { RandomScheduler } from "../../../src/scheduling/random.ts";
import { Rng } from "../../../src/support/rng.ts";
import { parseWitness, witnessToJson } from "../../../src/witness/file.ts";
import { minimise } from "../../../src/witness/minimise.ts";
import { recordRun, type Schedule } from "../../../src/witness/schedule.ts";
import { schemaFaults } from "../apps/cli/command-line.ts";
import { machineFor, replay } from "./programs.ts";

const program = `#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static int x, got[2];
static void *work(void *p) { int id = (int)(long)p; x++; got[id] = __VERIFIER_nondet_int(); x++; return p; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, work, (void *)0);
  pthread_create(&t, 0, work, (void *)1);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(got[0] == 1 && got[1] == 2);
  return 0;
}
`;

const runWith = (machine: Machine, seed: number, inputs: readonly bigint[]): Schedule =>
  recordRun(machine, new RandomScheduler(new Rng(seed), inputs), { maxSteps: 1000, interrupted: () => false }).schedule;

const assertion = (machine: Machine, schedule: Schedule): Violation | undefined =>
  replay(machine, schedule).violations.find((v) => v.kind === "assertion");

/** A run with the inputs 1 and 2 in which the second thread asks first. */
function swapped(machine: Machine): { readonly schedule: Schedule; readonly violation: Violation } {
  for (let seed = 1; seed < 100; seed++) {
    const schedule = runWith(machine, seed, [1n, 2n]);
    const violation = assertion(machine, schedule);
    if (violation !== undefined) return { schedule, violation };
  }
  throw new Error("no run fails");
}

test("asking is a step if inputs are given, and only then", async () => {
  const machine = await machineFor(program);
  const stepsOf = (schedule: Schedule): number => schedule.steps.filter((s) => s.thread === 1).length;
  const open = runWith(machine, 1, []);
  const given = runWith(machine, 1, [1n, 2n]);
  expect([stepsOf(given), given.asksInSteps]).toEqual([stepsOf(open) + 1, true]);
  expect("asksInSteps" in open).toBe(false);
});

test("fewer switches, the same order of inputs", async () => {
  const machine = await machineFor(program);
  const { schedule, violation } = swapped(machine);
  const small = minimise(machine, schedule, violation);
  expect(assertion(machine, small)).toBeDefined();
  expect(machine.inputs.map(({ thread, value }) => [thread, value])).toEqual([
    [2, 1n],
    [1, 2n],
  ]);
});

test("a witness file says that asking is a step", async () => {
  const machine = await machineFor(program);
  const { schedule, violation } = swapped(machine);
  const built = { files: ["p.c"], flags: [], dataModel: "lp64", systemHeaders: false } as const;
  const options = { allocationMayFail: false, unknownCalls: "stop" } as const;
  const run = replay(machine, schedule);
  const written = JSON.parse(JSON.stringify(witnessToJson("0.0.0", built, options, violation, schedule, run)));
  expect(schemaFaults("witness", written)).toEqual([]);
  const read = parseWitness(JSON.stringify(written), "w").schedule;
  expect(read.asksInSteps).toBe(true);
  expect(assertion(machine, read)).toBeDefined();
  const { asksInSteps, ...without } = written;
  expect([asksInSteps, schemaFaults("witness", without)]).toEqual([true, []]);
});
