// The generated pages docs/library.md and docs/corpus.md, as text. In: the library's sources, the no-op table, the collection.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { allProperties } from "../../src/execution/errors.ts";
import { type CorpusProgram, projectFolder, readCollection } from "./collection.ts";
import { type LibraryFunction, libraryFunctions } from "./library-functions.ts";

const generated = "<!-- Written by `npm run docs`. -->";

export function libraryPage(): string {
  const functions = libraryFunctions();
  const table = JSON.parse(readFileSync(join(projectFolder, "test/corpus/mutations.json"), "utf8")) as Record<string, string>;
  const files = [...new Set(functions.map((f) => f.source))];
  const sections = files.flatMap((file) => {
    const rows = functions
      .filter((f) => f.source === file)
      .map((f) => row([code(f.name), headers(f), f.remark, shownBy(f, table[f.name])]));
    return [
      "",
      `## ${file.replace(/^.*\/|\.c$/g, "")}`,
      "",
      row(["function", "header", "how it is modelled", "shown by"]),
      "|---|---|---|---|",
      ...rows,
    ];
  });
  const idle = functions.filter((f) => f.doesNothing).length;
  return [
    "# Library functions",
    "",
    generated,
    "",
    `Ravel models ${functions.length} functions of the C library, in C, in \`src/frontend/library\`. A program may define any of them itself. A call to any`,
    "other function without a definition ends in `unknown`, with the code RVL202 and the function's name.",
    "",
    "The last column names a program under `test/` whose output, end or verdict changes if the function does nothing and returns zero: a test fails if",
    `the model breaks. ${idle} functions are modelled as doing nothing.`,
    ...sections,
    "",
  ].join("\n");
}

function shownBy(f: LibraryFunction, program: string | undefined): string {
  if (f.doesNothing) return "does nothing and returns 0";
  return program === undefined ? "–" : link(program.replace(/^test\/(programs\/)?|(\/program)?\.c$/g, ""), program);
}

const headers = (f: LibraryFunction): string => (f.headers.length === 0 ? "–" : f.headers.slice(0, 2).map(code).join(", "));

export function corpusPage(): string {
  const { programs, unsupported } = readCollection();
  const count = (holds: (p: CorpusProgram) => boolean): number => programs.filter(holds).length;
  const section = (group: string, tier: CorpusProgram["tier"]): string[] => {
    const rows = programs.filter((p) => p.name.startsWith(`${group}/`) && p.tier === tier);
    const head = [row(["program", "lines", "inputs", "violations", "what it is"]), "|---|---:|---|---|---|"];
    return [
      "",
      `## ${group}, ${tier} (${rows.length})`,
      "",
      ...head,
      ...rows.map((p) =>
        row([link(p.name.replace(/^.*\//, ""), p.file), String(p.lines), p.inputs ? "yes" : "", violations(p), subject(p)]),
      ),
    ];
  };
  return [
    "# Corpus",
    "",
    generated,
    "",
    `${programs.length} programs under \`test/programs\`, each with its expected verdict for every property and, if that is \`unsafe\`, the kind of violation and the`,
    `lines at which it may be reported. ${count((p) => p.tier === "small")} are small, ${count((p) => p.tier === "large")} large (150 to 500 lines), ${count((p) => p.real)} in the style of real code; ${count((p) => p.inputs)} have inputs. The comment at the top of each program argues`,
    "for its verdicts. Properties that are not listed are safe. A program is under `unsafe` if assert, race, deadlock or memory is.",
    ...section("unsafe", "small"),
    ...section("unsafe", "large"),
    ...section("safe", "small"),
    ...section("safe", "large"),
    "",
    `## unsupported (${unsupported.length})`,
    "",
    "Valid programs with features that Ravel does not support: the verdict is `unknown`, with this code and a reason that contains this word.",
    "",
    row(["program", "code", "word", "what it is"]),
    "|---|---|---|---|",
    ...unsupported.map((p) => row([link(p.name.replace(/^.*\//, ""), p.file), p.code, p.names, subject(p)])),
    "",
  ].join("\n");
}

function violations(p: CorpusProgram): string {
  const listed = allProperties.flatMap((property) => {
    const v = p.violations[property];
    return v === undefined ? [] : [`${property}: ${v.kind} (${v.lines.join(", ")})`];
  });
  return listed.join("; ");
}

/** The first sentence of the program's comment. */
function subject(p: { readonly text: string }): string {
  const comment = p.text
    .slice(2, p.text.indexOf("*/"))
    .replace(/\s*\n\s*\*\s*/g, " ")
    .trim();
  return comment.slice(0, (/[.:](?= |$)/.exec(comment)?.index ?? comment.length - 1) + 1).replace(/:$/, ".");
}

const row = (cells: readonly string[]): string => `| ${cells.map((c) => c.replaceAll("|", "\\|").replaceAll("<", "&lt;")).join(" | ")} |`;
const code = (text: string): string => `\`${text}\``;
const link = (text: string, file: string): string => `[${text}](../${file})`;
