// The first statement of main, as a place for an invariant that says nothing. In: the source. Out: a place, or null if the text does not show it.

import type { SourceText } from "../reports/source-text.ts";
import type { Place } from "./path.ts";

export function firstStatement(files: readonly string[], source: SourceText): Place | null {
  for (const file of files) {
    const text = blanked(textOf(file, source));
    const found = /\bmain\s*\([^;{}]*\)\s*\{\s*(?=[^\s}])/.exec(text);
    if (found === null) continue;
    const before = text.slice(0, found.index + found[0].length).split("\n");
    return { file, line: before.length, column: (before.at(-1) as string).length + 1, function: "main" };
  }
  return null;
}

function textOf(file: string, source: SourceText): string {
  const lines: string[] = [];
  for (let line = source.line(file, 1); line !== null; line = source.line(file, lines.length + 1)) lines.push(line);
  return lines.join("\n");
}

/** Comments and texts as blanks, with the same lines and columns. */
const blanked = (text: string): string =>
  text.replace(/"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\/.*|\/\*[^]*?(?:\*\/|$)|^\s*#.*$/gm, (part) => part.replace(/[^\n]/g, " "));
