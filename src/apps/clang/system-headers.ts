// Headers of the machine, behind Ravel's own. In: what clang said about a compilation. Out: the flags to try it again with, if a header is missing that
// the machine has; and, kept with the compiled unit, which of them were used and which functions they declare, for the report.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Diagnostic, diagnostic } from "../../support/diagnostics.ts";
import type { DataModel, Flag } from "./flags.ts";

const root = "/usr/include";

/** Where the machine keeps headers for a data model, in the order of looking. */
export function systemHeaderFolders(dataModel: DataModel): string[] {
  const multiarch = dataModel === "lp64" ? ["x86_64-linux-gnu"] : ["i386-linux-gnu", "x86_64-linux-gnu"];
  const specific = multiarch.map((name) => `${root}/${name}`).find((folder) => existsSync(folder));
  return ["/usr/local/include", ...(specific === undefined ? [] : [specific]), root].filter((folder) => existsSync(folder));
}

export const systemHeaderFlags = (dataModel: DataModel): Flag[] =>
  systemHeaderFolders(dataModel).map((path) => ({ kind: "path", option: "-idirafter", path }) as const);

/** Is every header that clang did not find one that the machine has? */
export function hasMissingHeaders(diagnostics: readonly Diagnostic[], dataModel: DataModel): boolean {
  const missing = diagnostics.flatMap((d) => /^'([^']*)' file not found/.exec(d.message)?.[1] ?? []);
  const folders = systemHeaderFolders(dataModel);
  return missing.length > 0 && missing.every((name) => folders.some((folder) => existsSync(join(folder, name))));
}

const mark = "; system headers ";

interface Marked {
  /** Headers of the machine that were read, shortest names first. */
  readonly headers: readonly string[];
  /** Functions they declare and the unit calls. */
  readonly declares: Readonly<Record<string, string>>;
}

/** Notes in the unit's text which headers of the machine it was compiled with: the text is what is kept. */
export function markSystemHeaders(ir: string, read: readonly string[]): string {
  const headers = read.filter((path) => path.startsWith(`${root}/`) || path.startsWith("/usr/local/include/"));
  const called = [...ir.matchAll(/^declare [^@\n]*@([\w.]+)\(/gm)].flatMap((m) => m[1] ?? []).filter((name) => !name.startsWith("llvm."));
  const texts = headers.map((path) => ({ path, text: readText(path) }));
  const declares: Record<string, string> = {};
  for (const name of called) {
    const found = texts.find(({ text }) => new RegExp(`\\b${name}\\s*\\(`).test(text));
    if (found !== undefined) declares[name] = found.path;
  }
  return `${mark}${JSON.stringify({ headers, declares } satisfies Marked)}\n${ir}`;
}

function readText(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

export function readMark(ir: string): Marked | null {
  return ir.startsWith(mark) ? (JSON.parse(ir.slice(mark.length, ir.indexOf("\n"))) as Marked) : null;
}

/** What the report says of a unit compiled with headers of the machine. */
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
