// Checking again with the freedoms that the program met: when, with which ones, and which answer is kept. A failure means that a freedom of the
// environment is forgotten, or that a program that meets none is checked twice.

import { describe, expect, test } from "vitest";
import { type EngineResult, type Finding, nothingCovered } from "../../../src/engines/engine.ts";
import { runWithFreedoms } from "../../../src/engines/freedoms.ts";
import type { Property } from "../../../src/execution/errors.ts";
import { type Freedom, freedomOfChoice, freedomOfOption, freedoms, noFreedoms } from "../../../src/execution/freedoms.ts";
import type { Program } from "../../../src/program/program.ts";
import { unknownBecause } from "../../../src/reports/unknown.ts";
import { type AnyTask, engineTask } from "../../run.ts";

const covered = (...assumptions: string[]): Finding => ({
  kind: "covered",
  scope: { ...nothingCovered, complete: assumptions.length === 0, inputs: "all", assumptions },
});
const open: Finding = { kind: "unknown", unknown: unknownBecause({ kind: "run-limit", runs: 1, isSampled: false }), scope: nothingCovered };
const schedule = { steps: [], inputs: [], prelude: [], fill: 0, freedoms: ["spurious" as const] };

/** Runs an engine whose answer depends on the enabled freedoms; returns which ones were enabled in each run. */
async function look(
  answers: Readonly<Record<string, Finding>>,
  more: { allowed?: readonly Freedom[]; again?: "if-met" | "if-covered"; met?: readonly Freedom[]; properties?: readonly Property[] } = {},
): Promise<{ calls: string[]; result: EngineResult }> {
  const calls: string[] = [];
  const { properties = ["assert"] } = more;
  const task: AnyTask = { ...engineTask({} as Program, properties), freedoms: new Set(more.allowed ?? freedoms.map((f) => f.freedom)) };
  const result = await runWithFreedoms(task, "explore", more.again ?? "if-covered", async (t) => {
    const on = [...t.machine.freedoms].join();
    calls.push(`${on}: ${t.properties.join()}`);
    const findings = new Map(t.properties.map((p) => [p, answers[`${p} ${on}`] ?? answers[on] ?? covered()]));
    return { findings, stats: { runs: 1 }, options: {}, met: new Set(more.met ?? []) };
  });
  return { calls, result };
}

describe("an engine checks again", () => {
  test("not if the program meets nothing", async () => {
    const { calls, result } = await look({ "": covered() });
    expect(calls).toEqual([": assert"]);
    expect(result.findings.get("assert")).toEqual(covered());
  });

  test("with the freedom whose absence the answer assumes", async () => {
    const { calls, result } = await look({ "": covered("no-spurious"), spurious: covered() });
    expect(calls).toEqual([": assert", "spurious: assert"]);
    expect(result.findings.get("assert")).toEqual(covered());
    expect(result.stats.runs).toBe(2);
  });

  test("and finds what needs it", async () => {
    const { result } = await look({ "": covered("no-spurious"), spurious: { kind: "candidate", schedule, foundBy: "running" } });
    expect(result.findings.get("assert")).toEqual({ kind: "candidate", schedule, foundBy: "running" });
  });

  test("again, if more is met then", async () => {
    const { calls } = await look({ "": covered("no-spurious"), spurious: covered("no-reuse"), "spurious,reuse": covered() });
    expect(calls).toEqual([": assert", "spurious: assert", "spurious,reuse: assert"]);
  });

  test("and keeps the answer under an assumption if it does not finish", async () => {
    const { result } = await look({ "": covered("no-spurious"), spurious: open });
    expect(result.findings.get("assert")).toEqual(covered("no-spurious"));
  });

  test("not with a freedom that the user excludes", async () => {
    const { calls, result } = await look({ "": covered("no-spurious") }, { allowed: ["reuse"] });
    expect(calls).toEqual([": assert"]);
    expect(result.findings.get("assert")).toEqual(covered("no-spurious"));
  });

  test("only for the properties that it leaves open", async () => {
    const { calls, result } = await look(
      { "assert ": covered("no-spurious"), "race ": covered(), spurious: covered() },
      { properties: ["assert", "race"] },
    );
    expect(calls).toEqual([": assert,race", "spurious: assert"]);
    expect(result.findings.size).toBe(2);
  });

  test("not after a search that did not finish; after a sample, with what it met", async () => {
    expect((await look({ "": open }, { met: ["spurious"] })).calls).toEqual([": assert"]);
    expect((await look({ "": open, spurious: open }, { met: ["spurious"], again: "if-met" })).calls).toEqual([
      ": assert",
      "spurious: assert",
    ]);
  });
});

describe("the list of freedoms", () => {
  test("has one row per freedom, with unique names", () => {
    for (const key of ["freedom", "assumption", "text"] as const)
      expect(new Set(freedoms.map((f) => f[key])).size, key).toBe(freedoms.length);
    const choices = freedoms.flatMap((f) => f.choices);
    expect(new Set(choices).size).toBe(choices.length);
  });

  test("is found by choice and by option", () => {
    expect(freedomOfChoice("spurious wake-up")).toBe("spurious");
    expect(freedomOfChoice("waiter to wake")).toBeNull();
    expect([0, 1, 2, 3].map(freedomOfOption)).toEqual([null, "spurious", "short-io", null]);
    expect(noFreedoms.size).toBe(0);
  });
});
