// npm run bench -- staged [--quick] [--limit SECONDS] [--only WORD]: STAGED Fig. 3, and the growth of the staged engine with the size of a program.
//
// Fig. 3: three encodings that share unroller, simplifier and solver. Each row is stopped at the limit (default 60 s), and an encoding that
// exceeds it is not run on larger sizes of the family. Growth: events, visible writes before and after pruning, variables, conflicts and
// seconds, for safe and unsafe variants. Times are CPU times of this process; every verdict is checked.

import { type Technique, techniquesOf } from "../src/encoding/techniques.ts";
import { runStaged } from "../src/engines/staged/staged.ts";
import { Machine } from "../src/execution/machine.ts";
import type { Program } from "../src/program/program.ts";
import { Budget } from "../src/support/budget.ts";
import { confirm } from "../src/witness/confirm.ts";
import type { Measured, Row } from "./results.ts";
import { growthFamilies, paperFamilies, type StagedFamily } from "./staged-families.ts";
import { budgetClock, cpu, limit, loadProgram, machineFor, only, quick } from "./subjects.ts";

const sides = [
  { encoding: "staged", label: "+S+O" },
  { encoding: "cssa", label: "Old(+O)" },
  { encoding: "eager", label: "+S-O" },
] as const;
type Encoding = (typeof sides)[number]["encoding"];

interface Outcome {
  readonly verdict: "safe" | "unsafe" | "over" | "unknown";
  /** The reason of an unknown verdict. */
  readonly note: string;
  readonly seconds: number;
  readonly solving: number;
  readonly events: number;
  readonly reads: number;
  readonly before: number;
  readonly after: number;
  readonly variables: number;
  readonly conflicts: number;
}

const loadFamily = (family: StagedFamily, size: number, bad: boolean): Promise<Program> =>
  loadProgram(`staged/${family.file}`, [`-DN=${size}`, ...(bad ? ["-DBAD"] : [])]);

/** A short first check measures the compilation of JavaScript: the second one counts. */
async function measure(
  family: StagedFamily & { readonly unwind?: number },
  program: Program,
  encoding: Encoding,
  without: readonly Technique[] = [],
): Promise<Outcome> {
  const first = await measureOnce(family, program, encoding, without);
  return first.seconds < 5 ? measureOnce(family, program, encoding, without) : first;
}

/** Whether the limit of time or memory was exceeded. */
const isOver = (code: string): boolean => code === "RVL301" || code === "RVL302";

async function measureOnce(
  family: StagedFamily & { readonly unwind?: number },
  program: Program,
  encoding: Encoding,
  without: readonly Technique[],
): Promise<Outcome> {
  const start = cpu();
  const machine = machineFor(family.property);
  const { findings, stats } = await runStaged({
    program,
    properties: [family.property],
    machine,
    budget: new Budget(limit, 3000, budgetClock),
    seed: 1,
    maxSteps: null,
    maxRuns: null,
    options: { encoding, unwind: family.unwind ?? null, without },
    inputs: null,
    progress: () => undefined,
  });
  const seconds = (cpu() - start) / 1000;
  const finding = findings.get(family.property);
  const { readsFromPairs = 0, prunedPairs = 0 } = stats;
  const verdict = (): Outcome["verdict"] => {
    switch (finding?.kind) {
      case "candidate":
        if (confirm(new Machine(program, { ...machine, undo: false }), finding.schedule, family.property) === null)
          throw new Error(`${family.name}, ${encoding}: the candidate does not replay`);
        return "unsafe";
      case "covered":
        if (finding.scope.unwind !== null && family.unwind === undefined) throw new Error(`${family.name}, ${encoding}: not complete`);
        return "safe";
      case "unknown":
        return isOver(finding.unknown.code) ? "over" : "unknown";
      case undefined:
        throw new Error(`${family.name}, ${encoding}: no finding`);
    }
  };
  return {
    verdict: verdict(),
    note: finding?.kind === "unknown" ? (isOver(finding.unknown.code) ? "over the limit" : `${finding.unknown.code}: not decided`) : "",
    seconds,
    solving: Math.min((stats.solveMs ?? 0) / 1000, seconds), // solveMs is wall time, which on a busy machine exceeds CPU time
    variables: stats.variables ?? 0,
    events: stats.events ?? 0,
    reads: stats.reads ?? 0,
    before: readsFromPairs + prunedPairs,
    after: readsFromPairs,
    conflicts: stats.conflicts ?? 0,
  };
}

