// C files → Program: clang, the IR parser, the linker. The front end in one line each.

import type { DataModel, Program } from "../program/program.ts";
import { type Diagnostic, fail } from "../support/diagnostics.ts";
import { openLibrary } from "./archive.ts";
import { headerFolder } from "./assets.ts";
import type { IrCache } from "./clang/cache.ts";
import { compileToIr } from "./clang/compile.ts";
import { parseModule } from "./llvm/parser.ts";
import { link } from "./lower/link.ts";

export interface LoadRequest {
  readonly files: readonly string[];
  readonly flags: readonly string[];
  readonly dataModel: DataModel;
  readonly clang: string;
  readonly systemHeaders: boolean;
  readonly cache: IrCache | null;
}

export interface Loaded {
  readonly program: Program;
  readonly warnings: readonly Diagnostic[];
  readonly compiler: string;
  readonly fromCache: boolean;
}

export async function load(request: LoadRequest): Promise<Loaded> {
  if (request.files.length === 0) fail("RVL001", "no file given");
  const units = await compileToIr({ ...request, headerDir: headerFolder() });
  const modules = units.map((u) => parseModule(u.ir));
  const program = link(modules, openLibrary(request.dataModel), { dataModel: request.dataModel, entry: "__rvl_start", main: "main" });
  return {
    program,
    warnings: units.flatMap((u) => u.warnings),
    compiler: units[0]?.compiler ?? "",
    fromCache: units.every((u) => u.fromCache),
  };
}
