// Linking errors: symbols defined twice or not at all, reported with their locations; and errors that only matter when they are reached.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { refusal, runInRavel, type TestProgram } from "./harness.ts";

const folder = mkdtempSync(join(tmpdir(), "ravel-linking-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
function write(...texts: readonly string[]): string[] {
  count++;
  return texts.map((text, i) => {
    const path = join(folder, `${count}${"abc"[i]}.c`);
    writeFileSync(path, text);
    return path;
  });
}

const program = (files: readonly string[]): TestProgram => ({
  name: "",
  files,
  flags: [],
  nativeFlags: [],
  models: ["lp64"],
  properties: ["assert", "deadlock", "memory", "race"],
  stops: "",
});

it("names both places of what is defined twice", async () => {
  const files = write(
    "int x = 1;\nint f(void) { return x; }\nint main(void) { return f(); }\n",
    "\nint x = 2;\n\nint f(void) { return 2; }\n",
  );
  const said = await refusal(files);
  expect(said.sort()).toEqual([
    `RVL103 1b.c:2:5 x is defined twice, first at ${files[0]}:1`,
    `RVL103 1b.c:4:5 f is defined twice, first at ${files[0]}:2`,
  ]);
});

it("keeps tentative definitions apart unless -fcommon is given", async () => {
  const files = write("int x;\nint main(void) { return x; }\n", "int x;\n");
  expect(await refusal(files)).toEqual([`RVL103 2b.c:1:5 x is defined twice, first at ${files[0]}:1`]);
  expect(await refusal(files, ["-fcommon"])).toEqual([]);
});

it("names a variable that is defined nowhere, at its first use", async () => {
  const files = write(
    "extern int nowhere, unused;\nstatic int never(void) {\n  return 1 +\n    nowhere;\n}\nint main(int c, char **v) { return c > 5 ? never() : 0; }\n",
  );
  expect(await refusal(files)).toEqual(["RVL104 3a.c:4:5 the variable nowhere is declared but not defined"]);
});

it("says that main is missing", async () => {
  expect(await refusal(write("int f(void) { return 0; }\n"))).toEqual(["RVL102 no function main"]);
});

it("stops at a function that is defined nowhere only where it is called", async () => {
  const text =
    'int puts(const char *), nowhere(int);\nint (*table[])(int) = {nowhere};\nint main(int c, char **v) {\n  if (c > 5) nowhere(3);\n  puts(table[0] ? "there" : "null");\n  return table[0](4);\n}\n';
  expect((await runInRavel(program(write(text)), "lp64")).text).toBe("there\n[RVL202 6 nowhere]");
});

it("calls a weak function that is defined nowhere through its null address", async () => {
  const text = "__attribute__((weak)) int nowhere(int);\nint main(void) {\n  return nowhere(3);\n}\n";
  expect((await runInRavel(program(write(text)), "lp64")).text).toBe("[error][null-dereference: call through a null pointer at line 3]");
});

it("stops at computed jumps, variable arguments of long double and assembly with a jump only where they are reached", async () => {
  const text = `#include <stdarg.h>
static int sum(int n, ...) { va_list l; va_start(l, n); long double d = va_arg(l, long double); va_end(l); return (int)d; }
static int jump(int x) { asm goto("jmp %l0" : : : : out); x++; out: return x; }
int main(int c, char **v) { if (c > 3) return jump(1) + sum(1, 2.0L);
  return jump(2); }
`;
  expect((await runInRavel(program(write(text)), "lp64")).text).toMatch(/^\[RVL204 3 /);
});
