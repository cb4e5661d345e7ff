// The settings that docs/editors.md shows: they start the adapter with its own options, launch with attributes that it knows, and the questions are questions.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseArguments } from "../../src/apps/cli/options.ts";
import { questionOf } from "../../src/apps/dap/questions.ts";
import { launchArguments, wordsOf } from "../../src/apps/dap/target.ts";
import { parseQuestion } from "../../src/debugger/ask/parse.ts";
import { blocksOf } from "../docs/blocks.ts";

const page = readFileSync(new URL("../../docs/editors.md", import.meta.url), "utf8");

const blockIn = (language: string): string => blocksOf(page).find((b) => b.language === language)?.text ?? "";

/** Attributes of the protocol and of the editors, besides Ravel's. */
const common: ReadonlySet<string> = new Set(["type", "request", "name", "dap-server-path"]);

/** All given attributes are known, and the command line takes what becomes of them. */
function accepts(configuration: Record<string, unknown>): void {
  const own = Object.fromEntries(Object.entries(configuration).filter(([key]) => !common.has(key)));
  const launch = launchArguments(own);
  expect(Object.keys(launch).sort()).toEqual(Object.keys(own).sort());
  expect(parseArguments("debug", wordsOf(launch)).positionals).toHaveLength(1);
}

test("Visual Studio Code: the configuration is accepted", () => {
  accepts(JSON.parse(blockIn("json")));
});

test("Neovim: the command is ravel's, and the configurations are accepted", () => {
  const text = blockIn("lua");
  const args = [...(/args = \{ ([^}]*) \}/.exec(text)?.[1] ?? "").matchAll(/'([^']*)'/g)].map((m) => m[1] ?? "");
  expect(args[0]).toBe("debug");
  expect(parseArguments("debug", args.slice(1)).flag("dap")).toBe(true);
  const configurations = [...text.matchAll(/^ {2}\{ (.*) \},$/gm)].map((m) =>
    Object.fromEntries([...(m[1] ?? "").matchAll(/(\w+) = '([^']*)'/g)].map(([, key = "", value]) => [key, value])),
  );
  expect(configurations).toHaveLength(2);
  configurations.forEach(accepts);
});

test("Emacs: the command is ravel's, the templates are accepted, and all parentheses close", () => {
  const text = blockIn("elisp");
  const words = [...(/:dap-server-path '\(([^)]*)\)/.exec(text)?.[1] ?? "").matchAll(/"([^"]*)"/g)].map((m) => m[1] ?? "");
  expect(words.slice(0, 2)).toEqual(["ravel", "debug"]);
  expect(parseArguments("debug", words.slice(2)).flag("dap")).toBe(true);
  const templates = [...text.matchAll(/\(list (:type[^)]*)\)/g)].map((m) =>
    Object.fromEntries([...(m[1] ?? "").matchAll(/:([\w-]+) "([^"]*)"/g)].map(([, key = "", value]) => [key, value])),
  );
  expect(templates).toHaveLength(2);
  // The provider fills in the program of the first.
  for (const template of templates) accepts({ program: "f.c", ...template });
  const bare = text.replace(/"(?:\\.|[^"\\])*"/g, "");
  expect(bare.split("(").length).toBe(bare.split(")").length);
});

test("the questions can be read, and their endings say what is covered", () => {
  const asked = blockIn("questions")
    .trim()
    .split("\n")
    .map((line) => questionOf(line, { thread: 0, level: 0 }));
  expect(asked.map(({ text, over, fixedInputs }) => [parseQuestion(text).kind, over, fixedInputs])).toEqual([
    ["hold", "continuations", false],
    ["before", "reorderings", false],
    ["fail", "continuations", true],
  ]);
});

test("attributes that the page lists are those of a launch", () => {
  const table = /^## Launch attributes\n([^#]*)/m.exec(page)?.[1] ?? "";
  const listed = [...table.matchAll(/^\| `(\w+)`/gm)].map((m) => m[1] ?? "");
  const samples = { program: "f.c", flags: [], properties: [], args: [], at: "start", stopOnEntry: true, cwd: "." };
  expect(listed).toEqual(Object.keys(launchArguments(samples)).sort((a, b) => listed.indexOf(a) - listed.indexOf(b)));
});
