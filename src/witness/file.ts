// Witness files: the program and options, and the schedule with what each step did (for people and other tools; replay needs only threads,
// choices and inputs). In: a replay, or the text of a file. Out: JSON, or its parsed content. schemas/witness.schema.json describes the format.

import { allProperties, type Property, type Violation } from "../execution/errors.ts";
import { exercisedFreedoms } from "../execution/freedoms.ts";
import type { MachineOptions } from "../execution/machine.ts";
import type { DataModel } from "../program/program.ts";
import { fail } from "../support/diagnostics.ts";
import type { Replay } from "./replay.ts";
import type { Schedule } from "./schedule.ts";
import { stepToJson } from "./steps.ts";

export const witnessSchema = 1;

const freedomNames = exercisedFreedoms.map((f) => f.freedom);

/** How the program was built and run. */
export interface WitnessProgram {
  readonly files: readonly string[];
  readonly flags: readonly string[];
  readonly dataModel: DataModel;
  readonly systemHeaders: boolean;
  /** Flags of single files, from a build directory. */
  readonly unitFlags?: Readonly<Record<string, readonly string[]>>;
  /** Functions that run as threads (`--entry`). */
  readonly entries?: readonly string[];
  /** Its call is the failure, whatever it does (`--svcomp`). */
  readonly errorFunction?: string | null;
}

export interface WitnessFile {
  readonly program: WitnessProgram;
  readonly hashes: Readonly<Record<string, unknown>>;
  readonly options: Pick<MachineOptions, "allocationMayFail" | "unknownCalls" | "requiresCleanup">;
  readonly property: Property | null;
  readonly violation: { readonly kind: string; readonly message: string } | null;
  readonly schedule: Schedule;
}

/** `sha256`: hashes of the files, by name. A replay reports files that have changed since. */
export function witnessToJson(
  version: string,
  program: WitnessProgram & { readonly sha256?: Readonly<Record<string, string>> },
  options: WitnessFile["options"],
  violation: Violation | null,
  schedule: Schedule,
  replay: Replay,
): Record<string, unknown> {
  const { files, flags, dataModel, systemHeaders, unitFlags = {}, entries = [], errorFunction = null, sha256 = {} } = program;
  const special = {
    ...(Object.keys(unitFlags).length === 0 ? {} : { unitFlags }),
    ...(entries.length === 0 ? {} : { entries }),
    ...(errorFunction === null ? {} : { errorFunction }),
  };
  const { allocationMayFail, unknownCalls, requiresCleanup = false } = options;
  return {
    ravel: version,
    schema: witnessSchema,
    kind: "witness",
    program: { files, flags, dataModel, systemHeaders, ...special, sha256 },
    options: { freedoms: schedule.freedoms, allocationMayFail, unknownCalls, ...(requiresCleanup ? { requiresCleanup } : {}) },
    violation: violation && {
      property: violation.property,
      kind: violation.kind,
      message: violation.message,
      location: violation.location,
      thread: violation.thread,
    },
    fill: schedule.fill,
    prelude: schedule.prelude,
    ...(schedule.asksInSteps ? { asksInSteps: true } : {}),
    inputs: replay.inputs,
    schedule: replay.steps.map(stepToJson),
  };
}

