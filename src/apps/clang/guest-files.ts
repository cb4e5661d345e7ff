// The file system that the embedded clang sees. It records which files clang reads and which it looks for.
//
// Guest paths: `x/y.h` (relative, which wasi-libc turns into `/x/y.h`) is in the user's working directory; `/@/usr/x.h` is the host's
// `/usr/x.h`; `/@clang/include/stddef.h` is one of the compiler's own headers, from the tar file of the npm package. `-ffile-prefix-map`
// and `toHostText` restore the user's names in debug information and messages.
//
// The driver first searches for a Linux installation to link with. It must find nothing, or the result would depend on the machine. Therefore
// no other file exists until the driver asks for the file to compile.

import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { sha256 } from "./dependencies.ts";
import { hostRoot, resourceFolder } from "./guest-paths.ts";
import type { GuestDirectory, GuestFile, GuestFiles } from "./wasi.ts";

/** The compiler's own headers: the files directly in `include/` of a ustar file. */
export class ResourceArchive {
  private headers: Map<string, Uint8Array> | null = null;

  constructor(private readonly tarPath: string) {}

  /** Reads the 29 MB on the first call: programs that include only Ravel's own headers do not need them. */
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
  readonly roots = ["/", hostRoot, resourceFolder];
  /** By host path: the SHA-256 of every file that was read, except the file to compile. */
  readonly read = new Map<string, string>();
  /** Host paths that clang looked for and did not find. */
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
    if (root === resourceFolder) return this.resource(path.replaceAll(/\/+/g, "/"));
    // Not `resolve`: the host resolves `..` after a symbolic link.
    const host = root === hostRoot ? hostPath(path) : `${this.compilation.cwd}/${path}`;
    if (!this.compiling && resolve(host) !== this.mainFile) return null;
    this.compiling = true;
    const found = this.host(host);
    // `#include "/usr/x.h"` in a source file arrives as a relative path. The working directory is searched first, then the root.
    return found === null && root === "/" && !path.startsWith("..") ? this.host(hostPath(path)) : found;
  }

  private resource(path: string): GuestFile | GuestDirectory | null {
    if (path === "" || path === "." || path === "include") return { kind: "directory", device: 1n, inode: 1n };
    const data = this.resources.find(path);
    return data === undefined ? null : { kind: "file", device: 1n, inode: BigInt(`0x${sha256(path).slice(0, 12)}`), data };
  }

  private host(path: string): GuestFile | GuestDirectory | null {
    const known = this.seen.get(path);
    if (known !== undefined) return known;
    const entry = this.load(path);
    this.seen.set(path, entry);
    if (resolve(path) !== this.mainFile) {
      if (entry === null) this.absent.add(path);
      else if (entry.kind === "file") this.read.set(path, sha256(entry.data));
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
      return null; // not readable, or a file instead of a directory: absent to the compiler
    }
  }
}

function hostPath(path: string): string {
  return /^[A-Za-z]:/.test(path) ? path : `/${path}`;
}
