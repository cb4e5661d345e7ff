// npm run fuzz -- mutants [--count N] [--seed S] [--seconds CPU] [PART OF A NAME…] : programs of the collection with mistakes in them (mutate.ts), by
// all engines (compare.ts). Prints the verdicts of each, writes the programs on which they disagree to a directory, and fails if there are any.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Budget } from "../../../src/support/budget.ts";
import { Rng } from "../../../src/support/rng.ts";
import { readCollection } from "../../corpus/collection.ts";
import { cpuMs } from "../../run.ts";
import { compareMutant } from "./compare.ts";

const { values, positionals } = parseArgs({
  options: {
    count: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    seconds: { type: "string", default: "3" },
  },
  allowPositionals: true,
});
const names = positionals.slice(1);
const count = Number(values.count);
const first = Number(values.seed);
const limits = { budget: () => new Budget(Number(values.seconds), 1500, cpuMs), runs: null };

const programs = readCollection().programs.filter(
  (p) => p.tier === "small" && (names.length === 0 || names.some((n) => p.name.includes(n))),
);
const folder = mkdtempSync(join(tmpdir(), "ravel-mutants-"));
const tally = new Map<string, Map<string, number>>();
let differing = 0;
let compiled = 0;
for (let seed = first; seed < first + count; seed++) {
  const of = new Rng(seed).pick(programs);
  const outcome = await compareMutant(of, seed, folder, limits);
  if (outcome.compiled) compiled++;
  for (const [name, answers] of outcome.answers) {
    const counts = tally.get(name) ?? new Map<string, number>();
    for (const answer of answers.values()) counts.set(answer, (counts.get(answer) ?? 0) + 1);
    tally.set(name, counts);
  }
  if (outcome.differences.length > 0) {
    differing++;
    const file = join(tmpdir(), `ravel-mutant-${seed}.c`);
    writeFileSync(file, outcome.mutant.source);
    console.log(`seed ${seed}, ${of.name}, ${outcome.mutant.what}: ${file}\n  ${outcome.differences.join("\n  ")}`);
  }
  if ((seed - first + 1) % 20 === 0) console.error(`${seed - first + 1} mutants, ${compiled} compiled, ${differing} differ`);
}
rmSync(folder, { recursive: true, force: true });
console.log(`${count} mutants, ${compiled} compiled, ${differing} over which the engines differ`);
for (const [name, counts] of tally) {
  const most = [...counts].sort((a, b) => b[1] - a[1]);
  console.log(`${name}: ${most.map(([answer, n]) => `${answer} ${n}`).join(", ")}`);
}
process.exit(differing === 0 ? 0 : 1);
