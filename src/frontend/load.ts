// Loads a program. In: C files, flags, and a toolchain. Out: a `Program`, and what a report needs to know about its compilation.
//
// The toolchain compiles the files to IR; the parser and the linker make a program of it. If there is a cache, the linked and lowered program
// is also kept there (program/image.ts), under a hash of the IR and of the build.

import { decodeProgram, encodeProgram } from "../program/image.ts";
import type { Program } from "../program/program.ts";
import { validateProgram } from "../program/validate.ts";
import { type Diagnostic, fail } from "../support/diagnostics.ts";
import { openLibrary } from "./archive.ts";
import { withEntries } from "./entries.ts";
import { withErrorFunction } from "./error-function.ts";
import { parseModule } from "./llvm/parser.ts";
import { isBuiltIn } from "./lower/calls.ts";
import { link } from "./lower/link.ts";
import { requireLibraryTypes } from "./own-types.ts";
import type { CompiledUnit, CompileRequest, Toolchain } from "./toolchain.ts";

export interface LoadRequest extends CompileRequest {
  readonly toolchain: Toolchain;
  /** Functions to run as threads, in order (entries.ts); without any, the program is its main. */
  readonly entries?: readonly string[];
  /** What was noticed before, for the report. */
  readonly notes?: readonly Diagnostic[];
  /** Whether to check that the linked program is well formed (program/validate.ts). A fault is a bug in Ravel. */
  readonly validate?: boolean;
  /** A call of this function is a failed assertion, whatever the function does. */
  readonly errorFunction?: string | null;
}

export interface Unresolved {
  readonly name: string;
  readonly header: string | null;
}

export interface Loaded {
  readonly program: Program;
  readonly warnings: readonly Diagnostic[];
  readonly compiler: string;
  readonly fromCache: boolean;
  /** Functions that are used but neither defined nor modelled, with the system header that declares them, if there is one. */
  readonly unresolved: () => readonly Unresolved[];
  /** Stores the program in the cache. Call it when the work is done: it lowers all remaining bodies. */
  readonly keep: () => void;
}

export async function load(request: LoadRequest): Promise<Loaded> {
  if (request.files.length === 0) fail("RVL001", "no input file");
  const { dataModel, cache, toolchain, entries = [] } = request;
  const { build } = toolchain;
  const units = await toolchain.compile(request);
  for (const { ir } of units) requireLibraryTypes(ir, dataModel);
  const key = build === null ? null : toolchain.sha256(JSON.stringify([build, dataModel, entries, ...units.map((u) => u.ir)]));
  const image = key === null || cache === null ? null : cache.load(key);
  const linked = image === null ? linkUnits(units, request) : decodeProgram(image.ir);
  const { errorFunction = null } = request;
  const program = errorFunction === null ? linked : withErrorFunction(linked, errorFunction);
  const headerOf = (name: string): string | null =>
    units.map((u) => toolchain.headerOf(u.ir, name)).find((header) => header !== null) ?? null;
  if (request.validate) requireValid(program);
  return {
    program,
    warnings: [...(request.notes ?? []), ...units.flatMap((u) => u.warnings)],
    compiler: units[0]?.compiler ?? "",
    fromCache: units.every((u) => u.fromCache),
    unresolved: () =>
      program.functions.filter((f) => f.external && !isBuiltIn(f.name)).map(({ name }) => ({ name, header: headerOf(name) })),
    keep: () => {
      if (key !== null && image === null) cache?.store(key, { ir: encodeProgram(linked), compiler: "", read: [], absent: [] });
    },
  };
}

function linkUnits(units: readonly CompiledUnit[], { dataModel, toolchain, entries = [] }: LoadRequest): Program {
  const parsed = units.map((u) => parseModule(u.ir));
  const { modules, start } = entries.length === 0 ? { modules: parsed, start: null } : withEntries(parsed, entries, dataModel);
  const { locate } = toolchain;
  return link(modules, openLibrary(dataModel, toolchain), { dataModel, entry: "__rvl_start", main: "main", start, locate });
}

function requireValid(program: Program): void {
  const faults = validateProgram(program);
  if (faults.length > 0) throw new Error(`the linked program is not valid: ${faults.slice(0, 10).join("; ")}`);
}
