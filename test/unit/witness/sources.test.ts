// Where steps take what they read: a failure means that reports draw an arrow from the wrong step.

import { expect, test } from "vitest";
import { type Replay, replay } from "../../../src/witness/replay.ts";
import type { StepEvent } from "../../../src/witness/steps.ts";
import { machineFor, randomRun } from "./programs.ts";

const program = `
#include <pthread.h>
#include <stdatomic.h>
#include <semaphore.h>
#include <string.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t done;
static struct { char low, high; int both; } pair;
static int ready, unset;
static atomic_int hits;
static void *work(void *arg) {
  pthread_mutex_lock(&m);
  pair.both = pair.both + 1;
  if (arg) pair.low = 7; else pair.high = 9;
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  atomic_fetch_add(&hits, 2);
  sem_post(&done);
  return 0;
}
int main(void) {
  pthread_t a, b;
  sem_init(&done, 0, 0);
  pthread_create(&a, 0, work, &a);
  pthread_create(&b, 0, work, 0);
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&c, &m);
  int sum = pair.low + pair.high + unset;
  pthread_mutex_unlock(&m);
  sem_wait(&done);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return sum + pair.both + atomic_load(&hits);
}
`;

type Access = StepEvent & { readonly kind: "read" | "write" | "update" | "free" };
const isAccess = (e: StepEvent): e is Access => e.kind === "read" || e.kind === "write" || e.kind === "update";

/** Per read: what it reads, and what the last write of the same name before it wrote (null: none). */
function readsOf(run: Replay): { readonly read: Access; readonly from: number; readonly last: number }[] {
  const last = new Map<string, number>();
  return run.steps.flatMap((s, i) =>
    s.events.filter(isAccess).flatMap((e) => {
      const found = e.kind === "write" ? [] : [{ read: e, from: e.from, last: last.get(e.object) ?? -1 }];
      if (e.kind !== "read") last.set(e.object, i);
      return found;
    }),
  );
}

const callsBefore = (run: Replay, call: string): string[] =>
  run.steps.flatMap((s) => (s.call === call ? s.observes.map((i) => run.steps[i]?.call ?? (run.steps[i]?.op as string)) : []));

test("a read comes from the last write of what it reads, a lock from its last release, a wait from who ended it", async () => {
  const machine = await machineFor(program);
  const runs = Array.from({ length: 30 }, (_, seed) => replay(machine, randomRun(machine, seed + 1)));
  const reads = runs.flatMap(readsOf);
  expect(reads.filter((r) => r.from !== r.last)).toEqual([]);
  expect(new Set(reads.filter((r) => r.from >= 0).map((r) => r.read.object))).toEqual(
    new Set(["a", "ready", "pair.low", "pair.high", "pair.both", "hits"]),
  );
  expect(reads.filter((r) => r.read.object === "unset").every((r) => r.from === -1)).toBe(true);
  for (const run of runs) {
    let released = -1;
    run.steps.forEach((s, i) => {
      for (const e of s.events) if (e.kind === "lock") expect(e.from).toBe(released);
      if (s.events.some((e) => e.kind === "unlock")) released = i;
    });
    expect(callsBefore(run, "pthread_join").filter((what) => what === "end")).toHaveLength(2);
    expect(callsBefore(run, "sem_wait")).toContain("sem_post");
  }
  expect(runs.flatMap((run) => callsBefore(run, "pthread_cond_wait"))).toContain("pthread_cond_signal");
});
