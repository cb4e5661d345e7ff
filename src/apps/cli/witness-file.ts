// Witness files on disk.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { version } from "../../../package.json";
import type { Violation } from "../../execution/errors.ts";
import type { MachineOptions } from "../../execution/machine.ts";
import type { LoadRequest } from "../../frontend/load.ts";
import type { Evidence } from "../../reports/report.ts";
import { fail } from "../../support/diagnostics.ts";
import { parseWitness, type WitnessFile, witnessToJson } from "../../witness/file.ts";
import type { Schedule } from "../../witness/schedule.ts";
import { cannotRead, readText } from "./file-errors.ts";
import { writeOut } from "./output.ts";

export function hashFile(path: string): string {
  try {
    return createHash("sha256").update(readFileSync(path)).digest("hex");
  } catch (error) {
    return cannotRead(path, error);
  }
}

export function writeWitness(
  path: string,
  request: Omit<LoadRequest, "cache" | "toolchain">,
  machine: Omit<MachineOptions, "undo">,
  run: Pick<Evidence, "schedule" | "replay"> & { readonly violation: Violation | null },
): void {
  const sha256 = Object.fromEntries(request.files.map((f) => [f, hashFile(f)]));
  writeOut(
    path,
    `${JSON.stringify(witnessToJson(version, { ...request, sha256 }, machine, run.violation, run.schedule, run.replay), null, 2)}\n`,
  );
}

export const readWitness = (path: string): WitnessFile => parseWitness(readText(path), path);

/** The schedule of a witness, for another check of its program. Fails if the witness is of another one. */
export function readScheduleOf(
  path: string,
  { files, flags, dataModel, systemHeaders, unitFlags = {}, entries = [] }: LoadRequest,
): Schedule {
  const { program, hashes, schedule } = readWitness(path);
  const hint = "check the files of the witness, with the same flags";
  const known = new Set(program.files.map((f) => hashes[f]));
  const other = files.find((f) => !known.has(hashFile(f)));
  if (other !== undefined || files.length !== program.files.length)
    fail("RVL402", `${path} is a witness of ${program.files.join(", ")}${other === undefined ? "" : `; ${other} differs from it`}`, {
      hint,
    });
  if (
    program.flags.join(" ") !== flags.join(" ") ||
    program.dataModel !== dataModel ||
    program.systemHeaders !== systemHeaders ||
    JSON.stringify(program.unitFlags ?? {}) !== JSON.stringify(unitFlags)
  )
    fail("RVL402", `${path} is a witness of the program compiled with other flags${flagText(program.flags)}`, { hint });
  if ((program.entries ?? []).join(",") !== entries.join(","))
    fail(
      "RVL402",
      `${path} is a witness of the program with ${program.entries?.length ? `--entry ${program.entries.join(",")}` : "its main"}`,
      { hint },
    );
  return schedule;
}

const flagText = (flags: readonly string[]): string => (flags.length === 0 ? "" : `: ${flags.join(" ")}`);
