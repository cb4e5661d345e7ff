// How lowering treats the scopes of locals. A failure means that a program needlessly gets more operations or steps because of scopes, or that a mark
// that matters is dropped.

import { describe, expect, test } from "vitest";
import { compileText } from "../../../run.ts";

/** The operations of main that concern the lifetimes of locals; `shared`: locals that other threads may know. */
async function livesIn(body: string, before = ""): Promise<string> {
  const program = await compileText(`${before}\nint main(int argc, char **argv) { ${body} return 0; }`);
  const main = program.functions.find((f) => f.name === "main" && !f.library);
  const operations = main?.body().blocks.flatMap((b) => b.operations) ?? [];
  const count = (test: (o: (typeof operations)[number]) => boolean): number => operations.filter(test).length;
  return [
    `${count((o) => o.op === "stack-allocate" && !o.private)} shared`,
    `${count((o) => o.op === "stack-end")} ends`,
    `${count((o) => o.op === "stack-renew")} renewals`,
  ].join(", ");
}

const nothing = "0 shared, 0 ends, 0 renewals";
const use = "static int use(int *p) { return *p; }";
const keep = "static int *kept; static void keep(int *p) { kept = p; }";

describe("no operations are added", () => {
  test.each([
    ["for numbers", "for (int i = 0; i < argc; i++) { int x = i; x++; }", ""],
    ["for what functions use and do not keep", "for (int i = 0; i < argc; i++) { int x = i; use(&x); }", use],
    ["for arrays outside of loops", "int a[4]; a[argc & 3] = 1; { int b[4]; b[argc & 3] = a[0]; }", ""],
    ["for what is set as a whole", "for (int i = 0; i < argc; i++) { int a[4] = { 0 }, b = i; a[1] += use(&b); }", use],
    ["for pointers of the same block", "for (int i = 0; i < argc; i++) { int x = i, *p = &x; *p += 1; }", ""],
    ["for pointers that are set before they are read", "int *p; for (int i = 0; i < argc; i++) { int x = i; p = &x; *p += 1; }", ""],
    [
      "for pointers that move in one object",
      "for (int i = 0; i < argc; i++) { int a[4] = { 0 }, *p = a; while (p != a + 4) *p++ = i; }",
      "",
    ],
    ["for distances in one object", "char a[9] = { 0 }; char *p = a; while (p - a < argc) p++;", ""],
  ])("%s", async (_, body, before) => {
    expect(await livesIn(body, before)).toBe(nothing);
  });
});

describe("a local ends with its block", () => {
  test.each([
    ["if its pointer is read after it", "int *p = &argc; { int x = 1; p = &x; } argc = *p;", "", "1 shared, 1 ends, 0 renewals"],
    [
      "on each way out",
      "int *p = &argc; for (;;) { int x = 1; p = &x; if (argc) break; argc++; } argc = *p;",
      "",
      "1 shared, 2 ends, 0 renewals",
    ],
    ["if it is kept", "{ int x = 1; keep(&x); } argc = 2; keep(0);", keep, "1 shared, 1 ends, 0 renewals"],
    ["if its address is compared", "{ int x = 1; if (kept == &x) argc++; } keep(0);", keep, "1 shared, 1 ends, 0 renewals"],
  ])("%s", async (_, body, before, expected) => {
    expect(await livesIn(body, before)).toBe(expected);
  });

  test("the function's return ends the remaining locals, in one step", async () => {
    expect(await livesIn("int x = 1; keep(&x); { int y = 1; keep(&y); }", keep)).toBe("2 shared, 0 ends, 0 renewals");
  });
});

describe("a local of a loop begins again", () => {
  test.each([
    ["an array", "for (int i = 0; i < argc; i++) { int a[4]; a[i & 3] = i; }", ""],
    ["what is set piece by piece", "for (int i = 0; i < argc; i++) { int a[4] = { i }; a[1]++; }", ""],
    ["a number that some path does not set", "for (int i = 0; i < argc; i++) { int x; if (i) x = 1; if (argc > 3) argc = x; }", ""],
    ["what functions use and do not keep", "for (int i = 0; i < argc; i++) { int x; use(&x); }", use],
  ])("%s", async (_, body, before) => {
    expect(await livesIn(body, before)).toBe("0 shared, 0 ends, 1 renewals");
  });
});

describe("marks are not used", () => {
  test.each([
    [
      "where setjmp may return",
      "static jmp_buf b; int *p = &argc; { int x = 1; p = &x; } if (setjmp(b)) argc = *p;",
      "#include <setjmp.h>",
    ],
    ["where control jumps over a declaration", "int *p = &argc; if (argc) goto in; { int x; in: x = 1; p = &x; } argc = *p;", ""],
    ["where an address chooses where to go", "void *to = &&in; int *p = &argc; { int x = 1; p = &x; goto *to; } in: argc = *p;", ""],
  ])("%s", async (_, body, before) => {
    expect(await livesIn(body, before)).toBe(nothing);
  });
});
