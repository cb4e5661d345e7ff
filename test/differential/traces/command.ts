// npm run fuzz -- theorems [--count N] [--seed S] [--most RUNS]: the theorems of FUSION by brute force on generated programs with branches on shared data (theorems.ts), and
// the verdicts of fusion on them. Fails if anything is wrong.

import { parseArgs } from "node:util";
import { featureNames } from "./branching.ts";
import { runCampaign } from "./campaign.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "500" },
    seed: { type: "string", default: "1" },
    most: { type: "string", default: "1500" },
  },
  allowPositionals: true,
});
const sums = await runCampaign(Number(values.seed), Number(values.count), Number(values.most), ({ programs, tooLarge, wrong }) => {
  if ((programs + tooLarge) % 50 === 0) console.error(`${programs} programs, ${tooLarge} too large, ${wrong.length} wrong`);
});
for (const { seed, what, text } of sums.wrong) console.log(`seed ${seed}: ${what}\n${text}`);
console.log(
  `${sums.programs} programs (${sums.tooLarge} too large), ${sums.unsafe} unsafe; ${sums.interleavings} interleavings, ${sums.tracePrograms} trace programs, ${sums.safePrefixes} safe prefixes`,
);
console.log(featureNames.map((f) => `${f} ${sums.features.get(f) ?? 0}`).join(", "));
console.log(
  `safe with several runs of dpor: ${sums.several}, cleared in ${sums.cleared}; runs of dpor ${sums.runs.dpor}, of fusion ${sums.runs.fusion}`,
);
console.log(`${sums.wrong.length} wrong, ${sums.undecided} undecided`);
process.exit(sums.wrong.length > 0 ? 1 : 0);
