// npm run fuzz -- explore [--count N] [--seed S] : generated programs under every reduction against no reduction at all.

import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { load } from "../../../src/frontend/load.ts";
import { none } from "../../../src/reduction/none.ts";
import { sourceSets } from "../../../src/reduction/source-sets.ts";
import { Rng } from "../../../src/support/rng.ts";
import { loadRequest } from "../../run.ts";
import { disagreement, exploreWith } from "./compare.ts";
import { generateConcurrent } from "./generate.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    limit: { type: "string", default: "60000" },
  },
  allowPositionals: true,
});
const folder = join(tmpdir(), `ravel-fuzz-${process.pid}`);
mkdirSync(folder, { recursive: true });
const features = new Map<string, number>();
const sizes: number[] = [];
const violated = new Map<string, number>();
let unsafe = 0;
let compared = 0;
let undecided = 0;
let failures = 0;
let reduced = 0;
for (let k = 0; k < Number(values.count); k++) {
  const seed = Number(values.seed) + k;
  const { source, features: used } = generateConcurrent(new Rng(seed));
  const file = join(folder, `p${seed}.c`);
  writeFileSync(file, source);
  const { program } = await load(loadRequest(file));
  const all = await exploreWith(program, none, Number(values.limit));
  if (!all.decided) {
    undecided++;
    continue;
  }
  const some = await exploreWith(program, sourceSets, Number(values.limit));
  compared++;
  sizes.push(all.runs);
  reduced += some.runs + some.asleep;
  for (const f of used) features.set(f, (features.get(f) ?? 0) + 1);
  for (const p of all.unsafe) violated.set(p, (violated.get(p) ?? 0) + 1);
  if (all.unsafe.length > 0) unsafe++;
  const what = some.decided ? disagreement(all, some) : `dpor does not decide: ${some.unknown}`;
  if (what !== null) {
    failures++;
    console.log(`seed ${seed}: ${what} (${file})`);
  }
}
sizes.sort((a, b) => a - b);
const share = (n: number): string => `${((100 * n) / Math.max(compared, 1)).toFixed(0)} %`;
console.log(
  `${compared} compared, ${failures} disagreements, ${undecided} too large; interleavings: median ${sizes[sizes.length >> 1] ?? 0}, above 10,000: ${share(sizes.filter((n) => n > 10_000).length)}, all ${sizes.reduce((a, b) => a + b, 0)}, with dpor ${reduced}; unsafe ${share(unsafe)}`,
);
console.log([...features].map(([f, n]) => `${f} ${share(n)}`).join(", "));
console.log([...violated].map(([p, n]) => `${p} ${share(n)}`).join(", "));
process.exit(failures > 0 ? 1 : 0);
