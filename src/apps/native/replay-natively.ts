// Replays a witness in a native process. In: the program of the witness, a plan, a directory to keep or null. Out: how the run ended.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Plan } from "../../native/plan.ts";
import type { WitnessProgram } from "../../witness/file.ts";
import { buildNative } from "./build.ts";
import { type NativeResult, runNative } from "./run.ts";

export function replayNatively(program: WitnessProgram, plan: Plan, kept: string | null): NativeResult {
  const folder = kept ?? mkdtempSync(join(tmpdir(), "ravel-native-"));
  try {
    return runNative(buildNative(program, plan, folder));
  } finally {
    if (kept === null) rmSync(folder, { recursive: true, force: true });
  }
}
