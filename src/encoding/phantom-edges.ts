// Phantom edges in a formula. In: a composition. Out: clauses that say whether the run shown passes any; and, of a model, the first edge that it
// passes, with the run up to there. Nothing on that run has seen an edge, so it is a run of the program (TRACE, section 3: where to go next).

import type { PhantomEdge } from "../skeleton/skeleton.ts";
import type { Term } from "../terms/term.ts";
import type { ComposedFormula } from "./composed-formula.ts";
import { Composition } from "./composition.ts";
import { type ModelRun, readRunTo } from "./model-run.ts";

export function addPhantomEdges(c: Composition): void {
  for (const edge of c.skeleton.phantoms) c.assert(c.terms.implies(isPassed(c, edge), c.through), "phantom edge");
}

/** The run shown comes to the edge. */
export const isPassed = (c: Composition, { begin }: PhantomEdge): Term => c.terms.and(begin.executed, c.isShown(begin));

/** The first edge that the model's run passes. Null: it passes none. */
export function firstEdge(formula: ComposedFormula): { readonly edge: PhantomEdge; readonly run: ModelRun } | null {
  if (!(formula instanceof Composition)) return null;
  const { positionOf } = formula.timeline();
  let first: PhantomEdge | null = null;
  for (const edge of formula.skeleton.phantoms)
    if (formula.isTrue(isPassed(formula, edge)) && (first === null || positionOf(edge.begin) < positionOf(first.begin))) first = edge;
  return first === null ? null : { edge: first, run: readRunTo(formula, first.begin) };
}
