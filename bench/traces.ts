// npm run bench -- traces [--quick] [--limit SECONDS] [--only WORD]: the trace engines against search, with the figures of FUSION beside ours.
//
// Table 1: four families of our own, with the threads and the shared accesses of the paper's, for which DPOR needs at least as many runs as there. Fig. 6: seconds to the
// bug of the indexer. Then programs without a bound on loops that `guided` closes, in at most so many runs; and their broken variants, which the check of the
// first run finds. Times are CPU times of this process; every verdict is checked.

import { fusionParts } from "../src/engines/fusion/options.ts";
import type { Measured, Row } from "./results.ts";
import { loadProgram, only, quick } from "./subjects.ts";
import { encodingRows } from "./traces-encodings.ts";
import { brokenPrograms, closedPrograms, type PaperRow, type TableFamily, tableFamilies } from "./traces-families.ts";
import { type AddRow, check, fusion, guided, measure, type Outcome, search } from "./traces-measure.ts";
import { timeRows } from "./traces-times.ts";

/** A search that needs more runs is stopped: it needs at least these. */
const maxSearchRuns = 5000;

async function tableRow(family: TableFamily, paper: PaperRow | null, size: number, add: AddRow): Promise<void> {
  const program = await loadProgram(`traces/${family.file}`, [`-DN=${size}`]);
  const outcomes = new Map<string, Outcome>();
  for (const choice of [fusion, guided]) {
    const o = await measure(program, "assert", choice);
    check(`${family.name}(${size}), ${choice.name}`, o, family.isSafe);
    outcomes.set(choice.name, o);
    const most = paper?.fusion[0] ?? Number.POSITIVE_INFINITY;
    const isDecided = o.verdict !== "unknown";
    const least = choice.name === "guided" ? Math.min(most, outcomes.get("fusion")?.runs ?? most) : most;
    const how = choice.name === "fusion" ? family.found(size) : null;
    const isFound = how === null || o.found === how;
    const aim = paper === null ? "" : `at most ${least}; FUSION ${paper.fusion[0]}`;
    const note = [aim, o.found ?? "", isDecided ? "" : "over the limit"].filter((t) => t !== "").join(", ");
    add(choice.name, o.runs, "runs", note, isDecided && o.runs <= least && isFound);
    const seconds = paper === null ? "at most 60" : `FUSION ${paper.fusion[1]} s`;
    add(choice.name, o.seconds, "s", seconds, paper === null ? isDecided && o.seconds <= 60 : null);
    if (choice.name === "fusion") questionRow(o, add);
  }
  if (paper === null) return;
  const bySearch = await measure(program, "assert", search, { maxRuns: maxSearchRuns });
  check(`${family.name}(${size}), dpor`, bySearch, family.isSafe);
  const least = paper.dpor ?? maxSearchRuns;
  const printed = `the paper's DPOR ${paper.dpor ?? "more than an hour"}`;
  const stopped = bySearch.verdict === "unknown" ? "; stopped" : "";
  const more = bySearch.runs > (outcomes.get("fusion")?.runs ?? 0);
  add("dpor", bySearch.runs, "runs", `${printed}${stopped}`, bySearch.runs >= least && more);
}

/** By bisection, pruning asks about few prefixes of a run. */
function questionRow({ runs, stats }: Outcome, add: AddRow): void {
  const [asked, steps] = [(stats.pruningQuestions ?? 0) / runs, (stats.steps ?? 0) / runs];
  const most = 2 + Math.log2(steps);
  add("fusion", asked, "questions/run", `at most ${most.toFixed(1)}; ${steps.toFixed(0)} steps a run`, asked <= most);
}

/** Each part of fusion left out once. */
async function partRows(rowsFor: (name: string) => AddRow | null): Promise<void> {
  for (const { name, file, isSafe, parts } of tableFamilies)
    for (const part of fusionParts) {
      const add = rowsFor(`parts ${name}(${parts})`);
      if (add === null) continue;
      const program = await loadProgram(`traces/${file}`, [`-DN=${parts}`]);
      const o = await measure(program, "assert", { name: "fusion", options: { omitted: [part] } }, { maxRuns: maxSearchRuns });
      check(`${name}(${parts}) without ${part}`, o, isSafe);
      add(`fusion without ${part}`, o.runs, "runs", `${o.seconds.toFixed(2)} s${o.verdict === "unknown" ? ", stopped" : ""}`);
    }
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
      ["fusion", fusion],
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
  await partRows(rowsFor);
  await indexerRows(rowsFor);
  await closedRows(rowsFor);
  await timeRows(rowsFor);
  await encodingRows(rowsFor);
  return { rows, details: {}, isPartial: quick || only !== "" };
}
