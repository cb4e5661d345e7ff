// Arguments → requests: the front end's and the machine's part, which `check`, `run` and `replay` share, and that of a check.

import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";
import type { CheckRequest } from "../../check.ts";
import { exercisedFreedoms, type Freedom, noFreedoms } from "../../execution/freedoms.ts";
import type { MachineOptions } from "../../execution/machine.ts";
import { IrCache } from "../../frontend/clang/cache.ts";
import type { LoadRequest } from "../../frontend/load.ts";
import type { DataModel } from "../../program/program.ts";
import type { Budget } from "../../support/budget.ts";
import { fail } from "../../support/diagnostics.ts";
import { reasonOf } from "./file-errors.ts";
import { type ParsedArguments, properties } from "./options.ts";

/** Operations a single step may take before the run is given up. */
const fuel = 50_000_000;
const mostMegabytes = 4096;
/** Of the memory there is: a process that needs more than the machine has is ended by the system, and its report with it. */
const shareOfMachine = 0.75;
const defaultSeconds = 300;
const mostJobs = 4;

export const secondsOf = (args: ParsedArguments): number => args.number("timeout") ?? defaultSeconds;
export const megabytesOf = (args: ParsedArguments): number => args.number("memory") ?? defaultMegabytes();

/** A container may have less than the machine. */
function defaultMegabytes(): number {
  const there = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.min(mostMegabytes, Math.floor((shareOfMachine * there) / 2 ** 20));
}

/** `auto` uses what there is, as far as that is of use to it; others have one thread unless they are given more. */
export const jobsOf = (args: ParsedArguments): number =>
  args.number("jobs") ?? ((args.text("engine") ?? "auto") === "auto" ? Math.min(availableParallelism(), mostJobs) : 1);

export function checkRequest(args: ParsedArguments, budget: Budget, progress: (text: string) => void): CheckRequest {
  return {
    ...loadRequest(args, args.positionals),
    engine: args.text("engine") ?? "auto",
    properties: properties(args),
    machine: { ...machineOptions(args), heed: () => budget.heed() },
    freedoms: freedomsOf(args),
    budget,
    seed: args.number("seed") ?? 1,
    maxSteps: args.number("max-steps"),
    unwind: args.number("unwind"),
    contextBound: contextBoundOf(args),
    encoding: args.text("encoding") as CheckRequest["encoding"],
    solver: args.text("solver"),
    maxRuns: args.number("max-runs"),
    strategy: args.text("strategy") as CheckRequest["strategy"],
    reduction: args.text("reduction") as CheckRequest["reduction"],
    finalStates: args.list("stats")?.includes("final-states") ?? false,
    inputs: givenInputs(args),
    progress,
  };
}

function contextBoundOf(args: ParsedArguments): number | null {
  const bound = args.number("context-bound");
  if (bound === null) return null;
  const reduction = args.text("reduction") ?? "none";
  if (reduction !== "none") fail("RVL003", `--context-bound is not kept by --reduction ${reduction}`, { hint: "leave --reduction out" });
  if (args.text("certificate") !== null)
    fail("RVL003", "--certificate is for what holds without --context-bound", { hint: "leave one of them out" });
  const strategy = args.text("strategy") ?? "dfs";
  if (strategy !== "dfs") fail("RVL003", `--context-bound does not go with --strategy ${strategy}`, { hint: "leave --strategy out" });
  return bound;
}

export function loadRequest(args: ParsedArguments, files: readonly string[]): LoadRequest {
  for (const file of files) requireFile(file);
  return {
    files,
    flags: args.clangFlags,
    dataModel: (args.text("data-model") ?? "lp64") as DataModel,
    clang: args.text("clang") ?? "auto",
    systemHeaders: args.flag("system-headers"),
    cache: openCache(args),
  };
}

export function openCache(args: ParsedArguments): IrCache | null {
  return args.flag("no-cache") ? null : new IrCache();
}

export function machineOptions(args: ParsedArguments): Omit<MachineOptions, "undo"> {
  return {
    properties: new Set(properties(args)),
    freedoms: noFreedoms, // a check looks without them first; `run` and `replay` have what the schedule says
    allocationMayFail: args.flag("allocation-may-fail"),
    unknownCalls: (args.text("unknown-calls") ?? "stop") as "stop" | "nondet",
    memory: megabytesOf(args) * 2 ** 20,
    fuel,
    fill: 0,
  };
}

/** What the environment may do that the user does not assume away. */
function freedomsOf(args: ParsedArguments): ReadonlySet<Freedom> {
  const assumed = args.list("assume") ?? [];
  return new Set(exercisedFreedoms.filter((f) => !assumed.includes(f.assumption)).map((f) => f.freedom));
}

/** `--input FILE`: a JSON list of integers (numbers or decimal texts), in the order the program asks. */
export function givenInputs(args: ParsedArguments): readonly bigint[] | null {
  const path = args.text("input");
  if (path === null) return null;
  const text = readText(path);
  const form = { hint: 'a list of integers, such as [1, -2, "18446744073709551615"]' };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return fail("RVL106", `${path} is not JSON`, form);
  }
  if (!Array.isArray(json)) return fail("RVL106", `${path} is not a list`, form);
  return json.map((v: unknown, i) => {
    if (typeof v === "number" && Number.isSafeInteger(v)) return BigInt(v);
    if (typeof v === "boolean") return v ? 1n : 0n;
    if (typeof v === "string" && /^-?\d{1,40}$/.test(v)) return BigInt(v);
    return fail(
      "RVL106",
      `${path}: element ${i} is not an integer${typeof v === "number" && Number.isInteger(v) ? " that JSON holds exactly: write it as a text" : ""}`,
      form,
    );
  });
}

/** The common mistakes, in our words; what a C file must be beyond that the front end says. */
function requireFile(path: string): void {
  try {
    accessSync(path, constants.R_OK);
    const stat = statSync(path);
    if (stat.isDirectory()) throw Object.assign(new Error("a folder"), { code: "EISDIR" });
    if (stat.isFile()) return;
  } catch (error) {
    cannotRead(path, error);
  }
  // Several threads read it, and a pipe can be read once.
  fail("RVL002", `${path} cannot be read: it is not a plain file`, { hint: "write the program to a file" });
}

export function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    return cannotRead(path, error);
  }
}

export function cannotRead(path: string, error: unknown): never {
  return fail("RVL002", `${path} cannot be read: ${reasonOf(error)}`);
}
