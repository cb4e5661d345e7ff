// The step encoding of TRACE beside the order of events, with each of its optimisations left out once: variables, clauses, and seconds to build the formula and
// to answer one question. Part of `npm run bench -- traces`. Every answer is checked.

import { buildFormula } from "../src/encoding/formula.ts";
import { type Encoding, type Technique, techniquesOf } from "../src/encoding/techniques.ts";
import type { Program } from "../src/program/program.ts";
import { createSolver } from "../src/solving/back-ends.ts";
import { Budget } from "../src/support/budget.ts";
import { LimitReached } from "../src/support/limits.ts";
import { budgetClock, cpu, limit, loadProgram, machineFor, quick } from "./subjects.ts";
import type { AddRow } from "./traces-measure.ts";

interface EncodedProgram {
  readonly name: string;
  readonly file: string;
  readonly size: number;
  readonly isSafe: boolean;
}

const program = (name: string, size: number, isSafe: boolean): EncodedProgram => ({ name, file: `staged/${name}.c`, size, isSafe });

const programs: readonly EncodedProgram[] = [
  program("ticket-lock", 2, true),
  program("ticket-lock", 3, true),
  program("fib", 2, true),
  program("fib", 3, true),
  program("fib", 4, true),
  program("fib", 3, false),
  program("account", 3, true),
  program("two-stage", 2, true),
];

const quickPrograms = programs.slice(0, 3);

interface Size {
  readonly variables: number;
  readonly clauses: number;
  readonly seconds: number;
  /** What the solver says of a violation; `too large`: there is no formula. */
  readonly answer: "sat" | "unsat" | "unknown" | "too large";
}

/** Loops are unrolled far enough for these programs; a cut loop cannot hide a violation of them. */
const bound = 8;

async function measureEncoding(from: Program, encoding: Encoding, without: readonly Technique[], formulaSymmetry = false): Promise<Size> {
  const start = cpu();
  const seconds = (): number => (cpu() - start) / 1000;
  const budget = new Budget(limit, 3000, budgetClock);
  const properties = ["assert"] as const;
  try {
    const { composition, solver } = buildFormula(
      from,
      { machine: machineFor("assert"), properties, encoding, bounds: new Map(), defaultBound: bound, without, formulaSymmetry },
      (terms) => createSolver("ravel", terms, {}),
      () => budget.isSpent,
    );
    const answer = await solver.check(composition.ask("assert", []), budget);
    const { variables, clauses } = solver.statistics;
    return { variables, clauses, seconds: seconds(), answer };
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    return { variables: 0, clauses: 0, seconds: seconds(), answer: error.limit === "stopped" ? "unknown" : "too large" };
  }
}

export async function encodingRows(rowsFor: (name: string) => AddRow | null): Promise<void> {
  for (const { name, file, size, isSafe } of quick ? quickPrograms : programs) {
    const add = rowsFor(`encodings ${name}(${size})${isSafe ? "" : ", broken"}`);
    if (add === null) continue;
    const from = await loadProgram(file, [`-DN=${size}`, ...(isSafe ? [] : ["-DBAD"])]);
    const measureRow = async (label: string, ...how: [Encoding, readonly Technique[], boolean?]): Promise<void> => {
      const o = await measureEncoding(from, ...how);
      const isDecided = o.answer === "sat" || o.answer === "unsat";
      if (isDecided && (o.answer === "unsat") !== isSafe) throw new Error(`${name}(${size}), ${label}: ${o.answer}`);
      add(label, o.variables, "variables", isDecided ? "" : o.answer);
      add(label, o.clauses, "clauses", isDecided ? "" : o.answer);
      add(label, o.seconds, "s", isDecided ? "" : o.answer);
    };
    await measureEncoding(from, "staged", []); // the first one measures the compilation of JavaScript
    await measureEncoding(from, "steps", []);
    await measureRow("order of events", "staged", []);
    await measureRow("steps", "steps", []);
    for (const technique of techniquesOf("steps")) await measureRow(`steps without ${technique}`, "steps", [technique]);
    await measureRow("steps, symmetry of the formula", "steps", [], true);
  }
}
