// The thread of one of two engines (`--engine auto` with `--jobs` of at least 2; engines/auto/side-by-side.ts): starting it, and its own code,
// which loads the program from the cache. Each engine may use half of the memory. The search may use further workers.

import { parentPort } from "node:worker_threads";
import { runSide } from "../../engines/auto/auto.ts";
import { type EngineJob, type EngineMessage, type EngineThread, sideNames } from "../../engines/auto/side-by-side.ts";
import type { WorkerPool } from "../../engines/parallel/pool.ts";
import { load } from "../../frontend/load.ts";
import type { Budget } from "../../support/budget.ts";
import { decidedElsewhere } from "../../support/limits.ts";
import { checkRequest } from "./request.ts";
import { StopRequest, threadBudget } from "./stop.ts";
import { endThread, isOutOfMemory, onLoss, outOfMemory, type RequestOf, startThread, type ThreadData } from "./thread.ts";
import { startWorkerPool } from "./worker-pool.ts";

export function startEngineThread({ settings, stop, began }: ThreadData, job: EngineJob, budget: Budget): EngineThread {
  const megabytes = Math.floor(budget.megabytes / sideNames.length);
  const worker = startThread({ kind: "engine", settings, stop, began, job, megabytes });
  return {
    listen(receive) {
      worker.on("message", receive);
      onLoss(worker, threadName, megabytes, (why) =>
        receive(why instanceof Error ? { kind: "broken", error: why } : { kind: "lost", unknown: why }),
      );
    },
    close: () => endThread(worker),
  };
}

const threadName = "its thread";

/** Runs on the new thread. */
export async function runEngineThread(thread: RequestOf<"engine">): Promise<void> {
  const { settings, stop, began, megabytes, job } = thread;
  const send = (message: EngineMessage): void => parentPort?.postMessage(message);
  try {
    const { properties, seed, maxRuns, decided } = job;
    const budget = threadBudget(settings.seconds, megabytes, new StopRequest(stop), began).within(
      decidedElsewhere(() => properties.every((_, i) => Atomics.load(decided, i) !== 0)),
    );
    const workers = settings.jobs - 1;
    const request = checkRequest(settings, budget, (text) => send({ kind: "progress", text }), {
      pool: workers > 1 ? (search): WorkerPool => startWorkerPool(thread, search, workers, budget.megabytes) : null,
    });
    const { engine } = request;
    if (engine.name !== "auto") throw new Error(`engine ${engine.name} does not run side by side`);
    const { program } = await load(request);
    const result = await runSide(
      {
        ...request,
        program,
        properties,
        seed,
        maxRuns,
        options: engine.options,
        found: (property, finding) => send({ kind: "found", property, finding }),
        isDecided: (property) => Atomics.load(decided, properties.indexOf(property)) !== 0,
      },
      job,
    );
    send({ kind: "over", result });
  } catch (error) {
    if (isOutOfMemory(error)) send({ kind: "lost", unknown: outOfMemory(threadName, megabytes) });
    else send({ kind: "broken", error: error instanceof Error ? error : new Error(String(error)) });
  }
}
