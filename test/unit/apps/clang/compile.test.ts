import { symlinkSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { compileToIr } from "../../../../src/apps/clang/compile.ts";
import { linesOf, rejection, Workspace } from "./workspace.ts";

const work = new Workspace();
afterAll(() => work.remove());

const counter = `typedef unsigned long thread;
int create(thread *, const void *, void *(*)(void *), void *);
int printf(const char *, ...);
void *memcpy(void *, const void *, unsigned long);
int shared, copy;

void *worker(void *argument) {
  shared = shared + 1;
  memcpy(&copy, &shared, sizeof copy);
  return argument;
}

int main(void) {
  thread t;
  create(&t, 0, worker, 0);
  shared++;
  printf("done\\n");
  return shared;
}
`;

describe("the embedded compiler", () => {
  test("compiles for both data models and keeps every access and call", async () => {
    const file = work.write("counter.c", counter);
    const lp64 = await work.compile(file);
    const ilp32 = await work.compile(file, { dataModel: "ilp32" });
    expect(lp64.ir).toContain('target triple = "x86_64-unknown-linux-gnu"');
    expect(ilp32.ir).toContain('target triple = "i386-unknown-linux-gnu"');
    expect(lp64.ir).toContain("%t = alloca i64");
    expect(ilp32.ir).toContain("%t = alloca i32");
    for (const { ir } of [lp64, ilp32]) {
      expect(ir.match(/load i32, ptr @shared/g)).toHaveLength(3);
      expect(ir.match(/store i32 %\w+, ptr @shared/g)).toHaveLength(2);
      expect(ir).toMatch(/add nsw i32/); // signed overflow stays visible
      expect(ir).toMatch(/call i32 \(ptr, \.\.\.\) @printf\(/); // not puts
      expect(ir).toMatch(/call ptr @memcpy\(/); // not an intrinsic
      expect(linesOf(ir, "worker")).toEqual([8, 9, 10]);
    }
    expect(lp64.compiler).toMatch(/^clang \d+.* \(embedded\)$/);
    expect(lp64.warnings).toEqual([]);
  });

  test("names files as the user does, relative and absolute", async () => {
    const relative = work.write("named.c", 'const char *f(void) { return __FILE__; }\nint g;\n#include "named.h"\n');
    work.write("named.h", "struct { int x; } h;\n");
    const given = await work.compile(relative);
    expect(given.ir).toContain(`source_filename = "${relative}"`);
    expect(given.ir).toContain(`c"${relative}\\00"`);
    expect(given.ir).toContain(`DIFile(filename: "${relative}", directory: "."`);
    const absolute = await work.compile(work.path("named.c"));
    expect(absolute.ir).toContain(`source_filename = "${work.path("named.c")}"`);
    expect(absolute.ir).toContain(`c"${work.path("named.c")}\\00"`);
    expect(absolute.ir).toContain(`DIFile(filename: "${work.path("named.h")}"`);
    expect(absolute.ir).not.toContain("/@");
  });

  test("has the compiler's own headers, and puts Ravel's in front of them", async () => {
    const file = work.write(
      "own.c",
      "#include <stddef.h>\n#include <stdint.h>\n#include <limits.h>\n#include <stdbool.h>\n#include <stdarg.h>\n#include <float.h>\nsize_t a; uint16_t b = UINT16_MAX; bool c; int d = INT_MAX;\n",
    );
    expect((await work.compile(file)).ir).toContain("@b = dso_local global i16 -1");
    work.write("ours/stdbool.h", "#define bool long long\n");
    expect((await work.compile(file, { headerDir: work.path("ours") })).ir).toContain("@c = dso_local global i64 0");
  });

  test("serves a batch and reports all files' errors", async () => {
    const good = work.write("batch-0.c", "int a;");
    const bad = [1, 2].map((n) => work.write(`batch-${n}.c`, "int b = missing;"));
    const request = {
      flags: [],
      dataModel: "lp64",
      clang: "embedded",
      systemHeaders: false,
      headerDir: work.path("x"),
      cache: null,
    } as const;
    expect((await compileToIr({ ...request, files: [good, good] })).map((unit) => unit.file)).toEqual([good, good]);
    const diagnostics = await rejection(compileToIr({ ...request, files: [bad[0], good, bad[1]] }));
    expect(diagnostics.map((one) => one.location?.file)).toEqual(bad);
  });
});

describe("includes", () => {
  test("with .., nested, quoted before angled, through -I, -isystem, -iquote", async () => {
    work.write("tree/include/config.h", '#include "detail/size.h"\nint from_include;\n');
    work.write("tree/include/detail/size.h", '#include "../other.h"\nenum { size = 3 };\n');
    work.write("tree/include/other.h", "int from_other;\n");
    work.write("tree/src/config.h", "int from_src;\n");
    work.write("tree/quote/only.h", "int from_quote;\n");
    work.write("tree/system/sys.h", "int from_system;\n");
    const file = work.write(
      "tree/src/deep/main.c",
      '#include "../config.h"\n#include <config.h>\n#include "only.h"\n#include <sys.h>\nint array[size];\n',
    );
    const flags = [`-I${work.path("tree/src")}/../include`, "-iquote", work.path("tree/quote"), "-isystem", work.path("tree/system")];
    const { ir } = await work.compile(file, { flags });
    for (const name of ["src", "include", "other", "quote", "system"]) expect(ir).toContain(`@from_${name} = `);
    expect(ir).toContain("@array = dso_local global [3 x i32]");
  });

  test("through symbolic links, once", async () => {
    work.write("link/real/once.h", "#pragma once\nint only;\nstatic int twice(void) { return 1; }\n");
    symlinkSync(work.path("link/real"), work.path("link/alias"));
    const file = work.write("link/main.c", '#include "real/once.h"\n#include "alias/once.h"\nint main(void) { return twice(); }\n');
    expect((await work.compile(file)).ir).toContain("@only = ");
  });

  test("-D, -U, -include and conditional compilation", async () => {
    work.write("force.h", "int forced = VALUE;\n");
    const file = work.write("defined.c", "#ifdef GONE\n#error no\n#endif\n#if WIDTH != 8\n#error no\n#endif\nint x = WIDTH;\n");
    const flags = ["-DVALUE=41", "-D", "WIDTH=8", "-DGONE", "-UGONE", "-include", work.path("force.h")];
    const { ir } = await work.compile(file, { flags });
    expect(ir).toContain("@forced = dso_local global i32 41");
    expect(ir).toContain("@x = dso_local global i32 8");
  });
});

describe("C errors", () => {
  test("carry their places, in the file and in what it includes", async () => {
    work.write("bad.h", "int ok;\n\nint broken = ;\n");
    const file = work.write("bad.c", '#include "bad.h"\nint f(void) {\n  return undeclared;\n}\n');
    const diagnostics = await rejection(work.compile(file));
    expect(diagnostics.map((one) => [one.code, one.location?.line, one.location?.column])).toEqual([
      ["RVL101", 3, 14],
      ["RVL101", 3, 10],
    ]);
    expect(diagnostics[0].location?.file).toMatch(/bad\.h$/);
    expect(diagnostics[1].location?.file).toBe(file);
    expect(diagnostics[1].message).toContain("undeclared");
  });

  test("a missing header comes with a hint, and the path is the user's", async () => {
    const file = work.write("lacking.c", "\n#include <lacking.h>\n");
    const [first] = await rejection(work.compile(work.path("lacking.c")));
    expect(first).toMatchObject({
      code: "RVL101",
      message: "'lacking.h' file not found",
      location: { file: work.path("lacking.c"), line: 2 },
    });
    expect(first.hint).toContain("-I");
    expect((await rejection(work.compile(file)))[0].location?.file).toBe(file);
  });

  test("unreadable and unfit input, unknown flags and compilers are coded", async () => {
    const file = work.write("plain.c", "int x;");
    const code = async (compilation: Promise<unknown>) => (await rejection(compilation))[0].code;
    expect(await code(work.compile(work.path("nowhere.c")))).toBe("RVL002");
    expect(await code(work.compile(work.folder))).toBe("RVL002");
    expect(await code(work.compile(work.write("object.c", "\u007fELF\0\0")))).toBe("RVL004");
    expect(await code(work.compile(work.write("plus.cpp", "class c {};")))).toBe("RVL004");
    expect(await code(work.compile(file, { flags: ["--frobnicate"] }))).toBe("RVL001");
    expect(await code(work.compile(file, { flags: ["-include"] }))).toBe("RVL001");
    expect(await code(work.compile(file, { clang: work.path("no-clang") }))).toBe("RVL006");
  });
});

describe("what gcc accepts", () => {
  test("old C: implicit int and functions, K&R definitions, conversions, missing returns", async () => {
    const text = `static count;
add(a, b) int b; { return a + b; }
struct s *p; int *q;
int convert() { p = q; q = 5; return q; }
int nothing(void) { return; }
void main() { undeclared(convert); exit("x"); }
`;
    const { ir } = await work.compile(work.write("old.c", text));
    for (const name of ["add", "convert", "nothing", "main"]) expect(ir).toMatch(new RegExp(`^define .*@${name}\\(`, "m"));
    expect(ir).toMatch(/call i32 .*@undeclared\(/);
  });

  test("a dialect that only older or newer C has, unless the user chose one", async () => {
    const newer = work.write("newer.c", "constexpr int n = 3;\nbool flag = true;\nint *p = nullptr;\nint a[n];\n");
    expect((await work.compile(newer)).ir).toContain("@a = dso_local global [3 x i32]");
    const older = work.write("older.c", "int restrict;\nint f() { return restrict; }\n");
    expect((await work.compile(older)).ir).toContain("@restrict = ");
    expect((await rejection(work.compile(older, { flags: ["-std=gnu17"] })))[0].code).toBe("RVL101");
    expect((await rejection(work.compile(newer, { flags: ["-std=c11"] })))[0].code).toBe("RVL101");
  });

  test("errors of a program that no dialect accepts are those of the default one", async () => {
    const file = work.write("neither.c", "int restrict;\nint f(void) { return 1 +; }\n");
    expect((await rejection(work.compile(file))).map((one) => one.location?.line)).toContain(1);
  });

  test("inline functions without an external definition get one that others may override", async () => {
    const text =
      "inline int twice(int x) {\n  return 2 * x;\n}\nstatic inline int own(int x) { return x; }\nint main(void) { return twice(own(4)); }\n";
    const { ir } = await work.compile(work.write("inline.c", text));
    expect(ir).toMatch(/^define weak .*@twice\(/m);
    expect(ir).toMatch(/^define internal .*@own\(/m);
    expect(linesOf(ir, "twice")).toEqual([2]);
    expect(linesOf(ir, "main")).toEqual([5]);
    const external = await work.compile(work.write("inline-external.c", `${text}extern inline int twice(int);\n`));
    expect(external.ir).toMatch(/^define dso_local .*@twice\(/m);
  });
});

describe("deep nesting ends in IR or in a coded error", () => {
  const depth = 5000;
  const chain = Array.from({ length: 3000 }, (_, n) => `${n > 0 ? "else " : ""}if (x == ${n}) return ${n + 1};`).join("\n");
  const programs = {
    parentheses: `int f(int x) { return ${"(".repeat(depth)}x${")".repeat(depth)}; }`,
    operators: `int f(int x) { return ${"-(1 + ".repeat(depth)}x${")".repeat(depth)}; }`,
    "else-if": `int f(int x) {\n${chain}\nreturn 0; }`,
    blocks: `int f(int x) { ${"{".repeat(depth)} x++; ${"}".repeat(depth)} return x; }`,
    sum: `int f(int x) { return x${" + x\n".repeat(2 * depth)}; }`,
  };
  for (const [name, text] of Object.entries(programs)) {
    test(name, async () => {
      const file = work.write(`deep-${name}.c`, text);
      const ended = await work.compile(file).then(
        (unit) => unit.ir.includes("define dso_local i32 @f("),
        async (error) => (await rejection(Promise.reject(error))).every((one) => one.code === "RVL101" && one.location?.file === file),
      );
      expect(ended).toBe(true);
      expect((await work.compile(work.write("after.c", "int fine;"))).ir).toContain("@fine = "); // the worker survives
    });
  }

  test("a thousand parentheses compile", async () => {
    const file = work.write("thousand.c", `int f(int x) { return ${"(".repeat(1000)}x${")".repeat(1000)}; }`);
    expect((await work.compile(file)).ir).toContain("define dso_local i32 @f(");
  });
});
