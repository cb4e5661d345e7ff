// npm run fuzz -- sections [--count N] [--seed S] [--first] [--only REDUCTION]: programs of atomic sections (tree.ts), decided by a search of their own, against symex with every reduction and pruning. Fails if an answer is wrong. `--first` stops at the first one.

import { parseArgs } from "node:util";
import { combinations, compareSections } from "./compare.ts";
import { generate } from "./generate.ts";
import { render } from "./tree.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "500" },
    seed: { type: "string", default: "1" },
    first: { type: "boolean", default: false },
    only: { type: "string", default: "" },
  },
  allowPositionals: true,
});
const chosen = combinations.filter(({ reduce, prune }) => `${reduce}, ${prune}`.startsWith(values.only));
const from = Number(values.seed);
const total = { programs: 0, unsafe: 0, wrong: 0 };
const open = new Map<string, number>();
for (let seed = from; seed < from + Number(values.count); seed++) {
  const tree = generate(seed);
  const { unsafe, wrong, undecided } = await compareSections(tree, chosen);
  total.programs++;
  if (unsafe) total.unsafe++;
  for (const text of undecided) open.set(text, (open.get(text) ?? 0) + 1);
  if (wrong.length === 0) continue;
  total.wrong++;
  console.log(`seed ${seed}: ${unsafe ? "unsafe" : "safe"}, but ${wrong.join("; ")}\n${render(tree)}`);
  if (values.first) break;
}
console.log(`${total.programs} programs, ${total.unsafe} unsafe, ${total.wrong} with wrong answers`);
console.log(`undecided: ${[...open].map(([text, n]) => `${text} ${n}`).join(", ") || "none"}`);
process.exit(total.wrong > 0 ? 1 : 0);
