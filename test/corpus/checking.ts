// Checks programs of the collection and compares the verdicts with the expected ones.
//
// In: a program, a compiler, a data model, an amount of work (counted in runs and steps, never in seconds, so that the same
// happens on every machine). Out: the report, and how it contradicts the expectation. A program is loaded once for all of its checks and for
// the replay of its witnesses.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkLoaded } from "../../src/check.ts";
import type { ExploreOptions } from "../../src/engines/explore/explore.ts";
import { allProperties, isUndefined, type Property, type Violation } from "../../src/execution/errors.ts";
import { defaultFreedoms, noFreedoms } from "../../src/execution/freedoms.ts";
import { Machine, type MachineOptions } from "../../src/execution/machine.ts";
import { type Loaded, load } from "../../src/frontend/load.ts";
import type { DataModel } from "../../src/program/program.ts";
import { reportToJson } from "../../src/reports/json.ts";
import { coversAll, type PropertyReport, type Report, type Scope } from "../../src/reports/report.ts";
import { Budget } from "../../src/support/budget.ts";
import type { DiagnosticCode } from "../../src/support/diagnostics.ts";
import { parseWitness, witnessToJson } from "../../src/witness/file.ts";
import { replay } from "../../src/witness/replay.ts";
import { loadRequest } from "../run.ts";
import type { CorpusProgram, ExpectedViolation } from "./collection.ts";

export interface Work {
  readonly strategy: "random" | "pct" | "dfs";
  readonly runs: number;
  readonly steps: number;
  readonly seed: number;
}

const machine: Omit<MachineOptions, "undo"> = {
  properties: new Set(allProperties),
  freedoms: noFreedoms,
  allocationMayFail: false,
  unknownCalls: "stop",
  memory: 2 ** 28,
  fuel: 5_000_000,
  fill: 0,
};

export class Checker {
  readonly #folder = mkdtempSync(join(tmpdir(), "ravel-corpus-"));

  #last: { readonly file: string; readonly loaded: Promise<Loaded> } | null = null;

  constructor(
    readonly clang: "embedded" | "system",
    readonly dataModel: DataModel,
  ) {}

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async check(file: string, work: Work): Promise<Report> {
    return checkLoaded(await this.#load(file), {
      ...loadRequest(file, this.dataModel, this.clang),
      engine: { name: "explore", options: { strategy: work.strategy } },
      properties: allProperties,
      freedoms: defaultFreedoms,
      machine,
      budget: new Budget(null, 1024),
      seed: work.seed,
      maxRuns: work.runs,
      maxSteps: work.steps,
      inputs: null,
      progress: () => {},
    });
  }

  /** Every interleaving, or as many as the limit allows. */
  async exhaust(
    file: string,
    reduction: NonNullable<ExploreOptions["reduction"]>,
    properties: readonly Property[],
    budget: Budget,
  ): Promise<Report> {
    return checkLoaded(await this.#load(file), {
      ...loadRequest(file, this.dataModel, this.clang),
      engine: { name: "explore", options: { strategy: "dfs", reduction } },
      properties,
      machine: { ...machine, properties: new Set(properties) },
      budget,
      seed: 1,
      maxRuns: null,
      maxSteps: null,
      inputs: null,
      progress: () => {},
    });
  }

  /** Writes the witness of every violation to disk, reads it back and replays it. Returns the outcome by property. */
  async replayFromDisk(report: Report): Promise<Map<Property, Violation | null>> {
    const replayed = new Map<Property, Violation | null>();
    for (const { evidence, property } of report.properties) {
      if (evidence === null) continue;
      const program = { files: report.files, flags: [], dataModel: this.dataModel, systemHeaders: false };
      const path = join(this.#folder, "witness.json");
      writeFileSync(
        path,
        JSON.stringify(witnessToJson(report.version, program, machine, evidence.violation, evidence.schedule, evidence.replay)),
      );
      const witness = parseWitness(readFileSync(path, "utf8"), path);
      const linked = await this.#load(witness.program.files[0] as string);
      const result = replay(
        new Machine(linked.program, { ...machine, ...witness.options, undo: false }),
        witness.schedule,
        (v) => v.property === property,
      );
      replayed.set(property, result.violations.find((v) => v.property === property) ?? null);
    }
    return replayed;
  }

  /** Only the last program is kept: the collection is large, and each program is checked several times in a row. */
  #load(file: string): Promise<Loaded> {
    if (this.#last?.file !== file) this.#last = { file, loaded: load(loadRequest(file, this.dataModel, this.clang)) };
    return this.#last.loaded;
  }
}

