// Runs the programs of this directory: in Ravel's executor, and natively with gcc. In: a program (a file, or a directory with a main.c)
// and its tags. Out: the output and the end of the run as one text, so that two runs can be compared.
//
// Tags, each on a separate line at the start of the program (default in brackets):
//   // models: lp64 ilp32      data models to run it under [both]
//   // flags: …                compiler flags for both; -I is relative to the program's folder
//   // also: other.c …         further files to link, in the same folder
//   // link: …, // gcc: …      flags for the native build only
//   // properties: a,b         properties that must not be violated [assert,deadlock,memory,race]
//   // stops: CODE LINE text   not compared with gcc: the run must stop there with this code, naming the text

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { nodeToolchain } from "../../src/apps/clang/toolchain.ts";
import type { Property } from "../../src/execution/errors.ts";
import { Machine } from "../../src/execution/machine.ts";
import { load } from "../../src/frontend/load.ts";
import type { DataModel } from "../../src/program/program.ts";
import { causeOfStop, unknownBecause } from "../../src/reports/unknown.ts";
import { RandomScheduler } from "../../src/scheduling/random.ts";
import { run } from "../../src/scheduling/run.ts";
import { RavelError } from "../../src/support/diagnostics.ts";
import { Rng } from "../../src/support/rng.ts";
import { irCache } from "../ir-cache.ts";
import { machineOptions } from "../run.ts";

export const programsFolder = fileURLToPath(new URL("./programs", import.meta.url));

export interface TestProgram {
  readonly name: string;
  readonly files: readonly string[];
  readonly flags: readonly string[];
  readonly nativeFlags: readonly string[];
  readonly models: readonly DataModel[];
  readonly properties: readonly Property[];
  readonly stops: string;
}

export function readProgram(name: string): TestProgram {
  const path = join(programsFolder, name);
  const main = statSync(path).isDirectory() ? join(path, "main.c") : path;
  const head = readFileSync(main, "utf8").slice(0, 1500);
  const tag = (key: string): string => new RegExp(`^// ${key}: *(.*)$`, "m").exec(head)?.[1]?.trim() ?? "";
  const words = (key: string): string[] =>
    tag(key)
      .split(/\s+/)
      .filter((w) => w !== "");
  const folder = dirname(main);
  return {
    name,
    files: [main, ...words("also").map((f) => join(folder, f))],
    flags: words("flags").map((f) => (f.startsWith("-I") ? `-I${join(folder, f.slice(2))}` : f)),
    nativeFlags: [...words("link"), ...words("gcc")],
    models: tag("models") === "" ? ["lp64", "ilp32"] : (words("models") as DataModel[]),
    properties: (tag("properties") || "assert,deadlock,memory,race").split(",") as Property[],
    stops: tag("stops"),
  };
}

/** The programs, files and directories, whose names begin with this prefix. */
export function programsNamed(...prefixes: readonly string[]): TestProgram[] {
  const names = readdirSync(programsFolder).filter((n) => prefixes.some((p) => n.startsWith(p)));
  return names.filter((n) => /\.[ci]$/.test(n) || existsSync(join(programsFolder, n, "main.c"))).map(readProgram);
}

export interface Ran {
  /** Standard output, and in brackets how it ended. */
  readonly text: string;
  readonly machine: Machine;
}

/** Both compilers are used: the embedded one for LP64, the machine's (if it has one that is new enough) for ILP32. */
const compilerFor: Readonly<Record<DataModel, string>> = { lp64: "embedded", ilp32: "auto" };

export async function runInRavel(program: TestProgram, model: DataModel, seed = 1): Promise<Ran> {
  const { program: linked } = await load({
    ...program,
    dataModel: model,
    clang: compilerFor[model],
    systemHeaders: false,
    toolchain: nodeToolchain,
    cache: irCache,
  });
  const machine = new Machine(linked, { ...machineOptions(program.properties), undo: false, fill: 0xa5 });
  const end = run(machine, new RandomScheduler(new Rng(seed)), { maxSteps: 200_000, interrupted: () => false });
  const output = machine.outputs.filter((o) => o.descriptor === 1).map((o) => Buffer.from(o.bytes).toString("latin1"));
  const violations = machine.violations.map((v) => `[${v.kind}: ${v.message} at line ${v.location?.line}]`);
  return { text: output.join("") + describeEnd(machine, end) + violations.join(""), machine };
}

function describeEnd({ outcome }: Machine, end: string): string {
  if (outcome === null) return `[${end}]`;
  switch (outcome.kind) {
    case "exit":
    case "abort":
      return `[exit ${outcome.status}]`;
    case "stopped":
      return `[${unknownBecause(causeOfStop(outcome)).code} ${outcome.location?.line} ${outcome.reason}]`;
    default:
      return `[${outcome.kind}]`;
  }
}

/** The diagnostics of a program that cannot be loaded, one line each. */
export async function refusal(files: readonly string[], flags: readonly string[] = []): Promise<string[]> {
  try {
    await load({ files, flags, dataModel: "lp64", clang: "embedded", systemHeaders: false, toolchain: nodeToolchain, cache: null });
    return [];
  } catch (error) {
    if (!(error instanceof RavelError)) throw error;
    return error.diagnostics.map(
      (d) =>
        `${d.code} ${d.location === null ? "" : `${basename(d.location.file)}:${d.location.line}:${d.location.column ?? ""} `}${d.message}`,
    );
  }
}

export function runNatively(program: TestProgram, model: DataModel): string {
  const folder = mkdtempSync(join(tmpdir(), "ravel-frontend-"));
  try {
    const binary = join(folder, "program");
    const target = model === "lp64" ? ["-m64"] : ["-m32", "-msse2", "-mfpmath=sse"];
    const flags = ["-w", "-std=gnu17", "-pthread", ...target, ...program.flags, ...program.nativeFlags];
    const built = spawnSync("gcc", [...flags, ...program.files, "-o", binary, "-lm", "-latomic"], { encoding: "latin1" });
    if (built.status !== 0) return `gcc: ${built.stderr}`;
    const { stdout, status, signal } = spawnSync(binary, [], { encoding: "latin1", input: "" });
    return `${stdout}[exit ${status ?? signal}]`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
