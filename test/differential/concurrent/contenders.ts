// The contenders that are compared: the only list of the reductions of `explore` in the tests, and any other engine of the table. The first of a
// list is the reference: every interleaving, without reduction.

import { reductionFor } from "../../../src/engines/search/reductions.ts";
import { engines } from "../../../src/engines/table.ts";
import type { Property } from "../../../src/execution/errors.ts";
import type { Freedom } from "../../../src/execution/freedoms.ts";
import { Machine } from "../../../src/execution/machine.ts";
import type { Program } from "../../../src/program/program.ts";
import { everything, none } from "../../../src/reduction/none.ts";
import type { Reduction } from "../../../src/reduction/search.ts";
import { wakeupTrees } from "../../../src/reduction/wakeup-trees.ts";
import { Budget } from "../../../src/support/budget.ts";
import { confirmUnchanged } from "../../../src/witness/confirm.ts";
import { changed, cpuMs, machineOptions, type TaskChanges } from "../../run.ts";
import { certificateFaults } from "./certificates.ts";
import {
  compared,
  coversAsked,
  type Disagreement,
  disagreementOf,
  type Exploration,
  explorationFrom,
  exploreClasses,
  exploreStates,
  exploreWith,
  spurious,
  taskFor,
} from "./compare.ts";
import { symexVariants } from "./symex-variants.ts";

export interface Contender {
  readonly name: string;
  /** Under what its answers are counted; absent: under its name. */
  readonly countedAs?: readonly string[];
  /** Seconds of CPU time; null: no limit. */
  explore(program: Program, maxRuns: number, seconds?: number | null): Promise<Exploration>;
}

const underReduction = (reduction: Reduction, observe: { finals: boolean; reads: boolean }, on?: ReadonlySet<Freedom>): Contender => ({
  name: reduction.name,
  explore: (program, maxRuns) => exploreWith(program, reduction, maxRuns, observe, on),
});

/** What `--reduction dpor` uses for the program: source sets, or wake-up trees. */
async function exploreByDefault(program: Program, maxRuns: number): Promise<Exploration> {
  const reduction = reductionFor(changed(taskFor(program, maxRuns), { reduction: "dpor" }));
  return { ...(await exploreWith(program, reduction, maxRuns)), reduction: "dpor" };
}

const reference = underReduction(everything, { finals: true, reads: true });

/** The contenders that `npm run fuzz -- NAME` compares with the search without reduction on the program of a seed. */
export function contendersOf(name: string, seed = 0): readonly [Contender, ...Contender[]] {
  if (name === "explore")
    return [
      reference,
      underReduction(none, { finals: true, reads: false }),
      { name: "dpor", explore: exploreByDefault },
      underReduction(wakeupTrees, { finals: true, reads: false }),
      { name: "states", explore: (program) => exploreStates(program) },
      { name: "rf", explore: exploreClasses },
    ];
  // With spurious events. States are compared without leaving out any of them.
  if (name === "spurious")
    return [
      underReduction(everything, { finals: true, reads: false }, spurious),
      underReduction(wakeupTrees, { finals: true, reads: false }, spurious),
      { name: "states", explore: (program) => exploreStates(program, spurious) },
    ];
  const variants = name === "symex" ? symexVariants(seed) : (variantsOf.get(name) ?? [{ name, engine: name, task: {} }]);
  return [underReduction(everything, { finals: false, reads: false }), ...variants.map(asContender)];
}

export interface Variant {
  readonly name: string;
  readonly countedAs?: readonly string[];
  readonly engine: string;
  readonly task: TaskChanges;
  /** Those that are compared; all, unless given. */
  readonly properties?: readonly Property[];
  /** Every certificate is checked, also after changes that must spoil it. */
  readonly certified?: boolean;
}

