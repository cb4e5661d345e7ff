// Native replay: witnesses of the collection are replayed in a process compiled with gcc. A failure here means that the process does not follow the
// plan, or claims what did not show.

import { expect, test } from "vitest";
import { replayNatively } from "../../../../src/apps/native/replay-natively.ts";
import { checkLoaded } from "../../../../src/check.ts";
import type { Property } from "../../../../src/execution/errors.ts";
import { Machine } from "../../../../src/execution/machine.ts";
import { type Plan, type PlanStep, planOf } from "../../../../src/native/plan.ts";
import type { WitnessProgram } from "../../../../src/witness/file.ts";
import { engineTask, loadOnce, loadRequest, machineOptions } from "../../../run.ts";
import { needs } from "../../../tools.ts";

const program = (name: string): WitnessProgram => ({
  files: [`test/programs/unsafe/${name}/program.c`],
  flags: [],
  dataModel: "lp64",
  systemHeaders: false,
});

async function planFor(name: string, property: Property): Promise<Plan> {
  const file = program(name).files[0] as string;
  const loaded = await loadOnce(file);
  const { options, ...task } = engineTask(loaded.program, [property]);
  const report = await checkLoaded(loaded, { ...loadRequest(file), ...task, engine: { name: "explore", options } });
  const evidence = report.properties[0]?.evidence;
  if (!evidence) throw new Error(`no violation of ${property} in ${name}`);
  const machine = new Machine(loaded.program, { ...machineOptions([property]), undo: false });
  return planOf(machine, evidence.schedule, (v) => v.property === property).plan;
}

test("the accesses of a race stand side by side in the plan: steps that depend on the earlier one are left out", async () => {
  const { steps, ordered } = await planFor("lost-update", "race");
  const racing = steps.filter((s) => s.race === "stands");
  expect(racing.map((s) => [s.thread, s.line])).toEqual([
    [1, 13],
    [2, 13],
  ]);
  expect(steps.at(-1)).toBe(racing[1]);
  expect(steps.filter((s) => s.thread === 1).at(-1)).toBe(racing[0]);
  expect(ordered).toBeNull();
});

test("the accesses of a race that depend on each other stay in order", async () => {
  const { steps, ordered } = await planFor("litmus-mp-relaxed", "race");
  expect(ordered).toBe("the later access is only made because the earlier one was");
  expect(steps.map((s) => s.race).filter((r) => r !== null)).toEqual(["made", "stands"]);
});

if (needs("gcc", "native replay")) {
  test.each<[string, Property, RegExp]>([
    ["lost-update", "assert", /^assertion fails: hits == 2, in main, line 23$/],
    ["lost-update", "race", /^data race: T1 is about to write 4 bytes in line 13 while T2 is about to read 4 bytes in line 13/],
    ["lock-order-two", "deadlock", /^deadlock: main waits for the end of a thread .*, T1 waits for a mutex .*, T2 waits for a mutex/],
    ["close-while-sending", "memory", /^use after free: T\d accesses \d+ bytes at offset \d+ of a freed block/],
    ["sem-permits-from-input", "deadlock", /^deadlock: /],
  ])("%s: the failure of %s shows", async (name, property, text) => {
    const result = replayNatively(program(name), await planFor(name, property), null);
    expect([result.kind, result.step]).toEqual(["reached", null]);
    expect(result.text).toMatch(text);
  });

  test("a schedule that does not lead to the failure is not said to reach it", async () => {
    const plan = await planFor("lost-update", "assert");
    const of = (thread: number): PlanStep[] => plan.steps.filter((s) => s.thread === thread && s.line === 13);
    const others = plan.steps.filter((s) => s.line !== 13);
    const first = others.findIndex((s) => s.thread !== 0);
    const serial = [...others.slice(0, first), ...of(1), ...of(2), ...others.slice(first)];
    const result = replayNatively(program("lost-update"), { ...plan, steps: serial }, null);
    expect([result.kind, result.text]).toEqual(["diverged", "the process ends without the failure"]);
  });
}
