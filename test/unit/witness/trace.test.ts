// Traces: the blocks that threads passed follow the program's control flow, in runs of the whole collection; a replay gives the trace of
// the run; attempts that were undone leave no trace. A failure means that trace engines see a different run from the one that was executed.

import { expect, test } from "vitest";
import { allProperties } from "../../../src/execution/errors.ts";
import { Machine } from "../../../src/execution/machine.ts";
import { successorsOf } from "../../../src/program/control-flow.ts";
import type { Program } from "../../../src/program/program.ts";
import { RandomScheduler } from "../../../src/scheduling/random.ts";
import { run } from "../../../src/scheduling/run.ts";
import { Rng } from "../../../src/support/rng.ts";
import { recordRun } from "../../../src/witness/schedule.ts";
import { type PassedBlock, type ThreadTrace, type Trace, TraceRecorder, traceOf } from "../../../src/witness/trace.ts";
import { readCollection } from "../../corpus/collection.ts";
import { compile, compileText, machineOptions } from "../../run.ts";

const options = { ...machineOptions(allProperties), undo: false };
const limits = { maxSteps: 3000, interrupted: () => false };

function recordTrace(program: Program, seed: number, more: Partial<typeof options> = {}): Trace {
  const machine = new Machine(program, { ...options, ...more, notesBlocks: true });
  const recorder = new TraceRecorder(machine);
  run(machine, new RandomScheduler(new Rng(seed)), limits, recorder);
  return recorder.trace();
}

/** The first fault of a thread's blocks as a path through the program's control flow, or null. */
function findBreak(program: Program, { blocks }: ThreadTrace): string | null {
  const bodyOf = (fn: number) => program.functions[fn]?.body();
  /** By depth: the function and the block that each frame is in. */
  const frames: { readonly fn: number; readonly block: number }[] = [];
  for (const { function: fn, block, depth, jump } of blocks) {
    const where = `${program.functions[fn]?.name}:${block} at depth ${depth}`;
    if (jump !== undefined) {
      if (jump.depth < depth || frames[depth]?.fn !== fn) return `${where} is not where a jump may lead`;
    } else if (block === 0) {
      if (depth > frames.length) return `${where} has no caller`;
      const caller = frames[depth - 1];
      const calls = caller === undefined ? null : bodyOf(caller.fn)?.blocks[caller.block]?.operations.filter((o) => o.op === "call");
      const fits = calls?.some((c) => c.op === "call" && (c.callee.kind !== "function" || c.callee.function === fn)) ?? true;
      if (!fits) return `${where} is not called by the block of its caller`;
    } else {
      const frame = frames[depth];
      const terminator = frame === undefined ? undefined : bodyOf(frame.fn)?.blocks[frame.block]?.terminator;
      if (frame === undefined || frame.fn !== fn || terminator === undefined) return `${where} is in no frame`;
      if (!successorsOf(terminator).includes(block)) return `${where} does not follow block ${frame.block}`;
    }
    frames.length = depth;
    frames.push({ fn, block });
  }
  return null;
}

/** The program's own functions that a thread entered, in order. */
const callsOf = (program: Program, { blocks }: ThreadTrace): string[] =>
  blocks
    .filter((b) => b.block === 0 && b.jump === undefined)
    .map((b) => program.functions[b.function])
    .filter((f) => f !== undefined && !f.library)
    .map((f) => f?.name ?? "");

test("in runs of the collection every thread's blocks are a path, a replay gives the same trace, and noting blocks changes nothing", async () => {
  const programs = readCollection().programs.filter((p) => p.tier === "small");
  const breaks: string[] = [];
  let blocks = 0;
  for (const [i, { name, file }] of programs.entries()) {
    if (i % 8 !== 0 && !name.includes("jmp")) continue;
    const program = await compile(file);
    const trace = recordTrace(program, 7);
    const plain = recordRun(new Machine(program, options), new RandomScheduler(new Rng(7)), limits);
    if (JSON.stringify(plain.schedule.steps) !== JSON.stringify(trace.schedule.steps)) breaks.push(`${name}: the run is another one`);
    for (const t of trace.threads) {
      const found = findBreak(program, t);
      if (found !== null) breaks.push(`${name}, thread ${t.index}: ${found}`);
      if (t.steps.length !== trace.schedule.steps.filter((s) => s.thread === t.index).length)
        breaks.push(`${name}: steps of thread ${t.index}`);
      if (t.steps.some((n, k) => n < (t.steps[k - 1] ?? 0) || n > t.blocks.length)) breaks.push(`${name}: marks of thread ${t.index}`);
      blocks += t.blocks.length;
    }
    const again = traceOf(program, options, trace.schedule);
    if (textOf(again?.threads) !== textOf(trace.threads)) breaks.push(`${name}: the replay's trace differs`);
  }
  expect(breaks).toEqual([]);
  expect(blocks).toBeGreaterThan(5000);
});

