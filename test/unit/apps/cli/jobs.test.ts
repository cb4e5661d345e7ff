// `--engine auto` with one thread and with several: the same verdicts, and the report names the engine that decided.

import { afterAll, beforeAll, expect, test } from "vitest";
import { Folder, inPairs, schemaFaults } from "./command-line.ts";

const folder = new Folder();
afterAll(() => folder.remove());

const threads = (count: number, work: string, main: string): string =>
  `#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n${work}\nint main(void) {\n  pthread_t t[${count}];\n  for (int i = 0; i < ${count}; i++) pthread_create(&t[i], 0, work, 0);\n  for (int i = 0; i < ${count}; i++) pthread_join(t[i], 0);\n  ${main}\n  return 0;\n}\n`;

beforeAll(() => {
  const counting = "atomic_int x;\nvoid *work(void *p) { for (int i = 0; i < 5; i++) x++; return p; }";
  folder.file("safe.c", threads(4, counting, "assert(x == 20);"));
  // One order among very many.
  folder.file(
    "unsafe.c",
    threads(
      2,
      "atomic_int turn;\nstatic atomic_int next;\nvoid *work(void *p) { int me = next++; for (int i = 0; i < 12; i++) if (turn == 2 * i + me) turn++; return p; }",
      "assert(turn < 24);",
    ),
  );
});

interface Told {
  readonly verdict: string;
  readonly properties: readonly {
    readonly property: string;
    readonly verdict: string;
    readonly engine: { readonly options: Record<string, unknown> };
  }[];
}

test("one thread, two and three: the same verdicts", async () => {
  const runs = [
    ["safe.c", "1"],
    ["safe.c", "2"],
    ["safe.c", "3"],
    ["unsafe.c", "1"],
    ["unsafe.c", "2"],
  ] as const;
  const reports = await inPairs(runs, async ([file, jobs]) => {
    const { stdout } = await folder.ravel(["check", file, "--jobs", jobs, "--format", "json"]);
    const report = JSON.parse(stdout) as Told;
    expect(schemaFaults("report", report)).toEqual([]);
    return report;
  });
  const verdicts = reports.map((r) => r.properties.map((p) => `${p.property} ${p.verdict}`).join(", "));
  expect(new Set(verdicts.slice(0, 3))).toEqual(new Set(["assert safe, deadlock safe, memory safe, race safe"]));
  expect(new Set(verdicts.slice(3))).toEqual(new Set(["assert unsafe, deadlock safe, memory safe, race safe"]));
  for (const r of reports) for (const p of r.properties) expect(["explore", "staged"]).toContain(p.engine.options.by);
  // The options are those of the engine that decided, not of the one that ran last.
  const optionsBy = (by: string): string[] =>
    reports.flatMap((r) => r.properties.filter((p) => p.engine.options.by === by).flatMap((p) => Object.keys(p.engine.options)));
  expect(optionsBy("explore")).toContain("strategy");
  expect(optionsBy("staged")).not.toContain("strategy");
  expect(reports[1]?.properties[0]?.engine.options.jobs).toBe(2);
});
