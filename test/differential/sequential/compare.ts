// Runs one program natively and in Ravel. In: a program's tree. Out: that they agree, that the program is invalid (the
// native variants disagree, so it has more than one meaning), or how they differ, with a signature by which the
// shrinker recognises the same fault.

import {
  crossChecks,
  type Disagreement,
  disagreements,
  firstDifference,
  type NativeResult,
  reference,
  runNatively,
  type Variant,
} from "./native.ts";
import { type RavelRun, runInRavel } from "./ravel.ts";
import { type Program, render } from "./tree.ts";

export type Comparison =
  | { readonly kind: "agree" }
  | { readonly kind: "invalid"; readonly disagreements: readonly Disagreement[] }
  | { readonly kind: "mismatch"; readonly signature: string; readonly detail: string };

export interface Checks {
  /** Also compile with other compilers and sanitizers, to show that the program has one meaning. */
  readonly native: boolean | readonly Variant[];
  readonly ravel: boolean;
}

export async function compare(program: Program, checks: Checks): Promise<Comparison> {
  const source = render(program);
  const expected = await runNatively(source, program.model, reference);
  if (expected.kind !== "ran") return { kind: "invalid", disagreements: await disagreements(source, program.model, expected, []) };
  const mismatch = checks.ravel ? compareRuns(expected, await runInRavel(source, program.model)) : null;
  if (checks.native) {
    const found = await disagreements(source, program.model, expected, checks.native === true ? crossChecks : checks.native);
    if (found.length > 0) return { kind: "invalid", disagreements: found };
  }
  return mismatch ?? { kind: "agree" };
}

type Ran = Extract<NativeResult, { kind: "ran" }>;

export function compareRuns(expected: Ran, actual: RavelRun): Comparison | null {
  const line = firstDifference(expected.stdout, actual.stdout);
  if (actual.outcome !== "finished") {
    return { kind: "mismatch", signature: normalise(actual.outcome), detail: `${actual.outcome}${line === null ? "" : ` (${line})`}` };
  }
  if (line !== null) return { kind: "mismatch", signature: "different output", detail: line };
  if (expected.exit !== actual.exit)
    return { kind: "mismatch", signature: "different exit status", detail: `exit ${actual.exit}, expected ${expected.exit}` };
  return null;
}

/** The kind of a failure, without the names and numbers of the program at hand. */
export function normalise(outcome: string): string {
  return (outcome.split("\n")[0] ?? "").replace(/0x[0-9a-f]+|\d+/g, "#").replace(/'[^']*'|"[^"]*"|`[^`]*`/g, "'…'");
}
