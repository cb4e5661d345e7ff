// What `check`, `run` and `replay` share: the front end's and the machine's part of a request.

import { readFileSync } from "node:fs";
import type { MachineOptions } from "../../execution/machine.ts";
import { IrCache } from "../../frontend/clang/cache.ts";
import type { LoadRequest } from "../../frontend/load.ts";
import type { DataModel } from "../../program/program.ts";
import { fail } from "../../support/diagnostics.ts";
import { type ParsedArguments, properties } from "./options.ts";

/** Operations a single step may take before the run is given up. */
const fuel = 50_000_000;
const defaultMegabytes = 4096;

export function loadRequest(args: ParsedArguments, files: readonly string[]): LoadRequest {
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
    spuriousWakeups: args.flag("spurious-wakeups"),
    spuriousFailures: args.flag("spurious-failures"),
    allocationMayFail: args.flag("allocation-may-fail"),
    unknownCalls: (args.text("unknown-calls") ?? "stop") as "stop" | "nondet",
    memory: (args.number("memory") ?? defaultMegabytes) * 2 ** 20,
    fuel,
    fill: 0,
  };
}

/** `--input FILE`: a JSON list of integers (numbers or decimal texts), in the order the program asks. */
export function givenInputs(args: ParsedArguments): readonly bigint[] | null {
  const path = args.text("input");
  if (path === null) return null;
  const text = readText(path);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return fail("RVL106", `${path} is not JSON`);
  }
  if (!Array.isArray(json)) return fail("RVL106", `${path} is not a list of numbers`);
  return json.map((v: unknown, i) => {
    if (typeof v === "number" && Number.isInteger(v)) return BigInt(v);
    if (typeof v === "boolean") return v ? 1n : 0n;
    if (typeof v === "string" && /^-?\d+$/.test(v)) return BigInt(v);
    return fail("RVL106", `${path}: element ${i} is not an integer`);
  });
}

export function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return fail("RVL002", `${path} cannot be read: ${code === "ENOENT" ? "no such file" : code === "EISDIR" ? "it is a directory" : (code ?? "unknown error")}`);
  }
}
