// How fast symex is: steps a second without pruning, nodes a second where formulas are evaluated, implications a second by the solver, and how much memory a full table takes.

import { RavelSolver } from "../src/solving/ravel.ts";
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
  const { perSecond, operators } = await implications();
  add(`implications of ${operators} operators`, perSecond, "per second", "at least 3000", perSecond >= 3000);
  await memoryRow(add);
}

/** A path that fixes inputs in part, and formulas over them as summaries have them. */
async function implications(): Promise<{ readonly perSecond: number; readonly operators: number }> {
  const rng = new Rng(7);
  const terms = new Terms();
  const solver = new RavelSolver(terms);
  const inputs = Array.from({ length: 8 }, (_, i) => terms.variable(`i${i}`, 32));
  const path = inputs.map((i) => terms.ult(i, terms.constant(1000, 32)));
  const sum = (): Term => {
    let t = rng.pick(inputs);
    for (let k = 0; k < 2; k++) t = rng.chance(0.5) ? terms.add(t, rng.pick(inputs)) : terms.sub(t, terms.constant(rng.below(100), 32));
    return t;
  };
  const conjunct = (): Term => terms.or(terms.sle(sum(), terms.constant(1500 + rng.below(2500), 32)), terms.eq(sum(), sum()));
  const formulas = Array.from({ length: 3000 }, () => terms.all(Array.from({ length: 26 }, conjunct)));
  const operators = Math.round(formulas.reduce((all, f) => all + countOperators([f]), 0) / formulas.length);
  const budget = new Budget(60, 3000, budgetClock);
  const start = cpu();
  let asked = 0;
  for (const f of formulas) {
    await solver.check([...path, terms.not(f)], budget);
    asked++;
    if (cpu() - start > 20_000) break;
  }
  return { perSecond: (1000 * asked) / (cpu() - start), operators };
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
