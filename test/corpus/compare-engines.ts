// npm run corpus:compare -- ENGINE[:OPTION=VALUE…] ENGINE… [--seconds N] [--tier small|large] [--each] [PART OF A NAME…] : engines side by side on the collection, in one process. Time is CPU
// time per engine and program, so that other work on the machine does not count. Prints what each engine decides alone, then the verdicts that some engine leaves open
// and another decides. `--each` also prints the seconds per program. The exit status is 1 if a verdict is wrong.

import { parseArgs } from "node:util";
import { type AnyEngine, engines } from "../../src/engines/table.ts";
import type { Property } from "../../src/execution/errors.ts";
import { compile, engineTask, type TaskChanges } from "../run.ts";
import { readCollection } from "./collection.ts";
import { type EngineRun, runOn } from "./engine-run.ts";

const properties: readonly Property[] = ["assert", "memory", "deadlock", "race", "overflow"];

const { values, positionals } = parseArgs({
  options: {
    seconds: { type: "string", default: "5" },
    tier: { type: "string", default: "small" },
    each: { type: "boolean", default: false },
  },
  allowPositionals: true,
});

interface Contender {
  readonly name: string;
  readonly engine: AnyEngine;
  readonly options: TaskChanges;
}

function contenderOf(text: string): Contender | null {
  const [name, ...options] = text.split(":");
  const engine = engines.find((e) => e.name === name);
  return engine === undefined ? null : { name: text, engine, options: Object.fromEntries(options.map((o) => o.split("="))) as TaskChanges };
}

const contenders = positionals.map(contenderOf).filter((c) => c !== null);
const names = positionals.filter((p) => contenderOf(p) === null);
const count = new Map(contenders.map(({ name }) => [name, { right: 0, open: 0, seconds: 0 }]));
const differing: string[] = [];
const wrong: string[] = [];

for (const program of readCollection().programs) {
  if (program.tier !== values.tier || (names.length > 0 && !names.some((n) => program.name.includes(n)))) continue;
  const task = engineTask(await compile(program.file), properties);
  const runs: EngineRun[] = [];
  for (const { name, engine, options } of contenders) {
    const run = await runOn(program, task, engine, Number(values.seconds), options);
    const sum = count.get(name) as { right: number; open: number; seconds: number };
    sum.seconds += run.seconds;
    sum.right += run.right.length;
    sum.open += run.wrong.length + run.open.length;
    for (const p of run.wrong) wrong.push(`${program.name}: ${p} ${run.verdicts.get(p)} (${name})`);
    runs.push(run);
  }
  if (values.each) {
    const open = properties.filter((p) => runs.some((r) => !r.right.includes(p)));
    const told = open.length === 0 ? "all right" : `not right everywhere: ${open.join(", ")}`;
    console.log(`${program.name}: ${runs.map((r) => r.seconds.toFixed(2)).join(" | ")} s; ${told}`);
  }
  for (const property of properties) {
    const decided = runs.filter((r) => r.right.includes(property)).length;
    if (decided > 0 && decided < runs.length)
      differing.push(`${program.name}: ${property} ${runs.map((r) => r.verdicts.get(property)).join(" | ")}`);
  }
}
console.log(`verdicts that differ (${contenders.map((c) => c.name).join(" | ")}):\n  ${differing.join("\n  ")}`);
for (const [name, { right, open, seconds }] of count)
  console.log(`${name}: ${right} verdicts right, ${open} open, ${seconds.toFixed(0)} s of CPU time`);
for (const line of wrong) console.log(`WRONG: ${line}`);
process.exit(wrong.length > 0 ? 1 : 0);
