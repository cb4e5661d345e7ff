// Finds and runs a clang of the system. In: a path, or nothing. Out: its path and version, or null; for a run, its output and the files it read.
//
// The version is cached with the identity of the file (size, time, inode), so that a second check does not start a process to ask for it.

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

/** Keeps versions between processes. */
export interface VersionCache {
  recall(name: string): string | null;
  remember(name: string, value: string): void;
}

export const minMajorVersion = 17;
/** The newest version that is searched for by name, `clang-30`. */
const maxMajorVersion = 30;

const names = ["clang", ...Array.from({ length: maxMajorVersion - minMajorVersion + 1 }, (_, index) => `clang-${maxMajorVersion - index}`)];

/** The first clang on the path that is new enough; null: none. */
export function findSystemClang(memory: VersionCache | null, searchPath = process.env.PATH ?? ""): SystemClang | null {
  for (const name of names) {
    for (const folder of searchPath.split(delimiter)) {
      const found = folder === "" ? null : inspectClang(join(folder, name), memory);
      if (found !== null && found.major >= minMajorVersion) return found;
    }
  }
  return null;
}

const inspected = new Map<string, string>();

/** The compiler at this path, of any version; null if there is none. */
export function inspectClang(path: string, memory: VersionCache | null): SystemClang | null {
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

/** Null if the file does not exist or cannot be read: the search continues in the next directory. */
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

/** The user's environment without the variables that add headers or flags to those given. */
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
  /** The files that were read, as clang names them, including the file to compile. */
  readonly read: readonly string[];
}

/** Runs one compilation to stdout. `replacement` is compiled instead of the contents of the file. */
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
    // Without temporary files this compiler cannot be used.
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

/** A status of 1 means errors in the program. The driver reports a signal in the compiler as a status above 128. */
function endOf(status: number): SystemRun["end"] {
  return status > 1 ? { kind: "crashed", reason: `status ${status}` } : { kind: "exited", status };
}

/** The prerequisites of a make rule, without make's escapes. */
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
