// What the code after a prefix may touch. A step that no other thread can observe has no event; what it touched is known from the run.

import { expect, test } from "vitest";
import { buildFormula } from "../../../../src/encoding/formula.ts";
import { RemainingCode } from "../../../../src/engines/fusion/remaining.ts";
import { TraceProgram } from "../../../../src/engines/traces/trace-program.ts";
import { RunTracer } from "../../../../src/engines/traces/traced-run.ts";
import { Footprint } from "../../../../src/execution/footprint.ts";
import { createSolver } from "../../../../src/solving/back-ends.ts";
import { compileText, engineTask } from "../../../run.ts";
import { twoThreads } from "./verdicts.ts";

async function traceFirstRun(text: string, phantom = false): Promise<TraceProgram> {
  const program = await compileText(text);
  const task = engineTask(program, ["assert"]);
  const { trace, route } = new RunTracer(task).first();
  const options = {
    machine: task.machine,
    properties: task.properties,
    encoding: "staged",
    bounds: new Map(),
    defaultBound: 2,
    route,
    fixesPrefix: true,
    phantom,
  } as const;
  const formula = buildFormula(
    program,
    options,
    (terms) => createSolver("ravel", terms, { startProcess: null }),
    () => false,
  );
  return new TraceProgram(formula, program, trace);
}

test("a step without an event may touch what another thread frees", async () => {
  const text = twoThreads("#include <stdatomic.h>\nstatic _Atomic int x; static int *p;", "x = 1;", "free(p);").replace(
    "pthread_t s, t;",
    "pthread_t s, t; p = malloc(4);",
  );
  const traced = await traceFirstRun(text);
  const step = traced.events.findIndex((e, i) => e === "none" && traced.runners[i] === 1);
  expect(step).toBeGreaterThan(0);
  const remaining = new RemainingCode(traced, step + 1);
  const reads = new Footprint();
  expect(remaining.mayTouch(2, step, reads)).toBe(false);
  // It looks whether the object lives.
  const object = traced.formula.skeleton.events
    .flatMap((e) => e.accesses.flatMap((a) => a.targets.map((t) => t.object)))
    .find((o) => o.kind === "heap");
  reads.add(Number(object?.address), 1, false);
  expect(remaining.mayTouch(2, step, reads)).toBe(true);
});

test("code that a phantom edge skips may read what a step writes, though the trace program does not have that read", async () => {
  const traced = await traceFirstRun(twoThreads("static int x, y, z;", "y = 1; z = 1; x = 1;", "if (x == 0) z = y;"), true);
  expect(traced.formula.skeleton.phantoms.length).toBe(1);
  const step = traced.runners.indexOf(1);
  const remaining = new RemainingCode(traced, step + 1);
  const footprintOf = (name: string, write: boolean): Footprint => {
    const o = traced.formula.skeleton.objects.find((s) => s.name === name);
    const footprint = new Footprint();
    footprint.add(Number(o?.address), 4, write);
    return footprint;
  };
  expect(remaining.mayTouch(2, step, footprintOf("y", true))).toBe(true);
  expect(remaining.mayTouch(2, step, footprintOf("y", false))).toBe(false);
});
