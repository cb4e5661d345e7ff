// What keeps a heap object from being a leak: a pointer to it anywhere in memory, aligned or not, or in a thread that an assumption has
// stopped. Adjacent numbers that look like a pointer do not count.

import { expect, test } from "vitest";
import { explore } from "../../../src/engines/explore/explore.ts";
import { compileText, engineTask } from "../../run.ts";

const cases = [
  {
    name: "a pointer in a packed struct",
    code: `static struct __attribute__((packed)) { char tag; void *p; } g;
           int main(void) { g.p = malloc(4); return 0; }`,
    leaks: false,
  },
  {
    name: "a pointer copied into a buffer",
    code: `static char buffer[16];
           int main(void) { char *p = malloc(4); memcpy(buffer + 5, &p, sizeof p); p = 0; return 0; }`,
    leaks: false,
  },
  {
    name: "a pointer no more in a packed struct",
    code: `static struct __attribute__((packed)) { char tag; void *p; } g;
           int main(void) { g.p = malloc(4); g.p = 0; return 0; }`,
    leaks: true,
  },
  {
    name: "small numbers side by side",
    code: `static struct { int used, size, more[4]; } g = {0, 4096, {0, 16, 32, 1 << 20}};
           int main(void) { char *p = malloc(4); p = 0; return g.used; }`,
    leaks: true,
  },
  {
    name: "a thread that waits for an assumption forever",
    code: `static int x;
           static void *waiter(void *a) { int *p = malloc(4); *p = 1; __VERIFIER_assume(x == 1); free(p); return a; }
           int main(void) { pthread_t t; pthread_create(&t, 0, waiter, 0); return 0; }`,
    leaks: false,
  },
] as const;

const inBothModels = cases.flatMap((c) => (["lp64", "ilp32"] as const).map((dataModel) => ({ ...c, dataModel })));

test.each(inBothModels)("$name ($dataModel)", async ({ code, leaks, dataModel }) => {
  const text = `#include <pthread.h>\n#include <stdlib.h>\n#include <string.h>\nextern void __VERIFIER_assume(int);\n${code}\n`;
  const { findings } = await explore.run(engineTask(await compileText(text, dataModel), ["leak"], { reduction: "none" }));
  expect(findings.get("leak")?.kind).toBe(leaks ? "candidate" : "covered");
});
