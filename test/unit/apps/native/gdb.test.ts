// Scripts of `ravel replay --gdb`: ordinary executables are driven along witnesses. A failure here means that threads do not follow the plan, or that the
// script claims what did not show.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { gdbPython } from "../../../../src/apps/native/assets.ts";
import type { Property } from "../../../../src/execution/errors.ts";
import { gdbScript } from "../../../../src/native/gdb-script.ts";
import type { Plan } from "../../../../src/native/plan.ts";
import { compileForGdb, type GdbRun, runGdb } from "../../../gdb.ts";
import { needs } from "../../../tools.ts";
import { fileOf, planFor, serialPlan } from "./plan-for.ts";

const folder = mkdtempSync(join(tmpdir(), "ravel-gdb-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const compiled = new Set<string>();

function run(name: string, plan: Plan): GdbRun {
  const executable = join(folder, name);
  if (!compiled.has(name)) compileForGdb([fileOf(name)], executable);
  compiled.add(name);
  const script = join(folder, "script.gdb");
  writeFileSync(script, gdbScript({ plan, sources: [fileOf(name)], compile: "gcc", failure: "", python: gdbPython() }));
  return runGdb(script, executable);
}

if (needs("gdb", "scripts for gdb") && needs("gcc", "scripts for gdb")) {
  test.each<[string, Property, RegExp]>([
    ["lost-update", "assert", /^ravel: reached: assertion fails: hits == 2, in main, line 23$/],
    [
      "lost-update",
      "race",
      /^ravel: reached: data race: T1 is about to write 4 bytes in line 13 while T2 is about to read 4 bytes in line 13, at the same/,
    ],
    [
      "lock-order-two",
      "deadlock",
      /^ravel: reached: deadlock: main waits for the end of a thread .*, T1 waits for a mutex .*, T2 waits for a mutex[^(]*$/,
    ],
    ["close-while-sending", "memory", /^ravel: reached: use after free: T\d accesses \d+ bytes at offset \d+ of a freed block[^(]*$/],
    ["bitfield-neighbours", "assert", /^ravel: reached: assertion fails: port\.readable && port\.writable, in main, line 32$/],
  ])("%s: the failure of %s shows", async (name, property, line) => {
    const result = run(name, await planFor(name, property));
    expect(result.line).toMatch(line);
    expect(result.status).toBe(1);
  });

  test("a schedule that does not lead to the failure is not said to reach it", async () => {
    expect(run("lost-update", await serialPlan())).toMatchObject({
      status: 3,
      line: "ravel: diverged at step 14: the process ends without the failure",
    });
  });

  test("a script without a program, or for a program without line numbers, says so", async () => {
    const plan = await planFor("lost-update", "assert");
    run("lost-update", plan);
    expect(runGdb(join(folder, "script.gdb"), join(folder, "missing"))).toMatchObject({ status: 2 });
    const bare = join(folder, "bare");
    compileForGdb([fileOf("lost-update")], bare, ["-g0"]);
    expect(runGdb(join(folder, "script.gdb"), bare)).toMatchObject({
      status: 2,
      line: `ravel: the program has no lines of ${fileOf("lost-update")}: compile it with gcc -g -O0 -pthread`,
    });
  });
}
