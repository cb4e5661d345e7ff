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
import { renderProject } from "../../src/reports/project-formats.ts";
import { diagnostic } from "../../src/support/diagnostics.ts";
import { needs } from "../tools.ts";
import { schemaFaults } from "../unit/apps/cli/command-line.ts";
import { type GoldenProgram, goldenPrograms, goldenReport } from "./programs.ts";

const third = (path: string): string => fileURLToPath(new URL(`../../third_party/${path}`, import.meta.url));
const fileOf = (name: string, extension: string): string => fileURLToPath(new URL(`files/${name}.${extension}`, import.meta.url));

const exitStatus = { safe: 0, unsafe: 1, unknown: 3, "safe-bounded": 4 } as const;

const plainOptions = { source: fileSources, width: 100, color: false, isFull: false, witnessFile: null, stats: [], loadPage };

async function rendered(program: GoldenProgram, format: ReportFormat): Promise<string> {
  const report = await goldenReport(program);
  return renderReport(format, report, { ...plainOptions, exitStatus: exitStatus[report.verdict] });
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

/** The twelve programs as targets of a project, and one that could not be checked. */
async function projectText(format: ReportFormat): Promise<string> {
  const checked = await Promise.all(
    goldenPrograms.map(async (p) => {
      const report = await goldenReport(p);
      return { name: p.name, report, diagnostics: [], reused: false, seconds: 1, exitStatus: exitStatus[report.verdict] };
    }),
  );
  const diagnostics = [diagnostic("RVL101", "<unknown> type", { location: { file: "a&b.c", line: 1, column: 2 } })];
  const wrong = { name: "wrong", report: null, diagnostics, reused: false, seconds: 0, exitStatus: 2 };
  return renderProject(format, { version: "0.1.0", targets: [...checked, wrong] }, { ...plainOptions, exitStatus: 1 });
}

describe("a project of the twelve programs", () => {
  test("text", async () => {
    await expect(await projectText("text")).toMatchFileSnapshot(fileOf("project", "txt"));
  });

  test("SARIF: a run per target, each with an identifier", async () => {
    const log = JSON.parse(await projectText("sarif")) as { runs: { automationDetails: { id: string } }[] };
    expect(sarifFaults(log)).toEqual([]);
    expect(log.runs.map((r) => r.automationDetails.id)).toEqual([...goldenPrograms.map((p) => `ravel/${p.name}/`), "ravel/wrong/"]);
  });

  test("JSON fits its schema", async () => {
    const project = JSON.parse(await projectText("json")) as { verdict: string; targets: { report: { files?: unknown } }[] };
    expect(schemaFaults("project", project)).toEqual([]);
    expect(project.verdict).toBe("unsafe");
    delete project.targets[0]?.report.files;
    expect(schemaFaults("project", project)).not.toEqual([]);
  });

  test("GitHub: the annotations of every target, then the table", async () => {
    const text = await projectText("github");
    const own = await Promise.all(goldenPrograms.map((p) => rendered(p, "github")));
    const annotations = own.flatMap((t) => t.split("\n").filter((l) => /^::(error|warning|notice) /.test(l)));
    expect(text.split("\n")).toEqual(expect.arrayContaining([...annotations, "::group::ravel: 13 targets", "::endgroup::"]));
    expect(text).toContain("::error file=a&b.c,line=1,col=2,title=ravel RVL101::<unknown> type\n");
  });
});

/** One process for all files. */
const xmlFaults = (schema: string, files: readonly string[]): string =>
  spawnSync("xmllint", ["--noout", "--schema", third(schema), ...files], { encoding: "utf8" })
    .stderr.split("\n")
    .filter((line) => line !== "" && !line.endsWith(" validates"))
    .join("\n");

if (needs("xmllint"))
  test("JUnit files fit the schema of Jenkins", async () => {
    await expect(await projectText("junit")).toMatchFileSnapshot(fileOf("project", "junit.xml"));
    const files = [...goldenPrograms.map((p) => p.name), "project"].map((name) => fileOf(name, "junit.xml"));
    expect(xmlFaults("junit/jenkins-junit.xsd", files)).toBe("");
    expect(xmlFaults("junit/jenkins-junit.xsd", [third("junit/jenkins-junit.xsd")])).not.toBe("");
  });
