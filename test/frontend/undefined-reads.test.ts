// Errors that must be reported although similar code is accepted: one variable argument too many, and unwritten members, in both data
// models. Copying padding is not a read (programs/ir-struct-arguments.c); reading a member is.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { DataModel } from "../../src/program/program.ts";
import { runInRavel } from "./harness.ts";

const folder = mkdtempSync(join(tmpdir(), "ravel-undefined-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
async function run(text: string, model: DataModel): Promise<string> {
  const file = join(folder, `${count++}.c`);
  writeFileSync(file, text);
  const program = {
    name: "",
    files: [file],
    flags: [],
    nativeFlags: [],
    models: [model],
    properties: ["memory", "uninit"] as const,
    stops: "",
  };
  return (await runInRavel(program, model)).text;
}

const models: readonly DataModel[] = ["lp64", "ilp32"];

const sum = `#include <stdarg.h>
static double sum(const char *kinds, ...) {
  va_list list;
  double total = 0;
  va_start(list, kinds);
  for (; *kinds; kinds++)
    total += *kinds == 'i' ? va_arg(list, int) : va_arg(list, double);
  va_end(list);
  return total;
}
`;

it.each(models)("a variable argument that was not passed leaves the area (%s)", async (model) => {
  for (const call of [
    'sum("i")',
    'sum("d")',
    'sum("iii", 1, 2)',
    'sum("dd", 1.0)',
    'sum("iiiiiii", 1, 2, 3, 4, 5, 6)',
    'sum("ddddddddd", 1., 2., 3., 4., 5., 6., 7., 8.)',
  ])
    expect(await run(`${sum}int main(void) { return (int)${call}; }\n`, model), call).toMatch(/out-of-bounds.* at line 7\]/);
});

it("an integer read as a double leaves the registers of its kind", async () => {
  expect(await run(`${sum}int main(void) { return (int)sum("d", 1); }\n`, "lp64")).toMatch(/out-of-bounds.* at line 7\]/);
});

it.each(models)("printf with too few arguments is reported (%s)", async (model) => {
  expect(await run('#include <stdio.h>\nint main(void) {\n  printf("%d %s\\n", 1);\n}\n', model)).toMatch(/out-of-bounds.* at line 3\]/);
});

it.each(models)("a member that was never written is read where it is used (%s)", async (model) => {
  const members = ["int a; char b;", "char b; long a;", "char b; int a; short c;", "long long b : 40; int a : 9;"];
  for (const list of members)
    for (const attribute of ["", "__attribute__((packed))"]) {
      const text = `struct s { ${list} } ${attribute};\nint main(void) {\n  struct s x;\n  return (int)x.a;\n}\n`;
      expect(await run(text, model), text).toContain("[uninitialised-read: uninitialised memory is read at line 4]");
    }
});

it.each(models)("a scalar that was never written is read where it is passed (%s)", async (model) => {
  const text = "static int f(int a, double b) { return a; }\nint main(void) {\n  int u[1];\n  return f(u[0], 1);\n}\n";
  expect(await run(text, model)).toContain("[uninitialised-read: uninitialised memory is read at line 4]");
});
