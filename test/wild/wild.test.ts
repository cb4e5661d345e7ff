// The manifest of `npm run wild` has no faults, and its harness distinguishes agreeing, differing and missing projects: on a project that the test writes.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { fetchCommand } from "./fetch.ts";
import { judge } from "./harness.ts";
import { type Driver, type Project, readManifest, wildFolder } from "./manifest.ts";
import { runWild } from "./run.ts";

const folder = mkdtempSync(join(tmpdir(), "ravel-wild-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};

const counter: Driver = {
  file: "two.c",
  with: ["src/count.c"],
  flags: ["-I{project}/include", "-I{drivers}"],
  expected: { verdict: "unsafe", violations: [{ property: "race", where: "count_up" }] },
  reason: "count_up adds without a lock",
  seconds: 20,
};
const project = (name: string, drivers: readonly Driver[]): Project => ({
  name,
  version: "1.0",
  source: { git: "https://example.org/count", commit: "0123456789".repeat(4) },
  folder: `${name}-1.0`,
  about: "counts",
  drivers,
});

/** The same driver with every kind of expectation. */
const writeProject = (made: Project): void => {
  write(`projects/${made.name}.json`, JSON.stringify(made));
  write(`drivers/${made.name}/start.h`, "enum { threads = 1 };\n");
  write(
    `drivers/${made.name}/two.c`,
    `#include <pthread.h>
#include <count.h>
#include "start.h"
static void *body(void *unused) { count_up(); return unused; }
int main(void) {
  pthread_t t[threads];
  pthread_create(t, 0, body, 0);
  count_up();
  pthread_join(*t, 0);
}
`,
  );
};

test("the manifest has no faults, and enough projects to be meaningful", () => {
  const { projects, faults } = readManifest(wildFolder);
  expect(faults).toEqual([]);
  expect(projects.length).toBeGreaterThanOrEqual(25);
  expect(projects.filter((p) => "debian" in p.source).length).toBeGreaterThanOrEqual(10);
});

test("distinguishes agreeing, differing and missing projects", async () => {
  writeProject(project("agrees", [counter]));
  writeProject(project("differs", [{ ...counter, expected: { verdict: "safe", violations: [] } }]));
  writeProject(project("missing", [counter]));
  writeProject(project("stops", [{ ...counter, expected: { verdict: "unknown", violations: [] } }]));
  for (const name of ["agrees", "differs", "stops"]) {
    write(`root/${name}-1.0/include/count.h`, "void count_up(void);\n");
    write(`root/${name}-1.0/src/count.c`, "#include <count.h>\nstatic int count;\nvoid count_up(void) { count++; }\n");
  }
  write("root/stops-1.0/src/count.c", '#include <count.h>\nvoid count_up(void) { __asm__ volatile("hlt"); }\n');
  const lines: string[] = [];
  const { runs, notRun, faults } = await runWild({
    folder,
    root: join(folder, "root"),
    only: null,
    fetch: false,
    print: (line) => lines.push(line),
  });
  expect(faults).toEqual([]);
  expect(runs.map((run) => [run.project.name, run.verdict, run.differences])).toEqual([
    ["agrees", "unsafe", []],
    ["differs", "unsafe", ["expected safe", "expected no violation of race"]],
    ["stops", "unknown", []],
  ]);
  expect(runs.at(-1)?.details.join("\n")).toContain("(stops-1.0/src/count.c:2)"); // without this machine's paths
  expect(notRun.map((p) => p.name)).toEqual(["missing"]);
  expect(lines).toContain(`missing: not run: needs missing-1.0 (${fetchCommand(project("missing", []))})`);
  expect(lines.at(-1)).toBe("3 drivers: 2 as expected, 1 not; 1 projects not run");
});

test("a violation elsewhere, a lost one and a check without a report differ", () => {
  const location = { file: "/x/count.c", line: 3, function: "count_up" };
  const violation = { message: "race", location, participants: [{ location: { ...location, line: 9, function: "count_down" } }] };
  const told = (verdict: string, found: object | null): string =>
    JSON.stringify({
      verdict,
      properties: [{ property: "race", verdict, violation: found, unknown: null, engine: { name: "auto", options: { by: "explore" } } }],
      diagnostics: [],
    });
  const at = (where: string): Driver => ({ ...counter, expected: { verdict: "unsafe", violations: [{ property: "race", where }] } });
  const differences = (driver: Driver, output: string): readonly string[] => judge(driver, output, 1).differences;
  for (const where of ["count_up", "count.c:3", "count_down", "count.c:9"])
    expect(differences(at(where), told("unsafe", violation))).toEqual([]);
  expect(differences(at("count.c:4"), told("unsafe", violation))).toEqual(["expected race at count.c:4"]);
  expect(differences(at("count_up"), told("safe", null))).toEqual(["expected unsafe", "expected a violation of race"]);
  const leak: Driver = { ...counter, expected: { verdict: "unsafe", violations: [{ property: "leak", where: "main" }] } };
  expect(differences(leak, told("unsafe", null))).toEqual(["leak was not checked"]);
  expect(differences(counter, "Segmentation fault")).toEqual(["no report: Segmentation fault"]);
});

test("a manifest that could agree with anything has faults", () => {
  writeProject(
    project("empty", [
      { ...counter, reason: " ", seconds: 0 },
      { ...counter, file: "three.c", expected: { verdict: "unsafe", violations: [] } },
      { ...counter, expected: { verdict: "safe", violations: [{ property: "race", where: "" }] } },
    ]),
  );
  write("drivers/empty/stray.c", "");
  expect(readManifest(folder).faults).toEqual([
    "empty: two.c: no reason",
    "empty: two.c: no time",
    "empty: there is no three.c",
    "empty: three.c: violations belong to unsafe, and to nothing else",
    "empty: two.c: violations belong to unsafe, and to nothing else",
    "empty: two.c: race: nowhere",
    "empty/stray.c: no project names it",
  ]);
});
