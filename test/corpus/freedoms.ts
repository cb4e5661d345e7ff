// npm run corpus:freedoms [-- --samples N] [--runs N] [PART OF A NAME…] : checks that no freedom of the environment hides a violation of the collection. Prints for each
// program the freedoms that it meets and the violations that were missed; the exit status is 1 if a violated property is called safe, or a violation needs a freedom that its expectation does not name.

import { parseArgs } from "node:util";
import { append } from "../../src/support/lists.ts";
import { readCollection } from "./collection.ts";
import { checkFreedom, freedomsMet } from "./freedom-check.ts";

const { values, positionals } = parseArgs({
  options: { samples: { type: "string", default: "200" }, runs: { type: "string", default: "300" } },
  allowPositionals: true,
});
const work = { samples: Number(values.samples), runs: Number(values.runs) };

let pairs = 0;
const contradictions: string[] = [];
for (const program of readCollection().programs) {
  if (Object.keys(program.violations).length === 0) continue;
  if (positionals.length > 0 && !positionals.some((name) => program.name.includes(name))) continue;
  const met = await freedomsMet(program);
  console.log(`${program.name}: ${met.join(", ") || "meets none"}`);
  for (const freedom of met) {
    const result = await checkFreedom(program, freedom, work);
    pairs++;
    for (const line of result.notFound) console.log(`  not found: ${line}`);
    for (const line of result.contradictions) console.log(`  WRONG ${line}`);
    append(contradictions, result.contradictions);
  }
}
console.log(`${pairs} programs and freedoms, ${contradictions.length} contradictions`);
process.exit(contradictions.length > 0 ? 1 : 0);
