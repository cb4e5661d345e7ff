// npm run fuzz -- finals [--count N] [--seed S] [--most RUNS] [--seconds S] [--only WORD]: programs whose threads read and write pieces of objects (generate.ts), with claims about final values that few
// interleavings fail, or none (claims.ts), against every engine. Fails if an answer is wrong.

import { parseArgs } from "node:util";
import { compareFinals, finalsContenders } from "./compare.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    most: { type: "string", default: "40000" },
    seconds: { type: "string", default: "5" },
    only: { type: "string", default: "" },
  },
  allowPositionals: true,
});
const from = Number(values.seed);
const total = { programs: 0, tooLarge: 0, claims: 0, unsafe: 0, answers: 0, alike: 0, wrong: 0 };
const open = new Map<string, number>();
for (let seed = from; seed < from + Number(values.count); seed++) {
  const contenders = finalsContenders(seed).filter((c) => c.name.includes(values.only));
  const { interleavings, claims, wrong, undecided, sources } = await compareFinals(
    seed,
    Number(values.most),
    Number(values.seconds),
    contenders,
  );
  if (interleavings === null) total.tooLarge++;
  else if (claims.length === 0) total.alike++;
  else total.programs++;
  total.claims += claims.length;
  total.unsafe += claims.filter((c) => c.isUnsafe).length;
  total.answers += claims.length * contenders.length;
  total.wrong += wrong.length;
  for (const text of undecided) open.set(text, (open.get(text) ?? 0) + 1);
  if (wrong.length > 0) console.log(`seed ${seed}: ${wrong.join("; ")}\n${sources.join("\n")}`);
  if ((seed - from + 1) % 50 === 0) console.error(`${seed - from + 1} programs, ${total.wrong} wrong answers`);
}
console.log(
  `${total.programs} programs (of more, ${total.tooLarge} were too large, and ${total.alike} always end in one state), ${total.claims} claims, ${total.unsafe} of them fail, ${total.answers} answers, ${total.wrong} wrong`,
);
console.log(`undecided: ${[...open].map(([text, n]) => `${text} ${n}`).join(", ") || "none"}`);
process.exit(total.wrong > 0 ? 1 : 0);
