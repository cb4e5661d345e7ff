// npm run bench -- symex [--quick] [--limit SECONDS] [--only WORD]: symbolic exploration, with the figures of PDPOR and the rows of AGSE beside ours.
//
// PDPOR's tables: states and subsumed ones, and seconds, for sizes that grow until a minute is over; then the encodings that the paper compares with. AGSE's Table 2: runs and
// seconds, with and without pruning and slicing, for programs of our own of each kind, safe and unsafe; the growth of one of them, with a plot. Then speed.
// Every verdict is checked; times are CPU times of this process.

import { writeFileSync } from "node:fs";
import type { Measured, Row } from "./results.ts";
import { limit, only, quick } from "./subjects.ts";
import { type Aim, agseRows, boundedPrograms, type PdporColumn, type PdporFamily, pdporColumns, pdporFamilies } from "./symex-families.ts";
import { growthRows, plotGrowth } from "./symex-growth.ts";
import { load, measureSymex } from "./symex-measure.ts";
import { speedRows } from "./symex-speed.ts";
import { agseTable } from "./symex-table.ts";
import { type AddRow, check, measure } from "./traces-measure.ts";

type RowsFor = (name: string) => AddRow | null;

/** One column of a family, for sizes that grow until the limit is reached; that row is shown. */
async function columnRows(family: PdporFamily, column: PdporColumn, aim: Aim, rowsFor: RowsFor): Promise<void> {
  const { name, file, flags = [], property, isSafe = true } = family;
  const sizes = aim.sizes ?? family.sizes;
  for (const size of quick ? sizes.slice(0, 2) : sizes) {
    const add = rowsFor(`PDPOR ${name}-${size}`);
    if (add === null) continue;
    const program = await load(file, [`-DN=${size}`, ...flags]);
    const subject = { name: `${name}-${size}`, program, isSafe, ...(property === undefined ? {} : { property }) };
    const o = await measureSymex(subject, pdporColumns[column]);
    const count = aim.count(size);
    const isDecided = o.verdict !== "unknown";
    const isMet = count == null ? o.runs <= 1 : aim.isExact ? o.states === count : o.states <= count;
    const printed = count === undefined ? "" : count === null ? "1 run" : `${aim.isExact ? "exactly" : "at most"} ${count}`;
    const text = [printed, `${o.runs} runs`, isDecided ? "" : "over the limit"].filter((t) => t !== "").join(", ");
    // Beyond the paper's sizes a row that the limit ends is shown, and not judged: sizes grow until one is.
    const isBeyond = !isDecided && aim.paperSeconds !== undefined && typeof aim.paperSeconds[size] !== "number";
    add(`${column}: states`, o.states, "", text, isBeyond || count === undefined ? null : isDecided && isMet);
    const [paper, own] = [aim.paperSeconds?.[size], aim.seconds?.[size]];
    const seconds = [paper === undefined ? "" : `paper ${paper}`, own === undefined ? "" : `below ${own}`]
      .filter((t) => t !== "")
      .join(", ");
    add(`${column}: time`, o.seconds, "s", seconds, own === undefined ? null : isDecided && o.seconds < own);
    if (!isDecided) return;
  }
}

async function pdporRows(rowsFor: RowsFor): Promise<void> {
  for (const family of pdporFamilies)
    for (const [column, aim] of Object.entries(family.aims) as [PdporColumn, Aim][]) await columnRows(family, column, aim, rowsFor);
}

/** Tables 2 and 3: what the paper compares with encodings of others is compared with ours. */
async function encodingRows(rowsFor: RowsFor): Promise<void> {
  const solverSeconds: Readonly<Record<number, string>> = { 6: "Z3 in the paper 0.08", 8: "Z3 in the paper 10.88" };
  for (const size of quick ? [6] : [6, 8, 10, 12, 14]) {
    const add = rowsFor(`PDPOR sum-${size}`);
    if (add === null) continue;
    const o = await measure(await load("sum.c", [`-DN=${size}`]), "assert", { name: "guided", options: { encoding: "steps" } });
    check(`sum-${size}, steps`, o, true);
    const isDecided = o.verdict !== "unknown";
    add(
      "guided --encoding steps",
      o.seconds,
      "s",
      `${solverSeconds[size] ?? "Z3 in the paper: over 600"}${isDecided ? "" : ", over the limit"}`,
    );
    if (!isDecided) break;
  }
  for (const { name, file, size, bound, paper } of boundedPrograms) {
    const add = rowsFor(`PDPOR ${name}`);
    if (add === null || (quick && size > 20)) continue;
    const program = await load(file, [`-DN=${size}`]);
    const o = await measure(program, "assert", { name: "staged", options: {} }, { contextBound: bound });
    check(`${name}, staged`, o, true);
    const text = `[6] in the paper ${paper}${o.verdict === "unknown" ? ", over the limit" : ""}`;
    add(`staged${bound === null ? "" : ` --context-bound ${bound}`}`, o.seconds, "s", text);
  }
}

export async function symexBench(): Promise<Measured> {
  const rows: Row[] = [];
  const rowsFor: RowsFor = (name) =>
    name.includes(only)
      ? (what, value, unit, aim = "", met = null) => {
          rows.push({ what: `${name}: ${what}`, value, unit, aim, met });
          const shown = Number.isNaN(value) ? "" : unit === "s" ? value.toFixed(2) : String(value);
          console.log(`${name}: ${what} ${shown} ${unit} ${aim}${met === false ? " MISSED" : ""}`);
        }
      : null;
  await pdporRows(rowsFor);
  await encodingRows(rowsFor);
  const agse = await agseTable(agseRows, rowsFor, quick ? 2 : Math.min(limit, 10));
  const growth = await growthRows(rowsFor, quick ? [2, 3, 4] : [2, 3, 4, 5, 6, 7, 8, 9, 10]);
  await speedRows(rowsFor);
  const isPartial = quick || only !== "";
  if (!isPartial) writeFileSync("bench/results/symex-growth.svg", plotGrowth(growth));
  return { rows, details: { agse, growth }, isPartial };
}
