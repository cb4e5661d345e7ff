// Asks symex about a program of atomic sections. In: a tree, combinations of reduction and pruning. Out: the truth, and which combinations do not agree with it.

import { symex } from "../../../src/engines/symex/engine.ts";
import { type Pruning, prunings, reductions, type SymexReduction } from "../../../src/engines/symex/options.ts";
import { compileText, engineTask } from "../../run.ts";
import { isUnsafe, type Program, render } from "./tree.ts";

export interface Combination {
  readonly reduce: SymexReduction;
  readonly prune: Pruning;
  /** Of threads that do the same, one is first. */
  readonly symmetry?: "program";
}

/** Every reduction with every pruning, and some with symmetry. */
export const combinations: readonly Combination[] = [
  ...reductions.flatMap((reduce) => prunings.map((prune) => ({ reduce, prune }))),
  ...(["none", "por", "pdpor"] as const).map((reduce) => ({ reduce, prune: "interpolants", symmetry: "program" }) as const),
];

export interface SectionsCompared {
  readonly unsafe: boolean;
  readonly wrong: readonly string[];
  readonly undecided: readonly string[];
}

export async function compareSections(tree: Program, chosen = combinations): Promise<SectionsCompared> {
  const unsafe = isUnsafe(tree);
  const program = await compileText(render(tree));
  const wrong: string[] = [];
  const undecided: string[] = [];
  for (const { reduce, prune, symmetry } of chosen) {
    const { findings } = await symex.run(engineTask(program, ["assert"], { reduce, prune, symmetry }));
    const found = findings.get("assert");
    const name = `${reduce}, ${prune}${symmetry === undefined ? "" : ", symmetry"}`;
    if (found?.kind === "unknown" || (found?.kind === "covered" && !found.scope.complete))
      undecided.push(`${name} ${found.kind === "unknown" ? found.unknown.code : "bounded"}`);
    if (found?.kind === (unsafe ? "covered" : "candidate")) wrong.push(`${name}: ${unsafe ? "safe" : "unsafe"}`);
  }
  return { unsafe, wrong, undecided };
}
