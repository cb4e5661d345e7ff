// Allocation is not an access, so footprints do not contain it (docs/adr/0005). In these programs the order of allocations, allocations that
// fail, frees by other threads and blocks passed between threads would show if that were wrong: every reduction must agree with all interleavings on the
// verdict of every property and on the set of final states.

import { describe, expect, test } from "vitest";
import { explore } from "../../../src/engines/explore/explore.ts";
import { allProperties, type Property } from "../../../src/execution/errors.ts";
import { type Freedom, noFreedoms } from "../../../src/execution/freedoms.ts";
import { type Shape, ShapeFile } from "../../verdicts/shapes.ts";

const shapes: readonly (Shape & { readonly unsafe: readonly Property[] })[] = [
  {
    // Addresses depend on the allocating thread: which one is lower does not depend on the order of the threads.
    name: "addresses compared",
    threads: [
      "int *p = malloc(4); x = p != NULL; v[0] = (unsigned long)p >> 4 & 0xff; free(p);",
      "int *p = malloc(64); y = x; v[1] = (unsigned long)p >> 4 & 0xff; free(p);",
    ],
    after: "g = v[0] < v[1]; h = y;",
    unsafe: [],
  },
  {
    name: "freed by the other",
    threads: ["int *p = malloc(4); *p = 5; box = p;", "int *p = box; if (p) { g = *p; free(p); box = NULL; }"],
    after: "h = box != NULL; free(box);",
    unsafe: [],
  },
  {
    name: "freed by both",
    threads: ["int *p = malloc(4); box = p; x = 1; if (y) free(p);", "y = 1; if (x) free(box);"],
    unsafe: ["memory"],
  },
  {
    name: "used after the other has freed it",
    threads: ["int *p = malloc(4); *p = 1; box = p; x = 1; free(p);", "if (x) g = *box;"],
    unsafe: ["memory", "race"],
  },
  {
    // The second block has another address, although the first is free by then: addresses are not used again.
    name: "freed and allocated again",
    threads: [
      "int *p = malloc(4); *p = 1; box = p; x = 1;",
      "if (x) { int *p = box; free(p); int *q = malloc(4); *q = 2; g = p == q; box = q; }",
    ],
    after: "h = box ? *box : -1; free(box);",
    unsafe: [],
  },
  {
    // An address that was guessed: whether an object lies there depends on which thread runs first.
    name: "an address that was guessed",
    threads: [
      "char *p = calloc(1, 16); box = (int *)p; x = 1; y = 1; int *q = calloc(1, 16); *q = 7;",
      "if (x) { unsigned long a = (unsigned long)box + 32; g = *(volatile int *)a; }",
    ],
    after: "free(box);",
    unsafe: ["memory", "race", "leak"],
  },
  {
    name: "lost in an exchange",
    threads: ["box = malloc(4);", "int *old = box; box = malloc(8); free(old);"],
    after: "free(box); box = NULL;",
    unsafe: ["leak"],
  },
  {
    name: "one of two may fail unseen",
    threads: ["int *p = malloc(4); if (!p) { x = 1; return arg; } *p = 1; free(p);", "int *p = malloc(4); if (x) *p = 1; g = x; free(p);"],
    unsafe: ["memory"],
    mayFail: true,
  },
  {
    name: "failures are counted",
    threads: ["void *p = malloc(4); if (!p) x++; free(p);", "void *p = malloc(4); if (!p) x++; free(p);"],
    after: "g = x;",
    unsafe: [],
    mayFail: true,
  },
  {
    name: "realloc while the other thread reads",
    threads: ["int *p = malloc(4); *p = 1; box = p; int *q = realloc(p, 8); box = q; *q = 2;", "int *p = box; if (p && x) g = *p; x = 1;"],
    after: "free(box);",
    unsafe: [],
  },
  {
    name: "a thread's stack is known to another",
    threads: ["int local = 3; box = &local; x = 1; box = NULL;", "int *p = box; if (p) g = *p;"],
    unsafe: ["memory"],
  },
];
/** More choices: which new object gets the address of which dead one, and which of two lies lower. */
const chosen: readonly (Shape & { readonly ends: number })[] = [
  {
    name: "one block and two threads that may get it",
    threads: [
      "int *p = malloc(4); box = p; free(p); int *q = malloc(4); g = q == p; x = 1; free(q);",
      "int *p = box; int *q = malloc(4); h = q == p; y = x; free(q);",
    ],
    after: "box = NULL;",
    ends: 8,
  },
  {
    name: "two blocks, freed by one thread and taken by the other",
    threads: ["free(box); x = 1;", "int *p = box; int *q = malloc(4), *r = malloc(4); g = p == q; h = p == r; y = x; free(q); free(r);"],
    before: "box = malloc(4);",
    after: "box = NULL;",
    ends: 6,
  },
  {
    name: "a block that is taken, freed and taken again",
    threads: ["free(box); int *p = malloc(4); g = p == box; free(p);", "int *q = malloc(4); h = q == box; free(q);"],
    before: "box = malloc(4);",
    after: "box = NULL;",
    ends: 4,
  },
  {
    name: "two threads that ask which lies lower",
    threads: ["g = &v[0] < (int *)box; x = 1;", "h = (int *)box > &v[0]; y = x;"],
    before: "box = malloc(4);",
    after: "free(box);",
    ends: 4,
  },
];
const file = new ShapeFile([...shapes, ...chosen]);

interface Seen {
  readonly unsafe: readonly Property[];
  readonly ends: readonly string[];
}

async function explored(
  shape: Shape & { readonly mayFail?: boolean },
  reduction: "none" | "dpor" | "optimal" | "states",
  freedoms: ReadonlySet<Freedom> = noFreedoms,
): Promise<Seen> {
  const plain = await file.task(shape.name, allProperties, { finalStates: true, reduction, freedoms });
  const task = { ...plain, machine: { ...plain.machine, freedoms, allocationMayFail: shape.mayFail === true } };
  const { findings, stats } = await explore.run(task);
  for (const f of findings.values()) expect(f.kind).not.toBe("unknown");
  const ends = (stats.finalStates?.states ?? []).map((s) => `${s.end} ${s.values.map((v) => `${v.name}=${v.value.text}`).join(" ")}`);
  return { unsafe: allProperties.filter((p) => findings.get(p)?.kind === "candidate"), ends: ends.sort() };
}

describe("every reduction agrees with all interleavings", () => {
  for (const shape of shapes)
    test(shape.name, async () => {
      const all = await explored(shape, "none");
      expect([...all.unsafe].sort()).toEqual([...shape.unsafe].sort());
      for (const reduction of ["dpor", "optimal", "states"] as const)
        expect([reduction, await explored(shape, reduction)]).toEqual([reduction, all]);
    });
});

describe("every reduction agrees with all interleavings where addresses are used again and objects lie anywhere", () => {
  const freedoms: ReadonlySet<Freedom> = new Set(["reuse", "placement"]);

  for (const shape of [...shapes, ...chosen])
    test(shape.name, async () => {
      const all = await explored(shape, "none", freedoms);
      if ("ends" in shape) expect(all.ends.length, all.ends.join("\n")).toBe(shape.ends);
      for (const reduction of ["dpor", "optimal", "states"] as const)
        expect([reduction, await explored(shape, reduction, freedoms)]).toEqual([reduction, all]);
    });
});
