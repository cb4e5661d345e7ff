// npm run bench -- TABLE: measures a table, prints it and writes bench/results/TABLE.json (results.ts).

import { debuggerBench } from "./debugger.ts";
import { defaults, defaultsLarge } from "./defaults.ts";
import { explore } from "./explore.ts";
import { jobs } from "./jobs.ts";
import { type Measured, type Row, writeResults } from "./results.ts";
import { solver } from "./solver.ts";
import { solverCnf } from "./solver-cnf.ts";
import { runSolverServer } from "./solver-sides.ts";
import { speed } from "./speed.ts";
import { staged } from "./staged.ts";
import { symexBench } from "./symex.ts";
import { traces } from "./traces.ts";

const tables: Readonly<Record<string, () => Promise<Row[] | Measured>>> = {
  speed,
  explore,
  jobs,
  staged,
  traces,
  debugger: debuggerBench,
  symex: symexBench,
  solver,
  "solver-cnf": solverCnf,
  defaults,
  "defaults-large": defaultsLarge,
};

const name = process.argv[2] ?? "";
if (name === "solver-side") await runSolverServer();
const table = tables[name];
if (table === undefined) {
  console.error(`usage: npm run bench -- TABLE\ntables: ${Object.keys(tables).join(", ")}`);
  process.exit(2);
}
const result = await table();
const measured: Measured = Array.isArray(result) ? { rows: result, details: {} } : result;
const width = Math.max(...measured.rows.map((r) => r.what.length)) + 2;
for (const r of measured.rows)
  console.log(
    `${r.what.padEnd(width)}${formatValue(r.value).padStart(14)} ${r.unit.padEnd(12)} ${r.aim}${r.met === null ? "" : r.met ? "  met" : "  MISSED"}`,
  );
if (measured.isPartial !== true) writeResults(name, measured);
process.exit(0);

function formatValue(n: number): string {
  if (Number.isNaN(n)) return "";
  return n >= 1000 ? Math.round(n).toLocaleString("en") : n.toFixed(1);
}
