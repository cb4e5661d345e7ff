// The worker threads of a search (`--jobs`): each loads the program from the cache and explores what it is assigned.

import { parentPort } from "node:worker_threads";
import { helperFor } from "../../engines/explore/reductions.ts";
import { type Assignment, termsOf, type WorkerMessage, type WorkerPool } from "../../engines/parallel/pool.ts";
import type { SearchTask } from "../../engines/parallel/search-task.ts";
import { load } from "../../frontend/load.ts";
import type { Unknown } from "../../reports/unknown.ts";
import { checkRequest } from "./request.ts";
import { StopRequest, threadBudget } from "./stop.ts";
import { endThread, isOutOfMemory, onLoss, outOfMemory, type RequestOf, startThread, type ThreadData } from "./thread.ts";

type SearchWorkerMessage =
  | { readonly kind: "words"; readonly words: readonly WorkerMessage[] }
  | { readonly kind: "lost"; readonly why: Unknown | Error };

const helperThread = "a thread of the search";

export function startWorkerPool(thread: ThreadData, search: SearchTask, size: number, megabytes: number): WorkerPool {
  const buffer = new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT);
  const { settings, stop, began } = thread;
  const request: RequestOf<"search"> = { kind: "search", settings, stop, shared: buffer, terms: termsOf(search), began, megabytes };
  const workers = Array.from({ length: size }, () => startThread(request));
  return {
    size,
    shared: new Int32Array(buffer),
    listen(hear, lost) {
      for (const [i, worker] of workers.entries()) {
        worker.on("message", (m: SearchWorkerMessage) => (m.kind === "words" ? hear(i, m.words) : lost(i, m.why)));
        onLoss(worker, helperThread, megabytes, (why) => lost(i, why));
      }
    },
    assign: (helper, assignment) => workers[helper]?.postMessage(assignment),
    close: () => workers.forEach(endThread),
  };
}

/** Runs on a worker thread. */
export async function runSearchWorker({ settings, stop, shared, terms, began, megabytes }: RequestOf<"search">): Promise<void> {
  const say = (message: SearchWorkerMessage): void => parentPort?.postMessage(message);
  const fails = (error: unknown): void => {
    const why = error instanceof Error ? error : new Error(String(error));
    say({ kind: "lost", why: isOutOfMemory(error) ? outOfMemory(helperThread, megabytes) : why });
  };
  try {
    const budget = threadBudget(settings.seconds, megabytes, new StopRequest(stop), began);
    const request = checkRequest(settings, budget, () => undefined);
    const { program } = await load(request);
    const { reduction, maxSteps, freedoms } = terms;
    const found: SearchTask["found"] = (property, finding) => say({ kind: "words", words: [{ kind: "found", property, finding }] });
    const help = helperFor({ ...request, options: { reduction }, maxSteps, machine: { ...request.machine, freedoms }, program, found });
    const numbers = new Int32Array(shared);
    parentPort?.on("message", (assignment: Assignment) => {
      help(assignment, numbers, (said) => say({ kind: "words", words: said })).catch(fails);
    });
  } catch (error) {
    fails(error);
  }
}
