// What the processor's builtins order: mfence is a fence, the others order nothing in terms of C. A failure means that a spin loop in real
// code is rejected, or that a hint hides a race.

import { expect, test } from "vitest";
import type { Verdict } from "../../../src/reports/report.ts";
import { checkText } from "../../run.ts";

const handover = (publish: string, receive: string): string => `
#include <pthread.h>
static int ready, data;
static void *writer(void *argument) {
  data = 5;
  ${publish};
  __atomic_store_n(&ready, 1, __ATOMIC_RELAXED);
  return argument;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  while (!__atomic_load_n(&ready, __ATOMIC_RELAXED)) __builtin_ia32_pause();
  ${receive};
  data++;
  pthread_join(t, 0);
}`;

const rows: readonly [publish: string, receive: string, verdict: Verdict][] = [
  ["__builtin_ia32_mfence()", "__builtin_ia32_mfence()", "safe"],
  ["__builtin_ia32_mfence()", "__builtin_ia32_pause()", "unsafe"],
  ["__builtin_ia32_sfence()", "__builtin_ia32_mfence()", "unsafe"],
  ["__builtin_ia32_mfence()", "__builtin_ia32_lfence()", "unsafe"],
];

test.each(rows)("%s, %s: %s", async (publish, receive, verdict) => {
  for (const engine of ["explore", "staged"] as const) {
    const report = await checkText(handover(publish, receive), engine, ["race"]);
    expect([engine, report.verdict]).toEqual([engine, verdict]);
  }
});

test("the time-stamp counter is an input", async () => {
  const text = "#include <assert.h>\nint main(void) { assert(__builtin_ia32_rdtsc() != 77); }";
  expect((await checkText(text, "staged", ["assert"])).verdict).toBe("unsafe");
});
