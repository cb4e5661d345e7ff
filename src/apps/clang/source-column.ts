// Where in its line a name is declared. Debug information has a line for functions and globals, and no column. In: a position without
// column and the name. Out: the position with the column of the name's first occurrence as a word, if the file can still be read and
// has one there; a name that comes out of a macro has none.

import { readFileSync } from "node:fs";
import type { SourcePosition } from "../../frontend/llvm/module.ts";
import type { SourceLocation } from "../../support/diagnostics.ts";

export function withColumn(position: SourcePosition, name: string): SourceLocation {
  const { file, line, column } = position;
  if (column > 0) return position;
  const text = readLine(file, line);
  const at = text === null ? -1 : [...text.matchAll(/[\w$\u0080-\uffff]+/g)].find((word) => word[0] === name)?.index;
  return at === undefined || at < 0 ? { file, line } : { file, line, column: at + 1 };
}

function readLine(file: string, line: number): string | null {
  try {
    return readFileSync(file, "utf8").split("\n")[line - 1] ?? null;
  } catch {
    return null; // the diagnostic does without
  }
}
