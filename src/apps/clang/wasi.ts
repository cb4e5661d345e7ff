// The host side of WASI preview 1, as far as clang needs it: arguments, standard streams, reading files. In: the arguments, and a `GuestFiles`
// that resolves guest paths. Out: the exit status, and what was written to stdout and stderr, the only files that can be written.
//
// With the npm package's own file system, clang could not read the user's files in place (with `..` and symbolic links), and the cache would not
// know which files a compilation read and which it did not find.

import { type WasmMemory, type WasmModule, wasm } from "./webassembly.ts";

export interface GuestFile {
  readonly kind: "file";
  /** Device and inode identify the file, for `#pragma once`. */
  readonly device: bigint;
  readonly inode: bigint;
  readonly data: Uint8Array;
}

export interface GuestDirectory {
  readonly kind: "directory";
  readonly device: bigint;
  readonly inode: bigint;
}

export interface GuestFiles {
  /** The guest paths of the preopened directories. wasi-libc takes the longest that is a prefix of a path. */
  readonly roots: readonly string[];
  /** The entry at `path` below the root; null: none. `path` is as the compiler spelt it, and may contain `..` and `.`. */
  look(root: string, path: string): GuestFile | GuestDirectory | null;
}

class ProcessExit extends Error {
  constructor(readonly status: number) {
    super(`exit ${status}`);
  }
}

const errno = { success: 0, badf: 8, inval: 28, isdir: 31, noent: 44, nosys: 52, notdir: 54, rofs: 69, spipe: 70 } as const;
const filetype = { character: 2, directory: 3, regular: 4 } as const;
const filestatSize = 64;

type Descriptor =
  | { readonly kind: "stdin" }
  | { readonly kind: "stream"; readonly chunks: Uint8Array[] }
  | { readonly kind: "root"; readonly root: string }
  | { readonly kind: "open"; readonly root: string; readonly path: string; readonly entry: GuestFile | GuestDirectory; position: number };

export class WasiHost {
  readonly stdout: Uint8Array[] = [];
  readonly stderr: Uint8Array[] = [];
  private memory: WasmMemory | null = null;
  private cachedView = new DataView(new ArrayBuffer(0));
  private readonly descriptors: (Descriptor | undefined)[];
  private readonly args: readonly Uint8Array[];

  constructor(
    args: readonly string[],
    private readonly files: GuestFiles,
  ) {
    this.args = args.map((arg) => new TextEncoder().encode(`${arg}\0`));
    this.descriptors = [
      { kind: "stdin" },
      { kind: "stream", chunks: this.stdout },
      { kind: "stream", chunks: this.stderr },
      ...files.roots.map((root) => ({ kind: "root", root }) as const),
    ];
  }

  /** Runs a command module and returns its exit status. Throws if it traps. */
  run(module: WasmModule): number {
    const instance = new wasm.Instance(module, { wasi_snapshot_preview1: this.imports() });
    this.memory = instance.exports.memory as WasmMemory;
    try {
      (instance.exports._start as () => void)();
      return 0;
    } catch (error) {
      if (error instanceof ProcessExit) return error.status;
      throw error;
    }
  }

  /** A view of the memory, which may have grown, and moved, since the last call. */
  private get view(): DataView {
    const { buffer } = this.memory as WasmMemory;
    if (this.cachedView.buffer !== buffer) this.cachedView = new DataView(buffer);
    return this.cachedView;
  }

