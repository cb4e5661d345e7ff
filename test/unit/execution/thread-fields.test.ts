// The table of a thread's fields is true: each field is changed in a thread in the middle of a run, and undo, the canonical form and the
// fingerprint must do what the table says. A failure means that a field is not restored by undo, or that states which differ in it count as one.

import { describe, expect, test } from "vitest";
import { CanonicalState } from "../../../src/execution/canonical-state.ts";
import type { CompiledFunction } from "../../../src/execution/compiled-function.ts";
import { Fault } from "../../../src/execution/fault.ts";
import { fingerprint } from "../../../src/execution/fingerprint.ts";
import { Machine } from "../../../src/execution/machine.ts";
import { Arena, SavedThread } from "../../../src/execution/saved-thread.ts";
import type { Thread } from "../../../src/execution/thread.ts";
import { type ThreadField, threadFields } from "../../../src/execution/thread-fields.ts";
import { Watch } from "../../../src/execution/watch.ts";
import { compileText, machineOptions } from "../../run.ts";

// The second thread is before the second half of its copy, in a called function, in a program with a jump and races.
const text = `
#include <pthread.h>
#include <setjmp.h>
struct four { long a, b, c, d; } from = {1}, to;
int x;
_Thread_local int own;
jmp_buf buffer;
static int copy(int n, ...) { int *p = &own; x += *p; to = from; return n; }
static void *run(void *_) { int n = 0; if (setjmp(buffer) == 0) n = copy(1, 2); x = n; return _; }
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); while (x == 0) x = 0; pthread_join(t, 0); return 0; }
`;

const oracle = { choose: () => 0, input: () => 0n };

async function inTheMiddle(): Promise<{ machine: Machine; t: Thread }> {
  const machine = new Machine(await compileText(text), { ...machineOptions(["race"]), undo: true });
  machine.start(oracle);
  while (machine.threads.length < 2) machine.step(machine.threads[0] as Thread, oracle);
  machine.step(machine.threads[0] as Thread, oracle); // an access that the other does not know of
  const t = machine.threads[1] as Thread;
  while (t.pendingOperation !== "copy-out") machine.step(t, oracle);
  expect(t.depth).toBeGreaterThan(0);
  expect(t.transfer.bytes[0]).toBe(1);
  return { machine, t };
}

const plusOne = (numbers: Int32Array): Int32Array => numbers.map((n) => n + 1);

/** Another value for each field. */
const otherValues = (t: Thread, machine: Machine): Record<ThreadField, unknown> => ({
  name: "9.9",
  path: [9, 9],
  index: 7,
  selfLow: t.selfLow + 16,
  selfHigh: t.selfHigh + 1,
  startedAt: t.startedAt + 1,
  label: "other",
  born: t.born + 1,
  memory: {},
  status: "assume-blocked",
  fn: machine.code.find((f) => f !== undefined && f !== t.fn) as CompiledFunction,
  pc: t.pc + 1,
  depth: t.depth - 1,
  base: t.base, // the only value that frames allow
  stackMark: t.stackMark + 1,
  variadicLow: t.variadicLow + 1,
  variadicHigh: t.variadicHigh + 1,
  serial: t.serial + 1,
  nextSerial: t.nextSerial + 1,
  registers: plusOne(t.registers),
  floats: new Float32Array(1),
  doubles: new Float64Array(1),
  frames: t.frames.map((n, i) => (i === 1 ? n + 1 : n)), // where the outermost continues
  result: plusOne(t.result),
  resultFloats: new Float32Array(1),
  resultDoubles: new Float64Array(1),
  sectionDepth: t.sectionDepth + 1,
  userSection: !t.userSection,
  accessAs: { order: "seq_cst", continues: true },
  jumpValue: t.jumpValue + 1,
  pendingFault: { error: new Fault("unreachable", "for the test"), at: 1 },
  transfer: { ...t.transfer, bytes: t.transfer.bytes.map((b) => b + 1) },
  stack: [...t.stack, machine.memory.globals.objects[0]],
  locals: t.locals.map((a) => a + 16),
  instances: [],
  shared: t.hidden,
  hidden: t.shared,
  otherRegions: [t.shared],
  locks: [{ object: 16, mode: 1, at: 1 }],
  children: t.children + 1,
  objectCount: t.objectCount + 1,
  clock: [9, 9],
  acquirePending: [9, 9],
  releaseFence: [9, 9],
  steps: t.steps + 1,
  trail: { state: [1], earlier: null, length: 1, idle: 1, version: 1 },
  excursions: t.excursions + 1,
  judged: { isFutile: true, watch: new Watch() },
  probed: new Watch(),
  waiting: { why: "", low: 0, high: 0, assumption: false, needs: [] },
  blockedAt: t.blockedAt + 1,
  spinningSince: t.spinningSince + 1,
  saved: {},
});

const fields = Object.keys(threadFields) as ThreadField[];
const change = (t: Thread, machine: Machine, field: ThreadField): void =>
  void Object.assign(t, { [field]: otherValues(t, machine)[field] });

test("the table has every field of a thread", async () => {
  const { t } = await inTheMiddle();
  expect(Object.keys(t).sort()).toEqual(fields.toSorted());
});

describe("every field", () => {
  test.each(fields.filter((f) => threadFields[f].undo === "copied"))("%s is copied by saving and by undo", async (field) => {
    const { machine, t } = await inTheMiddle();
    const saved = new SavedThread(new Arena(), t.fn);
    const before = t[field];
    t.save(saved);
    change(t, machine, field);
    t.restore(saved);
    expect(t[field]).toBe(before);
  });

  test.each(fields)("%s belongs to the canonical form exactly if the table says so", async (field) => {
    const { machine, t } = await inTheMiddle();
    const state = new CanonicalState(machine, 2 ** 24, null, false);
    state.capture(); // finds out that there are jumps
    const before = state.recount();
    expect(state.recount()).toBe(before);
    change(t, machine, field);
    expect(state.recount() !== before).toBe(typeof threadFields[field].compare === "string");
  });

  test.each(fields.filter((f) => f !== "base"))("%s is hashed by the fingerprint exactly if the table says so", async (field) => {
    const { machine, t } = await inTheMiddle();
    const before = fingerprint(machine);
    change(t, machine, field);
    expect(fingerprint(machine) !== before).toBe(threadFields[field].hash !== null);
  });
});
