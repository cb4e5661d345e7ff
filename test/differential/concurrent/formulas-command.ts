// npm run fuzz -- formulas [--count N] [--seed S] : step formulas, shadows and step graphs against the executor, on a random run of each of N generated programs and of every
// program of the collection, or with --only PART of those whose names contain it.

import { parseArgs } from "node:util";
import type { Program } from "../../../src/program/program.ts";
import { defaultGraphLimits, type GraphLimits } from "../../../src/symbolic/step-graph.ts";
import { TooLarge } from "../../../src/symbolic/unsupported.ts";
import { readCollection } from "../../corpus/collection.ts";
import { compile, compileText } from "../../run.ts";
import { type Compared, compareRun } from "../../unit/symbolic/against-executor.ts";
import { compareGraph } from "../../unit/symbolic/graph-against-executor.ts";
import { comparePath } from "../../unit/symbolic/shadow-against-executor.ts";
import { generate } from "./generate.ts";
import { render } from "./render.ts";

const { values } = parseArgs({
  options: { count: { type: "string", default: "2000" }, seed: { type: "string", default: "1" }, only: { type: "string", default: "" } },
  allowPositionals: true,
});
const total = { programs: 0, steps: 0, known: 0, blocked: 0, different: 0 };
const unsupported = new Map<string, number>();

function note(name: string, { steps, known, blocked, unsupported: reasons, differences }: Compared): void {
  total.programs++;
  total.steps += steps;
  total.known += known;
  total.blocked += blocked;
  for (const [reason, n] of reasons) unsupported.set(reason, (unsupported.get(reason) ?? 0) + n);
  if (differences.length === 0) return;
  total.different++;
  console.log(`${name}: ${differences.join("; ")}`);
}

const paths = { steps: 0, others: 0, open: 0, different: 0 };

/** Other inputs of the path of a random run. */
function notePath(name: string, program: Program, by: number): void {
  for (const merges of [false, true]) {
    const { differences, ...counts } = comparePath(program, by, 120, merges);
    for (const key of ["steps", "others", "open"] as const) paths[key] += counts[key];
    if (differences.length === 0) continue;
    paths.different++;
    console.log(`${name}, path${merges ? ", merged" : ""}: ${differences.join("; ")}`);
  }
}

/** Steps that may be followed for one graph: those of some large programs of the collection take minutes. */
const maxFollowed = 3000;

/** Limits of one graph. */
function graphLimits(): GraphLimits {
  let followed = 0;
  const tick = (): void => {
    if (++followed > maxFollowed) throw new TooLarge("so many steps to follow");
  };
  return { ...defaultGraphLimits, tick };
}

const graphs = { made: 0, open: 0, nodes: 0, steps: 0, blocked: 0, different: 0 };
const notMade = new Map<string, number>();

/** The graph from the state after the creates; then, where steps are not known, as far as they are. */
function noteGraph(name: string, program: Program, by: number): void {
  const { reason, differences } = compareGraph(program, by, "creates", { limits: graphLimits() });
  if (reason !== null) notMade.set(reason, (notMade.get(reason) ?? 0) + 1);
  const compared =
    reason === null
      ? compareGraph(program, by, 0, { allowsOpen: true, counts: true, limits: graphLimits() })
      : compareGraph(program, by, "creates", { allowsOpen: true, limits: graphLimits() });
  if (compared.reason === null) graphs[reason === null ? "made" : "open"]++;
  for (const key of ["nodes", "steps", "blocked"] as const) graphs[key] += compared[key];
  const all = [...differences, ...compared.differences];
  if (all.length === 0) return;
  graphs.different++;
  console.log(`${name}, graph: ${all.join("; ")}`);
}

const seed = Number(values.seed);
for (let i = 0; i < Number(values.count); i++) {
  const program = await compileText(render(generate(seed + i)));
  note(`seed ${seed + i}`, compareRun(program, seed + i));
  note(`seed ${seed + i}, merged`, compareRun(program, seed + i, 400, true));
  notePath(`seed ${seed + i}`, program, seed + i);
  noteGraph(`seed ${seed + i}`, program, seed + i);
  if ((i + 1) % 100 === 0)
    console.error(`${i + 1} programs, ${total.steps} steps, ${total.different + paths.different + graphs.different} different`);
}
for (const { name, file } of readCollection().programs.filter((p) => p.name.includes(values.only))) {
  const program = await compile(file);
  note(name, compareRun(program, seed));
  note(`${name}, merged`, compareRun(program, seed, 400, true));
  notePath(name, program, seed);
  noteGraph(name, program, seed);
}
console.log(
  `${total.programs} programs, ${total.steps} steps (${total.known} of ways that were known), ${total.blocked} steps that wait, ${total.different} different`,
);
for (const [reason, n] of unsupported) console.log(`not followed: ${reason} (${n} steps)`);
console.log(
  `paths: ${paths.steps} steps, ${paths.others} other inputs, ${paths.open} values that depend on inputs, ${paths.different} different`,
);
console.log(
  `graphs: ${graphs.made} made, ${graphs.open} with steps that are not known, ${graphs.nodes} nodes, ${graphs.steps} steps, ${graphs.blocked} that wait, ${graphs.different} different`,
);
for (const [reason, n] of notMade) console.log(`no graph: ${reason} (${n} programs)`);
process.exit(total.different + paths.different + graphs.different > 0 ? 1 : 0);
