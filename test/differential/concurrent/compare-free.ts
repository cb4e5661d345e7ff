// Checks programs that meet freedoms of the environment with every engine. In: a tree. Out: the answer of each engine, where one disagrees with the
// reference, and whether the freedom made a difference.
//
// The reference is a search, without reduction, of the same program with its freedoms written out as inputs (freedoms.ts). Where heap
// objects come from a pool, memory errors and races differ: there `none` on the program itself is the reference, and what follows
// a memory error is not compared.

import { engines } from "../../../src/engines/table.ts";
import type { Property } from "../../../src/execution/errors.ts";
import { defaultFreedoms, noFreedoms } from "../../../src/execution/freedoms.ts";
import { Machine } from "../../../src/execution/machine.ts";
import type { Program } from "../../../src/program/program.ts";
import { none as noReduction } from "../../../src/reduction/none.ts";
import { coversAll } from "../../../src/reports/report.ts";
import { confirmUnchanged } from "../../../src/witness/confirm.ts";
import { changed, machineOptions, type TaskChanges } from "../../run.ts";
import { compared, type Disagreement, type Exploration, explorationFrom, exploreWith, taskFor } from "./compare.ts";
import { render } from "./render.ts";
import { type FreeFamily, familiesOf, type ProgramTree } from "./tree.ts";

export interface FreeContender {
  readonly name: string;
  ask(program: Program, maxRuns: number): Promise<Exploration>;
}

/** If no lock is found, a wait loop has no last iteration: `bounded` is also a correct answer. */
const unwind = 4;

const none = contender("none", "explore", { reduction: "none" });
const reductions = (["dpor", "optimal", "rf", "states"] as const).map((reduction) => contender(reduction, "explore", { reduction }));
const encodings = (["staged", "cssa", "eager"] as const).map((encoding) =>
  contender(encoding, "staged", { strategy: null, encoding, unwind }),
);
const reduced = (["none", "por", "dpor", "pdpor"] as const).map((reduce) =>
  contender(`symex, ${reduce}`, "symex", { strategy: null, reduce, prune: reduce === "dpor" ? "summaries" : "interpolants" }),
);
const auto = contender("auto", "auto", { strategy: null, maxSteps: null, maxRuns: null });
/** The answer of an engine that ignores freedoms. */
export const without = contender("without", "explore", { reduction: "none", freedoms: noFreedoms });

/** The contenders of `npm run fuzz -- NAME`; the first is the second reference. */
export const freeContendersOf = (name: string): readonly [FreeContender, ...FreeContender[]] => [
  none,
  ...(freeContenders.get(name) ?? [auto]),
];

const freeContenders: ReadonlyMap<string, readonly FreeContender[]> = new Map([
  ["explore", reductions],
  ["staged", encodings],
  ["guided", [contender("guided", "guided", { strategy: null })]],
  ["fusion", [contender("fusion", "fusion", { reduction: "dpor" })]],
  ["symex", reduced],
]);

function contender(name: string, engineName: string, task: TaskChanges): FreeContender {
  return {
    name,
    async ask(program, maxRuns) {
      const engine = engines.find((e) => e.name === engineName);
      if (engine === undefined) throw new Error(`there is no engine ${engineName}`);
      const { findings, stats } = await engine.run(changed(taskFor(program, maxRuns), { freedoms: defaultFreedoms, ...task }));
      const work = { runs: stats.runs ?? 0, asleep: stats.partialRuns ?? 0, steps: stats.steps ?? 0 };
      return explorationFrom(name, findings, work, null, null);
    },
  };
}

export interface FreeComparison {
  readonly families: ReadonlySet<FreeFamily>;
  readonly reference: Exploration;
  readonly said: readonly Exploration[];
  readonly disagreements: readonly Disagreement[];
  /** The verdict differs without the freedoms. */
  readonly matters: boolean;
}

export async function compareFree(
  compile: (source: string) => Promise<Program>,
  tree: ProgramTree,
  contenders: readonly FreeContender[],
  maxRuns: number,
): Promise<FreeComparison> {
  const families = familiesOf(tree);
  const reference = await exploreWith(await compile(`#define WRITTEN_OUT\n${render(tree)}`), noReduction, maxRuns, watchNothing);
  if (!reference.decided) return { families, reference, said: [], disagreements: [], matters: false };
  const program = await compile(render(tree));
  const said: Exploration[] = [];
  for (const c of contenders) said.push(await c.ask(program, maxRuns));
  const expected = expectedOf(families, reference, said[0] as Exploration);
  const disagreements = said.flatMap((e) => [...disagreementsOf(program, expected, e)]);
  const off = await without.ask(families.has("cancelled") ? await compile(render(uncancelled(tree))) : program, maxRuns);
  const matters = [...expected].some(([p, isUnsafe]) => isUnsafe !== off.unsafe.includes(p));
  return { families, reference, said, disagreements, matters };
}

const watchNothing = { finals: false, reads: false };

const uncancelled = (p: ProgramTree): ProgramTree => ({ ...p, threads: p.threads.map((t) => ({ ...t, cancelled: false })) });

/** The violated properties, of those that were decided. */
function expectedOf(families: ReadonlySet<FreeFamily>, reference: Exploration, own: Exploration): ReadonlyMap<Property, boolean> {
  const expected = new Map(compared.map((p) => [p, reference.unsafe.includes(p)]));
  if (!families.has("re-used address")) return expected;
  const isHeapSound = own.decided && !own.unsafe.includes("memory");
  for (const p of compared) {
    if (isHeapSound && (p === "assert" || p === "deadlock" || p === "overflow")) continue;
    if (own.decided) expected.set(p, own.unsafe.includes(p));
    else expected.delete(p);
  }
  return expected;
}

function* disagreementsOf(program: Program, expected: ReadonlyMap<Property, boolean>, said: Exploration): Generator<Disagreement> {
  for (const [p, isUnsafe] of expected) {
    const finding = said.findings.get(p);
    if (finding?.kind === "candidate") {
      if (confirmUnchanged(new Machine(program, { ...machineOptions(compared), undo: false }), finding.schedule, p) === null)
        yield { what: `${said.reduction}: replay of ${p}`, text: `${said.reduction}: the schedule for ${p} does not replay` };
      else if (!isUnsafe) yield { what: `${said.reduction}: ${p}`, text: `${p} is unsafe only with ${said.reduction}` };
    } else if (finding?.kind === "covered" && coversAll(finding.scope) && isUnsafe)
      yield { what: `${said.reduction}: ${p}`, text: `${p} is safe only with ${said.reduction}` };
    else if (finding?.kind === "unknown" && finding.unknown.code.startsWith("RVL9"))
      yield { what: `${said.reduction}: ${finding.unknown.code}`, text: `${said.reduction}: ${finding.unknown.reason}` };
  }
}
