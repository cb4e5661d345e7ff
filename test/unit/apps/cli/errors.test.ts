// Bad input: a coded message, exit status 2, no stack trace; with --format json one JSON object on standard output.

import { spawnSync } from "node:child_process";
import { closeSync, cpSync, mkdirSync, openSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commandLine, type Ended, example, Folder, inPairs, schemaFaults } from "./command-line.ts";

const folder = new Folder();
afterAll(() => folder.remove());

interface Case {
  readonly args: readonly string[];
  readonly code: string;
  readonly says: RegExp;
}

const fine = example("race-fixed.c");

beforeAll(() => {
  mkdirSync(join(folder.path, "folder.c"));
  folder.file("empty.c", "");
  folder.file(
    "binary.c",
    Uint8Array.from({ length: 64 }, (_, i) => (i * 37) & 0xff),
  );
  folder.file("syntax.c", "int main(void) {\n  int x = ;\n  return x;\n}\n");
  folder.file("no-main.c", "int f(void) { return 1; }\n");
  folder.file("first.c", "int f(void) { return 1; }\nint main(void) { return f(); }\n");
  folder.file("second.c", "int f(void) { return 2; }\n");
  folder.file("undeclared.c", "int main(void) { return missing; }\n");
  folder.file("undefined.c", "extern int elsewhere;\nint main(void) { return elsewhere; }\n");
  folder.file("long-line.c", `int main(void) { int x = 0; ${"x = x + 1; ".repeat(3000)}return gone; }\n`);
  folder.file("-dash.c", "int main(void) { return 0; }\n");
  folder.file("list.json", '[1, "two"]');
  folder.file("damaged.json", "[1,");
});

const cases: readonly Case[] = [
  { args: ["check", ""], code: "RVL002", says: /a file name is empty/ },
  { args: ["check", "nowhere.c"], code: "RVL002", says: /cannot read nowhere\.c: no such file/ },
  { args: ["check", "folder.c"], code: "RVL002", says: /cannot read folder\.c: is a directory/ },
  { args: ["check", "empty.c"], code: "RVL102", says: /no function main/ },
  { args: ["check", "binary.c"], code: "RVL004", says: /binary\.c is not a C source file/ },
  {
    args: ["check", "syntax.c"],
    code: "RVL101",
    says: /^syntax\.c:2:11: error RVL101: expected expression\n +2 \| int x = ;\n +\| {9}\^$/m,
  },
  { args: ["check", "no-main.c"], code: "RVL102", says: /no function main/ },
  { args: ["check", "first.c", "second.c"], code: "RVL103", says: /f is defined twice, first at first\.c:1/ },
  { args: ["check", "undeclared.c"], code: "RVL101", says: /undeclared identifier 'missing'/ },
  {
    args: ["check", "undefined.c"],
    code: "RVL104",
    says: /^undefined\.c:2:25: error RVL104: the variable elsewhere is declared but not defined/m,
  },
  { args: ["check", "long-line.c"], code: "RVL101", says: /^.{0,20}\| ….{20,160}return gone; \}$/m },
  {
    args: ["check", "list.json"],
    code: "RVL004",
    says: /list\.json is not a C source file\n +hint: for a witness: ravel replay WITNESS\.json/,
  },
  { args: ["check"], code: "RVL001", says: /no input file/ },
  {
    args: ["graph", fine, "--what", "program", "-o", "p.png"],
    code: "RVL001",
    says: /graphs are written as DOT or SVG, not as PNG: p\.png/,
  },
  { args: ["check", fine, "--", "-nonsense"], code: "RVL001", says: /'-nonsense'/ },
  { args: ["check", fine, "-o", "no/such/folder/x"], code: "RVL007", says: /cannot write .*: no such directory/ },
  { args: ["check", fine, "--witness", "folder.c"], code: "RVL007", says: /cannot write .*: is a directory/ },
  { args: ["check", fine, "--input", "list.json"], code: "RVL106", says: /list\.json: element 1 is not an integer/ },
  { args: ["check", fine, "--input", "damaged.json"], code: "RVL106", says: /damaged\.json is not JSON/ },
  { args: ["check", fine, "--input", "none.json"], code: "RVL002", says: /cannot read none\.json/ },
  { args: ["run", "nowhere.c"], code: "RVL002", says: /cannot read nowhere\.c: no such file/ },
  { args: ["frobnicate"], code: "RVL001", says: /unknown command frobnicate\n {2}hint: commands: check, run/ },
  { args: ["replay", fine], code: "RVL401", says: /is not a witness: the file is not JSON/ },
  { args: ["replay"], code: "RVL001", says: /expected one witness file/ },
  { args: ["check", "-dash.c"], code: "RVL001", says: /hint: to name a file, write \.\/-dash\.c/ },
];

const noTrace = (e: Ended): void => {
  expect(e.stdout + e.stderr).not.toMatch(/^\s+at .*:\d+:\d+\)?$|node:internal|Error:/m);
};

test("each mistake has a sentence and a code", async () => {
  await inPairs(cases, async ({ args, code, says }) => {
    const e = await folder.ravel(args);
    expect({ args, status: e.status, stdout: e.stdout }).toEqual({ args, status: 2, stdout: "" });
    expect(e.stderr).toContain(`error ${code}: `);
    expect(e.stderr).toMatch(says);
    noTrace(e);
  });
});

