// Opens what is to be debugged: C files, or a witness. In: the arguments of `ravel debug`. Out: a session, and what front ends need besides it.

import { statSync } from "node:fs";
import { resolve } from "node:path";
import { version } from "../../../package.json";
import type { DebugSession } from "../../debugger/contract.ts";
import { openSession } from "../../debugger/open-session.ts";
import { allProperties, defaultProperties, type Property } from "../../execution/errors.ts";
import { type LoadRequest, load } from "../../frontend/load.ts";
import { type Diagnostic, fail } from "../../support/diagnostics.ts";
import type { WitnessFile } from "../../witness/file.ts";
import { nodeToolchain } from "../clang/toolchain.ts";
import type { ParsedArguments } from "./options.ts";
import { writeOut } from "./output.ts";
import { compareFiles } from "./replay.ts";
import { loadRequest, machineOptions, openCache } from "./request.ts";
import { readSources } from "./sources.ts";
import { hashFile, readWitness } from "./witness-file.ts";

export interface DebugTarget {
  readonly session: DebugSession;
  /** The directory that names of files refer to. */
  readonly folder: string;
  readonly startsAtFailure: boolean;
  readonly remarks: readonly Diagnostic[];
  hasChanged(): boolean;
  saveWitness(path: string): void;
  /** Stores the linked program in the cache, for the next start; it lowers all remaining bodies. */
  keep(): void;
}

/** `at`: where to begin; null: a witness at its failure, a program at its start. */
export async function openDebugTarget(args: ParsedArguments, at: "failure" | "start" | null = null): Promise<DebugTarget> {
  const names = args.positionals;
  if (names.length === 0) fail("RVL001", "no program to debug", { hint: "name C files, or a witness: ravel debug FILE.c" });
  const path = names.find((name) => name.endsWith(".json"));
  if (path !== undefined && names.length > 1)
    fail("RVL001", "a witness names its program: no other file can be given", { hint: `run ravel debug ${path}` });
  if (path === undefined && at === "failure")
    fail("RVL003", "only a witness has a failure to begin at", { hint: `write one: ravel check ${names[0]} --witness w.json` });
  const witness = path === undefined ? null : readWitness(path);
  const remarks = witness === null ? [] : compareFiles(witness);
  const request = witness === null ? loadRequest(args, names) : witnessRequest(args, witness);
  const before = stampsOf(request.files);
  const { program, warnings, keep } = await load(request);
  const { cache: _, toolchain: __, ...built } = request;
  const session = openSession({
    program,
    machine: { ...machineOptions(args), ...(witness?.options ?? {}), properties: new Set(propertiesOf(args, witness)) },
    schedule: witness?.schedule ?? null,
    source: readSources(),
    version,
    built: { ...built, sha256: Object.fromEntries(request.files.map((f) => [f, hashFile(f)])) },
  });
  if (witness !== null && at === "start") session.goTo({ fork: session.state().place.fork, move: 0 });
  return {
    session,
    folder: process.cwd(),
    startsAtFailure: witness !== null && at !== "start",
    remarks: [...warnings, ...remarks],
    hasChanged: () => stampsOf(request.files) !== before,
    keep,
    saveWitness: (target) => writeOut(resolve(target), `${JSON.stringify(session.witness(), null, 2)}\n`),
  };
}

const witnessRequest = (args: ParsedArguments, { program }: WitnessFile): LoadRequest => ({
  ...program,
  toolchain: nodeToolchain,
  clang: args.text("clang") ?? "auto",
  cache: openCache(args),
});

/** Those that the user names; otherwise the usual ones, and that of the witness. */
function propertiesOf(args: ParsedArguments, witness: WitnessFile | null): readonly Property[] {
  const asked = args.list("property");
  return allProperties.filter((p) => (asked === null ? defaultProperties.includes(p) || p === witness?.property : asked.includes(p)));
}

/** Changes when one of the files is written. */
const stampsOf = (files: readonly string[]): string =>
  files.map((file) => String(statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0)).join(" ");
