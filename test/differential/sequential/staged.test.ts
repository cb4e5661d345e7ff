// The staged engine on sequential programs: its answer for all inputs agrees with the executor's runs on each. A slice of `npm run fuzz -- staged-sequential`,
// and tests of the campaign itself.

import { expect, test } from "vitest";
import { Rng } from "../../../src/support/rng.ts";
import { observe } from "./observe.ts";
import { runStagedCampaign } from "./staged-campaign.ts";
import { compareStaged } from "./staged-compare.ts";
import { generateObserved } from "./staged-generate.ts";
import { block, item, type Program, render, stmt } from "./tree.ts";

const limits = { looks: 100_000, conflicts: 2000 };

test("programs depend on the seed alone, and count in memory in all ways", () => {
  const all = Array.from({ length: 200 }, (_, seed) => render(generateObserved(seed).program));
  expect(render(generateObserved(77).program)).toBe(all[77]);
  expect(new Set(all).size).toBe(200);
  const share = (pattern: RegExp): number => all.filter((source) => pattern.test(source)).length / all.length;
  for (const pattern of [
    /do \{/,
    /goto out/,
    /goto again/,
    /continue;/,
    /break;/,
    /calloc\(3/,
    /mind\d+\[0\]/,
    /wait\d+\[1\]/,
    /leaving\d/,
    /works\d/,
    /deeds\[\(/,
    /deed_deep\(/,
    /deed_find\(/,
    /memmove\(/,
    /memset\(/,
    /u\.half/,
    /pthread_create/,
    /nondet_bool\(\)/,
    /\(unsigned short\)\(6553|\(unsigned char\)\(255u/,
  ])
    expect(share(pattern), `${pattern}`).toBeGreaterThan(0.02);
});

/** A program whose main does only this. */
function programOf(...statements: readonly string[]): Program {
  const last = [stmt`printf("end");`, stmt`return 0;`];
  return {
    model: "lp64",
    items: [item`#include <stdio.h>`, item`int main(void) ${block([...statements.map((text) => stmt`${text}`), ...last])}`],
  };
}

test("a question can be answered by yes and by no", async () => {
  const dress = { prints: true, threads: false, late: false };
  const plain = observe(
    programOf("int a[2] = { 3, 4 }; for (int i = 0; i < 5; i++) a[i & 1] += i; mix(a[0]); mix(a[1]);"),
    new Rng(7),
    dress,
  );
  const { answers, wrong } = await compareStaged({ ...plain, domains: [] }, 1, limits);
  expect(wrong).toEqual([]);
  expect(answers.map((a) => `${a.property} ${a.expected} ${a.said}`)).toContain("assert safe safe");
  expect(answers.map((a) => `${a.property} ${a.expected} ${a.said}`)).toContain("assert unsafe unsafe");
});

test("executor and engine see the same violation", async () => {
  const dress = { prints: true, threads: false, late: false };
  const bad = observe(programOf("int a[2] = { 0, 1 }; volatile int i = 2; a[i] = 1; mix(a[1]);"), new Rng(7), dress);
  const { answers, wrong } = await compareStaged({ ...bad, domains: [] }, 1, limits);
  expect(wrong).toEqual([]);
  expect(answers.find((a) => a.property === "memory")).toMatchObject({ expected: "unsafe", said: "unsafe" });
});

test("the engine's answer for all inputs agrees with the executor's runs on each", async () => {
  const { tally, found } = await runStagedCampaign({ seed: 5, count: 8, limits, shrinks: false, progress: () => undefined });
  expect(found).toEqual([]);
  expect(tally.faults()).toEqual([]);
  expect(tally.asked).toBeGreaterThan(6);
  expect(tally.answers.get("unsafe: unsafe")).toBeGreaterThan(6);
  expect(tally.answers.get("safe: safe")).toBeGreaterThan(14);
});
