// Output files: none of them is an input file, each is complete or unchanged, and a verdict is not lost if a file cannot be
// written. Disk failures are simulated; /dev/full is a real one.

import * as files from "node:fs";
import { linkSync, lstatSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FileSystem, OutputFile } from "../../../../src/apps/cli/output.ts";
import { ProofFile } from "../../../../src/apps/cli/proof-file.ts";
import { example, Folder, inPairs, schemaFaults } from "./command-line.ts";

const folder = new Folder();
afterAll(() => folder.remove());

const at = (name: string): string => join(folder.path, name);
const leftOver = (): string[] => readdirSync(folder.path).filter((name) => name.endsWith(".tmp"));

beforeAll(() => {
  folder.file("unsafe.c", files.readFileSync(example("lost-update.c")));
  folder.file("safe.c", files.readFileSync(example("race-fixed.c")));
  folder.file("list.json", "[]");
  folder.file("header.h", "int x;\n");
  symlinkSync("unsafe.c", at("by-link"));
  linkSync(at("unsafe.c"), at("by-inode.json"));
  files.mkdirSync(at("sub"));
});

describe("a file that is read is not written", () => {
  const cases: readonly (readonly [name: string, args: readonly string[]])[] = [
    ["the program itself", ["unsafe.c", "-o", "unsafe.c"]],
    ["by another path", ["unsafe.c", "--witness", "sub/../unsafe.c"]],
    ["by a symbolic link", ["unsafe.c", "--witness", "by-link"]],
    ["the program given by a link", ["by-link", "--report", "json=unsafe.c"]],
    ["by a second name of the file", ["unsafe.c", "--report", "text=by-inode.json"]],
    ["as a certificate", ["unsafe.c", "--engine", "staged", "--certificate", "unsafe.c"]],
    ["the second of two programs", ["safe.c", "unsafe.c", "-o", "unsafe.c"]],
    ["the inputs", ["unsafe.c", "--input", "list.json", "-o", "list.json"]],
    ["a header, which the program may include", ["unsafe.c", "-o", "header.h"]],
    ["one file for two outputs", ["unsafe.c", "-o", "new.json", "--witness", "./new.json"]],
  ];
  test("whatever it is called", async () => {
    const before = [folder.read("unsafe.c"), folder.read("header.h"), folder.read("list.json")];
    await inPairs(cases, async ([name, args]) => {
      const e = await folder.ravel(["check", ...args]);
      expect([name, e.status, e.stdout, e.stderr]).toEqual([
        name,
        2,
        "",
        expect.stringMatching(/^error RVL001: (-o|--\w+) .* would overwrite (the input file|a source file|the output of)/),
      ]);
    });
    const run = await folder.ravel(["run", "unsafe.c", "--witness", "unsafe.c"]);
    const graph = await folder.ravel(["graph", "unsafe.c", "--what", "program", "-o", "by-link"]);
    for (const e of [run, graph]) expect([e.status, e.stderr]).toEqual([2, expect.stringMatching(/^error RVL001: .* would overwrite/)]);
    expect([folder.read("unsafe.c"), folder.read("header.h"), folder.read("list.json")]).toEqual(before);
  });
});

