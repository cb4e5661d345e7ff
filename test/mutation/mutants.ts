// Mutants of the source: one rule of the code is taken out or turned round in each. In: mutants.json. Out: the list, and the text of a file with a mutant in it.

import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface Mutant {
  /** What the code does without the rule. */
  readonly name: string;
  /** Under src. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** The test file that fails, under test/unit. */
  readonly test: string;
  /** A part of the title of the test that fails; absent: any of the file. */
  readonly title?: string;
}

export const listMutants = (root: string): readonly Mutant[] =>
  JSON.parse(readFileSync(join(root, "test/mutation/mutants.json"), "utf8")) as Mutant[];

/** The mutated text; null: the text to change is not there, or not once. */
export function mutated(text: string, { from, to }: Mutant): string | null {
  const at = text.indexOf(from);
  return at < 0 || text.indexOf(from, at + 1) >= 0 ? null : text.slice(0, at) + to + text.slice(at + from.length);
}
