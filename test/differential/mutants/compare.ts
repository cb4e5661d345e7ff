// Checks a mutant of a program of the collection with every search and the solver. Its correct verdict is not known: but what one engine proves
// safe, no other engine may violate by a run that replays.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { engines } from "../../../src/engines/table.ts";
import type { Property } from "../../../src/execution/errors.ts";
import { load } from "../../../src/frontend/load.ts";
import type { Program } from "../../../src/program/program.ts";
import type { Budget } from "../../../src/support/budget.ts";
import { RavelError } from "../../../src/support/diagnostics.ts";
import { Rng } from "../../../src/support/rng.ts";
import type { CorpusProgram } from "../../corpus/collection.ts";
import { engineTask, loadRequest, type TaskChanges } from "../../run.ts";
import { answersOf } from "../answers.ts";
import { compared } from "../concurrent/compare.ts";
import { type Mutant, mutate } from "./mutate.ts";

interface Way {
  readonly name: string;
  readonly engine: "explore" | "staged";
  readonly task: TaskChanges;
}

const ways: readonly Way[] = [
  { name: "dpor", engine: "explore", task: { reduction: "dpor" } },
  { name: "optimal", engine: "explore", task: { reduction: "optimal" } },
  { name: "rf", engine: "explore", task: { reduction: "rf" } },
  { name: "states", engine: "explore", task: { reduction: "states" } },
  { name: "staged", engine: "staged", task: {} },
];

/** In a word (answers.ts). */
type Answers = ReadonlyMap<Property, string>;

export interface Outcome {
  readonly mutant: Mutant;
  readonly compiled: boolean;
  readonly answers: ReadonlyMap<string, Answers>;
  readonly differences: readonly string[];
}

async function ask(program: Program, way: Way, limits: Limits): Promise<Answers> {
  const engine = engines.find((e) => e.name === way.engine);
  if (engine === undefined) throw new Error(`there is no engine ${way.engine}`);
  const budget = limits.budget();
  const strategy = way.engine === "explore" ? "dfs" : null;
  const { findings } = await engine.run(engineTask(program, compared, { budget, maxRuns: limits.runs, strategy, ...way.task }));
  return new Map([...answersOf(program, compared, findings)].map(([p, { said }]) => [p, said]));
}

export interface Limits {
  /** A new one for each question. */
  readonly budget: () => Budget;
  readonly runs: number | null;
}

/** Checks one mutant with every configuration. */
export async function compareMutant(of: CorpusProgram, seed: number, folder: string, limits: Limits): Promise<Outcome> {
  const mutant = mutate(of.text, new Rng(seed));
  const file = join(folder, "mutant.c");
  writeFileSync(file, mutant.source);
  const answers = new Map<string, Answers>();
  const differences: string[] = [];
  let program: Program;
  try {
    ({ program } = await load({ ...loadRequest(file), cache: null }));
  } catch (error) {
    if (error instanceof RavelError) return { mutant, compiled: false, answers, differences };
    throw error;
  }
  for (const way of ways) {
    try {
      answers.set(way.name, await ask(program, way, limits));
    } catch (error) {
      differences.push(`${way.name}: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
    }
  }
  for (const property of compared) {
    const said = [...answers].map(([name, a]) => [name, a.get(property) as string] as const);
    const is = (answer: string): boolean => said.some(([, a]) => a === answer);
    if ((is("safe") && is("unsafe")) || is("does not replay") || is("nothing") || said.some(([, a]) => a.startsWith("RVL9")))
      differences.push(`${property}: ${said.map(([name, a]) => `${name} ${a}`).join(", ")}`);
  }
  return { mutant, compiled: true, answers, differences };
}
