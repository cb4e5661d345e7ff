// The check's own thread, where supervisor.ts starts it: the command's words come in again, messages go out. The threads that help
// it (worker-pool.ts) or are its engines (engine-thread.ts) start here, too.

import { parentPort, workerData } from "node:worker_threads";
import { check } from "../../check.ts";
import type { EngineThread } from "../../engines/auto/side-by-side.ts";
import type { WorkerPool } from "../../engines/parallel/pool.ts";
import { RavelError } from "../../support/diagnostics.ts";
import { type EngineThreadData, runEngineThread, startEngineThread } from "./engine-thread.ts";
import { fileDiagnostic } from "./file-errors.ts";
import { parseArguments } from "./options.ts";
import { ProofFile } from "./proof-file.ts";
import { checkRequest, jobsOf, megabytesOf, secondsOf } from "./request.ts";
import { StopRequest, threadBudget } from "./stop.ts";
import type { CheckerData, CheckMessage } from "./supervisor.ts";
import { isOutOfMemory } from "./thread.ts";
import { runSearchWorker, type SearchWorkerData, startWorkerPool } from "./worker-pool.ts";

/** The last line of a certificate that is whole (solving/certificate/write.ts). */
const lastLine = /(?:^|\n)end \d+\n$/;

async function serveCheck(data: CheckerData): Promise<void> {
  const { words, stop, began } = data;
  const say = (message: CheckMessage): void => parentPort?.postMessage(message);
  try {
    const args = parseArguments("check", words);
    const budget = threadBudget(secondsOf(args), megabytesOf(args), new StopRequest(stop), began);
    const jobs = jobsOf(args);
    const unsafe = new Set<string>();
    const path = args.text("certificate");
    const certificate = path === null ? null : new ProofFile(path, lastLine);
    const report = await check({
      ...checkRequest(args, budget, (text) =>
        say({ kind: "progress", text: unsafe.size === 0 ? text : `unsafe so far: ${[...unsafe].join(", ")}; ${text}` }),
      ),
      jobs,
      certificate: certificate?.write,
      found: (property, finding) => {
        if (finding.kind === "covered") say({ kind: "covered", property, scope: finding.scope });
      },
      // Told with all that belongs to it before any progress names it.
      confirmed: (part) => {
        say({ kind: "violation", part });
        unsafe.add(part.property);
      },
      pool: jobs > 1 ? (search): WorkerPool => startWorkerPool(data, search, jobs, budget.megabytes) : null,
      startEngine: jobs > 1 ? (part): EngineThread => startEngineThread(data, part, budget) : null,
    });
    certificate?.close();
    say({ kind: "report", report: { ...report, diagnostics: [...report.diagnostics, ...(certificate?.problems ?? [])] } });
  } catch (error) {
    const ofFiles = fileDiagnostic(error);
    if (error instanceof RavelError) say({ kind: "failed", diagnostics: error.diagnostics });
    else if (ofFiles !== null) say({ kind: "failed", diagnostics: [ofFiles] });
    else if (isOutOfMemory(error)) say({ kind: "out-of-memory" });
    else {
      const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
      say({ kind: "broken", name, message, stack: stack ?? "" });
    }
  }
}

const data = workerData as CheckerData | SearchWorkerData | EngineThreadData;
void ("shared" in data ? runSearchWorker(data) : "part" in data ? runEngineThread(data) : serveCheck(data));