describe("a file is whole, or as it was", () => {
  const refuses = (code: string) => (): never => {
    throw Object.assign(new Error(code), { code });
  };
  const failing: Readonly<Record<string, Partial<FileSystem>>> = {
    "no space for the text": { writeSync: refuses("ENOSPC") },
    "space for a part of it": { writeSync: (file, text) => files.writeSync(file, text.slice(0, 3)) },
    "no space when it is closed": {
      closeSync: (file) => {
        files.closeSync(file);
        refuses("EDQUOT")();
      },
    },
    "it cannot be put in its place": { renameSync: refuses("EROFS") },
    "it cannot be begun": { openSync: refuses("ENOSPC") },
  };
  test.each(Object.entries(failing))("%s", (_, functions) => {
    folder.file("report.txt", "the old one");
    for (const name of ["report.txt", "absent.txt"])
      expect(() => {
        const file = new OutputFile(at(name), { ...files, ...functions } as FileSystem);
        file.write("the new one, which is longer");
        file.finish();
      }).toThrow(/^RVL007: cannot write .*: (no space left on the device|read-only file system)$/);
    expect([folder.read("report.txt"), files.existsSync(at("absent.txt")), leftOver()]).toEqual(["the old one", false, []]);
  });

  test("links and permissions stay", () => {
    folder.file("target.txt", "old");
    files.chmodSync(at("target.txt"), 0o640);
    symlinkSync("target.txt", at("to-target"));
    const file = new OutputFile(at("to-target"));
    file.write("new");
    expect(folder.read("target.txt")).toBe("old");
    file.finish();
    expect([folder.read("target.txt"), lstatSync(at("to-target")).isSymbolicLink(), statSync(at("target.txt")).mode & 0o777]).toEqual([
      "new",
      true,
      0o640,
    ]);
  });

  test("where the folder takes no new file, the file is written in place", () => {
    folder.file("only.txt", "old");
    const openSync: FileSystem["openSync"] = (path, flags, mode) => {
      if (String(path).endsWith(".tmp")) refuses("EACCES")();
      return files.openSync(path, flags as string, mode);
    };
    const file = new OutputFile(at("only.txt"), { ...files, openSync });
    file.write("new");
    file.finish();
    expect(folder.read("only.txt")).toBe("new");
  });

  test("a truncated proof is discarded, and a proof that cannot be written affects nothing else", () => {
    const cut = new ProofFile(at("proof.txt"), /end\n$/);
    cut.write("one\n");
    cut.close();
    expect([files.existsSync(at("proof.txt")), leftOver()]).toEqual([false, []]);
    const whole = new ProofFile(at("proof.txt"), /end\n$/);
    whole.write("one\n");
    whole.write("end\n");
    expect([folder.read("proof.txt"), whole.problems]).toEqual(["one\nend\n", []]);
    const none = new ProofFile(at("nowhere/proof.txt"), /end\n$/);
    none.write("one\n");
    none.write("end\n");
    expect(none.problems.map((d) => d.code)).toEqual(["RVL007"]);
  });
});

test("a full disk does not lose the verdict", async () => {
  const [witness, output, json, report, certificate] = await inPairs(
    [
      ["unsafe.c", "--witness", "/dev/full"],
      ["unsafe.c", "-o", "/dev/full"],
      ["safe.c", "-o", "/dev/full", "--format", "json"],
      ["unsafe.c", "--report", "json=/dev/full", "-o", "fine.txt"],
      ["safe.c", "--engine", "staged", "--certificate", "/dev/full"],
    ],
    (args) => folder.ravel(["check", ...args]),
  );
  const says = /error RVL007: cannot write \/dev\/full: no space left on the device/;
  for (const e of [witness, output]) expect([e?.status, e?.stdout]).toEqual([1, expect.stringMatching(/^UNSAFE: [\s\S]*error RVL007/)]);
  expect(witness?.stdout).not.toContain("ravel replay /dev/full");
  const object = JSON.parse(json?.stdout ?? "") as { verdict: string; diagnostics: readonly { code: string }[] };
  expect([json?.status, object.verdict, object.diagnostics.map((d) => d.code), schemaFaults("report", object)]).toEqual([
    2,
    "safe",
    expect.arrayContaining(["RVL007"]),
    [],
  ]);
  expect([report?.status, report?.stdout, report?.stderr, folder.read("fine.txt")]).toEqual([
    1,
    "",
    expect.stringMatching(says),
    expect.stringMatching(/^UNSAFE: [\s\S]*error RVL007/),
  ]);
  expect([certificate?.status, certificate?.stdout]).toEqual([2, expect.stringMatching(/^SAFE: [\s\S]*error RVL007/)]);
});

test("a safe check reports that an existing witness is from an earlier check, and keeps it", async () => {
  folder.file("w.json", "an old witness");
  folder.file("c.txt", "an old certificate");
  const [safe, unsafe, open] = await inPairs(
    [
      ["safe.c", "--witness", "w.json"],
      ["unsafe.c", "--witness", "new-w.json"],
      ["unsafe.c", "--engine", "staged", "--property", "assert", "--certificate", "c.txt"],
    ],
    (args) => folder.ravel(["check", ...args]),
  );
  expect([safe?.status, safe?.stdout]).toEqual([
    0,
    expect.stringMatching(/note RVL008: w\.json is from an earlier check and was not updated: no violation was found/),
  ]);
  expect([unsafe?.status, unsafe?.stdout.includes("RVL008")]).toEqual([1, false]);
  expect(open?.stdout).toMatch(/note RVL008: c\.txt is from an earlier check and was not updated: there is no safe verdict/);
  expect([folder.read("w.json"), folder.read("c.txt")]).toEqual(["an old witness", "an old certificate"]);
});