async function paperRows(rows: Row[]): Promise<void> {
  for (const family of paperFamilies) {
    if (!family.name.includes(only)) continue;
    const over = new Set<Encoding>();
    for (const size of quick ? family.quick : family.sizes) {
      const program = await loadFamily(family, size, false);
      const name = `Fig. 3 ${family.name}(${size})`;
      const row = (what: string, value: number, unit: string, aim: string, met: boolean | null = null): void => {
        rows.push({ what: `${name}: ${what}`, value, unit, aim, met });
        console.log(`${name}: ${what} ${value.toFixed(2)} ${unit} ${aim}`);
      };
      const seconds = new Map<Encoding, number>();
      for (const [i, { encoding, label }] of sides.entries()) {
        const printed = family.paper[size]?.[i];
        const paper = printed === undefined ? "" : `paper ${printed === null ? "> 1800" : printed} s`;
        if (over.has(encoding)) {
          row(label, limit, "s", `${paper}; not run: a smaller size was over the limit`);
          seconds.set(encoding, Number.POSITIVE_INFINITY);
          continue;
        }
        const o = await measure(family, program, encoding);
        if (o.verdict === "unsafe") throw new Error(`${name}, ${label}: unsafe`);
        if (o.verdict === "over") over.add(encoding);
        seconds.set(encoding, o.verdict === "safe" ? o.seconds : Number.POSITIVE_INFINITY);
        row(label, o.seconds, "s", [paper, o.note].filter((x) => x !== "").join("; "), o.verdict === "unknown" ? false : null);
        if (encoding === "staged") {
          row("events", o.events, "", "");
          row("may-copy set, before pruning", o.before / Math.max(o.reads, 1), "writes/read", "");
          row("may-copy set", o.after / Math.max(o.reads, 1), "writes/read", "paper 2–3");
        }
      }
      const ours = seconds.get("staged") ?? Number.POSITIVE_INFINITY;
      const best = Math.min(...seconds.values());
      // Below a second, the compilation of JavaScript dominates.
      if (best >= 1 || ours >= 1) row("+S+O, times the fastest", ours / best, "times", "1", ours <= best);
    }
  }
}

const techniques = techniquesOf("staged");

/** Measures without each technique, at the largest size that is decided in a tenth of the limit. */
async function techniqueRows(rows: Row[], family: StagedFamily, size: number, usual: number): Promise<void> {
  const program = await loadFamily(family, size, false);
  for (const technique of techniques) {
    const o = await measure(family, program, "staged", [technique]);
    if (o.verdict === "unsafe") throw new Error(`${family.name} ${size} without ${technique}: unsafe`);
    const note = `${(o.seconds / usual).toFixed(1)} times${o.note === "" ? "" : `, ${o.note}`}; ${o.conflicts} conflicts`;
    rows.push({ what: `${family.name} ${size}, safe, without ${technique}`, value: o.seconds, unit: "s", aim: note, met: null });
    console.log(`${family.name} ${size}, safe, without ${technique}: ${o.seconds.toFixed(2)} s, ${note}`);
  }
}

async function growthRows(rows: Row[]): Promise<void> {
  for (const family of growthFamilies) {
    if (!family.name.includes(only)) continue;
    for (const bad of [false, true]) {
      let over = false;
      let best: { size: number; seconds: number } | null = null;
      for (const size of quick ? family.quick : family.sizes) {
        const name = `${family.name} ${size}, ${bad ? "unsafe" : "safe"}`;
        const row = (what: string, value: number, unit: string, aim = "", met: boolean | null = null): void => {
          rows.push({ what: `${name}: ${what}`, value, unit, aim, met });
        };
        if (over) {
          row("seconds", limit, "s", "not run: a smaller size was over the limit");
          continue;
        }
        const program = await loadFamily(family, size, bad);
        const o = await measure(family, program, "staged");
        const isDecided = o.verdict === "safe" || o.verdict === "unsafe";
        if (isDecided && (o.verdict === "unsafe") !== bad) throw new Error(`${name} is ${o.verdict}`);
        over = o.verdict === "over";
        if (isDecided && !bad && o.seconds < limit / 10) best = { size, seconds: o.seconds };
        row("events", o.events, "");
        row("candidates before pruning", o.before, "");
        row("candidates", o.after, "");
        row("variables", o.variables, "");
        row("conflicts", o.conflicts, "");
        row("seconds", o.seconds, "s", o.note, isDecided ? null : false);
        const aim = bad ? undefined : family.aim?.[size];
        row("solving", o.solving, "s", aim === undefined ? "" : `< ${aim}`, aim === undefined ? null : isDecided && o.solving < aim);
        console.log(
          `${name}: ${o.events} events, ${o.before} -> ${o.after} candidates, ${o.variables} variables, ${o.conflicts} conflicts, ${o.seconds.toFixed(2)} s, solving ${o.solving.toFixed(2)} s${o.note === "" ? "" : `, ${o.note}`}`,
        );
      }
      if (best !== null) await techniqueRows(rows, family, best.size, best.seconds);
    }
  }
}

export async function staged(): Promise<Measured> {
  const rows: Row[] = [];
  await paperRows(rows);
  await growthRows(rows);
  return { rows, details: {}, isPartial: quick || only !== "" };
}
