// Busy waits: which loops are recognised, that runs with idle iterations are counted separately and change no verdict, and that no violation is lost
// where an idle iteration does matter.

import { describe, expect, test } from "vitest";
import type { EngineResult } from "../../../src/engines/engine.ts";
import { explore } from "../../../src/engines/explore/explore.ts";
import type { Property } from "../../../src/execution/errors.ts";
import { Machine } from "../../../src/execution/machine.ts";
import { confirmUnchanged } from "../../../src/witness/confirm.ts";
import type { AnyTask, TaskChanges } from "../../run.ts";
import { type Shape, ShapeFile } from "../../verdicts/shapes.ts";

const announce = "g = 1; x = 1;";

/** A thread waits for x, then uses g; the other sets both. Recognised: complete runs and parked ones. */
const recognised: readonly (Shape & { readonly runs: number; readonly parked: number })[] = [
  { name: "while", threads: ["while (!x); assert(g == 1);", announce], runs: 1, parked: 1 },
  { name: "do while", threads: ["int f; do { f = x; } while (f == 0); assert(g == 1);", announce], runs: 1, parked: 1 },
  { name: "for", threads: ["for (; x == 0; ) {} assert(g == 1);", announce], runs: 1, parked: 1 },
  { name: "endless with break", threads: ["for (;;) { if (x) break; } assert(g == 1);", announce], runs: 1, parked: 1 },
  { name: "goto", threads: ["again: if (!x) goto again; assert(g == 1);", announce], runs: 1, parked: 1 },
  { name: "sched_yield", threads: ["while (!x) sched_yield(); assert(g == 1);", announce], runs: 1, parked: 1 },
  { name: "usleep", threads: ["while (!x) usleep(5000); assert(g == 1);", announce], runs: 3, parked: 1 },
  { name: "a count that is not used", threads: ["int tries = 0; while (!x) tries++; assert(g == 1);", announce], runs: 1, parked: 1 },
  { name: "compound condition", threads: ["while (!(x && y)); assert(g == 1);", `${announce} y = 1;`], runs: 2, parked: 2 },
  {
    name: "compare-exchange",
    threads: ["int e = 1; while (!atomic_compare_exchange_strong(&x, &e, 2)) e = 1; assert(g == 1);", announce],
    runs: 1,
    parked: 1,
  },
  // A test-and-set of a held lock writes the value that is already there.
  {
    name: "test and set",
    threads: ["while (atomic_exchange(&x, 1)); g++; atomic_store(&x, 0);", "while (atomic_exchange(&x, 1)); g++; atomic_store(&x, 0);"],
    runs: 2,
    parked: 2,
  },
  // A try-lock makes several accesses: if races are checked, one idle iteration before the exit is a separate run.
  {
    name: "try lock",
    threads: [
      "while (pthread_mutex_trylock(&m)); g++; pthread_mutex_unlock(&m);",
      "pthread_mutex_lock(&m); g++; pthread_mutex_unlock(&m);",
    ],
    runs: 3,
    parked: 1,
  },
];

const others: readonly Shape[] = [
  { name: "flag too early", threads: ["while (!x); assert(g == 1);", "x = 1; g = 1;"] },
  { name: "no thread sets it", threads: ["while (!x);", "g = 1;"] },
  { name: "no thread sets it, by updates", threads: ["while (!atomic_fetch_or(&x, 0));", "g = 1;"] },
  { name: "a count that is used", threads: ["int tries = 0; while (!x) tries++; assert(tries < 2);", "x = 1;"] },
  { name: "writes", threads: ["while (!x) y++;", "x = 1;"] },
  // The read of g races with the write only if the loop iterated once and was left.
  {
    name: "races because it continued",
    threads: [
      "while (!x) { int t = g; (void)t; } atomic_store_explicit(&y, 1, memory_order_relaxed);",
      "x = 1; if (atomic_load_explicit(&y, memory_order_relaxed)) g = 5;",
    ],
  },
  {
    name: "races because it continued, by updates",
    threads: [
      "while (!atomic_fetch_or(&x, 0)) { int t = g; (void)t; } atomic_store_explicit(&y, 1, memory_order_relaxed);",
      "x = 1; if (atomic_load_explicit(&y, memory_order_relaxed)) g = 5;",
    ],
  },
  { name: "races in the loop", threads: ["while (!g); h = 1;", "g = 1;"] },
  {
    name: "deadlock beside it",
    threads: [
      "while (!x);",
      "pthread_mutex_lock(&m); x = 1; pthread_mutex_lock(&n);",
      "pthread_mutex_lock(&n); while (!x); pthread_mutex_lock(&m);",
    ],
  },
];
const file = new ShapeFile([...recognised, ...others]);

