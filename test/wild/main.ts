// npm run wild -- --root DIR [--only NAME] [--fetch] : checks other people's projects with Ravel's drivers (see README.md). Prints verdict, time and
// engine of each and compares the outcome with the expected one; the exit status is 1 if anything differs. A complete run is written to bench/results/wild.json.

import { parseArgs } from "node:util";
import { writeResults } from "../../bench/results.ts";
import { wildFolder } from "./manifest.ts";
import { runWild, type WildResult } from "./run.ts";

const { values } = parseArgs({
  options: { root: { type: "string" }, only: { type: "string" }, fetch: { type: "boolean", default: false } },
});
if (values.root === undefined) {
  console.error("usage: npm run wild -- --root DIR [--only NAME] [--fetch]");
  process.exit(2);
}
const print = (line: string): void => console.log(line);
const result = await runWild({ folder: wildFolder, root: values.root, only: values.only ?? null, fetch: values.fetch, print });
if (values.only === undefined && result.notRun.length === 0) keep(result);
process.exitCode = result.faults.length > 0 || result.runs.some((run) => run.differences.length > 0) ? 1 : 0;

function keep({ runs }: WildResult): void {
  const rows = runs.map(({ project, driver, seconds, differences }) => ({
    what: `${project.name} ${project.version} ${driver.file}`,
    value: Number(seconds.toFixed(1)),
    unit: "s",
    aim: driver.expected.verdict,
    met: differences.length === 0,
  }));
  const drivers = runs.map(({ project, driver, verdict, engine, details, differences }) => ({
    driver: `${project.name}/${driver.file}`,
    verdict,
    engine,
    details: details.join("; "),
    differences: differences.join("; "),
  }));
  writeResults("wild", { rows, details: { drivers } });
}
