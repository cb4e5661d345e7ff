// The check's own thread: the command's words come in again, messages to the supervisor go out.

import { parentPort, workerData } from "node:worker_threads";
import { check } from "../../check.ts";
import { RavelError } from "../../support/diagnostics.ts";
import { parseArguments } from "./options.ts";
import { checkRequest, megabytesOf, secondsOf } from "./request.ts";
import { Stop, StoppableBudget } from "./stop.ts";
import type { CheckerData, CheckMessage } from "./supervisor.ts";

export async function serveCheck(): Promise<void> {
  const { words, stop } = workerData as CheckerData;
  const say = (message: CheckMessage): void => parentPort?.postMessage(message);
  try {
    const args = parseArguments("check", words);
    const budget = new StoppableBudget(secondsOf(args), megabytesOf(args), new Stop(stop));
    const report = await check(checkRequest(args, budget, (text) => say({ kind: "progress", text })));
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
