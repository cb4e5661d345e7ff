// Functions that reach their closing brace without a return statement. C allows it if the result is ignored, which is how old C and many
// thread functions are written; a use of the result is an uninitialised read.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { runInRavel } from "./harness.ts";

const folder = mkdtempSync(join(tmpdir(), "ravel-missing-return-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function readsUnwritten(text: string): Promise<boolean> {
  const file = join(folder, "program.c");
  writeFileSync(file, text);
  const { machine } = await runInRavel(
    { name: "", files: [file], flags: [], nativeFlags: [], models: ["lp64"], properties: ["memory"], stops: "" },
    "lp64",
  );
  expect(machine.outcome?.kind).toBe("exit");
  return machine.unwrittenRead !== 0;
}

const threads = (body: string): string =>
  `#include <pthread.h>\nint n;\nbump(by) { n += by; }\nvoid *work(void *a) { bump(1); }\nint main(void) { pthread_t t; void *r; ${body} return 0; }\n`;

it.each([
  ["a call whose result is ignored", "int f(int x) { if (x) return 1; }\nint main(void) { f(0); return 0; }\n"],
  ["a thread function, joined without a place for its result", threads("pthread_create(&t, 0, work, 0); pthread_join(t, 0);")],
  ["a thread function whose result is stored but not read", threads("pthread_create(&t, 0, work, 0); pthread_join(t, &r);")],
])("is not a read: %s", async (_, text) => {
  expect(await readsUnwritten(text)).toBe(false);
});

it.each([
  ["a call whose result is used", "int f(int x) { if (x) return 1; }\nint g;\nint main(void) { g = f(0); return 0; }\n"],
  [
    "a call through a pointer whose result is used",
    "int f(int x) { if (x) return 1; }\nint (*p)(int) = f;\nint g;\nint main(void) { g = p(0); return 0; }\n",
  ],
  [
    "a comparison function given to qsort",
    "#include <stdlib.h>\nint compare(const void *a, const void *b) { if (*(int *)a > *(int *)b) return 1; }\nint main(void) { int n[2] = {1, 2}; qsort(n, 2, sizeof n[0], compare); return 0; }\n",
  ],
  ["a thread's result that is read after the join", `${threads("pthread_create(&t, 0, work, 0); pthread_join(t, &r); n = r != 0;")}`],
  ["a returned local that was never set", "int g;\nint f(void) { int x; return x; }\nint main(void) { g = f(); return 0; }\n"],
])("is a read: %s", async (_, text) => {
  expect(await readsUnwritten(text)).toBe(true);
});
