// Machines that stop at lines: where threads stop, what a local step is, and that the run is the same.

import { expect, test } from "vitest";
import { allProperties } from "../../../src/execution/errors.ts";
import { fingerprint } from "../../../src/execution/fingerprint.ts";
import { Machine } from "../../../src/execution/machine.ts";
import { userFrame } from "../../../src/execution/positions.ts";
import type { Program } from "../../../src/program/program.ts";
import { RandomScheduler } from "../../../src/scheduling/random.ts";
import { drive } from "../../../src/scheduling/run.ts";
import { Rng } from "../../../src/support/rng.ts";
import { compileText, machineOptions } from "../../run.ts";

const text = `#include <pthread.h>
static int shared;
static int twice(int n) {
  int m = n + n;
  return m;
}
static void *worker(void *p) {
  int a = 1;
  int b = twice(a);
  shared = b;
  return p;
}
int main(void) {
  pthread_t t;
  int local = 5;
  pthread_create(&t, NULL, worker, NULL);
  for (int i = 0; i < 2; i++)
    local += i;
  pthread_join(t, NULL);
  return shared + local == 8 ? 0 : 1;
}
`;

/** The lines at which each thread stops before a line and before a visible operation, the latter with a star. */
function stops(program: Program, stopsAtLines: boolean): { readonly stops: Map<number, string[]>; readonly machine: Machine } {
  const machine = new Machine(program, { ...machineOptions(allProperties), undo: false, stopsAtLines });
  const found = new Map<number, string[]>();
  let at = "";
  drive(machine, new RandomScheduler(new Rng(3)), () => false, {
    stepping: (t) => {
      at = String(machine.program.positions[userFrame(machine, t).position]?.line);
    },
    stepped: (t) => {
      found.set(t.index, [...(found.get(t.index) ?? []), at + (machine.lastStep.isLocal ? "" : "*")]);
    },
  });
  return { stops: found, machine };
}

test("threads stop before each line; steps from there to the next stop are local", async () => {
  const program = await compileText(text);
  const { stops: lines, machine } = stops(program, true);
  expect(lines.get(1)?.join(" ")).toMatchInlineSnapshot(`"7 8 9 3 4 5 10 10* 11 0*"`);
  expect(lines.get(0)?.join(" ")).toMatchInlineSnapshot(`"13 15 16 16* 17 17 18 17 17 18 17 17 17 19 19* 19* 20 20* 0* 0*"`);
  expect(machine.outcome).toEqual({ kind: "exit", status: 0 });
});

test("other machines do not stop there", async () => {
  const { stops: lines } = stops(await compileText(text), false);
  expect([...lines.values()].flat().every((l) => l.endsWith("*"))).toBe(true);
});

test("undo restores states between lines", async () => {
  const machine = new Machine(await compileText(text), { ...machineOptions(allProperties), undo: true, stopsAtLines: true });
  const before: string[] = [];
  drive(machine, new RandomScheduler(new Rng(3)), () => false, { stepped: () => before.push(fingerprint(machine)) });
  expect(before.length).toBeGreaterThan(20);
  for (let i = before.length - 1; i > 0; i--) {
    machine.undo();
    expect(fingerprint(machine)).toBe(before[i - 1]);
  }
});
