// Where reports go: the terminal as it is, and files.

import { accessSync, constants, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fail } from "../../support/diagnostics.ts";

const widthWithoutTerminal = 100;

/** Width and colour of standard output. */
export function terminal(): { readonly width: number; readonly color: boolean } {
  const given = process.stdout.columns ?? Number.parseInt(process.env.COLUMNS ?? "", 10);
  const width = Number.isInteger(given) && given > 0 ? given : widthWithoutTerminal;
  return { width: Math.min(Math.max(width, 40), 240), color: process.stdout.isTTY === true && !process.env.NO_COLOR };
}

export const plainFile = { width: widthWithoutTerminal, color: false } as const;

export function writeOut(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    cannotWrite(path, error);
  }
}

/** Said before the work rather than after it. */
export function checkWritable(path: string): void {
  try {
    const there = statSync(path, { throwIfNoEntry: false });
    if (there?.isDirectory()) throw Object.assign(new Error("it is a folder"), { code: "EISDIR" });
    accessSync(there === undefined ? dirname(path) : path, constants.W_OK);
  } catch (error) {
    cannotWrite(path, error);
  }
}

function cannotWrite(path: string, error: unknown): never {
  const { code } = error as NodeJS.ErrnoException;
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: "there is no such folder",
    ENOTDIR: "there is no such folder",
    EISDIR: "it is a folder",
    EACCES: "permission denied",
    EROFS: "the file system is read-only",
    ENOSPC: "no space is left",
  };
  return fail("RVL007", `${path} cannot be written: ${reasons[code ?? ""] ?? code ?? String(error)}`);
}
