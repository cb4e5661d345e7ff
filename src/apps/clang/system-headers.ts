// System headers, which are searched after Ravel's own. In: clang's messages about a compilation. Out: flags for another attempt, if the
// system has the missing headers; and, stored with the compiled unit for the report, which system headers were used and which functions they declare.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { DataModel } from "../../program/program.ts";
import { type Diagnostic, diagnostic, ndebugHint } from "../../support/diagnostics.ts";
import type { Flag } from "./flags.ts";

const root = "/usr/include";

/** The system's directories of headers for a data model, in the order of the search. */
export function systemHeaderFolders(dataModel: DataModel): string[] {
  const multiarch = dataModel === "lp64" ? ["x86_64-linux-gnu"] : ["i386-linux-gnu", "x86_64-linux-gnu"];
  const specific = multiarch.map((name) => `${root}/${name}`).find((folder) => existsSync(folder));
  return ["/usr/local/include", ...(specific === undefined ? [] : [specific]), root].filter((folder) => existsSync(folder));
}

export const systemHeaderFlags = (dataModel: DataModel): Flag[] =>
  systemHeaderFolders(dataModel).map((path) => ({ kind: "path", option: "-idirafter", path }) as const);

/** Whether headers are missing, and the system has all of them. */
export function hasMissingHeaders(diagnostics: readonly Diagnostic[], dataModel: DataModel): boolean {
  const missing = diagnostics.flatMap((d) => /^'([^']*)' file not found/.exec(d.message)?.[1] ?? []);
  const folders = systemHeaderFolders(dataModel);
  return missing.length > 0 && missing.every((name) => folders.some((folder) => existsSync(join(folder, name))));
}

const mark = "; system headers ";

interface Marked {
  /** The system headers that were read. */
  readonly headers: readonly string[];
  /** Functions that the unit calls, with the system header that declares them. */
  readonly declares: Readonly<Record<string, string>>;
}

/** Adds a first line to the IR that names the system headers: the cache stores nothing but the IR. */
export function markSystemHeaders(ir: string, read: readonly string[]): string {
  const headers = read.filter((path) => path.startsWith(`${root}/`) || path.startsWith("/usr/local/include/"));
  const called = [...ir.matchAll(/^declare [^@\n]*@([\w.]+)\(/gm)].flatMap((m) => m[1] ?? []).filter((name) => !name.startsWith("llvm."));
  const texts = headers.map((path) => ({ path, text: readHeader(path) }));
  const declares: Record<string, string> = {};
  for (const name of called) {
    const found = texts.find(({ text }) => new RegExp(`\\b${name}\\s*\\(`).test(text));
    if (found !== undefined) declares[name] = found.path;
  }
  return `${mark}${JSON.stringify({ headers, declares } satisfies Marked)}\n${ir}`;
}

/** The text of a header; "" if it cannot be read. */
export function readHeader(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

export function readMark(ir: string): Marked | null {
  return ir.startsWith(mark) ? (JSON.parse(ir.slice(mark.length, ir.indexOf("\n"))) as Marked) : null;
}

/** The note in the report about a unit that was compiled with system headers. */
export function systemHeaderNotes(file: string, ir: string): Diagnostic[] {
  const marked = readMark(ir);
  if (marked === null) return [];
  const outer = marked.headers.filter((path) => !/\/(bits|asm|asm-generic|linux|gnu)\//.test(path)).slice(0, 5);
  const names = (outer.length > 0 ? outer : marked.headers.slice(0, 5)).join(", ");
  return [
    diagnostic("RVL107", `${file} uses headers of this machine that Ravel does not provide: ${names}`, {
      severity: "note",
      hint: "see docs/library.md for the functions that are modelled",
    }),
  ];
}

/** With the system's assert.h, only flags and the text of the file tell that assertions were compiled out; Ravel's own leaves calls (analysis/compiled-out-assertions.ts). */
export function compiledOutNotes(file: string, text: string, flags: readonly Flag[]): Diagnostic[] {
  const last = flags.findLast((f) => f.kind === "text" && /^-[DU]NDEBUG(=|$)/.test(f.text));
  const before = /^[^]*?(?=^\s*#\s*include\s*[<"]assert\.h)/m.exec(text)?.[0] ?? "";
  const isDefined = (last?.kind === "text" && last.text.startsWith("-D")) || /^\s*#\s*define\s+NDEBUG\b/m.test(before);
  if (!isDefined || !/\bassert\s*\(/.test(text)) return [];
  return [
    diagnostic("RVL513", `NDEBUG is defined: assertions of ${file} are compiled out and not checked`, {
      severity: "note",
      hint: ndebugHint,
    }),
  ];
}
