// δ, the program transition constraints (TRACE, section 2 and Figure 1): what a unit does at a step. In: a formula. Out: per step and unit that can
// be executed there: the thread moves to the next unit that occurs; what its events read is the content of the cells before the step; and the
// cells that it writes have their new content after it, all others the old one.
//
// Figure 1 has δ for one outcome of a branch. Here the position after a unit is a term over what was read: both outcomes are covered.

import { endsAt, type SkeletonEvent } from "../../skeleton/skeleton.ts";
import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";
import type { Cell, CellUse } from "./copied-cells.ts";
import type { Copy, StepFormula } from "./step-formula.ts";
import type { Unit } from "./transactions.ts";

export function addTransitions(f: StepFormula): void {
  const writers = findWriters(f);
  for (let i = 0; i < f.steps; i++) {
    const units = f.units.flatMap((_, thread) => f.candidates(thread, i));
    for (const [thread] of f.units.entries()) f.advance(thread, i);
    for (const cell of f.cells.cells) f.copy(cell, i, !f.techniques.scope || (writers.get(cell) ?? []).some((u) => f.mayExecute(u, i)));
    for (const u of units) addUnit(f, u, i);
    for (const cell of f.cells.cells)
      addFrame(
        f,
        cell,
        (writers.get(cell) ?? []).filter((u) => f.mayExecute(u, i)),
        units,
        i,
      );
  }
}

function findWriters(f: StepFormula): Map<Cell, Unit[]> {
  const writers = new Map<Cell, Set<Unit>>();
  for (const own of f.units)
    for (const u of own)
      for (const e of u.events)
        for (const { places } of f.cells.usesOf(e).writes)
          for (const { cell } of places) {
            const list = writers.get(cell);
            if (list === undefined) writers.set(cell, new Set([u]));
            else list.add(u);
          }
  return new Map([...writers].map(([cell, list]) => [cell, [...list]]));
}

/** T[i] = t ∧ pc_t[i] = u → pc_t[i+1] = the next one that occurs ∧ v[i+1] = e[i]. */
function addUnit(f: StepFormula, u: Unit, step: number): void {
  const { terms } = f;
  const executes = f.executes(u, step);
  if (executes === terms.false) return;
  const must = (condition: Term, origin: string): void => f.assert(terms.implies(executes, condition), origin);
  must(terms.eq(f.position(u.thread, step + 1), f.after(u)), "position");
  const now = new Memory(f, step);
  for (const e of u.events) {
    if (e.blocked !== terms.false) must(terms.implies(e.occurs, terms.and(e.executed, terms.not(e.blocked))), "wait");
    const { reads, writes } = f.cells.usesOf(e);
    for (const r of reads) addRead(f, executes, e, r, now);
    for (const w of writes) now.write(e, w);
  }
  for (const [cell, copy] of now.changed) must(areEqual(terms, f.copyAt(cell, step + 1), copy), "write");
}

/** What the events of a unit leave in the cells, one after the other. */
class Memory {
  readonly changed = new Map<Cell, Copy>();

  constructor(
    readonly formula: StepFormula,
    readonly step: number,
  ) {}

  of(cell: Cell): Copy {
    const { formula, step } = this;
    return this.changed.get(cell) ?? formula.copyAt(cell, step);
  }

  write(e: SkeletonEvent, { places, content, number, undefined: isUndefined }: CellUse): void {
    const { terms } = this.formula;
    for (const { cell, when } of places) {
      const old = this.of(cell);
      const writes = terms.all([e.executed, when, terms.not(endsAt(terms, e))]);
      this.changed.set(cell, {
        content: terms.ite(writes, content, old.content),
        undefined: cell.mayBeUndefined ? terms.ite(writes, isUndefined, old.undefined) : old.undefined,
        source: cell.hasSource ? terms.ite(writes, this.formula.numberOf(number), old.source) : old.source,
      });
    }
  }
}

function addRead(f: StepFormula, executes: Term, e: SkeletonEvent, r: CellUse, now: Memory): void {
  const { terms } = f;
  for (const { cell, when } of r.places) {
    const reads = terms.all([executes, e.executed, when]);
    if (reads === terms.false) continue;
    const { content, undefined: isUndefined, source } = now.of(cell);
    f.assert(terms.implies(reads, terms.eq(r.content, content)), "read");
    const seen = f.seesUndefined(r);
    if (seen !== null) f.assert(terms.implies(reads, terms.eq(seen, isUndefined)), "unwritten");
    const from = f.sourceOf(r);
    if (from !== null) f.assert(terms.implies(reads, terms.eq(from, source)), "source");
  }
}

const areEqual = (terms: Terms, a: Copy, b: Copy): Term =>
  terms.all([terms.eq(a.content, b.content), terms.eq(a.undefined, b.undefined), terms.eq(a.source, b.source)]);

/** What no unit of the step writes stays: (VS \ v)[i+1] = (VS \ v)[i]. */
function addFrame(f: StepFormula, cell: Cell, writers: readonly Unit[], units: readonly Unit[], step: number): void {
  const { terms } = f;
  const [before, after] = [f.content(cell, step), f.content(cell, step + 1)];
  if (before === after) return;
  const same = areEqual(terms, f.copyAt(cell, step + 1), f.copyAt(cell, step));
  if (f.techniques.scope) {
    f.assert(terms.or(terms.any(writers.map((u) => f.executes(u, step))), same), "unchanged");
    return;
  }
  // As Figure 1 prints it: for every statement, each of the other variables.
  for (const u of units) if (!writers.includes(u)) f.assert(terms.implies(f.executes(u, step), same), "unchanged");
  f.assert(terms.implies(f.isScheduled(f.idle, step), same), "unchanged");
}
