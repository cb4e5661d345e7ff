// Writes a proof or certificate piece by piece, because it may be longer than a string. In: pieces. Out: the file, when it is complete; or why it
// could not be written, which does not discard the verdict.

import { type Diagnostic, RavelError } from "../../support/diagnostics.ts";
import { OutputFile } from "./output.ts";

export class ProofFile {
  #file: OutputFile | null = null;
  #problems: readonly Diagnostic[] = [];

  /** `last`: how the last piece ends; null: the file is complete when `finish` is called. */
  constructor(
    readonly path: string,
    readonly last: RegExp | null,
  ) {}

  get problems(): readonly Diagnostic[] {
    return this.#problems;
  }

  readonly write = (text: string): void => {
    this.#attempt(() => {
      this.#file ??= new OutputFile(this.path);
      this.#file.write(text);
    });
    if (this.last?.test(text)) this.finish();
  };

  finish(): void {
    this.#attempt(() => this.#file?.finish());
    this.#file = null;
  }

  /** Discards an incomplete file. */
  close(): void {
    this.#file?.discard();
    this.#file = null;
  }

  #attempt(write: () => void): void {
    if (this.#problems.length > 0) return;
    try {
      write();
    } catch (error) {
      if (!(error instanceof RavelError)) throw error;
      this.#problems = error.diagnostics;
    }
  }
}
