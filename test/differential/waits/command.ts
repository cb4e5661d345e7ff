// npm run fuzz -- waits [--count N] [--seed S]: programs whose threads wait for some inputs and continue for others (generate.ts), all interleavings against symex. Fails if an answer is wrong.

import { parseArgs } from "node:util";
import { compareWaits } from "./compare.ts";
import { generate } from "./generate.ts";

const { values } = parseArgs({
  options: { count: { type: "string", default: "500" }, seed: { type: "string", default: "1" } },
  allowPositionals: true,
});
const secondsPerSearch = 5;
const total = { programs: 0, answers: 0, unsafe: 0, wrong: 0 };
const open = new Map<string, number>();
const from = Number(values.seed);
for (let seed = from; seed < from + Number(values.count); seed++) {
  const program = generate(seed);
  const { answers, unsafe, wrong, undecided } = await compareWaits(program, seed, secondsPerSearch);
  if (answers > 0) total.programs++;
  total.answers += answers;
  total.unsafe += unsafe;
  for (const code of undecided) open.set(code, (open.get(code) ?? 0) + 1);
  if (wrong.length === 0) continue;
  total.wrong++;
  console.log(`seed ${seed}: ${wrong.join("; ")}\n${program.text}`);
}
console.log(
  `${total.programs} programs compared, ${total.answers} answers, ${total.unsafe} properties unsafe, ${total.wrong} programs with wrong answers`,
);
console.log(`undecided: ${[...open].map(([code, n]) => `${code} ${n}`).join(", ") || "none"}`);
process.exit(total.wrong > 0 ? 1 : 0);
