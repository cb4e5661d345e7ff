// npm run fuzz -- solver [--count N] [--sequences N] [--seed N]
//
// Solves random and structured CNFs of up to 300 variables with the core, checks models and proofs, and compares answers with the machine's z3 (without it
// with a reference where the formula is small enough); then random sequences of incremental use. Exit status 1 on any fault.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Rng } from "../../../src/support/rng.ts";
import { type Formula, toDimacsText } from "./formulas.ts";
import { randomFormula } from "./random-formula.ts";
import { fuzzSequence } from "./sequences.ts";
import { solveChecked } from "./solve-checked.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "5000" },
    sequences: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
  },
  allowPositionals: true,
});
const count = Number(values.count);
const seed = Number(values.seed);
const hasZ3 = spawnSync("z3", ["--version"]).status === 0;
if (!hasZ3) console.log("z3 is not there: answers are not compared, proofs and models still are");
const folder = mkdtempSync(join(tmpdir(), "ravel-cnf-"));
let faults = 0;
const tally = new Map<string, number>();

function z3(formula: Formula): string {
  const file = join(folder, "formula.cnf");
  writeFileSync(file, toDimacsText(formula));
  const run = spawnSync("z3", ["-dimacs", "-T:60", file], { encoding: "utf8" });
  return /^(s UNSATISFIABLE|unsat)/m.test(run.stdout) ? "unsat" : /^(s SATISFIABLE|sat)/m.test(run.stdout) ? "sat" : "unknown";
}

for (let i = 0; i < count; i++) {
  const formula = randomFormula(new Rng(seed * 1_000_003 + i));
  const fault = (what: string): void => {
    faults++;
    const kept = join(tmpdir(), `ravel-fault-${seed}-${i}.cnf`);
    writeFileSync(kept, toDimacsText(formula));
    console.log(`FAULT ${formula.name} (seed ${seed}, ${i}), ${kept}: ${what}`);
  };
  try {
    // Half of them with short intervals: then small formulas also reach reductions and in-processing.
    const { answer } = solveChecked(formula, { intervalScale: i % 2 === 0 ? 1 : 100 });
    const other = hasZ3 ? z3(formula) : "unknown";
    if (other !== "unknown" && other !== answer) fault(`${answer}, but z3 says ${other}`);
    const kind = `${formula.name.replace(/-\d.*$/, "")} ${answer}${other === "unknown" ? " (not compared)" : ""}`;
    tally.set(kind, (tally.get(kind) ?? 0) + 1);
  } catch (error) {
    fault(String(error));
  }
  if ((i + 1) % 500 === 0) console.log(`${i + 1} formulas, ${faults} faults`);
}
for (const [kind, n] of [...tally].sort()) console.log(`${kind.padEnd(40)}${n}`);

const sequences = Number(values.sequences);
for (let i = 0; i < sequences; i++) {
  const found = fuzzSequence(seed * 1_000_003 + i, { intervalScale: i % 2 === 0 ? 1 : 1000 });
  if (found !== null) {
    faults++;
    console.log(`FAULT sequence ${seed * 1_000_003 + i}: ${found.wrong}\n${JSON.stringify(found.operations)}`);
  }
}
console.log(`${count} formulas, ${sequences} sequences, ${faults} faults`);
rmSync(folder, { recursive: true, force: true });
process.exit(faults === 0 ? 0 : 1);
