// A clang of the machine: finding one, asking its version as seldom as possible, running it.
//
// In: a name, path or "system". Out: its path and version, or null; and for a run what it printed and the files it read.
// The version is remembered with the file's identity (size, time, inode), so that a second check starts no process.

import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";

export interface SystemClang {
  readonly path: string;
  /** The first line of `--version`, with what identifies the file: part of the cache's keys. */
  readonly identity: string;
  readonly version: string;
  readonly major: number;
}

/** Where versions are remembered between processes. */
export interface VersionMemory {
  recall(name: string): string | null;
  remember(name: string, value: string): void;
}

export const oldestMajor = 17;
const newestMajor = 30;

const names = ["clang", ...Array.from({ length: newestMajor - oldestMajor + 1 }, (_, index) => `clang-${newestMajor - index}`)];

/** The first clang on the path that is new enough; older ones are passed over. */
export function findSystemClang(memory: VersionMemory | null, searchPath = process.env.PATH ?? ""): SystemClang | null {
  for (const name of names) {
    for (const folder of searchPath.split(delimiter)) {
      const found = folder === "" ? null : inspectClang(join(folder, name), memory);
      if (found !== null && found.major >= oldestMajor) return found;
    }
  }
  return null;
}

const inspected = new Map<string, string>();

/** The compiler at this path, whatever its age, or null if there is none. */
export function inspectClang(path: string, memory: VersionMemory | null): SystemClang | null {
  const candidates = process.platform === "win32" ? [path, `${path}.exe`] : [path];
  for (const candidate of candidates) {
    const identity = identityOf(candidate);
    if (identity === null) continue;
    const text = inspected.get(identity) ?? memory?.recall(identity) ?? askVersion(candidate);
    if (text === null) continue;
    if (!inspected.has(identity)) memory?.remember(identity, text);
    inspected.set(identity, text);
    const version = text.split("\n", 1)[0];
    const major = Number(/\bclang version (\d+)/.exec(version)?.[1] ?? 0);
    // Apple counts differently: its 16 is LLVM's 17.
    if (major > 0)
      return { path: resolve(candidate), identity: `${version} ${identity}`, version, major: /Apple/.test(version) ? major + 1 : major };
  }
  return null;
}

/** Null if there is no file, or none that may be looked at: the search goes on in the next folder. */
function identityOf(path: string): string | null {
  try {
    const stat = statSync(path);
    return stat.isFile() ? `${realpathSync(path)} ${stat.size} ${stat.mtimeMs} ${stat.ino}` : null;
  } catch {
    return null;
  }
}

function askVersion(path: string): string | null {
  const { status, stdout } = spawnSync(path, ["--version"], { encoding: "utf8", timeout: 20_000, env: compilerEnvironment() });
  return status === 0 ? stdout : null;
}

/** The user's environment without what would make clang read other headers or flags than those it is given. */
function compilerEnvironment(): NodeJS.ProcessEnv {
  const {
    CPATH,
    C_INCLUDE_PATH,
    OBJC_INCLUDE_PATH,
    CCC_OVERRIDE_OPTIONS,
    CLANG_CONFIG_FILE_USER_DIR,
    DEPENDENCIES_OUTPUT,
    SUNPRO_DEPENDENCIES,
    ...rest
  } = process.env;
  return { ...rest, LC_ALL: "C" };
}

export interface SystemRun {
  readonly end: { readonly kind: "exited"; readonly status: number } | { readonly kind: "crashed"; readonly reason: string };
  readonly stdout: string;
  readonly stderr: string;
  /** Files read, as clang names them, the one to compile among them. */
  readonly read: readonly string[];
}

/** Runs one compilation to stdout. `replacement` is read in place of the file's own contents. */
export async function runSystemClang(
  clang: SystemClang,
  args: readonly string[],
  file: string,
  replacement: Uint8Array | null,
): Promise<SystemRun> {
  let folder: string | null = null;
  try {
    folder = mkdtempSync(join(tmpdir(), "ravel-"));
    const dependencies = join(folder, "dependencies");
    const extra = ["-MD", "-MF", dependencies, "-MT", "unit"];
    if (replacement !== null) {
      const text = join(folder, "text");
      writeFileSync(text, replacement);
      extra.push("-Xclang", "-remap-file", "-Xclang", `${file};${text}`);
    }
    const outcome = await collect(clang.path, [...extra, ...args]);
    return { ...outcome, read: readDependencies(dependencies) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    // Files for the time of the run cannot be made: this compiler cannot be used.
    return {
      end: { kind: "crashed", reason: `cannot create temporary files: ${(error as Error).message}` },
      stdout: "",
      stderr: "",
      read: [],
    };
  } finally {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  }
}

function collect(path: string, args: readonly string[]): Promise<Omit<SystemRun, "read">> {
  return new Promise((settle) => {
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    const child = spawn(path, args, { stdio: ["ignore", "pipe", "pipe"], env: compilerEnvironment() });
    const finish = (end: SystemRun["end"]) =>
      settle({ end, stdout: Buffer.concat(stdout).toString("latin1"), stderr: Buffer.concat(stderr).toString("utf8") });
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
    child.on("error", (error) => finish({ kind: "crashed", reason: error.message }));
    child.on("close", (status, signal) => finish(status === null ? { kind: "crashed", reason: `signal ${signal}` } : endOf(status)));
  });
}

/** The driver runs the compiler proper in its own process and reports a signal in it as a status above 128. */
function endOf(status: number): SystemRun["end"] {
  return status > 1 ? { kind: "crashed", reason: `status ${status}` } : { kind: "exited", status };
}

/** The prerequisites of a make rule, with make's escapes undone. */
function readDependencies(path: string): string[] {
  let rule: string;
  try {
    rule = readFileSync(path, "utf8");
  } catch {
    return []; // clang wrote none: it failed early
  }
  const words = rule.slice(rule.indexOf(":") + 1).match(/(?:\\\r?\n|\\[ #]|[^\s\\]|\\(?!\s))+/g) ?? [];
  return words
    .map((word) =>
      word
        .replace(/\\\r?\n/g, "")
        .replace(/\\([ #])/g, "$1")
        .replace(/\$\$/g, "$"),
    )
    .filter((word) => word !== "");
}
