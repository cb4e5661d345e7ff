// The π sets of FUSION (section 4.1): which definitions each read of Figure 1 may see, in the trace program of the first run. The else sides
// write -1, as in Figure 4: a write of 0 would leave the initial value, and reads fold.

import { expect, test } from "vitest";
import type { CellAccess } from "../../../../src/skeleton/cells.ts";
import { findVisibleWrites } from "../../../../src/skeleton/may-copy.ts";
import type { SkeletonEvent } from "../../../../src/skeleton/skeleton.ts";
import { compileText } from "../../../run.ts";
import { unrollFirstRun } from "./figure1.ts";

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
async function piSets(text: string, isAbstraction = false): Promise<Record<string, string>> {
  const program = await compileText(text);
  const { skeleton, terms } = unrollFirstRun(program, isAbstraction);
  const lineOf = ({ site }: SkeletonEvent): number => program.positions[site.at]?.line ?? 0;
  const nameOf = (name: string, { event, access: { phantom } }: CellAccess): string =>
    phantom === undefined ? `${name}${lineOf(event)}` : `ph${skeleton.phantoms.indexOf(phantom) + 1}`;
  const sets: Record<string, string> = {};
  for (const r of findVisibleWrites(terms, skeleton, true, () => {}, true).reads) {
    const { name } = r.cell.object;
    if (name !== "x" && name !== "y") continue;
    const names = r.visibleWrites.map(({ write }) => (write === null ? `${name}0` : nameOf(name, write)));
    sets[lineOf(r.cell.event)] = names.sort().join(" ");
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

test("its abstraction: w1 and w2 have one more, and after the joins either side is seen", async () => {
  expect(await piSets(figure1, true)).toEqual({
    11: "ph2 y0 y27",
    21: "ph1 x0 x13 x15",
    14: "x13",
    41: "ph1 x15",
    42: "ph2 y27",
  });
});

test("the other body of the unseen side in FUSION's section 5.1 has the same abstraction", async () => {
  const other = figure1.replace("y = 1;\nb = y + 1;\ny = b;", "b = 1;\nwhile (b++ < 100)\ny += b;");
  expect(other).not.toBe(figure1);
  expect(await piSets(other, true)).toEqual(await piSets(figure1, true));
});

test("a wait that only the end of a phantom edge can answer is not ordered after it: the thread on the edge may answer earlier", async () => {
  const text = `#include <pthread.h>
#include <stdlib.h>
void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int x, y;
static void *side(void *p) { if (x == 1) { y = 1; exit(0); } return p; }
static void *waits(void *p) { x = 1; __VERIFIER_atomic_begin(); __VERIFIER_assume(y != 0); __VERIFIER_atomic_end(); return p; }
int main(void) { pthread_t s, t; pthread_create(&s, 0, side, 0); pthread_create(&t, 0, waits, 0); pthread_join(s, 0); return 0; }
`;
  const { skeleton, terms } = unrollFirstRun(await compileText(text), true);
  const [edge] = skeleton.phantoms;
  const { order, reads } = findVisibleWrites(terms, skeleton, true);
  const wait = reads.find((r) => r.cell.object.name === "y");
  expect(wait?.visibleWrites.map((w) => w.write?.access.phantom)).toEqual([edge]);
  expect(order.isBefore(edge?.end as SkeletonEvent, wait?.cell.event as SkeletonEvent)).toBe(false);
});
