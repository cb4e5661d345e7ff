// AGSE's Fig. 9: runs of the reorder family as threads are added, with and without pruning. In: numbers of threads. Out: points, and a plot of them with a logarithmic axis.

import { agseColumns } from "./symex-families.ts";
import { load, measureSymex } from "./symex-measure.ts";
import type { AddRow } from "./traces-measure.ts";

export interface GrowthPoint {
  readonly column: string;
  readonly threads: number;
  readonly runs: number;
  readonly seconds: number;
  /** The search ended; otherwise it needs more. */
  readonly isDecided: boolean;
}

const columns = ["dpor", "dpor, sleep sets", "dpor + summaries"] as const;

/** All threads but one store; a column ends with the first size that takes too long. */
export async function growthRows(rowsFor: (name: string) => AddRow | null, threads: readonly number[]): Promise<readonly GrowthPoint[]> {
  const points: GrowthPoint[] = [];
  const ended = new Set<string>();
  for (const n of threads) {
    const add = rowsFor(`AGSE Fig. 9, reorder with ${n} threads`);
    if (add === null) continue;
    const program = await load("reorder.c", [`-DSETTERS=${n - 1}`, "-DCHECKERS=1"]);
    for (const column of columns) {
      if (ended.has(column)) continue;
      const o = await measureSymex({ name: `reorder(${n})`, program, isSafe: true }, agseColumns[column]);
      const isDecided = o.verdict !== "unknown";
      if (!isDecided) ended.add(column);
      points.push({ column, threads: n, runs: o.allRuns, seconds: o.seconds, isDecided });
      add(`${column}: runs`, o.allRuns, "", `${o.seconds.toFixed(2)} s${isDecided ? "" : ", over the limit"}`);
    }
  }
  return points;
}

const [width, height, margin] = [640, 400, 50];
const colours = ["#b03030", "#c08020", "#2060a0"];

export function plotGrowth(points: readonly GrowthPoint[]): string {
  const most = Math.max(10, ...points.map((p) => p.runs));
  const decades = Math.ceil(Math.log10(most));
  const x = (threads: number): number => margin + ((threads - 2) / 8) * (width - 2 * margin);
  const y = (runs: number): number => height - margin - (Math.log10(Math.max(runs, 1)) / decades) * (height - 2 * margin);
  const text = (at: readonly [number, number], what: string, anchor = "middle"): string =>
    `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" text-anchor="${anchor}">${what}</text>`;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif" font-size="12">`,
    "<title>Runs of reorder as threads are added, with and without summaries</title>",
    `<rect width="${width}" height="${height}" fill="white"/>`,
    text([width / 2, height - 10], "threads"),
    text([margin, 20], "runs", "start"),
  ];
  for (let d = 0; d <= decades; d++) {
    const at = y(10 ** d);
    parts.push(`<line x1="${margin}" x2="${width - margin}" y1="${at.toFixed(1)}" y2="${at.toFixed(1)}" stroke="#ddd"/>`);
    parts.push(text([margin - 8, at + 4], String(10 ** d), "end"));
  }
  for (let n = 2; n <= 10; n++) parts.push(text([x(n), height - margin + 18], String(n)));
  for (const [i, column] of columns.entries()) {
    const own = points.filter((p) => p.column === column);
    const line = own.map((p) => `${x(p.threads).toFixed(1)},${y(p.runs).toFixed(1)}`).join(" ");
    parts.push(`<polyline points="${line}" fill="none" stroke="${colours[i]}" stroke-width="2"/>`);
    for (const p of own)
      parts.push(
        `<circle cx="${x(p.threads).toFixed(1)}" cy="${y(p.runs).toFixed(1)}" r="3" stroke="${colours[i]}" fill="${p.isDecided ? colours[i] : "white"}"/>`,
      );
    parts.push(`<text x="${margin + 20}" y="${margin + 18 * i}" fill="${colours[i]}">${column}</text>`);
  }
  return `${[...parts, "</svg>"].join("\n")}\n`;
}
