// Why threads wait at the end of a run decides whether it is a deadlock. The reason at the end counts, not the one when they were last tried.

import { expect, test } from "vitest";
import { Machine, type Oracle } from "../../../src/execution/machine.ts";
import { compileText, machineOptions } from "../../run.ts";

const oracle: Oracle = { choose: () => 0, input: () => 0n };

/** A thread waits in a section. At some point it could continue; it is tried there and the step undone, so that it has no recorded reason to wait. */
async function outcomeOf(section: string): Promise<string | undefined> {
  const text = `#include <pthread.h>
#include <semaphore.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
static sem_t s;
static int x;
static void *waits(void *arg) { ${section} return arg; }
static void *changes(void *arg) { x = 1; sem_post(&s); x = 0; sem_wait(&s); return arg; }
int main(void) {
  pthread_t t[2];
  sem_init(&s, 0, 0);
  pthread_create(&t[0], 0, waits, 0);
  pthread_create(&t[1], 0, changes, 0);
  pthread_join(t[0], 0);
}
`;
  const machine = new Machine(await compileText(text), { ...machineOptions(["deadlock"]), undo: true });
  machine.start(oracle);
  while (machine.threads.length < 3) machine.step(machine.threadNamed(""), oracle);
  const waits = machine.threadNamed("0");
  let tried = 0;
  let refused = 0;
  for (let progress = true; progress; ) {
    if (machine.isEnabled(waits)) throw new Error("asked where it need not wait"); // otherwise it would have read other data last
    refused++;
    progress = false;
    for (const name of ["1", ""]) {
      const t = machine.threadNamed(name);
      while (machine.isEnabled(t) && machine.step(t, oracle)) {
        progress = true;
        if (tried === 0 && machine.step(waits, oracle)) {
          machine.undo();
          tried++;
        }
      }
    }
  }
  expect([tried > 0, refused]).toEqual([true, 2]);
  machine.concludeStuck();
  const { outcome } = machine;
  return outcome?.kind === "error" ? outcome.violation.kind : outcome?.kind;
}

test("a false assumption is not a deadlock", async () => {
  expect(await outcomeOf("__VERIFIER_atomic_begin(); __VERIFIER_assume(x); __VERIFIER_atomic_end();")).toBe("stuck");
});

test("a semaphore at zero is one", async () => {
  expect(await outcomeOf("sem_wait(&s);")).toBe("deadlock");
});
