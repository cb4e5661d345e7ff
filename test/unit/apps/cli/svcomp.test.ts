// `ravel check --svcomp`: the answer, its exit status, and mistakes that leave every file as it was.

import { afterAll, beforeAll, expect, test } from "vitest";
import { graphmlFaults, yamlFaults } from "../../../golden/witness-rules.ts";
import { example, Folder, inPairs, schemaFaults } from "./command-line.ts";

const folder = new Folder();
beforeAll(() => {
  folder.file("race.prp", "CHECK( init(main()), LTL(G ! data-race) )\n");
  folder.file("unreach.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
  folder.file("end.prp", "CHECK( init(main()), LTL(F end) )\n");
  folder.file("error.c", "void reach_error(void) { }\nint main(void) { reach_error(); return 0; }\n");
  folder.file("kept.txt", "kept");
  folder.file("kept.txt.yml", "kept");
});
afterAll(() => folder.remove());

test("answers and exit statuses; the text report ends with the answer", async () => {
  const table = [
    [["--svcomp", "race.prp", example("race-fixed.c")], 0, "TRUE\n"],
    [["--svcomp", "race.prp", example("lost-update.c")], 1, "FALSE(no-data-race)\n"],
    [["--svcomp", "race.prp", example("lost-update.c"), "--fail-on", "unknown"], 0, "FALSE(no-data-race)\n"],
    [
      ["--svcomp", "race.prp", example("race-fixed.c"), "--engine", "explore", "--context-bound", "0"],
      3,
      "UNKNOWN\nreason: no-data-race: it holds only within these bounds: without preemptions\n",
    ],
    [
      ["--svcomp", "race.prp", example("race-fixed.c"), "--format", "text"],
      0,
      "SAFE: race holds in all interleavings and for all inputs\n  every run was searched (explore)\n\nSV-COMP: TRUE\n",
    ],
  ] as const;
  const ended = await inPairs(table, ([args]) => folder.ravel(["check", ...args]));
  expect(ended.map((e) => [e.status, e.stdout, e.stderr])).toEqual(table.map(([, status, text]) => [status, text, ""]));
});

test("the witness of a call that must not happen replays", async () => {
  const ended = await folder.ravel(["check", "error.c", "--svcomp", "unreach.prp", "--witness", "w.json"]);
  expect([ended.status, ended.stdout]).toEqual([1, "FALSE(unreach-call)\n"]);
  expect(schemaFaults("witness", folder.json("w.json"))).toEqual([]);
  expect((await folder.ravel(["replay", "w.json"])).status).toBe(1);
});

test("the witness of memory that is not freed replays, although a pointer leads to the memory", async () => {
  folder.file("cleanup.prp", "CHECK( init(main()), LTL(G valid-memcleanup) )\n");
  folder.file("kept.c", "#include <stdlib.h>\nint *kept;\nint main(void) { kept = malloc(4); return 0; }\n");
  const ended = await folder.ravel(["check", "kept.c", "--svcomp", "cleanup.prp", "--witness", "c.json"]);
  expect([ended.status, ended.stdout]).toEqual([1, "FALSE(valid-memcleanup)\n"]);
  expect(schemaFaults("witness", folder.json("c.json"))).toEqual([]);
  expect((await folder.ravel(["replay", "c.json"])).status).toBe(1);
  expect((await folder.ravel(["check", "kept.c", "--property", "leak"])).status).toBe(0);
});

test("witnesses of the competition: the format follows from the name of the file; there is none for UNKNOWN", async () => {
  const files = ["--report", "svcomp=w.graphml", "--report", "svcomp=w.yml", "--report", "svcomp=answer.txt"];
  const [unsafe, unknown] = await inPairs([[], ["--engine", "explore", "--context-bound", "0"]], (more) => {
    const [program, names] =
      more.length === 0 ? ["lost-update.c", files] : ["race-fixed.c", ["--report", "svcomp=none.yml", "--report", "svcomp=kept.txt.yml"]];
    return folder.ravel(["check", example(program), "--svcomp", "race.prp", ...names, ...more]);
  });
  expect([unsafe?.status, unknown?.status]).toEqual([1, 3]);
  expect(folder.read("answer.txt")).toBe("FALSE(no-data-race)\n");
  expect(graphmlFaults(folder.read("w.graphml"))).toEqual([]);
  expect(yamlFaults(folder.read("w.yml"))).toEqual([]);
  expect(() => folder.read("none.yml")).toThrow("ENOENT");
  expect(folder.read("kept.txt.yml")).toBe("kept");
});

test.each([
  [["--report", "svcomp=kept.txt"], "RVL003: --report svcomp=FILE needs a property file"],
  [["--svcomp", "race.prp", "--entry", "main"], "RVL003: --svcomp conflicts with --entry"],
  [["--svcomp", "none.prp"], "RVL002: cannot read none.prp"],
  [["--svcomp", "end.prp"], "RVL106: end.prp: LTL(Fend) is not a property that Ravel checks"],
  [["--svcomp", "error.c"], "RVL106: error.c: voidreach_error"],
  [["--svcomp", "race.prp", "--property", "race"], "RVL003: --svcomp conflicts with --property"],
  [["--format", "svcomp"], "RVL003: --format svcomp needs a property file"],
  [["--svcomp", "race.prp", "--report", "json=race.prp"], "RVL001: --report race.prp would overwrite the input file race.prp"],
])("%j: a coded message, exit status 2, nothing overwritten", async (options, message) => {
  const ended = await folder.ravel(["check", example("race-fixed.c"), ...options, "-o", "kept.txt"]);
  expect([ended.status, ended.stdout]).toEqual([2, ""]);
  expect(ended.stderr).toContain(`error ${message}`);
  expect([folder.read("kept.txt"), folder.read("race.prp")]).toEqual(["kept", "CHECK( init(main()), LTL(G ! data-race) )\n"]);
});
