// A short check needs no thread of its own. In: a check. Out: the report, or null if the check needs the supervisor
// (supervisor.ts).
//
// Only programs already in the cache, linked and lowered, are tried here, for twice the CPU time that the process took to get here: about the
// cost of a thread. A check is a function of its settings, so one that finishes here reports what its thread would have reported. A check that
// fails, reaches a limit or stays unknown is left to the thread, and Ctrl-C ends the attempt.

import { setFlagsFromString } from "node:v8";
import { check } from "../../check.ts";
import type { CachedUnit } from "../../frontend/toolchain.ts";
import type { Report } from "../../reports/report.ts";
import { Budget } from "../../support/budget.ts";
import type { Limit } from "../../support/limits.ts";
import { IrCache } from "../clang/cache.ts";
import { type CheckSettings, checkRequest } from "./request.ts";
import type { StopRequest } from "./stop.ts";

/** Lower limits could be reached within an attempt: the supervisor watches those. */
const minSeconds = 1;
const minMegabytes = 512;
/** Limits of one step and of the program's memory: signals are handled between steps only, so a step must be short. */
const maxOperations = 1_000_000;
const maxBytes = 2 ** 18;

export async function tryFastCheck(
  settings: CheckSettings,
  stop: StopRequest,
  showProgress: (text: string) => void,
): Promise<Report | null> {
  if (!isEligible(settings)) return null;
  const progress: string[] = [];
  const budget = fastPathBudget(settings.megabytes, stop);
  // Code that runs for so short a time does not repay its optimisation.
  setFlagsFromString("--no-opt");
  try {
    const request = checkRequest(settings, budget, (text) => progress.push(text));
    const { fuel, memory } = request.machine;
    const machine = { ...request.machine, fuel: Math.min(fuel, maxOperations), memory: Math.min(memory, maxBytes) };
    const report = await check({ ...request, machine, cache: new CacheOnly() });
    if (budget.isSpent || report.properties.some((p) => p.verdict === "unknown")) return null;
    for (const text of progress) showProgress(text);
    return report;
  } catch {
    return null; // the thread meets the same error and reports it
  } finally {
    setFlagsFromString("--opt");
  }
}

/** Engines that read their budget often and need one thread only. */
function isEligible({ engine, jobs, usesCache, seconds, megabytes }: CheckSettings): boolean {
  const isOneThread = engine.name === "auto" || (engine.name === "explore" && jobs === 1);
  return isOneThread && usesCache && seconds >= minSeconds && megabytes >= minMegabytes;
}

/** The cache; a miss is an error. */
class CacheOnly extends IrCache {
  override load(key: string): CachedUnit {
    const unit = super.load(key);
    if (unit === null) throw new Error("not in the cache");
    return unit;
  }
}

/**
 * The budget of an attempt: CPU time, because on a busy machine the clock does not measure work; relative to this machine's speed. It is measured
 * at most once per millisecond.
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
    // On its thread, the check would have to repeat the first part as well.
    extend: () => {
      maxMicroseconds *= 2;
    },
  };
  return new Budget(null, megabytes, undefined, [limit]);
}
