// Witness files on disk.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { version } from "../../../package.json";
import type { MachineOptions } from "../../execution/machine.ts";
import type { LoadRequest } from "../../frontend/load.ts";
import { type WitnessContents, type WitnessFile, parseWitness, witnessToJson } from "../../witness/file.ts";
import { writeOut } from "./output.ts";
import { readText } from "./request.ts";

export const hashFile = (path: string): string => createHash("sha256").update(readFileSync(path)).digest("hex");

export function writeWitness(path: string, request: LoadRequest, machine: Omit<MachineOptions, "undo">, run: Pick<WitnessContents, "violation" | "schedule" | "replay">): void {
  const { files, flags, dataModel, systemHeaders } = request;
  const { spuriousWakeups, spuriousFailures, allocationMayFail, unknownCalls } = machine;
  const hashes = Object.fromEntries(files.map((f) => [f, hashFile(f)]));
  const json = witnessToJson({ version, program: { files, flags, dataModel, systemHeaders }, hashes, options: { spuriousWakeups, spuriousFailures, allocationMayFail, unknownCalls }, ...run });
  writeOut(path, `${JSON.stringify(json, null, 2)}\n`);
}

export const readWitness = (path: string): WitnessFile => parseWitness(readText(path), path);