/** The report's JSON without measurements of the machine. */
export function stableJson(report: Report): string {
  const { timeMs, peakMemoryMB, ...stats } = report.stats;
  return JSON.stringify({ ...reportToJson(report), stats });
}

/** Limits that a check of a supported program may meet. */
const noAnswer: readonly DiagnosticCode[] = ["RVL303", "RVL304", "RVL307", "RVL308", "RVL309"];

/** How a report contradicts the expectation, one line each. */
export const contradictions = (program: CorpusProgram, report: Report): string[] =>
  report.properties.flatMap((found) => {
    const what = contradiction(program.violations[found.property], found) ?? endContradiction(program, found);
    return what === null ? [] : [`${program.name}: ${found.property} ${what}`];
  });

function contradiction(expected: ExpectedViolation | undefined, { verdict, evidence, scope, unknown }: PropertyReport): string | null {
  switch (verdict) {
    case "unsafe": {
      if (evidence === null) return "is unsafe without evidence";
      const lines = linesOf(evidence.violation);
      const seen = `${evidence.violation.kind} at ${lines.join(", ")} (${evidence.violation.message})`;
      if (expected === undefined) return `is expected safe, but: ${seen}`;
      const fits = evidence.violation.kind === expected.kind && lines.length > 0 && lines.every((l) => expected.lines.includes(l));
      return fits ? null : `is expected to be ${expected.kind} at ${expected.lines.join(", ")}, but: ${seen}`;
    }
    case "safe-bounded":
      if (expected?.needs !== undefined && scope.assumptions.includes(expected.needs)) return null;
      return expected === undefined ? null : `is expected unsafe, but comes out ${verdict}`;
    case "safe":
      return expected === undefined ? null : `is expected unsafe, but comes out ${verdict}`;
    case "unknown":
      // Out of runs or steps, or inputs not covered: no verdict. The program must not meet any other reason.
      return unknown !== null && noAnswer.includes(unknown.code) ? null : `is unknown: ${unknown?.code} ${unknown?.reason}`;
  }
}

/** Safe up to expected undefined behaviour, which ends runs of the program; nothing else is left out. */
export const isSafeUpToFaults = (program: CorpusProgram, { verdict, scope }: Pick<PropertyReport, "verdict" | "scope">): boolean =>
  verdict === "safe-bounded" && scope.endedBy.length > 0 && coversAll(scope) && endsAreExpected(program, scope);

const endsAreExpected = (program: CorpusProgram, { endedBy }: Scope): boolean =>
  endedBy.every(({ property }) => property !== null && program.properties[property] === "unsafe");

/** If undefined behaviour ends runs, no property is safe without bounds; and what ends the runs is a violation. */
function endContradiction(program: CorpusProgram, { verdict, scope }: PropertyReport): string | null {
  const fault = Object.values(program.violations).find((v) => isUndefined(v.kind));
  if (verdict === "safe" && fault !== undefined) return `is safe, although runs end by ${fault.kind}`;
  return endsAreExpected(program, scope) ? null : `is said to be ended by ${scope.endedBy.map((e) => e.kind).join(", ")}`;
}

/** The location of a violation: for a race, both accesses count. */
export function linesOf(violation: Violation): number[] {
  const places = violation.kind === "data-race" ? violation.participants.map((p) => p.location) : [violation.location];
  return places.flatMap((l) => (l === null ? [] : [l.line]));
}

export const unsafeOf = (report: Report): Property[] => report.properties.flatMap((p) => (p.verdict === "unsafe" ? [p.property] : []));
