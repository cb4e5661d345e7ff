// Preprocessed inputs (`.i`, or any file with line markers): reports show the lines of the original files. In: the files of a check. Out: a function that replaces the
// positions of a report. If an original file is missing, its lines are put together from the preprocessed text.

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Origin, originsOf, type ShownPosition, withShownPositions } from "../../reports/line-markers.ts";
import { fileSources } from "./sources.ts";

export type ShowOriginal = <T>(value: T) => T;

export function showingOriginals(files: readonly string[]): ShowOriginal {
  const positions = new Map<string, (line: number) => ShownPosition | null>();
  for (const file of files) {
    const at = shownPositionsOf(file);
    if (at !== null) positions.set(file, at);
  }
  return (value) => withShownPositions(value, positions);
}

/** The original files that exist. */
export function originalFiles(files: readonly string[]): string[] {
  return files.flatMap((file) => {
    const lines = fileSources.lines(file);
    const origins = lines === null ? null : originsOf(lines);
    const names = new Set(origins?.flatMap((o) => (o === null || o.file.startsWith("/") ? [] : [nameBeside(o.file, file)])));
    return [...names].filter((name) => name !== file && existsSync(name));
  });
}

/** Markers name files as the preprocessor was given them: from its working directory, which may be this one or that of the preprocessed file. */
const nameBeside = (name: string, file: string): string =>
  !existsSync(name) && existsSync(join(dirname(file), name)) ? join(dirname(file), name) : name;

function shownPositionsOf(file: string): ((line: number) => ShownPosition | null) | null {
  const lines = fileSources.lines(file);
  const origins = lines === null ? null : originsOf(lines);
  if (lines === null || origins === null) return null;
  const names = new Map<string, string>();
  const nameOf = (name: string): string => {
    const found = names.get(name) ?? nameBeside(name, file);
    names.set(name, found);
    return found;
  };
  const originOf = (line: number): Origin | null => {
    const origin = origins[line - 1] ?? null;
    return origin === null ? null : { ...origin, file: nameOf(origin.file) };
  };
  provideMissing(lines, originOf);
  return (line) => {
    const origin = originOf(line);
    if (origin === null) return null;
    const given = Buffer.from(lines[line - 1] ?? "");
    const original = Buffer.from(fileSources.line(origin.file, origin.line) ?? "");
    return { ...origin, keeps: (column) => given.subarray(0, column).equals(original.subarray(0, column)) };
  };
}

/** Lines of files that do not exist, from the pieces of them in the preprocessed text. */
function provideMissing(lines: readonly string[], originOf: (line: number) => Origin | null): void {
  const missing = new Map<string, string[]>();
  lines.forEach((text, i) => {
    const origin = originOf(i + 1);
    if (origin === null || (fileSources.lines(origin.file) !== null && !missing.has(origin.file))) return;
    const own = missing.get(origin.file) ?? [];
    missing.set(origin.file, own);
    const before = own[origin.line - 1];
    own[origin.line - 1] =
      before === undefined || before.trim() === "" ? text : text.trim() === "" ? before : `${before.trimEnd()} ${text.trim()}`;
  });
  for (const [file, own] of missing)
    fileSources.provide(
      file,
      Array.from(own, (text) => text ?? ""),
    );
}
