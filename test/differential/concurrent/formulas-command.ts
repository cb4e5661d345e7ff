// npm run fuzz -- formulas [--count N] [--seed S] : step formulas against the executor, on a random run of each of N generated programs and of every program of the
// collection.

import { parseArgs } from "node:util";
import { readCollection } from "../../corpus/collection.ts";
import { compile, compileText } from "../../run.ts";
import { type Compared, compareRun } from "../../unit/symbolic/against-executor.ts";
import { generate } from "./generate.ts";
import { render } from "./render.ts";

const { values } = parseArgs({
  options: { count: { type: "string", default: "2000" }, seed: { type: "string", default: "1" } },
  allowPositionals: true,
});
const total = { programs: 0, steps: 0, known: 0, blocked: 0, different: 0 };
const unsupported = new Map<string, number>();

function note(name: string, { steps, known, blocked, unsupported: reasons, differences }: Compared): void {
  total.programs++;
  total.steps += steps;
  total.known += known;
  total.blocked += blocked;
  for (const [reason, n] of reasons) unsupported.set(reason, (unsupported.get(reason) ?? 0) + n);
  if (differences.length === 0) return;
  total.different++;
  console.log(`${name}: ${differences.join("; ")}`);
}

const seed = Number(values.seed);
for (let i = 0; i < Number(values.count); i++) {
  note(`seed ${seed + i}`, compareRun(await compileText(render(generate(seed + i))), seed + i));
  if ((i + 1) % 100 === 0) console.error(`${i + 1} programs, ${total.steps} steps, ${total.different} different`);
}
for (const { name, file } of readCollection().programs) note(name, compareRun(await compile(file), seed));
console.log(
  `${total.programs} programs, ${total.steps} steps (${total.known} of ways that were known), ${total.blocked} steps that wait, ${total.different} different`,
);
for (const [reason, n] of unsupported) console.log(`not followed: ${reason} (${n} steps)`);
process.exit(total.different > 0 ? 1 : 0);
