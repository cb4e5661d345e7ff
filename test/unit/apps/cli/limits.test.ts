// Ctrl-C, the time limit and the memory limit: the check reports its results so far and exits with status 3, whatever it is doing. `npm run
// stress` measures how soon.

import type { ChildProcess } from "node:child_process";
import { chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { example, Folder, inPairs, schemaFaults } from "./command-line.ts";

const folder = new Folder();
afterAll(() => folder.remove());

beforeAll(() => {
  // Many interleavings: no engine finishes soon.
  folder.file(
    "endless.c",
    "#include <pthread.h>\n#include <stdatomic.h>\nstatic atomic_int a, b, c;\nstatic void *work(void *p) { for (int i = 0; i < 8; i++) { a++; b++; c++; } return p; }\nint main(void) {\n  pthread_t t[5];\n  for (int i = 0; i < 5; i++) pthread_create(&t[i], 0, work, 0);\n  for (int i = 0; i < 5; i++) pthread_join(t[i], 0);\n  return 0;\n}\n",
  );
  folder.file(
    "hungry.c",
    "#include <stdlib.h>\n#include <string.h>\nint main(void) {\n  for (int i = 0; i < 64; i++) memset(malloc(1 << 20), 1, 1 << 20);\n  return 0;\n}\n",
  );
  // Two factors of a large number: no engine finds them soon.
  folder.file(
    "factors.c",
    "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\nunsigned __VERIFIER_nondet_uint(void);\nstatic _Atomic unsigned long long x, y;\nstatic void *f(void *p) { x = __VERIFIER_nondet_uint(); return p; }\nstatic void *g(void *p) { y = __VERIFIER_nondet_uint(); return p; }\nint main(void) {\n  pthread_t s, t;\n  pthread_create(&s, 0, f, 0);\n  pthread_create(&t, 0, g, 0);\n  pthread_join(s, 0);\n  pthread_join(t, 0);\n  unsigned long long m = x, n = y;\n  if (m > 1 && n > 1) assert(m * n != 18446743979220271189ULL);\n  return 0;\n}\n",
  );
  // For the solver this loop is infinite.
  folder.file(
    "rounds.c",
    "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\nunsigned __VERIFIER_nondet_uint(void);\nstatic atomic_uint sum, n;\nstatic void *work(void *p) { unsigned k = n; for (unsigned i = 0; i < k; i++) { sum++; if (sum > 4000000000u) sum = 0; } return p; }\nint main(void) {\n  pthread_t t[3];\n  n = __VERIFIER_nondet_uint();\n  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, work, 0);\n  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);\n  assert(sum <= 4000000002u);\n  return 0;\n}\n",
  );
  // Many products and quotients: a formula that takes time and memory to build, and runs that cover only a small part.
  folder.file(
    "quotients.c",
    "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\nunsigned long __VERIFIER_nondet_ulong(void);\nstatic _Atomic unsigned long x, y;\nstatic void *work(void *p) {\n  for (int i = 0; i < 60; i++) {\n    unsigned long t = x, u = y;\n    x = t * u / (u | 1) + t % (u | 3);\n    y = t / (x | 1);\n  }\n  return p;\n}\nint main(void) {\n  pthread_t t[2];\n  x = __VERIFIER_nondet_ulong();\n  y = __VERIFIER_nondet_ulong();\n  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, 0);\n  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);\n  assert(x + y != 12345678901234UL);\n  return 0;\n}\n",
  );
  // Many pairs of events: within a bound of preemptions each is a clause.
  folder.file(
    "pairs.c",
    "#include <pthread.h>\n#include <stdatomic.h>\nstatic atomic_int x, y;\nstatic void *work(void *p) { for (int i = 0; i < 38; i++) { x = y + 1; y = x; } return p; }\nint main(void) {\n  pthread_t t[7];\n  for (int i = 0; i < 7; i++) pthread_create(&t[i], 0, work, 0);\n  for (int i = 0; i < 7; i++) pthread_join(t[i], 0);\n  return 0;\n}\n",
  );
  // Writes to one of a thousand elements, and joins of all of them: single operations of the program that take much work.
  folder.file(
    "joins.c",
    "#include <assert.h>\nunsigned __VERIFIER_nondet_uint(void);\nstatic int a[1000], b[1000];\nint main(void) {\n  for (int i = 0; i < 4000; i++) {\n    unsigned k = __VERIFIER_nondet_uint() % 1000;\n    if (a[k] < i) a[k] = b[(k + i) % 1000] + 1;\n    else b[k] = a[k] - 1;\n  }\n  assert(a[7] < 41);\n  return 0;\n}\n",
  );
  // Long runs with two violations that are found at once, and two properties that no engine decides soon.
  folder.file(
    "counters.c",
    "#include <assert.h>\n#include <pthread.h>\nstatic pthread_mutex_t m[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};\nstatic int n[3];\nstatic void *work(void *p) {\n  unsigned at = (unsigned)(unsigned long)p;\n  for (int i = 0; i < 20; i++) {\n    at = at * 1103515245u + 12345u;\n    unsigned k = (at >> 16) % 3;\n    if (i == 17) { n[2]++; continue; }\n    pthread_mutex_lock(&m[k]);\n    n[k]++;\n    pthread_mutex_unlock(&m[k]);\n  }\n  return 0;\n}\nint main(void) {\n  pthread_t t[4];\n  for (long i = 0; i < 4; i++) pthread_create(&t[i], 0, work, (void *)i);\n  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);\n  assert(n[0] + n[1] + n[2] == 80);\n  return 0;\n}\n",
  );
  // A compiler that ends only when its parent does: the check cannot see a request to stop meanwhile.
  folder.file(
    "slow-clang",
    '#!/bin/sh\ncase "$*" in *--version*) echo "clang version 19.0.0" ;; *) [ -z "$MARK" ] || : > "$MARK"; while kill -0 $PPID 2>/dev/null; do sleep 0.1; done ;; esac\n',
  );
  chmodSync(join(folder.path, "slow-clang"), 0o755);
});

/** Sends the signal once the check says that it is under way, or a little later. */
function interrupted(args: readonly string[], signal: NodeJS.Signals, when = "runs", later = 0) {
  let isSent = false;
  return folder.ravel([...args, "--progress", "json"], {
    meanwhile: (child) => {
      let said = "";
      child.stderr?.on("data", (b: Buffer) => {
        said += b.toString();
        if (!isSent && said.includes(when)) {
          isSent = true;
          // Twice at once, as timeout(1) does: to its child and to the group.
          for (const again of [0, 2]) setTimeout(() => child.kill(signal), later + again);
        }
      });
    },
  });
}

test("SIGINT and SIGTERM end a check with what it has reached", async () => {
  const [c, t] = await inPairs([["SIGINT", "text"] as const, ["SIGTERM", "json"] as const], ([signal, format]) =>
    interrupted(["check", "endless.c", "--format", format], signal),
  );
  expect(c).toMatchObject({ status: 3, stdout: expect.stringMatching(/^UNKNOWN: interrupted after \d+ runs?.* \(RVL305\)\n/) });
  const report = JSON.parse(t?.stdout as string) as { unknown: { code: string } };
  expect([t?.status, report.unknown.code, schemaFaults("report", report)]).toEqual([3, "RVL305", []]);
});

test("the time limit and the memory limit end a check with its results so far", async () => {
  const [time, none, memory] = await inPairs(
    [
      ["quotients.c", "--timeout", "2.5"],
      ["endless.c", "--timeout", "0"],
      ["hungry.c", "--memory", "16"],
    ],
    (args) => folder.ravel(["check", ...args]),
  );
  expect(time).toMatchObject({
    status: 3,
    stderr: "",
    stdout: expect.stringMatching(/^UNKNOWN: the time limit of 2\.5 s was reached .* \(RVL301\)\n[\s\S]*hint: raise --timeout/),
  });
  expect(none).toMatchObject({ status: 3, stdout: expect.stringMatching(/^UNKNOWN: the time limit of 0 s was reached/) });
  expect(memory).toMatchObject({
    status: 3,
    stdout: expect.stringMatching(/^UNKNOWN: .*memory.* \(RVL302\)\n[\s\S]*hint: raise --memory/),
  });
});

// On a busy machine the supervisor may have to answer for the engines: it writes "after", an engine writes "while".
test("an interrupted check by the staged engine or auto reports what it covered", async () => {
  const staged = ["--engine", "staged"];
  const [searching, unrolling, translating, composing, joining, together] = await inPairs(
    [
      ["factors.c", staged, "asking for assert", 300] as const,
      ["rounds.c", staged, "up to 4 iterations", 0] as const,
      ["quotients.c", staged, "asking for assert", 100] as const,
      ["pairs.c", [...staged, "--context-bound", "3"], "composing", 200] as const,
      ["joins.c", staged, "unrolling", 300] as const,
      ["quotients.c", ["--jobs", "2"], "staged: asking for assert", 0] as const,
    ],
    ([file, options, when, later]) => interrupted(["check", file, ...options], "SIGINT", when, later),
  );
  for (const e of [searching, translating])
    expect(e).toMatchObject({
      status: 3,
      stdout: expect.stringMatching(/^UNKNOWN: interrupted (while|after) asking for assert, \d+ events \(RVL305\)\n/),
    });
  expect(composing).toMatchObject({
    status: 3,
    stdout: expect.stringMatching(/^UNKNOWN: interrupted (while|after) composing, \d+ events \(RVL305\)\n/),
  });
  expect(joining).toMatchObject({
    status: 3,
    stdout: expect.stringMatching(/^UNKNOWN: interrupted (while|after) unrolling, loops up to 2 iterations \(RVL305\)\n/),
  });
  // One complete set of bounds was covered before, and the next was not.
  expect(unrolling).toMatchObject({ status: 4, stdout: expect.stringMatching(/^SAFE UP TO A BOUND: .* loops up to 2 iterations\n/) });
  expect(together).toMatchObject({
    status: 3,
    stdout: expect.stringMatching(/^UNKNOWN: interrupted after .*runs?.* \(RVL305\)\n/),
  });
});

test("an interrupted check reports the violations found so far", async () => {
  const ended = await interrupted(["check", "counters.c", "--format", "json"], "SIGINT", "unsafe so far: race, assert");
  const report = JSON.parse(ended.stdout) as { properties: { property: string; verdict: string }[] };
  expect(report.properties.map((p) => `${p.property} ${p.verdict}`)).toEqual(expect.arrayContaining(["assert unsafe", "race unsafe"]));
  expect([ended.status, schemaFaults("report", report)]).toEqual([1, []]);
});

test("reports a formula that is too large", async () => {
  const [staged, time] = await inPairs(
    [
      ["quotients.c", "--engine", "staged", "--memory", "100"],
      ["factors.c", "--timeout", "1.5"],
    ],
    (args) => folder.ravel(["check", ...args]),
  );
  expect(staged).toMatchObject({
    status: 3,
    stdout: expect.stringMatching(
      /^UNKNOWN: the memory limit of 100 MB was reached (while|after) .*\(RVL302\)\n[\s\S]*hint: raise --memory/,
    ),
  });
  expect(time).toMatchObject({ status: 3, stdout: expect.stringMatching(/^UNKNOWN: the time limit of 1\.5 s was reached .*\(RVL301\)\n/) });
});

test("a check that cannot see a request to stop is terminated", async () => {
  const args = ["check", "endless.c", "--no-cache", "--clang", "./slow-clang"];
  const mark = join(folder.path, "compiling");
  const [time, key] = await inPairs(
    [
      () => folder.ravel([...args, "--timeout", "0.5"]),
      () => folder.ravel([...args, "--format", "json"], { environment: { MARK: mark }, meanwhile: interruptWhen(mark) }),
    ],
    (run) => run(),
  );
  expect(time).toMatchObject({
    status: 3,
    stdout: expect.stringMatching(/^UNKNOWN: the time limit of 0\.5 s was reached before the check had started \(RVL301\)\n/),
  });
  const report = JSON.parse(key?.stdout as string) as { unknown: { code: string } };
  expect([key?.status, report.unknown.code, schemaFaults("report", report)]).toEqual([3, "RVL305", []]);
});

/** Waits until the file exists. */
const interruptWhen =
  (file: string) =>
  (child: ChildProcess): void => {
    const look = setInterval(() => {
      if (!existsSync(file)) return;
      clearInterval(look);
      child.kill("SIGINT");
    }, 20);
    child.on("close", () => clearInterval(look));
  };

test("signals after the report change nothing", async () => {
  const ended = await folder.ravel(["check", example("race-fixed.c"), "--format", "json"], {
    meanwhile: (child) => {
      let next: NodeJS.Immediate | undefined;
      const again = (): void => {
        child.kill("SIGINT");
        next = setImmediate(again);
      };
      child.stdout?.once("data", again);
      child.on("close", () => clearImmediate(next));
    },
  });
  expect([ended.status, schemaFaults("report", JSON.parse(ended.stdout))]).toEqual([0, []]);
});

test("a reader that closes the pipe is not an error", async () => {
  const ended = await folder.ravel(["check", example("race-fixed.c"), "--format", "json"], {
    meanwhile: (child) => child.stdout?.destroy(),
  });
  expect([ended.status, ended.stderr]).toEqual([0, ""]);
});

test("a program whose variables do not fit is not decided, by any engine", async () => {
  folder.file("large.c", "static char a[40000000];\nint main(void) { a[7] = 1; return a[7] - 1; }\n");
  const ended = await inPairs(
    [
      ["--jobs", "1"],
      ["--jobs", "2"],
      ["--engine", "explore"],
      ["--engine", "explore", "--reduction", "states"],
    ],
    (mode) => folder.ravel(["check", "large.c", "--memory", "20", ...mode]),
  );
  for (const e of ended)
    expect([e.status, e.stdout]).toEqual([3, expect.stringMatching(/^UNKNOWN: .*memory.* \(RVL302\)\n[\s\S]*raise --memory/)]);
});
