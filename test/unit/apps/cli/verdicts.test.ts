// Verdicts and their exit statuses, the formats, and where reports go.

import { afterAll, beforeAll, expect, test } from "vitest";
import { type Ended, example, Folder, inPairs, schemaFaults } from "./command-line.ts";

const folder = new Folder();
afterAll(() => folder.remove());

const safe =
  "SAFE: assert, deadlock, memory and race hold in all interleavings and for all inputs\n  every run was searched \\(explore\\)\n";

beforeAll(() => {
  folder.file("calm.c", "#include <assert.h>\nint main(void) { assert(1 + 1 == 2); return 0; }\n");
  folder.file("strange.c", "int somewhere_else(int);\nint main(void) { return somewhere_else(3); }\n");
  folder.file("overflow.c", "#include <limits.h>\nint main(void) { volatile int x = INT_MAX; x++; return 0; }\n");
});

test("all unresolved functions are named at once", async () => {
  folder.file("several.c", "int helper(int); void other(void); int unused(int); int main(void) { other(); return helper(1); }\n");
  const { stdout } = await folder.ravel(["check", "several.c"]);
  expect(stdout).toContain("note RVL202: functions called, but neither defined nor modelled: helper, other\n");
});

test("0 safe, 1 unsafe, 3 unknown, 4 up to a bound: the first line says which", async () => {
  const table: readonly (readonly [readonly string[], number, RegExp])[] = [
    [["calm.c"], 0, new RegExp(`^${safe}$`)],
    [[example("race-fixed.c")], 0, new RegExp(`^${safe}$`)],
    [
      [example("lost-update.c")],
      1,
      /^UNSAFE: data race on visitors at [\s\S]*\nUNSAFE: assertion fails: visitors == 2 at .*lost-update\.c:24:3 in main\n/,
    ],
    [[example("deadlock.c")], 1, /^UNSAFE: deadlock: T1 and T2 wait for each other\n/],
    [
      ["overflow.c", "--property", "overflow"],
      1,
      /^UNSAFE: signed overflow at overflow\.c:2:\d+ in main: the result does not fit its signed type\n/,
    ],
    [
      [example("race-fixed.c"), "--engine", "explore", "--strategy", "random", "--max-runs", "3"],
      3,
      /^UNKNOWN: .* \(RVL304\)\n.*\n {2}hint: /,
    ],
    [["strange.c"], 3, /^UNKNOWN: .*somewhere_else.* \(RVL202\)\n[\s\S]*hint: .*--unknown-calls nondet/],
    [[example("race-fixed.c"), "--max-steps", "6"], 4, /^SAFE UP TO A BOUND: .*runs up to 6 steps\n/],
    [[example("lost-update.c"), "--fail-on", "unknown,bounded"], 0, /^UNSAFE/],
    [[example("race-fixed.c"), "--max-steps", "6", "--fail-on", "unsafe"], 0, /^SAFE UP/],
  ];
  const ended = await inPairs(table, ([args]) => folder.ravel(["check", ...args]));
  ended.forEach((e, i) => {
    const [args, status, first] = table[i] as (typeof table)[number];
    expect({ args, status: e.status, stderr: e.stderr }).toEqual({ args, status, stderr: "" });
    expect(e.stdout).toMatch(first);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no colours without a terminal
    expect(e.stdout).not.toMatch(/\u001b/);
  });
});

test("JSON, further reports, a file instead of standard output: the same report", async () => {
  const args = ["check", example("use-after-free.c"), "--format", "json"];
  const [first, second] = await Promise.all([
    folder.ravel([...args, "--report", "text=further.txt", "--stats"]),
    folder.ravel([...args, "-o", "out.json", "--witness", "w.json"]),
  ]);
  expect([first.status, second.status, second.stdout, first.stderr, second.stderr]).toEqual([1, 1, "", "", ""]);
  const here = JSON.parse(first.stdout) as { stats: unknown; verdict: string; violation: { kind: string } };
  const there = folder.json("out.json") as typeof here;
  expect([schemaFaults("report", here), schemaFaults("report", there), schemaFaults("witness", folder.json("w.json"))]).toEqual([
    [],
    [],
    [],
  ]);
  expect({ ...here, stats: null }).toEqual({ ...there, stats: null }); // the same except for times
  expect([here.verdict, here.violation.kind]).toEqual(["unsafe", "use-after-free"]);
  expect(folder.read("further.txt")).toMatch(
    /^UNSAFE: [\s\S]*\nUNSAFE: use after free at [\s\S]*\nengine auto[\s\S]*\n {2}work [\s\S]*\n {2}time [\s\S]*\n {2}memory /,
  );
});

test("the width of the terminal counts, colours and progress are for terminals, help and version are there", async () => {
  const lines = (s: string): number =>
    Math.max(
      ...s
        .split("\n")
        .filter((l) => l.includes("│"))
        .map((l) => l.length),
    );
  const [narrow, wide, progress, version, help, nothing, engines] = await inPairs(
    [
      { args: ["check", example("deadlock.c")], environment: { COLUMNS: "90" } },
      { args: ["check", example("deadlock.c")], environment: { COLUMNS: "200", NO_COLOR: "1" } },
      {
        args: ["check", example("race-fixed.c"), "--engine", "explore", "--strategy", "random", "--max-runs", "500", "--progress", "json"],
        environment: {},
      },
      { args: ["--version"], environment: {} },
      { args: ["run", "--help"], environment: {} },
      { args: [], environment: {} },
      { args: ["engines", "--format", "json"], environment: {} },
    ],
    ({ args, environment }) => folder.ravel(args, { environment }),
  );
  expect(lines(narrow?.stdout as string)).toBeLessThanOrEqual(90);
  expect(lines(wide?.stdout as string)).toBeGreaterThan(110);
  for (const line of (progress as Ended).stderr.trimEnd().split("\n"))
    expect(JSON.parse(line)).toMatchObject({ elapsed: expect.any(Number), text: expect.stringMatching(/runs/) });
  expect(version?.stdout).toMatch(/^ravel \d+\.\d+\.\d+\n$/);
  expect([help?.status, help?.stdout.includes("--schedule WITNESS.json")]).toEqual([0, true]);
  expect([nothing?.status, nothing?.stdout, nothing?.stderr.startsWith("Ravel checks")]).toEqual([2, "", true]);
  expect((JSON.parse(engines?.stdout as string) as { engines: { name: string }[] }).engines.map((e) => e.name)).toContain("auto");
});
