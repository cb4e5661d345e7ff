// symex against all interleavings, on programs whose threads wait for some inputs. In: a program and a seed. Out: what all interleavings say; the answers of symex that contradict it, and those it does not give.

import { explore } from "../../../src/engines/explore/explore.ts";
import { symex } from "../../../src/engines/symex/engine.ts";
import { prunings, reductions } from "../../../src/engines/symex/options.ts";
import type { Property } from "../../../src/execution/errors.ts";
import { Budget } from "../../../src/support/budget.ts";
import { Rng } from "../../../src/support/rng.ts";
import { compileText, cpuMs, engineTask } from "../../run.ts";
import type { WaitingProgram } from "./generate.ts";

export interface WaitsCompared {
  /** Answers that were compared: where all interleavings could not be searched, none. */
  readonly answers: number;
  readonly unsafe: number;
  readonly wrong: readonly string[];
  /** Codes. */
  readonly undecided: readonly string[];
}

const megabytes = 1000;
/** Interleavings that are searched: counted, so that the same programs are compared on every machine. */
const maxRuns = 20_000;

/** `seconds` of CPU time for each search of symex; null: no limit. */
export async function compareWaits({ text, properties }: WaitingProgram, seed: number, seconds: number | null): Promise<WaitsCompared> {
  const rng = new Rng(seed);
  const program = await compileText(text);
  const all = await explore.run({ ...engineTask(program, properties, { reduction: "none" }), maxRuns });
  const expected = new Map(properties.map((p): [Property, string | undefined] => [p, all.findings.get(p)?.kind]));
  if ([...expected.values()].some((kind) => kind !== "candidate" && kind !== "covered"))
    return { answers: 0, unsafe: 0, wrong: [], undecided: [] };
  const unsafe = [...expected.values()].filter((kind) => kind === "candidate").length;
  const wrong: string[] = [];
  const undecided: string[] = [];
  let answers = 0;
  for (const reduce of reductions)
    for (const prune of prunings) {
      const options = { reduce, prune, branches: rng.pick(["merge", "fork"] as const), slice: rng.below(2) === 0 };
      if (rng.below(2) === 0 || (reduce === "pdpor" && properties.includes("deadlock"))) continue;
      const task = engineTask(program, properties, options);
      const { findings } = await symex.run(seconds === null ? task : { ...task, budget: new Budget(seconds, megabytes, cpuMs) });
      for (const p of properties) {
        const found = findings.get(p);
        answers++;
        if (found?.kind === "unknown") undecided.push(found.unknown.code);
        else if (found?.kind !== expected.get(p)) wrong.push(`${reduce}, ${prune}, ${p}: ${found?.kind} instead of ${expected.get(p)}`);
      }
    }
  return { answers, unsafe, wrong, undecided };
}
