// Properties that a formula refutes with little effort need not wait for hard ones. In: a formula, and a brief way to ask it. Out: whether what was refuted holds of the program.
//
// Ravel's own. All properties are asked for briefly first. Those that were refuted are covered if it takes little effort to show that the formula has all runs of the program; otherwise
// they wait, as what comes next serves all properties.

import type { Formula } from "../../encoding/formula.ts";
import type { Question } from "../../encoding/questions.ts";
import type { Property } from "../../execution/errors.ts";
import { addressFreedoms } from "../../execution/freedoms.ts";
import type { Ask } from "./asking.ts";

/** Whether it is shown that no run leaves the fragment, meets what the formula does not express, or ends in undefined behaviour of these kinds. */
export async function hasAllRuns({ skeleton }: Formula, ask: Ask, ending: readonly Property[]): Promise<boolean> {
  if (skeleton.phantoms.length > 0) return false;
  const questions: readonly Question[] = [
    "unwind",
    "unsupported",
    "uninit",
    ...ending.map((p) => `undefined ${p}` as const),
    ...addressFreedoms,
  ];
  for (const question of questions) if ((await ask(question)) !== "unsat") return false;
  return true;
}
