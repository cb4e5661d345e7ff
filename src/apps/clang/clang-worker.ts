// The worker thread in which the embedded clang runs. In: jobs (arguments and the file to compile). Out: clang's output, its exit status, and
// the files it read.
//
// Clang runs in a worker because it recurses as deep as the program nests, and only the stack size of a worker can be set; because it must not
// block the caller; and because the worker stays warm: the second compilation costs a tenth of the first. V8 validates and compiles the
// module lazily, with its baseline compiler only: a small program needs a few percent of the 75 MB of code, once.

import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";
import { RecordedFiles, ResourceArchive } from "./guest-files.ts";
import { WasiHost } from "./wasi.ts";
import { type WasmModule, wasm } from "./webassembly.ts";

export interface WorkerSetup {
  readonly wasm: string;
  readonly resources: string;
}

export interface EmbeddedJob {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly file: string;
  readonly replacement: Uint8Array | null;
}

export interface EmbeddedResult {
  /** `exited`: clang exited; `overflowed`: it ran out of stack; `crashed`: it trapped or aborted. */
  readonly end:
    | { readonly kind: "exited"; readonly status: number }
    | { readonly kind: "overflowed" }
    | { readonly kind: "crashed"; readonly reason: string };
  readonly stdout: string;
  readonly stderr: string;
  readonly read: readonly (readonly [path: string, sha256: string])[];
  readonly absent: readonly string[];
}

const lazyFlags = ["wasm-lazy-compilation", "wasm-lazy-validation", "liftoff-only"];

/** Runs `body` with lazy compilation. V8's flags apply to the whole process, so they are set only while clang is loaded or runs. */
function withLazyCompilation<T>(body: () => T): T {
  for (const flag of lazyFlags) setFlagsFromString(`--${flag}`);
  try {
    return body();
  } finally {
    for (const flag of lazyFlags) setFlagsFromString(`--no-${flag}`);
  }
}

function compile(module: WasmModule, resources: ResourceArchive, job: EmbeddedJob): EmbeddedResult {
  const files = new RecordedFiles(job, resources);
  const host = new WasiHost(job.args, files);
  const end = runToEnd(() => withLazyCompilation(() => host.run(module)));
  return {
    end,
    stdout: Buffer.concat(host.stdout).toString("latin1"), // IR is ASCII: LLVM escapes everything else
    stderr: Buffer.concat(host.stderr).toString("utf8"),
    read: [...files.read],
    absent: [...files.absent],
  };
}

function runToEnd(run: () => number): EmbeddedResult["end"] {
  try {
    return { kind: "exited", status: run() };
  } catch (error) {
    // Clang's own stack is at the bottom of the module's memory: its overflow is an access out of bounds.
    if (error instanceof RangeError || (error instanceof wasm.RuntimeError && /out of bounds/.test(error.message)))
      return { kind: "overflowed" };
    if (error instanceof wasm.RuntimeError) return { kind: "crashed", reason: error.message };
    throw error;
  }
}

if (parentPort !== null) {
  const port = parentPort;
  const setup = workerData as WorkerSetup;
  const module = withLazyCompilation(() => new wasm.Module(readFileSync(setup.wasm)));
  const resources = new ResourceArchive(setup.resources);
  port.on("message", (job: EmbeddedJob) => port.postMessage(compile(module, resources, job)));
}
