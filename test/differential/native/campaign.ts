// npm run native:outputs [-- --times N] [--from NAME] [PART OF A NAME…] : runs every small program of the corpus natively many times; exploration must reach
// every observation. Programs that cannot be compared are listed with the reason.

import { parseArgs } from "node:util";
import { readCollection } from "../../corpus/collection.ts";
import { compareNatively } from "./compare.ts";

const { values, positionals } = parseArgs({
  options: { times: { type: "string", default: "200" }, from: { type: "string", default: "" } },
  allowPositionals: true,
});
const reasons = new Map<string, string[]>();
let compared = 0;
let failures = 0;
let several = 0;
for (const program of readCollection().programs) {
  if (
    program.tier !== "small" ||
    program.name < values.from ||
    (positionals.length > 0 && !positionals.some((name) => program.name.includes(name)))
  )
    continue;
  const result = await compareNatively(program.file, program.text, Number(values.times));
  if (result.kind === "not compared") {
    reasons.set(result.why, [...(reasons.get(result.why) ?? []), program.name]);
    continue;
  }
  compared++;
  if (result.reached > 1) several++;
  if (result.unreached.length > 0) failures++;
  console.log(`${program.name}: ${result.observed} of ${result.reached} observations in ${result.runs} runs`);
  for (const line of result.unreached) console.log(`  NOT REACHED: ${line}`);
}
console.log(`${compared} compared, ${several} of them with several outcomes, ${failures} with something that is not reached`);
for (const [why, names] of reasons) console.log(`not compared, ${why}: ${names.length} (${names.join(", ")})`);
process.exit(failures > 0 || compared === 0 ? 1 : 0);
