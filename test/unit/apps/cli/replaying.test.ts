// `ravel run` and `ravel replay`: runs are reproducible, witnesses replay, and mismatches are reported.

import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { example, Folder, inPairs, schemaFaults } from "./command-line.ts";

const folder = new Folder();
afterAll(() => folder.remove());

const program = readFileSync(example("lost-update.c"), "utf8");

test("a witness replays (1), on a corrected program the run succeeds (0), on another it diverges (3, RVL403)", async () => {
  folder.file("p.c", program);
  const check = await folder.ravel(["check", "p.c", "--witness", "w.json"]);
  expect([check.status, /To step through this run: ravel debug w\.json/.test(check.stdout)]).toEqual([1, true]);
  const witness = folder.json("w.json") as { schedule: { thread: number }[]; program: { files: string[] } };
  expect(schemaFaults("witness", witness)).toEqual([]);

  const [again, json, along] = await inPairs(
    [
      ["replay", "w.json"],
      ["replay", "w.json", "--format", "json"],
      ["run", "p.c", "--schedule", "w.json"],
    ],
    (args) => folder.ravel(args),
  );
  expect(again).toMatchObject({
    status: 1,
    stderr: "",
    stdout: expect.stringMatching(/^FAILS: assertion fails: visitors == 2 at p\.c:24:3 in main\n/),
  });
  expect([json?.status, schemaFaults("run", JSON.parse(json?.stdout as string))]).toEqual([1, []]);
  expect(along).toMatchObject({ status: 1, stdout: again?.stdout });

  // The same steps, but the assertion holds now and there is no race: the program runs to its end.
  folder.file(
    "p.c",
    program
      .replace("static int", "static _Atomic int")
      .replace("  visitors++;", "  visitors = visitors + 1;")
      .replace("visitors == 2", "visitors <= 2"),
  );
  const mended = await folder.ravel(["replay", "w.json"]);
  expect(mended).toMatchObject({ status: 0, stdout: expect.stringMatching(/^The program ends with status 0 after /) });
  expect(mended.stdout).toMatch(
    /warning RVL402: p\.c has changed since the witness was written\n[\s\S]*warning RVL402: the failure of the witness \(assertion: visitors == 2\) does not occur/,
  );

  // Threads that lock cannot be interleaved in this way.
  folder.file("p.c", readFileSync(example("race-fixed.c"), "utf8"));
  const [other, otherJson] = await inPairs(
    [
      ["replay", "w.json"],
      ["replay", "w.json", "--format", "json"],
    ],
    (args) => folder.ravel(args),
  );
  expect(other).toMatchObject({
    status: 3,
    stdout: expect.stringMatching(/error RVL403: the program diverges from the schedule at step \d+/),
  });
  const object = JSON.parse(otherJson?.stdout as string) as { divergedAt: number; diagnostics: { code: string }[] };
  expect([otherJson?.status, schemaFaults("run", object), object.diagnostics.map((d) => d.code)]).toEqual([3, [], ["RVL402", "RVL403"]]);

  folder.file(
    "far.json",
    JSON.stringify({ ...witness, schedule: witness.schedule.map((s) => ({ ...s, thread: s.thread === 0 ? 0 : 1_000_000 })) }),
  );
  folder.file("gone.json", JSON.stringify({ ...witness, program: { ...witness.program, files: ["gone.c"] } }));
  folder.file("cut.json", JSON.stringify(witness).slice(0, 300));
  folder.file("old.json", JSON.stringify({ ...witness, schema: 0 }));
  const [far, gone, cut, old] = await inPairs(["far.json", "gone.json", "cut.json", "old.json"], (name) => folder.ravel(["replay", name]));
  expect(far).toMatchObject({ status: 3, stdout: expect.stringMatching(/RVL403/) });
  expect(gone).toMatchObject({ status: 2, stderr: expect.stringMatching(/RVL402: the witness names gone\.c, which does not exist/) });
  expect(cut).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/RVL401: cut\.json is not a witness: the JSON is damaged or incomplete/),
  });
  expect(old).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/RVL401: old\.json is not a witness: schema 0 instead of 1/),
  });
});

test("the same seed gives the same bytes; a run's own witness replays to the same end", async () => {
  folder.file("q.c", program);
  const [a, b, c, w, d] = await inPairs(
    [
      ["run", "q.c", "--seed", "5"],
      ["run", "q.c", "--seed", "5", "--no-cache"],
      ["run", "q.c", "--seed", "6"],
      ["run", "q.c", "--seed", "6", "--strategy", "pct", "--witness", "run.json", "--format", "json"],
      ["check", "q.c", "--seed", "9"],
    ],
    (args) => folder.ravel(args),
  );
  expect(a?.stdout).toBe(b?.stdout);
  expect(a?.stdout).not.toBe(c?.stdout);
  expect(schemaFaults("run", JSON.parse(w?.stdout as string))).toEqual([]);
  expect(schemaFaults("witness", folder.json("run.json"))).toEqual([]);
  const [replayed, e] = await inPairs(
    [
      ["replay", "run.json", "--format", "json"],
      ["check", "q.c", "--seed", "9"],
    ],
    (args) => folder.ravel(args),
  );
  const schedule = (s: string | undefined): unknown => (JSON.parse(s as string) as { witness: unknown }).witness;
  expect([replayed?.status, schedule(replayed?.stdout)]).toEqual([w?.status, schedule(w?.stdout)]);
  expect(d?.stdout).toBe(e?.stdout);
});

test("runs: inputs are given, output is shown, a truncated run is marked", async () => {
  folder.file(
    "echo.c",
    '#include <stdio.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(); printf("%d and %d\\033[2J\\n", a, b); return a == 7 ? 3 : 4; }\n',
  );
  folder.file("for-ever.c", "#include <stdatomic.h>\nstatic atomic_int x;\nint main(void) { while (x == 0) ; return 0; }\n");
  folder.file("in.json", '[7, "-2"]');
  const [echo, cut, stopped] = await inPairs(
    [
      ["run", "echo.c", "--input", "in.json"],
      ["run", "for-ever.c", "--max-steps", "50"],
      ["check", "echo.c", "--input", "in.json", "--property", "assert"],
    ],
    (args) => folder.ravel(args),
  );
  expect(echo).toMatchObject({ status: 0, stdout: expect.stringMatching(/^The program ends with status 3 after /) });
  expect(echo?.stdout).toContain("  with the inputs __VERIFIER_nondet_int = 7, __VERIFIER_nondet_int = -2\n");
  expect(echo?.stdout).toContain("The program printed:\n  | 7 and -2\\x1b[2J\n"); // shown, not obeyed
  expect(cut).toMatchObject({
    status: 3,
    stdout: expect.stringMatching(/while \(x == 0\)[\s\S]*x is 0 \(×50\)[\s\S]*note RVL303: the run was stopped after 50 steps/),
  });
  expect(stopped?.stdout).toMatch(/^SAFE/);
});
