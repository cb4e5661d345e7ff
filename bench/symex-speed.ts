// How fast symex is: steps a second without pruning, nodes a second where formulas are evaluated, implications a second by the solver, and how much memory a full table takes.

import { Questions } from "../src/engines/symex/questions.ts";
import { Budget } from "../src/support/budget.ts";
import { Rng } from "../src/support/rng.ts";
import { countOperators } from "../src/terms/size.ts";
import type { Term } from "../src/terms/term.ts";
import { Terms } from "../src/terms/terms.ts";
import { budgetClock, cpu } from "./subjects.ts";
import { load, measureSymex } from "./symex-measure.ts";
import type { AddRow } from "./traces-measure.ts";

const megabyte = 2 ** 20;

export async function speedRows(rowsFor: (name: string) => AddRow | null): Promise<void> {
  const add = rowsFor("speed");
  if (add === null) return;
  const producers = { name: "p/c-3", program: await load("producers.c", ["-DN=3"]), isSafe: true };
  const plain = await measureSymex(producers, { prune: "none", reduce: "none" }, 10);
  if (plain !== null) {
    const steps = (plain.stats.steps ?? 0) / plain.seconds;
    add("steps without pruning, p/c-3", steps, "per second", "at least 100000", steps >= 100_000);
  }
  const additions = { name: "micro_2", program: await load("additions.c", ["-DN=200"]), isSafe: true };
  for (const subject of [additions, producers]) {
    const o = await measureSymex(subject, { prune: "interpolants", reduce: "none" }, 20);
    if (o === null) continue;
    const nodes = o.states / o.seconds;
    add(`nodes with interpolants, ${subject.name}`, nodes, "per second", "at least 20000", nodes >= 20_000);
  }
  for (const isImplied of [true, false]) {
    const { perSecond, operators } = await implications(isImplied);
    add(
      `implications of ${operators} operators, ${isImplied ? "true" : "false"}`,
      perSecond,
      "per second",
      "at least 3000",
      perSecond >= 3000,
    );
  }
  await memoryRow(add);
}

/** A path that bounds inputs, and formulas over them as summaries have them: neighbouring ones differ in a conjunct. The path implies none of them, or all. */
async function implications(isImplied: boolean): Promise<{ readonly perSecond: number; readonly operators: number }> {
  const rng = new Rng(7);
  const terms = new Terms();
  const variables = Array.from({ length: 8 }, (_, i) => terms.variable(`i${i}`, 32));
  const budget = new Budget(60, 3000, budgetClock);
  const questions = new Questions(terms, { variables }, budget);
  const path = variables.map((i) => terms.ult(i, terms.constant(1000, 32)));
  const sum = (): Term => {
    let t = rng.pick(variables);
    for (let k = 0; k < 2; k++) t = rng.chance(0.5) ? terms.add(t, rng.pick(variables)) : terms.sub(t, terms.constant(rng.below(100), 32));
    return t;
  };
  // Three inputs are below 3000 together.
  const least = isImplied ? 3000 : 1500;
  const conjunct = (): Term => terms.or(terms.sle(sum(), terms.constant(least + rng.below(1000), 32)), terms.eq(sum(), sum()));
  const formula = Array.from({ length: 26 }, conjunct);
  const start = cpu();
  let [asked, operators] = [0, 0];
  for (; asked < 3000 && cpu() - start < 20_000; asked++) {
    formula[asked % formula.length] = conjunct();
    operators += countOperators(formula);
    if ((await questions.isImplied(path, formula)) !== isImplied) throw new Error("an implication is answered wrongly");
  }
  return { perSecond: (1000 * asked) / (cpu() - start), operators: Math.round(operators / asked) };
}

/** The table filled by a search of many controls, against the limit that checks have. */
async function memoryRow(add: AddRow): Promise<void> {
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const program = await load("producers.c", ["-DN=4"]);
  const o = await measureSymex({ name: "p/c-4", program, isSafe: true }, { prune: "interpolants", reduce: "none" }, 60);
  if (o === null) return;
  const used = (process.memoryUsage().heapUsed - before) / megabyte;
  add("memory after p/c-4 with interpolants", used, "MB", "below 3000, the limit", used < 3000);
}
