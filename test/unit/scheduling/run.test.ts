// The driver: what a scheduler is asked, which events an observer receives, and how a run ends. A failure means that every run is driven
// differently: samples, replays, guided and minimised runs.

import { expect, test } from "vitest";
import { allProperties } from "../../../src/execution/errors.ts";
import { Machine } from "../../../src/execution/machine.ts";
import { drive, run } from "../../../src/scheduling/run.ts";
import type { MachineView, Picked, Scheduler, ThreadView } from "../../../src/scheduling/scheduler.ts";
import { compileText, machineOptions } from "../../run.ts";

const joined = `#include <pthread.h>
static int x;
static void *work(void *p) { x = 1; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); pthread_join(t, 0); return x; }
`;

const waiting = `#include <semaphore.h>
static sem_t s;
int main(void) { sem_init(&s, 0, 0); sem_wait(&s); return 0; }
`;

const newMachine = async (text: string): Promise<Machine> =>
  new Machine(await compileText(text), { ...machineOptions(allProperties), undo: false });

/** Picks by a rule and notes what it was offered, by step. */
class Noting implements Scheduler {
  readonly offered: { readonly step: number; readonly candidates: readonly string[] }[] = [];

  constructor(readonly rule: (candidates: readonly ThreadView[], machine: MachineView) => Picked) {}

  begin(): void {
    this.offered.length = 0;
  }

  pick(machine: MachineView, candidates: readonly ThreadView[]): Picked {
    this.offered.push({ step: machine.stepCount, candidates: candidates.map((t) => t.name) });
    return this.rule(candidates, machine);
  }

  choose(): number {
    return 0;
  }

  input(): bigint {
    return 0n;
  }
}

const first = (candidates: readonly ThreadView[]): Picked => candidates[0] ?? "stuck";

test("a thread that turns out to be blocked is removed, and the scheduler is asked again about the same step", async () => {
  const machine = await newMachine(joined);
  const scheduler = new Noting(first); // main waits in join while the other could run
  const blocked: string[] = [];
  expect(drive(machine, scheduler, () => false, { blocked: (t) => blocked.push(t.name) })).toBe("outcome");
  expect(machine.outcome).toMatchObject({ kind: "exit", status: 1 });
  expect(blocked.length).toBeGreaterThan(0);
  expect(new Set(blocked)).toEqual(new Set([""]));
  const again = scheduler.offered.filter((o, i) => o.step === scheduler.offered[i - 1]?.step);
  expect(again.every((o) => !o.candidates.includes(""))).toBe(true);
  expect(again.length).toBe(blocked.length);
});

test("an observer receives every attempt and every executed step", async () => {
  const machine = await newMachine(joined);
  const events = { started: 0, stepping: 0, stepped: 0, blocked: 0 };
  drive(machine, new Noting(first), () => false, {
    started: () => events.started++,
    stepping: () => events.stepping++,
    stepped: () => events.stepped++,
    blocked: () => events.blocked++,
  });
  expect(events.started).toBe(1);
  expect(events.stepped).toBe(machine.stepCount);
  expect(events.stepping).toBe(events.stepped + events.blocked);
});

test("a run ends by its outcome, its stop condition or its scheduler", async () => {
  const machine = await newMachine(joined);
  expect(drive(machine, new Noting(first), () => machine.stepCount === 2)).toBe("stopped");
  expect(machine.stepCount).toBe(2);
  expect(drive(machine, new Noting((c, m) => (m.stepCount === 1 ? "end" : first(c))), () => false)).toBe("left");
  expect([machine.stepCount, machine.outcome]).toEqual([1, null]);
  expect(drive(machine, new Noting(first), () => false)).toBe("outcome");
});

test("with no candidate left, a scheduler says that the run is stuck: a deadlock", async () => {
  const machine = await newMachine(waiting);
  const scheduler = new Noting(first);
  expect(drive(machine, scheduler, () => false)).toBe("outcome");
  expect(machine.outcome?.kind).toBe("error");
  expect(machine.violations.map((v) => v.kind)).toEqual(["deadlock"]);
  expect(scheduler.offered.at(-1)?.candidates).toEqual([]);
});

test("limits end a run after so many steps, or when it is interrupted", async () => {
  const machine = await newMachine(joined);
  expect(run(machine, new Noting(first), { maxSteps: 3, interrupted: () => false })).toBe("step-limit");
  expect(machine.stepCount).toBe(3);
  expect(run(machine, new Noting(first), { maxSteps: 1000, interrupted: () => true })).toBe("interrupted");
  expect(machine.stepCount).toBe(0);
  expect(run(machine, new Noting(first), { maxSteps: 1000, interrupted: () => false })).toBe("ended");
});
