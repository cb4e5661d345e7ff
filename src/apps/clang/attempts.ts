// Compiles one file as gcc would accept it. In: a job, and a host that runs clang once. Out: IR, errors of the program, or why the compiler failed.
//
// If the default C dialect fails and the user named none, other dialects are tried. Library functions that are not declared, inline functions without a definition, and gcc's use of
// atomics are mended by compiling again. Nothing here needs Node: the playground compiles with it as well.

import type { Dependencies } from "../../frontend/toolchain.ts";
import type { DataModel } from "../../program/program.ts";
import { type Diagnostic, diagnostic } from "../../support/diagnostics.ts";
import type { EmbeddedResult } from "./clang-run.ts";
import type { Flag } from "./flags.ts";
import { gccAtomics, rejectsAtomics } from "./gcc-atomics.ts";
import { toHostText } from "./guest-paths.ts";
import { withInlineDefinitions } from "./inline-definitions.ts";
import { type Invocation, withPrelude } from "./invocation.ts";
import { readMessages } from "./messages.ts";
import { missingDeclarations } from "./undeclared.ts";

/** The input of one run of a compiler. */
export interface Job {
  readonly invocation: Invocation;
  /** The text to compile, and whether it differs from the file. */
  readonly contents: Uint8Array;
  readonly changed: boolean;
  /** When the file was read. Of a file that was written later it is not known which text the compiler saw. */
  readonly since: number;
}

/** "rejected": the program has errors; "broken": the compiler failed. */
export type Outcome =
  | { readonly kind: "compiled"; readonly ir: string; readonly dependencies: Dependencies | null; readonly undeclared: string }
  | { readonly kind: "rejected"; readonly diagnostics: readonly Diagnostic[]; readonly undeclared: string }
  | { readonly kind: "broken"; readonly diagnostic: Diagnostic };

/** What differs between compilers and machines. */
export interface AttemptHost {
  run(job: Job): Promise<Outcome>;
  /** The text of a header; "" if it cannot be read. */
  readHeader(path: string): string;
  /** Flags that add the headers which these messages miss; null: there are none to add. */
  moreHeaders(diagnostics: readonly Diagnostic[], dataModel: DataModel): readonly Flag[] | null;
  /** The IR of a program that was compiled with such headers, with a mark that says so. */
  markHeaders(ir: string, read: readonly string[]): string;
}

/** Tried in this order if the user names no dialect: the default of most compilers, the newest, the oldest. */
export const dialects = ["gnu17", "gnu2x", "gnu89"];

/** Compiles. If clang rejects atomic operations that gcc accepts, compiles again with macros that adapt them. */
export async function compileLikeGcc(host: AttemptHost, job: Job, candidates: readonly string[]): Promise<Outcome> {
  const outcome = await compileWithHeaders(host, job, candidates);
  if (outcome.kind !== "rejected" || !rejectsAtomics(outcome.diagnostics)) return outcome;
  const invocation = { ...job.invocation, definitions: [...job.invocation.definitions, ...gccAtomics] };
  const again = await compileWithHeaders(host, { ...job, invocation }, candidates);
  return again.kind === "compiled" ? again : outcome;
}

/** Compiles. If only headers are missing that the host has, compiles again with those after Ravel's own. */
async function compileWithHeaders(host: AttemptHost, job: Job, candidates: readonly string[]): Promise<Outcome> {
  const outcome = await compileTolerantly(host, job, candidates);
  const { dataModel, flags } = job.invocation;
  const more = outcome.kind === "rejected" ? host.moreHeaders(outcome.diagnostics, dataModel) : null;
  if (more === null) return outcome;
  const again = await compileTolerantly(host, { ...job, invocation: { ...job.invocation, flags: [...flags, ...more] } }, candidates);
  if (again.kind !== "compiled") return again;
  return { ...again, ir: host.markHeaders(again.ir, again.dependencies?.read.map(([path]) => path) ?? []) };
}

/** Compiles in the first dialect that accepts the program; then compiles again if inline functions lack a definition. */
async function compileTolerantly(host: AttemptHost, job: Job, candidates: readonly string[]): Promise<Outcome> {
  let first: Outcome | null = null;
  for (const dialect of candidates) {
    const [used, outcome] = await compileDeclared(host, { ...job, invocation: { ...job.invocation, dialect } });
    if (outcome.kind === "broken") return outcome;
    if (outcome.kind === "compiled") {
      const headers = outcome.dependencies?.read.map(([path]) => host.readHeader(path)) ?? [];
      const again = withInlineDefinitions(used.invocation, used.contents, outcome.ir, headers);
      const repeated = again === null ? outcome : await host.run({ ...used, ...again, changed: true });
      return repeated.kind === "compiled" ? repeated : outcome;
    }
    first ??= outcome;
  }
  return first as Outcome;
}

/** Compiles. If library functions are not declared, compiles again with their declarations. Returns the job whose outcome counts. */
async function compileDeclared(host: AttemptHost, job: Job): Promise<[Job, Outcome]> {
  const outcome = await host.run(job);
  if (outcome.kind === "broken" || outcome.undeclared === "") return [job, outcome];
  const again: Job = { ...job, contents: withPrelude(outcome.undeclared, job.invocation, job.contents), changed: true };
  const repeated = await host.run(again);
  return repeated.kind === "compiled" ? [again, repeated] : [job, outcome];
}

/** Restores the user's name of the module, in the first lines of the IR: the prefix map does not cover it. */
function restoreNames(ir: string): string {
  const end = ir.indexOf("\ntarget ");
  return end === -1 ? ir : toHostText(ir.slice(0, end)) + ir.slice(end);
}

/** What a run of the embedded clang has come to. */
export function outcomeOfEmbedded(file: string, { end, stdout, stderr, read, absent }: EmbeddedResult): Outcome {
  const messages = toHostText(stderr);
  if (end.kind === "overflowed")
    return broken(file, "clang ran out of stack: the nesting is too deep", "", "split the deepest expression or statement");
  if (end.kind === "crashed") return broken(file, `the embedded clang crashed (${end.reason})`, messages);
  return finished(file, end.status, restoreNames(stdout), messages, { read, absent });
}

/** Errors about limits of this compiler, not about the program. */
const compilerLimit = /^bracket nesting level|^cannot compile this .* yet/;

export function finished(file: string, status: number, ir: string, stderr: string, dependencies: Dependencies | null): Outcome {
  const undeclared = missingDeclarations(stderr);
  if (status === 0) return { kind: "compiled", ir, dependencies, undeclared };
  const diagnostics = readMessages(stderr);
  const isLocated = diagnostics.some((one) => one.location !== null);
  // An error without a location is about the compiler or its options (a missing target). So is a failure without any error.
  if (!isLocated || diagnostics.some((one) => compilerLimit.test(one.message))) {
    return diagnostics.length === 0
      ? broken(file, `clang failed with status ${status}`, stderr)
      : { kind: "broken", diagnostic: diagnostics[0] };
  }
  return { kind: "rejected", diagnostics, undeclared };
}

/** The message ends with the first line of `stderr` that is not a warning. */
export function broken(
  file: string,
  message: string,
  stderr: string,
  hint = "try the other compiler: --clang embedded or --clang system",
): Outcome {
  const firstLine = stderr.split("\n").find((line) => !line.includes(": warning: ")) ?? "";
  return {
    kind: "broken",
    diagnostic: diagnostic("RVL101", firstLine === "" ? message : `${message}: ${firstLine}`, { location: { file, line: 1 }, hint }),
  };
}
