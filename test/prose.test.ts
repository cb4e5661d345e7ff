// The prose of the repository: references lead somewhere, names in documents exist in the code, generated sections are up to date, decision
// records have one form, and comments, messages and documents avoid the words listed here. A failure names the file and line. If a reference
// dangles, correct it; if a section is old, run `npm run docs`; if a word is listed, rewrite the sentence.

import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { scripts } from "../package.json";
import { anchorOf } from "../site/markdown.ts";
import { diagnosticCodes } from "../src/support/diagnostics.ts";
import { sectionedPages, withSections } from "./page-sections.ts";

const root = fileURLToPath(new URL("../", import.meta.url));

const skipped: ReadonlySet<string> = new Set(["node_modules", "dist", ".git"]);

/** All files of the repository, as paths from its root. */
function listFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isSymbolicLink() || skipped.has(entry.name)) return [];
    return entry.isDirectory() ? listFiles(path) : [path];
  });
}

const files = listFiles("");
const known: ReadonlySet<string> = new Set(files);
const names: ReadonlySet<string> = new Set(files.map((f) => basename(f)));
const suffixes: ReadonlySet<string> = new Set(
  files.flatMap((f) => {
    const parts = f.split("/");
    return parts.map((_, i) => parts.slice(i).join("/"));
  }),
);

/** Documents written by hand: the changelog speaks of the past, and `npm run docs` writes the other two. */
const documents = files.filter((f) => f.endsWith(".md") && !/^(CHANGELOG\.md|docs\/(corpus|library)\.md|test\/programs\/)/.test(f));
const sources = files.filter((f) => /^(src|web|editors|site|test|bench|scripts)\/.*\.ts$/.test(f));

interface Line {
  readonly file: string;
  readonly number: number;
  readonly text: string;
}

const linesOf = (file: string): Line[] =>
  readFileSync(join(root, file), "utf8")
    .split("\n")
    .map((text, i) => ({ file, number: i + 1, text }));

const isComment = ({ text }: Line): boolean => /^\s*(\/\/|\/?\*)|\s\/\/ /.test(text);
const at = ({ file, number }: Line, what: string): string => `${file}:${number}: ${what}`;

