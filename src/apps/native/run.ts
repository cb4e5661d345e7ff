// Runs an executable that follows a plan. In: its path. Out: how the run ended, in the runtime's words.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

/** The runtime ends a run after 20 s; this is for a runtime that hangs. */
const maxMs = 30_000;

export interface NativeResult {
  /** reached: the failure showed; ended: the process ended well, and none was expected; diverged: neither. */
  readonly kind: "reached" | "ended" | "diverged";
  readonly text: string;
  /** The step of the witness, from 0, that did not come as planned; null: all came. */
  readonly step: number | null;
  readonly output: string;
}

/** `input`: what the program reads from standard input. */
export function runNative(executable: string, input: Uint8Array): NativeResult {
  const file = join(dirname(executable), "result");
  rmSync(file, { force: true });
  const ran = spawnSync(executable, [], {
    encoding: "utf8",
    input,
    timeout: maxMs,
    killSignal: "SIGKILL",
    maxBuffer: 2 ** 26,
    env: { ...process.env, RAVEL_RESULT: file },
  });
  const output = `${ran.stdout ?? ""}${ran.stderr ?? ""}`;
  if (!existsSync(file))
    return { kind: "diverged", text: `the process ended without a result (${ran.signal ?? `status ${ran.status}`})`, step: null, output };
  const [kind, , diverged, ...text] = readFileSync(file, "utf8").split("\n");
  const step = Number(diverged);
  return { kind: kind as NativeResult["kind"], text: text.join("\n").trim(), step: step < 0 ? null : step, output };
}
