// Places and names in reports, through the command line: programs/debug-names.c, step by step.

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { programsFolder } from "./harness.ts";

interface Step {
  readonly op: string;
  readonly object: string | null;
  readonly value: unknown;
  readonly location: { readonly file: string; readonly line: number; readonly column: number; readonly function: string } | null;
}

it("say where every access is and what it touches", () => {
  const file = join(programsFolder, "debug-names.c");
  const ravel = fileURLToPath(new URL("../../ravel", import.meta.url));
  const report = JSON.parse(
    execFileSync(ravel, ["run", "--format", "json", "--no-cache", "--clang", "embedded", file], { encoding: "utf8" }),
  ) as { witness: { schedule: readonly Step[] } };
  const accesses = report.witness.schedule.filter((s) => s.op === "load" || s.op === "store");
  expect(accesses.every((s) => s.location?.file === file)).toBe(true);
  const seen = accesses.map((s) => `${s.op} ${s.object} ${s.location?.function}:${s.location?.line}:${s.location?.column}`);
  expect(seen).toEqual([
    "store table[0].a[2].e[1].c main:33:24",
    "load table[1].{flag, mode} main:34:17",
    "store table[1].{flag, mode} main:34:17",
    "load counter main:37:10",
    "load matrix[1][2] main:38:12",
    "store table[1].a[0].b main:37:8",
    "load counter main:39:3",
    "store counter main:39:3",
    "load matrix[0][1] main:40:23",
    "store table[0].u.i main:40:16",
    "store value twice:25:0",
    "load calls twice:27:8",
    "store calls twice:27:8",
    "store value set:17:39",
    "load value twice:29:10",
    "store x main:43:7",
    "store x set:17:39",
    "store x[0] main:46:9",
    "store x[1] main:46:9",
    "store x[1] set:17:39",
    expect.stringMatching(/^store .*\[1\]\.e\[0\]\.d main:50:18$/),
    "load x main:52:10",
  ]);
});
