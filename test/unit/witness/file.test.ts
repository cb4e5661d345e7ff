// Witness files: what is written is read back; every fault is reported with its position.

import { beforeAll, expect, test } from "vitest";
import { RavelError } from "../../../src/support/diagnostics.ts";
import { parseWitness, witnessToJson } from "../../../src/witness/file.ts";
import type { Schedule } from "../../../src/witness/schedule.ts";
import { schemaFaults } from "../apps/cli/command-line.ts";
import { machineFor, randomRun, replay } from "./programs.ts";

type Json = Record<string, unknown>;

let schedule: Schedule;
let good: Json;

beforeAll(async () => {
  const machine = await machineFor(`#include <pthread.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
unsigned long x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int go;
static void *wait(void *p) { pthread_mutex_lock(&m); while (!go) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); return p; }
int main(void) {
  pthread_t a, b;
  x = __VERIFIER_nondet_ulong();
  pthread_create(&a, 0, wait, 0); pthread_create(&b, 0, wait, 0);
  pthread_mutex_lock(&m); go = 1; pthread_cond_signal(&c); pthread_cond_broadcast(&c); pthread_mutex_unlock(&m);
  pthread_join(a, 0); pthread_join(b, 0);
  return 0;
}
`);
  // A run in which the signal has two waiters to choose from.
  for (let seed = 1; seed < 400; seed++) {
    schedule = randomRun(machine, seed);
    if (schedule.steps.some((s) => s.choices.length > 0)) break;
  }
  schedule = { ...schedule, inputs: [2n ** 64n - 1n], fill: 0xa5 };
  const run = replay(machine, schedule);
  const options = { allocationMayFail: false, unknownCalls: "nondet" } as const;
  const sha256 = { "p.c": "0".repeat(64) };
  const written = witnessToJson(
    "0.0.0",
    { files: ["p.c"], flags: ["-DX"], dataModel: "ilp32", systemHeaders: true, sha256 },
    options,
    { property: "assert", kind: "assertion", message: "x", location: null, thread: 0, participants: [], step: 0 },
    schedule,
    run,
  );
  good = JSON.parse(JSON.stringify(written)) as Json;
});

test("round trip", () => {
  expect(schemaFaults("witness", good)).toEqual([]);
  const read = parseWitness(JSON.stringify(good), "w");
  expect(read.schedule).toEqual(schedule);
  expect(schedule.steps.some((s) => s.choices.length > 0)).toBe(true);
  expect(read.program).toEqual({ files: ["p.c"], flags: ["-DX"], dataModel: "ilp32", systemHeaders: true });
  expect(read.options).toEqual({ allocationMayFail: false, unknownCalls: "nondet" });
  expect([read.property, read.violation]).toEqual(["assert", { kind: "assertion", message: "x" }]);
});

/** The good witness with one thing changed: `path` as in messages, value undefined to remove it. */
function changed(path: string, value: unknown): string {
  const copy = structuredClone(good);
  const keys = path.split(/[.[\]]+/).filter((k) => k !== "");
  let at: Json = copy;
  for (const key of keys.slice(0, -1)) at = at[key] as Json;
  const last = keys.at(-1) as string;
  if (value === undefined) delete at[last];
  else at[last] = value;
  return JSON.stringify(copy);
}

function fault(text: string): string {
  try {
    parseWitness(text, "w.json");
  } catch (error) {
    if (!(error instanceof RavelError)) throw error;
    expect(error.diagnostics[0]?.code).toBe("RVL401");
    return (error.diagnostics[0]?.message ?? "").replace("w.json is not a witness: ", "");
  }
  return "fine";
}

test.each([
  ["", "the file is empty"],
  ["\u0000\u0001", "the file is not JSON"],
  ["int main", "the file is not JSON"],
  ['{"kind": "witness",', "the JSON is damaged or incomplete"],
  ["[]", "the file is not an object"],
  ["null", "the file is not an object"],
  ["7", "the file is not an object"],
  ["{}", '"kind" is not "witness"'],
])("%j", (text, expected) => {
  expect(fault(text)).toBe(expected);
});

