// A separate directory for each test, and a short way to compile the files in it.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { IrCache } from "../../../../src/apps/clang/cache.ts";
import { type ClangRequest, compileToIr } from "../../../../src/apps/clang/compile.ts";
import type { CompiledUnit } from "../../../../src/frontend/toolchain.ts";
import { type Diagnostic, RavelError } from "../../../../src/support/diagnostics.ts";

export class Workspace {
  readonly folder = mkdtempSync(join(tmpdir(), "ravel-test-"));

  /** Writes a file and returns its path, relative to the working folder as a user would give it. */
  write(name: string, text: string): string {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return relative(process.cwd(), path);
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  cache(maxBytes?: number): IrCache {
    return new IrCache({ folder: this.path("cache"), ...(maxBytes === undefined ? {} : { maxBytes }) });
  }

  /** Compiles one file, by default with the embedded clang, no cache, and no headers but the compiler's. */
  async compile(file: string, options: Partial<ClangRequest> = {}): Promise<CompiledUnit> {
    const [unit] = await compileToIr({
      files: [file],
      flags: [],
      dataModel: "lp64",
      clang: "embedded",
      systemHeaders: false,
      headerDir: this.path("no-headers"),
      cache: null,
      ...options,
    });
    return unit;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The diagnostics of a compilation that must fail. */
export async function rejection(compilation: Promise<unknown>): Promise<readonly Diagnostic[]> {
  try {
    await compilation;
  } catch (error) {
    if (error instanceof RavelError) return error.diagnostics;
    throw error;
  }
  throw new Error("the compilation succeeded");
}

/** The lines of source that debug information names for the body of a function, without repetition, in order. */
export function linesOf(ir: string, name: string): number[] {
  const body = new RegExp(`^define [^\\n]*@${name}\\([\\s\\S]*?^}`, "m").exec(ir)?.[0] ?? "";
  const numbers = [...body.matchAll(/!dbg !(\d+)/g)].map(
    ([, node]) => new RegExp(`^!${node} = !DILocation\\(line: (\\d+)`, "m").exec(ir)?.[1],
  );
  return [...new Set(numbers.filter((line) => line !== undefined).map(Number))].sort((a, b) => a - b);
}
