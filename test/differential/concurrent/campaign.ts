// A campaign: generated programs, one after the other, under every contender. In: seeds, sizes, contenders. Out: the profile of the
// programs and the disagreements, each with a shrunk program. All programs go through the one warm compiler of this process.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compileText } from "../../run.ts";
import type { Disagreement, Exploration } from "./compare.ts";
import { compareFree, type FreeContender } from "./compare-free.ts";
import { type Comparison, type Contender, compareAll } from "./contenders.ts";
import { generate, type Sizes } from "./generate.ts";
import { generateFree } from "./generate-free.ts";
import { Profile } from "./profile.ts";
import { render } from "./render.ts";
import { shrink } from "./shrink.ts";
import type { ProgramTree } from "./tree.ts";

export interface Settings {
  readonly seed: number;
  readonly count: number;
  readonly sizes: Sizes;
  /** The maximum number of interleavings tried of one program. */
  readonly most: number;
  /** CPU time of each contender for one program; null: no limit. */
  readonly seconds?: number | null;
  /** For the program of a seed. */
  readonly contenders: (seed: number) => readonly [Contender, ...Contender[]];
  /** One in this many programs meets freedoms of the environment, and is compared by these contenders; null: none. */
  readonly free: { readonly every: number; readonly sizes: Sizes; readonly contenders: readonly FreeContender[] } | null;
  readonly shrinks: boolean;
  readonly progress: (done: number, found: number) => void;
}

export interface Found extends Disagreement {
  readonly seed: number;
  readonly source: string;
}

export interface Work {
  readonly name: string;
  readonly runs: number;
  readonly asleep: number;
  readonly steps: number;
}

export interface Result {
  readonly profile: Profile;
  readonly found: readonly Found[];
  /** Work, by contender. */
  readonly work: readonly Work[];
}

export async function runCampaign(settings: Settings): Promise<Result> {
  const profile = new Profile();
  const found: Found[] = [];
  const work = new Map<string, Work>();
  for (let seed = settings.seed; seed < settings.seed + settings.count; seed++) {
    if (settings.free !== null && seed % settings.free.every === 0) {
      await addFree(seed, settings.free, settings, profile, found);
      settings.progress(seed - settings.seed + 1, found.length);
      continue;
    }
    const tree = generate(seed, settings.sizes);
    const contenders = settings.contenders(seed);
    const { explorations, disagreements } = await compareTree(tree, settings, contenders);
    const [all] = explorations;
    if (!all.decided) {
      if (all.unknown === "RVL304") profile.tooLarge++;
      else profile.addAnswer(all.reduction, all.unknown);
      continue;
    }
    profile.add(tree, all.runs, all.unsafe);
    for (const [i, e] of explorations.entries()) {
      const { name, countedAs = [name] } = contenders[i] as Contender;
      if (i > 0) for (const who of countedAs) profile.addAnswer(who, e.unknown);
      addWork(work, countedAs[0] ?? name, e);
    }
    for (const d of disagreements) found.push({ ...d, seed, source: render(await shrunk(tree, d, settings, contenders)) });
    settings.progress(seed - settings.seed + 1, found.length);
  }
  return { profile, found, work: [...work.values()] };
}

function addWork(work: Map<string, Work>, name: string, { runs, asleep, steps }: Exploration): void {
  const sum = work.get(name) ?? { name, runs: 0, asleep: 0, steps: 0 };
  work.set(name, { name, runs: sum.runs + runs, asleep: sum.asleep + asleep, steps: sum.steps + steps });
}

async function addFree(
  seed: number,
  { sizes, contenders }: NonNullable<Settings["free"]>,
  { most, shrinks }: Settings,
  profile: Profile,
  found: Found[],
): Promise<void> {
  const tree = generateFree(seed, sizes);
  const comparison = await compareFree(compileText, tree, contenders, most);
  profile.addFree(comparison);
  for (const d of comparison.disagreements) {
    const blamed = contenders.filter((c, i) => i === 0 || d.what.startsWith(`${c.name}:`));
    const isSame = async (candidate: ProgramTree): Promise<boolean> =>
      (await compareFree(compileText, candidate, blamed, most)).disagreements.some((other) => other.what === d.what);
    found.push({ ...d, seed, source: render(shrinks ? await shrink(tree, isSame) : tree) });
  }
}

async function compareTree(
  tree: ProgramTree,
  { most, seconds = null }: Settings,
  contenders: readonly [Contender, ...Contender[]],
): Promise<Comparison> {
  return compareAll(await compileText(render(tree)), contenders, most, seconds);
}

function shrunk(
  tree: ProgramTree,
  found: Disagreement,
  settings: Settings,
  contenders: readonly [Contender, ...Contender[]],
): Promise<ProgramTree> {
  if (!settings.shrinks) return Promise.resolve(tree);
  // Only the contender that disagrees has to run again.
  const blamed = contenders.filter((c, i) => i === 0 || found.what.startsWith(`${c.name}:`)) as [Contender, ...Contender[]];
  return shrink(tree, async (candidate) => {
    const { disagreements } = await compareTree(candidate, settings, blamed);
    return disagreements.some((d) => d.what === found.what);
  });
}

/** Writes the findings to a directory. */
export function store(found: readonly Found[], folder: string): string[] {
  mkdirSync(folder, { recursive: true });
  return found.map(({ seed, what, text, source }, i) => {
    const file = join(folder, `seed-${seed}-${i}.c`);
    writeFileSync(file, `/* Seed ${seed}. ${what}\n   ${text.replaceAll("*/", "* /")} */\n${source}`);
    return file;
  });
}
