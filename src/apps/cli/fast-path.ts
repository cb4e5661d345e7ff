// A check that is over soon needs no thread of its own. In: the command's arguments. Out: the report, or null if the check is not one of
// those, and has to be done properly (supervisor.ts).
//
// Tried are checks of programs that are in the cache, linked and lowered (no compiler starts), for twice the CPU time that the process
// took to get here, which is about what a thread would cost. A check is a function of its words, so one that gets through here says what it would have said in
// its thread; whatever goes wrong here, hits a limit or stays unknown is left to the thread. So is Ctrl-C, which ends the attempt.

import { setFlagsFromString } from "node:v8";
import { check } from "../../check.ts";
import type { CachedUnit } from "../../frontend/toolchain.ts";
import type { Report } from "../../reports/report.ts";
import { Budget } from "../../support/budget.ts";
import type { Limit } from "../../support/limits.ts";
import { IrCache } from "../clang/cache.ts";
import type { ParsedArguments } from "./options.ts";
import { checkRequest, jobsOf, megabytesOf, secondsOf } from "./request.ts";
import type { StopRequest } from "./stop.ts";

/** Limits below these could be reached within an attempt, and are for the supervisor to watch. */
const minSeconds = 1;
const minMegabytes = 512;
/** Of one step, and of the program's memory: where signals can be heard only between steps, a step is short. */
const maxOperations = 1_000_000;
const maxBytes = 2 ** 18;

export async function tryFastCheck(args: ParsedArguments, stop: StopRequest, showProgress: (text: string) => void): Promise<Report | null> {
  if (!isEligible(args)) return null;
  const said: string[] = [];
  const budget = fastPathBudget(megabytesOf(args), stop);
  // Code that runs for so short a time does not repay its optimisation.
  setFlagsFromString("--no-opt");
  try {
    const request = checkRequest(args, budget, (text) => said.push(text));
    const { fuel, memory } = request.machine;
    const machine = { ...request.machine, fuel: Math.min(fuel, maxOperations), memory: Math.min(memory, maxBytes) };
    const report = await check({ ...request, machine, cache: new CacheOnly() });
    if (budget.isSpent || report.properties.some((p) => p.verdict === "unknown")) return null;
    for (const text of said) showProgress(text);
    return report;
  } catch {
    return null; // the thread meets it again, and tells
  } finally {
    setFlagsFromString("--opt");
  }
}

/** Engines that look at their budget often, where one thread will do. */
function isEligible(args: ParsedArguments): boolean {
  const engine = args.text("engine") ?? "auto";
  return (
    (engine === "auto" || (engine === "explore" && jobsOf(args) === 1)) &&
    !args.flag("no-cache") &&
    secondsOf(args) >= minSeconds &&
    megabytesOf(args) >= minMegabytes
  );
}

/** The cache, where a miss is the end. */
class CacheOnly extends IrCache {
  override load(key: string): CachedUnit {
    const unit = super.load(key);
    if (unit === null) throw new Error("not in the cache");
    return unit;
  }
}

/**
 * The budget of an attempt: CPU time, since on a busy machine the clock says little about how much was done; in terms of this machine's own
 * speed. Measured at most once per millisecond.
 */
function fastPathBudget(megabytes: number, stop: StopRequest): Budget {
  const start = process.cpuUsage();
  let maxMicroseconds = 2 * (start.user + start.system);
  let nextLook = 0;
  let isOver = false;
  const limit: Limit = {
    reached: () => {
      const now = performance.now();
      if (!isOver && now >= nextLook) {
        nextLook = now + 1;
        const { user, system } = process.cpuUsage(start);
        isOver = user + system > maxMicroseconds || now > minSeconds * 1000 || stop.cause !== null;
      }
      return isOver ? { kind: "work" } : null;
    },
    // In the thread, the first look would have to be repeated, too.
    extend: () => {
      maxMicroseconds *= 2;
    },
  };
  return new Budget(null, megabytes, undefined, [limit]);
}
