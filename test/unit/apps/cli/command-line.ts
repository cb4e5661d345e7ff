// Runs the built command line as a child process, in a temporary directory with programs for the tests.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
export const commandLine = join(root, "dist/cli.js");
export const example = (name: string): string => join(root, "examples", name);

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly seconds: number;
}

export interface RunOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Called with the process once it has started. */
  readonly meanwhile?: (child: ChildProcess) => void;
  readonly script?: string;
}

/** A directory that is removed at the end, with a separate cache: nothing outside it is changed. */
export class Folder {
  readonly path = mkdtempSync(join(tmpdir(), "ravel-apps-"));

  file(name: string, contents: string | Uint8Array): string {
    const path = join(this.path, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
    return name;
  }

  read(name: string): string {
    return readFileSync(join(this.path, name), "utf8");
  }

  json(name: string): unknown {
    return JSON.parse(this.read(name));
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  /** `ravel …` in this folder. */
  ravel(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
    const { NO_COLOR, COLUMNS, RAVEL_DEBUG, TERM, LC_ALL, LC_CTYPE, LANG, ...rest } = process.env;
    const started = performance.now();
    const child = spawn(process.execPath, [options.script ?? commandLine, ...args], {
      cwd: this.path,
      env: { ...rest, RAVEL_CACHE_DIR: join(this.path, "cache"), ...options.environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on("data", (b: Buffer) => out.push(b));
    child.stderr.on("data", (b: Buffer) => err.push(b));
    options.meanwhile?.(child);
    return new Promise((resolve) => {
      child.on("close", (status) =>
        resolve({
          status,
          stdout: Buffer.concat(out).toString(),
          stderr: Buffer.concat(err).toString(),
          seconds: (performance.now() - started) / 1000,
        }),
      );
    });
  }
}

/** Two at a time: a process start is most of a test's time. */
export async function inPairs<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < items.length) {
      const i = next++;
      results[i] = await work(items[i] as T);
    }
  };
  await Promise.all([lane(), lane()]);
  return results;
}

const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true, strictTypes: false, strictRequired: false });
for (const name of ["report", "witness", "run", "project"])
  ajv.addSchema(JSON.parse(readFileSync(join(root, `schemas/${name}.schema.json`), "utf8")) as object);

/** What is wrong with the value according to schemas/<name>.schema.json; empty if nothing. */
export function schemaFaults(name: "report" | "witness" | "run" | "project", value: unknown): string[] {
  const validate = ajv.getSchema(`${name}.schema.json`);
  if (validate === undefined) throw new Error(`no schema ${name}`);
  return validate(value) === true ? [] : (validate.errors ?? []).map((e) => `${e.instancePath} ${e.message}`);
}
