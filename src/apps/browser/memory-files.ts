// The files that clang sees in a browser: the program and Ravel's headers, in memory. In: texts by name. Out: the guest's file system, and what was read.

import { hostRoot, resourceFolder } from "../clang/guest-paths.ts";
import type { GuestDirectory, GuestFile, GuestFiles } from "../clang/wasi.ts";

/** Where Ravel's headers are, as a host path. */
export const headerFolder = "/ravel/headers";

export class MemoryFiles implements GuestFiles {
  readonly roots = ["/", hostRoot, resourceFolder];
  /** Host paths of the files that were read, except the one to compile. */
  readonly read = new Set<string>();
  /** The compiler's own headers that were looked for. */
  readonly missing = new Set<string>();
  readonly #entries = new Map<string, GuestFile | GuestDirectory>();
  #isCompiling = false;

  /** `files`: by host path; `resources`: the compiler's own headers, by path below its folder. */
  constructor(
    readonly main: string,
    files: ReadonlyMap<string, Uint8Array>,
    resources: Iterable<readonly [string, Uint8Array]>,
  ) {
    for (const [path, data] of files) this.#add(path, data);
    for (const [path, data] of resources) this.#add(`${resourceFolder}/${path}`, data);
  }

  look(root: string, path: string): GuestFile | GuestDirectory | null {
    if (root === resourceFolder) return this.#resource(normal(path));
    const host = root === hostRoot ? `/${normal(path)}` : normal(path);
    // The driver first searches for a Linux installation; it must find nothing.
    if (!this.#isCompiling && host !== this.main) return null;
    this.#isCompiling = true;
    const found = host === "" || host === "/" ? this.#folder(host) : (this.#entries.get(host) ?? null);
    if (found?.kind === "file" && host !== this.main) this.read.add(host);
    return found;
  }

  #resource(path: string): GuestFile | GuestDirectory | null {
    if (path === "" || path === "include") return this.#folder(`${resourceFolder}/${path}`);
    const found = this.#entries.get(`${resourceFolder}/${path}`) ?? null;
    if (found === null) this.missing.add(path);
    return found;
  }

  #add(path: string, data: Uint8Array): void {
    this.#entries.set(path, { kind: "file", device: 1n, inode: BigInt(this.#entries.size + 2), data });
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) this.#folder(path.slice(0, at));
  }

  /** Clang takes directories with the same number for the same one. */
  #folder(path: string): GuestFile | GuestDirectory {
    const known = this.#entries.get(path) ?? { kind: "directory", device: 1n, inode: BigInt(this.#entries.size + 2) };
    this.#entries.set(path, known);
    return known;
  }
}

/** Without `.`, `..` and repeated slashes. */
function normal(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/"))
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  return parts.join("/");
}
