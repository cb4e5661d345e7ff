// Peephole partial order reduction (Wang, Yang, Kahlon, Gupta, TACAS 2008; TRACE's [7]): of two neighbouring steps of different threads that are independent the
// lower thread comes first. In: a formula. Out: clauses that hold under the assumption `reduced`.
//
// Every run has an equivalent one of this form: the lexicographically least of those that differ in the order of independent neighbours only. So no
// state is lost. For two threads exactly one run of each class remains; for more, a few more than that. Independence may be conditional: two
// accesses through indices meet only if these are equal. With a bound on preemptions it is left out, as the equivalent run may have more.

import type { Term } from "../../terms/term.ts";
import type { Cell, CellUse } from "./copied-cells.ts";
import type { StepFormula } from "./step-formula.ts";
import type { Unit } from "./transactions.ts";

export function orderIndependentSteps(f: StepFormula): void {
  const { terms } = f;
  const meet = new Map<Unit, Map<Unit, Term>>();
  const meeting = (u: Unit, v: Unit): Term => {
    const known = meet.get(u)?.get(v);
    if (known !== undefined) return known;
    const found = meetingOf(f, u, v);
    if (!meet.has(u)) meet.set(u, new Map());
    meet.get(u)?.set(v, found);
    return found;
  };
  for (let i = 0; i + 1 < f.steps; i++)
    for (const [lower] of f.units.entries())
      for (let higher = lower + 1; higher < f.units.length; higher++)
        for (const first of f.candidates(higher, i)) {
          // The unit that the lower thread executes next meets this one.
          const excuses: Term[] = [];
          for (const second of f.candidates(lower, i + 1)) {
            f.tick();
            const dependent = meeting(first, second);
            if (dependent !== terms.false) excuses.push(terms.and(f.isAt(second, i + 1), dependent));
          }
          const inverted = [f.executes(first, i), f.isScheduled(lower, i + 1), f.reduced].map((t) => terms.not(t));
          f.assert(terms.any([...inverted, ...excuses]), "peephole");
        }
}

/** When the units are dependent: they share a cell that one of them writes, or one creates the thread of the other. */
function meetingOf(f: StepFormula, u: Unit, v: Unit): Term {
  const { terms } = f;
  const creates = (a: Unit, b: Unit): boolean => a.events.some((e) => e.starts.some((t) => f.skeleton.threads.indexOf(t) === b.thread));
  if (creates(u, v) || creates(v, u)) return terms.true;
  const [a, b] = [touchesOf(f, u), touchesOf(f, v)];
  const shared: Term[] = [];
  for (const [cell, here] of a) {
    const there = b.get(cell);
    if (there === undefined) continue;
    f.tick();
    shared.push(terms.and(here.writes, terms.or(there.writes, there.reads)), terms.and(here.reads, there.writes));
  }
  return terms.any(shared);
}

interface Touch {
  reads: Term;
  writes: Term;
}

/** When the unit reads and writes each cell. */
function touchesOf(f: StepFormula, u: Unit): Map<Cell, Touch> {
  const { terms } = f;
  const touches = new Map<Cell, Touch>();
  const add = (executed: Term, { places }: CellUse, kind: keyof Touch): void => {
    for (const { cell, when } of places) {
      let touch = touches.get(cell);
      if (touch === undefined) {
        touch = { reads: terms.false, writes: terms.false };
        touches.set(cell, touch);
      }
      touch[kind] = terms.or(touch[kind], terms.and(executed, when));
    }
  };
  for (const e of u.events) {
    const { reads, writes } = f.cells.usesOf(e);
    for (const r of reads) add(e.executed, r, "reads");
    for (const w of writes) add(e.executed, w, "writes");
  }
  return touches;
}
