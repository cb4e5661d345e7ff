// Compiles C files to LLVM IR text. In: a `ClangRequest`. Out: one `CompiledUnit` per file, in order. Throws RVL101 for errors in the C text.
//
// Per file: adapt the text for clang; look in the cache; otherwise compile and store the result. If the default C dialect fails and the user
// named none, other dialects are tried, so that old and new C compile as with the gcc they were written for.

import { readFileSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { version as ravelVersion } from "../../../package.json";
import type { CompiledUnit, CompileRequest, Dependencies, UnitCache } from "../../frontend/toolchain.ts";
import { type Diagnostic, diagnostic, fail, RavelError } from "../../support/diagnostics.ts";
import { dependenciesOfRun, sha256 } from "./dependencies.ts";
import { embeddedCompiler, embeddedCompilerVersion } from "./embedded.ts";
import { type Flag, readUserFlags, type UserFlags } from "./flags.ts";
import { gccAtomics, rejectsAtomics } from "./gcc-atomics.ts";
import { toHostText } from "./guest-files.ts";
import { withInlineDefinitions } from "./inline-definitions.ts";
import { embeddedArguments, type Invocation, systemArguments, withPrelude } from "./invocation.ts";
import { readMessages } from "./messages.ts";
import { adaptForClang } from "./preprocessed.ts";
import { findSystemClang, inspectClang, minMajorVersion, runSystemClang, type SystemClang } from "./system-clang.ts";
import { hasMissingHeaders, markSystemHeaders, systemHeaderFlags, systemHeaderNotes } from "./system-headers.ts";
import { missingDeclarations } from "./undeclared.ts";

/** A request, and where Ravel's own headers are. */
export interface ClangRequest extends CompileRequest {
  readonly headerDir: string;
  /** "lines" leaves variables and types out of the debug information; default "full". */
  readonly debug?: "full" | "lines";
}

type Compiler = { readonly kind: "embedded" } | { readonly kind: "system"; readonly clang: SystemClang; readonly optional: boolean };

/** The input of one run of a compiler. */
interface Job {
  readonly invocation: Invocation;
  /** The text to compile, and whether it differs from the file. */
  readonly contents: Buffer;
  readonly changed: boolean;
  /** When the file was read. Of a file that was written later it is not known which text the compiler saw. */
  readonly since: number;
}

/** "rejected": the program has errors; "broken": the compiler failed. */
type Outcome =
  | { readonly kind: "compiled"; readonly ir: string; readonly dependencies: Dependencies | null; readonly undeclared: string }
  | { readonly kind: "rejected"; readonly diagnostics: readonly Diagnostic[]; readonly undeclared: string }
  | { readonly kind: "broken"; readonly diagnostic: Diagnostic };

/** Tried in this order if the user names no dialect: the default of most compilers, the newest, the oldest. */
const dialects = ["gnu17", "gnu2x", "gnu89"];

export async function compileToIr(request: ClangRequest): Promise<CompiledUnit[]> {
  const own = headerFlags(request);
  const compiler = chooseCompiler(request.clang, request.cache);
  const jobs = request.files.map((file) => ({
    file,
    user: readUserFlags([...(request.unitFlags?.[file] ?? []), ...request.flags], request.dataModel),
  }));
  const units = jobs.map(
    ({ file, user }) =>
      () =>
        compileFile(file, request, user, [...user.kept, ...own], compiler),
  );
  const settled = await runInParallel(units, compiler.kind === "system" ? availableParallelism() : 1);
  const failures = settled.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
  const foreign = failures.find((error) => !(error instanceof RavelError));
  if (foreign !== undefined) throw foreign;
  if (failures.length > 0) throw new RavelError(withoutRepetition(failures.flatMap((error) => (error as RavelError).diagnostics)));
  return settled.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
}

/** An error in a header is met once per file that includes it, and said once. */
function withoutRepetition(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((one) => [JSON.stringify(one), one])).values()];
}

async function runInParallel<T>(tasks: readonly (() => Promise<T>)[], limit: number): Promise<PromiseSettledResult<T>[]> {
  const results: PromiseSettledResult<T>[] = [];
  let next = 0;
  const lane = async () => {
    while (next < tasks.length) {
      const index = next++;
      [results[index]] = await Promise.allSettled([tasks[index]()]);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, tasks.length) }, lane));
  return results;
}

/** Ravel's headers, or those of the system, which come last, so that the compiler's own headers take precedence. */
function headerFlags(request: ClangRequest): Flag[] {
  if (!request.systemHeaders) return [{ kind: "path", option: "-isystem", path: request.headerDir }];
  const flags = systemHeaderFlags(request.dataModel);
  if (flags.length === 0)
    fail("RVL006", "this machine has no headers in /usr/include", { hint: "omit --system-headers, which makes Ravel use its own headers" });
  return flags;
}

