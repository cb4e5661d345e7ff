// The threads that help with a search (`--jobs`): each loads the program again, from the cache, and explores what it is assigned.

import { parentPort } from "node:worker_threads";
import type { CheckRequest } from "../../check.ts";
import type { Assignment, Crew, Word } from "../../engines/crew.ts";
import { helperFor } from "../../engines/reductions.ts";
import type { Freedom } from "../../execution/freedoms.ts";
import { load } from "../../frontend/load.ts";
import { parseArguments } from "./options.ts";
import { checkRequest, megabytesOf, secondsOf } from "./request.ts";
import { Stop, StoppableBudget } from "./stop.ts";
import { startThread, type ThreadData } from "./thread.ts";

export interface HelperData extends ThreadData {
  readonly shared: SharedArrayBuffer;
  readonly reduction: CheckRequest["reduction"];
  readonly freedoms: ReadonlySet<Freedom>;
  /** Milliseconds since the check began. */
  readonly elapsed: number;
}

type HelperMessage = { readonly kind: "words"; readonly words: readonly Word[] } | { readonly kind: "broken"; readonly error: Error };

/** All threads of a search must reduce alike. */
export function startCrew(
  thread: ThreadData,
  reduction: CheckRequest["reduction"],
  freedoms: ReadonlySet<Freedom>,
  size: number,
  elapsed: number,
): Crew {
  const buffer = new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT);
  const data: HelperData = { words: thread.words, stop: thread.stop, shared: buffer, reduction, freedoms, elapsed };
  const workers = Array.from({ length: size }, () => startThread(data, null));
  return {
    size,
    shared: new Int32Array(buffer),
    listen(hear, broken) {
      for (const [i, worker] of workers.entries()) {
        worker.on("message", (m: HelperMessage) => (m.kind === "words" ? hear(i, m.words) : broken(m.error)));
        worker.on("error", broken);
      }
    },
    assign: (helper, assignment) => workers[helper]?.postMessage(assignment),
    close() {
      for (const worker of workers) {
        worker.removeAllListeners();
        void worker.terminate();
      }
    },
  };
}

/** The helper's side. */
export async function serveSearch({ words, stop, shared, reduction, freedoms, elapsed }: HelperData): Promise<void> {
  const say = (message: HelperMessage): void => parentPort?.postMessage(message);
  const fails = (error: unknown): void => say({ kind: "broken", error: error instanceof Error ? error : new Error(String(error)) });
  try {
    const args = parseArguments("check", words);
    const budget = new StoppableBudget(secondsOf(args), megabytesOf(args), new Stop(stop), elapsed);
    const request = checkRequest(args, budget, () => undefined);
    const { program } = await load(request);
    const help = helperFor({ ...request, machine: { ...request.machine, freedoms }, reduction, program });
    const numbers = new Int32Array(shared);
    parentPort?.on("message", (assignment: Assignment) => {
      help(assignment, numbers, (said) => say({ kind: "words", words: said })).catch(fails);
    });
  } catch (error) {
    fails(error);
  }
}
