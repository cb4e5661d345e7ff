// Assertions that NDEBUG removed: counted where main may reach them, and named by the first in the text.

import { expect, test } from "vitest";
import { findCompiledOutAssertions } from "../../../src/analysis/compiled-out-assertions.ts";
import { compiledOutNotes } from "../../../src/apps/clang/system-headers.ts";
import { compileText } from "../../run.ts";

const found = async (text: string): Promise<string> => {
  const program = await compileText(text);
  const missing = findCompiledOutAssertions(program);
  return missing === null ? "none" : `${missing.count} from line ${program.positions[missing.first]?.line}`;
};

const program = (before: string, after = ""): string => `${before}
#include <assert.h>
${after}
static int twice(int x) { assert(x > 0); return x + x; }
static int unused(int x) { assert(x > 0); return x; }
int main(void) { int four = twice(2); (void)sizeof unused(1); assert(four == 4); return 0; }
`;

test.each([
  ["#define NDEBUG", "", "2 from line 4"],
  ["", "", "none"],
  ["#define NDEBUG", "#undef NDEBUG\n#include <assert.h>", "none"],
  ["#define NDEBUG", "#undef assert\n#define assert(x) ((void)0)", "none"],
])("%j before and %j after the header: %s", async (before, after, expected) => {
  expect(await found(program(before, after))).toBe(expected);
});

test.each([
  ["-DNDEBUG", "assert(x);", 1],
  ["-DNDEBUG=1", "assert (x);", 1],
  ["-DNDEBUG_MODE", "assert(x);", 0],
  ["-UNDEBUG", "assert(x);", 0],
  ["-DNDEBUG", "static_assert(x);", 0],
  ["-O2", " # define NDEBUG\n#include <assert.h>\nassert(x);", 1],
  ["-O2", "#include <assert.h>\n#define NDEBUG\nassert(x);", 0],
])("with the system's headers, %s and %j: %i notes", (flag, text, count) => {
  expect(compiledOutNotes("f.c", text, [{ kind: "text", text: flag }]).map((d) => d.code)).toEqual(Array(count).fill("RVL513"));
});
