// Copies between a local, a block and a global. Formulas have other addresses than the executor: a branch of the library that depends on which object lies lower would have a side that no run takes, and
// that the solver reaches. A failure means that `guided` asks for such a side and cannot be driven there (RVL902).

import { expect, test } from "vitest";
import { guided } from "../../../../src/engines/guided/engine.ts";
import { compileText, engineTask } from "../../../run.ts";
import { verdictOf } from "../../../verdicts/verdict-of.ts";

const copies = ["memcpy(to, from, 4)", "mempcpy(to, from, 4)", "memmove(to, from, 4)", "strcpy(to, from)", "strncpy(to, from, 4)"];
const objects = ["local", "block", "global"];
const pairs = objects.flatMap((to) => objects.filter((from) => from !== to).map((from) => [to, from] as const));

test.each(copies)("%s", async (copy) => {
  for (const [to, from] of pairs) {
    const text = `#define _GNU_SOURCE\n#include <assert.h>\n#include <stdlib.h>\n#include <string.h>\nchar global[4];\nint main(void) {\n  char local[4] = "ab", *block = malloc(4);\n  strcpy(block, "ab");\n  strcpy(global, "ab");\n  char *to = ${to}, *from = ${from};\n  ${copy};\n  assert(to[1] == 'b');\n  free(block);\n  return 0;\n}\n`;
    const task = engineTask(await compileText(text), ["assert", "memory"], { without: ["phantom"] });
    const { findings } = await guided.run(task);
    for (const [property, found] of findings) expect(verdictOf(task, property, found), `${to} from ${from}: ${property}`).toBe("safe");
  }
});
