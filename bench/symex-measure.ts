// Runs symex on a program of bench/programs/symex as a column of a table says. A column whose options the engine does not have is not measured.

import { symex } from "../src/engines/symex/engine.ts";
import { reductions, type SymexOptions } from "../src/engines/symex/options.ts";
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

export function isOffered({ reduce, slice }: SymexChoice): boolean {
  const isKnown = (reductions as readonly string[]).includes(reduce);
  return isKnown && (slice !== true || symex.options.includes("no-slice"));
}

/** As the papers count: no slicing unless asked for, and branches decided one by one. */
export function optionsOf({ prune, reduce, sleeps, slice }: SymexChoice): SymexOptions {
  const more = { slice: slice ?? false, branches: "fork" } as const;
  return { prune, reduce: reduce as SymexOptions["reduce"], sleeps, ...more };
}

export const load = (file: string, flags: readonly string[]): Promise<Program> => loadProgram(`symex/${file}`, flags);

export interface Subject {
  readonly name: string;
  readonly program: Program;
  readonly property?: Property;
  readonly isSafe: boolean;
}

/** Null: the engine does not have these options. A wrong verdict ends the bench. */
export async function measureSymex(subject: Subject, choice: SymexChoice, seconds?: number): Promise<SymexOutcome | null> {
  if (!isOffered(choice)) return null;
  const { name, program, property = "assert", isSafe } = subject;
  const o = await measure(program, property, { name: "symex", options: optionsOf(choice) }, { seconds });
  check(`${name}, ${choice.reduce} ${choice.prune}`, o, isSafe);
  const { runs = 0, partialRuns = 0, states = 0, subsumed = 0 } = o.stats;
  return { ...o, allRuns: runs + partialRuns, states: states + subsumed };
}
