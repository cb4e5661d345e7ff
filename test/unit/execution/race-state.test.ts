// Races in the state search: a state contains what past accesses mean for races, so that infinite programs return to earlier states, and no access
// that could still race is forgotten. A failure of a "safe" row means that states do not recur; of an "unsafe" row, that a race is missed.

import { expect, test } from "vitest";
import { explore } from "../../../src/engines/explore/explore.ts";
import { compileText, engineTask } from "../../run.ts";

const endless = (a: string, b: string): string =>
  `#include <pthread.h>\n#include <stdatomic.h>\natomic_int flag, turn, want[2];\nint data, once;\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nvoid *other(void *p) {\n  ${b}\n  return p;\n}\nint main(void) {\n  pthread_t t;\n  pthread_create(&t, 0, other, 0);\n  ${a}\n  return 0;\n}\n`;
const peterson = (me: number, order: string): string =>
  `for (;;) { atomic_store(&want[${me}], 1); atomic_store(&turn, ${1 - me}); while (atomic_load(&want[${1 - me}]) && atomic_load(&turn) == ${1 - me}) ; data = 1; atomic_store_explicit(&want[${me}], 0, ${order}); }`;
const take = (value: number, order: string): string => `while (atomic_load_explicit(&flag, ${order}) != ${value}) ;`;
const give = (value: number, order: string): string => `atomic_store_explicit(&flag, ${value}, ${order});`;
const [acquire, release, relaxed] = ["memory_order_acquire", "memory_order_release", "memory_order_relaxed"] as const;
const pingPong = (back: string): string =>
  endless(`for (;;) { ${take(0, acquire)} data = 1; ${give(1, release)} }`, `for (;;) { ${take(1, acquire)} data = 1; ${give(0, back)} }`);

const rows: readonly (readonly [name: string, program: string, verdict: "safe" | "unsafe"])[] = [
  ["two endless Peterson threads", endless(peterson(0, release), peterson(1, release)), "safe"],
  ["one of them leaves without a release", endless(peterson(0, release), peterson(1, relaxed)), "unsafe"],
  ["a token that goes to and fro", pingPong(release), "safe"],
  ["it comes back without what was done: the second round races", pingPong(relaxed), "unsafe"],
  [
    "fences in place of orders",
    endless(
      `for (;;) { ${take(0, relaxed)} atomic_thread_fence(${acquire}); data = 1; atomic_thread_fence(${release}); ${give(1, relaxed)} }`,
      `for (;;) { ${take(1, relaxed)} atomic_thread_fence(${acquire}); data = 1; atomic_thread_fence(${release}); ${give(0, relaxed)} }`,
    ),
    "safe",
  ],
  [
    "one fence is missing",
    endless(
      `for (;;) { ${take(0, relaxed)} data = 1; atomic_thread_fence(${release}); ${give(1, relaxed)} }`,
      `for (;;) { ${take(1, relaxed)} atomic_thread_fence(${acquire}); data = 1; atomic_thread_fence(${release}); ${give(0, relaxed)} }`,
    ),
    "unsafe",
  ],
  [
    "polling under a lock",
    endless(
      "for (;;) { pthread_mutex_lock(&m); int d = once; pthread_mutex_unlock(&m); if (d) break; }\n  data = 1;",
      "data = 1; pthread_mutex_lock(&m); once = 1; pthread_mutex_unlock(&m);",
    ),
    "safe",
  ],
  [
    "an access long ago races with one after a loop that orders nothing",
    endless(
      "for (;;) { pthread_mutex_lock(&m); int d = once; pthread_mutex_unlock(&m); if (d) break; }\n  data = 1;",
      "pthread_mutex_lock(&m); once = 1; pthread_mutex_unlock(&m); data = 1; for (;;) turn = 1 - turn;",
    ),
    "unsafe",
  ],
];

for (const [name, program, verdict] of rows)
  test(name, async () => {
    const task = engineTask(await compileText(program), ["race"], { reduction: "states" });
    const finding = (await explore.run(task)).findings.get("race");
    expect(finding?.kind === "covered" && finding.scope.complete ? "safe" : finding?.kind === "candidate" ? "unsafe" : finding).toBe(
      verdict,
    );
  });
