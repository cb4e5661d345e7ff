// Finds the column of a declaration. In: a position without a column, and the name. Out: the position with the column of the name's first
// occurrence in its line, if there is one and the file can be read. Debug information has no columns for functions and globals; a name
// that comes from a macro has none.

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
    return null; // the diagnostic has no column then
  }
}
