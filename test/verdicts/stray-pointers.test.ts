// Pointers that are kept outside their object. The search by states lets a new local begin in the place of a dead one that no pointer leads
// to: a pointer outside every object may lead to any of them. A failure means that a stale pointer is taken for a valid one.

import { expect, test } from "vitest";
import type { Property } from "../../src/execution/errors.ts";
import { checkText } from "../run.ts";

const loop = (keep: string, use: string): string => `#include <assert.h>
#include <stddef.h>
struct item { long key; int link; };
int *volatile g, *volatile h;
int main(void) {
  for (int i = 0; i < 3; i++) {
    int v = i;
    if (i == 0) { ${keep.replaceAll("SLOT", "(&v)")} }
    else if (i == 2) { ${use} }
    g = &v;
    g = 0;
  }
  return 0;
}
`;

const rows: [name: string, keep: string, use: string, property: Property][] = [
  ["four elements before it", "h = SLOT - 4;", "int *p = h + 4; *p = 7;", "memory"],
  ["one element before it, to count from one", "h = SLOT - 1;", "h[1] = 7;", "memory"],
  ["far before it", "h = SLOT - 64;", "int *p = h + 64; *p = 7;", "memory"],
  ["after it", "h = SLOT + 9;", "int *p = h - 9; *p = 7;", "memory"],
  ["the struct around it", "h = (int *)((char *)SLOT - offsetof(struct item, link));", "((struct item *)h)->link = 7;", "memory"],
  ["compared only", "h = SLOT - 4;", "assert(h + 4 == &v);", "assert"],
];

test.each(rows)("a pointer to a dead local, kept as an address %s", async (_, keep, use, property) => {
  const verdicts: string[] = [];
  for (const reduction of ["none", "states"] as const) {
    const { properties } = await checkText(loop(keep, use), "explore", [property], { strategy: "dfs", reduction });
    verdicts.push(properties.map((p) => p.verdict).join());
  }
  expect(verdicts).toEqual(["unsafe", "unsafe"]);
});