function chooseCompiler(choice: string, cache: UnitCache | null): Compiler {
  if (choice === "embedded") return { kind: "embedded" };
  if (choice === "auto" || choice === "system") {
    const clang = findSystemClang(cache);
    if (clang !== null) return { kind: "system", clang, optional: choice === "auto" };
    return choice === "auto"
      ? { kind: "embedded" }
      : fail("RVL006", `no clang ${minMajorVersion} or later in PATH`, { hint: "use --clang embedded" });
  }
  const clang = inspectClang(choice, cache);
  if (clang === null) fail("RVL006", `${choice} is not a working clang`, { hint: "name the path of a clang, or use --clang embedded" });
  if (clang.major < minMajorVersion)
    fail("RVL006", `${choice} is too old: ${clang.version}`, { hint: `use clang ${minMajorVersion} or later, or --clang embedded` });
  return { kind: "system", clang, optional: false };
}

async function compileFile(
  file: string,
  request: ClangRequest,
  user: UserFlags,
  flags: readonly Flag[],
  compiler: Compiler,
): Promise<CompiledUnit> {
  const since = performance.timeOrigin + performance.now();
  const source = readSource(file);
  const adapted = adaptForClang(file, source.toString("latin1"));
  const contents = adapted.replacement === null ? source : Buffer.from(adapted.replacement, "latin1");
  const invocation: Invocation = {
    file,
    dataModel: request.dataModel,
    dialect: user.dialect ?? dialects[0],
    flags,
    definitions: adapted.definitions,
    debug: request.debug ?? "full",
  };
  const key = keyOf(compiler, invocation, source);
  const warnings = (ir: string) => [...user.warnings, ...(request.cache?.problems ?? []), ...systemHeaderNotes(file, ir)];
  const cached = request.cache?.load(key) ?? null;
  if (cached !== null) return { file, ir: cached.ir, compiler: cached.compiler, fromCache: true, warnings: warnings(cached.ir) };

  const job: Job = { invocation, contents, changed: adapted.replacement !== null, since };
  const candidates = user.dialect === null ? dialects : [user.dialect];
  let used = compiler;
  let outcome = await compileLikeGcc(used, job, candidates);
  // If the user did not name the compiler, and it fails (no such target, nesting too deep), the embedded one is tried.
  if (outcome.kind === "broken" && used.kind === "system" && used.optional) {
    used = { kind: "embedded" };
    outcome = await compileLikeGcc(used, job, candidates);
  }
  if (outcome.kind === "rejected") throw new RavelError(outcome.diagnostics);
  if (outcome.kind === "broken") throw new RavelError([outcome.diagnostic]);
  const version = versionOf(used);
  if (outcome.dependencies !== null) request.cache?.store(key, { ir: outcome.ir, compiler: version, ...outcome.dependencies });
  return { file, ir: outcome.ir, compiler: version, fromCache: false, warnings: warnings(outcome.ir) };
}

/** Names of files that are not C. A file with any other name is left to clang. */
const otherLanguage = /\.(cc|cpp|cxx|c\+\+|hpp|ii|m|mm|rs|go|o|a|so|s|ll|bc)$/i;

function readSource(file: string): Buffer {
  try {
    if (statSync(file).isDirectory()) fail("RVL002", `cannot read ${file}: is a directory`);
    const source = readFileSync(file);
    if (otherLanguage.test(file) || source.includes(0))
      fail("RVL004", `${file} is not a C source file`, { hint: "use .c files, or .i files from the preprocessor" });
    return source;
  } catch (error) {
    if (error instanceof RavelError) throw error;
    return fail("RVL002", `cannot read ${file}: ${(error as Error).message}`);
  }
}

/** The key covers everything except the included files, which the cache checks. */
function keyOf(compiler: Compiler, invocation: Invocation, source: Buffer): string {
  const identity = compiler.kind === "embedded" ? embeddedCompilerVersion() : compiler.clang.identity;
  return sha256(JSON.stringify([ravelVersion, identity, process.cwd(), argumentsFor(compiler, invocation), sha256(source)]));
}

function argumentsFor(compiler: Compiler, invocation: Invocation): string[] {
  return compiler.kind === "embedded" ? embeddedArguments(invocation) : systemArguments(invocation);
}

function versionOf(compiler: Compiler): string {
  return compiler.kind === "embedded" ? embeddedCompilerVersion() : compiler.clang.version;
}