test("an attempt to acquire a held lock leaves no trace, and a thread that waits at the end is at that step", async () => {
  const program = await compileText(`#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *p) { pthread_mutex_lock(&m); return p; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
`);
  for (let seed = 0; seed < 10; seed++) {
    const trace = recordTrace(program, seed);
    const [main, ...workers] = trace.threads as [ThreadTrace, ...ThreadTrace[]];
    expect(main).toMatchObject({ end: "waiting", started: [1, 2] });
    expect(callsOf(program, main)).toEqual(["main"]);
    expect(workers.map((w) => w.end).sort()).toEqual(["finished", "waiting"]);
    const waits = workers.find((w) => w.end === "waiting") as ThreadTrace;
    const ends = workers.find((w) => w.end === "finished") as ThreadTrace;
    // The blocks of the waiting thread are the first blocks of the other one.
    expect(ends.blocks.slice(0, waits.blocks.length)).toEqual(waits.blocks);
    expect(program.functions[waits.function]?.body().blocks.flatMap((b) => [...b.operations, b.terminator])[waits.operation]?.op).toBe(
      "atomic-begin",
    );
  }
});

const ends: [name: string, main: string, end: ThreadTrace["end"]][] = [
  ["returns", "", "ended-process"],
  ["exits", "exit(3);", "ended-process"],
  ["fails", "assert(x == 1);", "fault"],
  ["dereferences a null pointer in local code", "int *p = 0; return *p;", "fault"],
  ["assumes what is false", "__VERIFIER_assume(x == 1);", "assumption"],
  ["calls what has no definition", "elsewhere();", "unsupported"],
  ["runs for more steps than allowed", "for (;;) x++;", "step-limit"],
];

test.each(ends)("a thread that %s says so", async (_, text, end) => {
  const program = await compileText(`#include <assert.h>
#include <stdlib.h>
extern void __VERIFIER_assume(int);
extern void elsewhere(void);
volatile int x;
int main(void) { x = 0; ${text} return 0; }
`);
  const trace = recordTrace(program, 1);
  expect(trace.threads[0]).toMatchObject({ end });
  expect(traceOf(program, options, trace.schedule)).toEqual(trace);
});

test("a thread that still runs when the process ends says so", async () => {
  const program = await compileText(`#include <pthread.h>
volatile int x;
static void *work(void *p) { for (;;) x = 1; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); return 0; }
`);
  expect(recordTrace(program, 1).threads.map((t) => t.end)).toEqual(["ended-process", "process-ended"]);
});

test("a jump out of two calls goes back to the frame it jumps to", async () => {
  const program = await compileText(`#include <setjmp.h>
static jmp_buf b;
static void deeper(void) { longjmp(b, 1); }
static void deep(void) { deeper(); }
static int after(void) { return 0; }
int main(void) { if (setjmp(b) == 0) deep(); return after(); }
`);
  const [main] = recordTrace(program, 1).threads as [ThreadTrace];
  expect(callsOf(program, main)).toEqual(["main", "deep", "deeper", "after"]);
  const own = main.blocks.filter((b) => program.functions[b.function]?.library === false);
  // The jump comes from `longjmp`, called by the third function, back to the block of main that it left.
  const [before, landed] = [own[0], own.find((b) => b.jump !== undefined)] as [PassedBlock, PassedBlock];
  expect({ ...landed, jump: undefined }).toEqual({ ...before, jump: undefined });
  expect((landed.jump?.depth ?? 0) - before.depth).toBe(3);
  const operations = program.functions[before.function]?.body().blocks[before.block]?.operations;
  expect(operations?.[landed.jump?.to ?? 0]?.op).toBe("set-jump");
  const depths = new Map(own.map((b) => [program.functions[b.function]?.name, b.depth - (own[0]?.depth ?? 0)]));
  expect([...depths]).toEqual([
    ["main", 0],
    ["deep", 1],
    ["deeper", 2],
    ["after", 1],
  ]);
});

test("a schedule that the program cannot follow has no trace", async () => {
  const program = await compileText("int main(void) { return 0; }\n");
  const { schedule } = recordTrace(program, 1);
  expect(traceOf(program, options, { ...schedule, steps: [{ thread: 5, choices: [] }] })).toBeNull();
});

const textOf = (value: unknown): string => JSON.stringify(value, (_, v: unknown) => (typeof v === "bigint" ? `${v}n` : v));
