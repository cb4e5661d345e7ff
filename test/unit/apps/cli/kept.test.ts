// A violation that was found is in the report, whatever happens to the check afterwards: its thread is killed, crashes, or runs out of memory.

import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Folder, inPairs, schemaFaults } from "./command-line.ts";

const folder = new Folder();
afterAll(() => folder.remove());

const mishaps = fileURLToPath(new URL("../../../stress/mishap.cjs", import.meta.url));

beforeAll(() => {
  // The race is in every run; the assertion holds, and no engine proves that soon.
  folder.file(
    "race.c",
    "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\nstatic int plain;\nstatic atomic_int n, m;\nstatic void *work(void *p) {\n  plain++;\n  for (int i = 0; i < 8; i++) { n++; m += n; }\n  return p;\n}\nint main(void) {\n  pthread_t t[5];\n  for (int i = 0; i < 5; i++) pthread_create(&t[i], 0, work, 0);\n  for (int i = 0; i < 5; i++) pthread_join(t[i], 0);\n  assert(n == 40);\n  return 0;\n}\n",
  );
});

interface Told {
  readonly verdict: string;
  readonly properties: readonly { readonly property: string; readonly verdict: string; readonly witness: object | null }[];
  readonly diagnostics: readonly { readonly code: string; readonly message: string }[];
}

const modes: readonly (readonly string[])[] = [
  ["--jobs", "1"],
  ["--jobs", "2"],
  ["--engine", "explore"],
  ["--engine", "staged", "--property", "race"],
];

test("the check's thread is killed right after it has found a race: the race is reported, and why the rest is open", async () => {
  const environment = { NODE_OPTIONS: `--require ${mishaps}`, RAVEL_MISHAP: '{"depth":1,"what":"terminate","after":"violation"}' };
  const ended = await inPairs(modes, (mode) =>
    folder.ravel(["check", "race.c", ...mode, "--format", "json", "--no-cache"], { environment }),
  );
  for (const e of ended) {
    const report = JSON.parse(e.stdout) as Told;
    expect([e.status, e.stderr, report.verdict, schemaFaults("report", report)]).toEqual([1, "", "unsafe", []]);
    const race = report.properties.find((p) => p.property === "race");
    expect([race?.verdict, race?.witness]).toEqual(["unsafe", expect.objectContaining({ schedule: expect.any(Array) })]);
    expect(report.diagnostics.find((d) => d.code === "RVL311")?.message).toMatch(
      /^the check was stopped: Error: the check ended without a result/,
    );
  }
});

test("a killed check that has found nothing is an internal error, not an answer", async () => {
  const environment = { NODE_OPTIONS: `--require ${mishaps}`, RAVEL_MISHAP: '{"depth":1,"what":"terminate","after":0}' };
  const e = await folder.ravel(["check", "race.c", "--no-cache"], { environment });
  expect([e.status, e.stdout, e.stderr]).toEqual([5, "", expect.stringMatching(/^error RVL901: Error: the check ended without a result/)]);
});

test("if an engine's thread is killed, the others continue", async () => {
  const environment = { NODE_OPTIONS: `--require ${mishaps}`, RAVEL_MISHAP: '{"depth":2,"what":"terminate","after":0}' };
  await folder.ravel(["check", "race.c", "--engine", "explore", "--max-runs", "1"]); // compiled and cached: only engines have threads at that depth
  const e = await folder.ravel(["check", "race.c", "--jobs", "2", "--format", "json"], { environment });
  const report = JSON.parse(e.stdout) as Told;
  expect([e.status, report.properties.find((p) => p.property === "race")?.verdict]).toEqual([1, "unsafe"]);
});
