// Compiles a program with gcc and runs it once. In: a program and a data model. Out: its output and
// its exit status (128 + n for signal n, as in a shell).

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import type { DataModel } from "../../src/program/program.ts";
import type { ConformanceProgram } from "./programs.ts";

/** i386 code must compute in double as the types say, not in the x87's wider registers. */
const targets: Readonly<Record<DataModel, readonly string[]>> = { lp64: ["-m64"], ilp32: ["-m32", "-msse2", "-mfpmath=sse"] };

export function compilesFor(dataModel: DataModel): boolean {
  try {
    execFileSync("gcc", [...targets[dataModel], "-x", "c", "-", "-o", "/dev/null"], {
      input: '#include <stdio.h>\nint main(void) { return puts(""); }\n',
      stdio: ["pipe", "ignore", "ignore"],
    });
    return true;
  } catch {
    return false;
  }
}

export function runNatively(program: ConformanceProgram, dataModel: DataModel): { stdout: string; stderr: string; ends: string } {
  const folder = mkdtempSync(join(tmpdir(), "ravel-native-"));
  try {
    const binary = join(folder, "program");
    execFileSync("gcc", ["-std=gnu11", "-w", "-pthread", ...targets[dataModel], program.file, "-o", binary, "-lm", ...program.link], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    const { stdout, stderr, status, signal } = spawnSync(binary, { cwd: folder, input: "", encoding: "latin1" });
    return { stdout, stderr, ends: `exit ${status ?? 128 + (signal === null ? 0 : constants.signals[signal])}` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