/** Reads a witness. Throws RVL401, with what is wrong and where. */
export function parseWitness(text: string, name: string): WitnessFile {
  const read = new Reader(name);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return read.bad(
      text.trim() === "" ? "the file is empty" : /^\s*\{/.test(text) ? "the JSON is damaged or incomplete" : "the file is not JSON",
    );
  }
  const top = read.object(json, "the file");
  if (top.kind !== "witness") read.bad('"kind" is not "witness"');
  if (top.schema !== witnessSchema) read.bad(`schema ${JSON.stringify(top.schema)} instead of ${witnessSchema}`);
  const program = read.object(top.program, "program");
  const options = read.object(top.options, "options");
  const files = read.strings(program.files, "program.files");
  if (files.length === 0) read.bad("program.files is empty");
  const violation = top.violation === null ? null : read.object(top.violation, "violation");
  return {
    program: {
      files,
      flags: read.strings(program.flags, "program.flags"),
      dataModel: read.oneOf(program.dataModel, ["lp64", "ilp32"] as const, "program.dataModel"),
      systemHeaders: read.truth(program.systemHeaders, "program.systemHeaders"),
      ...(program.unitFlags === undefined ? {} : { unitFlags: read.stringLists(program.unitFlags, "program.unitFlags") }),
      ...(program.entries === undefined ? {} : { entries: read.strings(program.entries, "program.entries") }),
      ...(program.errorFunction === undefined ? {} : { errorFunction: read.text(program.errorFunction, "program.errorFunction") }),
    },
    hashes: read.object(program.sha256, "program.sha256"),
    options: {
      allocationMayFail: read.truth(options.allocationMayFail, "options.allocationMayFail"),
      unknownCalls: read.oneOf(options.unknownCalls, ["stop", "nondet"] as const, "options.unknownCalls"),
      ...(options.requiresCleanup === undefined ? {} : { requiresCleanup: read.truth(options.requiresCleanup, "options.requiresCleanup") }),
    },
    property: violation === null ? null : read.oneOf(violation.property, allProperties, "violation.property"),
    violation: violation && {
      kind: read.text(violation.kind, "violation.kind"),
      message: read.text(violation.message, "violation.message"),
    },
    schedule: {
      steps: read.list(top.schedule, "schedule").map((s, i) => {
        const step = read.object(s, `schedule[${i}]`);
        return {
          thread: read.natural(step.thread, `schedule[${i}].thread`),
          choices: read.naturals(step.choices, `schedule[${i}].choices`),
        };
      }),
      inputs: read.list(top.inputs, "inputs").map((v, i) => read.input(v, `inputs[${i}]`)),
      prelude: read.naturals(top.prelude, "prelude"),
      fill: read.byte(top.fill, "fill"),
      ...(top.asksInSteps !== undefined && read.truth(top.asksInSteps, "asksInSteps") ? { asksInSteps: true } : {}),
      freedoms: read.list(options.freedoms, "options.freedoms").map((f, i) => read.oneOf(f, freedomNames, `options.freedoms[${i}]`)),
    },
  };
}

/** Checks and converts JSON values. The first wrong one is reported. */
class Reader {
  constructor(readonly name: string) {}

  bad(what: string): never {
    return fail("RVL401", `${this.name} is not a witness: ${what}`, {
      hint: "write one with ravel check FILE.c --witness W.json; schemas/witness.schema.json describes the format",
    });
  }

  #expect<T>(ok: boolean, v: unknown, what: string, form: string): T {
    return ok ? (v as T) : this.bad(v === undefined ? `${what} is missing` : `${what} is not ${form}`);
  }

  object(v: unknown, what: string): Record<string, unknown> {
    return this.#expect(typeof v === "object" && v !== null && !Array.isArray(v), v, what, "an object");
  }

  list(v: unknown, what: string): unknown[] {
    return this.#expect(Array.isArray(v), v, what, "a list");
  }

  text(v: unknown, what: string): string {
    return this.#expect(typeof v === "string", v, what, "a string");
  }

  strings(v: unknown, what: string): string[] {
    return this.list(v, what).map((s, i) => this.text(s, `${what}[${i}]`));
  }

  stringLists(v: unknown, what: string): Record<string, string[]> {
    return Object.fromEntries(Object.entries(this.object(v, what)).map(([key, list]) => [key, this.strings(list, `${what}.${key}`)]));
  }

  truth(v: unknown, what: string): boolean {
    return this.#expect(typeof v === "boolean", v, what, "true or false");
  }

  oneOf<T extends string>(v: unknown, of: readonly T[], what: string): T {
    return this.#expect(of.includes(v as T), v, what, `one of ${of.join(", ")}`);
  }

  natural(v: unknown, what: string): number {
    return this.#expect(typeof v === "number" && Number.isInteger(v) && v >= 0 && v < 2 ** 31, v, what, "a number from 0 to 2147483647");
  }

  naturals(v: unknown, what: string): number[] {
    return this.list(v, what).map((n, i) => this.natural(n, `${what}[${i}]`));
  }

  byte(v: unknown, what: string): number {
    return this.#expect(typeof v === "number" && Number.isInteger(v) && v >= 0 && v < 256, v, what, "a number from 0 to 255");
  }

  input(v: unknown, what: string): bigint {
    const { bits, value } = this.object(v, what);
    const width = this.natural(bits, `${what}.bits`);
    if (width < 1 || width > 128) this.bad(`${what}.bits is not a number from 1 to 128`);
    const isInteger = typeof value === "number" ? Number.isSafeInteger(value) : typeof value === "string" && /^-?\d{1,40}$/.test(value);
    return BigInt.asUintN(width, BigInt(this.#expect<number | string>(isInteger, value, `${what}.value`, "an integer")));
  }
}
