// Memory at its limits: a size that no region can have is reported as the program's need for memory, not as an internal error; and no address between the
// globals' regions and the first thread's belongs to a region.

import { describe, expect, test } from "vitest";
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

describe("a private object of the library", () => {
  const scratch = (size: number) => ({ ...object(size), kind: "internal" as const, private: true, library: true });
  const begin = (): Memory => {
    const memory = new Memory("lp64", 2 ** 28);
    memory.journalling = true;
    return memory;
  };

  test("gives its room back if it is the last, and comes back with its bytes", () => {
    const memory = begin();
    const first = memory.allocate(memory.globals, scratch(40));
    memory.check(first.address % 2 ** 32, Math.floor(first.address / 2 ** 32), 8);
    memory.write(4, first.start, 77, 0);
    const mark = memory.mark();
    memory.end(first, 0, 0);
    const second = memory.allocate(memory.globals, object(24));
    expect(second.start).toBe(first.start);
    memory.write(4, second.start, 5, 0);
    memory.undoTo(mark);
    expect(memory.objectAt(first.address % 2 ** 32, Math.floor(first.address / 2 ** 32))).toBe(first);
    expect(first.live).toBe(true);
    expect(memory.read(4, first.start)).toBe(77);
  });

  test("keeps it if something came after it", () => {
    const memory = begin();
    const first = memory.allocate(memory.globals, scratch(40));
    const second = memory.allocate(memory.globals, object(24));
    memory.end(first, 0, 0);
    const third = memory.allocate(memory.globals, object(24));
    expect(third.start).toBeGreaterThan(second.start);
    expect(first.live).toBe(false);
  });
});
