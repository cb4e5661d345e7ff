// The README shows what its first command prints, and what it says about commands and options holds. A failure means that the output has changed:
// copy the new one into the README.

import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { declarations } from "../../../../src/apps/cli/options.ts";
import { example, Folder } from "./command-line.ts";

const page = readFileSync(new URL("../../../../README.md", import.meta.url), "utf8");
const folder = new Folder();
afterAll(() => folder.remove());

test("the first command prints what the README shows", async () => {
  folder.file("examples/lost-update.c", readFileSync(example("lost-update.c")));
  const { stdout, status } = await folder.ravel(["check", "examples/lost-update.c"]);
  const [, shown] = /```\n(UNSAFE[\s\S]*?)```/.exec(page) ?? [];
  expect(stdout.trimEnd()).toBe(shown?.trimEnd());
  expect(status).toBe(1);
});

test("options that the README names exist", () => {
  const known: ReadonlySet<string> = new Set(Object.values(declarations).flatMap((options) => Object.keys(options)));
  const named = [...page.matchAll(/(?<![\w-])--([a-z][\w-]*)/g)].map(([, name = ""]) => name);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => name !== "help" && !known.has(name))).toEqual([]);
});
