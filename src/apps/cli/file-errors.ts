// Texts for errors of the file system. In: an error of Node's file functions. Out: a reason for a coded diagnostic. And reading a text with them.

import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { type Diagnostic, diagnostic, fail } from "../../support/diagnostics.ts";

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "no such file",
  ENOTDIR: "no such file",
  EISDIR: "is a directory",
  EACCES: "permission denied",
  EPERM: "permission denied",
  ELOOP: "too many levels of symbolic links",
  ENAMETOOLONG: "file name too long",
  EROFS: "read-only file system",
  ENOSPC: "no space left on the device",
  EDQUOT: "no space left on the device",
  EFBIG: "file too large",
  EIO: "input/output error",
  EMFILE: "too many open files",
  ENFILE: "too many open files",
  ETXTBSY: "the file is being executed",
  EBUSY: "the file is in use",
  ENXIO: "the pipe has no reader",
};

export function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return reasons[code ?? ""] ?? code ?? String(error);
}

/** Errors that only writing causes. */
const ofWriting: readonly string[] = ["ENOSPC", "EDQUOT", "EROFS", "EFBIG"];

/** The diagnostic for an error of the file system that no caller has handled; null for any other error. */
export function fileDiagnostic(error: unknown): Diagnostic | null {
  const { code, syscall, path } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined || !/^E[A-Z0-9]+$/.test(code)) return null;
  if (path?.startsWith(dirname(process.argv[1] ?? "")) || path?.includes("node_modules")) return null; // Ravel's own files: its installation
  const what = path ?? (syscall === "uv_cwd" ? "the current directory" : syscall);
  return ofWriting.includes(code)
    ? diagnostic("RVL007", `cannot write ${what}: ${reasonOf(error)}`)
    : diagnostic("RVL002", `cannot read ${what}: ${reasonOf(error)}`);
}

export function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    return cannotRead(path, error);
  }
}

export function cannotRead(path: string, error: unknown): never {
  if (path === "") fail("RVL002", "a file name is empty");
  const hint = existsSync(`${path}.c`) ? `did you mean ${path}.c?` : null;
  return fail("RVL002", `cannot read ${path}: ${reasonOf(error)}`, { hint });
}
