// Runs programs under scripts of `ravel replay --gdb`. In: a script, C files. Out: the last line that the script prints, and the exit status.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { projectFolder } from "./corpus/collection.ts";

/** For a gdb that hangs. */
const maxMs = 120_000;

export interface GdbRun {
  readonly status: number | null;
  readonly line: string;
  readonly output: string;
}

/** Compiles a program as a user would. Throws if gcc fails. */
export function compileForGdb(files: readonly string[], executable: string, flags: readonly string[] = []): void {
  const functions = join(projectFolder, "test/corpus/verifier-functions.c");
  const args = ["-g", "-O0", "-pthread", "-w", ...flags, ...files, functions, "-o", executable, "-lm", "-latomic"];
  const { status, stderr } = spawnSync("gcc", args, { cwd: projectFolder, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}

export function runGdb(script: string, executable: string): GdbRun {
  const { status, stdout, stderr } = spawnSync("gdb", ["-nx", "-batch", "-x", script, "--args", executable], {
    cwd: projectFolder,
    encoding: "utf8",
    timeout: maxMs,
    killSignal: "SIGKILL",
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = `${stdout}${stderr}`;
  const line = output.split("\n").findLast((l) => l.startsWith("ravel: ")) ?? `no outcome: ${output.trim().slice(-400)}`;
  return { status, line, output };
}
