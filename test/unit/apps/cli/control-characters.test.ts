// Text from outside must not act on the terminal: names of files and directories, strings of the program, what it prints. Every command that prints text is
// tried on a file whose name has an escape sequence, an end of a line and a change of direction.

import { afterAll, expect, test } from "vitest";
import { needs } from "../../../tools.ts";
import { Folder } from "./command-line.ts";

const folder = new Folder();
afterAll(() => folder.remove());

const file = "d\u001b[31m/a\nb\u202e.c";
folder.file(
  file,
  `#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <assert.h>
int x;
static void *f(void *a) { x++; printf("\\033[2J\\n"); return a; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  x++;
  pthread_join(t, 0);
  int *p = malloc(4);
  free(p);
  assert(x == 3 && "\u001b[7m");
  return *p;
}
`,
);
folder.file("w\u001b.prp", "CHECK( init(main()), LTL(G ! data-race) )\n");
folder.file(
  "ravel.json",
  JSON.stringify({
    targets: [
      { name: "t\u001b[31m", files: [file] },
      { name: "u", files: ["v\u001b.c"] },
    ],
  }),
);

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const acting = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e]/;

test.each<[readonly string[], RegExp]>([
  [["check", file, "--witness", "w\u001b.json"], /data race on x at d\\x1b\[31m\/a\\x0ab\\u202e\.c:\d+/],
  [["check", file, "--full", "--all"], /data race/],
  [["check", file, "--format", "github"], /^::error file=d\\x1b\[31m\/a%0Ab\\u202e\.c,line=/],
  [["check", file, "--format", "html"], /data race/],
  [["check", file, "--svcomp", "w\u001b.prp"], /^FALSE/],
  [["check", file, "--engine", "fusion", "--explain", "--property", "race"], /How it went/],
  [["check"], /^t\\x1b\[31m +UNSAFE +\S+ s +.* at d\\x1b\[31m\/a\\x0ab\\u202e\.c:\d+$/m],
  [["check", "--format", "github"], /cannot read v\\x1b\.c/],
  [["check", "v\u001b.c"], /RVL002: v\\x1b\.c is neither/],
  [["check", file, "--engine", "e\u001b"], /RVL001/],
  [["v\u001b.c"], /RVL001: unknown command v\\x1b\.c/],
  [["run", file], /a\\x0ab\\u202e\.c/],
  [["graph", file, "--what", "program"], /digraph/],
])("ravel %j prints nothing that acts on a terminal", async (args, expected) => {
  const { stdout, stderr } = await folder.ravel(args);
  const text = `${stdout}${stderr}`.replace(/<(script|style)\b[^]*?<\/\1>/g, "");
  expect(text).toMatch(expected);
  expect(acting.exec(text)).toBeNull();
});

test("colours are the only escape sequences", async () => {
  const { stdout } = await folder.ravel(["check", file, "--color", "always", "--property", "race"]);
  expect(stdout).toContain("\u001b[1;31mUNSAFE\u001b[0m: data race");
  expect(stdout).not.toContain("\u001b[31m");
});

test("the commands that a report offers can be pasted: the file is one word", async () => {
  const { stdout } = await folder.ravel(["check", file, "--property", "race", "--witness", "w\u001b 'q'.json"]);
  expect(stdout).toContain("To step through this run: ravel debug $'w\\x1b \\'q\\'.json'\n");
  expect(stdout).toContain("under gdb: ravel replay $'w\\x1b \\'q\\'.json' --gdb -o run.gdb\n");
});

test("a name with the end of a line does not add a line to a gdb script", async () => {
  await folder.ravel(["check", file, "--property", "race", "--witness", "w.json"]);
  const { stdout } = await folder.ravel(["replay", "w.json", "--gdb", "-o", "run.gdb"]);
  expect(stdout).toContain("  gcc -g -O0 -pthread $'d\\x1b[31m/a\\x0ab\\u202e.c' -o program\n");
  const [head] = folder.read("run.gdb").split("\npython\n") as [string];
  expect(head.split("\n").filter((line) => !/^(#|if | {2}echo | {2}quit |end$|$)/.test(line))).toEqual([]);
});

if (needs("gcc", "native replay"))
  test("the output of a native process", async () => {
    await folder.ravel(["check", file, "--property", "assert", "--witness", "n.json"]);
    const { stdout } = await folder.ravel(["replay", "n.json", "--native"]);
    expect(stdout).toContain("  \\x1b[2J\n");
    expect(acting.exec(stdout)).toBeNull();
  });
