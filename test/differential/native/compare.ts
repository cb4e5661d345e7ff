// Runs a program of the corpus natively and explores it: exploration must reach every native observation.

import { load } from "../../../src/frontend/load.ts";
import { loadRequest } from "../../run.ts";
import { nameable, runNatively } from "./native-runs.ts";
import { exploreObservations, keyOf, leavesOf } from "./observation.ts";

export type NativeComparison =
  | { readonly kind: "not compared"; readonly why: string }
  | {
      readonly kind: "compared";
      readonly runs: number;
      /** Different observations: natively, and explored. */
      readonly observed: number;
      readonly reached: number;
      /** Observed natively and not reached; one line each. */
      readonly unreached: readonly string[];
    };

export async function compareNatively(file: string, text: string, times: number, maxRuns = 60_000): Promise<NativeComparison> {
  // Natively, sections are a lock, and functions of that name do nothing.
  if (/\b__VERIFIER_atomic_(?!begin\b|end\b)/.test(text))
    return { kind: "not compared", why: "its atomic functions are not atomic natively" };
  const { program } = await load(loadRequest(file));
  const leaves = nameable(file, leavesOf(program));
  const explored = await exploreObservations(program, leaves, maxRuns);
  if (explored.obstacle !== null) return { kind: "not compared", why: explored.obstacle };
  if (explored.weak && /\b__VERIFIER_atomic_begin\b/.test(text))
    return { kind: "not compared", why: "races with atomic sections, which are a lock natively" };
  const hangs = [...explored.reached].some((key) => key.startsWith('["hang"'));
  const { observed, dropped } = await runNatively(file, {
    leaves: explored.cut ? [] : leaves,
    times,
    oneProcessor: explored.weak,
    wholeLines: explored.wholeLines,
    timeout: hangs ? 1000 : 600_000,
    maxHangs: 5,
  });
  const seen = [...observed.values()];
  return {
    kind: "compared",
    runs: seen.reduce((sum, o) => sum + o.times, dropped),
    observed: new Set(seen.map((o) => keyOf(o.observation, explored.cut))).size,
    reached: explored.reached.size,
    unreached: seen
      .filter((o) => !explored.reached.has(keyOf(o.observation, explored.cut)))
      .map((o) => `${o.times} times ${JSON.stringify(o.observation)}`),
  };
}
