// State is data: undo restores every state exactly, and a schedule rebuilds a state on another machine.

import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { allProperties } from "../../../src/execution/errors.ts";
import { fingerprint } from "../../../src/execution/fingerprint.ts";
import { Machine } from "../../../src/execution/machine.ts";
import type { Program } from "../../../src/program/program.ts";
import { RandomScheduler } from "../../../src/scheduling/random.ts";
import { drive } from "../../../src/scheduling/run.ts";
import { Rng } from "../../../src/support/rng.ts";
import { ReplayScheduler } from "../../../src/witness/replay.ts";
import { recordRun } from "../../../src/witness/schedule.ts";
import { compile, machineOptions } from "../../run.ts";

const folder = new URL("../../programs/", import.meta.url).pathname;
const every = (kind: string, n: number): string[] =>
  readdirSync(`${folder}${kind}`)
    .filter((_, i) => i % n === 0)
    .map((name) => `${folder}${kind}/${name}/program.c`);

/** Steps a machine with a seed until it ends or `limit`; calls back after every step. */
function runFor(machine: Machine, seed: number, limit: number, onStep: () => void): void {
  drive(machine, new RandomScheduler(new Rng(seed)), () => machine.depth >= limit, { stepped: onStep });
}

function checkUndo(program: Program, seed: number, limit: number): number {
  const machine = new Machine(program, { ...machineOptions(allProperties), undo: true });
  const before: string[] = [];
  machine.start(new RandomScheduler(new Rng(seed)));
  runFor(machine, seed, limit, () => before.push(fingerprint(machine)));
  const steps = before.length;
  if (machine.depth < steps) throw new Error("history is shorter than the run");
  for (let i = steps - 1; i > 0; i--) {
    machine.undo();
    if (fingerprint(machine) !== before[i - 1]) throw new Error(`undo of step ${i + 1} of ${steps} leaves another state`);
  }
  return steps;
}

describe("undo", () => {
  for (const file of [...every("safe", 16), ...every("unsafe", 16)]) {
    test(`restores every state of ${file.slice(folder.length)}`, async () => {
      const program = await compile(file);
      // Some inputs end a run before its first step.
      expect(Math.max(...[1, 2, 3, 4, 5, 6].map((seed) => checkUndo(program, seed, 300)))).toBeGreaterThan(0);
    });
  }

  test("goes back 10,000 steps", async () => {
    const program = await compile(new URL("long-run.c", import.meta.url).pathname);
    const machine = new Machine(program, { ...machineOptions(allProperties), undo: true });
    let start = "";
    runFor(machine, 1, 10_000, () => {
      if (machine.depth === 1) start = fingerprint(machine);
    });
    expect(machine.depth).toBe(10_000);
    while (machine.depth > 1) machine.undo();
    expect(fingerprint(machine)).toBe(start);
  });
});

describe("a schedule", () => {
  for (const file of [...every("safe", 20), ...every("unsafe", 20)]) {
    test(`rebuilds the state of ${file.slice(folder.length)} on another machine`, async () => {
      const program = await compile(file);
      const first = new Machine(program, { ...machineOptions(allProperties), undo: false });
      recordRun(first, new RandomScheduler(new Rng(9)), { maxSteps: 5000, interrupted: () => false }); // leaves remains that must not matter
      const { schedule } = recordRun(first, new RandomScheduler(new Rng(5)), { maxSteps: 5000, interrupted: () => false });
      const second = new Machine(program, { ...machineOptions(allProperties), undo: false });
      const replay = new ReplayScheduler(schedule);
      recordRun(second, replay, { maxSteps: schedule.steps.length, interrupted: () => false });
      expect(replay.divergedAt).toBe(-1);
      expect(second.stepCount).toBe(first.stepCount);
      first.outcome = null; // the second stops at the step limit before it could conclude
      second.outcome = null;
      expect(second.violations.filter((v) => v.kind !== "deadlock")).toEqual(first.violations.filter((v) => v.kind !== "deadlock"));
    });
  }
});
