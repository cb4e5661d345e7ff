// What the front end needs of the machine it runs on: a C compiler, the files of Ravel's library, a hash. On Node that is `apps/clang`; in a
// browser it would be something else. Only apps/ imports modules of Node.

import type { DataModel } from "../program/program.ts";
import type { Diagnostic, SourceLocation } from "../support/diagnostics.ts";
import type { SourcePosition } from "./llvm/module.ts";

export interface CompileRequest {
  /** C sources, preprocessed ones included, as the user named them. */
  readonly files: readonly string[];
  /** The user's flags for clang (or gcc). */
  readonly flags: readonly string[];
  /** Flags of single files, before those of all: from a build. */
  readonly unitFlags?: Readonly<Record<string, readonly string[]>>;
  readonly dataModel: DataModel;
  /** "auto": a system clang that is new enough, otherwise the embedded one. Any other text is the path of a clang. */
  readonly clang: "auto" | "embedded" | "system" | (string & {});
  /** Whether to use the system's headers instead of Ravel's. */
  readonly systemHeaders: boolean;
  readonly cache: UnitCache | null;
}

export interface CompiledUnit {
  readonly file: string;
  readonly ir: string;
  readonly compiler: string;
  readonly fromCache: boolean;
  readonly warnings: readonly Diagnostic[];
}

export interface Dependencies {
  /** The absolute path and SHA-256 of every file that was read, except the file to compile. */
  readonly read: readonly (readonly [path: string, sha256: string])[];
  /** Absolute paths of files that must not exist. */
  readonly absent: readonly string[];
}

export interface CachedUnit extends Dependencies {
  readonly ir: string;
  /** The version of the compiler, as it prints it. */
  readonly compiler: string;
}

/** Compiled units and linked programs, kept between checks. */
export interface UnitCache {
  /** At most one: the first reason why the cache could not be used. */
  readonly problems: readonly Diagnostic[];
  /** The unit under this key, if everything it depends on is as it was. */
  load(key: string): CachedUnit | null;
  store(key: string, unit: CachedUnit): void;
  /** Small notes that outlive the process: compilers' versions. */
  recall(name: string): string | null;
  remember(name: string, value: string): void;
}

export interface Toolchain {
  /** A hash of the library and of all code that turns C into a program. Null when run from sources, which may change at any time. */
  readonly build: string | null;
  /** Returns one unit per file, in order. Throws RVL101 if a file does not compile. */
  compile(request: CompileRequest): Promise<readonly CompiledUnit[]>;
  /** A file of the compiled library (`index.json`, `mutex.ll`, …). */
  readLibrary(dataModel: DataModel, file: string): string;
  /** The system header that declares a function, if the unit was compiled with one that does; null otherwise. */
  headerOf(ir: string, name: string): string | null;
  sha256(text: string): string;
  /** Adds the column of a name in its line, if the source can be read. */
  locate(position: SourcePosition, name: string): SourceLocation;
}
