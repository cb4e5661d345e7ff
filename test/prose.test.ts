// The prose of the repository: references lead somewhere, decision records have one form, and comments, messages and documents avoid the
// words listed here. A failure names the file and line. If a reference dangles, correct it; if a word is listed, rewrite the sentence.

import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../", import.meta.url));

const skipped: ReadonlySet<string> = new Set(["node_modules", "dist", ".git", "results"]);

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
const sources = files.filter((f) => /^(src|test|bench|scripts)\/.*\.ts$/.test(f));

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

  test("links in documents lead to files", () => {
    const dangling = documents.flatMap(linesOf).flatMap((line) =>
      [...line.text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)].flatMap(([, target = ""]) => {
        const path = normalize(join(dirname(line.file), target)).replace(/\/$/, "");
        const isThere = known.has(path) || files.some((f) => f.startsWith(`${path}/`));
        return isThere ? [] : [at(line, target)];
      }),
    );
    expect(dangling).toEqual([]);
  });

  /** Names that stand for a file of the user's, or for one that a test writes. */
  const examples: ReadonlySet<string> = new Set(["FILE.md", "x.ts", "test/x.test.ts"]);

  test("files named in comments and documents exist", () => {
    const dangling = prose.flatMap((line) =>
      [...line.text.matchAll(/(?<![\w./*<>{}-])((?:[\w-]+\/)*[\w-]+(?:\.test)?\.(?:ts|md|mjs))(?![\w/])/g)].flatMap(([, path = ""]) => {
        if (examples.has(path)) return [];
        const isThere = path.includes("/") ? suffixes.has(path) : names.has(path);
        return isThere ? [] : [at(line, path)];
      }),
    );
    expect(dangling).toEqual([]);
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

describe("decision records", () => {
  const sections = ["Status", "Context", "Decision", "Consequences", "Alternatives"];

  test.each(files.filter((f) => /^docs\/adr\/\d{4}-.*\.md$/.test(f)))("%s has the usual form", (file) => {
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

  /**
   * How many are left, by folder: these numbers only go down. Both are the value of an engine option, which scripts may read.
   */
  const remaining: Readonly<Record<string, number>> = {
    "src/engines": 1,
    "docs/adr": 1,
  };

  const folderOf = (file: string): string =>
    file.startsWith("src/")
      ? file
          .split("/")
          .slice(0, file.split("/").length > 2 ? 2 : 1)
          .join("/")
      : dirname(file);
  const prose = [...sources.filter((f) => f.startsWith("src/")), ...documents.filter((f) => /^(docs\/|[A-Z]+\.md)/.test(f))];
  const found = new Map<string, string[]>();
  for (const line of prose.flatMap(linesOf))
    for (const [word] of line.text.matchAll(avoided)) {
      const folder = folderOf(relative("", line.file));
      found.set(folder, [...(found.get(folder) ?? []), at(line, word.trim())]);
    }

  test("there are no more of them than there were", () => {
    const more = [...found].filter(([folder, all]) => all.length > (remaining[folder] ?? 0));
    expect(more).toEqual([]);
  });
});