/** Compiles. If clang rejects atomic operations that gcc accepts, compiles again with macros that adapt them. */
async function compileLikeGcc(compiler: Compiler, job: Job, candidates: readonly string[]): Promise<Outcome> {
  const outcome = await compileWithHeaders(compiler, job, candidates);
  if (outcome.kind !== "rejected" || !rejectsAtomics(outcome.diagnostics)) return outcome;
  const invocation = { ...job.invocation, definitions: [...job.invocation.definitions, ...gccAtomics] };
  const again = await compileWithHeaders(compiler, { ...job, invocation }, candidates);
  return again.kind === "compiled" ? again : outcome;
}

/** Compiles. If only headers are missing that the system has, compiles again with the system's headers after Ravel's own. */
async function compileWithHeaders(compiler: Compiler, job: Job, candidates: readonly string[]): Promise<Outcome> {
  const outcome = await compileTolerantly(compiler, job, candidates);
  const { dataModel, flags } = job.invocation;
  if (outcome.kind !== "rejected" || !hasMissingHeaders(outcome.diagnostics, dataModel)) return outcome;
  const invocation = { ...job.invocation, flags: [...flags, ...systemHeaderFlags(dataModel)] };
  const again = await compileTolerantly(compiler, { ...job, invocation }, candidates);
  if (again.kind !== "compiled") return again;
  return { ...again, ir: markSystemHeaders(again.ir, again.dependencies?.read.map(([path]) => path) ?? []) };
}

/** Compiles in the first dialect that accepts the program; then compiles again if inline functions lack a definition. */
async function compileTolerantly(compiler: Compiler, job: Job, candidates: readonly string[]): Promise<Outcome> {
  let first: Outcome | null = null;
  for (const dialect of candidates) {
    const [used, outcome] = await compileDeclared(compiler, { ...job, invocation: { ...job.invocation, dialect } });
    if (outcome.kind === "broken") return outcome;
    if (outcome.kind === "compiled") {
      const headers = outcome.dependencies?.read.map(([path]) => path) ?? [];
      const again = withInlineDefinitions(used.invocation, used.contents, outcome.ir, headers);
      const repeated = again === null ? outcome : await runOnce(compiler, { ...used, ...again, changed: true });
      return repeated.kind === "compiled" ? repeated : outcome;
    }
    first ??= outcome;
  }
  return first as Outcome;
}

/** Compiles. If library functions are not declared, compiles again with their declarations. Returns the job whose outcome counts. */
async function compileDeclared(compiler: Compiler, job: Job): Promise<[Job, Outcome]> {
  const outcome = await runOnce(compiler, job);
  if (outcome.kind === "broken" || outcome.undeclared === "") return [job, outcome];
  const again: Job = { ...job, contents: withPrelude(outcome.undeclared, job.invocation, job.contents), changed: true };
  const repeated = await runOnce(compiler, again);
  return repeated.kind === "compiled" ? [again, repeated] : [job, outcome];
}

async function runOnce(compiler: Compiler, { invocation, contents, changed, since }: Job): Promise<Outcome> {
  const args = argumentsFor(compiler, invocation);
  const { file } = invocation;
  if (compiler.kind === "embedded") {
    const result = await embeddedCompiler.run({ args, cwd: process.cwd(), file, replacement: contents });
    const stderr = toHostText(result.stderr);
    if (result.end.kind === "overflowed")
      return broken(file, "clang ran out of stack: the nesting is too deep", "", "split the deepest expression or statement");
    if (result.end.kind === "crashed") return broken(file, `the embedded clang crashed (${result.end.reason})`, stderr);
    return finished(file, result.end.status, restoreNames(result.stdout), stderr, { read: result.read, absent: result.absent });
  }
  const result = await runSystemClang(compiler.clang, args, file, changed ? contents : null);
  if (result.end.kind === "crashed")
    return broken(file, `clang crashed (${result.end.reason}), perhaps because of deep nesting`, result.stderr);
  return finished(file, result.end.status, result.stdout, result.stderr, dependenciesOfRun(result.read, file, invocation.flags, since));
}

/** Restores the user's name of the module, in the first lines of the IR: the prefix map does not cover it. */
function restoreNames(ir: string): string {
  const end = ir.indexOf("\ntarget ");
  return end === -1 ? ir : toHostText(ir.slice(0, end)) + ir.slice(end);
}

/** Errors about limits of this compiler, not about the program. */
const compilerLimit = /^bracket nesting level|^cannot compile this .* yet/;

function finished(file: string, status: number, ir: string, stderr: string, dependencies: Dependencies | null): Outcome {
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
function broken(
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
