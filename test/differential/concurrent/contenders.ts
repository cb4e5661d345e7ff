// Who is compared: the one place that lists the reductions of `explore`, and any other engine of the table beside them. The first of a
// list is the reference: every interleaving, without reduction.

import { engines } from "../../../src/engines/portfolio.ts";
import { Machine } from "../../../src/execution/machine.ts";
import type { Program } from "../../../src/program/program.ts";
import { everything, none } from "../../../src/reduction/none.ts";
import { readsFrom } from "../../../src/reduction/reads-from.ts";
import type { Reduction } from "../../../src/reduction/search.ts";
import { sourceSets } from "../../../src/reduction/source-sets.ts";
import { wakeupTrees } from "../../../src/reduction/wakeup-trees.ts";
import { confirm } from "../../../src/witness/confirm.ts";
import { machineOptions } from "../../run.ts";
import {
  compared,
  type Disagreement,
  disagreementOf,
  type Exploration,
  explorationFrom,
  exploreStates,
  exploreWith,
  taskFor,
} from "./compare.ts";

export interface Contender {
  readonly name: string;
  explore(program: Program, maxRuns: number): Promise<Exploration>;
}

/** Reductions that keep the final states, and those that keep the values read. */
const keepingStates: readonly Reduction[] = [none, sourceSets, wakeupTrees];
const keepingReads: readonly Reduction[] = [readsFrom];

const underReduction = (reduction: Reduction, observe: { finals: boolean; reads: boolean }): Contender => ({
  name: reduction.name,
  explore: (program, maxRuns) => exploreWith(program, reduction, maxRuns, observe),
});

const reference = underReduction(everything, { finals: true, reads: keepingReads.length > 0 });

/** What `npm run fuzz -- NAME` compares with the search without reduction. */
export function contendersOf(name: string): readonly [Contender, ...Contender[]] {
  if (name === "explore")
    return [
      reference,
      ...keepingStates.map((r) => underReduction(r, { finals: true, reads: false })),
      { name: "states", explore: exploreStates },
      ...keepingReads.map((r) => underReduction(r, { finals: false, reads: true })),
    ];
  const engine = engines.find((e) => e.name === name);
  if (engine === undefined) throw new Error(`there is no engine ${name}; engines: ${engines.map((e) => e.name).join(", ")}`);
  return [
    underReduction(everything, { finals: false, reads: false }),
    {
      name,
      async explore(program, maxRuns) {
        const { findings, stats } = await engine.run({ ...taskFor(program, maxRuns), strategy: null });
        const work = { runs: stats.runs ?? 0, asleep: stats.partialRuns ?? 0, steps: stats.steps ?? 0 };
        return explorationFrom(name, findings, work, null, null);
      },
    },
  ];
}

export interface Comparison {
  /** What each said, the reference first; only the reference if it could not try everything. */
  readonly explorations: readonly [Exploration, ...Exploration[]];
  readonly disagreements: readonly Disagreement[];
}

/** Runs all contenders on a program, and replays what they claim to be unsafe. */
export async function compareAll(program: Program, contenders: readonly [Contender, ...Contender[]], maxRuns: number): Promise<Comparison> {
  const [first, ...others] = contenders;
  const expected = await first.explore(program, maxRuns);
  if (!expected.decided) return { explorations: [expected], disagreements: [] };
  // Made when something is to be replayed: a machine compiles the program anew.
  let made: Machine | null = null;
  const machine = (): Machine => (made ??= new Machine(program, { ...machineOptions(compared), undo: false }));
  const explorations: [Exploration, ...Exploration[]] = [expected];
  const disagreements: Disagreement[] = [...unconfirmed(machine, expected)];
  for (const other of others) {
    const said = await other.explore(program, maxRuns);
    explorations.push(said);
    disagreements.push(...unconfirmed(machine, said));
    const found = said.decided ? disagreementOf(expected, said) : wronglyUnsafe(expected, said);
    if (found !== null) disagreements.push(found);
  }
  return { explorations, disagreements };
}

/** Who does not decide everything must still not claim what is not so. */
function wronglyUnsafe(expected: Exploration, said: Exploration): Disagreement | null {
  const wrong = said.unsafe.filter((p) => !expected.unsafe.includes(p));
  return wrong.length === 0
    ? null
    : { what: `${said.reduction}: ${wrong.join()}`, text: `unsafe only with ${said.reduction}: ${wrong.join()}` };
}

function* unconfirmed(machine: () => Machine, said: Exploration): Generator<Disagreement> {
  for (const property of said.unsafe) {
    const finding = said.findings.get(property);
    if (finding?.kind === "candidate" && confirm(machine(), finding.schedule, property) === null)
      yield { what: `${said.reduction}: replay of ${property}`, text: `${said.reduction}: the schedule for ${property} does not replay` };
  }
}
