// The thread of one of two engines (`--engine auto` with `--jobs` of at least 2; engines/auto/side-by-side.ts): starting it, and its own code,
// which loads the program from the cache. Each engine may use half of the memory. Further threads help the search.

import { parentPort } from "node:worker_threads";
import { runSide } from "../../engines/auto/auto.ts";
import { type EngineJob, type EngineMessage, type EngineThread, sideNames } from "../../engines/auto/side-by-side.ts";
import type { WorkerPool } from "../../engines/parallel/pool.ts";
import { load } from "../../frontend/load.ts";
import type { Budget } from "../../support/budget.ts";
import { decidedElsewhere } from "../../support/limits.ts";
import { parseArguments } from "./options.ts";
import { checkRequest, jobsOf, secondsOf } from "./request.ts";
import { StopRequest, threadBudget } from "./stop.ts";
import { endThread, isOutOfMemory, onLoss, outOfMemory, startThread, type ThreadData } from "./thread.ts";
import { startWorkerPool } from "./worker-pool.ts";

export interface EngineThreadData extends ThreadData {
  readonly part: EngineJob;
  /** Memory limit of this thread. */
  readonly megabytes: number;
}

export function startEngineThread({ words, stop, began }: ThreadData, part: EngineJob, budget: Budget): EngineThread {
  const megabytes = Math.floor(budget.megabytes / sideNames.length);
  const worker = startThread({ words, stop, began, part, megabytes } as EngineThreadData, megabytes);
  return {
    listen(hear) {
      worker.on("message", hear);
      onLoss(worker, itsThread, megabytes, (why) =>
        hear(why instanceof Error ? { kind: "broken", error: why } : { kind: "lost", unknown: why }),
      );
    },
    close: () => endThread(worker),
  };
}

const itsThread = "its thread";

/** Runs on the new thread. */
export async function runEngineThread(data: EngineThreadData): Promise<void> {
  const { words, stop, part } = data;
  const say = (said: EngineMessage): void => parentPort?.postMessage(said);
  try {
    const args = parseArguments("check", words);
    const { properties, seed, maxRuns, decided } = part;
    const budget = threadBudget(secondsOf(args), data.megabytes, new StopRequest(stop), data.began).within(
      decidedElsewhere(() => properties.every((_, i) => Atomics.load(decided, i) !== 0)),
    );
    const request = checkRequest(args, budget, (text) => say({ kind: "progress", text }));
    const { program } = await load(request);
    const helpers = jobsOf(args) - 1;
    const result = await runSide(
      {
        ...request,
        program,
        properties,
        seed,
        maxRuns,
        pool: helpers > 1 ? (search): WorkerPool => startWorkerPool(data, search, helpers, budget.megabytes) : null,
        found: (property, finding) => say({ kind: "found", property, finding }),
        isDecided: (property) => Atomics.load(decided, properties.indexOf(property)) !== 0,
      },
      part,
    );
    say({ kind: "over", result });
  } catch (error) {
    if (isOutOfMemory(error)) say({ kind: "lost", unknown: outOfMemory(itsThread, data.megabytes) });
    else say({ kind: "broken", error: error instanceof Error ? error : new Error(String(error)) });
  }
}
