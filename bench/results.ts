// Writes the results of a table to bench/results/TABLE.json, with the machine, the commit and the versions.

import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { version } from "../package.json";

export interface Row {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly aim: string;
  readonly met: boolean | null;
}

/** The rows of a table, and details that the file also keeps. */
export interface Measured {
  readonly rows: readonly Row[];
  readonly details: Readonly<Record<string, unknown>>;
  /** Only some of the table was measured: the results are not written. */
  readonly isPartial?: boolean;
}

export function writeResults(table: string, { rows, details }: Measured): void {
  mkdirSync("bench/results", { recursive: true });
  const machine = { cpu: cpus()[0]?.model ?? "?", cores: cpus().length, node: process.version };
  const date = new Date().toISOString().slice(0, 10);
  const results = { table, date, machine, ravel: version, commit: describeCommit(), rows, ...details };
  writeFileSync(`bench/results/${table}.json`, `${JSON.stringify(results, null, 2)}\n`);
}

function describeCommit(): string {
  try {
    return execFileSync("git", ["describe", "--always", "--dirty"], { encoding: "utf8" }).trim();
  } catch {
    return "unknown";
  }
}
