// Sessions on small programs, for tests.

import { readFileSync } from "node:fs";
import type { DebugSession } from "../../../src/debugger/contract.ts";
import { openSession } from "../../../src/debugger/open-session.ts";
import { defaultProperties } from "../../../src/execution/errors.ts";
import type { MachineOptions } from "../../../src/execution/machine.ts";
import type { Program } from "../../../src/program/program.ts";
import type { Schedule } from "../../../src/witness/schedule.ts";
import { fileOfText } from "../../ir-cache.ts";
import { loadOnce, machineOptions } from "../../run.ts";

export const debugOptions: Omit<MachineOptions, "undo"> = machineOptions(defaultProperties);

export function sessionOf(program: Program, schedule: Schedule | null = null, options = debugOptions): DebugSession {
  const texts = new Map<string, string[]>();
  const linesOf = (file: string): string[] => {
    let lines = texts.get(file);
    if (lines === undefined) {
      try {
        lines = readFileSync(file, "utf8").split("\n");
      } catch {
        lines = [];
      }
      texts.set(file, lines);
    }
    return lines;
  };
  return openSession({
    program,
    machine: options,
    schedule,
    source: { line: (file, n) => linesOf(file)[n - 1] ?? null },
    version: "test",
    built: { files: [...program.files], flags: [], dataModel: program.dataModel, systemHeaders: false },
  });
}

/** A session at the beginning of a program, and the name of its file. */
export async function sessionOfText(
  text: string,
  schedule: Schedule | null = null,
): Promise<{ session: DebugSession; file: string; program: Program }> {
  const file = fileOfText(text);
  const { program } = await loadOnce(file);
  return { session: sessionOf(program, schedule), file, program };
}

/** `T1 worker:9`: where a thread stands. */
export function at(session: DebugSession, thread: number): string {
  const t = session.state().threads[thread];
  const top = t?.stack[0];
  return t === undefined ? "not started" : top === undefined ? t.status : `${top.function}:${top.location?.line}`;
}
