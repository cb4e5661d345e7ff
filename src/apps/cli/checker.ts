// The check's own thread, where supervisor.ts starts it: the command's words come in again, messages go out. The threads that help
// it (crew.ts) start here, too.

import { parentPort, workerData } from "node:worker_threads";
import { check } from "../../check.ts";
import type { Crew } from "../../engines/crew.ts";
import { RavelError } from "../../support/diagnostics.ts";
import { type HelperData, serveSearch, startCrew } from "./crew.ts";
import { parseArguments } from "./options.ts";
import { checkRequest, megabytesOf, secondsOf } from "./request.ts";
import { Stop, StoppableBudget } from "./stop.ts";
import type { CheckerData, CheckMessage } from "./supervisor.ts";

async function serveCheck(): Promise<void> {
  const { words, stop } = workerData as CheckerData;
  const say = (message: CheckMessage): void => parentPort?.postMessage(message);
  try {
    const args = parseArguments("check", words);
    const budget = new StoppableBudget(secondsOf(args), megabytesOf(args), new Stop(stop));
    const jobs = args.number("jobs") ?? 1;
    const crew = jobs > 1 ? (): Crew => startCrew(words, stop, jobs) : null;
    const report = await check({ ...checkRequest(args, budget, (text) => say({ kind: "progress", text })), crew });
    say({ kind: "report", report });
  } catch (error) {
    if (error instanceof RavelError) say({ kind: "failed", diagnostics: error.diagnostics });
    else if (error instanceof RangeError && /allocation failed|Invalid (typed )?array length/.test(error.message))
      say({ kind: "out-of-memory" });
    else {
      const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
      say({ kind: "broken", name, message, stack: stack ?? "" });
    }
  }
}

void ("shared" in (workerData as object) ? serveSearch(workerData as HelperData) : serveCheck());
