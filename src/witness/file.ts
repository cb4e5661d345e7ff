// A witness as a file: the program and options it belongs to, and the schedule with what each step did (for people and other
// tools; replay needs only threads, choices and inputs). Described by schemas/witness.schema.json.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { MachineOptions } from "../execution/machine.ts";
import { type Property, type Violation, allProperties } from "../execution/errors.ts";
import type { DataModel } from "../program/program.ts";
import { fail } from "../support/diagnostics.ts";
import type { Replay } from "./confirm.ts";
import type { Schedule } from "./schedule.ts";

export const witnessSchema = 1;

/** How the program was built and run. */
export interface WitnessProgram {
  readonly files: readonly string[];
  readonly flags: readonly string[];
  readonly dataModel: DataModel;
  readonly systemHeaders: boolean;
}

export interface WitnessFile {
  readonly program: WitnessProgram;
  readonly hashes: Readonly<Record<string, string>>;
  readonly options: Pick<MachineOptions, "spuriousWakeups" | "spuriousFailures" | "allocationMayFail" | "unknownCalls">;
  readonly property: Property | null;
  readonly violation: { readonly kind: string; readonly message: string; readonly file: string | null; readonly line: number | null; readonly thread: number } | null;
  readonly schedule: Schedule;
}

export const hashFile = (path: string): string => createHash("sha256").update(readFileSync(path)).digest("hex");

export function witnessToJson(version: string, program: WitnessProgram, options: WitnessFile["options"], violation: Violation | null, schedule: Schedule, replay: Replay): Record<string, unknown> {
  return {
    ravel: version,
    schema: witnessSchema,
    kind: "witness",
    program: { ...program, sha256: Object.fromEntries(program.files.map((f) => [f, hashFile(f)])) },
    options,
    violation: violation && { property: violation.property, kind: violation.kind, message: violation.message, location: violation.location, thread: violation.thread },
    fill: schedule.fill,
    prelude: schedule.prelude,
    inputs: replay.inputs,
    schedule: replay.steps.map((s) => ({ thread: s.thread, op: s.op, location: s.location, call: s.call, object: s.object, value: s.value, choices: s.choices })),
  };
}

/** Reads a witness; whatever is wrong with it is RVL401, saying what and where. */
export function parseWitness(text: string, name: string): WitnessFile {
  const bad = (what: string): never => fail("RVL401", `${name} is not a witness: ${what}`);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return bad("it is not JSON");
  }
  const top = object(json, "the file", bad);
  if (top.kind !== "witness") bad('"kind" is not "witness"');
  if (top.schema !== witnessSchema) bad(`schema ${JSON.stringify(top.schema)} is not ${witnessSchema}`);
  const program = object(top.program, "program", bad);
  const options = object(top.options, "options", bad);
  const files = strings(program.files, "program.files", bad);
  const { dataModel } = program;
  if (dataModel !== "lp64" && dataModel !== "ilp32") return bad("program.dataModel is neither lp64 nor ilp32");
  const hashes = object(program.sha256, "program.sha256", bad) as Record<string, string>;
  const steps = array(top.schedule, "schedule", bad).map((s, i) => {
    const step = object(s, `schedule[${i}]`, bad);
    return { thread: natural(step.thread, `schedule[${i}].thread`, bad), choices: array(step.choices ?? [], `schedule[${i}].choices`, bad).map((c) => natural(c, `schedule[${i}].choices`, bad)) };
  });
  const inputs = array(top.inputs, "inputs", bad).map((v, i) => {
    const input = object(v, `inputs[${i}]`, bad);
    if (typeof input.value !== "string" || !/^-?\d+$/.test(input.value)) return bad(`inputs[${i}].value is not a decimal number`);
    const bits = natural(input.bits, `inputs[${i}].bits`, bad);
    return BigInt.asUintN(bits, BigInt(input.value));
  });
  const violation = top.violation === null ? null : object(top.violation, "violation", bad);
  const where = violation === null || violation.location === null ? null : object(violation.location, "violation.location", bad);
  const property = violation === null ? null : (allProperties.find((p) => p === violation.property) ?? bad("violation.property is not a property"));
  return {
    program: { files, flags: strings(program.flags, "program.flags", bad), dataModel, systemHeaders: program.systemHeaders === true },
    hashes,
    options: {
      spuriousWakeups: options.spuriousWakeups === true,
      spuriousFailures: options.spuriousFailures === true,
      allocationMayFail: options.allocationMayFail === true,
      unknownCalls: options.unknownCalls === "nondet" ? "nondet" : "stop",
    },
    property,
    violation: violation && { kind: String(violation.kind), message: String(violation.message), file: where === null ? null : String(where.file), line: where === null ? null : natural(where.line, "violation.location.line", bad), thread: natural(violation.thread, "violation.thread", bad) },
    schedule: { steps, inputs, prelude: array(top.prelude ?? [], "prelude", bad).map((c) => natural(c, "prelude", bad)), fill: natural(top.fill ?? 0, "fill", bad) & 0xff },
  };
}

type Bad = (what: string) => never;

function object(v: unknown, what: string, bad: Bad): Record<string, unknown> {
  return typeof v === "object" && v !== null && !Array.isArray(v) ? (v as Record<string, unknown>) : bad(`${what} is not an object`);
}

function array(v: unknown, what: string, bad: Bad): unknown[] {
  return Array.isArray(v) ? v : bad(`${what} is not a list`);
}

function strings(v: unknown, what: string, bad: Bad): string[] {
  const list = array(v, what, bad);
  return list.every((s) => typeof s === "string") ? (list as string[]) : bad(`${what} is not a list of texts`);
}

function natural(v: unknown, what: string, bad: Bad): number {
  return typeof v === "number" && Number.isInteger(v) && v >= 0 ? v : bad(`${what} is not a natural number`);
}
