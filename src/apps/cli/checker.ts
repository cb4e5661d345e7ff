// The entry of every thread of a check. In: a request. Out: messages. supervisor.ts starts the check's own thread; its search workers
// (worker-pool.ts) and engine threads (engine-thread.ts) also start here.

import { parentPort, workerData } from "node:worker_threads";
import { check } from "../../check.ts";
import type { EngineThread } from "../../engines/auto/side-by-side.ts";
import type { WorkerPool } from "../../engines/parallel/pool.ts";
import { RavelError } from "../../support/diagnostics.ts";
import { runEngineThread, startEngineThread } from "./engine-thread.ts";
import { fileDiagnostic } from "./file-errors.ts";
import { ProofFile } from "./proof-file.ts";
import { checkRequest } from "./request.ts";
import { StopRequest, threadBudget } from "./stop.ts";
import type { CheckMessage } from "./supervisor.ts";
import { isOutOfMemory, type RequestOf, type ThreadRequest } from "./thread.ts";
import { runSearchWorker, startWorkerPool } from "./worker-pool.ts";

/** The last line of a complete certificate (solving/certificate/write.ts). */
const lastLine = /(?:^|\n)end \d+\n$/;

async function runCheckThread(thread: RequestOf<"check">): Promise<void> {
  const { settings, stop, began, megabytes } = thread;
  const send = (message: CheckMessage): void => parentPort?.postMessage(message);
  try {
    const { jobs, certificateFile } = settings;
    const budget = threadBudget(settings.seconds, megabytes, new StopRequest(stop), began);
    const unsafe = new Set<string>();
    const certificate = certificateFile === null ? null : new ProofFile(certificateFile, lastLine);
    const showProgress = (text: string): void =>
      send({ kind: "progress", text: unsafe.size === 0 ? text : `unsafe so far: ${[...unsafe].join(", ")}; ${text}` });
    const report = await check({
      ...checkRequest(settings, budget, showProgress, {
        certificate: certificate?.write,
        pool: jobs > 1 ? (search): WorkerPool => startWorkerPool(thread, search, jobs, budget.megabytes) : null,
        startEngine: jobs > 1 ? (job): EngineThread => startEngineThread(thread, job, budget) : null,
      }),
      found: (property, finding) => {
        if (finding.kind === "covered") send({ kind: "covered", property, scope: finding.scope });
      },
      ...(settings.explains ? { explain: (entry): void => send({ kind: "explained", entry }) } : {}),
      // The violation is sent before any progress names it.
      confirmed: (part, isFinal) => {
        send({ kind: "violation", part, isFinal });
        unsafe.add(part.property);
      },
    });
    certificate?.close();
    send({ kind: "report", report, unwritten: certificate?.problems ?? [] });
  } catch (error) {
    const ofFiles = fileDiagnostic(error);
    if (error instanceof RavelError) send({ kind: "failed", diagnostics: error.diagnostics });
    else if (ofFiles !== null) send({ kind: "failed", diagnostics: [ofFiles] });
    else if (isOutOfMemory(error)) send({ kind: "out-of-memory" });
    else {
      const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
      send({ kind: "broken", name, message, stack: stack ?? "" });
    }
  }
}

function serve(request: ThreadRequest): Promise<void> {
  switch (request.kind) {
    case "check":
      return runCheckThread(request);
    case "engine":
      return runEngineThread(request);
    case "search":
      return runSearchWorker(request);
  }
}

void serve(workerData as ThreadRequest);
