// Programs for the tests of this folder: C text → Program, and runs of it.

import { allProperties } from "../../../src/execution/errors.ts";
import { Machine } from "../../../src/execution/machine.ts";
import { RandomScheduler } from "../../../src/scheduling/random.ts";
import { Rng } from "../../../src/support/rng.ts";
import { type Replay, replay } from "../../../src/witness/replay.ts";
import { recordRun, type Schedule } from "../../../src/witness/schedule.ts";
import type { StepEvent } from "../../../src/witness/steps.ts";
import { compileText, machineOptions } from "../../run.ts";

export async function machineFor(text: string): Promise<Machine> {
  return new Machine(await compileText(text), { ...machineOptions(allProperties), undo: false });
}

export function randomRun(machine: Machine, seed: number): Schedule {
  return recordRun(machine, new RandomScheduler(new Rng(seed)), { maxSteps: 10_000, interrupted: () => false }).schedule;
}

/** The first random run that ends with such a violation, truncated after it. */
export function failingRun(machine: Machine, kind: string): Schedule {
  for (let seed = 1; seed < 500; seed++) {
    const schedule = randomRun(machine, seed);
    const v = machine.violations.find((w) => w.kind === kind);
    if (v !== undefined) return { ...schedule, steps: schedule.steps.slice(0, v.step + 1) };
  }
  throw new Error(`no run fails with ${kind}`);
}

export const switchesOf = (s: Schedule): number => s.steps.filter((step, i) => i > 0 && step.thread !== s.steps[i - 1]?.thread).length;

/** All events of a run, one per line. */
export function told(run: Replay): string[] {
  return [...run.prelude, ...run.steps.flatMap((s) => s.events)].map((e) => `${e.thread}@${e.location?.line ?? "-"} ${tell(e)}`);
}

function tell(e: StepEvent): string {
  switch (e.kind) {
    case "read":
    case "write":
    case "update":
    case "free":
      return `${e.kind} ${e.object}${e.value === null ? "" : ` ${e.value.text}`}`;
    case "lock":
    case "unlock":
      return `${e.kind} ${e.object}`;
    case "input":
      return `input ${e.what} ${e.value}`;
    case "choice":
      return `choice ${e.what} ${e.chosen}/${e.count}`;
    case "output":
      return `output ${e.text}`;
    case "start":
      return `start ${e.started}`;
    case "end":
    case "refused":
      return e.kind;
  }
}

export { replay };
