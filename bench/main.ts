// npm run bench -- TABLE : runs a table, prints it and writes bench/results/TABLE.json with machine, commit and versions.

import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { version } from "../package.json";
import { explore } from "./explore.ts";
import { solver } from "./solver.ts";
import { solverCnf } from "./solver-cnf.ts";
import { speed } from "./speed.ts";
import { staged } from "./staged.ts";

export interface Row {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly aim: string;
  readonly met: boolean | null;
}

const tables: Readonly<Record<string, () => Promise<Row[]>>> = { speed, explore, staged, solver, "solver-cnf": solverCnf };

const name = process.argv[2] ?? "";
const table = tables[name];
if (table === undefined) {
  console.error(`usage: npm run bench -- TABLE\ntables: ${Object.keys(tables).join(", ")}`);
  process.exit(2);
}
const rows = await table();
const width = Math.max(...rows.map((r) => r.what.length)) + 2;
for (const r of rows)
  console.log(
    `${r.what.padEnd(width)}${show(r.value).padStart(14)} ${r.unit.padEnd(12)} ${r.aim}${r.met === null ? "" : r.met ? "  met" : "  MISSED"}`,
  );
mkdirSync("bench/results", { recursive: true });
writeFileSync(
  `bench/results/${name}.json`,
  `${JSON.stringify({ table: name, date: new Date().toISOString().slice(0, 10), machine: { cpu: cpus()[0]?.model ?? "?", cores: cpus().length, node: process.version }, ravel: version, commit: commit(), rows }, null, 2)}\n`,
);
process.exit(0);

function show(n: number): string {
  return n >= 1000 ? Math.round(n).toLocaleString("en") : n.toFixed(1);
}

function commit(): string {
  try {
    return execFileSync("git", ["describe", "--always", "--dirty"], { encoding: "utf8" }).trim();
  } catch {
    return "unknown";
  }
}
