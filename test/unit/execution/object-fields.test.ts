// Which fields of an object belong to a state. A failure means that the table and the canonical form disagree: a field is compared no
// longer, which merges states that differ, or a new field is not in the table.

import { describe, expect, test } from "vitest";
import { CanonicalState } from "../../../src/execution/canonical-state.ts";
import { Machine } from "../../../src/execution/machine.ts";
import type { MemoryObject } from "../../../src/execution/memory-object.ts";
import { objectFields } from "../../../src/execution/object-fields.ts";
import { compileText, machineOptions } from "../../run.ts";

const oracle = { choose: () => 0, input: () => 0n };

/** Two blocks: the first was freed, the second lives. */
async function atStart(): Promise<{ machine: Machine; freed: MemoryObject; live: MemoryObject }> {
  const program = await compileText(
    "#include <stdlib.h>\nint turn; int main(void) { void *p = malloc(8), *q = malloc(8); free(p); turn = 1; free(q); return 0; }",
  );
  const machine = new Machine(program, { ...machineOptions(["memory"]), undo: true });
  machine.start(oracle);
  while (machine.heap.every((o) => o.live)) machine.step(machine.threads[0] as Machine["threads"][0], oracle);
  const [freed, live] = machine.heap as [MemoryObject, MemoryObject];
  return { machine, freed, live };
}

type Field = keyof typeof objectFields;

/** Another value of the same type. */
function otherValue(o: MemoryObject, field: Field, another: MemoryObject): unknown {
  switch (field) {
    case "movedTo":
      return another;
    case "kind":
      return "internal";
    case "cells":
    case "type":
      return {};
    case "align":
      return 2 * o.align;
    case "start":
      return o.start + 16;
    default: {
      const value: unknown = o[field];
      return typeof value === "boolean" ? !value : typeof value === "number" ? value + 1 : `another ${String(value)}`;
    }
  }
}

describe("a state", () => {
  // The region is compared by where the object's bytes are.
  const fields = (Object.keys(objectFields) as Field[]).filter((f) => f !== "region");

  test.each(fields)("depends on %s of an object exactly if the table says so", async (field) => {
    const { machine, freed, live } = await atStart();
    const state = new CanonicalState(machine, 2 ** 24, null, false);
    const before = state.capture();
    expect(state.recount()).toBe(before);
    const [o, another] = field === "movedTo" ? [freed, live] : [live, freed];
    Object.assign(o, { [field]: otherValue(o, field, another) });
    expect(state.recount() !== before).toBe(objectFields[field] === "compared");
  });

  test("the table has every field of an object", async () => {
    const { live } = await atStart();
    expect(Object.keys(live).sort()).toEqual(Object.keys(objectFields).sort());
  });
});
