// AGSE's Table 2, with programs of our own: runs and seconds of each column, safe and unsafe. Judged: pruning costs at most a tenth more runs than plain DPOR on any row, and leaves a
// tenth of them on half of the safe rows on which those are more than a thousand.

import { type AgseColumn, type AgseRow, agseColumns } from "./symex-families.ts";
import { load, measureSymex, type SymexOutcome } from "./symex-measure.ts";
import type { AddRow } from "./traces-measure.ts";

/** Rows of the table, for the file of results. */
export interface AgseResult {
  readonly name: string;
  readonly isSafe: boolean;
  readonly columns: Readonly<Record<string, { readonly runs: number; readonly seconds: number; readonly verdict: string }>>;
}

const manyRuns = 1000;

export async function agseTable(
  rows: readonly AgseRow[],
  rowsFor: (name: string) => AddRow | null,
  seconds: number,
): Promise<readonly AgseResult[]> {
  const results: AgseResult[] = [];
  const ratios: number[] = [];
  for (const { name, file, flags } of rows)
    for (const isSafe of [true, false]) {
      const add = rowsFor(`AGSE ${name}${isSafe ? "" : ", unsafe"}`);
      if (add === null) continue;
      const program = await load(file, isSafe ? flags : [...flags, "-DBAD"]);
      const outcomes = new Map<AgseColumn, SymexOutcome>();
      for (const [column, choice] of Object.entries(agseColumns) as [AgseColumn, (typeof agseColumns)[AgseColumn]][])
        outcomes.set(column, await measureSymex({ name, program, isSafe }, choice, seconds));
      results.push(resultOf(name, isSafe, outcomes));
      const ratio = addRows(add, outcomes);
      const dpor = outcomes.get("dpor");
      if (isSafe && ratio !== null && dpor !== undefined && dpor.allRuns > manyRuns) ratios.push(ratio);
    }
  const add = rowsFor("AGSE in all");
  if (add !== null && ratios.length > 0) {
    const few = ratios.filter((r) => r <= 0.1).length;
    const aim = `at least half of the ${ratios.length} safe rows with more than ${manyRuns} runs of dpor`;
    add("rows with at most a tenth of dpor's runs", few, "rows", aim, 2 * few >= ratios.length);
  }
  return results;
}

/** Adds the columns; returns the runs with summaries as a share of those of plain DPOR. A search that was stopped needs at least the runs it made. */
function addRows(add: AddRow, outcomes: ReadonlyMap<AgseColumn, SymexOutcome>): number | null {
  const dpor = outcomes.get("dpor");
  let ratio: number | null = null;
  for (const [column, o] of outcomes) {
    const isDecided = o.verdict !== "unknown";
    const note = `${o.seconds.toFixed(2)} s${isDecided ? "" : ", over the limit"}`;
    if (column !== "dpor + summaries" || dpor === undefined) {
      add(`${column}: runs`, o.allRuns, "", note);
      continue;
    }
    ratio = isDecided ? o.allRuns / dpor.allRuns : null;
    const most = Math.floor(1.1 * dpor.allRuns);
    add(`${column}: runs`, o.allRuns, "", `${note}, at most ${most}`, isDecided && o.allRuns <= most);
  }
  return ratio;
}

function resultOf(name: string, isSafe: boolean, outcomes: ReadonlyMap<AgseColumn, SymexOutcome>): AgseResult {
  const columns = Object.fromEntries(
    [...outcomes].map(([column, o]) => [column, { runs: o.allRuns, seconds: o.seconds, verdict: o.verdict }]),
  );
  return { name, isSafe, columns };
}
