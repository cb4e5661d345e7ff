// Generated programs with branches on shared data: FUSION's theorems on each (theorems.ts), and the verdicts and runs of fusion against those of `dpor`. In: seeds. Out:
// what is wrong, and sums.

import { fusion } from "../../../src/engines/fusion/engine.ts";
import { compileText, engineTask, type TaskChanges } from "../../run.ts";
import { branchingProgram, type Feature } from "./branching.ts";
import { checkTheorems } from "./theorems.ts";

export interface Sums {
  programs: number;
  tooLarge: number;
  unsafe: number;
  interleavings: number;
  tracePrograms: number;
  safePrefixes: number;
  /** Of the safe programs: those for which `dpor` needs several runs, and in how many of them fusion has cleared something. */
  several: number;
  cleared: number;
  /** Their runs. */
  readonly runs: { dpor: number; fusion: number };
  undecided: number;
  readonly features: Map<Feature, number>;
  readonly wrong: { readonly seed: number; readonly what: string; readonly text: string }[];
}

const newSums = (): Sums => ({
  programs: 0,
  tooLarge: 0,
  unsafe: 0,
  interleavings: 0,
  tracePrograms: 0,
  safePrefixes: 0,
  several: 0,
  cleared: 0,
  runs: { dpor: 0, fusion: 0 },
  undecided: 0,
  features: new Map(),
  wrong: [],
});

const variants: readonly TaskChanges[] = [
  { reduction: "dpor" },
  { reduction: "none" },
  { reduction: "dpor", omitted: ["check"] },
  { reduction: "none", omitted: ["check"] },
];

export async function runCampaign(seed: number, count: number, most: number, progress: (sums: Sums) => void = () => {}): Promise<Sums> {
  const sums = newSums();
  for (let s = seed; s < seed + count; s++) {
    await addProgram(sums, s, most);
    progress(sums);
  }
  return sums;
}

async function addProgram(sums: Sums, seed: number, most: number): Promise<void> {
  const { text, features } = branchingProgram(seed);
  const program = await compileText(text);
  const found = await checkTheorems(program, most);
  if (found === null) {
    sums.tooLarge++;
    return;
  }
  sums.programs++;
  if (found.isUnsafe) sums.unsafe++;
  sums.interleavings += found.runs;
  sums.tracePrograms += found.tracePrograms;
  sums.safePrefixes += found.prefixes;
  for (const f of features) sums.features.set(f, (sums.features.get(f) ?? 0) + 1);
  for (const what of found.wrong) sums.wrong.push({ seed, what, text });
  const say = (changes: TaskChanges) => fusion.run(engineTask(program, ["assert"], { maxSteps: 200, ...changes }));
  for (const [i, variant] of variants.entries()) {
    const { findings, stats } = await say(variant);
    const finding = findings.get("assert");
    if (finding?.kind === "unknown") sums.undecided++;
    else if ((finding?.kind === "candidate") !== found.isUnsafe)
      sums.wrong.push({ seed, what: `fusion with ${JSON.stringify(variant)}: ${finding?.kind}`, text });
    if (i > 0 || found.isUnsafe) continue;
    const plain = await say({ reduction: "dpor", omitted: ["check", "prune"] });
    if ((plain.stats.runs ?? 0) <= 1) continue;
    sums.several++;
    if ((stats.clearedBranches ?? 0) > 0) sums.cleared++;
    sums.runs.dpor += plain.stats.runs ?? 0;
    sums.runs.fusion += stats.runs ?? 0;
  }
}
