// npm run fuzz -- ask [--count N] [--seed S] : questions about generated programs, against every interleaving.

import { parseArgs } from "node:util";
import { runAskCampaign } from "./campaign.ts";

const { values } = parseArgs({
  options: { count: { type: "string", default: "300" }, seed: { type: "string", default: "1" } },
  allowPositionals: true,
});
const progress = (done: number, found: number): void => {
  if (done % 20 === 0) console.error(`${done} programs, ${found} disagreements`);
};
const settings = { sizes: { fewest: 0.7, most: 3 }, maxMoves: 100_000, questionsPerProgram: 3 };
const result = await runAskCampaign(Number(values.seed), Number(values.count), settings, progress);
for (const d of result.disagreements) console.log(d);
const list = (counts: ReadonlyMap<string, number>): string => [...counts].map(([name, n]) => `${name} ${n}`).join(", ");
console.log(`${result.compared} answers compared (${result.yes} yes, ${result.no} no; ${list(result.byKind)})`);
console.log(`unknown: ${list(result.unknown)}; too many interleavings: ${result.tooLarge}; ${result.disagreements.length} disagreements`);
process.exit(result.disagreements.length > 0 ? 1 : 0);
