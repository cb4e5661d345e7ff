// npm run fuzz -- ask [--count N] [--seed S] : questions about generated programs, against every interleaving, also those about the present run (why, without switch, least change); then, about a third as many programs with inputs and those of nasty-programs.ts, the search for
// all inputs at once against the search by values.

import { parseArgs } from "node:util";
import { runAskCampaign } from "./campaign.ts";
import { type InputCampaign, runInputCampaign, runNastyCampaign } from "./inputs.ts";
import { runRunCampaign } from "./run-questions.ts";

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

const report = (what: string, { yes, no, unknown, disagreements }: InputCampaign): number => {
  for (const d of disagreements) console.log(d);
  console.log(`${what}: ${yes} yes, ${no} no; unknown: ${list(unknown)}; ${disagreements.length} disagreements`);
  return disagreements.length;
};
const [seed, count] = [Number(values.seed), Number(values.count)];
const ofRuns = await runRunCampaign(seed, count, { fewest: 0.7, most: 2 }, 100_000, progress);
for (const d of ofRuns.disagreements) console.log(d);
console.log(
  `about runs: ${list(ofRuns.answers)}; too many interleavings: ${ofRuns.tooLarge}; ${ofRuns.disagreements.length} disagreements`,
);
const generated = await runInputCampaign(seed, Math.ceil(count / 3), { fewest: 0.7, most: 2 }, 6, progress);
const nasty = await runNastyCampaign(seed, Math.ceil(count / 60), progress);
const wrong = report("generated programs with inputs", generated) + report("programs with inputs", nasty);
process.exit(result.disagreements.length + ofRuns.disagreements.length + wrong > 0 ? 1 : 0);
