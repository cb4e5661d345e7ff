// Native replay: witnesses of the collection are replayed in a process compiled with gcc. A failure here means that the process does not follow the
// plan, or claims what did not show.

import { expect, test } from "vitest";
import { replayNatively } from "../../../../src/apps/native/replay-natively.ts";
import type { Property } from "../../../../src/execution/errors.ts";
import type { WitnessProgram } from "../../../../src/witness/file.ts";
import { needs } from "../../../tools.ts";
import { fileOf, planFor, serialPlan } from "./plan-for.ts";

const program = (name: string): WitnessProgram => ({
  files: [fileOf(name)],
  flags: [],
  dataModel: "lp64",
  systemHeaders: false,
});

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
    ["bitfield-neighbours", "assert", /^assertion fails: port\.readable && port\.writable, in main, line 32$/],
    [
      "litmus-mp-relaxed",
      "race",
      /^data race: T1 has written 4 bytes in line 15, which no other thread has seen yet, while T2 is about to read 4 bytes in line 22/,
    ],
    ["lock-by-address-and-age", "deadlock", /^deadlock: /],
    ["list-cursor-after-loop", "memory", /main accesses 4 bytes at offset -56 of the object, in line 44$/],
    ["printf-shared-line", "race", /^data race: T1 is about to write 4 bytes in line 15 while T2 is about to write 4 bytes in line 15/],
    [
      "rwlock-reads-twice",
      "deadlock",
      /^deadlock: main waits .*, T1 waits for a read-write lock, to read .*, T2 waits for a read-write lock, to write/,
    ],
  ])("%s: the failure of %s shows", async (name, property, text) => {
    const result = replayNatively(program(name), await planFor(name, property), null);
    expect([result.kind, result.step]).toEqual(["reached", null]);
    expect(result.text).toMatch(text);
  });

  test("a schedule that does not lead to the failure is not said to reach it", async () => {
    const result = replayNatively(program("lost-update"), await serialPlan(), null);
    expect([result.kind, result.text]).toEqual(["diverged", "the process ends without the failure"]);
  });
}
