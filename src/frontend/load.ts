// C files → Program: clang, the IR parser, the linker. The front end in one line each. Where a cache is given, the linked and lowered
// program is kept in it, too (program/image.ts), under the texts it was made from and the build that made it.

import { decodeProgram, encodeProgram } from "../program/image.ts";
import type { DataModel, Program } from "../program/program.ts";
import { validateProgram } from "../program/validate.ts";
import { type Diagnostic, fail } from "../support/diagnostics.ts";
import { openLibrary } from "./archive.ts";
import { build, headerFolder } from "./assets.ts";
import type { IrCache } from "./clang/cache.ts";
import { type CompiledUnit, compileToIr } from "./clang/compile.ts";
import { sha256 } from "./clang/dependencies.ts";
import { readMark } from "./clang/system-headers.ts";
import { parseModule } from "./llvm/parser.ts";
import { isBuiltIn } from "./lower/calls.ts";
import { link } from "./lower/link.ts";
import { requireLibraryTypes } from "./own-types.ts";
import { withColumn } from "./source-column.ts";

export interface LoadRequest {
  readonly files: readonly string[];
  readonly flags: readonly string[];
  readonly dataModel: DataModel;
  readonly clang: string;
  readonly systemHeaders: boolean;
  readonly cache: IrCache | null;
  /** Check that the linked program is well formed (program/validate.ts). A fault is a bug in Ravel. */
  readonly validate?: boolean;
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
  /** Functions that are used and neither defined nor modelled, with the header of the machine that declares them, if one does. */
  readonly unresolved: () => readonly Unresolved[];
  /** Stores the program in the cache. To be called when the work is done: it lowers every body that was not asked for yet. */
  readonly keep: () => void;
}

export async function load(request: LoadRequest): Promise<Loaded> {
  if (request.files.length === 0) fail("RVL001", "no input file");
  const units = await compileToIr({ ...request, headerDir: headerFolder() });
  const { dataModel, cache } = request;
  for (const { ir } of units) requireLibraryTypes(ir, dataModel);
  const key = build === null ? null : sha256(JSON.stringify([build, dataModel, ...units.map((u) => u.ir)]));
  const image = key === null || cache === null ? null : cache.load(key);
  const program = image === null ? linkUnits(units, dataModel) : decodeProgram(image.ir);
  if (request.validate) requireValid(program);
  return {
    program,
    warnings: units.flatMap((u) => u.warnings),
    compiler: units[0]?.compiler ?? "",
    fromCache: units.every((u) => u.fromCache),
    unresolved: () =>
      program.functions
        .filter((f) => f.external && !isBuiltIn(f.name))
        .map(({ name }) => ({ name, header: units.flatMap((u) => readMark(u.ir)?.declares[name] ?? [])[0] ?? null })),
    keep: () => {
      if (key !== null && image === null) cache?.store(key, { ir: encodeProgram(program), compiler: "", read: [], absent: [] });
    },
  };
}

function linkUnits(units: readonly CompiledUnit[], dataModel: DataModel): Program {
  const modules = units.map((u) => parseModule(u.ir));
  return link(modules, openLibrary(dataModel), { dataModel, entry: "__rvl_start", main: "main", locate: withColumn });
}

function requireValid(program: Program): void {
  const faults = validateProgram(program);
  if (faults.length > 0) throw new Error(`the linked program is not valid: ${faults.slice(0, 10).join("; ")}`);
}
