// The cache of compiled units, shared by all processes of a user.
//
// One file per unit under <folder>/ir/<xx>/<key>: a checksum of the rest, a line of JSON (what the unit depends on), the IR.
// The key covers source, flags, compiler and version; the dependencies are checked on every look-up, as ccache's
// manifests are. Files are written beside and renamed into place, so a reader sees a whole file or none, and whatever is
// not a whole, matching file counts as absent. No locks: two writers of one key write the same.
//
// The size stays bounded without counting files on every store: each store appends one byte per 4 kB to a `written` file;
// the writer that makes it reach an eighth of the limit renames it away (only one can) and removes the least recently
// used files down to seven eighths. A hit renews a file's time at most once an hour.

import { appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { threadId } from "node:worker_threads";
import type { CachedUnit, UnitCache } from "../../frontend/toolchain.ts";
import { type Diagnostic, diagnostic } from "../../support/diagnostics.ts";
import { dependenciesHold, sha256 } from "./dependencies.ts";

type Header = Omit<CachedUnit, "ir"> & { readonly format: number; readonly key: string };

const format = 1;
const defaultMaximumBytes = 256 * 1024 * 1024;
const writtenUnit = 4096;
const hour = 3_600_000;

export function defaultCacheFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const { RAVEL_CACHE_DIR, XDG_CACHE_HOME } = environment;
  if (RAVEL_CACHE_DIR) return RAVEL_CACHE_DIR;
  if (XDG_CACHE_HOME) return join(XDG_CACHE_HOME, "ravel");
  try {
    return join(homedir(), ".cache", "ravel");
  } catch {
    return join(tmpdir(), "ravel-cache"); // a user without a home
  }
}

export class IrCache implements UnitCache {
  /** At most one: the first reason why the folder could not be used. */
  readonly problems: Diagnostic[] = [];
  private readonly folder: string;
  private readonly maximumBytes: number;
  private temporaries = 0;

  constructor(options: { readonly folder?: string; readonly maximumBytes?: number } = {}) {
    this.folder = options.folder ?? defaultCacheFolder();
    this.maximumBytes = options.maximumBytes ?? defaultMaximumBytes;
  }

  /** The unit under this key, if it is whole and everything it depends on is as it was. */
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
    if (bytes.length > this.maximumBytes / 8) return; // one unit must not push everything else out
    if (this.write(this.pathOf(key), bytes)) this.account(bytes.length);
  }

  /** Small notes that outlive the process: compilers' versions. */
  recall(name: string): string | null {
    const contents = this.attempt(() => readFileSync(this.noteOf(name), "utf8"));
    // The name is the first line: a hash alone could belong to another unit, and a torn file has no first line.
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

  /** Runs a file operation. Null if it fails; said once, unless it was only that a file is missing which may be. */
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
      if (now - statSync(path).mtimeMs > hour) utimesSync(path, now / 1000, now / 1000);
    });
  }

  private account(bytes: number): void {
    const ledger = join(this.folder, "written");
    this.attempt(() => appendFileSync(ledger, "x".repeat(Math.ceil(bytes / writtenUnit))));
    const written = (this.attempt(() => statSync(ledger).size) ?? 0) * writtenUnit;
    if (written < this.maximumBytes / 8) return;
    // Only one of several writers succeeds in taking the ledger away.
    const taken = `${ledger}-${process.pid}-${threadId}`;
    if (this.attempt(() => renameSync(ledger, taken)) === null) return;
    this.attempt(() => rmSync(taken, { force: true }));
    this.trim();
  }

  /** Removes the least recently used units down to seven eighths of the limit, and what crashed writers left. */
  private trim(): void {
    const units = this.list(join(this.folder, "ir"), 1);
    units.sort((a, b) => a.time - b.time);
    let total = units.reduce((sum, unit) => sum + unit.size, 0);
    for (const unit of units) {
      if (total <= (this.maximumBytes / 8) * 7) break;
      if (this.attempt(() => rmSync(unit.path, { force: true })) !== null) total -= unit.size;
    }
    const abandoned = this.list(this.folder, 0).filter(
      ({ path, time }) => /[\\/](tmp|written)-[^\\/]*$/.test(path) && time < Date.now() - hour,
    );
    for (const { path } of abandoned) this.attempt(() => rmSync(path, { force: true }));
  }

  /** Files in a folder, `depth` levels of subfolders included. */
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

/** mkdirSync's own `recursive` never returns where a folder exists in which none can be made, as in /proc. */
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

/** Null for anything but a whole entry of this key and format. */
function parseEntry(contents: Buffer, key: string): CachedUnit | null {
  const endOfSum = contents.indexOf(0x0a);
  const body = contents.subarray(endOfSum + 1);
  if (endOfSum === -1 || sha256(body) !== contents.toString("latin1", 0, endOfSum)) return null;
  const endOfHeader = body.indexOf(0x0a);
  const header = JSON.parse(body.toString("utf8", 0, endOfHeader)) as Header;
  if (header.format !== format || header.key !== key) return null;
  return { ir: body.toString("latin1", endOfHeader + 1), compiler: header.compiler, read: header.read, absent: header.absent };
}
