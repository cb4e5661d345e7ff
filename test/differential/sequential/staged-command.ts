// npm run fuzz -- staged-sequential [--count N] [--seed S] [--looks N] [--conflicts N] [--no-shrink] : the staged engine against runs of the executor, on
// generated sequential programs. Prints what was decided and what was not, and the shrunk findings; fails on a disagreement, or if
// too little was decided to mean anything.

import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runStagedCampaign } from "./staged-campaign.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    looks: { type: "string", default: "200000" },
    conflicts: { type: "string", default: "5000" },
    "no-shrink": { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const started = process.cpuUsage();
const cpuSeconds = (): string => {
  const { user, system } = process.cpuUsage(started);
  return ((user + system) / 1e6).toFixed(0);
};
const { tally, found } = await runStagedCampaign({
  seed: Number(values.seed),
  count: Number(values.count),
  limits: { looks: Number(values.looks), conflicts: Number(values.conflicts) },
  shrinks: !values["no-shrink"],
  progress: (done, bad) => {
    if (done % 50 === 0) console.error(`${done} programs, ${bad} disagreements, ${cpuSeconds()} s`);
  },
});
const folder = join(tmpdir(), `ravel-fuzz-found-${process.pid}`);
for (const { seed, wrong, source } of found) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `sequential-${seed}.c`);
  writeFileSync(file, `/* Seed ${seed}.\n   ${wrong.join("\n   ").replaceAll("*/", "* /")} */\n${source}`);
  console.log(`seed ${seed}: ${file}\n  ${wrong.join("\n  ")}\n${source}`);
}
console.log(`${values.count} programs, ${found.length} disagreements, ${cpuSeconds()} s of CPU time\n${tally}`);
const faults = tally.faults();
for (const fault of faults) console.log(`NOT AS MEANT: ${fault}`);
process.exit(found.length > 0 || faults.length > 0 ? 1 : 0);
