// The collection itself: every directory is complete and states its claims, and there are enough programs of every sort.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { allProperties } from "../../src/execution/errors.ts";
import { readCollection } from "./collection.ts";

const collection = readCollection();

describe("the collection", () => {
  test("has no faults", () => {
    expect(collection.faults).toEqual([]);
  });

  test("has enough programs of every sort", () => {
    const { programs } = collection;
    const count = (holds: (p: (typeof programs)[number]) => boolean): number => programs.filter(holds).length;
    expect(programs.length).toBeGreaterThanOrEqual(300);
    expect(count((p) => p.tier === "small")).toBeGreaterThanOrEqual(220);
    expect(count((p) => p.tier === "large" && p.lines >= 150 && p.lines <= 500)).toBeGreaterThanOrEqual(85);
    expect(count((p) => p.real)).toBeGreaterThanOrEqual(95);
    expect(count((p) => p.inputs)).toBeGreaterThanOrEqual(60);
    expect(count((p) => p.name.startsWith("unsafe/")) / programs.length).toBeGreaterThanOrEqual(0.4);
    expect(count((p) => p.name.startsWith("safe/")) / programs.length).toBeGreaterThanOrEqual(0.3);
  });

  test("has at least 25 programs of the kind public C projects have, about half of them broken", () => {
    const libraries = collection.programs.filter((p) => /\/lib-/.test(p.name));
    expect(libraries.length).toBeGreaterThanOrEqual(25);
    expect(libraries.filter((p) => p.tier !== "large" || !p.real).map((p) => p.name)).toEqual([]);
    const broken = libraries.filter((p) => p.name.startsWith("unsafe/")).length;
    expect(broken / libraries.length).toBeGreaterThanOrEqual(0.45);
    expect(broken / libraries.length).toBeLessThanOrEqual(0.6);
  });

  test.each(allProperties)("has programs that violate %s and programs that do not", (property) => {
    const verdicts = collection.programs.map((p) => p.properties[property]);
    expect(verdicts.filter((v) => v === "unsafe").length).toBeGreaterThanOrEqual(3);
    expect(verdicts.filter((v) => v === "safe").length).toBeGreaterThanOrEqual(50);
  });

  test("has no two programs alike", () => {
    const bodies = collection.programs.map((p) => p.text.replace(/\/\*[^]*?\*\//g, "").replace(/\s+/g, " "));
    expect(new Set(bodies).size).toBe(bodies.length);
  });
});

describe("a fault in a program's folder is said", () => {
  const properties = Object.fromEntries(allProperties.map((p) => [p, "safe"]));
  const good = { tier: "small", inputs: false, properties };
  const source = "/* Nothing. */\nint main(void) { return 0; }\n";

  function faultsOf(group: string, name: string, files: Readonly<Record<string, string>>): readonly string[] {
    const folder = mkdtempSync(join(tmpdir(), "ravel-collection-"));
    try {
      mkdirSync(join(folder, group, name), { recursive: true });
      for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, group, name, file), text);
      return readCollection(folder).faults;
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  const withExpectation = (expectation: unknown, group = "safe", program = source): readonly string[] =>
    faultsOf(group, "one", { "program.c": program, "expect.json": JSON.stringify(expectation) });

  test("but not where there is none", () => {
    expect(withExpectation(good)).toEqual([]);
  });

  test.each<[string, readonly string[], string]>([
    ["a missing file", faultsOf("safe", "one", { "program.c": source }), "expect.json is missing"],
    [
      "a stray file",
      faultsOf("safe", "one", { "program.c": source, "expect.json": JSON.stringify(good), "a.out": "" }),
      "a.out does not belong here",
    ],
    ["broken JSON", faultsOf("safe", "one", { "program.c": source, "expect.json": "{" }), "expect.json:"],
    ["a name in another style", faultsOf("safe", "One_Two", { "program.c": source, "expect.json": JSON.stringify(good) }), "kebab-case"],
    ["no argument", withExpectation(good, "safe", "int main(void) { return 0; }\n"), "does not begin with the comment"],
    ["a misspelt key", withExpectation({ ...good, use: [] }), "use has no meaning"],
    ["a property left out", withExpectation({ ...good, properties: { ...properties, leak: undefined } }), "leak is expected neither"],
    [
      "an unexpected violation",
      withExpectation({ ...good, violations: { race: { kind: "data-race", lines: [2] } } }),
      "disagree about race",
    ],
    [
      "an expected violation without a place",
      withExpectation({ ...good, properties: { ...properties, leak: "unsafe" } }),
      "disagree about leak",
    ],
    [
      "a line beyond the end",
      withExpectation({ ...good, properties: { ...properties, leak: "unsafe" }, violations: { leak: { kind: "leak", lines: [3] } } }),
      "lines that the program does not have",
    ],
    [
      "a kind of another property",
      withExpectation({ ...good, properties: { ...properties, leak: "unsafe" }, violations: { leak: { kind: "deadlock", lines: [2] } } }),
      "not a violation of leak",
    ],
    ["the wrong group", withExpectation(good, "unsafe"), "belongs under safe"],
    ["a size that is not large", withExpectation({ ...good, tier: "large" }), "150 to 500 lines"],
    ["inputs that are not there", withExpectation({ ...good, inputs: true }), "does not ask"],
    ["a use that is not there", withExpectation({ ...good, uses: ["malloc"] }), "does not mention"],
    ["an unknown diagnostic", withExpectation({ code: "RVL000", names: "x" }, "unsupported"), "not a diagnostic's"],
  ])("%s", (_what, faults, text) => {
    expect(faults.filter((f) => f.includes(text))).toHaveLength(1);
  });
});
