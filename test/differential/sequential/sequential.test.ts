// The short form of the differential test of sequential semantics: fixed seeds, gcc's answer against the executor's, in both data
// models; and tests of the generator, the native checks and the shrinker themselves.

import { describe, expect, it } from "vitest";
import { Rng } from "../../../src/support/rng.ts";
import { needs, needsGcc } from "../../tools.ts";
import { compare, compareRuns } from "./compare.ts";
import { generate } from "./generate.ts";
import { disagreements, reference, runNatively } from "./native.ts";
import { Profile } from "./profile.ts";
import { reduce } from "./shrink.ts";
import { ownLoops } from "./staged-generate.ts";
import { block, expr, featuresOf, item, type Program, render, small, stmt } from "./tree.ts";
import { commonInt, type DataModel, interestingValue, intTypes, literal, rangeOf } from "./types.ts";

const models: readonly DataModel[] = ["lp64", "ilp32"];

const compilesFor = (model: DataModel): boolean => needsGcc(model, "differential test of sequential semantics");

describe("generated programs", () => {
  it.each(models)("cover every feature, keep to their size and depend on the seed alone (%s)", (model) => {
    const profile = new Profile(model);
    for (let seed = 1; seed <= 250; seed++) {
      const program = generate(seed, model);
      profile.add(program);
      const source = render(program);
      const lines = source.split("\n").length;
      expect(lines).toBeGreaterThanOrEqual(60);
      expect(lines).toBeLessThanOrEqual(301);
      if (seed % 50 === 0) expect(render(generate(seed, model))).toBe(source);
    }
    expect(profile.rare()).toEqual([]);
  });

  it("differ from seed to seed", () => {
    const sources = Array.from({ length: 50 }, (_, seed) => render(generate(seed, "lp64")));
    expect(new Set(sources).size).toBe(50);
  });
});

describe("types", () => {
  it("follow the usual arithmetic conversions of each data model", () => {
    const find = (model: DataModel, name: string) => intTypes[model].basic.find((t) => t.name === name)!;
    const common = (model: DataModel, a: string, b: string): string => commonInt(find(model, a), find(model, b), model).name;
    expect(common("lp64", "char", "short")).toBe("int");
    expect(common("lp64", "int", "unsigned")).toBe("unsigned");
    expect(common("lp64", "long", "unsigned")).toBe("long");
    expect(common("ilp32", "long", "unsigned")).toBe("unsigned long");
    expect(common("ilp32", "long long", "unsigned long")).toBe("long long");
    expect(common("lp64", "long long", "unsigned long")).toBe("unsigned long long");
    expect(common("lp64", "_Bool", "_Bool")).toBe("int");
  });

  it("have literals within their range", () => {
    const rng = new Rng(1);
    for (const type of [...intTypes.lp64.basic, ...intTypes.lp64.wide]) {
      for (let i = 0; i < 200; i++) {
        const value = interestingValue(rng, type);
        const { lo, hi } = rangeOf(type);
        expect(value >= lo && value <= hi).toBe(true);
        expect(literal(type, value)).not.toMatch(/^-/);
      }
    }
  });
});

describe("the comparison", () => {
  const native = { kind: "ran", stdout: "a 1\nb 2\n", exit: 3, stderr: "" } as const;

  it("accepts equal runs only", () => {
    expect(compareRuns(native, { stdout: "a 1\nb 2\n", exit: 3, outcome: "finished" })).toBeNull();
  });

  it("names the first differing line, the exit status, or what stopped the run", () => {
    expect(compareRuns(native, { stdout: "a 1\nb 3\n", exit: 3, outcome: "finished" })).toMatchObject({
      signature: "different output",
      detail: 'line 2: expected "b 2", got "b 3"',
    });
    expect(compareRuns(native, { stdout: "a 1\n", exit: 3, outcome: "finished" })).toMatchObject({ signature: "different output" });
    expect(compareRuns(native, { stdout: "a 1\nb 2\n", exit: 4, outcome: "finished" })).toMatchObject({
      signature: "different exit status",
    });
    expect(compareRuns(native, { stdout: "a 1\n", exit: null, outcome: "RVL201 at line 12: 'frob'" })).toMatchObject({
      signature: "RVL# at line #: '…'",
    });
  });
});

const sanitizers = "sanitizers as judges of generated programs";
if (needs("gcc -fsanitize=address,undefined", sanitizers) && needs("clang-19 -fsanitize=memory", sanitizers)) {
  describe("the native checks", () => {
    const check = async (source: string): Promise<string[]> => {
      const run = await runNatively(source, "lp64", reference);
      return (await disagreements(source, "lp64", run)).map((d) => d.variant);
    };

    it("accept a program with one meaning", async () => {
      expect(await check('#include <stdio.h>\nint main(void) { unsigned x = 1u << 31; printf("%u\\n", x + x); return 7; }\n')).toEqual([]);
    });

    it("refuse undefined behaviour, uninitialised reads and wrong conversions", async () => {
      const main = (body: string): string =>
        `#include <stdio.h>\n#include <limits.h>\nint main(int argc, char **argv) { ${body} return 0; }\n`;
      expect(await check(main('int x = INT_MAX; x += argc; printf("%d\\n", x);'))).toContain("sanitized");
      expect(await check(main('int x; if (argc > 5) x = 3; printf("%d\\n", x);'))).not.toEqual([]);
      expect(await check(main('int a[2] = {1, 2}; printf("%d\\n", a[argc + 1]);'))).toContain("sanitized");
      expect(await check(main('double d = 1e30 * argc; printf("%d\\n", (int)d);'))).toContain("sanitized");
      expect(await check(main('printf("%ld\\n", argc);'))).toEqual(["gcc -O0"]);
    });
  });
}

describe("the shrinker", () => {
  const program: Program = {
    model: "lp64",
    items: [
      item`int unused;`,
      item`int main(void) ${block([stmt`first();`, stmt`if (${small(1)}) ${block([stmt`second();`, stmt`third(${expr(intTypes.lp64.int, null, ["(", small(5), " + keep(", small(77), "))"])});`])}`, stmt`last();`])}`,
    ],
  };

  it("keeps what the fault needs and drops the rest", async () => {
    const found = await reduce(program, async (candidate) => render(candidate).includes("keep("));
    expect(render(found)).toBe("int main(void) {\n  third((5 + keep(77)));\n}\n");
  });

  it("brings a generated program down to the feature at fault", async () => {
    let seed = 0;
    let big = generate(seed, "lp64");
    while (!featuresOf(big).has("bsearch")) big = generate(++seed, "lp64");
    const found = await reduce(big, async (candidate) => /bsearch\(/.test(render(candidate)) && /int main/.test(render(candidate)));
    expect(render(found).split("\n").length).toBeLessThan(12);
  });
});

for (const model of models) {
  if (!compilesFor(model)) continue;
  describe(`executor against gcc, ${model}`, () => {
    it.each(Array.from({ length: 16 }, (_, i) => 7000 + i))("seed %d", async (seed) => {
      expect(await compare(generate(seed, model), { native: false, ravel: true })).toEqual({ kind: "agree" });
    });
    it.each([1, 2, 3])("loops over memory, seed %d", async (seed) => {
      const program = generate(seed, model, { gadgets: ownLoops, shortest: 100, longest: 140, tooLong: 300 });
      expect(await compare(program, { native: false, ravel: true })).toEqual({ kind: "agree" });
    });
  });
}
