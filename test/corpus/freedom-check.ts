// Checks that a freedom of the environment does not hide a violation. In: an unsafe program of the collection and a freedom. Out: contradictions to the expectation, and
// violations that were missed.
//
// A freedom only adds behaviour, so it removes no violation. Each violation must be found with the freedom enabled from the first run (where a search has more choices),
// and with it disabled, unless the expectation says that it is needed. Work is counted in runs, so missing a violation is not a contradiction; calling
// the property safe is one.

import { explore } from "../../src/engines/explore/explore.ts";
import { allProperties, type Property } from "../../src/execution/errors.ts";
import { defaultFreedoms, exercisedFreedoms, type Freedom, noFreedoms } from "../../src/execution/freedoms.ts";
import type { Program } from "../../src/program/program.ts";
import { answersOf } from "../differential/answers.ts";
import { compile, engineTask, machineOptions, type TaskChanges } from "../run.ts";
import type { CorpusProgram } from "./collection.ts";

export interface FreedomWork {
  readonly samples: number;
  readonly runs: number;
}

export interface FreedomResult {
  readonly contradictions: readonly string[];
  readonly notFound: readonly string[];
}

/** Steps per thread of a search. */
const maxSteps = 300;

/** The freedoms that the program meets in a few runs; others make no difference. Only properties without violations are checked, so that all runs are made. */
export async function freedomsMet(program: CorpusProgram): Promise<Freedom[]> {
  const properties = allProperties.filter((p) => program.violations[p] === undefined).slice(0, 1);
  const task = engineTask(await compile(program.file), properties, { strategy: "random", maxRuns: 20, freedoms: noFreedoms });
  const { met } = await explore.run(task);
  const needed = Object.values(program.violations).map((v) => v.needs);
  return exercisedFreedoms.filter((f) => met?.has(f.freedom) || needed.includes(f.assumption)).map((f) => f.freedom);
}

export async function checkFreedom(program: CorpusProgram, freedom: Freedom, work: FreedomWork): Promise<FreedomResult> {
  const contradictions: string[] = [];
  const notFound: string[] = [];
  const { assumption } = exercisedFreedoms.find((f) => f.freedom === freedom) as (typeof exercisedFreedoms)[number];
  const compiled = await compile(program.file);
  for (const is of ["on", "off"] as const) {
    const [stay, go] = split(program, (needs) => is === "off" && needs === assumption);
    for (const [property, said] of await look(compiled, stay, work, is === "on" ? { on: freedom } : { off: freedom })) {
      const what = `${program.name}: ${property} with ${freedom} ${is}`;
      if (said === "safe" || said === "does not replay") contradictions.push(`${what} is ${said}`);
      else if (said !== "unsafe") notFound.push(`${what} (${said})`);
    }
    for (const [property, said] of await look(compiled, go, work, { off: freedom }))
      if (said === "unsafe" || said === "safe") contradictions.push(`${program.name}: ${property} is ${said} without ${freedom}`);
  }
  return { contradictions, notFound };
}

/** The properties whose violations stay, and those whose violations do not. */
function split({ violations }: CorpusProgram, goes: (needs: string | undefined) => boolean): [Property[], Property[]] {
  const all = Object.keys(violations) as Property[];
  return [all.filter((p) => !goes(violations[p]?.needs)), all.filter((p) => goes(violations[p]?.needs))];
}

/** A few runs, then a short search for the violations that they missed. */
async function look(
  program: Program,
  properties: readonly Property[],
  { samples, runs }: FreedomWork,
  { on, off }: { readonly on?: Freedom; readonly off?: Freedom },
): Promise<Map<Property, string>> {
  const said = new Map<Property, string>();
  const ways: readonly TaskChanges[] = [
    { strategy: "pct", maxRuns: samples },
    { strategy: "dfs", reduction: "optimal", maxRuns: runs, maxSteps },
  ];
  for (const way of ways) {
    const open = properties.filter((p) => said.get(p) !== "unsafe");
    if (open.length === 0) break;
    const machine = { ...machineOptions(open), freedoms: new Set(on === undefined ? [] : [on]) };
    const freedoms = new Set([...defaultFreedoms].filter((f) => f !== off));
    const { findings } = await explore.run(engineTask(program, open, { ...way, machine, freedoms }));
    for (const [p, answer] of answersOf(program, open, findings)) said.set(p, answer.said);
  }
  return said;
}
