// npm run corpus:check [-- --engine E] [--seconds N] [--jobs N] [--tier small|large] [PART OF A NAME…] : checks the collection with the command line, as
// a user would run it. Prints for each program the deviations from the expectation and the time, then the number of correct verdicts and those that stayed
// unknown. The exit status is 1 if a verdict is wrong.

import { execFile } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Property } from "../../src/execution/errors.ts";
import type { Scope } from "../../src/reports/report.ts";
import { isSafeUpToFaults } from "./checking.ts";
import { type CorpusProgram, projectFolder, readCollection } from "./collection.ts";

const properties: readonly Property[] = ["assert", "memory", "deadlock", "race", "overflow"];

const { values, positionals } = parseArgs({
  options: {
    engine: { type: "string", default: "auto" },
    seconds: { type: "string", default: "15" },
    jobs: { type: "string", default: "1" },
    tier: { type: "string", default: "small" },
  },
  allowPositionals: true,
});

interface Told {
  readonly properties: readonly {
    readonly property: Property;
    readonly verdict: "safe" | "unsafe" | "safe-bounded" | "unknown";
    readonly unknown: { readonly code: string } | null;
    readonly scope: Scope;
  }[];
}

function check(program: CorpusProgram): Promise<Told> {
  const options = ["--engine", values.engine, "--timeout", values.seconds, "--property", properties.join(), "--format", "json"];
  if (values.engine === "auto") options.push("--jobs", values.jobs);
  return new Promise((resolve, reject) => {
    execFile(join(projectFolder, "ravel"), ["check", program.file, ...options], { maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      try {
        resolve(JSON.parse(stdout) as Told);
      } catch {
        reject(new Error(`${program.name}: ${error?.message ?? ""} ${stderr}`));
      }
    });
  });
}

const count = { right: 0, wrong: 0, open: 0 };
const open: string[] = [];
for (const program of readCollection().programs) {
  if (program.tier !== values.tier || (positionals.length > 0 && !positionals.some((name) => program.name.includes(name)))) continue;
  const started = performance.now();
  const { properties: verdicts } = await check(program);
  const texts: string[] = [];
  for (const { property, verdict, unknown, scope } of verdicts) {
    const expected = program.properties[property];
    const isRight = verdict === expected || (expected === "safe" && isSafeUpToFaults(program, { verdict, scope }));
    const kind = isRight ? "right" : verdict === "safe" || verdict === "unsafe" ? "wrong" : "open";
    count[kind]++;
    if (kind !== "right")
      texts.push(`${kind === "wrong" ? "WRONG " : ""}${property} ${verdict}${unknown === null ? "" : ` (${unknown.code})`}`);
  }
  if (texts.length > 0) open.push(`${program.name}: ${texts.join(", ")}`);
  console.log(
    `${program.name}: ${((performance.now() - started) / 1000).toFixed(1)} s${texts.length === 0 ? "" : `; ${texts.join(", ")}`}`,
  );
}
console.log(`${values.engine}: ${count.right} verdicts right, ${count.wrong} wrong, ${count.open} open`);
if (open.length > 0) console.log(`not as expected:\n  ${open.join("\n  ")}`);
process.exit(count.wrong > 0 ? 1 : 0);
