// Compiles a program with gcc together with `surroundings.c` and runs it many times. In: a C file, the globals to show, how often. Out: the
// observations. If the processor's memory model could be observed (races, weak atomics), the process is kept on one processor, on
// which threads take turns and memory is sequentially consistent.

import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { collect, type Leaf, type Observation } from "./observation.ts";

const surroundings = fileURLToPath(new URL("surroundings.c", import.meta.url));
const wrapped = ["pthread_create", "pthread_mutex_lock", "pthread_mutex_unlock", "pthread_cond_signal", "sem_wait", "sem_post"];

export interface NativeRuns {
  /** Observations with how often each was made. */
  readonly observed: ReadonlyMap<string, { readonly observation: Observation; times: number }>;
  /** Runs that broke an assumption. */
  readonly dropped: number;
}

export interface HowToRun {
  readonly leaves: readonly Leaf[];
  readonly times: number;
  readonly oneProcessor: boolean;
  readonly wholeLines: boolean;
  readonly timeout: number; // ms
  /** A run that hangs takes its whole time limit: after this many no more are started. */
  readonly maxHangs: number;
}

/** Those that can be named at the end of the file: statics of functions cannot. */
export function nameable(file: string, leaves: readonly Leaf[]): readonly Leaf[] {
  const check = `#include "${resolve(file)}"\nstatic void check(void) {\n${leaves.map((l) => `  (void)&${l.expression};`).join("\n")}\n}\n`;
  const { stderr } = spawnSync("gcc", ["-w", "-pthread", "-fsyntax-only", "-x", "c", "-"], {
    input: check,
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C" },
  });
  const unknown = new Set([...stderr.matchAll(/error: '(\w+)' undeclared/g)].map((m) => m[1]));
  return leaves.filter((l) => !unknown.has(/^\w+/.exec(l.expression)?.[0] ?? ""));
}

export async function runNatively(file: string, how: HowToRun): Promise<NativeRuns> {
  const folder = mkdtempSync(join(tmpdir(), "ravel-native-"));
  try {
    const main = join(folder, "main.c");
    const binary = join(folder, "program");
    const shown = how.leaves.map(({ expression, size }) => `  show_global("${expression}", &${expression}, ${size});`).join("\n");
    writeFileSync(
      main,
      `#include "${resolve(file)}"\nextern void show_global(const char *, const volatile void *, unsigned long);\n__attribute__((destructor)) static void show_globals(void) {\n${shown}\n}\n`,
    );
    const flags = ["-O0", "-w", "-pthread", ...wrapped.map((name) => `-Wl,--wrap=${name}`)];
    execFileSync("gcc", [...flags, main, surroundings, "-o", binary, "-lm"], { stdio: ["ignore", "ignore", "inherit"] });
    const command = how.oneProcessor ? ["taskset", "-c", "0", binary] : [binary];
    const observed = new Map<string, { observation: Observation; times: number }>();
    let dropped = 0;
    let hangs = 0;
    for (let i = 0; i < how.times && hangs < how.maxHangs; i++) {
      const observation = await runOnce(command, how);
      if (observation === null) {
        dropped++;
        continue;
      }
      if (observation.end === "hang") hangs++;
      const key = JSON.stringify(observation);
      const known = observed.get(key);
      if (known === undefined) observed.set(key, { observation, times: 1 });
      else known.times++;
    }
    return { observed, dropped };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runOnce([command, ...args]: readonly string[], how: HowToRun): Promise<Observation | null> {
  return new Promise((done, failed) => {
    const child = spawn(command as string, args, { stdio: ["ignore", "pipe", "ignore", "pipe"] });
    const texts: Record<1 | 3, string> = { 1: "", 3: "" };
    for (const descriptor of [1, 3] as const)
      child.stdio[descriptor]?.on("data", (d: Buffer) => (texts[descriptor] += d.toString("latin1")));
    let hung = false;
    const timer = setTimeout(() => {
      hung = true;
      child.kill("SIGKILL");
    }, how.timeout);
    child.on("error", failed);
    child.on("close", (status, signal) => {
      clearTimeout(timer);
      if (status === 99) return done(null);
      const end = hung ? "hang" : signal === "SIGABRT" ? "abort" : signal === null ? `exit ${status}` : signal;
      done({ end, output: collect(texts[1], how.wholeLines), globals: end.startsWith("exit") ? texts[3].trimEnd() : "" });
    });
  });
}
