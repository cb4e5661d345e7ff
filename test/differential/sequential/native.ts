// Compiles a program with the system's compilers and runs it. In: C source and a data model. Out: its output and its
// exit status per variant (compiler, optimisation, sanitizer). If all variants agree, that is the program's meaning.

import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DataModel } from "./types.ts";

export type NativeResult =
  | { readonly kind: "ran"; readonly stdout: string; readonly exit: number; readonly stderr: string }
  | { readonly kind: "rejected"; readonly message: string }
  | { readonly kind: "killed"; readonly reason: string };

export interface Variant {
  readonly name: string;
  readonly compiler: "gcc" | "clang-19";
  readonly flags: readonly string[];
  readonly models: readonly DataModel[];
}

const both: readonly DataModel[] = ["lp64", "ilp32"];

/** The meaning of a program. Wrong printf conversions are errors: the generator's idea of an expression's type was wrong. */
export const reference: Variant = {
  name: "gcc -O0",
  compiler: "gcc",
  flags: [
    "-O0",
    "-Wformat",
    "-Werror=format",
    "-Werror=return-type",
    "-Werror=implicit-function-declaration",
    "-Wno-format-truncation",
    "-Wno-format-overflow",
  ],
  models: both,
};

/** The variants that must agree with it if the program has no undefined or unspecified behaviour. */
export const crossChecks: readonly Variant[] = [
  { name: "gcc -O2", compiler: "gcc", flags: ["-O2", "-fwrapv"], models: both },
  { name: "clang -O0", compiler: "clang-19", flags: ["-O0"], models: both },
  { name: "pattern", compiler: "gcc", flags: ["-O0", "-ftrivial-auto-var-init=pattern"], models: both },
  {
    name: "sanitized",
    compiler: "gcc",
    flags: ["-O1", "-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all"],
    models: both,
  },
  {
    name: "clang sanitized",
    compiler: "clang-19",
    flags: ["-O1", "-fsanitize=undefined,float-cast-overflow", "-fno-sanitize-recover=all"],
    models: both,
  },
  { name: "memory", compiler: "clang-19", flags: ["-O1", "-fsanitize=memory"], models: ["lp64"] },
];

/** i386 code must compute in float and double as the types say, not in the x87's wider registers. */
const modelFlags: Readonly<Record<DataModel, readonly string[]>> = { lp64: ["-m64"], ilp32: ["-m32", "-msse2", "-mfpmath=sse"] };

const environment = {
  ...process.env,
  ASAN_OPTIONS: "detect_leaks=0",
  // malloc'ed memory starts with this byte, so that reading it before writing differs from zero.
  MALLOC_PERTURB_: "165",
};

interface Finished {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Only a shrunk program that loops forever takes this long; others end within milliseconds. */
const maxProcessMs = 120_000;

function execute(command: string, args: readonly string[]): Promise<Finished> {
  return new Promise((resolve) => {
    // latin1: one character per byte, so that nothing is lost in a program's output.
    execFile(
      command,
      [...args],
      { timeout: maxProcessMs, encoding: "latin1", maxBuffer: 1 << 24, env: environment },
      (error, stdout, stderr) => {
        if (error === null) return resolve({ code: 0, signal: null, stdout, stderr });
        const code = typeof error.code === "number" ? error.code : null;
        resolve({ code, signal: error.signal ?? (code === null ? String(error.code ?? "killed") : null), stdout, stderr });
      },
    );
  });
}

export async function runNatively(source: string, model: DataModel, variant: Variant): Promise<NativeResult> {
  const folder = await mkdtemp(join(tmpdir(), "difftest-"));
  try {
    const file = join(folder, "program.c");
    const binary = join(folder, "program");
    await writeFile(file, source);
    const quiet = variant.flags.includes("-Wformat") ? [] : ["-w"];
    const flags = ["-std=gnu11", ...quiet, ...modelFlags[model], ...variant.flags];
    const built = await execute(variant.compiler, [...flags, file, "-o", binary, "-lm"]);
    if (built.code !== 0) return { kind: "rejected", message: built.stderr || `${variant.compiler}: ${built.signal}` };
    const ran = await execute(binary, []);
    if (ran.code === null) return { kind: "killed", reason: ran.signal ?? "unknown" };
    return { kind: "ran", stdout: ran.stdout, exit: ran.code, stderr: ran.stderr };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export interface Disagreement {
  readonly variant: string;
  readonly message: string;
}

/** Runs the cross-checks against the reference result; an empty list means that the program has one meaning. */
export async function disagreements(
  source: string,
  model: DataModel,
  expected: NativeResult,
  variants = crossChecks,
): Promise<Disagreement[]> {
  if (expected.kind !== "ran") return [{ variant: reference.name, message: describe(expected) }];
  const found: Disagreement[] = [];
  for (const variant of variants) {
    if (!variant.models.includes(model)) continue;
    const result = await runNatively(source, model, variant);
    const message = difference(expected, result);
    if (message !== null) found.push({ variant: variant.name, message });
  }
  return found;
}

function describe(result: NativeResult): string {
  switch (result.kind) {
    case "ran":
      return `exit ${result.exit}`;
    case "rejected":
      return result.message
        .split("\n")
        .filter((line) => /error|undefined|:/.test(line))
        .slice(0, 4)
        .join("\n");
    case "killed":
      return `killed: ${result.reason}`;
  }
}

export function difference(expected: NativeResult, actual: NativeResult): string | null {
  if (expected.kind !== "ran" || actual.kind !== "ran") return describe(actual);
  const line = firstDifference(expected.stdout, actual.stdout);
  if (line !== null) return `${line}${actual.stderr === "" ? "" : `\n${actual.stderr.split("\n").slice(0, 3).join("\n")}`}`;
  return expected.exit === actual.exit ? null : `exit ${actual.exit}, expected ${expected.exit}`;
}

/** The first line in which two outputs differ, or null. */
export function firstDifference(expected: string, actual: string): string | null {
  if (expected === actual) return null;
  const [left, right] = [expected.split("\n"), actual.split("\n")];
  const at = left.findIndex((text, i) => text !== right[i]);
  const row = at === -1 ? left.length : at;
  return `line ${row + 1}: expected ${JSON.stringify(left[row] ?? null)}, got ${JSON.stringify(right[row] ?? null)}`;
}
