// Asks symex about a program of atomic sections. In: a tree, combinations of reduction and pruning. Out: the truth, and which combinations do not agree with it.

import { symex } from "../../../src/engines/symex/engine.ts";
import type { Pruning, SymexReduction } from "../../../src/engines/symex/options.ts";
import { compileText, engineTask } from "../../run.ts";
import { isUnsafe, type Program, render } from "./tree.ts";

export interface Combination {
  readonly reduce: SymexReduction;
  readonly prune: Pruning;
}

export interface SectionsCompared {
  readonly unsafe: boolean;
  readonly wrong: readonly string[];
  readonly undecided: readonly string[];
}

export async function compareSections(tree: Program, combinations: readonly Combination[]): Promise<SectionsCompared> {
  const unsafe = isUnsafe(tree);
  const program = await compileText(render(tree));
  const wrong: string[] = [];
  const undecided: string[] = [];
  for (const { reduce, prune } of combinations) {
    const { findings } = await symex.run(engineTask(program, ["assert"], { reduce, prune }));
    const found = findings.get("assert");
    const name = `${reduce}, ${prune}`;
    if (found?.kind === "unknown" || (found?.kind === "covered" && !found.scope.complete))
      undecided.push(`${name} ${found.kind === "unknown" ? found.unknown.code : "bounded"}`);
    if (found?.kind === (unsafe ? "covered" : "candidate")) wrong.push(`${name}: ${unsafe ? "safe" : "unsafe"}`);
  }
  return { unsafe, wrong, undecided };
}
