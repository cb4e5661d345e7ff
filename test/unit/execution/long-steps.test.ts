// Limits also hold inside one step: long computations, and copies and fills of large blocks. Undo restores exactly what they change.

import { expect, test } from "vitest";
import type { EngineResult } from "../../../src/engines/engine.ts";
import { exhaust } from "../../../src/engines/explore/explore.ts";
import { sample } from "../../../src/engines/search/sampling.ts";
import { fingerprint } from "../../../src/execution/fingerprint.ts";
import { Machine } from "../../../src/execution/machine.ts";
import { Memory } from "../../../src/execution/memory.ts";
import { Budget } from "../../../src/support/budget.ts";
import { type AnyTask, changed, compileText, engineTask, machineOptions } from "../../run.ts";

const threads = (work: string): string =>
  `#include <pthread.h>\n#include <stdlib.h>\n#include <string.h>\nstatic char a[300000], b[300000];\nstatic void *work(void *p) { ${work} return p; }\nint main(void) {\n  pthread_t t;\n  pthread_create(&t, 0, work, 0);\n  pthread_join(t, 0);\n  return 0;\n}\n`;

const longSteps: Readonly<Record<string, string>> = {
  "a loop that only computes": "unsigned n = 0; while (n != 1000000) n++;",
  "a fill": "memset(a, 1, sizeof a);",
  "a copy": "memcpy(a, b, sizeof a);",
  "a large allocation": "p = malloc(1 << 20);",
  "an array that is cleared": "p = calloc(1, 1 << 20);",
};

const engines: Readonly<Record<string, (task: AnyTask) => Promise<EngineResult>>> = {
  sampling: (task) => sample(task, "random"),
  dpor: exhaust,
  optimal: (task) => exhaust(changed(task, { reduction: "optimal" })),
  rf: (task) => exhaust(changed(task, { reduction: "rf" })),
  states: (task) => exhaust(changed(task, { reduction: "states" })),
};

test.each(Object.entries(longSteps))("%s checks its limits, in every engine", async (_, work) => {
  const program = await compileText(threads(work));
  for (const [name, run] of Object.entries(engines)) {
    const budget = new Budget(null, 1000);
    let asked = 0;
    const tick = (): void => {
      asked++;
      budget.cancel();
      budget.tick();
    };
    const task = engineTask(program, ["memory"], { budget, machine: { ...machineOptions(["memory"]), tick } });
    const finding = (await run(task)).findings.get("memory");
    expect([name, asked > 0, finding?.kind, finding?.kind === "unknown" && finding.unknown.code]).toEqual([
      name,
      true,
      "unknown",
      "RVL305",
    ]);
  }
});

test("a step with a tick does the same as one without, in as many operations", async () => {
  for (const work of Object.values(longSteps)) {
    const program = await compileText(threads(work));
    const ends = [undefined, () => undefined].map((tick) => {
      const machine = new Machine(program, { ...machineOptions(["memory"]), undo: false, ...(tick === undefined ? {} : { tick }) });
      const oracle = { choose: () => 0, input: () => 0n };
      machine.start(oracle);
      while (machine.outcome === null) {
        const thread = machine.threads.find((t) => machine.isEnabled(t));
        if (thread === undefined || !machine.step(thread, oracle)) break;
      }
      return [machine.outcome?.kind, machine.operationsExecuted, fingerprint(machine)];
    });
    expect(ends[0]).toEqual(ends[1]);
    expect(ends[0]?.[0]).toBe("exit");
  }
});

test("the limit on the operations of a step holds however often the step ticks", async () => {
  const program = await compileText(threads("unsigned n = 0; while (n != 1000000) n++;"));
  const machine = new Machine(program, { ...machineOptions(["memory"]), fuel: 1_000_000, undo: false });
  const oracle = { choose: () => 0, input: () => 0n };
  machine.start(oracle);
  while (machine.outcome === null) machine.step(machine.threads.find((t) => machine.isEnabled(t)) as never, oracle);
  expect(machine.outcome).toMatchObject({ kind: "stopped", by: { kind: "long-step" } });
  expect(machine.operationsExecuted).toBeLessThan(1_010_000);
});

test("undo restores large blocks: their bytes, and which of them were written", () => {
  const memory = new Memory("lp64", 2 ** 28);
  const o = { size: 5000, align: 16, kind: "global" as const, name: "", private: false, constant: false, type: null };
  const global = memory.allocate(memory.globals, { ...o, at: 0, thread: 0, count: 0, library: false });
  const heap = memory.allocate(memory.openRegion(200, "", 0), { ...o, kind: "heap", at: 0, thread: 0, count: 0, library: false });
  memory.journalling = true;
  for (const object of [global, heap]) {
    const offset = memory.check(object.address | 0, Math.floor(object.address / 2 ** 32), 5000);
    memory.fillRange(offset + 1, 700, 7);
    const state = (): unknown => [memory.region.bytes.slice(), memory.region.written?.slice() ?? memory.region.bytes.map(() => 1)];
    const before = state();
    const mark = memory.mark();
    memory.fillRange(offset + 3, 4001, 9);
    // Unwritten bytes are copied to a global: from now on the region records which bytes were written.
    memory.writeRange(offset + 600, {
      bytes: new Uint8Array(900).fill(5),
      written: new Uint8Array(900).fill(0, 300),
      holes: null,
      origins: null,
    });
    expect(state()).not.toEqual(before);
    memory.undoTo(mark);
    expect(state()).toEqual(before);
  }
});
