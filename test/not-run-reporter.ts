// Vitest reporter: at the end of a run, lists the tests that could not run because a tool of the machine is missing, as
// `not run: needs gcc (test/x.test.ts: …)`. Test processes record them through `needs` in tools.ts.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { Reporter } from "vitest/reporters";

/** The same name as in tools.ts, which cannot be imported here: it belongs to the test processes. */
const notRunFileVariable = "RAVEL_NOT_RUN_FILE";

export default class NotRunReporter implements Reporter {
  private readonly folder = mkdtempSync(join(tmpdir(), "ravel-not-run-"));
  private readonly file = join(this.folder, "record");

  onInit(): void {
    process.env[notRunFileVariable] = this.file; // inherited by the test processes
    process.on("exit", () => rmSync(this.folder, { recursive: true, force: true }));
  }

  onTestRunEnd(): void {
    for (const line of this.lines()) console.log(line);
  }

  private lines(): string[] {
    let records: string;
    try {
      records = readFileSync(this.file, "utf8");
    } catch {
      return []; // nothing was recorded
    } finally {
      rmSync(this.file, { force: true }); // the next run of a watch starts afresh
    }
    const lines = records.split("\n").filter((line) => line !== "");
    return [...new Set(lines)].sort().map((line) => {
      const { tool, file, what } = JSON.parse(line) as { tool: string; file: string; what: string };
      const where = [file === "" ? "" : relative(process.cwd(), file), what].filter((part) => part !== "").join(": ");
      return `not run: needs ${tool}${where === "" ? "" : ` (${where})`}`;
    });
  }
}
