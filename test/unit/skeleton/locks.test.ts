// Locks, and the data that they guard, are found by how they are used: how many reads of x are open while a thread holds one.

import { describe, expect, test } from "vitest";
import { unrollProgram } from "../../../src/skeleton/rounds.ts";
import { machineOptions } from "../../run.ts";
import { type Case, CaseFile } from "../engines/staged/programs.ts";

const look = "LOCK; int p = @x; @x = p + 1; int q = @x; int r = @x; UNLOCK; @seen = p + q + r;";
const write = "LOCK; @x = 5; @x = 6; UNLOCK;";

interface Shape {
  readonly first: string;
  readonly second: string;
  readonly main?: string;
  /** Reads of x in the first thread whose values are not known beforehand. */
  readonly openReads: number;
  readonly locks: number;
}

const shapes: Readonly<Record<string, Shape>> = {
  "all under one lock": { first: look, second: write, openReads: 1, locks: 1 },
  "made by a call before": { first: look, second: write, main: "pthread_mutex_init(&m, NULL);", openReads: 1, locks: 1 },
  "initial values stored without it": { first: look, second: write, main: "@x = 1;", openReads: 1, locks: 1 },
  "released in between": { first: `${look} LOCK; q = @x; UNLOCK; @seen = q;`, second: write, openReads: 2, locks: 1 },
  "written without it": { first: look, second: "@x = 5;", openReads: 3, locks: 0 }, // only one thread uses the lock
  "written under another": { first: look, second: "pthread_mutex_lock(&n); @x = 5; pthread_mutex_unlock(&n);", openReads: 3, locks: 0 },
  "written under another, both of them used": {
    first: look,
    second: `pthread_mutex_lock(&n); @x = 5; pthread_mutex_unlock(&n); LOCK; @seen = 2; UNLOCK;`,
    openReads: 3,
    locks: 1,
  },
  "initialised again by the other thread": { first: look, second: `pthread_mutex_init(&m, NULL); ${write}`, openReads: 3, locks: 0 },
  "released and acquired again many times": {
    first: `${look} ${"if (@seen > 1) @seen = 3; LOCK; UNLOCK; ".repeat(120)}`,
    second: write,
    openReads: 1,
    locks: 1,
  },
  "an atomic written in between": { first: look.replace("UNLOCK", "@seen = 1; UNLOCK"), second: write, openReads: 1, locks: 1 },
};

const cases = Object.entries(shapes).map(
  ([name, { first, second, main }]): Case => ({
    name,
    code: `static volatile int @x; static atomic_int @seen; THREAD(@a) { ${first} return arg; } THREAD(@b) { ${second} return arg; }`,
    main: `${main ?? ""} START(s, @a); START(t, @b); END(s); END(t);`,
    expect: {},
  }),
);
const file = new CaseFile(cases);

describe("locks and what they guard", () => {
  for (const [name, { openReads, locks }] of Object.entries(shapes))
    test(name, async () => {
      const { skeleton } = unrollProgram(await file.program(name), {
        machine: machineOptions([]),
        boundOf: () => 2,
        interrupted: () => false,
        overflow: false,
        maxOperations: 1e6,
        locks: true,
      });
      const [, first] = skeleton.threads;
      const reads = (first?.events ?? []).flatMap((e) => e.accesses.filter((a) => a.kind === "read" && !a.settled));
      expect({
        openReads: reads.filter((a) => a.targets.some((t) => t.object.name.endsWith("_x"))).length,
        locks: new Set(skeleton.events.flatMap((e) => e.holds)).size,
      }).toEqual({ openReads, locks });
    });
});
