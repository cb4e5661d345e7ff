// The modelled library functions: every function that the compiled library offers to programs.
//
// In: the compiled library and its C sources. Out: name, where it is defined, the remark above its definition, the headers that
// declare it, and a module in which it does nothing and returns zero (for test/corpus/mutation.ts).

import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { libraryFolder } from "../../src/apps/clang/assets.ts";
import type { Module } from "../../src/frontend/llvm/module.ts";
import { parseModule } from "../../src/frontend/llvm/parser.ts";
import { projectFolder } from "./collection.ts";

export interface LibraryFunction {
  readonly name: string;
  /** src/frontend/library/…, and the line of its definition (of the macro's use, where a macro defines it). */
  readonly source: string;
  readonly line: number;
  /** How it is modelled, in the words of the source. */
  readonly remark: string;
  /** "pthread.h"; empty for what no header declares. */
  readonly headers: readonly string[];
  /** Its compiled body has no effect and returns zero: no program can distinguish it from a function that does nothing. */
  readonly doesNothing: boolean;
  /** A module that defines it as a function that returns zero and does nothing else. */
  stub(): Module;
}

const sourceFolder = join(projectFolder, "src/frontend/library");
const headerFolder = join(projectFolder, "src/frontend/headers");

export function libraryFunctions(): LibraryFunction[] {
  const folder = join(libraryFolder(), "lp64");
  const headers = readHeaders();
  const files = readdirSync(folder).filter((file) => file.endsWith(".ll"));
  return files.flatMap((file) => {
    const ir = readFileSync(join(folder, file), "utf8");
    const source = file.replace(/\.ll$/, ".c");
    const lines = readFileSync(join(sourceFolder, source), "utf8").split("\n");
    return [...ir.matchAll(/^define (?!internal )(?<head>[^\n]*?@(?<name>[\w$]+)\([^\n]*) !dbg !(?<debug>\d+) \{$/gm)].flatMap(
      ({ groups }) => {
        const { head, name, debug } = groups as { head: string; name: string; debug: string };
        if (name.startsWith("__rvl_")) return [];
        const line = Number(new RegExp(`^!${debug} = .*\\bline: (\\d+)`, "m").exec(ir)?.[1] ?? 0);
        return [
          {
            name,
            source: `src/frontend/library/${source}`,
            line,
            remark: remarkAbove(lines, line),
            headers: headersOf(name, headers),
            doesNothing: doesNothing(ir, name),
            stub: () => stub(ir, head),
          },
        ];
      },
    );
  });
}

// ---- a function that does nothing

/** Takes its arguments and returns zero: no call, no load but of an argument, no branch. */
function doesNothing(ir: string, name: string): boolean {
  const start = ir.search(new RegExp(`^define [^\\n]*@${name.replaceAll("$", "\\$")}\\(`, "m"));
  const [, ...body] = ir.slice(start, ir.indexOf("\n}", start)).split("\n");
  const idle =
    /^entry:$|^ {2}%[\w.]+\.addr = alloca |^ {2}store \S+ %\w+, ptr %\w+\.addr,|^ {2}%\w+ = load \S+, ptr %\w+\.addr,|^ {2}ret (void|\w+ (0|null))(,|$)/;
  return body.every((line) => idle.test(line));
}

function stub(ir: string, head: string): Module {
  const preamble = ir.split("\n").filter((line) => /^(target |%\S+ = type )/.test(line));
  const signature = head.replace(/ #\d+.*$/, "").replace(/ (local_)?unnamed_addr.*$/, "");
  const type = /^(?:dso_local |noundef |zeroext |signext |noalias |hidden )*(?<type>.*?) @/.exec(signature)?.groups?.type ?? "void";
  return parseModule(
    [...preamble, `define ${signature} {`, `  ret ${type === "void" ? "void" : `${type} ${zeroOf(type)}`}`, "}", ""].join("\n"),
  );
}

function zeroOf(type: string): string {
  if (type === "ptr") return "null";
  if (type === "float" || type === "double") return "0.000000e+00";
  return /^i\d+$/.test(type) ? "0" : "zeroinitializer";
}

// ---- its description in the sources

/**
 * The comment above a definition. Definitions without a blank line between them, and those made by one macro, share it; if
 * there is none, it is the file's first sentence.
 */
function remarkAbove(lines: readonly string[], definition: number): string {
  let at = definition - 2;
  while (at >= 0 && lines[at]?.trim() !== "" && !lines[at]?.trimEnd().endsWith("*/")) at--;
  if (!lines[at]?.trimEnd().endsWith("*/") || !startsComment(lines, at)) return firstSentence(lines);
  return commentEndingAt(lines, at);
}

const startsComment = (lines: readonly string[], end: number): boolean => commentStart(lines, end) >= 0;

function commentStart(lines: readonly string[], end: number): number {
  for (let at = end; at >= 0; at--) {
    if (lines[at]?.startsWith("/*")) return at;
    if (lines[at]?.trim() === "") return -1;
  }
  return -1;
}

function commentEndingAt(lines: readonly string[], end: number): string {
  const text = lines.slice(commentStart(lines, end), end + 1).join(" ");
  return text
    .replace(/^\/\*\s*|\s*\*\/\s*$/g, "")
    .replace(/\s+\*?\s+/g, " ")
    .trim();
}

function firstSentence(lines: readonly string[]): string {
  const end = lines.findIndex((line) => line.includes("*/"));
  const text = commentEndingAt(lines, end);
  return text.slice(0, (/[.:](?= |$)/.exec(text)?.index ?? text.length) + 1).replace(/:$/, ".");
}

function readHeaders(): ReadonlyMap<string, string> {
  const paths = readdirSync(headerFolder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".h"));
  return new Map(
    paths
      .sort()
      .map((path) => [
        relative(".", path),
        readFileSync(join(headerFolder, path), "utf8").replace(/\/\*[^]*?\*\/|\/\/.*|^#include.*/gm, ""),
      ]),
  );
}

function headersOf(name: string, headers: ReadonlyMap<string, string>): string[] {
  const declaration = new RegExp(`(?<![\\w])${name.replaceAll("$", "\\$")}(?![\\w])`);
  const found = [...headers].filter(([, text]) => declaration.test(text)).map(([path]) => path);
  const open = found.filter((path) => !path.startsWith("bits/"));
  return open.length > 0 ? open : found;
}
