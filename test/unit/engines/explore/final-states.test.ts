// The set of final states: what the globals hold when every thread has ended, or all wait forever, under every reduction that keeps it.

import { describe, expect, test } from "vitest";
import { explore } from "../../../../src/engines/explore/explore.ts";
import { changed } from "../../../run.ts";
import { type Shape, ShapeFile } from "../../../verdicts/shapes.ts";

const locked = (lock: string, body: string): string => `pthread_mutex_lock(&${lock}); ${body} pthread_mutex_unlock(&${lock});`;

const shapes: readonly (Shape & { readonly ends: readonly string[]; readonly complete?: boolean })[] = [
  { name: "store buffering", threads: ["x = 1; g = y;", "y = 1; h = x;"], ends: ["exit g=0 h=1", "exit g=1 h=0", "exit g=1 h=1"] },
  { name: "message passing", threads: ["x = 1; y = 1;", "g = y; h = x;"], ends: ["exit g=0 h=0", "exit g=0 h=1", "exit g=1 h=1"] },
  { name: "lost update", threads: ["x = x + 1;", "x = x + 1;"], after: "g = x;", ends: ["exit g=1 h=0", "exit g=2 h=0"] },
  {
    name: "a deadlock",
    threads: [locked("m", locked("n", "g++;")), locked("n", locked("m", "h++;"))],
    ends: ["deadlock g=0 h=0", "exit g=1 h=1"],
  },
  { name: "an error cuts a run short", threads: ["x = 1;", "assert(!x); g = 1;"], ends: ["exit g=1 h=0"] },
  { name: "an exit also does", threads: ["g = 1;", "if (!x) exit(0);"], ends: [] },
  { name: "an assumption also does", threads: ["__VERIFIER_assume(x); g = 1;", "x = 1;"], ends: ["exit g=1 h=0"] },
  // Some need the environment to write less than requested.
  {
    name: "short writes",
    threads: ['g = write(1, "abc", 3); h = write(1, "de", 2);'],
    ends: [1, 2, 3].flatMap((g) => [1, 2].map((h) => `exit g=${g} h=${h}`)),
  },
  { name: "a busy wait", threads: ["while (!x); g = 1;", "x = 1;"], ends: ["exit g=1 h=0"] },
];
const file = new ShapeFile(shapes);

describe("values of g and h at the end", () => {
  for (const { name, ends } of shapes)
    test(name, async () => {
      const task = await file.task(name, ["assert", "deadlock"], { finalStates: true });
      for (const reduction of ["none", "dpor", "optimal", "states"] as const) {
        const { stats } = await explore.run(changed(task, { reduction }));
        const seen = (stats.finalStates?.states ?? []).map((s) => {
          const value = (v: string): string => `${v}=${s.values.find((x) => x.name === v)?.value.text}`;
          expect(s.count).toBeGreaterThan(0);
          return `${s.end} ${value("g")} ${value("h")}`;
        });
        expect([reduction, [...new Set(seen)].sort()]).toEqual([reduction, ends]);
      }
    });
});

test("runs that end the process before all threads ended are counted", async () => {
  const task = await file.task("an exit also does", ["assert"], { finalStates: true });
  const { stats } = await explore.run(changed(task, { reduction: "none" }));
  expect(stats.finalStates).toMatchObject({ states: [] });
  expect(stats.finalStates?.cutShort).toBeGreaterThan(0);
});

test("every scalar of every global is named; the insides of the library's types are not", async () => {
  const task = await file.task("store buffering", ["assert"], { finalStates: true });
  const { stats } = await explore.run(task);
  const names = stats.finalStates?.states[0]?.values.map((v) => v.name);
  expect(names).toEqual(["x", "y", "z", "g", "h", ...Array.from({ length: 8 }, (_, i) => `v[${i}]`), "box"]);
});