const encodings = ["staged", "cssa", "eager"] as const;
const stagedVariants = encodings.map((encoding): Variant => ({ name: encoding, engine: "staged", task: { encoding } }));
/** Slow: every answer by two solvers, and every certificate checked. */
const checkedVariants: readonly Variant[] = [{ name: "cross", engine: "staged", task: { solver: "cross" }, certified: true }];
/** Formulas have phantom edges if these are asked for, and no others. */
const values: readonly Property[] = ["assert", "memory", "overflow"];
/** The step encoding is slow on some programs: it may leave these undecided. */
const maxConflicts = 20_000;
/** A busy wait that keeps what it reads may ask for one more iteration in every run: it stays undecided. */
const maxGuidedRuns = 60;
const guidedVariants: readonly Variant[] = [
  { name: "guided", engine: "guided", task: { maxRuns: maxGuidedRuns } },
  { name: "guided, steps", engine: "guided", task: { maxRuns: maxGuidedRuns, encoding: "steps", effort: maxConflicts } },
  { name: "guided without symmetry", engine: "guided", task: { maxRuns: maxGuidedRuns, without: ["symmetry"] } },
  { name: "guided, values", engine: "guided", task: { maxRuns: maxGuidedRuns }, properties: values },
  { name: "guided, values without phantom", engine: "guided", task: { maxRuns: maxGuidedRuns, without: ["phantom"] }, properties: values },
  {
    name: "guided, steps without symmetry",
    engine: "guided",
    task: { maxRuns: maxGuidedRuns, encoding: "steps", without: ["symmetry"], effort: maxConflicts },
  },
];
const guidedCheckedVariants: readonly Variant[] = [
  { name: "guided, cross", engine: "guided", task: { solver: "cross" }, certified: true },
  { name: "guided, values, cross", engine: "guided", task: { solver: "cross" }, properties: values, certified: true },
];
const fusionCheckedVariants: readonly Variant[] = [
  { name: "fusion, cross", engine: "fusion", task: { reduction: "dpor", solver: "cross" } },
];
const stepVariants: readonly Variant[] = [
  { name: "fusion, steps", engine: "fusion", task: { reduction: "dpor", encoding: "steps" } },
  { name: "steps", engine: "staged", task: { encoding: "steps", effort: maxConflicts } },
  { name: "guided, steps", engine: "guided", task: { encoding: "steps", effort: maxConflicts } },
];
/** What `steps` makes smaller or fewer, each left out once. */
const plainStepVariants: readonly Variant[] = [
  ...(["transactions", "ssa", "scope", "peephole", "symmetry"] as const).map((technique) => ({
    name: `steps without ${technique}`,
    engine: "staged",
    task: { encoding: "steps" as const, without: [technique], effort: maxConflicts },
  })),
  { name: "steps, symmetry of the formula", engine: "staged", task: { encoding: "steps", symmetry: "formula", effort: maxConflicts } },
];
const fusionVariants: readonly Variant[] = [
  { name: "fusion", engine: "fusion", task: { reduction: "dpor" } },
  { name: "fusion, none", engine: "fusion", task: { reduction: "none" } },
  { name: "fusion without check", engine: "fusion", task: { reduction: "dpor", omitted: ["check"] } },
  { name: "fusion without check, none", engine: "fusion", task: { reduction: "none", omitted: ["check"] } },
  { name: "fusion without prune", engine: "fusion", task: { reduction: "dpor", omitted: ["prune"] } },
];

/** A property at a time: what is chosen for one says nothing about others. */
const pdporVariants: readonly Variant[] = (["none", "interpolants"] as const).flatMap((prune) =>
  (["assert", "memory"] as const).map(
    (property): Variant => ({
      name: `symex, pdpor, ${prune}, ${property}`,
      engine: "symex",
      task: { prune, reduce: "pdpor" },
      properties: [property],
    }),
  ),
);

/** What `npm run fuzz -- NAME` compares, if not just the engine of that name. */
const variantsOf: ReadonlyMap<string, readonly Variant[]> = new Map([
  ["staged", stagedVariants],
  ["staged-checked", checkedVariants],
  ["fusion", fusionVariants],
  ["fusion-checked", fusionCheckedVariants],
  ["guided", guidedVariants],
  ["guided-checked", guidedCheckedVariants],
  ["steps", stepVariants],
  ["steps-plain", plainStepVariants],
  ["pdpor", pdporVariants],
]);

/** CPU time, as it was at one of the last readings: asking the system each time would take a tenth of the time. */
function cpuClock(): () => number {
  let [readings, now] = [0, 0];
  return () => {
    if (readings++ % 64 === 0) now = cpuMs();
    return now;
  };
}