  private bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.view.buffer, at, length);
  }

  private text(at: number, length: number): string {
    return new TextDecoder().decode(this.bytes(at, length).slice());
  }

  private imports(): Record<string, (...args: never[]) => number> {
    const readOnly = () => errno.rofs;
    const absent = () => errno.nosys;
    return {
      args_sizes_get: (count: number, size: number) => this.sizes(count, size, this.args),
      args_get: (pointers: number, buffer: number) => this.strings(pointers, buffer, this.args),
      environ_sizes_get: (count: number, size: number) => this.sizes(count, size, []),
      environ_get: () => errno.success,
      clock_time_get: (_clock: number, _precision: bigint, result: number) => {
        this.view.setBigUint64(result, BigInt(Math.round(performance.now() * 1e6)), true);
        return errno.success;
      },
      random_get: (at: number, length: number) => {
        this.bytes(at, length).fill(7); // so that temporary names are the same in every run
        return errno.success;
      },
      proc_exit: (status: number) => {
        throw new ProcessExit(status);
      },
      fd_close: (fd: number) => {
        if (this.descriptors[fd] === undefined) return errno.badf;
        this.descriptors[fd] = undefined;
        return errno.success;
      },
      fd_fdstat_get: (fd: number, result: number) => this.describe(fd, result),
      fd_filestat_get: (fd: number, result: number) => {
        const descriptor = this.descriptors[fd];
        if (descriptor === undefined) return errno.badf;
        if (descriptor.kind === "open") return this.writeStat(result, descriptor.entry);
        if (descriptor.kind === "root") return this.stat(descriptor.root, "", result);
        this.bytes(result, filestatSize).fill(0);
        this.view.setUint8(result + 16, filetype.character);
        return errno.success;
      },
      fd_prestat_get: (fd: number, result: number) => {
        const descriptor = this.descriptors[fd];
        if (descriptor?.kind !== "root") return errno.badf;
        this.view.setUint8(result, 0);
        this.view.setUint32(result + 4, descriptor.root.length, true);
        return errno.success;
      },
      fd_prestat_dir_name: (fd: number, at: number, length: number) => {
        const descriptor = this.descriptors[fd];
        if (descriptor?.kind !== "root") return errno.badf;
        this.bytes(at, length).set(new TextEncoder().encode(descriptor.root).subarray(0, length));
        return errno.success;
      },
      fd_read: (fd: number, vectors: number, count: number, result: number) => this.read(fd, vectors, count, null, result),
      fd_pread: (fd: number, vectors: number, count: number, offset: bigint, result: number) =>
        this.read(fd, vectors, count, Number(offset), result),
      fd_readdir: (_fd: number, _buffer: number, _length: number, _cookie: bigint, result: number) => {
        this.view.setUint32(result, 0, true); // only the driver's search for a gcc installation lists directories
        return errno.success;
      },
      fd_seek: (fd: number, offset: bigint, whence: number, result: number) => this.seek(fd, Number(offset), whence, result),
      fd_write: (fd: number, vectors: number, count: number, result: number) => this.write(fd, vectors, count, result),
      path_filestat_get: (fd: number, _flags: number, at: number, length: number, result: number) => {
        const root = this.folder(fd);
        return root === null ? errno.badf : this.stat(root.root, root.below + this.text(at, length), result);
      },
      path_open: (
        fd: number,
        _dirFlags: number,
        at: number,
        length: number,
        openFlags: number,
        _base: bigint,
        _inheriting: bigint,
        _flags: number,
        result: number,
      ) => this.open(fd, this.text(at, length), openFlags, result),
      path_readlink: () => errno.inval, // the host has already followed symbolic links
      fd_filestat_set_size: readOnly,
      fd_filestat_set_times: readOnly,
      path_create_directory: readOnly,
      path_link: readOnly,
      path_remove_directory: readOnly,
      path_rename: readOnly,
      path_symlink: readOnly,
      path_unlink_file: readOnly,
      poll_oneoff: absent,
    } as Record<string, (...args: never[]) => number>;
  }

  private sizes(count: number, size: number, strings: readonly Uint8Array[]): number {
    this.view.setUint32(count, strings.length, true);
    this.view.setUint32(
      size,
      strings.reduce((sum, bytes) => sum + bytes.length, 0),
      true,
    );
    return errno.success;
  }

  private strings(pointers: number, buffer: number, strings: readonly Uint8Array[]): number {
    let at = buffer;
    for (const [index, bytes] of strings.entries()) {
      this.view.setUint32(pointers + 4 * index, at, true);
      this.bytes(at, bytes.length).set(bytes);
      at += bytes.length;
    }
    return errno.success;
  }

  private describe(fd: number, result: number): number {
    const descriptor = this.descriptors[fd];
    if (descriptor === undefined) return errno.badf;
    const isFolder = descriptor.kind === "root" || (descriptor.kind === "open" && descriptor.entry.kind === "directory");
    const type = isFolder ? filetype.directory : descriptor.kind === "open" ? filetype.regular : filetype.character;
    const everyRight = 0xffff_ffff_ffff_ffffn;
    this.view.setUint8(result, type);
    this.view.setUint16(result + 2, 0, true);
    this.view.setBigUint64(result + 8, everyRight, true);
    this.view.setBigUint64(result + 16, everyRight, true);
    return errno.success;
  }

  private folder(fd: number): { root: string; below: string } | null {
    const descriptor = this.descriptors[fd];
    if (descriptor?.kind === "root") return { root: descriptor.root, below: "" };
    if (descriptor?.kind === "open" && descriptor.entry.kind === "directory")
      return { root: descriptor.root, below: `${descriptor.path}/` };
    return null;
  }

  private stat(root: string, path: string, result: number): number {
    const entry = this.files.look(root, path);
    return entry === null ? errno.noent : this.writeStat(result, entry);
  }

  private writeStat(result: number, entry: GuestFile | GuestDirectory): number {
    this.bytes(result, filestatSize).fill(0); // times are 0: the output must not depend on them
    this.view.setBigUint64(result, entry.device, true);
    this.view.setBigUint64(result + 8, entry.inode, true);
    this.view.setUint8(result + 16, entry.kind === "file" ? filetype.regular : filetype.directory);
    this.view.setBigUint64(result + 24, 1n, true);
    this.view.setBigUint64(result + 32, BigInt(entry.kind === "file" ? entry.data.length : 0), true);
    return errno.success;
  }

  private open(fd: number, path: string, openFlags: number, result: number): number {
    const folder = this.folder(fd);
    if (folder === null) return errno.badf;
    const create = 1;
    const directory = 2;
    const entry = this.files.look(folder.root, folder.below + path);
    if (entry === null) return (openFlags & create) !== 0 ? errno.rofs : errno.noent;
    if ((openFlags & directory) !== 0 && entry.kind === "file") return errno.notdir;
    const free = this.descriptors.indexOf(undefined);
    const handle = free === -1 ? this.descriptors.length : free;
    this.descriptors[handle] = { kind: "open", root: folder.root, path: folder.below + path, entry, position: 0 };
    this.view.setUint32(result, handle, true);
    return errno.success;
  }

  /** Fills the vectors from `offset`, or from the descriptor's position, which then moves. */
  private read(fd: number, vectors: number, count: number, offset: number | null, result: number): number {
    const descriptor = this.descriptors[fd];
    if (descriptor === undefined) return errno.badf;
    let total = 0;
    if (descriptor.kind === "open") {
      if (descriptor.entry.kind === "directory") return errno.isdir;
      const { data } = descriptor.entry;
      const from = offset ?? descriptor.position;
      for (let index = 0; index < count; index++) {
        const at = this.view.getUint32(vectors + 8 * index, true);
        const length = this.view.getUint32(vectors + 8 * index + 4, true);
        const part = data.subarray(from + total, from + total + length);
        this.bytes(at, part.length).set(part);
        total += part.length;
      }
      if (offset === null) descriptor.position = from + total;
    }
    this.view.setUint32(result, total, true);
    return errno.success;
  }

  private seek(fd: number, offset: number, whence: number, result: number): number {
    const descriptor = this.descriptors[fd];
    if (descriptor === undefined) return errno.badf;
    if (descriptor.kind !== "open" || descriptor.entry.kind === "directory") return errno.spipe;
    const base = whence === 0 ? 0 : whence === 1 ? descriptor.position : descriptor.entry.data.length;
    if (base + offset < 0) return errno.inval;
    descriptor.position = base + offset;
    this.view.setBigUint64(result, BigInt(descriptor.position), true);
    return errno.success;
  }

  private write(fd: number, vectors: number, count: number, result: number): number {
    const descriptor = this.descriptors[fd];
    if (descriptor?.kind !== "stream") return descriptor === undefined ? errno.badf : errno.rofs;
    let total = 0;
    for (let index = 0; index < count; index++) {
      const at = this.view.getUint32(vectors + 8 * index, true);
      const length = this.view.getUint32(vectors + 8 * index + 4, true);
      descriptor.chunks.push(this.bytes(at, length).slice());
      total += length;
    }
    this.view.setUint32(result, total, true);
    return errno.success;
  }
}
