// Reports for people and for other tools, of twelve programs: the bytes are as they were, and fit the published schemas. If a change is meant, look at the new
// files (`npx vitest run test/golden -u`) as the tool would.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { loadPage } from "../../src/apps/cli/page-assets.ts";
import { fileSources } from "../../src/apps/cli/sources.ts";
import { type ReportFormat, renderReport } from "../../src/reports/formats.ts";
import { needs } from "../tools.ts";
import { type GoldenProgram, goldenPrograms, goldenReport } from "./programs.ts";

const third = (path: string): string => fileURLToPath(new URL(`../../third_party/${path}`, import.meta.url));
const fileOf = (name: string, extension: string): string => fileURLToPath(new URL(`files/${name}.${extension}`, import.meta.url));

const exitStatus = { safe: 0, unsafe: 1, unknown: 3, "safe-bounded": 4 } as const;

async function rendered(program: GoldenProgram, format: ReportFormat): Promise<string> {
  const report = await goldenReport(program);
  const options = {
    source: fileSources,
    width: 100,
    color: false,
    isFull: false,
    witnessFile: null,
    stats: [],
    exitStatus: exitStatus[report.verdict],
    loadPage,
  };
  return renderReport(format, report, options);
}

/** The published schema is of draft 4, which differs from draft 7 in the name of its identifier and in formats. */
function sarifValidator(): (value: unknown) => string[] {
  const {
    $schema: _,
    id: __,
    ...schema
  } = JSON.parse(readFileSync(third("sarif/sarif-2.1.0-rtm.5.json"), "utf8")) as Record<string, unknown>;
  const isUri = (text: string): boolean => URL.canParse(text);
  const isReference = (text: string): boolean => URL.canParse(text, "file:///base/") && !/[\s<>"\\^`{|}]|%(?![0-9A-Fa-f]{2})/.test(text);
  const formats = { uri: isUri, "uri-reference": isReference, "date-time": (text: string): boolean => !Number.isNaN(Date.parse(text)) };
  const validate = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false, formats }).compile(schema);
  return (value) => (validate(value) ? [] : (validate.errors ?? []).map((e) => `${e.instancePath} ${e.message}`));
}

const sarifFaults = sarifValidator();

describe.each(goldenPrograms)("$name", (program) => {
  test("text", async () => {
    await expect(await rendered(program, "text")).toMatchFileSnapshot(fileOf(program.name, "txt"));
  });

  test("SARIF", async () => {
    const text = await rendered(program, "sarif");
    expect(sarifFaults(JSON.parse(text))).toEqual([]);
    await expect(text).toMatchFileSnapshot(fileOf(program.name, "sarif"));
  });

  test("JUnit", async () => {
    await expect(await rendered(program, "junit")).toMatchFileSnapshot(fileOf(program.name, "junit.xml"));
  });

  test("GitHub", async () => {
    await expect(await rendered(program, "github")).toMatchFileSnapshot(fileOf(program.name, "github.txt"));
  });
});

test("the twelve programs meet every verdict", async () => {
  const verdicts = await Promise.all(goldenPrograms.map(async (p) => (await goldenReport(p)).verdict));
  expect(verdicts).toHaveLength(12);
  expect(new Set(verdicts)).toEqual(new Set(["safe", "unsafe", "unknown", "safe-bounded"]));
});

test("the SARIF schema rejects what is wrong", async () => {
  const log = JSON.parse(await rendered(goldenPrograms[0] as GoldenProgram, "sarif")) as { runs: { results: { level: string }[] }[] };
  (log.runs[0]?.results[0] as { level: string }).level = "severe";
  expect(sarifFaults(log)).not.toEqual([]);
  expect(sarifFaults({ version: "2.1.0", runs: [{}] })).not.toEqual([]);
});

/** One process for all files. */
const xmlFaults = (schema: string, files: readonly string[]): string =>
  spawnSync("xmllint", ["--noout", "--schema", third(schema), ...files], { encoding: "utf8" })
    .stderr.split("\n")
    .filter((line) => line !== "" && !line.endsWith(" validates"))
    .join("\n");

if (needs("xmllint"))
  test("JUnit files fit the schema of Jenkins", () => {
    const files = goldenPrograms.map((p) => fileOf(p.name, "junit.xml"));
    expect(xmlFaults("junit/jenkins-junit.xsd", files)).toBe("");
    expect(xmlFaults("junit/jenkins-junit.xsd", [third("junit/jenkins-junit.xsd")])).not.toBe("");
  });
