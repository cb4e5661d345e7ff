// npm run fuzz -- sides [--count N] [--seed S] : generated programs that guided calls safe; its sides against those of all their interleavings.

import { parseArgs } from "node:util";
import { runSidesCampaign } from "./sides.ts";

const { values } = parseArgs({
  options: { count: { type: "string", default: "500" }, seed: { type: "string", default: "1" } },
  allowPositionals: true,
});
const progress = (done: number): void => {
  if (done % 50 === 0) console.error(`${done} programs`);
};
const { compared, sides, runs, differences } = await runSidesCampaign(
  Number(values.seed),
  Number(values.count),
  { sizes: { fewest: 1, most: 2.7 }, most: 20_000 },
  progress,
);
for (const d of differences) console.log(d);
console.log(`${compared} programs with ${sides} sides in ${runs} runs, ${differences.length} differences`);
process.exit(differences.length > 0 ? 1 : 0);
