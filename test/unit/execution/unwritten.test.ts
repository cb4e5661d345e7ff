// Bytes that were never written stay so when they are copied, wherever they go: what is computed from them is one of many possible values.
// Bytes that are only copied (padding) are harmless.

import { expect, test } from "vitest";
import { explore } from "../../../src/engines/explore/explore.ts";
import { compileText, engineTask } from "../../run.ts";

const programs = {
  "into a global": ["struct s { int a, b; }; static struct s g;", "struct s l; l.a = 1; g = l; assert(g.b != 5);", "RVL308"],
  "from a global into another": [
    "struct s { int a, b; }; static struct s g, h;",
    "struct s l; l.a = 1; g = l; memcpy(&h, &g, sizeof h); assert(h.b != 5);",
    "RVL308",
  ],
  "written afterwards": ["struct s { int a, b; }; static struct s g;", "struct s l; l.a = 1; g = l; g.b = 2; assert(g.b == 2);", "safe"],
  "padding only": [
    "struct s { char a; int b; }; static struct s g;",
    "struct s l; l.a = 1; l.b = 2; g = l; assert(g.b == 2 && g.a == 1);",
    "safe",
  ],
  "by one of two threads": [
    "struct s { int a, b; }; static struct s g; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; static void *w(void *x) { pthread_mutex_lock(&m); g.b = 7; pthread_mutex_unlock(&m); return x; }",
    "pthread_t t; pthread_create(&t, 0, w, 0); struct s l; l.a = 1; pthread_mutex_lock(&m); g = l; pthread_mutex_unlock(&m); pthread_join(t, 0); assert(g.b != 5);",
    "RVL308",
  ],
  "by the first of two threads": [
    "struct s { int a, b; }; static struct s g; static void *w(void *x) { g.b = 7; return x; }",
    "pthread_t t; struct s l; l.a = 1; g = l; pthread_create(&t, 0, w, 0); pthread_join(t, 0); assert(g.b == 7);",
    "safe",
  ],
} as const;

const cases = Object.entries(programs).flatMap(([name, p]) =>
  (["none", "dpor", "optimal", "states", "rf"] as const).map((r) => [name, r, ...p] as const),
);

test.each(cases)("%s, %s", async (_, reduction, globals, main, expected) => {
  const text = `#include <assert.h>\n#include <pthread.h>\n#include <string.h>\n${globals}\nint main(void) {\n  ${main}\n}\n`;
  const { findings } = await explore.run(engineTask(await compileText(text), ["assert"], { strategy: "dfs", reduction }));
  const finding = findings.get("assert");
  expect(finding?.kind === "unknown" ? finding.unknown.code : finding?.kind === "covered" ? "safe" : finding?.kind).toBe(expected);
});
