// The π sets of FUSION (section 4.1): which definitions each read of Figure 1 may see, in the trace program of the first run. The else sides
// write -1, as in Figure 4: a write of 0 would leave the initial value, and reads fold.

import { expect, test } from "vitest";
import { RunTracer } from "../../../../src/engines/traces/traced-run.ts";
import { findVisibleWrites } from "../../../../src/skeleton/may-copy.ts";
import { unrollProgram } from "../../../../src/skeleton/rounds.ts";
import type { SkeletonEvent } from "../../../../src/skeleton/skeleton.ts";
import { compileText, engineTask, machineOptions } from "../../../run.ts";

/** Each statement is in the line that has the number of the paper's event; `w1`…`w5` are its π functions. */
const figure1 = `#include <assert.h>
#include <pthread.h>
int x, y;
#line 11
static void *foo(void *p) { int a = y;
if (a == 0) {
x = 1;
a = x + 1;
x = a;
} else
x = -1;
return p; }
#line 21
static void *bar(void *p) { int b = x;
if (b == 0) {
y = 1;
b = y + 1;
y = b;
} else
y = -1;
return p; }
#line 40
int main(void) { pthread_t s, t; pthread_create(&s, 0, foo, 0); pthread_create(&t, 0, bar, 0); pthread_join(s, 0); pthread_join(t, 0);
int x4 = x;
int y5 = y;
assert(x4 != y5);
return 0; }
`;

/** Per line with reads of x and y: the lines of the definitions that they may see; 0 is the start. */
async function piSets(text: string): Promise<Record<string, string>> {
  const program = await compileText(text);
  const { route } = new RunTracer(engineTask(program, ["assert"])).first();
  const { skeleton, terms } = unrollProgram(program, {
    machine: machineOptions([]),
    boundOf: () => 2,
    interrupted: () => false,
    overflow: false,
    maxOperations: 1e6,
    route,
  });
  const lineOf = ({ site }: SkeletonEvent): number => program.positions[site.at]?.line ?? 0;
  const sets: Record<string, string> = {};
  for (const r of findVisibleWrites(terms, skeleton, true, () => {}, true).reads) {
    const { name } = r.cell.object;
    if (name !== "x" && name !== "y") continue;
    const lines = r.visibleWrites.map(({ write }) => (write === null ? 0 : lineOf(write.event))).sort((a, b) => a - b);
    sets[lineOf(r.cell.event)] = lines.map((l) => `${name}${l}`).join(" ");
  }
  return sets;
}

test("Figure 1, as Figure 4 has it", async () => {
  expect(await piSets(figure1)).toEqual({
    11: "y0 y27", // w1
    21: "x0 x13 x15", // w2
    14: "x13", // w3
    41: "x15", // w4
    42: "y27", // w5
  });
});