export function asContender({
  name,
  countedAs = [name],
  engine: engineName,
  task,
  properties = compared,
  certified = false,
}: Variant): Contender {
  const engine = engines.find((e) => e.name === engineName);
  if (engine === undefined) throw new Error(`there is no engine ${engineName}; engines: ${engines.map((e) => e.name).join(", ")}`);
  /** The program before: a certificate is not for it. */
  let another: Program | null = null;
  return {
    name,
    countedAs,
    async explore(program, maxRuns, seconds = null) {
      let certificate = "";
      const keep = (text: string): void => {
        certificate += text;
      };
      const withProof = certified ? { certificate: keep } : {};
      const limited = seconds === null ? {} : { budget: new Budget(seconds, 1000, cpuClock()) };
      const { findings, stats } = await engine.run(
        changed(taskFor(program, maxRuns, properties), { strategy: null, ...task, ...withProof, ...limited }),
      );
      const work = { runs: stats.runs ?? 0, asleep: stats.partialRuns ?? 0, steps: stats.steps ?? 0 };
      const said = explorationFrom(name, findings, work, null, null, coversAsked);
      const faults: string[] = [];
      if (certificate !== "") for await (const fault of certificateFaults(program, certificate, another, said.unsafe)) faults.push(fault);
      another = program;
      return { ...said, faults };
    },
  };
}

export interface Comparison {
  /** The answer of each, the reference first; only the reference if it could not try everything. */
  readonly explorations: readonly [Exploration, ...Exploration[]];
  readonly disagreements: readonly Disagreement[];
}

/** Runs all contenders on a program, each for at most so many seconds but the reference, and replays what they claim to be unsafe. */
export async function compareAll(
  program: Program,
  contenders: readonly [Contender, ...Contender[]],
  maxRuns: number,
  seconds: number | null = null,
): Promise<Comparison> {
  const [first, ...others] = contenders;
  const expected = await first.explore(program, maxRuns);
  if (!expected.decided) return { explorations: [expected], disagreements: [] };
  // Made when something is to be replayed: a machine compiles the program again.
  let made: Machine | null = null;
  const machine = (): Machine => (made ??= new Machine(program, { ...machineOptions(compared), undo: false }));
  const explorations: [Exploration, ...Exploration[]] = [expected];
  const disagreements: Disagreement[] = [...unconfirmed(machine, expected)];
  for (const other of others) {
    const said = await other.explore(program, maxRuns, seconds);
    explorations.push(said);
    disagreements.push(...unconfirmed(machine, said));
    for (const fault of said.faults ?? []) disagreements.push({ what: `${said.reduction}: certificate`, text: `the certificate ${fault}` });
    const found = said.decided ? disagreementOf(expected, said) : wronglyDecided(expected, said);
    if (found !== null) disagreements.push(found);
  }
  disagreements.push(...tooManyRuns(explorations));
  return { explorations, disagreements };
}

/** Violations that end a run. */
const fatal: readonly Property[] = ["assert", "memory", "overflow"];

/**
 * A reads-from class is one or more traces, so rf never makes more runs. The exception is after an error: there rf continues with the other threads, and
 * distinguishes what they still do (ADR 0015, ends of the process).
 */
function* tooManyRuns(explorations: readonly [Exploration, ...Exploration[]]): Generator<Disagreement> {
  if (explorations[0].unsafe.some((p) => fatal.includes(p))) return;
  const rf = explorations.find((e) => e.reduction === "rf" && e.decided);
  const optimal = explorations.find((e) => e.reduction === "optimal" && e.decided);
  if (rf !== undefined && optimal !== undefined && rf.runs > optimal.runs)
    yield { what: "rf: runs", text: `${rf.runs} runs with rf, ${optimal.runs} with optimal` };
}

/** A contender that does not decide everything must still not make a false claim. */
function wronglyDecided(expected: Exploration, said: Exploration): Disagreement | null {
  const unsafe = said.unsafe.filter((p) => !expected.unsafe.includes(p));
  const safe = expected.unsafe.filter((p) => said.findings.get(p)?.kind === "covered");
  if (unsafe.length + safe.length === 0) return null;
  const wrong = [...unsafe, ...safe].join();
  return { what: `${said.reduction}: ${wrong}`, text: `${unsafe.length > 0 ? "unsafe" : "safe"} only with ${said.reduction}: ${wrong}` };
}

function* unconfirmed(machine: () => Machine, said: Exploration): Generator<Disagreement> {
  for (const property of said.unsafe) {
    const finding = said.findings.get(property);
    if (finding?.kind === "candidate" && confirmUnchanged(machine(), finding.schedule, property) === null)
      yield { what: `${said.reduction}: replay of ${property}`, text: `${said.reduction}: the schedule for ${property} does not replay` };
  }
}
