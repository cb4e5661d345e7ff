// ravel.json: many targets in one check, answers that are used again, suppressions, `ravel init`, and what is wrong with the file.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, expect, test } from "vitest";
import { parseProject } from "../../../../src/apps/cli/project-file.ts";
import { Folder, schemaFaults } from "./command-line.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const schema = JSON.parse(readFileSync(join(root, "schemas/ravel.schema.json"), "utf8")) as object;
const isValid = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false }).compile(schema);
const folders: Folder[] = [];
afterAll(() => {
  for (const f of folders) f.remove();
});
const newFolder = (): Folder => {
  const f = new Folder();
  folders.push(f);
  return f;
};

test("40 targets: a second check re-checks only what includes the changed file", async () => {
  const folder = newFolder();
  const count = 40;
  folder.file("step.h", "#define STEP 1\n");
  for (let i = 0; i < count; i++)
    folder.file(
      `t${i}.c`,
      `${i % 10 === 0 ? '#include "step.h"' : "#define STEP 1"}\n#include <assert.h>\nint main(void) { assert(STEP < ${i === 7 ? 1 : 3}); }\n`,
    );
  folder.file(
    "ravel.json",
    JSON.stringify({ properties: ["assert"], targets: Array.from({ length: count }, (_, i) => ({ name: `t${i}`, files: [`t${i}.c`] })) }),
  );
  const first = await folder.ravel(["check", "--jobs", "2"]);
  expect(first.stdout).toContain("40 targets: 1 unsafe, 39 safe; 40 checked, 0 unchanged\nFor its report: ravel check t7\n");
  expect(first.stdout).toMatch(/^t7 +UNSAFE +[\d.]+ s +assertion at t7\.c:3$/m);
  expect(first.status).toBe(1);
  folder.file("step.h", "#define STEP 5\n");
  const second = await folder.ravel(["check", "--jobs", "2", "--format", "json"]);
  expect(schemaFaults("project", JSON.parse(second.stdout))).toEqual([]);
  const { verdict, targets } = JSON.parse(second.stdout) as {
    verdict: string;
    targets: { name: string; verdict: string; reused: boolean; report: unknown }[];
  };
  expect(verdict).toBe("unsafe");
  expect(targets.filter((t) => !t.reused).map((t) => [t.name, t.verdict])).toEqual(["t0", "t10", "t20", "t30"].map((n) => [n, "unsafe"]));
  const third = await folder.ravel(["check", "--property", "memory", "t1", "t2"]); // other options: other answers
  expect(third.stdout).toContain("2 targets: 2 safe; 2 checked, 0 unchanged");
});

const racy = (mark: string): string => `
#include <pthread.h>
int hits;
static void *count(void *x) { hits++; return x; } ${mark}
int main(void) { pthread_t t; pthread_create(&t, 0, count, 0); count(0); pthread_join(t, 0); }
`;

test("suppressions, entries, errors of one target, and the report of one", async () => {
  const folder = newFolder();
  folder.file("racy.c", racy(""));
  folder.file("lib.c", "int get(int *p) { return p ? *p : 0; }\n");
  folder.file("wrong.c", "int main(void) { return x; }\n");
  const targets = [
    { name: "racy", files: ["racy.c"] },
    { name: "lib", files: ["lib.c"], entry: "get" },
    { name: "wrong", files: ["wrong.c"] },
  ];
  const suppressions = [{ property: "race", file: "./racy.c", function: "count", reason: "rough" }];
  folder.file("ravel.json", JSON.stringify({ properties: ["race"], failOn: ["unsafe"], targets, suppressions }));
  for (const _ of [1, 2]) {
    const { stdout, status } = await folder.ravel(["check", "--report", "json=all.json", "--report", "sarif=all.sarif", "-o", "all.txt"]);
    expect(stdout).toBe("");
    const text = folder.read("all.txt");
    expect(text).toMatch(/^racy +UNKNOWN +[\d.]+ s +RVL313/m); // never re-used
    expect(text).toMatch(/^lib +SAFE-BOUNDED/m);
    expect(text).toMatch(/^wrong +ERROR +wrong.c:1: RVL101: /m);
    expect(status).toBe(2);
    expect(schemaFaults("project", folder.json("all.json"))).toEqual([]);
    expect(folder.json("all.sarif")).toMatchObject({
      runs: [
        { automationDetails: { id: "ravel/racy/" }, invocations: [{ executionSuccessful: false }] },
        { automationDetails: { id: "ravel/lib/" }, invocations: [{ executionSuccessful: true }] },
        {
          automationDetails: { id: "ravel/wrong/" },
          invocations: [{ toolConfigurationNotifications: [{ descriptor: { id: "RVL101" } }] }],
        },
      ],
    });
  }
  const one = await folder.ravel(["check", "racy", "--format", "json", "--fail-on", "unknown"]);
  expect(JSON.parse(one.stdout)).toMatchObject({ verdict: "unknown", unknown: { code: "RVL313" } });
  expect(one.status).toBe(3);
  expect((await folder.ravel(["check", "racy"])).status).toBe(0); // by failOn of the file, as for all targets
  for (const [args, code] of [
    [["none"], "RVL002"],
    [["--engine", "staged"], "RVL003"],
    [["--witness", "w.json"], "RVL003"],
    [["--format", "svcomp"], "RVL003"],
    [["--all"], "RVL003"],
    [["--report", "svcomp=x.yml"], "RVL003"],
    [["--report", "pdf=x.pdf"], "RVL001"],
    [["--report", "json=racy.c"], "RVL001"],
    [["--report", "json=ravel.json"], "RVL001"],
    [["--report", "json=nowhere/x.json"], "RVL007"],
    [["-o", "lib.c"], "RVL001"],
  ] as const) {
    const { status, stderr, stdout } = await folder.ravel(["check", ...args]);
    expect([args, status, `${stderr}${stdout}`]).toEqual([args, 2, expect.stringContaining(code)]);
  }
});

