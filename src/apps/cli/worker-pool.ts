// The worker threads of a search (`--jobs`): each loads the program from the cache and explores what it is assigned.

import { parentPort } from "node:worker_threads";
import { type Assignment, termsOf, type WorkerMessage, type WorkerPool } from "../../engines/parallel/pool.ts";
import type { SearchTask } from "../../engines/parallel/search-task.ts";
import { searchWorkerFor } from "../../engines/search/reductions.ts";
import { load } from "../../frontend/load.ts";
import type { Unknown } from "../../reports/unknown.ts";
import { checkRequest } from "./request.ts";
import { StopRequest, threadBudget } from "./stop.ts";
import { endThread, isOutOfMemory, onLoss, outOfMemory, type RequestOf, startThread, type ThreadData } from "./thread.ts";

type SearchWorkerMessage =
  | { readonly kind: "messages"; readonly messages: readonly WorkerMessage[] }
  | { readonly kind: "lost"; readonly why: Unknown | Error };

const threadName = "a thread of the search";

export function startWorkerPool(thread: ThreadData, search: SearchTask, size: number, megabytes: number): WorkerPool {
  const buffer = new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT);
  const { settings, stop, began } = thread;
  const request: RequestOf<"search"> = { kind: "search", settings, stop, shared: buffer, terms: termsOf(search), began, megabytes };
  const workers = Array.from({ length: size }, () => startThread(request));
  return {
    size,
    shared: new Int32Array(buffer),
    listen(receive, lost) {
      for (const [i, worker] of workers.entries()) {
        worker.on("message", (m: SearchWorkerMessage) => (m.kind === "messages" ? receive(i, m.messages) : lost(i, m.why)));
        onLoss(worker, threadName, megabytes, (why) => lost(i, why));
      }
    },
    assign: (worker, assignment) => workers[worker]?.postMessage(assignment),
    close: () => workers.forEach(endThread),
  };
}

/** Runs on a worker thread. */
export async function runSearchWorker({ settings, stop, shared, terms, began, megabytes }: RequestOf<"search">): Promise<void> {
  const send = (message: SearchWorkerMessage): void => parentPort?.postMessage(message);
  const fails = (error: unknown): void => {
    const why = error instanceof Error ? error : new Error(String(error));
    send({ kind: "lost", why: isOutOfMemory(error) ? outOfMemory(threadName, megabytes) : why });
  };
  try {
    const budget = threadBudget(settings.seconds, megabytes, new StopRequest(stop), began);
    const request = checkRequest(settings, budget, () => undefined);
    const { program } = await load(request);
    const { reduction, maxSteps, freedoms } = terms;
    const found: SearchTask["found"] = (property, finding) => send({ kind: "messages", messages: [{ kind: "found", property, finding }] });
    const explore = searchWorkerFor({
      ...request,
      options: { reduction },
      maxSteps,
      machine: { ...request.machine, freedoms },
      program,
      found,
    });
    const slots = new Int32Array(shared);
    parentPort?.on("message", (assignment: Assignment) => {
      explore(assignment, slots, (messages) => send({ kind: "messages", messages })).catch(fails);
    });
  } catch (error) {
    fails(error);
  }
}
