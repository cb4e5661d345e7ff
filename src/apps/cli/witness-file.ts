// Witness files on disk.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { version } from "../../../package.json";
import type { Violation } from "../../execution/errors.ts";
import type { MachineOptions } from "../../execution/machine.ts";
import type { LoadRequest } from "../../frontend/load.ts";
import type { Evidence } from "../../reports/report.ts";
import { parseWitness, type WitnessFile, witnessToJson } from "../../witness/file.ts";
import { writeOut } from "./output.ts";
import { cannotRead, readText } from "./request.ts";

export function hashFile(path: string): string {
  try {
    return createHash("sha256").update(readFileSync(path)).digest("hex");
  } catch (error) {
    return cannotRead(path, error);
  }
}

export function writeWitness(
  path: string,
  request: LoadRequest,
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
