// Runs symex on a program of bench/programs/symex as a column of a table says.

import type { SymexOptions } from "../src/engines/symex/options.ts";
import type { Property } from "../src/execution/errors.ts";
import type { Program } from "../src/program/program.ts";
import { loadProgram } from "./subjects.ts";
import type { SymexChoice } from "./symex-families.ts";
import { check, measure, type Outcome } from "./traces-measure.ts";

export interface SymexOutcome extends Outcome {
  /** Full runs and pruned ones. */
  readonly allRuns: number;
  /** States of PDPOR's tables: those explored and those subsumed. */
  readonly states: number;
}

/** As the papers count: no slicing unless asked for, and branches decided one by one. */
export function optionsOf({ prune, reduce, sleeps, slice }: SymexChoice): SymexOptions {
  const more = { slice: slice ?? false, branches: "fork" } as const;
  return { prune, reduce, sleeps, ...more };
}

export const load = (file: string, flags: readonly string[]): Promise<Program> => loadProgram(`symex/${file}`, flags);

export interface Subject {
  readonly name: string;
  readonly program: Program;
  readonly property?: Property;
  readonly isSafe: boolean;
}

/** A wrong verdict ends the bench. */
export async function measureSymex(subject: Subject, choice: SymexChoice, seconds?: number): Promise<SymexOutcome> {
  const { name, program, property = "assert", isSafe } = subject;
  const o = await measure(program, property, { name: "symex", options: optionsOf(choice) }, { seconds });
  check(`${name}, ${choice.reduce} ${choice.prune}`, o, isSafe);
  const { runs = 0, partialRuns = 0, states = 0, subsumed = 0 } = o.stats;
  return { ...o, allRuns: runs + partialRuns, states: states + subsumed };
}
