// npm run bench -- solver-cnf: the CDCL core alone, on CNFs, compared with native solvers of the system. Measured in CPU time; Ravel's includes the
// compilation of its JavaScript, that of the others the reading of the file. All answers are compared.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Core } from "../src/solving/cdcl/core.ts";
import { Rng } from "../src/support/rng.ts";
import * as formulas from "../test/differential/solving/formulas.ts";
import type { Row } from "./results.ts";

const maxSeconds = 60;
const peers: readonly (readonly [string, readonly string[]])[] = [
  ["cadical", ["-q", "-n"]],
  ["minisat", ["-verb=0"]],
];

const instances: readonly (() => formulas.Formula)[] = [
  ...[1, 3].map((seed) => () => formulas.randomKSat(new Rng(seed), 200, 3, 4.26)),
  ...[11, 13].map((seed) => () => formulas.randomKSat(new Rng(seed), 250, 3, 4.26)),
  () => formulas.pigeonhole(9, 8),
  () => formulas.parity(new Rng(5), 60, 58, 4),
  () => formulas.multiplierEquivalence(6),
  () => formulas.multiplierEquivalence(7),
  () => formulas.multiplierEquivalence(16, true),
  () => formulas.colouring(new Rng(4), 100, 450, 4),
  () => formulas.orderEncoding(new Rng(2), 4, 12, 340, 3),
  () => formulas.orderEncoding(new Rng(3), 8, 10, 500, 3),
];

export async function solverCnf(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "ravel-bench-"));
  const rows: Row[] = [];
  const totals = new Map<string, number>();
  let propagations = 0;
  let spent = 0;
  for (const make of instances) {
    const formula = make();
    const ours = solve(formula);
    propagations += ours.propagations;
    spent += ours.seconds;
    const file = join(folder, "formula.cnf");
    writeFileSync(file, formulas.toDimacsText(formula));
    const others = peers.flatMap(([name, options]) => {
      const run = solveWith(name, [...options, file]);
      if (run === null) return [];
      if (run.answer !== "unknown" && ours.answer !== "unknown" && run.answer !== ours.answer)
        throw new Error(`${formula.name}: ${ours.answer}, but ${name} says ${run.answer}`);
      totals.set(name, (totals.get(name) ?? 0) + run.seconds);
      return [`${name} ${run.seconds.toFixed(2)} s`];
    });
    rows.push({ what: `${formula.name} ${ours.answer}`, value: ours.seconds, unit: "s", aim: others.join(", "), met: null });
  }
  rmSync(folder, { recursive: true, force: true });
  rows.push({ what: "propagations", value: propagations / spent, unit: "/s", aim: "1,000,000", met: propagations / spent >= 1e6 });
  for (const [name, total] of totals)
    rows.push({
      what: `in total, times ${name}`,
      value: spent / total,
      unit: "",
      aim: name === "cadical" ? "2" : "",
      met: name === "cadical" ? spent / total <= 2 : null,
    });
  return rows;
}

function solve(formula: formulas.Formula): { readonly answer: string; readonly seconds: number; readonly propagations: number } {
  const before = process.cpuUsage();
  const core = new Core();
  for (let v = 0; v < formula.variables; v++) core.newVariable();
  for (const clause of formula.clauses) core.addClause(clause);
  const seconds = (): number => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
  const answer = core.solve([], { interrupted: () => seconds() > maxSeconds });
  return { answer, seconds: seconds(), propagations: core.statistics.propagations };
}

/** Null if the solver is not installed. */
function solveWith(name: string, options: readonly string[]): { readonly answer: string; readonly seconds: number } | null {
  if (spawnSync("sh", ["-c", `command -v ${name}`]).status !== 0) return null;
  const run = spawnSync("bash", ["-c", 'TIMEFORMAT="%U %S"; time "$@"', "bash", "timeout", `${10 * maxSeconds}`, name, ...options], {
    encoding: "utf8",
  });
  const [user, system] = (run.stderr.trim().split("\n").at(-1) ?? "0 0").split(" ").map(Number);
  const answer = run.status === 20 ? "unsat" : run.status === 10 ? "sat" : "unknown";
  return { answer, seconds: user + system };
}