test("with --format json it is one object on standard output, and nothing else", async () => {
  const some = cases.filter((_, i) => [0, 4, 11, 18, 19].includes(i));
  await inPairs(some, async ({ args, code }) => {
    const split = args.includes("--") ? args.indexOf("--") : args.length;
    const e = await folder.ravel([...args.slice(0, split), "--format", "json", ...args.slice(split)]);
    const json = JSON.parse(e.stdout) as { verdict: unknown; diagnostics: readonly { code: string }[] };
    expect({ args, status: e.status, stderr: e.stderr, faults: schemaFaults("report", json) }).toEqual({
      args,
      status: 2,
      stderr: "",
      faults: [],
    });
    expect(json.verdict).toBeNull();
    expect(json.diagnostics[0]?.code).toBe(code);
  });
});

test("names with blanks, signs and a leading dash, and texts that are not UTF-8, are just files", async () => {
  const program = "#include <assert.h>\nint main(void) { int x = 1; assert(x == 1); return 0; }\n";
  folder.file("with blank.c", program);
  folder.file("ünïcode ✓ $(x).c", program);
  folder.file("latin1.c", Buffer.from('/* caf\xe9 */ int main(void) { return "\xff\xfe"[0] == 0; }\n', "latin1"));
  const ended = await inPairs(["with blank.c", "ünïcode ✓ $(x).c", "latin1.c", "./-dash.c"], (name) => folder.ravel(["check", name]));
  for (const e of ended) expect(e).toMatchObject({ status: 0, stderr: "", stdout: expect.stringMatching(/^SAFE: /) });
});

test("a report that cannot be written is an error", () => {
  const unwritable = openSync(join(folder.path, "-dash.c"), "r");
  const e = spawnSync(process.execPath, [commandLine, "check", "./-dash.c", "--no-cache"], {
    cwd: folder.path,
    stdio: ["ignore", unwritable, "pipe"],
  });
  closeSync(unwritable);
  expect([e.status, e.stderr.toString()]).toEqual([2, expect.stringMatching(/^error RVL007: cannot write standard output: /)]);
});

test("an incomplete installation is an internal error: status 5, and how to report it", async () => {
  for (const file of ["cli.js", "ravel.js", "package.json"]) cpSync(join(dirname(commandLine), file), join(folder.path, "broken", file));
  const script = join(folder.path, "broken/cli.js");
  const [text, json] = await Promise.all([
    folder.ravel(["check", "./-dash.c", "--no-cache"], { script }),
    folder.ravel(["run", "./-dash.c", "--no-cache", "--format", "json"], { script }),
  ]);
  expect(text).toMatchObject({ status: 5, stdout: "", stderr: expect.stringMatching(/^error RVL901: /) });
  noTrace(text);
  const object = JSON.parse(json.stdout) as { diagnostics: readonly { code: string }[] };
  expect([json.status, object.diagnostics[0]?.code, schemaFaults("report", object)]).toEqual([5, "RVL901", []]);
});

test("errors of the file system have a code", async () => {
  symlinkSync("round", join(folder.path, "round"));
  symlinkSync("nowhere-at-all", join(folder.path, "broken-link"));
  folder.file("plain", "no folder");
  const search = [join(folder.path, "round"), join(folder.path, "plain"), join(folder.path, "x".repeat(300)), process.env.PATH].join(":");
  const circle = join(folder.path, "round/cache");
  const below = join(folder.path, "plain/cache");
  const dangling = join(folder.path, "broken-link/cache");
  const [path, ...caches] = await inPairs(
    [
      { PATH: search, RAVEL_CACHE_DIR: join(folder.path, "cache-2") },
      { RAVEL_CACHE_DIR: circle },
      { RAVEL_CACHE_DIR: below },
      { RAVEL_CACHE_DIR: dangling },
      { TMPDIR: below },
    ],
    (environment) => folder.ravel(["check", "./-dash.c"], { environment }),
  );
  expect([path?.status, path?.stdout, path?.stderr]).toEqual([0, expect.stringMatching(/^SAFE: /), ""]);
  for (const e of caches.slice(0, 3))
    expect([e.status, e.stdout]).toEqual([0, expect.stringMatching(/^SAFE: [\s\S]*warning RVL005: cannot use the cache directory .*/)]);
  expect([caches[3]?.status, caches[3]?.stdout]).toEqual([0, expect.stringMatching(/^SAFE: /)]);
  const [round, link, device, clang] = await inPairs(
    [["round"], ["broken-link"], ["/dev/null"], ["./-dash.c", "--no-cache", "--clang", join(folder.path, "round")]],
    (args) => folder.ravel(["check", ...args]),
  );
  for (const [e, code] of [
    [round, "RVL002"],
    [link, "RVL002"],
    [device, "RVL002"],
    [clang, "RVL006"],
  ] as const) {
    expect([e?.status, e?.stderr]).toEqual([2, expect.stringContaining(`error ${code}: `)]);
    noTrace(e as Ended);
  }
});
