// Every example of the documents is run: its commands print what the page shows. A failure shows the page as it should be; if the new output is
// right, `npx vitest run test/docs -u` writes it into the page. Part of an output can be left out, with `…` alone on a line.
//
// Each page has a folder, with examples/, `ravel` on the path and `./ravel`. With one job the run that shows a violation is always the same.

import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { declarations } from "../../src/apps/cli/options.ts";
import { parseProject } from "../../src/apps/cli/project-file.ts";
import { needs } from "../tools.ts";
import { type Block, blocksOf, changedBy, commandsOf, matches } from "./blocks.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const documents = [
  "README.md",
  ...readdirSync(join(root, "docs"))
    .filter((f) => f.endsWith(".md"))
    .map((f) => `docs/${f}`),
];
const textOf = (document: string): string => readFileSync(join(root, document), "utf8");
const isRun = ({ language, attributes }: Block): boolean => language === "console" && attributes["shown-by"] === undefined;

/** Pages check the same programs: what one has compiled, others use. */
const cache = mkdtempSync(join(tmpdir(), "ravel-docs-cache-"));
afterAll(() => rmSync(cache, { recursive: true, force: true }));

/** What the shell runs as `ravel`. */
const launcher = `#!/bin/sh
case "$*" in *--engine*|*--jobs*) ;; check*) shift; set -- check --jobs 1 "$@" ;; esac
exec "${process.execPath}" "${join(root, "dist/cli.js")}" "$@"
`;

/** The page with the outputs that its commands really have. */
function withOutputs(document: string): string {
  const folder = mkdtempSync(join(tmpdir(), "ravel-docs-"));
  try {
    cpSync(join(root, "examples"), join(folder, "examples"), { recursive: true });
    for (const place of ["ravel", "bin/ravel"]) {
      mkdirSync(dirname(join(folder, place)), { recursive: true });
      writeFileSync(join(folder, place), launcher);
      chmodSync(join(folder, place), 0o755);
    }
    let page = textOf(document);
    for (let i = 0; i < blocksOf(page).length; i++) {
      const block = blocksOf(page)[i] as Block;
      page = page.slice(0, block.start) + performed(block, folder) + page.slice(block.end);
    }
    return page;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Does what a block says, in the folder of its page. Returns the text that the block should have. */
function performed(block: Block, folder: string): string {
  const { title, from } = block.attributes;
  if (isRun(block)) return runSession(block.text, folder);
  if (from !== undefined) {
    writeFileSync(join(folder, basename(from)), textOf(from));
    return textOf(from);
  }
  if (title !== undefined) {
    const file = join(folder, title);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, block.language === "diff" ? changedBy(block.text, readFileSync(file, "utf8")) : block.text);
  }
  return block.text;
}

const mark = "\u0001\n";

function runSession(session: string, folder: string): string {
  const commands = commandsOf(session);
  // Between commands a mark is printed, and the exit status of the command before is set again.
  const script = commands.map(({ command }) => `(exit $s)\n${command}\ns=$?; printf '\\001\\n'`).join("\n");
  const { NO_COLOR, COLUMNS, TERM, LC_ALL, LC_CTYPE, LANG, RAVEL_DEBUG, ...environment } = process.env;
  const { stdout, error } = spawnSync("sh", ["-c", `exec 2>&1; s=0\n${script}`], {
    cwd: folder,
    encoding: "utf8",
    env: { ...environment, PATH: `${join(folder, "bin")}:${process.env.PATH}`, RAVEL_CACHE_DIR: cache },
  });
  if (error !== undefined) throw error;
  const outputs = stdout.split(mark);
  return commands
    .map(({ command, output: shown }, i) => {
      const output = outputs[i] ?? "";
      return `$ ${command}\n${matches(shown.replace(/\n$/, ""), output.replace(/\n$/, "")) ? shown : output}`;
    })
    .join("");
}

const pages = documents.filter((document) => blocksOf(textOf(document)).some(isRun));

if (needs("sh")) {
  for (const document of pages) {
    const isNative = /^\$ (gcc|.*--native)/m.test(textOf(document));
    if (isNative && !needs("gcc")) continue;
    test(`commands in ${document} print what it shows`, async () => {
      await expect(withOutputs(document)).toMatchFileSnapshot(join(root, document));
    });
  }
}

describe("code blocks", () => {
  const blocks = documents.flatMap((document) =>
    blocksOf(textOf(document)).map((block) => ({ ...block, at: `${document}:${block.line}`, document })),
  );

  test("are run, or written for a run, or name the test that shows them", () => {
    /** Pictures: nothing to run. */
    const isPicture = ({ language, text }: Block): boolean =>
      ["text", "mermaid"].includes(language) && !/^(?:\$ |\.\/ravel |ravel )/m.test(text);
    const unchecked = blocks.filter(
      (b) => !isRun(b) && !isPicture(b) && !["title", "from", "shown-by"].some((name) => b.attributes[name] !== undefined),
    );
    expect(unchecked.map((b) => b.at)).toEqual([]);
  });

  test("that are a ravel.json are valid", () => {
    const projects = blocks.filter((b) => b.attributes.title === "ravel.json");
    expect(projects.length).toBeGreaterThan(1);
    for (const { text, at } of projects) expect([at, parseProject(text, at).targets.length]).toEqual([at, 2]);
  });

  test("name tests that exist", () => {
    const named = blocks.flatMap((b) => (b.attributes["shown-by"] === undefined ? [] : [{ at: b.at, test: b.attributes["shown-by"] }]));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((n) => !existsSync(join(root, n.test)))).toEqual([]);
  });
});

test("options that documents name exist", () => {
  const known: ReadonlySet<string> = new Set(Object.values(declarations).flatMap((options) => Object.keys(options)));
  const pagesForUsers = ["README.md", "quick-start", "tutorial", "reading-a-report", "what-is-modelled", "choosing-an-engine", "ci"];
  const named = pagesForUsers.flatMap((name) =>
    [...textOf(name.endsWith(".md") ? name : `docs/${name}.md`).matchAll(/(?<=^|[\s`(])--([a-z][\w-]*)/gm)].map(
      ([, option = ""]) => option,
    ),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((option) => option !== "help" && !known.has(option))).toEqual([]);
});
