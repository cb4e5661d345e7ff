// Replays a witness in a native process. In: the program of the witness, a plan, a directory to keep or null. Out: how the run ended.

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Plan, standardInput } from "../../native/plan.ts";
import type { WitnessProgram } from "../../witness/file.ts";
import { buildNative } from "./build.ts";
import { type NativeResult, runNative } from "./run.ts";

export function replayNatively(program: WitnessProgram, plan: Plan, kept: string | null): NativeResult {
  const isNew = kept !== null && !existsSync(kept);
  const folder = kept ?? mkdtempSync(join(tmpdir(), "ravel-native-"));
  let isBuilt = false;
  try {
    const executable = buildNative(program, plan, folder);
    isBuilt = true;
    return runNative(executable, Uint8Array.from(standardInput(plan)));
  } finally {
    if (kept === null || (isNew && !isBuilt)) rmSync(folder, { recursive: true, force: true });
  }
}
