// Compiles C files to LLVM IR text. In: a `ClangRequest`. Out: one `CompiledUnit` per file, in order. Throws RVL101 for errors in the C text.
//
// Per file: adapt the text for clang; look in the cache; otherwise compile (attempts.ts) and store the result.

import { readFileSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { version as ravelVersion } from "../../../package.json";
import type { CompiledUnit, CompileRequest, UnitCache } from "../../frontend/toolchain.ts";
import { type Diagnostic, fail, RavelError } from "../../support/diagnostics.ts";
import { type AttemptHost, broken, compileLikeGcc, dialects, finished, type Job, type Outcome, outcomeOfEmbedded } from "./attempts.ts";
import { dependenciesOfRun, sha256 } from "./dependencies.ts";
import { embeddedCompiler, embeddedCompilerVersion } from "./embedded.ts";
import { type Flag, readUserFlags, type UserFlags } from "./flags.ts";
import { embeddedArguments, type Invocation, systemArguments } from "./invocation.ts";
import { adaptForClang } from "./preprocessed.ts";
import { findSystemClang, inspectClang, minMajorVersion, runSystemClang, type SystemClang } from "./system-clang.ts";
import {
  compiledOutNotes,
  hasMissingHeaders,
  markSystemHeaders,
  readHeader,
  systemHeaderFlags,
  systemHeaderNotes,
} from "./system-headers.ts";

/** A request, and where Ravel's own headers are. */
export interface ClangRequest extends CompileRequest {
  readonly headerDir: string;
  /** "lines" leaves variables and types out of the debug information; default "full". */
  readonly debug?: "full" | "lines";
}

type Compiler = { readonly kind: "embedded" } | { readonly kind: "system"; readonly clang: SystemClang; readonly optional: boolean };

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
  const warnings = (ir: string) => [
    ...user.warnings,
    ...(request.cache?.problems ?? []),
    ...systemHeaderNotes(file, ir),
    ...(request.systemHeaders ? compiledOutNotes(file, source.toString("latin1"), user.kept) : []),
  ];
  const cached = request.cache?.load(key) ?? null;
  if (cached !== null) return { file, ir: cached.ir, compiler: cached.compiler, fromCache: true, warnings: warnings(cached.ir) };

  const job: Job = { invocation, contents, changed: adapted.replacement !== null, since };
  const candidates = user.dialect === null ? dialects : [user.dialect];
  let used = compiler;
  let outcome = await compileLikeGcc(hostOf(used), job, candidates);
  // If the user did not name the compiler, and it fails (no such target, nesting too deep), the embedded one is tried.
  if (outcome.kind === "broken" && used.kind === "system" && used.optional) {
    used = { kind: "embedded" };
    outcome = await compileLikeGcc(hostOf(used), job, candidates);
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

/** The compiler, and the headers of this machine. */
const hostOf = (compiler: Compiler): AttemptHost => ({
  run: (job) => runOnce(compiler, job),
  readHeader,
  moreHeaders: (diagnostics, dataModel) => (hasMissingHeaders(diagnostics, dataModel) ? systemHeaderFlags(dataModel) : null),
  markHeaders: markSystemHeaders,
});

async function runOnce(compiler: Compiler, { invocation, contents, changed, since }: Job): Promise<Outcome> {
  const args = argumentsFor(compiler, invocation);
  const { file } = invocation;
  if (compiler.kind === "embedded")
    return outcomeOfEmbedded(file, await embeddedCompiler.run({ args, cwd: process.cwd(), file, replacement: contents }));
  const result = await runSystemClang(compiler.clang, args, file, changed ? contents : null);
  if (result.end.kind === "crashed")
    return broken(file, `clang crashed (${result.end.reason}), perhaps because of deep nesting`, result.stderr);
  return finished(file, result.end.status, result.stdout, result.stderr, dependenciesOfRun(result.read, file, invocation.flags, since));
}
