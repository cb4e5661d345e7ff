// The long form of the differential test: many seeds, both data models, every native cross-check, mismatches shrunk.
// usage: campaign [--count N] [--seed S] [--model lp64|ilp32] [--jobs J] [--quick] [--native-only] [--no-shrink] [--out DIR]
// Exit status 0 only if every program is valid and agrees and the feature profile is met.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Comparison, compare } from "./compare.ts";
import { generate } from "./generate.ts";
import { Profile } from "./profile.ts";
import { shrink } from "./shrink.ts";
import { type Program, render } from "./tree.ts";
import type { DataModel } from "./types.ts";

const { values: options } = parseArgs({
  options: {
    count: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    model: { type: "string" },
    jobs: { type: "string", default: "2" },
    quick: { type: "boolean", default: false },
    "native-only": { type: "boolean", default: false },
    "no-shrink": { type: "boolean", default: false },
    out: { type: "string" },
  },
});

const count = Number(options.count);
const firstSeed = Number(options.seed);
const models: DataModel[] = options.model === undefined ? ["lp64", "ilp32"] : [options.model === "ilp32" ? "ilp32" : "lp64"];

interface Finding {
  readonly seed: number;
  readonly program: Program;
  readonly result: Exclude<Comparison, { kind: "agree" }>;
}

async function main(): Promise<number> {
  const checks = { native: !options.quick, ravel: !options["native-only"] };
  const profiles = new Map(models.map((model) => [model, new Profile(model)]));
  const tasks = models.flatMap((model) => Array.from({ length: count }, (_, i) => ({ seed: firstSeed + i, model })));
  const findings: Finding[] = [];
  let done = 0;
  const worker = async (): Promise<void> => {
    for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) {
      const program = generate(task.seed, task.model);
      profiles.get(task.model)?.add(program);
      const result = await compare(program, checks);
      if (result.kind !== "agree") {
        findings.push({ seed: task.seed, program, result });
        console.log(`seed ${task.seed} ${task.model}: ${summary(result)}`);
      }
      if (++done % 50 === 0) console.log(`${done} programs, ${findings.length} findings`);
    }
  };
  await Promise.all(Array.from({ length: Number(options.jobs) }, worker));
  for (const [model, profile] of profiles) console.log(`\nfeatures, ${model} (share of ${count} programs)\n${profile}`);
  if (!options["no-shrink"]) await report(findings);
  const rare = models.flatMap((model) => profiles.get(model)?.rare() ?? []);
  // A small sample says nothing about shares.
  const thin = count >= 100 ? rare : [];
  for (const { feature, share } of thin) console.log(`too rare: ${feature} ${(100 * share).toFixed(1)} %`);
  console.log(`\n${done} programs: ${done - findings.length} agree, ${findings.length} findings${checks.ravel ? "" : " (native only)"}`);
  return findings.length === 0 && thin.length === 0 ? 0 : 1;
}

function summary(result: Finding["result"]): string {
  if (result.kind === "mismatch") return `${result.signature}: ${result.detail}`;
  return result.disagreements.map((d) => `INVALID PROGRAM ${d.variant}: ${d.message}`).join("\n  ");
}

/** Shrinks one finding per signature and writes the programs. */
async function report(findings: readonly Finding[]): Promise<void> {
  const seen = new Map<string, number>();
  for (const { seed, program, result } of findings) {
    const signature = result.kind === "mismatch" ? result.signature : `invalid: ${result.disagreements[0]?.variant}`;
    const times = (seen.get(signature) ?? 0) + 1;
    seen.set(signature, times);
    // Different output and false alarms can have many causes; any other signature has one.
    if (times > (/^(different|false)/.test(signature) ? 5 : 1)) continue;
    const small = await shrink(program, result);
    const source = `// seed ${seed}, ${program.model}: ${summary(result).split("\n").join("\n// ")}\n${render(small)}`;
    console.log(`\n----- ${signature}\n${source}`);
    if (options.out !== undefined) {
      await mkdir(options.out, { recursive: true });
      await writeFile(join(options.out, `seed-${seed}-${program.model}.c`), source);
    }
  }
}

process.exitCode = await main();
