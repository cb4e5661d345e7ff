// The worker thread in which the embedded clang runs. In: jobs (arguments and the file to compile). Out: clang's output, its exit status, and
// the files it read.
//
// Clang runs in a worker because it recurses as deep as the program nests, and only the stack size of a worker can be set; because it must not
// block the caller; and because the worker stays warm: the second compilation costs a tenth of the first. V8 validates and compiles the
// module lazily, with its baseline compiler only: a small program needs a few percent of the 75 MB of code, once.

import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";
import { type EmbeddedJob, type EmbeddedResult, runClang } from "./clang-run.ts";
import { RecordedFiles, ResourceArchive } from "./guest-files.ts";
import { type WasmModule, wasm } from "./webassembly.ts";

export interface WorkerSetup {
  readonly wasm: string;
  readonly resources: string;
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
  const ran = withLazyCompilation(() => runClang(module, job.args, files));
  return { ...ran, read: [...files.read], absent: [...files.absent] };
}

if (parentPort !== null) {
  const port = parentPort;
  const setup = workerData as WorkerSetup;
  const module = withLazyCompilation(() => new wasm.Module(readFileSync(setup.wasm)));
  const resources = new ResourceArchive(setup.resources);
  port.on("message", (job: EmbeddedJob) => port.postMessage(compile(module, resources, job)));
}