describe("references", () => {
  const prose = [...documents.flatMap(linesOf), ...sources.flatMap(linesOf).filter(isComment)];

  test("links in documents lead to files, and to headings in them", () => {
    const dangling = documents.flatMap(linesOf).flatMap((line) =>
      [...line.text.matchAll(/\]\(([^)#:\s]*)(?:#([^)]*))?\)/g)].flatMap(([, target = "", anchor]) => {
        const path = target === "" ? line.file : normalize(join(dirname(line.file), target)).replace(/\/$/, "");
        if (!known.has(path) && !files.some((f) => f.startsWith(`${path}/`))) return [at(line, target)];
        const headings = anchor === undefined ? [] : linesOf(path).flatMap(({ text }) => /^#+ (.*)$/.exec(text)?.[1] ?? []);
        return anchor === undefined || headings.some((h) => anchorOf(h) === anchor) ? [] : [at(line, `${target}#${anchor}`)];
      }),
    );
    expect(dangling).toEqual([]);
  });

  /** Names that stand for a file of the user's, or for one that a test writes; so do names in capitals. */
  const examples: ReadonlySet<string> = new Set(["build/compile_commands.json", "FILE.md", "x.ts", "test/x.test.ts"]);

  test("files named in comments and documents exist", () => {
    const dangling = prose.flatMap((line) =>
      [
        ...line.text.matchAll(/(?<![\w./*<>{}-])((?:[\w-]+\/)*[\w-]+(?:\.test)?\.(?:ts|md|mjs|cjs))(?![\w/])/g),
        ...(line.file.endsWith(".md") ? line.text.matchAll(/(?<![\w./*<>{}-])((?:[\w-]+\/)+[\w-]+\.(?:c|h|json))(?![\w/])/g) : []),
      ].flatMap(([, path = ""]) => {
        if (examples.has(path) || /(?:^|\/)[A-Z-]+(?:\/|\.c$)/.test(path)) return [];
        const isThere = path.includes("/") ? suffixes.has(path) : names.has(path);
        return isThere ? [] : [at(line, path)];
      }),
    );
    expect(dangling).toEqual([]);
  });

  /** Code spans of a document, with the lines they stand in; not those of code blocks. */
  const spans = documents.flatMap((file) => {
    let isBlock = false;
    return linesOf(file).flatMap((line) => {
      if (line.text.startsWith("```")) isBlock = !isBlock;
      return isBlock ? [] : [...line.text.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => ({ line, code }));
    });
  });

  test("names of the code that documents quote exist in the code", () => {
    const code = files
      .filter((f) => /\.(ts|mjs|cjs|c|h|json)$/.test(f) && f !== "test/prose.test.ts")
      .map((f) => readFileSync(join(root, f), "utf8"))
      .join("\n");
    const words = new Set(code.match(/[A-Za-z_]\w*/g));
    /** Of other people's programs. */
    const foreign: ReadonlySet<string> = new Set(["runLLVM", "set_breakpoint", "set_exception_breakpoints"]);
    const unknown = spans.flatMap(({ line, code: text }) =>
      [...text.matchAll(/(?<![\w/-])[A-Za-z_]+(?:[a-z][A-Z]|_)\w*(?![\w/-])/g)].flatMap(([name]) =>
        words.has(name) || foreign.has(name) || /^(RVL|RAVEL)_?[A-Z_]*$/.test(name) ? [] : [at(line, name)],
      ),
    );
    expect(unknown).toEqual([]);
  });

  test("programs of the corpus that documents name exist", () => {
    const unknown = spans.flatMap(({ line, code }) =>
      /^(safe|unsafe|unsupported)\/[\w-]+$/.test(code) && !known.has(`test/programs/${code}/program.c`) ? [at(line, code)] : [],
    );
    expect(unknown).toEqual([]);
  });

  test("tests that documents quote by name exist in the file beside the name", () => {
    const quotes = documents
      .flatMap(linesOf)
      .flatMap((line) => [
        ...[...line.text.matchAll(/`(test\/[\w/.-]+\.ts)` \("([^"]+)"\)/g)].map(([, file = "", name = ""]) => ({ line, file, name })),
        ...[...line.text.matchAll(/"([^"]+)" in `(test\/[\w/.-]+\.ts)`/g)].map(([, name = "", file = ""]) => ({ line, file, name })),
      ]);
    expect(quotes.length).toBeGreaterThan(0);
    const unknown = quotes.filter(({ file, name }) => !readFileSync(join(root, file), "utf8").includes(`"${name}"`));
    expect(unknown.map(({ line, name }) => at(line, name))).toEqual([]);
  });

  test("scripts and codes that documents name exist", () => {
    const unknown = documents
      .flatMap(linesOf)
      .flatMap((line) => [
        ...[...line.text.matchAll(/npm run ([\w:]+)/g)].flatMap(([, name = ""]) => (name in scripts ? [] : [at(line, name)])),
        ...[...line.text.matchAll(/RVL\d{3}/g)].flatMap(([code]) => (code in diagnosticCodes ? [] : [at(line, code)])),
      ]);
    expect(unknown).toEqual([]);
  });

  test("decision records that are cited exist", () => {
    const numbers = new Set(files.flatMap((f) => /^docs\/adr\/(\d{4})-/.exec(f)?.[1] ?? []));
    const dangling = prose.flatMap((line) =>
      [...line.text.matchAll(/(?:\bADR |adr\/|\[)(00\d\d)\b/g)].flatMap(([, n = ""]) => (numbers.has(n) ? [] : [at(line, n)])),
    );
    expect(dangling).toEqual([]);
  });

  test("a section is cited with its paper, not by a sign or a number alone", () => {
    const alone = prose.filter((l) => l.file !== "test/prose.test.ts" && /§|\brule \d|\btechnique \d/.test(l.text));
    expect(alone.map((l) => at(l, l.text.trim()))).toEqual([]);
  });
});

describe("generated sections", () => {
  test.each(sectionedPages)("of %s are what npm run docs writes", (page) => {
    expect(withSections(page)).toBe(readFileSync(join(root, page), "utf8"));
  });

  test("stand only in pages that npm run docs writes", () => {
    const marked = documents.filter((f) => readFileSync(join(root, f), "utf8").includes("<!-- begin "));
    expect(marked.sort()).toEqual([...sectionedPages].sort());
  });
});

describe("decision records", () => {
  const sections = ["Status", "Context", "Decision", "Consequences", "Alternatives"];
  const records = files.filter((f) => /^docs\/adr\/\d{4}-.*\.md$/.test(f));

  test("have numbers of their own", () => {
    const numbers = records.map((f) => basename(f).slice(0, 4));
    expect(numbers.filter((n, i) => numbers.indexOf(n) !== i)).toEqual([]);
  });

  /** The records that a status names after one of these words, by number. */
  const namedIn = (file: string, verbs: RegExp): string[] => {
    const status = /## Status\n\n([\s\S]*?)\n\n## /.exec(readFileSync(join(root, file), "utf8"))?.[1] ?? "";
    return status
      .split(/(?<=[.:])\s/)
      .filter((sentence) => verbs.test(sentence))
      .flatMap((sentence) => [...sentence.matchAll(/\[(\d{4})\]/g)].map(([, n = ""]) => n));
  };

  test("say in both places that one amends or supersedes another", () => {
    const pairs = (verbs: RegExp, isActive: boolean): string[] =>
      records.flatMap((f) => {
        const own = basename(f).slice(0, 4);
        return namedIn(f, verbs).map((other) => (isActive ? `${own} changes ${other}` : `${other} changes ${own}`));
      });
    expect(pairs(/\b(?:Amends|Supersedes)\b/, true).sort()).toEqual(pairs(/\b(?:Amended|[Ss]uperseded) by\b/, false).sort());
  });

  test.each(records)("%s has the usual form", (file) => {
    const text = readFileSync(join(root, file), "utf8");
    expect(text).toMatch(new RegExp(`^# ${basename(file).slice(0, 4)}\\. [A-Z].*[^.]\\n\\n## Status\\n\\n(Accepted|Superseded by)`));
    const headings = [...text.matchAll(/^## (.*)$/gm)].map((m) => m[1]);
    expect(headings.filter((h) => h !== "Alternatives")).toEqual(sections.slice(0, -1));
    expect(headings).toEqual(sections.filter((s) => headings.includes(s)));
  });
});

describe("words", () => {
  /** What to write instead: name the actor; continue, iterate, forever, again; is not; also. */
  const avoided =
    /\b(whoever|nobody|somebody|anybody|everybody|for ever|anew|(?:go|goes|going) round|no \w+ at all)\b|(?<!there )\bis no (?!longer|more|such)|, too\b/gi;
  /** In documents also: continue; after; related functions; finish. */
  const avoidedInDocuments =
    /\b(?:go|goes|going) on\b|\bbehind (?!the same\b|an? (?:opaque|table))|\band (?:its|their) kin\b|\bgets? through\b/gi;

  const pages = files.filter((f) => /^(docs\/.*|[A-Z]+|test\/\w+\/README)\.md$/.test(f));
  const messages = sources.filter((f) => f.startsWith("src/"));
  const found = (list: readonly string[], words: RegExp): string[] =>
    list.flatMap(linesOf).flatMap((line) => [...line.text.matchAll(words)].map(([word]) => at(line, word.trim())));

  test("that a reader has to read twice are not used", () => {
    expect(found([...messages, ...pages], avoided)).toEqual([]);
  });

  test("that have a plainer one are not used in documents", () => {
    expect(found(pages, avoidedInDocuments)).toEqual([]);
  });

  test("are spelt as in British English in documents", () => {
    expect(
      found(
        pages,
        /\b(?:behavior|recogniz|synchronizing|initializ|minimiz|optimiz|summariz|serializ|(?<!--)color|labeled|modeled|canceled)\w*/gi,
      ),
    ).toEqual([]);
  });
});
