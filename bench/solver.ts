// Interleaving problems for solvers: the same formulas to ours, to z3 (npm), and, as DIMACS, to a native CaDiCaL if there is one; with
// RAVEL_BENCH_SIDES=ravel,plain,z3,cadical also to ours with the order as clauses. Per family the sizes grow until the slower side needs more than the limit (RAVEL_BENCH_LIMIT seconds,
// default 60); what is compared is the sum over the sizes, with the limit where a side did not finish. All times are CPU times.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSolver } from "../src/solving/back-ends.ts";
import { toDimacs } from "../src/solving/literal.ts";
import { RavelSolver } from "../src/solving/ravel.ts";
import type { Answer } from "../src/solving/solver.ts";
import { Budget } from "../src/support/budget.ts";
import { Terms } from "../src/terms/terms.ts";
import type { Row } from "./main.ts";
import { type Family, families } from "./solver-order-families.ts";

const limit = Number(process.env.RAVEL_BENCH_LIMIT ?? 60);
type Side = "ravel" | "plain" | "z3" | "cadical";
const sides = (process.env.RAVEL_BENCH_SIDES ?? "ravel,z3,cadical").split(",") as Side[];

interface Outcome {
  readonly answer: Answer;
  readonly seconds: number;
}

async function solve(side: Side, family: Family, size: readonly [number, number], safe: boolean): Promise<Outcome | null> {
  if (side === "cadical") return solveNatively(family, size, safe);
  const terms = new Terms();
  const solver = side === "z3" ? createSolver("z3", terms) : createSolver("ravel", terms, { order: side === "plain" ? "plain" : "theory" });
  const cpu = (): number => process.cpuUsage().user / 1000; // of all threads
  const start = cpu();
  family.build(solver, terms, size, safe);
  const answer = await solver.check([], new Budget(limit, 4000, cpu));
  const seconds = (cpu() - start) / 1000;
  solver.dispose();
  return { answer, seconds };
}

/** The plain encoding as a file. */
function solveNatively(family: Family, size: readonly [number, number], safe: boolean): Outcome | null {
  if (spawnSync("cadical", ["--version"]).status !== 0) return null;
  const terms = new Terms();
  const clauses: string[] = [];
  let variables = 0;
  const solver = new RavelSolver(terms, {
    order: "plain",
    proof: {
      add: (step) => {
        if (step.step !== "input") return;
        for (const l of step.clause) variables = Math.max(variables, (l >> 1) + 1);
        clauses.push(`${step.clause.map(toDimacs).join(" ")} 0`);
      },
    },
  });
  family.build(solver, terms, size, safe);
  solver.literal(terms.true); // the clauses of what was asserted are made now, those of the order at a check
  void solver.check([], new Budget(0, 4000));
  const folder = mkdtempSync(join(tmpdir(), "ravel-bench-"));
  writeFileSync(join(folder, "f.cnf"), `p cnf ${variables} ${clauses.length}\n${clauses.join("\n")}\n`);
  // Its own limit is one of wall time.
  const command = `ulimit -t ${Math.ceil(limit)}; exec cadical -n ${join(folder, "f.cnf")}`;
  const { status, stdout } = spawnSync("sh", ["-c", command], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  const seconds = Number(/total process time since initialization:\s*([\d.]+)/.exec(stdout)?.[1] ?? limit);
  return { answer: status === 10 ? "sat" : status === 20 ? "unsat" : "unknown", seconds };
}

export async function solver(): Promise<Row[]> {
  const rows: Row[] = [];
  const only = process.argv[3];
  const totals = new Map<Side, number>();
  // z3 takes a second to load; that is not measured.
  await solve("z3", families[0] as Family, [2, 1], true);
  for (const family of families) {
    if (only !== undefined && !family.name.startsWith(only)) continue;
    for (const safe of [true, false]) {
      const what = `${family.name}, ${safe ? "safe" : "unsafe"}`;
      const sums = new Map<Side, number>();
      const out = new Set<Side>();
      let group = -1;
      for (const size of family.sizes) {
        // Sizes are listed by number of threads; within one number, what is too large stays too large.
        if (size[0] !== group) out.clear();
        group = size[0];
        if (out.has("ravel") || out.has("z3")) continue;
        const answers = new Map<Side, Outcome>();
        for (const side of sides) {
          if (out.has(side)) continue;
          const outcome = await solve(side, family, size, safe);
          if (outcome === null) continue;
          answers.set(side, outcome);
          if (outcome.answer === "unknown") out.add(side);
          sums.set(side, (sums.get(side) ?? 0) + (outcome.answer === "unknown" ? limit : outcome.seconds));
        }
        const known = new Set([...answers.values()].map((o) => o.answer).filter((a) => a !== "unknown"));
        if (known.size > 1) throw new Error(`${what} ${size}: solvers disagree: ${JSON.stringify([...answers])}`);
        const text = [...answers].map(([side, o]) => `${side} ${o.answer} ${o.seconds.toFixed(2)}`).join("  ");
        console.log(`${what} ${size.join("×")}: ${text}`);
        const ours = answers.get("ravel");
        if (family.name === "fib-like" && safe && ours !== undefined && (size[1] === 5 || size[1] === 11)) {
          const aim = size[1] === 5 ? 1 : 15;
          rows.push({
            what: `fib-like 2×${size[1]}, safe`,
            value: ours.seconds,
            unit: "s",
            aim: `< ${aim}`,
            met: ours.answer === "unsat" && ours.seconds < aim,
          });
        }
      }
      for (const [side, sum] of sums) {
        totals.set(side, (totals.get(side) ?? 0) + sum);
        rows.push({ what: `${what}: ${side}`, value: sum, unit: "s", aim: "", met: null });
      }
      const ratio = (sums.get("z3") ?? 0) / (sums.get("ravel") ?? 1);
      rows.push({ what: `${what}: z3 / ours`, value: ratio, unit: "times", aim: ">= 0.83", met: ratio >= 1 / 1.2 });
    }
  }
  for (const [side, sum] of totals) rows.push({ what: `total: ${side}`, value: sum, unit: "s", aim: "", met: null });
  const ratio = (totals.get("z3") ?? 0) / (totals.get("ravel") ?? 1);
  rows.push({ what: "total: z3 / ours", value: ratio, unit: "times", aim: ">= 5", met: ratio >= 5 });
  return rows;
}
