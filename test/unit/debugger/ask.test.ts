// Questions about lines, conditions and properties: yes with a path that shows it, no with its scope, unknown with a code.

import { beforeAll, describe, expect, test } from "vitest";
import type { Program } from "../../../src/program/program.ts";
import { compileText } from "../../run.ts";
import { askText, globalsOnly, Listed, lostUpdate, machineAt, recordPath } from "./asking.ts";

describe("a lost update", () => {
  let program: Program;
  beforeAll(async () => {
    program = await compileText(lostUpdate);
  });

  test.each([
    ["can assert fail", "yes"],
    ["can 15 fail", "yes"],
    ["can 6 fail", "yes"], // the race
    ["can 12 fail", "no"],
    ["can race", "yes"],
    ["can deadlock", "no"],
    ["can fail", "yes"],
    ["can memory fail", "no"],
    ["can reach 6", "yes"],
    ["can x == 1 at 5", "yes"],
    ["can x == 2 at 5", "no"],
    ["can x == 2 at 7", "yes"], // a line that only computes
    ["can x == 1 at 15", "yes"],
    ["can x == 0 at 15", "no"],
    ["can x == 2 at 15", "yes"],
    ["can 13 before 5", "yes"],
    ["can 14 before 5", "no"],
    ["can 5 before 12", "yes"],
    ["can 15 before 7", "no"],
  ])("%s: %s", async (text, answer) => {
    const found = await askText(program, text);
    expect(found.text).toMatch(new RegExp(`^${answer}: `));
    expect(found.answer).toBe(answer);
    expect(found.path !== null).toBe(answer === "yes");
    if (answer === "no") expect(found.text).toContain("in all interleavings, for all inputs");
  });

  test("a condition holds at the end of the path, with as few switches as possible", async () => {
    const { path, text } = await askText(program, "can x == 1 at 15");
    if (path === null) throw new Error("no path");
    const machine = machineAt(program, path);
    expect(globalsOnly.isTrue(machine, machine.threads[0] as never, 0, "x == 1")).toBe(true);
    expect(text).toBe("yes: main stands at program.c:15, and x == 1 holds");
    expect(
      path.moves
        .filter((m) => !m.isLocal)
        .map((m) => m.thread)
        .join(""),
    ).toMatchInlineSnapshot(`"000122211000"`);
  });

  test("from a later place fewer things can happen", async () => {
    const path = recordPath(program, new Listed([0, 0, 1, 1, 1]));
    const done = path.moves.findLastIndex((m) => m.thread === 1) + 1;
    const from = { path, at: done };
    expect((await askText(program, "can assert fail", from)).answer).toBe("no");
    expect((await askText(program, "can x == 0 at 5", from)).answer).toBe("no");
    expect((await askText(program, "can x == 1 at 5", from)).answer).toBe("yes");
  });
});
