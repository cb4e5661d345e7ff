// One of two engines, in a worker of its own. In: a job with the compiled program. Out: messages. Only where memory can be shared (engines/auto/side-by-side.ts).

import { runSide } from "../../engines/auto/auto.ts";
import type { EngineJob, EngineMessage, EngineThread } from "../../engines/auto/side-by-side.ts";
import { load } from "../../frontend/load.ts";
import type { CompiledUnit, Toolchain } from "../../frontend/toolchain.ts";
import { unknownBecause } from "../../reports/unknown.ts";
import { fail } from "../../support/diagnostics.ts";
import { decidedElsewhere } from "../../support/limits.ts";
import { type CheckSetup, checkRequest } from "./check.ts";
import { scope } from "./scope.ts";

/** What an engine's worker gets first. */
export interface EngineStart {
  readonly kind: "engine";
  readonly job: EngineJob;
  readonly setup: CheckSetup;
  readonly units: readonly CompiledUnit[];
  readonly library: Readonly<Record<string, string>>;
}

export const isEngineStart = (message: unknown): message is EngineStart =>
  typeof message === "object" && message !== null && "kind" in message && message.kind === "engine";

/** Null: this browser cannot share memory here. */
export function engineStarter(start: Omit<EngineStart, "kind" | "job">): ((job: EngineJob) => EngineThread) | null {
  const { Worker } = scope;
  if (!scope.crossOriginIsolated || Worker === undefined) return null;
  return (job) => {
    const worker = new Worker(scope.location.href, { name: `ravel-${job.engine}` });
    worker.postMessage({ kind: "engine", job, ...start } satisfies EngineStart);
    return {
      listen(receive) {
        worker.onmessage = (event) => receive(event.data as EngineMessage);
        worker.onerror = () => receive({ kind: "lost", unknown: unknownBecause({ kind: "thread-ended", thread: "its worker" }) });
      },
      close: () => worker.terminate(),
    };
  };
}

/** Runs in the new worker. */
export async function runEngineWorker({ job, setup, units, library }: EngineStart): Promise<void> {
  const send = (message: EngineMessage): void => scope.postMessage(message);
  try {
    const { properties, seed, maxRuns, decided } = job;
    const stop = decidedElsewhere(() => properties.every((_, i) => Atomics.load(decided, i) !== 0));
    const request = checkRequest(setup, compiledToolchain(units, library), stop, (text) => send({ kind: "progress", text }), null);
    if (request.engine.name !== "auto") throw new Error("only auto runs side by side");
    const { program } = await load(request);
    const result = await runSide(
      {
        ...request,
        program,
        properties,
        seed,
        maxRuns,
        options: request.engine.options,
        found: (property, finding) => send({ kind: "found", property, finding }),
        isDecided: (property) => Atomics.load(decided, properties.indexOf(property)) !== 0,
      },
      job,
    );
    send({ kind: "over", result });
  } catch (error) {
    send({ kind: "broken", error: error instanceof Error ? error : new Error(String(error)) });
  }
}

/** For a program that is compiled already. */
const compiledToolchain = (units: readonly CompiledUnit[], library: EngineStart["library"]): Toolchain => ({
  build: null,
  compile: () => Promise.resolve(units),
  readLibrary: (_, file) => library[file] ?? fail("RVL901", `the library has no ${file}`),
  headerOf: () => null,
  sha256: () => fail("RVL901", "nothing is cached in a browser"),
  locate: ({ file, line, column }) => ({ file, line, column }),
});
