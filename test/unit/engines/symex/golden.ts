// Shared by the tests of the papers' counts: runs symex on a program of bench/programs/symex, as the papers count. Create, join and exit are no branching points; nothing is
// sliced; branches are decided one by one.

import { symex } from "../../../../src/engines/symex/engine.ts";
import type { Pruning, SymexReduction } from "../../../../src/engines/symex/options.ts";
import type { Property } from "../../../../src/execution/errors.ts";
import { load } from "../../../../src/frontend/load.ts";
import { engineTask, loadRequest, type TaskChanges } from "../../../run.ts";

export interface Counted {
  readonly verdict: string;
  readonly runs: number;
  readonly partialRuns: number;
  /** Explored. */
  readonly states: number;
  /** "States" of PDPOR's tables: explored and subsumed. */
  readonly allStates: number;
}

export async function count(
  file: string,
  flags: readonly string[],
  prune: Pruning,
  reduce: SymexReduction = "none",
  property: Property = "assert",
  more: TaskChanges = {},
): Promise<Counted> {
  const { program } = await load({ ...loadRequest(`bench/programs/symex/${file}.c`), flags });
  const changes = { prune, reduce, slice: false, branches: "fork", ...more } as TaskChanges;
  const { findings, stats } = await symex.run(engineTask(program, [property], changes));
  const { runs = 0, partialRuns = 0, states = 0, subsumed = 0 } = stats;
  return { verdict: findings.get(property)?.kind ?? "none", runs, partialRuns, states, allStates: states + subsumed };
}
