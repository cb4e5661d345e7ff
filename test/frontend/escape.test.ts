// Which locals are private. A missed escape would hide races and make an unsafe program look safe, so the ways for an address to
// leave its thread are tested one by one; and accesses to locals that do not escape must not be steps.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readProgram, runInRavel } from "./harness.ts";

const models = ["lp64", "ilp32"] as const;

/** The function `way_…` that each line is in. */
function waysByLine(file: string): string[] {
  let way = "";
  return ["", ...readFileSync(file, "utf8").split("\n")].map((line) => {
    way = /^static void (way_\w+)/.exec(line)?.[1] ?? (line.startsWith("int main") ? "" : way);
    return way;
  });
}

describe("the address of a local", () => {
  const program = readProgram("escape.c");
  const ways = waysByLine(program.files[0] as string);
  it.each(models)("that reaches another thread makes its accesses visible, whatever the way (%s)", async (model) => {
    const { machine } = await runInRavel(program, model);
    expect(machine.outcome).toEqual({ kind: "exit", status: 0 });
    const races = machine.violations
      .filter((v) => v.kind === "data-race")
      .flatMap((v) => v.participants.map((p) => ways[p.location?.line ?? 0]));
    const missed = [...new Set(ways)].filter((way) => way !== "" && !races.includes(way));
    expect(missed).toEqual([]);
    expect(new Set(ways).size).toBeGreaterThan(40);
  });

  it.each(models)("that stays in its thread costs no step (%s)", async (model) => {
    const { machine } = await runInRavel(readProgram("private.c"), model);
    expect(machine.outcome?.kind).toBe("exit");
    expect(machine.violations).toEqual([]);
    // Two creations, two joins of two steps, two stores, two ends of threads, two loads, two steps of exit.
    expect(machine.stepCount).toBe(14);
  });

  it.each(models)("escapes by a static function with a namesake elsewhere, and a thread-local one by another file (%s)", async (model) => {
    const { machine } = await runInRavel(readProgram("link-escape"), model);
    const races = machine.violations.map((v) => /of (\w+) by/.exec(v.message)?.[1]);
    expect(races.sort()).toEqual(["per_thread", "x"]);
  });
});
