// The source text that a page shows. In: the lines that its runs execute. Out: their files, whole if they are short, else the lines around them.

import type { SourceText } from "../source-text.ts";
import { printable } from "../terminal.ts";
import type { Excerpt, SourceFile } from "./model.ts";

/** Longer files are shown in excerpts. */
const maxWholeFile = 1500;
/** Lines shown before and after an executed line of a long file. */
const around = 40;

/** Numbers files as they are asked for, and remembers the lines of interest. */
export class SourceExcerpts {
  readonly #lines = new Map<string, Set<number>>();
  readonly #index = new Map<string, number>();

  constructor(readonly source: SourceText) {}

  /** The index of the file, or -1 if its text cannot be read. */
  add(file: string, line: number): number {
    const known = this.#index.get(file);
    if (known === undefined && this.source.line(file, line) === null) return -1;
    const index = known ?? this.#index.size;
    this.#index.set(file, index);
    const lines = this.#lines.get(file) ?? new Set();
    this.#lines.set(file, lines.add(line));
    return index;
  }

  /** The files so far, by index. */
  get names(): string[] {
    return [...this.#index.keys()];
  }

  files(): SourceFile[] {
    return [...this.#lines].map(([name, lines]) => ({ name, excerpts: this.#excerptsOf(name, lines) }));
  }

  #excerptsOf(file: string, lines: ReadonlySet<number>): Excerpt[] {
    const isShort = this.source.line(file, maxWholeFile + 1) === null;
    const ranges: { first: number; last: number }[] = [];
    if (isShort) ranges.push({ first: 1, last: maxWholeFile });
    else
      for (const line of [...lines].sort((a, b) => a - b)) {
        const before = ranges.at(-1);
        if (before !== undefined && line - around <= before.last + 1) before.last = line + around;
        else ranges.push({ first: Math.max(line - around, 1), last: line + around });
      }
    return ranges.map(({ first, last }) => ({ first, lines: this.#read(file, first, last) }));
  }

  #read(file: string, first: number, last: number): string[] {
    const out: string[] = [];
    for (let line = first; line <= last; line++) {
      const text = this.source.line(file, line);
      if (text === null) break;
      out.push(printable(text));
    }
    if (out.at(-1) === "") out.pop();
    return out;
  }
}
