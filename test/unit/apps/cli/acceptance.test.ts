// Violations that the user accepts: by comments, and by a baseline. They are listed, and never make a property safe.

import { afterAll, expect, test } from "vitest";
import { Folder, schemaFaults } from "./command-line.ts";

const folder = new Folder();
afterAll(() => folder.remove());

const program = (mark: string, above = ""): string => `
#include <pthread.h>
int hits;
static void *a(void *x) {
  ${above}
  hits++; ${mark}
  return x;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, a, 0);
  a(0);
  pthread_join(t, 0);
}
`;

interface Json {
  readonly verdict: string;
  readonly unknown: { readonly code: string } | null;
  readonly properties: readonly { readonly property: string; readonly verdict: string }[];
  readonly diagnostics: readonly { readonly code: string; readonly message: string; readonly location: { readonly line: number } | null }[];
}

async function check(
  file: string,
  ...args: string[]
): Promise<{ readonly status: number | null; readonly json: Json; readonly codes: readonly string[] }> {
  const { status, stdout } = await folder.ravel(["check", file, "--property", "race,memory", "--jobs", "1", "--format", "json", ...args]);
  const json = JSON.parse(stdout) as Json;
  expect(schemaFaults("report", json)).toEqual([]);
  return { status, json, codes: json.diagnostics.map((d) => d.code) };
}

test("a comment with a reason accepts the race of its line, which is then unknown", async () => {
  folder.file("marked.c", program("// ravel: ignore race: a rough count will do"));
  const { status, json, codes } = await check("marked.c");
  expect([status, json.verdict, json.unknown?.code]).toEqual([3, "unknown", "RVL313"]);
  expect(json.properties).toMatchObject([
    { property: "race", verdict: "unknown" },
    { property: "memory", verdict: "safe" },
  ]);
  expect(codes).toContain("RVL512");
  expect(json.diagnostics.find((d) => d.code === "RVL512")?.message).toContain("a rough count will do");
});

test("a comment alone on its line is about the next one; --fail-on unsafe lets the check pass", async () => {
  folder.file("above.c", program("", "/* ravel: ignore race,memory — a rough count will do */"));
  const { status, json } = await check("above.c", "--fail-on", "unsafe");
  expect([status, json.verdict]).toEqual([0, "unknown"]);
});

test("comments without a reason, with another word, or about another property accept nothing", async () => {
  folder.file("plain.c", program("// ravel: ignore race", "// ravel: ignore lock: no such property"));
  const { status, json, codes } = await check("plain.c", "--report", "json=old.json");
  expect([status, json.verdict]).toEqual([1, "unsafe"]);
  expect(codes.filter((c) => c === "RVL009")).toHaveLength(2);
  folder.file("other.c", program("// ravel: ignore memory: not this one"));
  expect((await check("other.c")).json.verdict).toBe("unsafe");
});

test("comments in headers count, and malformed ones are named", async () => {
  folder.file(
    "include/count.h",
    "static int hits;\n// ravel: ignore race\nstatic void more(void) {\n  hits++; // ravel: ignore race: rough\n}\n",
  );
  folder.file("uses.c", program("").replace("int hits;", "#include <count.h>\nint misses;").replace("hits++;", "more();\n  misses++;"));
  const { json, codes } = await check("uses.c", "--", "-Iinclude");
  expect(json.verdict).toBe("unsafe"); // the race on misses, found although the other one comes first
  expect(codes).toContain("RVL512");
  expect(json.diagnostics.filter((d) => d.code === "RVL009")).toMatchObject([{ location: { file: "include/count.h", line: 2 } }]);
});

test("a baseline accepts what an earlier report has, also after an edit above, and nothing else", async () => {
  await check("plain.c", "--all", "--report", "json=all.json");
  folder.file("plain.c", `\n\n${program("")}`);
  expect((await check("plain.c", "--baseline", "all.json")).json.unknown?.code).toBe("RVL313");
  const { status, json } = await check("plain.c", "--baseline", "old.json");
  expect([status, json.unknown?.code]).toEqual([3, "RVL313"]);
  folder.file("plain.c", program("").replaceAll("hits", "misses"));
  expect((await check("plain.c", "--baseline", "old.json")).status).toBe(1);
});

test("a baseline does not accept a new place with the same message, in the same function", async () => {
  const reads = (further: string): string => `
extern int __VERIFIER_nondet_int(void);
int *p, *q;
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k == 1) *p = 1;
  ${further}
}
`;
  folder.file("null.c", reads(""));
  await check("null.c", "--all", "--report", "json=null.json");
  folder.file("null.c", reads("if (k == 2) *q = 1;"));
  const { status, json } = await check("null.c", "--baseline", "null.json");
  expect(status).toBe(1);
  expect(json.properties[1]).toMatchObject({ property: "memory", violations: [{ violation: { location: { line: 7 } } }] });
  expect(json.diagnostics.filter((d) => d.code === "RVL512")).toMatchObject([{ location: { line: 6 } }]);
  // Which of the two is new cannot be told once the lines have moved: none is accepted.
  folder.file("null.c", `\n${reads("if (k == 2) *q = 1;")}`);
  expect((await check("null.c", "--baseline", "null.json")).json.properties[1]).toMatchObject({ verdict: "unsafe" });
});

test("a comment accepts nothing in a string, nor on the next line if code stands before it", async () => {
  const inString = program('(void)"// ravel: ignore race: no comment";');
  const afterCode = program("", "/* two */ misses++; // ravel: ignore race: only misses").replace("int hits;", "int hits, misses;");
  folder.file("text.c", inString);
  folder.file("after.c", afterCode);
  expect((await check("text.c")).status).toBe(1);
  expect((await check("after.c")).json.properties[0]).toMatchObject({
    verdict: "unsafe",
    violations: [{ violation: { location: { line: 6 } } }],
  });
});

test("another race is found although the first is accepted", async () => {
  folder.file("two.c", program("// ravel: ignore race: rough", "misses = 1;").replace("int hits;", "int hits, misses;"));
  const { status, json, codes } = await check("two.c");
  expect([status, json.verdict]).toEqual([1, "unsafe"]);
  expect(codes).toContain("RVL512");
});

test("a baseline that is missing, malformed, or would be overwritten", async () => {
  folder.file("list.json", "[1]");
  folder.file("bad.json", '{"schema": 1, "properties": [{"violation": {"property": 7}}]}');
  const before = folder.read("old.json");
  for (const [args, code] of [
    [["--baseline", "none.json"], "RVL002"],
    [["--baseline", "plain.c"], "RVL106"],
    [["--baseline", "list.json"], "RVL106"],
    [["--baseline", "bad.json"], "RVL106"],
    [["--baseline", "old.json", "--report", "json=old.json"], "RVL001"],
  ] as const) {
    const { status, codes } = await check("plain.c", ...args);
    expect([args, status, codes]).toEqual([args, 2, [code]]);
  }
  expect(folder.read("old.json")).toBe(before);
});

test("with --first, an accepted violation does not hide the next one", async () => {
  const two = program("// ravel: ignore race: a rough count will do")
    .replace("int hits;", "int hits, other;")
    .replace("return x;", "other++;\n  return x;");
  folder.file("two.c", two);
  const { status, json } = await check("two.c", "--first", "--fail-on", "unsafe");
  expect([status, json.verdict]).toEqual([1, "unsafe"]);
});
