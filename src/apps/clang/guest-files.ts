// The files the embedded clang sees, and the record of what it asked for.
//
// Guest paths: `x/y.h` (relative, which wasi-libc turns into `/x/y.h`) is the user's working folder; `/@/usr/x.h` is the host's
// `/usr/x.h`; `/@clang/include/stddef.h` is a header of the compiler's own, out of the npm package's tar. `-ffile-prefix-map`
// and `toHostText` turn the names in debug information and messages back into the user's.
//
// The driver first looks around for a Linux installation to link with; it must find nothing, or the result would depend on
// the machine. So until it asks for the file to compile, only that file exists.

import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import type { GuestDirectory, GuestFile, GuestFiles } from "./wasi.ts";

const hostRoot = "/@";
const resourceRoot = "/@clang";
export const resourceFolder = resourceRoot;

/** A host path as the embedded compiler must be given it. Relative ones stay, so that names in messages are the user's. */
export function toGuestPath(path: string): string {
  if (!isAbsolute(path)) return path;
  return path.startsWith("/") ? hostRoot + path : `${hostRoot}/${path.replaceAll("\\", "/")}`;
}

export function toHostText(text: string): string {
  return text.replaceAll(`${hostRoot}/`, "/");
}

export const guestPrefixMap = `${hostRoot}/=/`;

/** The compiler's own headers: `include/…` of a ustar file, without C++'s and other targets' subfolders. */
export class ResourceArchive {
  private headers: Map<string, Uint8Array> | null = null;

  constructor(private readonly tarPath: string) {}

  /** Reads the 29 MB on the first question only: programs that include nothing but Ravel's own headers never ask. */
  find(path: string): Uint8Array | undefined {
    this.headers ??= readHeaders(readFileSync(this.tarPath));
    return this.headers.get(path);
  }
}

function readHeaders(tar: Buffer): Map<string, Uint8Array> {
  const blockSize = 512;
  const headers = new Map<string, Uint8Array>();
  for (let at = 0; at + blockSize <= tar.length && tar[at] !== 0; ) {
    const name = tar.toString("latin1", at, tar.indexOf(0, at));
    const size = Number.parseInt(tar.toString("latin1", at + 124, at + 135), 8);
    const isFile = tar[at + 156] === 0x30;
    const data = at + blockSize;
    if (isFile && /^include\/[^/]*$/.test(name)) headers.set(name, Uint8Array.prototype.slice.call(tar, data, data + size));
    at = data + Math.ceil(size / blockSize) * blockSize;
  }
  return headers;
}

export interface CompilationFiles {
  readonly cwd: string;
  /** The file to compile, as the user named it. */
  readonly file: string;
  /** What to read instead of its contents, or null. */
  readonly replacement: Uint8Array | null;
}

export class RecordedFiles implements GuestFiles {
  readonly roots = ["/", hostRoot, resourceRoot];
  /** Host path -> SHA-256 of every file read, but for the file to compile. */
  readonly read = new Map<string, string>();
  /** Host paths looked for in vain. */
  readonly absent = new Set<string>();
  private readonly seen = new Map<string, GuestFile | GuestDirectory | null>();
  private readonly mainFile: string;
  private compiling = false;

  constructor(
    private readonly compilation: CompilationFiles,
    private readonly resources: ResourceArchive,
  ) {
    this.mainFile = resolve(compilation.cwd, compilation.file);
  }

  look(root: string, path: string): GuestFile | GuestDirectory | null {
    if (root === resourceRoot) return this.resource(path.replaceAll(/\/+/g, "/"));
    // Plain concatenation, not `resolve`: the host knows better what `..` after a symbolic link means.
    const host = root === hostRoot ? hostPath(path) : `${this.compilation.cwd}/${path}`;
    if (!this.compiling && resolve(host) !== this.mainFile) return null;
    this.compiling = true;
    const found = this.host(host);
    // `#include "/usr/x.h"` in a source file arrives like a relative path; the working folder comes first, rightly in all but odd cases.
    return found === null && root === "/" && !path.startsWith("..") ? this.host(hostPath(path)) : found;
  }

  private resource(path: string): GuestFile | GuestDirectory | null {
    if (path === "" || path === "." || path === "include") return { kind: "directory", device: 1n, inode: 1n };
    const data = this.resources.find(path);
    return data === undefined ? null : { kind: "file", device: 1n, inode: BigInt(`0x${hash(path).slice(0, 12)}`), data };
  }

  private host(path: string): GuestFile | GuestDirectory | null {
    const known = this.seen.get(path);
    if (known !== undefined) return known;
    const entry = this.load(path);
    this.seen.set(path, entry);
    if (resolve(path) !== this.mainFile) {
      if (entry === null) this.absent.add(path);
      else if (entry.kind === "file") this.read.set(path, hash(entry.data));
    }
    return entry;
  }

  private load(path: string): GuestFile | GuestDirectory | null {
    try {
      const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
      if (stat === undefined) return null;
      const identity = { device: stat.dev, inode: stat.ino };
      if (stat.isDirectory()) return { kind: "directory", ...identity };
      if (!stat.isFile()) return { kind: "file", ...identity, data: new Uint8Array() }; // /dev/null; never block on a pipe
      const { replacement } = this.compilation;
      const data = replacement !== null && resolve(path) === this.mainFile ? replacement : readFileSync(path);
      return { kind: "file", ...identity, data };
    } catch {
      return null; // not readable, or a file where a folder should be: to the compiler it is not there
    }
  }
}

function hostPath(path: string): string {
  return /^[A-Za-z]:/.test(path) ? path : `/${path}`;
}

function hash(data: Uint8Array | string): string {
  return createHash("sha256").update(data).digest("hex");
}
