// Races in the step encoding. In: a formula, and the pairs of accesses that may race. Out: clauses, and a possible violation per pair: both are executed in
// neighbouring steps, so that both could be next before the first of them; or happens-before does not order them (../unordered-races.ts), where a
// thread may learn of others without being ordered after them.
//
// An access that may race begins a unit: otherwise a thread could not stand before it. So does what orders threads, if happens-before decides.

import { endsAt, type SkeletonEvent } from "../../skeleton/skeleton.ts";
import type { Term } from "../../terms/term.ts";
import type { RacePair } from "../race-pairs.ts";
import { UnorderedRaces } from "../unordered-races.ts";
import type { CellUse } from "./copied-cells.ts";
import type { StepFormula } from "./step-formula.ts";

/** The events that must begin a unit. */
export function standingApart(events: readonly SkeletonEvent[], pairs: readonly RacePair[]): ReadonlySet<SkeletonEvent> {
  const apart = new Set(pairs.filter((p) => !p.byOrder).flatMap(({ a, b }) => [a.event, b.event]));
  if (pairs.some((p) => p.byOrder)) for (const e of events) if (e.acquires.length + e.releases.length + e.fences.length > 0) apart.add(e);
  return apart;
}

export function addRaces(f: StepFormula, pairs: readonly RacePair[]): void {
  if (pairs.some((p) => p.byOrder)) addFlows(f);
  const unordered = new UnorderedRaces(f);
  for (const { a, b, both, byOrder } of pairs)
    if (byOrder) unordered.add(a, b, both);
    else addNeighbours(f, a.event, b.event, both);
}

/** Both events are executed, one right after the other. */
function addNeighbours(f: StepFormula, a: SkeletonEvent, b: SkeletonEvent, both: Term): void {
  const { terms } = f;
  const violation = f.fresh("race");
  const [x, y] = [f.timeOf(f.unitOf(a)), f.timeOf(f.unitOf(b))];
  const one = terms.constant(1n, x.width);
  // A step that ends the process comes last.
  const areNeighbours = terms.or(
    terms.and(terms.eq(terms.add(x, one), y), terms.not(endsAt(terms, a))),
    terms.and(terms.eq(terms.add(y, one), x), terms.not(endsAt(terms, b))),
  );
  f.assert(terms.implies(violation, terms.all([both, f.isShown(a), f.isShown(b), areNeighbours, f.goal("race")])), "race");
  f.violations.push({ question: "race", when: violation, events: [a, b] });
}

/** Which atomic write an atomic read sees: the one whose number its cell holds. */
function addFlows(f: StepFormula): void {
  const { terms, skeleton, cells } = f;
  const byCell = new Map<unknown, CellUse[]>();
  for (const e of skeleton.events)
    for (const w of cells.usesOf(e).writes)
      if (w.access.access.atomic)
        for (const { cell } of w.places) {
          const list = byCell.get(cell);
          if (list === undefined) byCell.set(cell, [w]);
          else list.push(w);
        }
  for (const e of skeleton.events)
    for (const r of cells.usesOf(e).reads) {
      const source = f.sourceOf(r);
      if (source === null) continue;
      for (const { cell, when } of r.places)
        for (const w of byCell.get(cell) ?? []) {
          f.tick();
          if (w.access.event === e) continue;
          const sees = terms.all([f.isShown(e), when, terms.eq(source, f.numberOf(w.number))]);
          if (sees !== terms.false) f.flows.push({ from: w.access, to: r.access, when: sees });
        }
    }
}