const checked: readonly Property[] = ["assert", "memory", "deadlock", "race"];
const reductions = ["none", "dpor", "optimal"] as const;

async function run(name: string, more: TaskChanges = {}, properties = checked): Promise<{ task: AnyTask; result: EngineResult }> {
  const task = await file.task(name, properties, { maxSteps: 60, ...more });
  return { task, result: await explore.run(task) };
}

function verdict({ task, result }: { task: AnyTask; result: EngineResult }, p: Property): string {
  const f = result.findings.get(p);
  if (f?.kind === "candidate")
    return confirmUnchanged(new Machine(task.program, { ...task.machine, undo: false }), f.schedule, p) === null
      ? "does not replay"
      : "unsafe";
  return f?.kind === "unknown" ? f.unknown.code : f?.scope.steps === null ? "safe" : "bounded";
}

const codes = (r: EngineResult): string[] => (r.notes ?? []).map((n) => n.diagnostic.code);

describe("recognised", () => {
  for (const { name, runs, parked } of recognised)
    test(name, async () => {
      for (const reduction of reductions) {
        const done = await run(name, { reduction });
        expect([reduction, ...checked.map((p) => verdict(done, p)), codes(done.result)]).toEqual([
          reduction,
          "safe",
          "safe",
          "safe",
          "safe",
          [],
        ]);
        if (reduction !== "none") expect([done.result.stats.runs, done.result.stats.parkedRuns]).toEqual([runs, parked]);
      }
      const sampled = await run(name, { strategy: "random", maxRuns: 20, maxSteps: 2000 });
      expect(verdict(sampled, "assert")).toBe("RVL304"); // every run finished
    });
});

describe("nothing is lost", () => {
  for (const reduction of [...reductions, "states"] as const) {
    test(`the flag is set too early (${reduction})`, async () => {
      expect(verdict(await run("flag too early", { reduction, maxSteps: reduction === "states" ? null : 60 }), "assert")).toBe("unsafe");
    });
    test(`a race that needs an idle iteration and the exit (${reduction})`, async () => {
      for (const name of ["races because it continued", "races because it continued, by updates"])
        expect(verdict(await run(name, { reduction, maxSteps: reduction === "states" ? null : 60 }), "race")).toBe("unsafe");
    });
    test(`a race of the waiting read itself (${reduction})`, async () => {
      expect(verdict(await run("races in the loop", { reduction, maxSteps: reduction === "states" ? null : 60 }), "race")).toBe("unsafe");
    });
    test(`a deadlock that a busy wait goes before (${reduction})`, async () => {
      const done = await run("deadlock beside it", { reduction, maxSteps: reduction === "states" ? null : 60 }, ["deadlock"]);
      expect(verdict(done, "deadlock")).toBe("unsafe");
    });
  }
  test("random and pct find the flag that is set too early", async () => {
    for (const strategy of ["random", "pct"] as const)
      expect(verdict(await run("flag too early", { strategy, maxRuns: 100 }), "assert")).toBe("unsafe");
  });
});

describe("a wait that no thread can end", () => {
  for (const reduction of reductions)
    test(`is a note, not a violation (${reduction})`, async () => {
      for (const name of ["no thread sets it", "no thread sets it, by updates"]) {
        const done = await run(name, { reduction });
        expect(checked.map((p) => verdict(done, p))).toEqual(["safe", "safe", "safe", "safe"]);
        expect(codes(done.result)).toEqual(["RVL309"]);
        expect(done.result.stats.parkedRuns).toBe(0);
      }
    });
  test("also ends a sampled run", async () => {
    const done = await run("no thread sets it", { strategy: "pct", maxRuns: 5, maxSteps: 5000 });
    expect([codes(done.result), (done.result.stats.steps ?? 0) < 200]).toEqual([["RVL309"], true]);
  });
});

describe("not recognised", () => {
  for (const reduction of reductions) {
    test(`a count that is used: bounded, and the loop is named (${reduction})`, async () => {
      const done = await run("a count that is used", { reduction, maxSteps: 20 });
      expect([verdict(done, "assert"), verdict(done, "deadlock")]).toEqual(["unsafe", "bounded"]);
      const note = done.result.notes?.[0]?.diagnostic;
      expect([note?.code, note?.location?.line]).toEqual(["RVL303", file.line("tries < 2")]);
    });
    test(`a loop that writes (${reduction})`, async () => {
      const done = await run("writes", { reduction, maxSteps: 12 });
      expect([verdict(done, "assert"), codes(done.result)]).toEqual(["bounded", ["RVL303"]]);
    });
  }
});
