// npm run bench -- traces [--quick] [--limit SECONDS] [--only WORD]: the trace engines against search, with the figures of FUSION beside ours.
//
// Table 1: four families of our own, with the threads and the shared accesses of the paper's, for which DPOR needs at least as many runs as there. Fig. 6: seconds to the
// bug of the indexer. Then programs without a bound on loops that `guided` closes, in at most so many runs; and their broken variants, which the check of the
// first run finds. Times are CPU times of this process; every verdict is checked.

import type { Measured, Row } from "./results.ts";
import { brokenPrograms, closedPrograms, type PaperRow, type TableFamily, tableFamilies } from "./traces-families.ts";
import { type AddRow, check, guided, loadProgram, measure, only, quick, search } from "./traces-measure.ts";
import { timeRows } from "./traces-times.ts";

/** A search that needs more runs is stopped: it needs at least these. */
const maxSearchRuns = 5000;

async function tableRow(family: TableFamily, paper: PaperRow | null, size: number, add: AddRow): Promise<void> {
  const program = await loadProgram(`traces/${family.file}`, [`-DN=${size}`]);
  const byGuided = await measure(program, "assert", guided);
  check(`${family.name}(${size}), guided`, byGuided, family.isSafe);
  const isDecided = byGuided.verdict !== "unknown";
  const aim = paper === null ? "" : `at most ${paper.fusion[0]}, as FUSION`;
  add("guided", byGuided.runs, "runs", aim, isDecided && (paper === null || byGuided.runs <= paper.fusion[0]));
  add(
    "guided",
    byGuided.seconds,
    "s",
    paper === null ? "at most 60" : `FUSION ${paper.fusion[1]} s`,
    isDecided && paper === null ? byGuided.seconds <= 60 : null,
  );
  if (paper === null) return;
  const bySearch = await measure(program, "assert", search, maxSearchRuns);
  check(`${family.name}(${size}), dpor`, bySearch, family.isSafe);
  const least = paper.dpor ?? maxSearchRuns;
  const printed = `the paper's DPOR ${paper.dpor ?? "more than an hour"}`;
  const stopped = bySearch.verdict === "unknown" ? "; stopped" : "";
  add("dpor", bySearch.runs, "runs", `${printed}${stopped}`, bySearch.runs >= least && bySearch.runs > byGuided.runs);
}

async function tableRows(rowsFor: (name: string) => AddRow | null): Promise<void> {
  for (const family of tableFamilies)
    for (const paper of [...family.rows.slice(0, quick ? 2 : undefined), ...(quick ? [] : [null])]) {
      const size = paper?.size ?? family.double;
      const add = rowsFor(`Table 1 ${family.name}(${size})${paper === null ? "" : ` for ${family.paper}-${size}`}`);
      if (add !== null) await tableRow(family, paper, size, add);
    }
}

/** The paper's axis is seconds to the bug, which exists from 12 threads on. */
async function indexerRows(rowsFor: (name: string) => AddRow | null): Promise<void> {
  for (const size of quick ? [12] : [12, 13, 14, 15, 16, 17, 18, 19, 20]) {
    const add = rowsFor(`Fig. 6 indexer(${size})`);
    if (add === null) continue;
    const program = await loadProgram("traces/indexer.c", [`-DN=${size}`]);
    for (const [label, choice] of [
      ["guided", guided],
      ["dpor", search],
    ] as const) {
      const o = await measure(program, "assert", choice);
      check(`indexer(${size}), ${label}`, o, false);
      add(label, o.seconds, "s", `${o.runs} runs${o.verdict === "unknown" ? ", over the limit" : ""}`);
    }
  }
}

async function closedRows(rowsFor: (name: string) => AddRow | null): Promise<void> {
  for (const { name, file, size, property, runs } of closedPrograms) {
    if (quick && size > 5) continue;
    const add = rowsFor(`closed ${name}(${size})`);
    if (add === null) continue;
    const o = await measure(await loadProgram(file, [`-DN=${size}`]), property, guided);
    check(`${name}(${size})`, o, true);
    add("guided", o.runs, "runs", `at most ${runs}`, o.verdict === "safe" && o.runs <= runs);
    add("guided", o.seconds, "s");
  }
  for (const { name, file, size, property } of brokenPrograms) {
    const add = rowsFor(`broken ${name}(${size})`);
    if (add === null) continue;
    const o = await measure(await loadProgram(file, [`-DN=${size}`, "-DBAD"]), property, guided);
    check(`${name}(${size}), broken`, o, false);
    add("guided", o.runs, "runs", "1, by the check", o.verdict === "unsafe" && o.runs === 1);
    add("guided", o.seconds, "s");
  }
}

export async function traces(): Promise<Measured> {
  const rows: Row[] = [];
  const rowsFor = (name: string): AddRow | null =>
    name.includes(only)
      ? (what, value, unit, aim = "", met = null) => {
          rows.push({ what: `${name}: ${what}`, value, unit, aim, met });
          console.log(`${name}: ${what} ${unit === "s" ? value.toFixed(2) : value} ${unit} ${aim}${met === false ? " MISSED" : ""}`);
        }
      : null;
  await tableRows(rowsFor);
  await indexerRows(rowsFor);
  await closedRows(rowsFor);
  await timeRows(rowsFor);
  return { rows, details: {}, isPartial: quick || only !== "" };
}
