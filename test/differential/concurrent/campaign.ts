// A campaign: generated programs, one after the other, under every contender. In: seeds, sizes, contenders. Out: the profile of the
// programs and the disagreements, each with a shrunk program. All programs go through the one warm compiler of this process.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { load } from "../../../src/frontend/load.ts";
import type { Program } from "../../../src/program/program.ts";
import { loadRequest } from "../../run.ts";
import type { Disagreement } from "./compare.ts";
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
  /** Most interleavings that are tried of one program. */
  readonly most: number;
  readonly contenders: readonly [Contender, ...Contender[]];
  /** Of so many programs one meets what the environment is free to do, and is compared by these; null: none. */
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
  runs: number;
  asleep: number;
  steps: number;
}

export interface Result {
  readonly profile: Profile;
  readonly found: readonly Found[];
  /** What it took, by contender. */
  readonly work: readonly Work[];
}

export async function runCampaign(settings: Settings): Promise<Result> {
  const profile = new Profile();
  const found: Found[] = [];
  const work = settings.contenders.map((c): Work => ({ name: c.name, runs: 0, asleep: 0, steps: 0 }));
  const compiler = new Compiler();
  try {
    for (let seed = settings.seed; seed < settings.seed + settings.count; seed++) {
      if (settings.free !== null && seed % settings.free.every === 0) {
        await addFree(compiler, seed, settings.free, settings, profile, found);
        settings.progress(seed - settings.seed + 1, found.length);
        continue;
      }
      const tree = generate(seed, settings.sizes);
      const { explorations, disagreements } = await compareTree(compiler, tree, settings);
      const [all, ...others] = explorations;
      if (!all.decided) {
        if (all.unknown === "RVL304") profile.tooLarge++;
        else profile.addUndecided(all.reduction, all.unknown);
        continue;
      }
      profile.add(tree, all.runs, all.unsafe);
      for (const other of others) if (!other.decided) profile.addUndecided(other.reduction, other.unknown);
      for (const [i, e] of explorations.entries()) {
        const sum = work[i] as Work;
        sum.runs += e.runs;
        sum.asleep += e.asleep;
        sum.steps += e.steps;
      }
      for (const d of disagreements) found.push({ ...d, seed, source: render(await shrunk(compiler, tree, d, settings)) });
      settings.progress(seed - settings.seed + 1, found.length);
    }
  } finally {
    compiler.close();
  }
  return { profile, found, work };
}

async function addFree(
  compiler: Compiler,
  seed: number,
  { sizes, contenders }: NonNullable<Settings["free"]>,
  { most, shrinks }: Settings,
  profile: Profile,
  found: Found[],
): Promise<void> {
  const tree = generateFree(seed, sizes);
  const compile = (source: string): Promise<Program> => compiler.compile(source);
  const comparison = await compareFree(compile, tree, contenders, most);
  profile.addFree(comparison);
  for (const d of comparison.disagreements) {
    const blamed = contenders.filter((c, i) => i === 0 || d.what.startsWith(`${c.name}:`));
    const isSame = async (candidate: ProgramTree): Promise<boolean> =>
      (await compareFree(compile, candidate, blamed, most)).disagreements.some((other) => other.what === d.what);
    found.push({ ...d, seed, source: render(shrinks ? await shrink(tree, isSame) : tree) });
  }
}

async function compareTree(compiler: Compiler, tree: ProgramTree, { contenders, most }: Settings): Promise<Comparison> {
  return compareAll(await compiler.compile(render(tree)), contenders, most);
}

function shrunk(compiler: Compiler, tree: ProgramTree, found: Disagreement, settings: Settings): Promise<ProgramTree> {
  if (!settings.shrinks) return Promise.resolve(tree);
  // Only who is blamed need run again.
  const blamed = settings.contenders.filter((c, i) => i === 0 || found.what.startsWith(`${c.name}:`)) as [Contender, ...Contender[]];
  return shrink(tree, async (candidate) => {
    const { disagreements } = await compareTree(compiler, candidate, { ...settings, contenders: blamed });
    return disagreements.some((d) => d.what === found.what);
  });
}

/** Source text to programs. Each file has a name of its own: the name is part of what is compiled. */
class Compiler {
  readonly #folder = mkdtempSync(join(tmpdir(), "ravel-fuzz-"));
  #count = 0;

  async compile(source: string): Promise<Program> {
    const file = join(this.#folder, `p${this.#count++}.c`);
    writeFileSync(file, source);
    const { program } = await load(loadRequest(file));
    rmSync(file);
    return program;
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Keeps what was found where it can be looked at. */
export function store(found: readonly Found[], folder: string): string[] {
  mkdirSync(folder, { recursive: true });
  return found.map(({ seed, what, text, source }, i) => {
    const file = join(folder, `seed-${seed}-${i}.c`);
    writeFileSync(file, `/* Seed ${seed}. ${what}\n   ${text.replaceAll("*/", "* /")} */\n${source}`);
    return file;
  });
}
