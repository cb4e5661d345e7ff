// Writes reports, to the terminal or to files. A file is written under a temporary name and renamed, so it is either complete or unchanged.

import * as files from "node:fs";
import { basename, dirname, join } from "node:path";
import { fail } from "../../support/diagnostics.ts";
import { reasonOf } from "./file-errors.ts";

const widthWithoutTerminal = 100;

export interface TerminalStyle {
  readonly width: number;
  readonly color: boolean;
  readonly isAscii: boolean;
}

/** Width, colour and characters of standard output. `color`: the option; `auto` is for terminals that show colours, unless NO_COLOR is set. */
export function terminal(color: string | null): TerminalStyle {
  const { COLUMNS, NO_COLOR, TERM, LC_ALL, LC_CTYPE, LANG } = process.env;
  const given = process.stdout.columns ?? Number.parseInt(COLUMNS ?? "", 10);
  const width = Number.isInteger(given) && given > 0 ? given : widthWithoutTerminal;
  const isDumb = TERM === "dumb";
  const locale = LC_ALL || LC_CTYPE || LANG || "UTF-8"; // without any, nothing speaks against it
  return {
    width: Math.min(Math.max(width, 40), 240),
    color: color === "always" || (color !== "never" && process.stdout.isTTY === true && !NO_COLOR && !isDumb),
    isAscii: isDumb || !/utf-?8/i.test(locale),
  };
}

export const plainFile = { width: widthWithoutTerminal, color: false, isAscii: false } as const satisfies TerminalStyle;

export function writeOut(path: string, text: string): void {
  const file = new OutputFile(path);
  file.write(text);
  file.finish();
}

/** The functions of the file system that writing needs. */
export type FileSystem = Pick<
  typeof files,
  "chmodSync" | "closeSync" | "openSync" | "realpathSync" | "renameSync" | "rmSync" | "statSync"
> & {
  readonly writeSync: (file: number, text: string) => number;
};

/** A file that is being written. Every failure is a diagnostic (RVL007) and leaves no file behind. */
export class OutputFile {
  readonly #target: string;
  /** Null if the target is not a regular file (a device, a pipe) or its directory is not writable: then it is written in place. */
  readonly #beside: string | null = null;
  #file: number;

  constructor(
    readonly path: string,
    readonly system: FileSystem = files,
  ) {
    this.#target = path;
    this.#file = -1;
    try {
      const there = system.statSync(path, { throwIfNoEntry: false });
      if (there?.isDirectory()) throw Object.assign(new Error("is a directory"), { code: "EISDIR" });
      if (!isSpecial.test(path) && (there === undefined || there.isFile())) {
        this.#target = there === undefined ? path : system.realpathSync(path); // a link stays one
        const beside = besideOf(this.#target);
        this.#file = this.#openBeside(beside);
        if (this.#file >= 0) {
          this.#beside = beside;
          if (there !== undefined) system.chmodSync(beside, there.mode & 0o777);
        }
      }
      if (this.#file < 0) this.#file = system.openSync(path, "w");
    } catch (error) {
      this.#fail(error);
    }
  }

  #openBeside(beside: string): number {
    try {
      return this.system.openSync(beside, "w", 0o666);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EACCES" || code === "EPERM") return -1;
      throw error;
    }
  }

  write(text: string): void {
    try {
      const bytes = Buffer.byteLength(text);
      if (this.system.writeSync(this.#file, text) < bytes) throw Object.assign(new Error("short write"), { code: "ENOSPC" });
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Call when all is written: moves the file to its name. */
  finish(): void {
    try {
      this.#close();
      if (this.#beside !== null) this.system.renameSync(this.#beside, this.#target);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Removes the unfinished file. */
  discard(): void {
    try {
      this.#close();
    } catch {
      // it is removed anyway
    }
    if (this.#beside !== null) this.system.rmSync(this.#beside, { force: true });
  }

  #close(): void {
    const file = this.#file;
    this.#file = -1;
    if (file >= 0) this.system.closeSync(file);
  }

  #fail(error: unknown): never {
    this.discard();
    return cannotWrite(this.path, error);
  }
}

/** Names of open files: a renamed file would not replace them. */
const isSpecial = /^\/(dev|proc)\//;

/** The inode of the file if it is a regular one. A file that was replaced has another inode. */
export function fileAt(path: string | null): bigint | null {
  const stat = path === null || isSpecial.test(path) ? undefined : files.statSync(path, { throwIfNoEntry: false, bigint: true });
  return stat?.isFile() ? stat.ino : null;
}

/** Where a file is written before it is complete; the same in all threads of the process. */
const besideOf = (target: string): string => join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);

/** Removes what a thread has left that was ended while it was writing. */
export function removeLeftOver(path: string): void {
  files.rmSync(besideOf(files.existsSync(path) ? files.realpathSync(path) : path), { force: true });
}

/** An option that names a file to be written. */
export interface Output {
  readonly option: string;
  readonly path: string | null;
}

const sourceText = /\.([chi]|cc|cpp|cxx|hpp|inc)$/i;

/**
 * Checks before the work starts that the files can be written, and that none of them is an input, under any name. Which files a program includes
 * only the compiler knows, so an existing file with the name of source text is never overwritten.
 */
export function checkOutputs(outputs: readonly Output[], inputs: readonly string[]): void {
  const taken = new Map<string, string>();
  for (const input of inputs) for (const key of identities(input)) taken.set(key, `the input file ${input}`);
  for (const { option, path } of outputs) {
    if (path === null) continue;
    const keys = identities(path);
    const same = keys.map((key) => taken.get(key)).find((what) => what !== undefined);
    if (same !== undefined) fail("RVL001", `${option} ${path} would overwrite ${same}`, { hint: "choose another file name" });
    checkWritable(path);
    if (sourceText.test(path) && fileAt(path) !== null)
      fail("RVL001", `${option} ${path} would overwrite a source file`, { hint: "choose another file name, or remove this file" });
    for (const key of keys) taken.set(key, `the output of ${option}`);
  }
}

/** Keys of a file: its resolved path, and its inode, because it may have several names. None for devices. */
function identities(path: string): string[] {
  try {
    const stat = files.statSync(path, { throwIfNoEntry: false, bigint: true });
    if (stat !== undefined && !stat.isFile()) return [];
    const folder = files.realpathSync(dirname(path));
    return [join(folder, basename(path)), ...(stat === undefined ? [] : [`${stat.dev}:${stat.ino}`])];
  } catch {
    return []; // not readable or not writable: reported elsewhere
  }
}

export function checkWritable(path: string): void {
  try {
    const there = files.statSync(path, { throwIfNoEntry: false });
    if (there?.isDirectory()) throw Object.assign(new Error("is a directory"), { code: "EISDIR" });
    files.accessSync(there === undefined ? dirname(path) : path, files.constants.W_OK);
    if (there === undefined && !files.statSync(dirname(path)).isDirectory())
      throw Object.assign(new Error("not a directory"), { code: "ENOTDIR" });
  } catch (error) {
    cannotWrite(path, error);
  }
}

function cannotWrite(path: string, error: unknown): never {
  const { code } = error as NodeJS.ErrnoException;
  const reason = code === "ENOENT" || code === "ENOTDIR" ? "no such directory" : reasonOf(error);
  return fail("RVL007", `cannot write ${path}: ${reason}`);
}