test.each<[string, unknown, string]>([
  ["kind", "report", '"kind" is not "witness"'],
  ["schema", 2, "schema 2 instead of 1"],
  ["schema", undefined, "schema undefined instead of 1"],
  ["program", undefined, "program is missing"],
  ["program", [], "program is not an object"],
  ["program.files", "p.c", "program.files is not a list"],
  ["program.files", [], "program.files is empty"],
  ["program.files", [1], "program.files[0] is not a string"],
  ["program.flags", undefined, "program.flags is missing"],
  ["program.flags", [null], "program.flags[0] is not a string"],
  ["program.dataModel", "lp32", "program.dataModel is not one of lp64, ilp32"],
  ["program.systemHeaders", "yes", "program.systemHeaders is not true or false"],
  ["program.sha256", null, "program.sha256 is not an object"],
  ["options", undefined, "options is missing"],
  ["options.freedoms", ["haste"], "options.freedoms[0] is not one of spurious, short-io, reuse, placement"],
  ["options.unknownCalls", "guess", "options.unknownCalls is not one of stop, nondet"],
  ["violation", undefined, "violation is missing"],
  ["violation", "x", "violation is not an object"],
  ["violation.property", "beauty", "violation.property is not one of assert, race, deadlock, memory, overflow, leak, uninit"],
  ["violation.kind", 3, "violation.kind is not a string"],
  ["fill", 256, "fill is not a number from 0 to 255"],
  ["fill", undefined, "fill is missing"],
  ["prelude", {}, "prelude is not a list"],
  ["prelude", [-1], "prelude[0] is not a number from 0 to 2147483647"],
  ["inputs", undefined, "inputs is missing"],
  ["inputs[0]", 3, "inputs[0] is not an object"],
  ["inputs[0].bits", 0, "inputs[0].bits is not a number from 1 to 128"],
  ["inputs[0].bits", 1000, "inputs[0].bits is not a number from 1 to 128"],
  ["inputs[0].value", "ten", "inputs[0].value is not an integer"],
  ["inputs[0].value", 1e300, "inputs[0].value is not an integer"],
  ["inputs[0].value", 1.5, "inputs[0].value is not an integer"],
  ["schedule", null, "schedule is not a list"],
  ["schedule[1]", [], "schedule[1] is not an object"],
  ["schedule[1].thread", undefined, "schedule[1].thread is missing"],
  ["schedule[1].thread", -1, "schedule[1].thread is not a number from 0 to 2147483647"],
  ["schedule[1].thread", 0.5, "schedule[1].thread is not a number from 0 to 2147483647"],
  ["schedule[1].thread", 1e15, "schedule[1].thread is not a number from 0 to 2147483647"],
  ["schedule[1].thread", "1", "schedule[1].thread is not a number from 0 to 2147483647"],
  ["schedule[1].choices", 3, "schedule[1].choices is not a list"],
  ["schedule[1].choices", ["a"], "schedule[1].choices[0] is not a number from 0 to 2147483647"],
])("%s = %j", (path, value, expected) => {
  expect(fault(changed(path, value))).toBe(expected);
  expect(schemaFaults("witness", JSON.parse(changed(path, value)))).not.toEqual([]); // the schema also rejects it
});

test("inputs may be numbers or decimal texts; a violation may be absent", () => {
  expect(parseWitness(changed("inputs[0].value", -1), "w").schedule.inputs).toEqual([2n ** 64n - 1n]);
  expect(parseWitness(changed("inputs[0].value", "18446744073709551615"), "w").schedule.inputs).toEqual([2n ** 64n - 1n]);
  expect(parseWitness(changed("violation", null), "w")).toMatchObject({ violation: null, property: null });
});
