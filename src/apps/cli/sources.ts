// Source lines for reports, read when asked for.

import { readFileSync } from "node:fs";
import type { SourceText } from "../../reports/source-text.ts";

/** Reads each file once. */
export function readSources(): SourceText {
  const files = new Map<string, readonly string[] | null>();
  return {
    line(file, line) {
      let lines = files.get(file);
      if (lines === undefined) {
        try {
          lines = readFileSync(file, "utf8").split(/\r?\n/);
        } catch {
          lines = null; // the report does without
        }
        files.set(file, lines);
      }
      return lines?.[line - 1] ?? null;
    },
  };
}

export const fileSources: SourceText = readSources();
