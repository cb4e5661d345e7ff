// npm run corpus:compare -- ENGINE[:OPTION=VALUE…] ENGINE… [--seconds N] [--tier small|large] [--each] [PART OF A NAME…] : engines side by side on the collection, in one process. Time is CPU
// time per engine and program, so that other work on the machine does not count. Prints what each engine decides alone, then the verdicts that some engine leaves open
// and another decides. `--each` also prints the seconds per program. The exit status is 1 if a verdict is wrong.

import { parseArgs } from "node:util";
import type { EngineResult, Finding } from "../../src/engines/engine.ts";
import { type AnyEngine, engines } from "../../src/engines/table.ts";
import type { Property } from "../../src/execution/errors.ts";
import { Budget } from "../../src/support/budget.ts";
import { type AnyTask, compile, cpuMs, engineTask, type TaskChanges } from "../run.ts";
import { verdictOf } from "../verdicts/verdict-of.ts";
import { readCollection } from "./collection.ts";

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

/** Safe up to undefined behaviour counts as safe: the collection does not say which. */
function isRight(expected: "safe" | "unsafe", verdict: string, found: Finding): boolean {
  return verdict === expected || (expected === "safe" && found.kind === "covered" && found.scope.endedBy.length > 0);
}

async function run({ engine, options }: Contender, task: AnyTask): Promise<{ readonly result: EngineResult; readonly seconds: number }> {
  const started = cpuMs();
  const budget = new Budget(Number(values.seconds), 2048, cpuMs);
  const result = await engine.run({ ...task, budget, options: { ...task.options, ...options, explore: options } });
  return { result, seconds: (cpuMs() - started) / 1000 };
}

/** Of each property that some engine leaves open, how many do. */
const listOpen = (open: ReadonlyMap<Property, number>): string => [...open].map(([p, n]) => `${p} open for ${n}`).join(", ") || "all right";

for (const program of readCollection().programs) {
  if (program.tier !== values.tier || (names.length > 0 && !names.some((n) => program.name.includes(n)))) continue;
  const task = engineTask(await compile(program.file), properties);
  const verdicts = new Map<Property, string[]>(properties.map((p) => [p, []]));
  const isOpen = new Map<Property, number>();
  const times: string[] = [];
  for (const contender of contenders) {
    const { result, seconds } = await run(contender, task);
    const sum = count.get(contender.name) as { right: number; open: number; seconds: number };
    sum.seconds += seconds;
    times.push(seconds.toFixed(2));
    for (const property of properties) {
      const found = result.findings.get(property) as Finding;
      const verdict = verdictOf(task, property, found);
      const right = isRight(program.properties[property], verdict, found);
      sum[right ? "right" : "open"]++;
      if (!right) isOpen.set(property, (isOpen.get(property) ?? 0) + 1);
      if (!right && (verdict === "safe" || verdict === "unsafe" || verdict === "not confirmed"))
        wrong.push(`${program.name}: ${property} ${verdict} (${contender.name})`);
      verdicts.get(property)?.push(verdict);
    }
  }
  if (values.each) console.log(`${program.name}: ${times.join(" | ")} s; ${listOpen(isOpen)}`);
  for (const [property, open] of isOpen)
    if (open < contenders.length) differing.push(`${program.name}: ${property} ${verdicts.get(property)?.join(" | ")}`);
}
console.log(`verdicts that differ (${contenders.map((c) => c.name).join(" | ")}):\n  ${differing.join("\n  ")}`);
for (const [name, { right, open, seconds }] of count)
  console.log(`${name}: ${right} verdicts right, ${open} open, ${seconds.toFixed(0)} s of CPU time`);
for (const line of wrong) console.log(`WRONG: ${line}`);
process.exit(wrong.length > 0 ? 1 : 0);
