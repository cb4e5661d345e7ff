// The lines of the program at which threads can stop. In: a program. Out: for a line that a person points at, the next one with code; for a function, its first.

import { bodyIfSupported, type Program, type ProgramFunction } from "../program/program.ts";

export interface CodeLine {
  readonly file: string;
  readonly line: number;
}

/** The lines of a function of the program's own, in the order of its code. */
export function* linesOf({ positions }: Program, f: ProgramFunction): Iterable<CodeLine> {
  if (f.library || f.external) return;
  for (const { operations, terminator } of bodyIfSupported(f)?.blocks ?? [])
    for (const { at } of [...operations, terminator]) {
      const p = positions[at];
      if (at !== 0 && p !== undefined && p.line > 0) yield p;
    }
}

export class CodeLines {
  /** By file, in order. */
  readonly #lines = new Map<string, readonly number[]>();
  readonly #functions = new Map<string, CodeLine>();

  constructor(program: Program) {
    const found = new Map<string, Set<number>>();
    for (const f of program.functions) {
      let first: CodeLine | null = null;
      for (const { file, line } of linesOf(program, f)) {
        found.set(file, (found.get(file) ?? new Set()).add(line));
        first ??= { file, line };
      }
      if (first !== null) this.#functions.set(f.name, first);
    }
    for (const [file, lines] of found)
      this.#lines.set(
        file,
        [...lines].sort((a, b) => a - b),
      );
  }

  get files(): string[] {
    return [...this.#lines.keys()];
  }

  /** The file as the program names it: an equal path, or one that ends alike. */
  fileNamed(name: string): string | null {
    if (this.#lines.has(name)) return name;
    const plain = name.replace(/^\.\//, "");
    return this.files.find((f) => f === plain || f.endsWith(`/${plain}`) || plain.endsWith(`/${f.replace(/^\.\//, "")}`)) ?? null;
  }

  at(file: string, line: number): CodeLine | null {
    const known = this.fileNamed(file);
    const next = known === null ? undefined : this.#lines.get(known)?.find((n) => n >= line);
    return known === null || next === undefined ? null : { file: known, line: next };
  }

  ofFunction(name: string): CodeLine | null {
    return this.#functions.get(name) ?? null;
  }
}
