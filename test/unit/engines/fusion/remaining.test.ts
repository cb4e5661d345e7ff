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

test("a step without an event may touch what another thread frees", async () => {
  const text = twoThreads("#include <stdatomic.h>\nstatic _Atomic int x; static int *p;", "x = 1;", "free(p);").replace(
    "pthread_t s, t;",
    "pthread_t s, t; p = malloc(4);",
  );
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
  } as const;
  const formula = buildFormula(
    program,
    options,
    (terms) => createSolver("ravel", terms, { startProcess: null }),
    () => false,
  );
  const traced = new TraceProgram(formula, program, trace);
  const step = traced.events.findIndex((e, i) => e === "none" && traced.runners[i] === 1);
  expect(step).toBeGreaterThan(0);
  const remaining = new RemainingCode(traced, step + 1);
  const reads = new Footprint();
  expect(remaining.mayTouch(2, step, reads)).toBe(false);
  // It looks whether the object lives.
  const object = formula.skeleton.events
    .flatMap((e) => e.accesses.flatMap((a) => a.targets.map((t) => t.object)))
    .find((o) => o.kind === "heap");
  reads.add(Number(object?.address), 1, false);
  expect(remaining.mayTouch(2, step, reads)).toBe(true);
});
