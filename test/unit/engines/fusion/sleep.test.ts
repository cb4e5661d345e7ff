// What sleeps while states are cleared. Wake-up trees do not insert a sequence that a sleeping step could come before: races that are found after that step would insert
// it. Where states after the step are cleared, these races are not found.

import { expect, test } from "vitest";
import { told, twoThreads } from "./verdicts.ts";

/** A section of the program makes the search use wake-up trees. */
const inSection = (text: string): string =>
  text
    .replace("pthread_create(&s", "__VERIFIER_atomic_begin(); pthread_create(&s")
    .replace("second, 0);", "second, 0); __VERIFIER_atomic_end();");

test("another input than the first is tried before a step that was cleared", async () => {
  // After the first thread has read x, nothing can fail: these states are cleared. With the other input x must be written before.
  const text = inSection(
    twoThreads(
      "#include <stdatomic.h>\nstatic _Atomic int x, y, z, w; extern _Bool __VERIFIER_nondet_bool(void);",
      "z = 1; int r = x; if (r == 1) y = 7; w = 1;",
      "int a = w; _Bool b = __VERIFIER_nondet_bool(); x = b; a = w + z;",
      "y != 7",
    ),
  );
  for (const omitted of [[], ["check"], ["phantom"]] as const)
    expect((await told(text, ["assert"], { omitted })).verdicts).toEqual(["unsafe"]);
});
