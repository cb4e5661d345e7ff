// ravel graph: pictures, and the message if there is none.

import { afterAll, expect, test } from "vitest";
import { Folder } from "./command-line.ts";

const folder = new Folder();
afterAll(() => folder.remove());
folder.file(
  "p.c",
  `#include <pthread.h>
int x;
static void *work(void *arg) { x++; return arg; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  x++;
  return pthread_join(t, 0);
}
`,
);
folder.file("bad.c", "int main(void) { return y; }\n");
folder.file("large.c", "int main(void) { int s = 0; for (int i = 0; i < 9000; i++) for (int j = 0; j < 9; j++) s ^= i * j; return s; }\n");

test("DOT on standard output, SVG by the file's name", async () => {
  const dot = await folder.ravel(["graph", "p.c", "--what", "program"]);
  expect([dot.status, dot.stderr]).toEqual([0, ""]);
  expect(dot.stdout).toMatch(/^digraph "p\.c" \{/);
  expect(dot.stdout).toContain("3: static void *work(void *arg)");
  const svg = await folder.ravel(["graph", "p.c", "--what", "skeleton", "-o", "p.svg"]);
  expect([svg.status, svg.stdout, svg.stderr]).toEqual([0, "", ""]);
  expect(folder.read("p.svg")).toMatch(/^<svg [^]*thread 1: work\(\)[^]*<\/svg>\n$/);
  const again = await folder.ravel(["graph", "p.c", "--what=skeleton", "--format", "svg"]);
  expect(again.stdout).toBe(folder.read("p.svg"));
});

test("mistakes are coded", async () => {
  const said = async (...args: string[]): Promise<string> => {
    const { status, stdout, stderr } = await folder.ravel(["graph", ...args]);
    expect(stdout).toBe("");
    return `${status} ${/RVL\d+/.exec(stderr)?.[0]}`;
  };
  expect(await said("--what", "program")).toBe("2 RVL001");
  expect(await said("p.c")).toBe("2 RVL001");
  expect(await said("p.c", "--what", "tree")).toBe("2 RVL001");
  expect(await said("p.c", "--what", "trace", "--prune", "none")).toBe("2 RVL003");
  expect(await said("p.c", "--what", "gig", "--seed", "3")).toBe("2 RVL003");
  expect(await said("p.c", "--what", "trace", "--unwind", "3")).toBe("2 RVL003");
  expect(await said("p.c", "--what", "skeleton", "--seed", "3")).toBe("2 RVL003");
  expect(await said("p.c", "--what", "program", "--schedule", "w.json")).toBe("2 RVL003");
  expect(await said("p.c", "--what", "skeleton", "--phantom")).toBe("2 RVL003");
  expect(await said("p.c", "--what", "trace", "--seed", "1", "--schedule", "w.json")).toBe("2 RVL003");
  expect(await said("p.c", "--what", "program", "--format", "png")).toBe("2 RVL001");
  expect(await said("q.c", "--what", "program")).toBe("2 RVL002");
  expect(await said("p.c", "--what", "program", "-o", "nowhere/p.svg")).toBe("2 RVL007");
  expect(await said("bad.c", "--what", "program")).toBe("2 RVL101");
  expect(await said("large.c", "--what", "skeleton")).toBe("3 RVL302");
});

test("the trace program of the first run, of a random one, and of a witness", async () => {
  folder.file(
    "b.c",
    `#include <pthread.h>
int x;
static void *work(void *arg) { x = 1; return arg; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  int seen = 0;
  if (x) seen = 1;
  pthread_join(t, 0);
  return seen;
}
`,
  );
  const draw = async (...args: string[]): Promise<string> => {
    const { status, stdout, stderr } = await folder.ravel(["graph", "b.c", "--what", "trace", ...args]);
    expect([status, stderr]).toEqual([0, ""]);
    return stdout;
  };
  const first = await draw();
  expect(first).toContain("w1 ← π(x0, x1)");
  expect(first).toContain("assume(w1 == 0)"); // main comes first
  expect(await draw("--seed", "1")).toBe(first); // another run with the same sides
  const other = await draw("--seed", "5");
  expect(other).toContain("assume(w1 != 0)");
  await folder.ravel(["run", "b.c", "--seed", "5", "--witness", "w.json"]);
  expect(await draw("--schedule", "w.json")).toBe(other);
});

test("the generalised interleaving graph of a search, and the message if it is too large", async () => {
  const dot = await folder.ravel(["graph", "p.c", "--what", "gig", "--prune", "interpolants"]);
  expect([dot.status, dot.stderr]).toEqual([0, ""]);
  expect(dot.stdout).toMatch(/n1 \[label="n1 {2}i-PP\\lmain 7: x\+\+\\lT1 3: x\+\+\\l/);
  expect(dot.stdout).toMatch(/-> n\d+ \[label="main 7", style=dashed/);
  folder.file(
    "early.c",
    `#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int x;
int main(void) {
  int a = __VERIFIER_nondet_int();
  if (a > 3) return 0;
  assert(x == 0);
  return 0;
}
`,
  );
  // Main branches before its first step: the beginning of main is a pivot point.
  const early = await folder.ravel(["graph", "early.c", "--what", "gig"]);
  expect(early.stdout).toContain('n0 [label="n0  b-PP\\lmain 5: int a = __VERIFIER_nondet_int()\\l"]');
  expect(early.stdout).toContain('n0 -> n1 [label="main 5 if input 1 of main <= 3"]');
  expect(early.stdout).toMatch(/n0 -> n\d+ \[label="main 5 if input 1 of main > 3"\]/);
  folder.file("even.c", "extern int __VERIFIER_nondet_int(void);\nint x;\nint main(void) {\n  x = __VERIFIER_nondet_int();\n  x = 2;\n}\n");
  expect((await folder.ravel(["graph", "even.c", "--what", "gig"])).stdout).not.toContain("n0");
  folder.file(
    "many.c",
    `#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
static void *work(void *arg) { x = 1; x = 2; x = 3; x = 4; x = 5; x = 6; x = 7; x = 8; return arg; }
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
`,
  );
  const many = await folder.ravel(["graph", "many.c", "--what", "gig"]);
  expect(many).toMatchObject({ status: 3, stdout: "", stderr: expect.stringMatching(/RVL302: the graph has more than 400 nodes/) });
});
