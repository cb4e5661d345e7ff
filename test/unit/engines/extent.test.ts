// How many violations a check looks for: the first, the first of each property, or all places.

import { expect, test } from "vitest";
import { type CheckRequest, checkLoaded } from "../../../src/check.ts";
import type { EngineChoice } from "../../../src/engines/table.ts";
import type { Property } from "../../../src/execution/errors.ts";
import type { Report } from "../../../src/reports/report.ts";
import { placeKey } from "../../../src/witness/place.ts";
import { fileOfText } from "../../ir-cache.ts";
import { engineTask, loadOnce, loadRequest } from "../../run.ts";

const threeRaces = `#include <assert.h>
#include <pthread.h>
static int hits, misses, total;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *p) {
  hits++;
  misses += 2;
  pthread_mutex_lock(&m);
  total = hits;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(hits == 2);
  assert(misses == 4);
  return 0;
}
`;

const properties: readonly Property[] = ["assert", "race", "deadlock"];

async function check(text: string, engine: EngineChoice, more: Partial<CheckRequest> = {}): Promise<Report> {
  const file = fileOfText(text);
  const loaded = await loadOnce(file);
  const { options: _, ...task } = engineTask(loaded.program, properties);
  return checkLoaded(loaded, { ...loadRequest(file), ...task, engine, ...more });
}

const explore: EngineChoice = { name: "explore", options: {} };
const auto: EngineChoice = { name: "auto", options: { explore: {}, staged: {}, jobs: 1 } };
const staged: EngineChoice = { name: "staged", options: {} };

/** The lines of each violation of a property, sorted. */
const linesOf = (report: Report, property: Property): string[] =>
  (report.properties.find((p) => p.property === property)?.violations ?? [])
    .map(({ violation: v }) => (v.participants.length > 0 ? v.participants.map((p) => p.location?.line).sort() : [v.location?.line]).join())
    .sort();

test.each([
  ["explore", explore],
  ["auto", auto],
  ["staged", staged],
] as const)("%s: all finds every place: three races, two assertions; what holds is safe", async (_, engine) => {
  const report = await check(threeRaces, engine, { extent: "all" });
  expect(linesOf(report, "race")).toEqual(["6,6", "6,9", "7,7"]);
  expect(linesOf(report, "assert")).toEqual(["19", "20"]);
  expect(report.properties.map((p) => [p.property, p.verdict])).toEqual([
    ["assert", "unsafe"],
    ["race", "unsafe"],
    ["deadlock", "safe"],
  ]);
  expect(new Set(report.confirmed.map((e) => placeKey(e.violation))).size).toBe(5);
});

test("by default there is one violation of each property", async () => {
  const report = await check(threeRaces, explore);
  expect(report.properties.map((p) => p.violations.length)).toEqual([1, 1, 0]);
  expect(report.confirmed).toHaveLength(2);
});

test("first ends at the first violation; what is left is unknown, never safe", async () => {
  const report = await check(threeRaces, auto, { extent: "first" });
  expect(report.confirmed.length).toBeGreaterThanOrEqual(1);
  const others = report.properties.filter((p) => p.evidence === null);
  expect(others.map((p) => p.verdict)).toContain("unknown");
  for (const p of others) expect([p.verdict, p.unknown?.code]).toEqual(["unknown", "RVL305"]);
});

test("a violation is told when it is confirmed, and again when its run is final; each has been replayed", async () => {
  const told: string[] = [];
  const report = await check(threeRaces, explore, {
    extent: "all",
    confirmed: (part, isFinal) => {
      const latest = part.violations.at(-1);
      expect(latest?.replay.violations.map(placeKey)).toContain(latest && placeKey(latest.violation));
      told.push(`${latest && placeKey(latest.violation)} ${isFinal}`);
    },
  });
  expect(told).toEqual(report.confirmed.flatMap((e) => [`${placeKey(e.violation)} false`, `${placeKey(e.violation)} true`]));
});

test("all of a safe program is safe", async () => {
  const fixed = threeRaces.replace(
    "  hits++;\n  misses += 2;\n  pthread_mutex_lock(&m);",
    "  pthread_mutex_lock(&m);\n  hits++;\n  misses += 2;",
  );
  const report = await check(fixed, explore, { extent: "all" });
  expect(report.properties.map((p) => p.verdict)).toEqual(["safe", "safe", "safe"]);
});
