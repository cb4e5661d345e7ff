// What the file system says, in words. In: an error of Node's file functions. Out: a reason for a coded diagnostic.

import { dirname } from "node:path";
import { type Diagnostic, diagnostic } from "../../support/diagnostics.ts";

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "no such file",
  ENOTDIR: "no such file",
  EISDIR: "it is a folder",
  EACCES: "permission denied",
  EPERM: "permission denied",
  ELOOP: "its symbolic links lead round in a circle",
  ENAMETOOLONG: "the name is too long",
  EROFS: "the file system is read-only",
  ENOSPC: "no space is left",
  EDQUOT: "no space is left",
  EFBIG: "the file would be too large",
  EIO: "the device failed",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open",
  ETXTBSY: "it is being executed",
  EBUSY: "it is in use",
  ENXIO: "nobody reads it",
};

export function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return reasons[code ?? ""] ?? code ?? String(error);
}

/** Errors of writing, wherever they come from. */
const ofWriting: readonly string[] = ["ENOSPC", "EDQUOT", "EROFS", "EFBIG"];

/** A coded answer to an error of the file system that nobody has given one; null: it is something else. */
export function fileDiagnostic(error: unknown): Diagnostic | null {
  const { code, syscall, path } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined || !/^E[A-Z0-9]+$/.test(code)) return null;
  if (path?.startsWith(dirname(process.argv[1] ?? "")) || path?.includes("node_modules")) return null; // Ravel's own files: its installation
  const what = path ?? (syscall === "uv_cwd" ? "the current folder" : syscall);
  return ofWriting.includes(code)
    ? diagnostic("RVL007", `${what} cannot be written: ${reasonOf(error)}`)
    : diagnostic("RVL002", `${what} cannot be read: ${reasonOf(error)}`);
}
