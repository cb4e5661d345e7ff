// Generated concurrent programs: a slice of the campaign `npm run fuzz -- explore` with fixed seeds and smaller programs; that a reduction
// which leaves something out is detected and the program shrunk; and the findings of earlier campaigns.

import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { nothingCovered } from "../../../src/engines/engine.ts";
import { compile } from "../../run.ts";
import { runCampaign, type Settings } from "./campaign.ts";
import { checked } from "./certificates.ts";
import { type FreeContender, freeContendersOf, without } from "./compare-free.ts";
import { type Contender, compareAll, contendersOf } from "./contenders.ts";
import { campaignSizes, generate, interleavings } from "./generate.ts";
import { demanded, featuresOf } from "./profile.ts";
import { render } from "./render.ts";
import { shrink, smallerPrograms } from "./shrink.ts";
import { allStatements } from "./tree.ts";

const slice: Settings = {
  seed: 1,
  count: 24,
  sizes: { fewest: 1.4, most: 2.5 },
  most: 20_000,
  contenders: () => contendersOf("explore"),
  free: null,
  shrinks: true,
  progress: () => undefined,
};

test("every reduction agrees with the search without reduction on 24 generated programs", async () => {
  const { profile, found } = await runCampaign(slice);
  expect(found.map((f) => `seed ${f.seed}: ${f.text}\n${f.source}`)).toEqual([]);
  expect(profile.programs).toBeGreaterThanOrEqual(22);
  // Programs smaller than a campaign's have another profile; but all of them are decided.
  expect(profile.faults().filter((f) => /undecided|too large/.test(f))).toEqual([]);
});

test("every reduction agrees with none on 12 programs with spurious events", async () => {
  const { profile, found } = await runCampaign({ ...slice, seed: 7000, count: 12, contenders: () => contendersOf("spurious") });
  expect(found.map((f) => `seed ${f.seed}: ${f.text}\n${f.source}`)).toEqual([]);
  expect(profile.programs).toBeGreaterThanOrEqual(7); // a program whose spurious events other threads may observe is not decided
});

test("every encoding agrees with search on 8 generated programs", async () => {
  const { profile, found } = await runCampaign({ ...slice, seed: 5100, count: 8, contenders: () => contendersOf("staged") });
  expect(found.map((f) => `seed ${f.seed}: ${f.text}\n${f.source}`)).toEqual([]);
  expect(profile.programs).toBeGreaterThanOrEqual(7);
  expect(profile.faults().filter((f) => /undecided|too large/.test(f))).toEqual([]);
});

test("symex agrees with search on 8 generated programs", async () => {
  const { profile, found } = await runCampaign({ ...slice, seed: 5200, count: 8, contenders: (seed) => contendersOf("symex", seed) });
  expect(found.map((f) => `seed ${f.seed}: ${f.text}\n${f.source}`)).toEqual([]);
  expect(profile.programs).toBeGreaterThanOrEqual(3);
});

test("property-driven sets agree with search on 8 generated programs", async () => {
  const { profile, found } = await runCampaign({ ...slice, seed: 5300, count: 8, contenders: () => contendersOf("pdpor") });
  expect(found.map((f) => `seed ${f.seed}: ${f.text}\n${f.source}`)).toEqual([]);
  expect(profile.programs).toBeGreaterThanOrEqual(7);
});

test("certificates of guided are accepted, and rejected after changes", async () => {
  const before = checked.certificates;
  const { found } = await runCampaign({ ...slice, seed: 6200, count: 3, contenders: () => contendersOf("guided-checked") });
  expect(found.map((f) => `seed ${f.seed}: ${f.text}\n${f.source}`)).toEqual([]);
  expect(checked.certificates).toBeGreaterThan(before + 1);
});

describe("programs that meet freedoms of the environment", () => {
  const settingsFor = (count: number, contenders: readonly FreeContender[]): Settings => ({
    ...slice,
    seed: 300,
    count,
    most: 10_000,
    free: { every: 1, sizes: { fewest: 0.5, most: 1.5 }, contenders },
  });

  test.each([
    ["explore", 9],
    ["staged", 4],
    ["auto", 2],
  ] as const)("%s agrees with the same programs in which that is written out as inputs", async (name, count) => {
    const { profile, found } = await runCampaign(settingsFor(count, freeContendersOf(name)));
    expect(found.map((f) => `seed ${f.seed}: ${f.text}\n${f.source}`)).toEqual([]);
    expect(profile.freePrograms).toBeGreaterThanOrEqual(count - 1);
    // Programs in which freedoms make no difference test nothing.
    if (name === "explore") expect(profile.differences).toBeGreaterThanOrEqual(3);
  });

  test("an engine that forgets freedoms is noticed", async () => {
    const forgetful: FreeContender = {
      name: "forgetful",
      async ask(program, maxRuns) {
        const said = await without.ask(program, maxRuns);
        const scope = { ...nothingCovered, complete: true };
        const findings = new Map([...said.findings].map(([p, f]) => [p, f.kind === "candidate" ? f : { kind: "covered" as const, scope }]));
        return { ...said, reduction: "forgetful", findings };
      },
    };
    const { found } = await runCampaign({ ...settingsFor(4, [freeContendersOf("auto")[0], forgetful]), shrinks: false });
    expect(found.map((f) => f.what)).toContain("forgetful: assert");
  });
});

