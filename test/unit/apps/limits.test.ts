// Ctrl-C, the time limit and the memory limit: what was reached so far, exit status 3, within a second; whatever the check is doing.

import { chmodSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { example, Folder, inPairs, schemaFaults } from "./command-line.ts";

const folder = new Folder();
afterAll(() => folder.remove());

/** A second is the promise; the rest is for machines that do many things at once. */
const within = 1;
const slack = 4;

beforeAll(() => {
  // Many interleavings: no engine is through soon.
  folder.file(
    "endless.c",
    "#include <pthread.h>\n#include <stdatomic.h>\nstatic atomic_int a, b, c;\nstatic void *work(void *p) { for (int i = 0; i < 8; i++) { a++; b++; c++; } return p; }\nint main(void) {\n  pthread_t t[5];\n  for (int i = 0; i < 5; i++) pthread_create(&t[i], 0, work, 0);\n  for (int i = 0; i < 5; i++) pthread_join(t[i], 0);\n  return 0;\n}\n",
  );
  folder.file(
    "hungry.c",
    "#include <stdlib.h>\n#include <string.h>\nint main(void) {\n  for (int i = 0; i < 64; i++) memset(malloc(1 << 20), 1, 1 << 20);\n  return 0;\n}\n",
  );
  // A compiler that takes its time: nobody reads the flag meanwhile.
  folder.file("slow-clang", '#!/bin/sh\ncase "$*" in *--version*) echo "clang version 19.0.0" ;; *) exec sleep 8 ;; esac\n');
  chmodSync(join(folder.path, "slow-clang"), 0o755);
});

/** Sends the signal once the check is under way, and returns how long it took to end after that. */
async function interrupted(args: readonly string[], signal: NodeJS.Signals) {
  let sent = 0;
  const ended = await folder.ravel([...args, "--progress", "json"], {
    meanwhile: (child) => {
      let said = "";
      child.stderr?.on("data", (b: Buffer) => {
        said += b.toString();
        if (sent === 0 && said.includes("runs")) {
          sent = performance.now();
          child.kill(signal);
        }
      });
    },
  });
  return { ...ended, after: (performance.now() - sent) / 1000 };
}

test("Ctrl-C and a request to end: what was reached, soon", async () => {
  const [c, t] = await inPairs([["SIGINT", "text"] as const, ["SIGTERM", "json"] as const], ([signal, format]) =>
    interrupted(["check", "endless.c", "--format", format], signal),
  );
  expect(c).toMatchObject({ status: 3, stdout: expect.stringMatching(/^UNKNOWN: interrupted after \d+ runs.* \(RVL305\)\n/) });
  const report = JSON.parse(t?.stdout as string) as { unknown: { code: string } };
  expect([t?.status, report.unknown.code, schemaFaults("report", report)]).toEqual([3, "RVL305", []]);
  for (const e of [c, t]) expect(e?.after).toBeLessThan(within + slack);
});

test("the time limit and the memory limit", async () => {
  const [time, none, memory] = await inPairs(
    [
      ["endless.c", "--timeout", "0.7"],
      ["endless.c", "--timeout", "0"],
      ["hungry.c", "--memory", "16"],
    ],
    (args) => folder.ravel(["check", ...args]),
  );
  expect(time).toMatchObject({
    status: 3,
    stderr: "",
    stdout: expect.stringMatching(/^UNKNOWN: the time limit of 0\.7 s was reached after .*runs.* \(RVL301\)\n[\s\S]*hint: raise --timeout/),
  });
  expect(time?.seconds).toBeLessThan(0.7 + within + slack);
  expect(none).toMatchObject({ status: 3, stdout: expect.stringMatching(/^UNKNOWN: the time limit of 0 s was reached/) });
  expect(memory).toMatchObject({
    status: 3,
    stdout: expect.stringMatching(/^UNKNOWN: .*memory.* \(RVL302\)\n[\s\S]*hint: raise --memory/),
  });
});

test("a check that does not hear is ended all the same", async () => {
  const args = ["check", "endless.c", "--no-cache", "--clang", "./slow-clang"];
  const [time, key] = await inPairs(
    [
      () => folder.ravel([...args, "--timeout", "0.5"]),
      () => folder.ravel([...args, "--format", "json"], { meanwhile: (child) => setTimeout(() => child.kill("SIGINT"), 1500) }),
    ],
    (run) => run(),
  );
  expect(time).toMatchObject({
    status: 3,
    stdout: expect.stringMatching(/^UNKNOWN: the time limit of 0\.5 s was reached before the check had begun \(RVL301\)\n/),
  });
  expect(time?.seconds).toBeLessThan(0.5 + within + slack);
  const report = JSON.parse(key?.stdout as string) as { unknown: { code: string } };
  expect([key?.status, report.unknown.code, schemaFaults("report", report)]).toEqual([3, "RVL305", []]);
  expect(key?.seconds).toBeLessThan(1.5 + within + slack);
});

test("a reader that goes away is no error", async () => {
  const ended = await folder.ravel(["check", example("race-fixed.c"), "--format", "json"], {
    meanwhile: (child) => child.stdout?.destroy(),
  });
  expect([ended.status, ended.stderr]).toEqual([0, ""]);
});
