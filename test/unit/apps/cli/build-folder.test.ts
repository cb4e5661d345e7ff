// `-p BUILD_DIR`: files and flags from compile_commands.json, targets, flags of gcc, and what is wrong with a database.

import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { splitCommand } from "../../../../src/apps/cli/build-folder.ts";
import { Folder, schemaFaults } from "./command-line.ts";

const folder = new Folder();
afterAll(() => folder.remove());

folder.file("src/main.c", '#include "limit.h"\n#include <assert.h>\nint take(int);\nint main(void) { assert(take(LIMIT) == STEP); }\n');
folder.file("src/take.c", "#ifndef HALF\n#error not the flags of the build\n#endif\nint take(int n) { return n - HALF; }\n");
folder.file("src/inc/limit.h", "#define LIMIT 5\n");
folder.file("src/tool.c", "int main(void) { return sizeof(long) == 4 ? 0 : *(int *)0; }\n");

const entry = (file: string, flags: string, target: string): object => ({
  directory: join(folder.path, "build"),
  file: `../src/${file}`,
  command: `/usr/bin/ccache gcc ${flags} -o CMakeFiles/${target}.dir/${file}.o -c ../src/${file}`,
});
const database = [
  entry("main.c", '-I../src/inc -DSTEP="2 + 1" -O2 -fconserve-stack -frandom-thing --gcc-only', "app"),
  entry("take.c", "-DHALF=2", "app"),
  {
    directory: join(folder.path, "build"),
    file: "../src/gui.cpp",
    arguments: ["g++", "-c", "../src/gui.cpp"],
    output: "CMakeFiles/app.dir/gui.o",
  },
  entry("tool.c", "-m32", "tool"),
];
folder.file("build/compile_commands.json", JSON.stringify(database));

const check = (...args: string[]) => folder.ravel(["check", "--property", "assert,memory", "--jobs", "1", "--format", "json", ...args]);

interface Json {
  readonly files: readonly string[];
  readonly verdict: string;
  readonly diagnostics: readonly { readonly code: string; readonly message: string; readonly location: { readonly line: number } | null }[];
}

test("a target: its C files, each with its flags; the witness replays", async () => {
  const { stdout, status } = await check("-p", "build", "app", "--witness", "w.json");
  const json = JSON.parse(stdout) as Json;
  expect(json).toMatchObject({ verdict: "safe", files: ["src/main.c", "src/take.c"] });
  expect(status).toBe(0);
  const texts = json.diagnostics.filter((d) => d.code === "RVL010").map((d) => d.message);
  expect(texts).toEqual(["compiler flags dropped: --gcc-only", "1 files that are not C are left out"]);
  const unsafe = await check("-p", "build", "app", "--witness", "w.json", "--", "-DSTEP=7");
  expect(unsafe.status).toBe(1);
  expect(schemaFaults("witness", folder.json("w.json"))).toEqual([]);
  expect((await folder.ravel(["replay", "w.json"])).status).toBe(1);
});

test("a file, with the data model of its flags", async () => {
  const { stdout } = await check("--build-dir", "build/compile_commands.json", "src/tool.c");
  expect(JSON.parse(stdout)).toMatchObject({ verdict: "safe", files: ["src/tool.c"] });
});

test("response files are read, a file that is built twice is named, and OpenMP's threads are not left out", async () => {
  folder.file("src/odd.c", "#include <assert.h>\nint main(void) {\n#pragma omp parallel\n  assert(V == 1);\n}\n");
  folder.file("build/v.rsp", "-DV=2");
  const built = (...commands: string[]): string => {
    const directory = join(folder.path, "build");
    const entries = commands.map((flags) => ({ directory, file: "../src/odd.c", command: `cc ${flags} -c ../src/odd.c` }));
    return folder.file("odd/compile_commands.json", JSON.stringify(entries));
  };
  built("@v.rsp");
  expect((await check("-p", "odd")).status).toBe(1);
  built("@none.rsp");
  expect(JSON.parse((await check("-p", "odd")).stdout)).toMatchObject({ diagnostics: [{ code: "RVL002" }] });
  built("-DV=1", "-DV=2", "-fPIC -DV=1");
  const twice = JSON.parse((await check("-p", "odd", "src/odd.c")).stdout) as Json;
  expect([twice.verdict, twice.diagnostics.find((d) => d.code === "RVL010")?.message]).toEqual([
    "safe",
    "src/odd.c is built more than once, with other flags; those of its first command are used",
  ]);
  built("-DV=1", "-fPIC -DV=1 -o odd.o");
  expect((JSON.parse((await check("-p", "odd")).stdout) as Json).diagnostics.filter((d) => d.code === "RVL010")).toEqual([]);
  built("-DV=1 -fopenmp");
  expect(JSON.parse((await check("-p", "odd")).stdout)).toMatchObject({ verdict: "unknown", unknown: { code: "RVL202" } });
});

test("commands are split as by a shell", () => {
  expect(splitCommand(String.raw`cc -DA="x y" '-DB="z"' -DC=\"q\" "a\\b"  -I./d`)).toEqual([
    "cc",
    "-DA=x y",
    '-DB="z"',
    '-DC="q"',
    "a\\b",
    "-I./d",
  ]);
});

test("what is wrong with a database is said with its line", async () => {
  folder.file("broken/compile_commands.json", '[\n  {"directory": "/x",\n   "file": "a.c" "command": "cc"}]');
  folder.file("partial/compile_commands.json", '[\n  {"directory": "/x", "file": 7, "command": "cc"}]');
  folder.file("lost/compile_commands.json", JSON.stringify([{ directory: folder.path, file: "gone.c", arguments: ["cc", "gone.c"] }]));
  for (const [args, code, line] of [
    [["-p", "build"], "RVL010", null],
    [["-p", "build", "ap"], "RVL010", null],
    [["-p", "src"], "RVL010", null],
    [["-p", "nowhere"], "RVL002", null],
    [["-p", "broken"], "RVL010", 3],
    [["-p", "partial"], "RVL010", 2],
    [["-p", "lost"], "RVL002", null],
  ] as const) {
    const { status, stdout } = await check(...args);
    const { diagnostics } = JSON.parse(stdout) as Json;
    expect([args, status, diagnostics.map((d) => [d.code, d.location?.line ?? null])]).toEqual([args, 2, [[code, line]]]);
  }
});
