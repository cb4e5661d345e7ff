// Builds a program with gcc for a native replay. In: the program of a witness, a plan, a directory. Out: an executable in it, which follows
// the plan.
//
// Every file is compiled to assembly with the instrumentation of the thread sanitizer, annotated (native/assembly.ts), and linked with
// the runtime instead of the sanitizer's library. Uses of library functions that the runtime replaces are redirected in the assembly, so that the runtime itself can use them.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { annotate, definedIn, stubs } from "../../native/assembly.ts";
import { inputFunctionsOf, inputSource } from "../../native/input-functions.ts";
import { filesOf, type Plan } from "../../native/plan.ts";
import { planSource } from "../../native/plan-source.ts";
import { fail } from "../../support/diagnostics.ts";
import type { WitnessProgram } from "../../witness/file.ts";
import { runtimeFolder } from "./assets.ts";

/** No optimisation, so that every access of the source is made, in its order; unwritten locals hold zeros; addresses are the same in every run. */
const meaning = ["-O0", "-g", "-w", "-pthread", "-fno-builtin", "-fno-pie", "-fno-stack-protector", "-fcf-protection=none", "-mcx16"];
const instrumentation = ["-fsanitize=thread", "-ftrivial-auto-var-init=zero"];

/** Calls of models that are not functions of the C library. */
const isOwn = (name: string): boolean =>
  !/^[a-z_]\w*$/i.test(name) || /^(__VERIFIER_|__rvl_|nondet_|reach_error$|__ESBMC_|__CPROVER_)/.test(name);

/** Functions whose failure is an input. */
const mayFail = ({ inputs }: Plan): string[] =>
  inputs.flatMap(({ what }) => {
    const name = / fails$/.test(what) ? what.slice(0, -" fails".length) : "";
    return name === "write" ? ["write", "send", "sendto"] : name === "read" ? ["read", "recv", "recvfrom"] : [name];
  });

/** One by one: mkdirSync with `recursive` never returns below /proc. */
function makeFolders(path: string): void {
  if (existsSync(path)) return;
  makeFolders(dirname(path));
  mkdirSync(path);
}

export function buildNative(program: WitnessProgram, plan: Plan, folder: string): string {
  const files = filesOf(plan).map((f) => resolve(f));
  const written = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const fileNumber = (path: string): number => {
    const exact = files.indexOf(resolve(path));
    return exact >= 0 ? exact : files.findIndex((f) => basename(f) === basename(path));
  };
  try {
    makeFolders(resolve(folder));
  } catch (error) {
    fail("RVL007", `cannot write ${folder}: ${(error as Error).message}`, { hint: "name a new directory with -o" });
  }
  const runtime = readdirSync(runtimeFolder)
    .filter((f) => f.endsWith(".c"))
    .map((f) => join(runtimeFolder, f));
  const replaced = runtime.flatMap((f) => [...readFileSync(f, "utf8").matchAll(/\b__wrap_(\w+)\(/g)].map((m) => m[1] as string));
  const called = new Set([...plan.steps.map((s) => s.call ?? ""), ...mayFail(plan)].filter((name) => name !== "" && !isOwn(name)));
  const assemblies = program.files.map((file) =>
    gcc(
      [...meaning, ...instrumentation, ...program.flags, ...(program.unitFlags?.[file] ?? []), "-S", "-o", "-", file],
      `cannot compile ${file}`,
    ),
  );
  const defined = new Set(assemblies.flatMap(definedIn));
  const stubbed = [...called].filter((name) => !replaced.includes(name) && !defined.has(name));
  const redirected = [...replaced, ...stubbed].filter((name) => !defined.has(name));
  const units = assemblies.map((assembly, i) => written(`unit-${i}.s`, annotate(assembly, i, fileNumber, redirected)));
  const tables = [
    written("plan.c", planSource(plan)),
    written("inputs.c", inputSource(inputFunctionsOf(assemblies, defined))),
    written("stubs.s", stubs(stubbed)),
  ];
  const executable = join(folder, "program");
  const usesAtomics = assemblies.some((a) => /\bcall\t__atomic_/.test(a));
  const options = ["-O1", "-g", "-w", "-pthread", "-fno-pie", `-I${runtimeFolder}`];
  runtimeObject ??= compileRuntime(runtime, options);
  writeFileSync(join(folder, "runtime.o"), runtimeObject);
  gcc(
    [...options, "-no-pie", ...units, ...tables, join(folder, "runtime.o"), "-o", executable, "-lm", ...(usesAtomics ? ["-latomic"] : [])],
    "cannot link the program",
  );
  return executable;
}

/** Kept for further programs of this process. */
let runtimeObject: Buffer | null = null;

function compileRuntime(sources: readonly string[], options: readonly string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "ravel-runtime-"));
  try {
    const object = join(folder, "runtime.o");
    gcc([...options, "-r", ...sources, "-o", object], "cannot compile the runtime");
    return readFileSync(object);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function gcc(args: readonly string[], what: string): string {
  const { status, stdout, stderr, error } = spawnSync("gcc", args, { encoding: "utf8", maxBuffer: 2 ** 28 });
  if (error !== undefined)
    return fail("RVL404", "gcc cannot be run, which a native replay needs", { hint: "install gcc, or replay without --native" });
  if (status !== 0) return fail("RVL405", `${what} with gcc: ${firstError(stderr)}`, { hint: "replay without --native" });
  return stdout;
}

const firstError = (text: string): string =>
  (text.split("\n").find((l) => /error|undefined reference/.test(l)) ?? text.split("\n")[0] ?? "").trim();
