// The cache of compiled units and linked programs, shared by all processes of a user.
//
// There is one file per unit, <folder>/ir/<xx>/<key>: a checksum of the rest, a line of JSON (the dependencies of the unit), the IR. The key covers
// source, flags, compiler and version; the dependencies are checked on every look-up, as ccache does with its manifests. Files are written
// under another name and renamed, so that a reader sees a complete file or none; an incomplete or different file counts as absent. There
// are no locks: two writers of one key write the same.
//
// The size is bounded without counting files on every store: each store appends one byte per 4 kB to the file `written`. The writer that makes
// it reach an eighth of the limit renames it (only one writer can) and removes the least recently used files until seven eighths of the limit are
// left. A hit updates the time of a file at most once an hour.

import { appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { threadId } from "node:worker_threads";
import type { CachedUnit, UnitCache } from "../../frontend/toolchain.ts";
import { type Diagnostic, diagnostic } from "../../support/diagnostics.ts";
import { dependenciesHold, sha256 } from "./dependencies.ts";

type Header = Omit<CachedUnit, "ir"> & { readonly format: number; readonly key: string };

const format = 1;
const defaultMaxBytes = 256 * 1024 * 1024;
/** One byte of the ledger stands for this many bytes of units. */
const ledgerUnitBytes = 4096;
const hourMs = 3_600_000;

export function defaultCacheFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const { RAVEL_CACHE_DIR, XDG_CACHE_HOME } = environment;
  if (RAVEL_CACHE_DIR) return RAVEL_CACHE_DIR;
  if (XDG_CACHE_HOME) return join(XDG_CACHE_HOME, "ravel");
  try {
    return join(homedir(), ".cache", "ravel");
  } catch {
    return join(tmpdir(), "ravel-cache"); // the user has no home directory
  }
}

export class IrCache implements UnitCache {
  /** At most one: the first reason why the folder could not be used. */
  readonly problems: Diagnostic[] = [];
  private readonly folder: string;
  private readonly maxBytes: number;
  private temporaries = 0;

  constructor(options: { readonly folder?: string; readonly maxBytes?: number } = {}) {
    this.folder = options.folder ?? defaultCacheFolder();
    this.maxBytes = options.maxBytes ?? defaultMaxBytes;
  }

  /** The unit under this key, if the file is complete and its dependencies have not changed; null otherwise. */
  load(key: string): CachedUnit | null {
    const path = this.pathOf(key);
    const contents = this.attempt(() => readFileSync(path));
    const unit = contents === null ? null : parseEntry(contents, key);
    if (unit === null || !dependenciesHold(unit)) return null;
    this.renew(path);
    return unit;
  }

