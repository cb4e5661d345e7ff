// Violations on the command line: printed when they are confirmed, all of them on request, with the exit status that was asked for.

import { afterAll, beforeAll, expect, test } from "vitest";
import { Folder, inPairs, schemaFaults } from "./command-line.ts";

const folder = new Folder();
afterAll(() => folder.remove());

beforeAll(() => {
  folder.file(
    "races.c",
    "#include <pthread.h>\nstatic int a, b, c;\nstatic void *work(void *p) {\n  a++;\n  b++;\n  c++;\n  return p;\n}\nint main(void) {\n  pthread_t t;\n  pthread_create(&t, 0, work, 0);\n  work(0);\n  pthread_join(t, 0);\n  return 0;\n}\n",
  );
  // The race is in every run; the assertion holds, and no engine proves that soon.
  folder.file(
    "long.c",
    "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\nstatic int plain;\nstatic atomic_int n, m;\nstatic void *work(void *p) {\n  plain++;\n  for (int i = 0; i < 8; i++) { n++; m += n; }\n  return p;\n}\nint main(void) {\n  pthread_t t[5];\n  for (int i = 0; i < 5; i++) pthread_create(&t[i], 0, work, 0);\n  for (int i = 0; i < 5; i++) pthread_join(t[i], 0);\n  assert(n == 40);\n  return 0;\n}\n",
  );
});

test("--all reports three races; the text is the same whether it is printed bit by bit or written at the end; --fail-on none", async () => {
  const all = ["check", "races.c", "--all", "--jobs", "1"];
  const [streamed, written, json] = await inPairs(
    [all, [...all, "-o", "out.txt", "--fail-on", "none"], [...all, "--format", "json"]],
    (words) => folder.ravel(words),
  );
  expect([streamed?.status, written?.status, json?.status]).toEqual([1, 0, 1]);
  expect(streamed?.stdout).toBe(folder.read("out.txt"));
  expect(streamed?.stdout.match(/^UNSAFE: data race on [abc] /gm)).toHaveLength(3);
  expect(streamed?.stdout).toContain("\nResult: UNSAFE (race at 3 places)\n");
  const report = JSON.parse(json?.stdout as string) as { properties: { property: string; violations: unknown[] }[] };
  expect(schemaFaults("report", report)).toEqual([]);
  expect(report.properties.map((p) => [p.property, p.violations.length])).toEqual([
    ["assert", 0],
    ["deadlock", 0],
    ["memory", 0],
    ["race", 3],
  ]);
});

test("a violation is printed while the check goes on; --first ends there", async () => {
  let seen = "";
  const interrupted = folder.ravel(["check", "long.c", "--timeout", "600"], {
    meanwhile: (child) =>
      child.stdout?.on("data", (data: Buffer) => {
        seen += data.toString();
        if (seen.includes("races with")) child.kill("SIGINT");
      }),
  });
  const { stdout, status } = await interrupted;
  expect(status).toBe(1);
  expect(stdout).toMatch(
    /^UNSAFE: data race on plain [\s\S]*\nResult: UNSAFE \(race\)\n[\s\S]*\nassert, deadlock and memory: unknown \(RVL305\): interrupted/,
  );
  const first = await folder.ravel(["check", "long.c", "--first", "--timeout", "600"]);
  expect(first.stdout).toMatch(
    /^UNSAFE: data race on plain [\s\S]*: unknown \(RVL305\): the check ended at the first violation \(--first\)/,
  );
});

test("plain ASCII in other locales and on dumb terminals; colours in a pipe only if asked for", async () => {
  const words = ["check", "races.c", "--jobs", "1"];
  const rows: [readonly string[], Record<string, string>][] = [
    [words, { LC_ALL: "C" }],
    [words, { LANG: "de_DE.UTF-8" }],
    [[...words, "--color", "always"], { TERM: "dumb", NO_COLOR: "1" }],
  ];
  const [ascii, unicode, coloured] = await inPairs(rows, ([args, environment]) => folder.ravel(args, { environment }));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
  const isAscii = /^[\n\x1b\x20-\x7e]*$/;
  expect([ascii, unicode, coloured].map((e) => isAscii.test(e?.stdout as string))).toEqual([true, false, true]);
  expect([ascii, unicode, coloured].map((e) => e?.stdout.includes("\u001b[1;31mUNSAFE"))).toEqual([false, false, true]);
  expect(ascii?.stdout).toMatch(/\| *> *\d+ a\+\+ .*a: 0 -> 1/);
  expect(ascii?.stdout.split("\n").length).toBe(unicode?.stdout.split("\n").length);
});
