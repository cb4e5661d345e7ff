// A program that went through its text form is the same program: same functions, same objects, same runs.

import { expect, test } from "vitest";
import { Machine } from "../../../src/execution/machine.ts";
import { decodeProgram, encodeProgram } from "../../../src/program/image.ts";
import { Packer, Unpacker } from "../../../src/program/packing.ts";
import type { Program } from "../../../src/program/program.ts";
import { RandomScheduler } from "../../../src/scheduling/random.ts";
import { run } from "../../../src/scheduling/run.ts";
import { RavelError } from "../../../src/support/diagnostics.ts";
import { Rng } from "../../../src/support/rng.ts";
import { compile, machineOptions } from "../../run.ts";

const path = (name: string): string => `test/programs/${name}/program.c`;

/** Weak orders and wide constants, structs that point to themselves, function tables, thread-locals. */
const programs = [path("safe/litmus-mp-release"), path("safe/app-lru-cache"), path("unsafe/app-codec-registry")];

const bodiesOf = (program: Program): unknown[] => program.functions.map((f) => (f.external ? null : f.body()));

function runs(program: Program): unknown[] {
  const machine = new Machine(program, { ...machineOptions(["assert", "memory", "deadlock", "race"]), undo: false });
  return [1, 2, 3].map((seed) => {
    run(machine, new RandomScheduler(new Rng(seed)), { maxSteps: 20_000, interrupted: () => false });
    return [machine.stepCount, machine.sharedAccesses, machine.outcome, machine.violations, machine.outputs.map((o) => [...o.bytes])];
  });
}

test.each(programs)("%s comes back as it was", async (file) => {
  const program = await compile(file);
  const before = runs(program); // lowers what they reach
  const text = encodeProgram(program);
  const copy = decodeProgram(text);
  expect(runs(copy)).toEqual(before);
  expect(bodiesOf(copy)).toEqual(bodiesOf(program));
  expect(copy.objects.map(({ type: _, ...o }) => o)).toEqual(program.objects.map(({ type: _, ...o }) => o));
  expect(copy.positions).toEqual(program.positions);
  expect(encodeProgram(decodeProgram(text))).toBe(text); // types, which may be cyclic, included
});

test("the first weak order is known before any body is asked for", async () => {
  const program = await compile(path("safe/litmus-mp-release"));
  const copy = decodeProgram(encodeProgram(program));
  expect(copy.weakOrder()).toBe(program.weakOrder());
  expect(program.positions[program.weakOrder()]?.file).toContain("litmus-mp-release");
});

test("a body that cannot be lowered fails in the same way", async () => {
  const program = await compile(path("safe/litmus-mp-release"));
  const failure = new RavelError([{ code: "RVL104", severity: "error", message: "größer", location: null, hint: null }]);
  const broken: Program = {
    ...program,
    functions: program.functions.map((f) =>
      f.name === "main"
        ? {
            ...f,
            body: () => {
              throw failure;
            },
          }
        : f,
    ),
  };
  const main = decodeProgram(encodeProgram(broken)).functions.find((f) => f.name === "main");
  expect(() => main?.body()).toThrow(expect.objectContaining({ diagnostics: failure.diagnostics }));
});

test("packing keeps values and shares small ones", () => {
  const operand = { kind: "integer", value: -(2n ** 100n), bits: 128 };
  const value = { list: [operand, { ...operand }, null, [], -1.5, "text"], nested: { a: { b: [true] } }, empty: {} };
  const packer = new Packer();
  const packed = JSON.parse(JSON.stringify(packer.pack(value)));
  const back = new Unpacker(JSON.parse(JSON.stringify({ shapes: packer.shapes, shared: packer.shared }))).unpack(packed) as typeof value;
  expect(back).toEqual(value);
  expect(back.list[0]).toBe(back.list[1]);
});
