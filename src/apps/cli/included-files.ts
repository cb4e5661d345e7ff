// Headers of the user's that files include, for comments in them. In: C files and flags for the compiler. Out: the headers found by name, each once.
//
// Includes are read as text, whatever conditions they stand under, and looked for beside the file and in the directories of -I and -iquote. Headers that are
// found elsewhere are the system's or Ravel's own.

import { dirname, join } from "node:path";
import { fileSources } from "./sources.ts";

const include = /^\s*#\s*include\s*["<]([^">]+)[">]/;

export function includedFiles(files: readonly string[], flags: readonly string[]): string[] {
  const folders = foldersOf(flags);
  const seen = new Set(files);
  const queue = [...files];
  for (const file of queue)
    for (const text of fileSources.lines(file) ?? []) {
      const name = text.includes("include") ? include.exec(text)?.[1] : undefined;
      if (name === undefined) continue;
      const paths = name.startsWith("/") ? [name] : [dirname(file), ...folders].map((folder) => join(folder, name));
      const found = paths.find((path) => fileSources.lines(path) !== null);
      if (found === undefined || seen.has(found)) continue;
      seen.add(found);
      queue.push(found);
    }
  return queue.slice(files.length);
}

/** The directories of `-I DIR`, `-IDIR` and the same with -iquote. */
function foldersOf(flags: readonly string[]): string[] {
  return flags.flatMap((flag, i) => {
    const [, joined] = /^(?:-I|-iquote)(.*)$/.exec(flag) ?? [];
    return joined === undefined ? [] : [joined === "" ? (flags[i + 1] ?? ".") : joined];
  });
}
