// Witnesses of SV-COMP for the golden programs: the bytes are as they were, and follow the rules of the formats. If a change is meant, look at the new files
// (`npx vitest run test/golden -u`) as a validator would.

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { fileSources } from "../../src/apps/cli/sources.ts";
import type { Property } from "../../src/execution/errors.ts";
import { firstStatement } from "../../src/svcomp/first-statement.ts";
import { graphmlWitness } from "../../src/svcomp/graphml.ts";
import { readWitnessGuide } from "../../src/svcomp/guide.ts";
import { uuidOf, type WitnessMetadata } from "../../src/svcomp/metadata.ts";
import { type ViolationPath, violationPath } from "../../src/svcomp/path.ts";
import { parsePropertyFile } from "../../src/svcomp/property-file.ts";
import { confirmWitness } from "../../src/svcomp/validate.ts";
import { yamlCorrectness, yamlViolation } from "../../src/svcomp/yaml.ts";
import { compile, machineOptions } from "../run.ts";
import { needs } from "../tools.ts";
import { type GoldenProgram, goldenPrograms, goldenReport } from "./programs.ts";
import { graphmlFaults, yamlFaults } from "./witness-rules.ts";

const fileOf = (name: string, extension: string): string => fileURLToPath(new URL(`files/${name}.${extension}`, import.meta.url));

const formulas: Readonly<Record<Property, string>> = {
  assert: "G ! call(reach_error())",
  race: "G ! data-race",
  deadlock: "G ! deadlock",
  memory: "G valid-deref",
  overflow: "G ! overflow",
  leak: "G valid-memcleanup",
  uninit: "G valid-deref",
};

/** A violation or a complete proof can be witnessed, a bound cannot. */
const witnessed = goldenPrograms.filter((p) => p.name !== "bounded" && p.name !== "function-defined-nowhere");

async function witnessOf(program: GoldenProgram): Promise<{ path: ViolationPath | null; metadata: WitnessMetadata }> {
  const { worst } = await goldenReport(program);
  const path = worst.evidence === null ? null : violationPath(worst.evidence, fileSources);
  const metadata: WitnessMetadata = {
    version: "0.0.0",
    task: parsePropertyFile(`CHECK( init(main()), LTL(${formulas[worst.property]}) )`, "p.prp"),
    dataModel: "lp64",
    files: [{ name: program.file, sha256: "0".repeat(64) }],
    creationTime: "2026-01-01T00:00:00Z",
    uuid: uuidOf("0123456789abcdef".repeat(4)),
  };
  return { path, metadata };
}

describe.each(witnessed)("$name", (program) => {
  test("GraphML", async () => {
    const { path, metadata } = await witnessOf(program);
    const text = graphmlWitness(path, metadata, fileSources);
    expect(graphmlFaults(text)).toEqual([]);
    await expect(text).toMatchFileSnapshot(fileOf(program.name, "graphml"));
  });

  test("YAML", async () => {
    const { path, metadata } = await witnessOf(program);
    const text = path === null ? yamlCorrectness(firstStatement([program.file], fileSources), metadata) : yamlViolation(path, metadata);
    expect(yamlFaults(text)).toEqual([]);
    await expect(text).toMatchFileSnapshot(fileOf(program.name, "yml"));
  });
});

/** A failed assertion outside reach_error and a division by zero are no violations for the competition. */
const accepted = witnessed.filter((p) => !["overdraft", "race-fixed", "racy-divisor", "lost-update"].includes(p.name));

test.each(accepted)("$name: the first run along either witness shows the violation", async (program) => {
  const { path, metadata } = await witnessOf(program);
  const { worst } = await goldenReport(program);
  const loaded = await compile(program.file);
  for (const text of [graphmlWitness(path, metadata, fileSources), yamlViolation(path as ViolationPath, metadata)]) {
    let runs = 0;
    const guide = readWitnessGuide(text, "witness");
    const hasTime = (): boolean => runs++ < 1;
    const found = confirmWitness(loaded, machineOptions([worst.property]), guide, metadata.task, fileSources, hasTime);
    expect(found?.violation.kind).toBe(worst.evidence?.violation.kind);
  }
});

test.each<[string, (text: string) => string]>([
  ["no hash", (t) => t.replace(/"0{64}"/, '"0"')],
  ["an unknown thread", (t) => t.replaceAll("thread_id: 1", "thread_id: 7")],
  ["no target", (t) => t.replaceAll("type: target", "type: assumption")],
  ["a line 0", (t) => t.replace(/line: \d+/, "line: 0")],
  ["another version", (t) => t.replace('"2.2"', '"9.9"')],
])("the rules reject YAML with %s", async (_, change) => {
  const { path, metadata } = await witnessOf(goldenPrograms[0] as GoldenProgram);
  expect(yamlFaults(change(yamlViolation(path as ViolationPath, metadata)))).not.toEqual([]);
});

test.each<[string, (text: string) => string]>([
  ["no creation of a thread", (t) => t.replace('<data key="createThread">1</data>', "")],
  ["no entry", (t) => t.replace('<data key="entry">true</data>', "")],
  ["a key that is not declared", (t) => t.replace('<data key="threadId">', '<data key="thread">')],
  ["a return without a call", (t) => t.replace('<data key="enterFunction">door</data>', '<data key="returnFromFunction">door</data>')],
])("the rules reject GraphML with %s", async (_, change) => {
  const { path, metadata } = await witnessOf(goldenPrograms[0] as GoldenProgram);
  expect(graphmlFaults(change(graphmlWitness(path, metadata, fileSources)))).not.toEqual([]);
});

if (needs("xmllint"))
  test("GraphML files are well-formed XML", () => {
    const { status, stderr } = spawnSync("xmllint", ["--noout", ...witnessed.map((p) => fileOf(p.name, "graphml"))], { encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
  });
