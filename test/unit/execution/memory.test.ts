// Memory at its limits: sizes that no region can have are the program's need for memory, not a fault of ours; and nothing between the
// globals' regions and the first thread's is anybody's.

import { expect, test } from "vitest";
import { Memory } from "../../../src/execution/memory.ts";
import { addressSpaces } from "../../../src/program/address-space.ts";
import { RavelError } from "../../../src/support/diagnostics.ts";

const object = (size: number) => ({
  size,
  align: 16,
  kind: "heap" as const,
  name: "",
  private: false,
  constant: false,
  type: null,
  at: 0,
  thread: 0,
  count: 0,
  library: false,
});

test.each([2 ** 30, 2 ** 31, 3 * 2 ** 30, 2 ** 32, 2 ** 40])("an object of %d bytes", (size) => {
  const memory = new Memory("lp64", 2 ** 43);
  let thrown: unknown = null;
  try {
    memory.allocate(memory.globals, object(size));
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(RavelError);
  expect((thrown as RavelError).diagnostics[0]?.code).toBe("RVL302");
});

test.each(["lp64", "ilp32"] as const)("no region between globals and threads (%s)", (dataModel) => {
  const { globalsLimit, shift, firstThreadRegion } = addressSpaces[dataModel];
  const memory = new Memory(dataModel, 2 ** 28);
  const taken: number[] = [];
  for (let index = globalsLimit / 2 ** shift; index < firstThreadRegion; index++)
    if (memory.regionNumber(index) !== null) taken.push(index);
  expect(taken).toEqual([]);
});
