// Turns parsed arguments into requests: what `check`, `run` and `replay` share for the front end and the machine, and a check as data.

import { accessSync, constants, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { CheckRequest } from "../../check.ts";
import { fusionParts } from "../../engines/fusion/options.ts";
import type { EngineChoice, EngineName, EngineOptions } from "../../engines/table.ts";
import { exercisedFreedoms, type Freedom, noFreedoms } from "../../execution/freedoms.ts";
import type { MachineOptions } from "../../execution/machine.ts";
import { parseEntries } from "../../frontend/entries.ts";
import type { LoadRequest } from "../../frontend/load.ts";
import type { DataModel } from "../../program/program.ts";
import type { Budget } from "../../support/budget.ts";
import { fail } from "../../support/diagnostics.ts";
import { propertiesOf, requiresCleanup, type SvcompTask } from "../../svcomp/property-file.ts";
import type { Schedule } from "../../witness/schedule.ts";
import { IrCache } from "../clang/cache.ts";
import { nodeToolchain } from "../clang/toolchain.ts";
import { defaultMegabytes, defaultSeconds, fuel } from "../node/defaults.ts";
import { readBuild } from "./build-folder.ts";
import { cannotRead, readText } from "./file-errors.ts";
import { type ParsedArguments, properties } from "./options.ts";
import { startSolverProcess } from "./solver-process.ts";

const maxJobs = 4;

const secondsOf = (args: ParsedArguments): number => args.number("timeout") ?? defaultSeconds;
export const megabytesOf = (args: ParsedArguments): number => args.number("memory") ?? defaultMegabytes();

/** `auto` uses all cores up to a maximum; other engines use one thread unless the user asks for more. */
const jobsOf = (args: ParsedArguments): number =>
  args.number("jobs") ?? ((args.text("engine") ?? "auto") === "auto" ? Math.min(availableParallelism(), maxJobs) : 1);

/** A check as data: what every thread of it needs. It crosses from thread to thread, so it holds no functions. */
export interface CheckSettings extends Omit<CheckRequest, "budget" | "progress" | "cache" | "toolchain" | "machine" | "peakMemoryMB"> {
  readonly usesCache: boolean;
  readonly machine: Omit<CheckRequest["machine"], "tick">;
  readonly seconds: number;
  readonly megabytes: number;
  readonly jobs: number;
  /** The report has an account of how the check went. */
  readonly explains: boolean;
  /** The file for a certificate. */
  readonly certificateFile: string | null;
}

/** Reports mistakes in the arguments before anything is compiled. */
export function checkSettings(args: ParsedArguments, schedule: Schedule | null = null, svcomp: SvcompTask | null = null): CheckSettings {
  const { cache, toolchain: _, ...load } = loadRequest(args, args.positionals);
  const chosen = svcomp === null ? properties(args) : propertiesOf(svcomp);
  return {
    ...load,
    usesCache: cache !== null,
    engine: engineChoice(args, schedule),
    properties: chosen,
    errorFunction: svcomp?.errorFunction ?? null,
    ...(svcomp === null
      ? {}
      : { asksHeapUse: svcomp.subproperties.includes("valid-memtrack") ? ("loss" as const) : ("allocation" as const) }),
    machine: {
      ...machineOptions(args),
      properties: new Set(chosen),
      ...(svcomp !== null && requiresCleanup(svcomp) ? { requiresCleanup: true } : {}),
    },
    freedoms: freedomsOf(args),
    seconds: secondsOf(args),
    megabytes: megabytesOf(args),
    jobs: jobsOf(args),
    seed: args.number("seed") ?? 1,
    maxSteps: args.number("max-steps"),
    contextBound: contextBoundOf(args),
    maxRuns: args.number("max-runs"),
    inputs: givenInputs(args),
    explains: args.flag("explain"),
    certificateFile: args.text("certificate"),
    extent: args.flag("first") ? "first" : args.flag("all") ? "all" : undefined,
  };
}

type ExploreOptions = EngineOptions["explore"];
type StagedOptions = EngineOptions["staged"];

/** The engine, with the options that it takes. */
function engineChoice(args: ParsedArguments, schedule: Schedule | null): EngineChoice {
  const explore: ExploreOptions = {
    strategy: args.text("strategy") as ExploreOptions["strategy"],
    reduction: args.text("reduction") as ExploreOptions["reduction"],
    finalStates: args.list("stats")?.includes("final-states") ?? false,
  };
  const staged: StagedOptions = {
    unwind: args.number("unwind"),
    encoding: args.text("encoding") as StagedOptions["encoding"],
    without: (args.list("without") ?? []) as NonNullable<StagedOptions["without"]>,
    symmetry: args.text("symmetry") as StagedOptions["symmetry"],
    solver: args.text("solver"),
  };
  const name = (args.text("engine") ?? "auto") as EngineName;
  switch (name) {
    case "auto":
      return { name, options: { explore, staged, jobs: jobsOf(args) } };
    case "explore":
      return { name, options: explore };
    case "fusion":
      return {
        name,
        options: {
          solver: staged.solver,
          reduction: explore.reduction,
          pruneEffort: args.number("prune-effort"),
          encoding: staged.encoding,
          omitted: fusionParts.filter((part) => args.list("without")?.includes(part)),
          without: staged.without?.filter((technique) => !(fusionParts as readonly string[]).includes(technique)),
        },
      };
    case "guided":
      return { name, options: { ...guidedOptions(staged), schedule } };
    case "staged":
      return { name, options: staged };
    case "symex":
      return {
        name,
        options: {
          prune: args.text("prune") as EngineOptions["symex"]["prune"],
          reduce: args.text("reduction") as EngineOptions["symex"]["reduce"],
          table: args.number("table"),
          summarySize: args.number("summary-size"),
          slice: !args.flag("no-slice"),
          branches: args.text("branches") as EngineOptions["symex"]["branches"],
          symmetry: staged.symmetry,
          schedule,
        },
      };
  }
}

const guidedOptions = ({ solver, encoding, symmetry, without }: StagedOptions): EngineOptions["guided"] => ({
  solver,
  encoding,
  symmetry,
  without,
});

/** What the machine lends an engine: threads, and a file for the certificate. */
export interface Resources
  extends Pick<ExploreOptions, "pool">,
    Pick<StagedOptions, "certificate">,
    Pick<EngineOptions["auto"], "startEngine"> {}

/** The engine with what its options need of the machine. */
function withResources(engine: EngineChoice, { pool, certificate, startEngine }: Resources): EngineChoice {
  const forSearch = (options: ExploreOptions): ExploreOptions => ({ ...options, pool });
  const forSolving = (options: StagedOptions): StagedOptions => ({ ...options, certificate, startProcess: startSolverProcess });
  switch (engine.name) {
    case "auto": {
      const { explore, staged } = engine.options;
      return { ...engine, options: { ...engine.options, startEngine, explore: forSearch(explore), staged: forSolving(staged) } };
    }
    case "explore":
      return { ...engine, options: forSearch(engine.options) };
    case "fusion":
      return { ...engine, options: { ...engine.options, startProcess: startSolverProcess } };
    case "guided":
      return { ...engine, options: { ...engine.options, ...forSolving(engine.options) } };
    case "staged":
      return { ...engine, options: forSolving(engine.options) };
    case "symex":
      return engine;
  }
}

/** The settings with what a thread has of its own: its budget, the cache, the compiler and the engine's resources. */
export function checkRequest(
  settings: CheckSettings,
  budget: Budget,
  progress: (text: string) => void,
  resources: Resources = {},
): CheckRequest {
  return {
    ...settings,
    engine: withResources(settings.engine, resources),
    cache: settings.usesCache ? new IrCache() : null,
    toolchain: nodeToolchain,
    peakMemoryMB,
    machine: { ...settings.machine, tick: () => budget.tick() },
    budget,
    progress,
  };
}

export const peakMemoryMB = (): number => Math.round(process.resourceUsage().maxRSS / 1024);

function contextBoundOf(args: ParsedArguments): number | null {
  const bound = args.number("context-bound");
  if (bound === null) return null;
  if (args.text("engine") === "symex")
    fail("RVL003", "engine symex does not support --context-bound", { hint: "use --engine explore, fusion, guided or staged" });
  const reduction = args.text("reduction") ?? "none";
  if (reduction !== "none")
    fail("RVL003", `--context-bound cannot be combined with --reduction ${reduction}`, { hint: "omit --reduction" });
  if (args.text("certificate") !== null)
    fail("RVL003", "--context-bound cannot be combined with --certificate", { hint: "omit one of them" });
  const strategy = args.text("strategy") ?? "dfs";
  if (strategy !== "dfs") fail("RVL003", `--context-bound cannot be combined with --strategy ${strategy}`, { hint: "omit --strategy" });
  return bound;
}

/** `named`: files, or a target of the build directory. */
export function loadRequest(args: ParsedArguments, named: readonly string[]): LoadRequest {
  const folder = args.text("build-dir");
  const build = folder === null ? null : readBuild(folder, named);
  const { files } = build ?? { files: named };
  for (const file of files) {
    requireFile(file);
    if (/\.json$/i.test(file)) refuseJson(file);
  }
  return {
    files,
    flags: args.clangFlags,
    ...(build === null ? {} : { unitFlags: build.unitFlags, notes: build.notes }),
    dataModel: (args.text("data-model") ?? build?.dataModel ?? "lp64") as DataModel,
    clang: args.text("clang") ?? "auto",
    systemHeaders: args.flag("system-headers"),
    entries: entriesOf(args),
    cache: openCache(args),
    toolchain: nodeToolchain,
    validate: process.env.RAVEL_VALIDATE === "1",
  };
}

function entriesOf(args: ParsedArguments): readonly string[] {
  const text = args.text("entry");
  return text === null ? [] : parseEntries(text);
}

export function openCache(args: ParsedArguments): IrCache | null {
  return args.flag("no-cache") ? null : new IrCache();
}

export function machineOptions(args: ParsedArguments): Omit<MachineOptions, "undo"> {
  return {
    properties: new Set(properties(args)),
    freedoms: noFreedoms, // a check searches without them first; `run` and `replay` follow the schedule
    allocationMayFail: args.flag("allocation-may-fail"),
    unknownCalls: (args.text("unknown-calls") ?? "stop") as "stop" | "nondet",
    memory: megabytesOf(args) * 2 ** 20,
    fuel,
    fill: 0,
  };
}

/** The freedoms of the environment that the user has not excluded by an assumption. */
function freedomsOf(args: ParsedArguments): ReadonlySet<Freedom> {
  const assumed = args.list("assume") ?? [];
  return new Set(exercisedFreedoms.filter((f) => !assumed.includes(f.assumption)).map((f) => f.freedom));
}

/** `--input FILE`: a JSON list of integers (numbers or decimal strings), in the order in which the program reads them. */
export function givenInputs(args: ParsedArguments): readonly bigint[] | null {
  const path = args.text("input");
  if (path === null) return null;
  const text = readText(path);
  const form = { hint: 'write a list of integers, such as [1, -2, "18446744073709551615"]' };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return fail("RVL106", `${path} is not JSON`, form);
  }
  if (!Array.isArray(json)) return fail("RVL106", `${path} does not contain a list`, form);
  return json.map((v: unknown, i) => {
    if (typeof v === "number" && Number.isSafeInteger(v)) return BigInt(v);
    if (typeof v === "boolean") return v ? 1n : 0n;
    if (typeof v === "string" && /^-?\d{1,40}$/.test(v)) return BigInt(v);
    return fail(
      "RVL106",
      `${path}: element ${i} is ${typeof v === "number" && Number.isInteger(v) ? "too large for a JSON number: write it as a string" : "not an integer"}`,
      form,
    );
  });
}

/** Reports common mistakes before the compiler runs; the front end checks the rest. */
function requireFile(path: string): void {
  try {
    accessSync(path, constants.R_OK);
    const stat = statSync(path);
    if (stat.isDirectory()) throw Object.assign(new Error("is a directory"), { code: "EISDIR" });
    if (stat.isFile()) return;
  } catch (error) {
    cannotRead(path, error);
  }
  // Several threads read the file, and a pipe can be read only once.
  fail("RVL002", `cannot read ${path}: not a regular file`, { hint: "write the program to a file" });
}

function refuseJson(path: string): never {
  const hint = /(^|\/)ravel\.json$/.test(path) ? "for its targets: ravel check, without files" : "for a witness: ravel replay WITNESS.json";
  return fail("RVL004", `${path} is not a C source file`, { hint });
}
