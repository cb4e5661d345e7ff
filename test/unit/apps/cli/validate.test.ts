// `ravel validate`: accepted, rejected, undecided, with their exit statuses; and mistakes.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { example, Folder, inPairs } from "./command-line.ts";

const folder = new Folder();
const racy = example("lost-update.c");
const safe = example("race-fixed.c");

const witness = (file: string, line: number, more = ""): string => `- entry_type: violation_sequence
  metadata:
    task:
      input_file_hashes: {"p.c": "${createHash("sha256").update(readFileSync(file)).digest("hex")}"}
      specification: "G ! data-race"
      data_model: LP64
  content:
  - segment:
    - waypoint: {type: target, action: follow, location: {file_name: "${file}", line: ${line}}${more}}
`;

beforeAll(() => {
  folder.file("race.prp", "CHECK( init(main()), LTL(G ! data-race) )\n");
  folder.file("right.yml", witness(racy, 14));
  folder.file("elsewhere.yml", witness(racy, 24));
  folder.file("no-line.yml", witness(racy, 4000));
  folder.file("safe.yml", witness(safe, 14));
  folder.file("no-property.yml", witness(racy, 14).replace('"G ! data-race"', '""'));
  folder.file("end.yml", witness(racy, 14).replace("G ! data-race", "F end"));
  folder.file("damaged.yml", "- [");
});
afterAll(() => folder.remove());

test("accepted, rejected, undecided", async () => {
  await folder.ravel(["check", racy, "--svcomp", "race.prp", "--report", "svcomp=own.graphml"]);
  const table: readonly (readonly [readonly string[], number, string])[] = [
    [["own.graphml", racy], 0, "ACCEPTED: a run along the witness violates the property: data race at "],
    [["right.yml", racy], 0, "ACCEPTED: "],
    [["no-property.yml", racy, "--svcomp", "race.prp"], 0, "ACCEPTED: "],
    [["right.yml", safe], 1, "REJECTED: the witness is about another program"],
    [["no-line.yml", racy], 1, "REJECTED: "],
    [["safe.yml", safe], 1, "REJECTED: no run of the program violates the property"],
    [["elsewhere.yml", racy], 3, "UNDECIDED: no run along the witness violates the property, although other runs do"],
  ];
  const ended = await inPairs(table, ([args]) => folder.ravel(["validate", ...args]));
  ended.forEach((e, i) => {
    const [args, status, text] = table[i] as (typeof table)[number];
    expect([args, e.status, e.stderr]).toEqual([args, status, ""]);
    expect(e.stdout).toContain(text);
  });
  const json = await folder.ravel(["validate", "no-line.yml", racy, "--format", "json"]);
  expect(JSON.parse(json.stdout)).toEqual({ verdict: "rejected", text: `${racy} has no line 4000` });
});

test("mistakes: a coded message, exit status 2", async () => {
  const table: readonly (readonly [readonly string[], string])[] = [
    [["right.yml"], "RVL001: expected a witness and a program"],
    [["none.yml", racy], "RVL002: cannot read none.yml"],
    [["damaged.yml", racy], "RVL401: damaged.yml is not a valid witness: line 1"],
    [["no-property.yml", racy], "RVL401: no-property.yml names no property"],
    [["end.yml", racy], "RVL106: end.yml: LTL(Fend) is not a property that Ravel checks"],
    [["right.yml", "none.c"], "RVL002: cannot read none.c"],
    [["right.yml", racy, "--svcomp", "right.yml"], "RVL106: right.yml: "],
  ];
  const ended = await inPairs(table, ([args]) => folder.ravel(["validate", ...args]));
  ended.forEach((e, i) => {
    const [args, text] = table[i] as (typeof table)[number];
    expect([args, e.status, e.stdout]).toEqual([args, 2, ""]);
    expect(e.stderr).toContain(`error ${text}`);
  });
});
