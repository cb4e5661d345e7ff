// `ravel check --schedule`: the first run is that of a witness, and a witness that does not fit is reported.

import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { example, Folder, inPairs } from "./command-line.ts";

const folder = new Folder();
afterAll(() => folder.remove());

test.each(["guided", "symex"])(
  "%s: a given schedule is the first run; malformed 401, of another program 402, not followed 403",
  async (engine) => {
    folder.file("p.c", readFileSync(example("lost-update.c"), "utf8"));
    folder.file("other.c", readFileSync(example("race-fixed.c"), "utf8"));
    const options = ["--engine", engine, "--property", "assert"];
    await folder.ravel(["check", "p.c", ...options, "--witness", "w.json"]);
    const witness = folder.json("w.json") as { schedule: { thread: number }[] };
    folder.file("cut.json", JSON.stringify(witness).slice(0, 300));
    const far = witness.schedule.map((s) => ({ ...s, thread: s.thread === 0 ? 0 : 1000 }));
    folder.file("far.json", JSON.stringify({ ...witness, schedule: far }));
    const [along, malformed, other, flags, diverges, unfit] = await inPairs(
      [
        ["p.c", ...options, "--schedule", "w.json", "--format", "json"],
        ["p.c", ...options, "--schedule", "cut.json"],
        ["other.c", ...options, "--schedule", "w.json"],
        ["p.c", ...options, "--schedule", "w.json", "--", "-DN=3"],
        ["p.c", ...options, "--schedule", "far.json"],
        ["p.c", "--engine", "staged", "--schedule", "w.json"],
      ],
      (args) => folder.ravel(["check", ...args]),
    );
    expect([along?.status, (JSON.parse(along?.stdout as string) as { stats: { runs: number } }).stats.runs]).toEqual([1, 1]);
    expect(malformed).toMatchObject({ status: 2, stderr: expect.stringMatching(/RVL401: cut\.json is not a witness/) });
    expect(other).toMatchObject({ status: 2, stderr: expect.stringMatching(/RVL402: w\.json is a witness of p\.c; other\.c differs/) });
    expect(flags).toMatchObject({ status: 2, stderr: expect.stringMatching(/RVL402: w\.json .* compiled with other flags/) });
    expect(diverges).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/RVL403: the program diverges from the given schedule at step/),
    });
    expect(unfit).toMatchObject({ status: 2, stderr: expect.stringMatching(/RVL003[\s\S]*guided/) });
  },
);
