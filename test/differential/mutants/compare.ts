// A mutant of a program of the collection, by every way of searching and by solving. Nobody knows what is true of it: but what one engine shows to
// be safe no other may break by a run that replays.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EngineTask } from "../../../src/engines/engine.ts";
import { engines } from "../../../src/engines/portfolio.ts";
import type { Property } from "../../../src/execution/errors.ts";
import { Machine } from "../../../src/execution/machine.ts";
import { load } from "../../../src/frontend/load.ts";
import type { Program } from "../../../src/program/program.ts";
import { Budget } from "../../../src/support/budget.ts";
import { RavelError } from "../../../src/support/diagnostics.ts";
import { Rng } from "../../../src/support/rng.ts";
import { confirm } from "../../../src/witness/confirm.ts";
import type { CorpusProgram } from "../../corpus/collection.ts";
import { loadRequest, machineOptions } from "../../run.ts";
import { compared } from "../concurrent/compare.ts";
import { type Mutant, mutate } from "./mutate.ts";

interface Way {
  readonly name: string;
  readonly engine: "explore" | "staged";
  readonly task: Partial<EngineTask>;
}

const ways: readonly Way[] = [
  { name: "dpor", engine: "explore", task: { reduction: "dpor" } },
  { name: "optimal", engine: "explore", task: { reduction: "optimal" } },
  { name: "rf", engine: "explore", task: { reduction: "rf" } },
  { name: "states", engine: "explore", task: { reduction: "states" } },
  { name: "staged", engine: "staged", task: {} },
];

/** "safe", "unsafe", "bounded", or the code of what is in the way. */
type Answers = ReadonlyMap<Property, string>;

export interface Outcome {
  readonly mutant: Mutant;
  readonly compiled: boolean;
  readonly answers: ReadonlyMap<string, Answers>;
  readonly differences: readonly string[];
}

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

async function ask(program: Program, way: Way, limits: Limits): Promise<Answers> {
  const engine = engines.find((e) => e.name === way.engine);
  if (engine === undefined) throw new Error(`there is no engine ${way.engine}`);
  const task: EngineTask = {
    program,
    properties: compared,
    machine: machineOptions(compared),
    budget: new Budget(limits.seconds, 1500, cpuMs),
    seed: 1,
    maxSteps: null,
    maxRuns: limits.runs,
    strategy: way.engine === "explore" ? "dfs" : null,
    reduction: null,
    inputs: null,
    progress: () => undefined,
    ...way.task,
  };
  const { findings } = await engine.run(task);
  const machine = new Machine(program, { ...machineOptions(compared), undo: false });
  return new Map(
    compared.map((property) => {
      const f = findings.get(property);
      if (f === undefined) return [property, "nothing"];
      if (f.kind === "candidate") return [property, confirm(machine, f.schedule, property) === null ? "does not replay" : "unsafe"];
      if (f.kind === "unknown") return [property, f.unknown.code];
      return [property, f.scope.complete ? "safe" : "bounded"];
    }),
  );
}

export interface Limits {
  readonly seconds: number | null;
  readonly runs: number | null;
}

/** One mutant by all ways. */
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
