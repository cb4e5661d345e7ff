// C files -> LLVM IR text. In: a `ClangRequest`. Out: one `CompiledUnit` per file, in order; C errors are thrown as RVL101.
//
// Per file: adapt the text for clang, look into the cache, else compile with the chosen compiler (trying other C dialects if the
// default one fails and the user named none), store. A program that only an old or a new C accepts thus compiles as it
// would with the gcc it was written for.

import { readFileSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { version as ravelVersion } from "../../../package.json";
import type { CompiledUnit, CompileRequest, Dependencies, UnitCache } from "../../frontend/toolchain.ts";
import { type Diagnostic, diagnostic, fail, RavelError } from "../../support/diagnostics.ts";
import { dependenciesOfRun, sha256 } from "./dependencies.ts";
import { embeddedCompiler, embeddedCompilerVersion } from "./embedded.ts";
import { type Flag, readUserFlags, type UserFlags } from "./flags.ts";
import { gccAtomics, refusesAtomics } from "./gcc-atomics.ts";
import { toHostText } from "./guest-files.ts";
import { withInlineDefinitions } from "./inline-definitions.ts";
import { embeddedArguments, type Invocation, systemArguments, withPrelude } from "./invocation.ts";
import { readMessages } from "./messages.ts";
import { adaptForClang } from "./preprocessed.ts";
import { findSystemClang, inspectClang, oldestMajor, runSystemClang, type SystemClang } from "./system-clang.ts";
import { hasMissingHeaders, markSystemHeaders, systemHeaderFlags, systemHeaderNotes } from "./system-headers.ts";
import { missingDeclarations } from "./undeclared.ts";

/** A request, and where Ravel's own headers are. */
export interface ClangRequest extends CompileRequest {
  readonly headerDir: string;
  /** "lines" leaves variables and types out of the debug information; default "full". */
  readonly debug?: "full" | "lines";
}

type Compiler = { readonly kind: "embedded" } | { readonly kind: "system"; readonly clang: SystemClang; readonly optional: boolean };

/** One run of a compiler. */
interface Job {
  readonly invocation: Invocation;
  /** The text to compile, and whether it differs from what the file holds. */
  readonly contents: Buffer;
  readonly changed: boolean;
  /** When the file was read: whatever is written later may or may not be what the compiler saw. */
  readonly since: number;
}

/** What it came to. */
type Outcome =
  | { readonly kind: "compiled"; readonly ir: string; readonly dependencies: Dependencies | null; readonly undeclared: string }
  | { readonly kind: "rejected"; readonly diagnostics: readonly Diagnostic[]; readonly undeclared: string }
  | { readonly kind: "broken"; readonly diagnostic: Diagnostic };

/** Tried in this order when the user names no dialect: today's default of most compilers, the newest, the oldest. */
const dialects = ["gnu17", "gnu2x", "gnu89"];

export async function compileToIr(request: ClangRequest): Promise<CompiledUnit[]> {
  const user = readUserFlags(request.flags, request.dataModel);
  const flags = [...user.kept, ...headerFlags(request)];
  const compiler = chooseCompiler(request.clang, request.cache);
  const units = request.files.map((file) => () => compileFile(file, request, user, flags, compiler));
  const settled = await inParallel(units, compiler.kind === "system" ? availableParallelism() : 1);
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

async function inParallel<T>(tasks: readonly (() => Promise<T>)[], limit: number): Promise<PromiseSettledResult<T>[]> {
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

/** Ravel's headers, or after everything else the machine's (after, so that the compiler's own stay in front of them). */
function headerFlags(request: ClangRequest): Flag[] {
  if (!request.systemHeaders) return [{ kind: "path", option: "-isystem", path: request.headerDir }];
  const flags = systemHeaderFlags(request.dataModel);
  if (flags.length === 0)
    fail("RVL006", "this machine has no headers in /usr/include", { hint: "omit --system-headers: Ravel provides its own headers" });
  return flags;
}

function chooseCompiler(choice: string, cache: UnitCache | null): Compiler {
  if (choice === "embedded") return { kind: "embedded" };
  if (choice === "auto" || choice === "system") {
    const clang = findSystemClang(cache);
    if (clang !== null) return { kind: "system", clang, optional: choice === "auto" };
    return choice === "auto"
      ? { kind: "embedded" }
      : fail("RVL006", `no clang ${oldestMajor} or later in PATH`, { hint: "use --clang embedded" });
  }
  const clang = inspectClang(choice, cache);
  if (clang === null) fail("RVL006", `${choice} is not a working clang`, { hint: "name the path of a clang, or use --clang embedded" });
  if (clang.major < oldestMajor)
    fail("RVL006", `${choice} is too old: ${clang.version}`, { hint: `use clang ${oldestMajor} or later, or --clang embedded` });
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
  // A compiler that was found, not named, may fail where the embedded one does not: no such target, nesting too deep.
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

/** Names that say that a file is something else. Anything not listed may be C: clang will tell. */
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

/** Everything but the included files, which the cache checks by itself. */
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

/** Compiles; where atomic operations are refused that gcc takes, a second time with macros that make them fit. */
async function compileLikeGcc(compiler: Compiler, job: Job, candidates: readonly string[]): Promise<Outcome> {
  const outcome = await compileWithHeaders(compiler, job, candidates);
  if (outcome.kind !== "rejected" || !refusesAtomics(outcome.diagnostics)) return outcome;
  const invocation = { ...job.invocation, definitions: [...job.invocation.definitions, ...gccAtomics] };
  const again = await compileWithHeaders(compiler, { ...job, invocation }, candidates);
  return again.kind === "compiled" ? again : outcome;
}

/** Compiles; where only headers are missing that the machine has, a second time with those behind Ravel's own. */
async function compileWithHeaders(compiler: Compiler, job: Job, candidates: readonly string[]): Promise<Outcome> {
  const outcome = await compileTolerantly(compiler, job, candidates);
  const { dataModel, flags } = job.invocation;
  if (outcome.kind !== "rejected" || !hasMissingHeaders(outcome.diagnostics, dataModel)) return outcome;
  const invocation = { ...job.invocation, flags: [...flags, ...systemHeaderFlags(dataModel)] };
  const again = await compileTolerantly(compiler, { ...job, invocation }, candidates);
  if (again.kind !== "compiled") return again;
  return { ...again, ir: markSystemHeaders(again.ir, again.dependencies?.read.map(([path]) => path) ?? []) };
}

/** Compiles in the first dialect that accepts the program; then gives bodies to inline functions that have none. */
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

/** Compiles; a second time with their declarations if library functions were used without. Says which text it was. */
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

/** The module's name, in the first lines only, is the one thing the prefix map does not reach. */
function restoreNames(ir: string): string {
  const end = ir.indexOf("\ntarget ");
  return end === -1 ? ir : toHostText(ir.slice(0, end)) + ir.slice(end);
}

/** Errors that say what this compiler cannot do, not what is wrong with the program. */
const compilersFault = /^bracket nesting level|^cannot compile this .* yet/;

function finished(file: string, status: number, ir: string, stderr: string, dependencies: Dependencies | null): Outcome {
  const undeclared = missingDeclarations(stderr);
  if (status === 0) return { kind: "compiled", ir, dependencies, undeclared };
  const diagnostics = readMessages(stderr);
  const placed = diagnostics.some((one) => one.location !== null);
  // An error without a place is about the compiler or its options (a target it does not have), and so is the lack of any.
  if (!placed || diagnostics.some((one) => compilersFault.test(one.message))) {
    return diagnostics.length === 0
      ? broken(file, `clang failed with status ${status}`, stderr)
      : { kind: "broken", diagnostic: diagnostics[0] };
  }
  return { kind: "rejected", diagnostics, undeclared };
}

/** `hint` is for a failure of which the cause is known; otherwise the first thing clang said is shown. */
function broken(
  file: string,
  message: string,
  stderr: string,
  hint = "try the other compiler: --clang embedded or --clang system",
): Outcome {
  const said = stderr.split("\n").find((line) => !line.includes(": warning: ")) ?? "";
  return {
    kind: "broken",
    diagnostic: diagnostic("RVL101", said === "" ? message : `${message}: ${said}`, { location: { file, line: 1 }, hint }),
  };
}
