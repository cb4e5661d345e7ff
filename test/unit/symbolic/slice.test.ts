// The slice of the assertions on step graphs: what is kept, what is outside, and where it is over. Each program of the second group breaks a slice that forgets one of the rules.

import { describe, expect, test } from "vitest";
import { Machine } from "../../../src/execution/machine.ts";
import { locate, userPosition } from "../../../src/execution/positions.ts";
import type { Thread } from "../../../src/execution/thread.ts";
import { load } from "../../../src/frontend/load.ts";
import type { Program } from "../../../src/program/program.ts";
import { Slice } from "../../../src/symbolic/slice.ts";
import { StateVariables } from "../../../src/symbolic/state-variables.ts";
import { buildStepGraph, defaultGraphLimits, type GraphNode, isStepGraph, type WholeGraph } from "../../../src/symbolic/step-graph.ts";
import { Terms } from "../../../src/terms/terms.ts";
import { compileText, loadRequest, machineOptions } from "../../run.ts";
import { twoThreads } from "./programs.ts";

interface Sliced {
  readonly machine: Machine;
  readonly graph: WholeGraph;
  readonly slice: Slice;
}

const oracle = { choose: (): number => 0, input: (): bigint => 0n };

/** The slice from the state after the creates. */
function sliceOf(program: Program): Sliced {
  const machine = new Machine(program, { ...machineOptions(["assert"]), undo: true });
  machine.start(oracle);
  for (;;) {
    const enabled = machine.threads.filter((t) => t.status === "running" && machine.isEnabled(t));
    const own =
      machine.threads.length === 1 ? enabled[0] : enabled.find((t) => t.pendingOperation === "atomic-begin" && t.fn.threadRole !== null);
    if (own === undefined) break;
    machine.step(own, oracle);
  }
  const variables = new StateVariables(new Terms());
  const graph = buildStepGraph(machine, variables, { ...defaultGraphLimits, findsSurprises: true });
  if (!isStepGraph(graph)) throw new Error(graph.reason);
  return { machine, graph, slice: new Slice(graph, variables) };
}

const nodeOf = ({ machine, graph }: Sliced, t: Thread): GraphNode => graph.nodeOf(machine, t) as GraphNode;

/** The lines of the steps of a thread that runs alone, and whether each is outside the slice. */
function linesOf(sliced: Sliced, index: number): [number, boolean][] {
  const { machine, slice } = sliced;
  const t = machine.threads[index] as Thread;
  const lines: [number, boolean][] = [];
  while (t.status === "running" && machine.outcome === null && machine.isEnabled(t)) {
    const { line } = locate(machine, userPosition(machine, t, t.fn.operationAt[t.pc] ?? 0), t) ?? { line: 0 };
    if (t.fn.threadRole === null) lines.push([line, slice.isOutside(nodeOf(sliced, t))]);
    if (machine.step(t, oracle) === null) break;
  }
  return lines;
}

const outside = (lines: readonly [number, boolean][]): number[] => lines.filter(([, is]) => is).map(([line]) => line);
const running = ({ machine }: Sliced): Thread[] => machine.threads.filter((t) => t.status === "running");
const isOver = (s: Sliced): boolean => s.slice.isOver(running(s).map((t) => nodeOf(s, t)));

describe("AGSE, figure 5", () => {
  test("the slice has lines 3, 4, 5 and 6, and neither 1 nor 2", async () => {
    const { program } = await load(loadRequest("bench/programs/symex/agse-fig5.c"));
    const sliced = sliceOf(program);
    const { machine } = sliced;
    // The other thread first, so that both branches are taken; its steps at p and v have no influence either.
    const changed = linesOf(sliced, 2);
    expect(changed).toEqual([
      [22, true],
      [23, true],
      [24, false],
      [25, false],
    ]);
    expect(isOver(sliced)).toBe(false);
    expect(outside(linesOf(sliced, 1))).toEqual([10, 10, 10]);
    expect(machine.outcome).toBe(null);
  });
});

describe("a slice keeps", () => {
  const kept: readonly (readonly [string, string])[] = [
    [
      "a null dereference, which ends the process before an assertion",
      twoThreads("int *_Atomic p; atomic_int a;", "int *q = p; *q = 1; a = 1;", "a = 2; assert(0);"),
    ],
    [
      "a lock",
      twoThreads(
        "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; atomic_int a;",
        "pthread_mutex_lock(&m); a = 1; a = 2;",
        "pthread_mutex_lock(&m); assert(0);",
      ),
    ],
    ["an endless loop", twoThreads("atomic_int x, a;", "while (x == 0) { } a = 1;", "a = 2; assert(0);")],
    ["an exit", twoThreads("atomic_int x, a;", "if (x) exit(0); a = 1;", "x = 1; assert(0);")],
  ];

  test.each(kept)("%s", async (_name, text) => {
    const sliced = sliceOf(await compileText(text));
    expect(sliced.slice.isOutside(nodeOf(sliced, sliced.machine.threads[1] as Thread))).toBe(false);
  });

  test("what decides an index, a branch and a value, over several steps and threads", async () => {
    const text = twoThreads(
      "atomic_int i, n, t[4], u, w;",
      "int k = i; t[k & 3] = 1; u = 5;",
      "i = 2; n = 1; w = 3; if (n) { int r = t[2]; assert(r == 0); }",
    );
    const sliced = sliceOf(await compileText(text));
    const [i, n, w] = linesOf(sliced, 2).map(([, is]) => is) as [boolean, boolean, boolean];
    expect([i, n, w]).toEqual([false, false, true]);
    expect(linesOf(sliced, 1).map(([, is]) => is)).toEqual([false, false, true]);
  });
});

describe("a slice is over", () => {
  const text = (first: string): string => `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
atomic_int a, b;
static void *t(void *arg) { ${first} b = 2; return arg; }
int main(void) { pthread_t x; pthread_create(&x, 0, t, 0); b = 1; a = 2; return 0; }`;

  test("where no assertion can fail, and no other end that is reported can come", async () => {
    const sliced = sliceOf(await compileText(text("a = 1;")));
    expect(isOver(sliced)).toBe(true);
    expect(running(sliced).every((t) => sliced.slice.isOutside(nodeOf(sliced, t)))).toBe(true);
  });

  test.each(["if (a == 7) assert(0);", "int *p = 0; if (a) *p = 1;", "if (a) abort();", "int *p = malloc(4); a = *p;"])(
    "not before %s",
    async (first) => {
      expect(isOver(sliceOf(await compileText(text(first))))).toBe(first.includes("a == 7"));
    },
  );
});
