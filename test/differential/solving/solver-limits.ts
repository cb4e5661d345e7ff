// Stops the whole solver repeatedly: while formulas become clauses, while it searches, at a memory limit. In: how many times. Out: how much
// processor time passed between the moment a limit was reached and the answer, and whether the solver could be used afterwards.
// The clock is the budget's own: it is read at every check, so the longest interval between two checks bounds how late a stop can be.

import { RavelSolver } from "../../../src/solving/ravel.ts";
import { Budget } from "../../../src/support/budget.ts";
import type { Rng } from "../../../src/support/rng.ts";
import { Terms } from "../../../src/terms/terms.ts";

export interface Stops {
  readonly unknown: number;
  /** The number of correct answers to an easy question right after a stop, on the same solver. */
  readonly usable: number;
  /** The longest processor time between a limit and its detection, in milliseconds. */
  readonly latest: number;
  /** Of the stops, those that came before the search began. */
  readonly whileTranslating: number;
}

const processor = (): number => process.cpuUsage().user / 1000;

/** Products and quotients of wide words under a switch: many gates, and no answer in reasonable time. */
function hardSolver(): { readonly terms: Terms; readonly solver: RavelSolver; readonly on: ReturnType<Terms["variable"]> } {
  const terms = new Terms();
  const solver = new RavelSolver(terms);
  const on = terms.variable("on", 1);
  const word = (name: string) => terms.zext(terms.variable(name, 40), 80);
  for (let i = 0; i < 2; i++) {
    const product = terms.mul(word(`p${i}`), word(`q${i}`));
    solver.assert(terms.implies(on, terms.eq(product, terms.constant(1099511627689n * 1099511627609n, 80))));
    solver.assert(terms.implies(on, terms.ult(terms.variable(`p${i}`, 40), terms.variable(`q${i}`, 40))));
    solver.assert(terms.implies(on, terms.ult(terms.constant(1, 40), terms.variable(`p${i}`, 40))));
    const quotient = terms.udiv(product, terms.zext(terms.variable(`r${i}`, 64), 80));
    solver.assert(terms.implies(on, terms.ne(quotient, terms.constant(0, 80))));
  }
  return { terms, solver, on };
}

export async function stopOften(rng: Rng, count: number): Promise<Stops> {
  let [unknown, usable, latest, whileTranslating] = [0, 0, 0, 0];
  let { terms, solver, on } = hardSolver();
  for (let i = 0; i < count; i++) {
    const isAboutMemory = i % 5 === 4;
    if (i % 4 === 0 || isAboutMemory) ({ terms, solver, on } = hardSolver());
    // Stops after a number of checks, not at a time: the same on every machine.
    let left = isAboutMemory ? Number.POSITIVE_INFINITY : rng.between(1, i % 2 === 0 ? 60 : 600);
    let last = processor();
    const look = (): number => {
      const now = processor();
      latest = Math.max(latest, now - last);
      last = now;
      return left-- > 0 ? 0 : 10_000;
    };
    const budget = new Budget(1, isAboutMemory ? rng.between(1, 3) : 4000, look);
    const before = solver.statistics.decisions;
    if ((await solver.check([on], budget)) === "unknown") unknown++;
    look();
    if (solver.statistics.decisions === before) whileTranslating++;
    const easy = await solver.check([terms.not(on)], new Budget(null, 4000));
    if (easy === "sat" && solver.value(on) === 0n) usable++;
  }
  return { unknown, usable, latest, whileTranslating };
}