describe("the comparison", () => {
  const against = (contender: Contender, settings: Partial<Settings>): Settings => ({
    ...slice,
    count: 12,
    sizes: { fewest: 1.5, most: 2.5 },
    contenders: () => [contendersOf("explore")[0], contender],
    ...settings,
  });

  test("notices a search that leaves something out, and shrinks what shows it to a few statements", async () => {
    const [reference] = contendersOf("explore");
    const lazy: Contender = {
      name: "lazy",
      async explore(program) {
        const some = await reference.explore(program, 5);
        return { ...some, reduction: "lazy", decided: true };
      },
    };
    const { found } = await runCampaign(against(lazy, { count: 1, seed: 5, sizes: { fewest: 1.2, most: 1.8 } }));
    expect(found.length).toBeGreaterThan(0);
    const shortest = found.map((f) => f.source).sort((a, b) => a.length - b.length)[0] as string;
    expect(shortest.split("\n").filter((line) => line.endsWith(";")).length).toBeLessThan(20);
  });

  test("notices a schedule that does not replay", async () => {
    const [reference] = contendersOf("explore");
    const liar: Contender = {
      name: "liar",
      async explore(program, most) {
        const said = await reference.explore(program, most);
        const schedule = { steps: [], inputs: [], prelude: [], fill: 0, freedoms: [] };
        return {
          ...said,
          reduction: "liar",
          unsafe: ["race"],
          findings: new Map([["race", { kind: "candidate" as const, schedule, foundBy: "running" as const }]]),
        };
      },
    };
    const { found } = await runCampaign(against(liar, { count: 2, shrinks: false }));
    expect(found.some((f) => f.what === "liar: replay of race")).toBe(true);
  });
});

describe("the generator", () => {
  test("is a function of its seed", () => {
    expect(render(generate(7))).toBe(render(generate(7)));
    expect(render(generate(7))).not.toBe(render(generate(8)));
  });

  test("has every feature demanded, in programs of about the size aimed at", () => {
    const trees = Array.from({ length: 400 }, (_, k) => generate(k));
    const seen = new Set(trees.flatMap((t) => [...featuresOf(t)]));
    expect(demanded.filter((f) => !seen.has(f))).toEqual([]);
    const large = trees.filter((t) => interleavings(t) > 2 * 10 ** campaignSizes.most);
    expect(large.length).toBeLessThanOrEqual(8);
  });
});

describe("the shrinker", () => {
  test("reduces a program to the one statement that matters", async () => {
    const tree = Array.from({ length: 50 }, (_, k) => generate(k)).find((t) => [...allStatements(t)].some((s) => s.kind === "publish"));
    if (tree === undefined) throw new Error("no program publishes anything");
    const small = await shrink(tree, async (t) => [...allStatements(t)].some((s) => s.kind === "publish"), 5000);
    expect([...allStatements(small)].map((s) => s.kind)).toEqual(["publish"]);
    expect(small.threads.length).toBe(1);
  });

  test("only proposes programs that differ, and terminates", () => {
    for (let seed = 0; seed < 30; seed++) {
      const tree = generate(seed);
      const text = JSON.stringify(tree);
      const candidates = [...smallerPrograms(tree)].map((t) => JSON.stringify(t));
      expect(candidates).not.toContain(text);
    }
  });

  test("whatever it proposes is valid C", async () => {
    const candidates = [...smallerPrograms(generate(3)), ...smallerPrograms(generate(12))];
    const some = candidates.filter((_, i) => i % Math.ceil(candidates.length / 12) === 0);
    const folder = mkdtempSync(join(tmpdir(), "ravel-shrunk-"));
    try {
      for (const [i, tree] of some.entries()) {
        const file = join(folder, `c${i}.c`);
        writeFileSync(file, render(tree));
        await compile(file);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

const foundFolder = fileURLToPath(new URL("found", import.meta.url));
const kept = existsSync(foundFolder) ? readdirSync(foundFolder).filter((f) => f.endsWith(".c")) : [];
describe("what campaigns found", () => {
  test("is in the directory found/, if there is one", () => expect(existsSync(foundFolder)).toBe(kept.length > 0));
  for (const file of kept)
    test.each(["explore", "staged"])(`${file}, %s`, async (engine) => {
      const { explorations, disagreements } = await compareAll(await compile(join(foundFolder, file)), contendersOf(engine), 200_000);
      expect(explorations.map((e) => `${e.reduction} ${e.unknown}`.trim())).toEqual(contendersOf(engine).map((c) => c.name));
      expect(disagreements.map((d) => d.text)).toEqual([]);
    });
});
