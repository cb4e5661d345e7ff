// Source lines for reports, read when asked for.

import { readFileSync } from "node:fs";
import type { SourceText } from "../../reports/source-text.ts";

/** Reads each file once. */
class FileSources implements SourceText {
  readonly #files = new Map<string, readonly string[] | null>();

  line(file: string, line: number): string | null {
    return this.lines(file)?.[line - 1] ?? null;
  }

  /** Null if the file cannot be read: the report does without. */
  lines(file: string): readonly string[] | null {
    let lines = this.#files.get(file);
    if (lines === undefined) {
      try {
        lines = readFileSync(file, "utf8").split(/\r?\n/);
      } catch {
        lines = null;
      }
      this.#files.set(file, lines);
    }
    return lines;
  }

  /** The lines of a file that does not exist. */
  provide(file: string, lines: readonly string[]): void {
    this.#files.set(file, lines);
  }
}

export const readSources = (): SourceText => new FileSources();

export const fileSources = new FileSources();
