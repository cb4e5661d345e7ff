// Certificates of the guided engine carry the route. They are accepted for their program, and rejected with one side removed, one added, for another
// program or another property.

import { expect, test } from "vitest";
import { checkCertificate } from "../../../../src/engines/formula/certificate.ts";
import { guided } from "../../../../src/engines/guided/engine.ts";
import type { Property } from "../../../../src/execution/errors.ts";
import type { Program } from "../../../../src/program/program.ts";
import { readCertificate } from "../../../../src/solving/certificate/read.ts";
import { compileText, engineTask } from "../../../run.ts";

const twoThreads = (globals: string, one: string, other: string, end: string): string => `#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
${globals}
static void *one(void *p) { ${one} return p; }
static void *other(void *p) { ${other} return p; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, one, 0);
  pthread_create(&t, 0, other, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(${end});
  return 0;
}
`;

const add = "pthread_mutex_lock(&m); sum = sum * 2 + 101; pthread_mutex_unlock(&m);";

interface Proved {
  readonly name: string;
  readonly text: string;
  /** Another program, for which the certificate must not hold. */
  readonly other: readonly [string, string];
  /** A property that it was not written for, or that does not hold. */
  readonly property: Property;
}

const programs: readonly Proved[] = [
  {
    name: "Figure 1 of FUSION",
    text: twoThreads(
      "static int x, y;",
      "int a = y; if (a == 0) { x = 1; a = x + 1; x = a; } else x = 0;",
      "int b = x; if (b == 0) { y = 1; b = y + 1; y = b; } else y = 0;",
      "x + y != 3",
    ),
    other: ["x = 0;", "x = 3;"],
    property: "race",
  },
  {
    name: "a loop as long as an input says",
    text: twoThreads(
      "static int n;",
      "unsigned char k = __VERIFIER_nondet_uchar() % 3; for (int i = 0; i < k; i++) { pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); }",
      "pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m);",
      "n <= 3",
    ),
    other: ["% 3", "% 4"],
    property: "overflow",
  },
  {
    name: "a jump that comes back once or twice",
    text: twoThreads(
      "static int x, y;",
      "jmp_buf b; volatile int k = 0; if (setjmp(b) < 2) { k++; pthread_mutex_lock(&m); int v = x; pthread_mutex_unlock(&m); longjmp(b, k == 1 && !v ? 1 : 2); } y = k;",
      "pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m);",
      "y == 1 || y == 2",
    ),
    other: ["k == 1", "k < 3"],
    property: "race",
  },
  {
    name: "a busy wait and a call through a pointer",
    text: twoThreads(
      "static atomic_int go; static int x; static void a(void) { x = 1; } static void b(void) { x = 2; } static void (*f)(void) = a;",
      "while (!go) {} f();",
      "if (__VERIFIER_nondet_uchar() == 7) f = b; go = 1;",
      "x != 0",
    ),
    other: ["x = 2", "x = 0"],
    property: "deadlock",
  },
  {
    name: "values of the run",
    text: twoThreads("static long sum;", add, add, "sum / 2.0 == 151.5"),
    other: ["+ 101", "+ 102"],
    property: "deadlock",
  },
];

const routeOf = (certificate: string): string => (/"route":"([^"]*)"/.exec(certificate) as RegExpExecArray)[1] as string;

async function certificateOf(program: Program): Promise<string> {
  const pieces: string[] = [];
  await guided.run(engineTask(program, ["assert"], { certificate: (piece) => pieces.push(piece) }));
  return pieces.join("");
}

async function verdictOn(program: Program, certificate: string): Promise<string> {
  const { verdict } = await checkCertificate(program, readCertificate(certificate, "c"));
  return verdict;
}

test("a program without branches", async () => {
  const program = await compileText("#include <assert.h>\nint x; int main(void) { x = 1; return 0; }\n");
  expect(await verdictOn(program, await certificateOf(program))).toBe("accepted");
});

// No question of the formula is about them: nothing would have to be refuted.
test.each(["leak", "uninit"])("a property that formulas do not decide: %s", async (property) => {
  const program = await compileText(
    "#include <stdlib.h>\nint x; int main(void) { int y; if (y == 5) x = 1; void *p = malloc(4); if (!p) return 1; return 0; }\n",
  );
  const certificate = await certificateOf(program);
  expect(await verdictOn(program, certificate)).toBe("accepted");
  expect(await verdictOn(program, certificate.replace('"properties":"assert"', `"properties":"${property}"`))).toBe("rejected");
});

test.each(programs)("$name", async ({ text, other: [from, to], property }) => {
  const program = await compileText(text);
  const certificate = await certificateOf(program);
  expect(await verdictOn(program, certificate)).toBe("accepted");

  const route = routeOf(certificate);
  const sides = route.split(" ");
  const along = (changed: readonly string[]): string => certificate.replace(`"route":"${route}"`, `"route":"${changed.join(" ")}"`);
  for (const [i, side] of sides.entries())
    expect([side, await verdictOn(program, along(sides.filter((_, k) => k !== i)))]).toEqual([side, "rejected"]);
  for (const side of [`${sides[0]}0`, "main|/0=999", `${(sides.at(-1) as string).split("=")[0]}=0`])
    expect(await verdictOn(program, along([...sides, side]))).toBe("rejected");

  const another = await compileText(text.replace(from, to));
  expect(await verdictOn(another, certificate)).toBe("rejected");
  const ofAnother = await certificateOf(await compileText(text.replace(/assert\(.*\);/, "assert(1);").replace(from, to)));
  const named = (c: string): string => (JSON.parse(c.slice(0, c.indexOf("\n"))) as { program: string }).program;
  expect(
    await verdictOn(
      await compileText(text.replace(/assert\(.*\);/, "assert(1);").replace(from, to)),
      certificate.replace(named(certificate), named(ofAnother)),
    ),
  ).toBe("rejected");
  expect(await verdictOn(program, certificate.replace('"properties":"assert"', `"properties":"${property}"`))).toBe("rejected");
  expect(await verdictOn(program, certificate.replace('"properties":"assert"', `"properties":"assert,${property}"`))).toBe("rejected");
});
