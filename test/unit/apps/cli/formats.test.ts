// Reports for other tools, from the command line: several at once, their exit status, and mistakes that leave every file as it was.

import { afterAll, beforeAll, expect, test } from "vitest";
import { example, Folder } from "./command-line.ts";

const folder = new Folder();
beforeAll(() => folder.file("kept.sarif", "kept"));
afterAll(() => folder.remove());

test("one check writes every format; the exit status in SARIF is that of the process", async () => {
  const reports = ["--report", "sarif=r.sarif", "--report", "junit=r.xml", "--report", "github=r.txt", "--report", "html=r.html"];
  const ended = await folder.ravel(["check", example("lost-update.c"), "--format", "junit", ...reports, "--fail-on", "unknown"]);
  expect([ended.status, ended.stderr]).toEqual([0, ""]);
  expect(ended.stdout).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites name="ravel" tests="4" failures="2" errors="0" time="/,
  );
  const strip = (text: string): string => text.replaceAll(/ time="[^"]*"/g, "");
  expect(strip(folder.read("r.xml"))).toBe(strip(ended.stdout));
  const log = folder.json("r.sarif") as { runs: [{ invocations: [{ exitCode: number }]; results: { ruleId: string }[] }] };
  expect(log.runs[0].invocations[0].exitCode).toBe(0);
  expect(log.runs[0].results.map((r) => r.ruleId)).toEqual(["assert", "race"]);
  expect(folder.read("r.html")).toMatch(/^<!doctype html>\n[\s\S]*<span class="badge">Unsafe<\/span> assertion fails: visitors == 2 /);
  expect(folder.read("r.txt")).toMatch(
    /^::error file=[^:]*lost-update\.c,line=24,col=3,title=ravel assert%3A assertion::assertion fails: visitors == 2 /,
  );
});

test.each([
  [["--report", "sarf=kept.sarif"], "invalid value for --report: sarf=kept.sarif"],
  [["--report", "kept.sarif"], "invalid value for --report: kept.sarif"],
  [["--report", "html"], "invalid value for --report: html"],
  [["--report", "html=kept.sarif", "-o", "kept.sarif"], "-o kept.sarif would overwrite the output of --report"],
  [["--report", "sarif="], "invalid value for --report: sarif="],
  [["--format", "xml", "-o", "kept.sarif"], "invalid value for --format: xml"],
  [["--report", "sarif=kept.sarif", "--report", "junit=kept.sarif"], "--report kept.sarif would overwrite the output of --report"],
])("%j: a coded message, exit status 2, nothing overwritten", async (options, message) => {
  const ended = await folder.ravel(["check", example("race-fixed.c"), ...options]);
  expect([ended.status, ended.stdout]).toEqual([2, ""]);
  expect(ended.stderr).toContain(`error RVL001: ${message}`);
  expect(folder.read("kept.sarif")).toBe("kept");
});