test("flags after -- are those of every target; a target may be named like a directory; a file is never an option", async () => {
  const folder = newFolder();
  folder.file("v.c", "#include <assert.h>\n#ifndef V\n#define V 1\n#endif\nint main(void) { assert(V == 1); }\n");
  folder.file("v/keep", "");
  folder.file("ravel.json", JSON.stringify({ properties: ["assert"], targets: [{ name: "v", files: ["v.c"], flags: ["-DV=1"] }] }));
  expect((await folder.ravel(["check", "v"])).status).toBe(0);
  expect((await folder.ravel(["check", "v", "--", "-UV", "-DV=2"])).status).toBe(1);
  expect((await folder.ravel(["check"])).stdout).toMatch(/^v +SAFE/m);
  expect((await folder.ravel(["check", "--", "-UV", "-DV=2"])).stdout).toMatch(/^v +UNSAFE/m);
  folder.file("ravel.json", JSON.stringify({ targets: [{ name: "v", files: ["v.c", "--property=deadlock"] }] }));
  expect((await folder.ravel(["check"])).stdout).toMatch(/^v +ERROR +RVL002: cannot read \.\/--property=deadlock/m);
});

test("ravel init writes targets of a build, and never overwrites", async () => {
  const folder = newFolder();
  folder.file("main.c", "int get(void);\nint main(void) { return get(); }\n");
  folder.file("get.c", "int get(void) { return 0; }\n");
  const unit = (file: string, target: string): object => ({
    directory: folder.path,
    file,
    arguments: ["cc", "-c", file],
    output: `CMakeFiles/${target}.dir/${file}.o`,
  });
  folder.file("build/compile_commands.json", JSON.stringify([unit("main.c", "app"), unit("get.c", "lib")]));
  expect((await folder.ravel(["init", "build"])).status).toBe(0);
  expect(folder.json("ravel.json")).toMatchObject({ build: "build", targets: [{ name: "app", target: ["app", "lib"] }] });
  expect(isValid(folder.json("ravel.json"))).toBe(true);
  expect((await folder.ravel(["check"])).stdout).toMatch(/^app +SAFE/m);
  const before = folder.read("ravel.json");
  for (const args of [["init", "build"], ["init"], ["init", "build", "more"], ["init", "nowhere"]]) {
    const { status, stderr } = await folder.ravel(args);
    expect([args, status, stderr]).toEqual([args, 2, expect.stringMatching(/^error RVL0\d\d: /)]);
  }
  expect(folder.read("ravel.json")).toBe(before);
  const empty = newFolder();
  empty.file("build/compile_commands.json", "[]");
  expect((await empty.ravel(["init", "build"])).stderr).toMatch(/^error RVL010: /);
  expect(existsSync(join(empty.path, "ravel.json"))).toBe(false);
});

test("the README's ravel.json is valid, for the schema and for Ravel", () => {
  const [, text = ""] = /```json[^\n]*\n(\{\n {2}"build"[\s\S]*?)```/.exec(readFileSync(join(root, "README.md"), "utf8")) ?? [];
  expect(isValid(JSON.parse(text))).toBe(true);
  expect(parseProject(text, "ravel.json").targets.map((t) => t.name)).toEqual(["server", "queue"]);
});

const target = '{"name": "a", "files": ["a.c"]}';
test.each([
  ["", "1:1"],
  ["[]", "1:1"],
  ["{}", "1:1"],
  [`{"targets": [${target}],}`, "1:47"],
  ['{"targets": []}', "1:13"],
  ['{"targets": [\n  {"name": "a"}]}', "2:3"],
  ['{"targets": [{"name": "", "files": ["a.c"]}]}', "1:23"],
  [`{"targets": [${target},\n ${target}]}`, "2:11"],
  ['{"targets": [{"name": "a", "target": "x"}]}', "1:38"],
  [`{"targets": [${target}],\n "limit": {}}`, "2:11"],
  [`{"targets": [${target}],\n "limits": {"timeout": "60"}}`, "2:24"],
  [`{"targets": [${target}],\n "limits": {"memory": 1}}`, "2:23"],
  [`{"targets": [${target}],\n "properties": ["races"]}`, "2:17"],
  [`{"targets": [${target}], "failOn": []}`, "1:58"],
  [`{"targets": [${target}], "failOn": ["none", "unsafe"]}`, "1:58"],
  [`{"targets": [${target}],\n "suppressions": [{"property": "race", "file": "a.c"}]}`, "2:19"],
])("%j is RVL011 at %s", (text, place) => {
  let found = "";
  try {
    parseProject(text, "ravel.json");
  } catch (error) {
    const [d] = (error as { diagnostics: { code: string; location: { line: number; column: number } }[] }).diagnostics;
    found = `${d?.code} ${d?.location.line}:${d?.location.column}`;
  }
  expect(found).toBe(`RVL011 ${place}`);
  const schemaSays = ((): boolean => {
    try {
      return isValid(JSON.parse(text));
    } catch {
      return false;
    }
  })();
  // What a schema cannot say: names that occur twice, a target without a build directory.
  expect(schemaSays).toBe(place === "2:11" && text.includes('"name": "a", "files": ["a.c"]},') ? true : place === "1:38");
});