  store(key: string, unit: CachedUnit): void {
    const { ir, ...rest } = unit;
    const header: Header = { ...rest, format, key };
    const body = Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), Buffer.from(ir, "latin1")]);
    const bytes = Buffer.concat([Buffer.from(`${sha256(body)}\n`), body]);
    if (bytes.length > this.maxBytes / 8) return; // one unit must not displace all others
    if (this.write(this.pathOf(key), bytes)) this.account(bytes.length);
  }

  /** A small note of an earlier process, such as the version of a compiler; null: none. */
  recall(name: string): string | null {
    const contents = this.attempt(() => readFileSync(this.noteOf(name), "utf8"));
    // The first line is the name: the shortened hash could belong to another note, and an incomplete file has no first line.
    return contents?.startsWith(`${name}\n`) ? contents.slice(name.length + 1) : null;
  }

  remember(name: string, value: string): void {
    this.write(this.noteOf(name), Buffer.from(`${name}\n${value}`));
  }

  private pathOf(key: string): string {
    return join(this.folder, "ir", key.slice(0, 2), key);
  }

  private noteOf(name: string): string {
    return join(this.folder, "notes", sha256(name).slice(0, 32));
  }

  private write(path: string, bytes: Uint8Array): boolean {
    const temporary = join(this.folder, `tmp-${process.pid}-${threadId}-${this.temporaries++}-${Math.random().toString(36).slice(2)}`);
    const written = this.attempt(() => {
      makeFolder(dirname(path));
      writeFileSync(temporary, bytes, { flag: "wx" });
      renameSync(temporary, path);
    }, "must exist");
    if (written === null) this.attempt(() => rmSync(temporary, { force: true }));
    return written !== null;
  }

  /** Runs a file operation. Returns null if it fails. The first failure is noted, unless the file was missing and may be. */
  private attempt<T>(operation: () => T, missing: "may be missing" | "must exist" = "may be missing"): T | null {
    try {
      return operation();
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      if ((code !== "ENOENT" || missing === "must exist") && this.problems.length === 0) {
        const hint = "set RAVEL_CACHE_DIR to a writable directory, or use --no-cache";
        this.problems.push(
          diagnostic("RVL005", `cannot use the cache directory ${this.folder}: ${message}`, { severity: "warning", hint }),
        );
      }
      return null;
    }
  }

  private renew(path: string): void {
    this.attempt(() => {
      const now = Date.now();
      if (now - statSync(path).mtimeMs > hourMs) utimesSync(path, now / 1000, now / 1000);
    });
  }

  private account(bytes: number): void {
    const ledger = join(this.folder, "written");
    this.attempt(() => appendFileSync(ledger, "x".repeat(Math.ceil(bytes / ledgerUnitBytes))));
    const written = (this.attempt(() => statSync(ledger).size) ?? 0) * ledgerUnitBytes;
    if (written < this.maxBytes / 8) return;
    // Only one of several writers succeeds in renaming the ledger.
    const taken = `${ledger}-${process.pid}-${threadId}`;
    if (this.attempt(() => renameSync(ledger, taken)) === null) return;
    this.attempt(() => rmSync(taken, { force: true }));
    this.trim();
  }

  /** Removes the least recently used units until seven eighths of the limit are left, and files of crashed writers. */
  private trim(): void {
    const units = this.list(join(this.folder, "ir"), 1);
    units.sort((a, b) => a.time - b.time);
    let total = units.reduce((sum, unit) => sum + unit.size, 0);
    for (const unit of units) {
      if (total <= (this.maxBytes / 8) * 7) break;
      if (this.attempt(() => rmSync(unit.path, { force: true })) !== null) total -= unit.size;
    }
    const abandoned = this.list(this.folder, 0).filter(
      ({ path, time }) => /[\\/](tmp|written)-[^\\/]*$/.test(path) && time < Date.now() - hourMs,
    );
    for (const { path } of abandoned) this.attempt(() => rmSync(path, { force: true }));
  }

  /** The files in a directory and in `depth` levels of subdirectories. */
  private list(folder: string, depth: number): { path: string; size: number; time: number }[] {
    const entries = this.attempt(() => readdirSync(folder, { withFileTypes: true })) ?? [];
    return entries.flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return depth > 0 ? this.list(path, depth - 1) : [];
      const stat = this.attempt(() => statSync(path));
      return stat === null ? [] : [{ path, size: stat.size, time: stat.mtimeMs }];
    });
  }
}

/** Creates a directory and its parents. mkdirSync with `recursive` never returns if a parent exists that accepts no directories, such as /proc. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    if (code !== "ENOENT" || dirname(path) === path) throw error;
    makeFolder(dirname(path));
    mkdirSync(path);
  }
}

/** Null unless the contents are a complete entry with this key and format. */
function parseEntry(contents: Buffer, key: string): CachedUnit | null {
  const endOfSum = contents.indexOf(0x0a);
  const body = contents.subarray(endOfSum + 1);
  if (endOfSum === -1 || sha256(body) !== contents.toString("latin1", 0, endOfSum)) return null;
  const endOfHeader = body.indexOf(0x0a);
  const header = JSON.parse(body.toString("utf8", 0, endOfHeader)) as Header;
  if (header.format !== format || header.key !== key) return null;
  return { ir: body.toString("latin1", endOfHeader + 1), compiler: header.compiler, read: header.read, absent: header.absent };
}
