// Calls whose arguments do not match the definition, as old C without prototypes makes them: arguments are laid out anew.

import type { Scalar } from "../program/operations.ts";
import { assignSlots, slotCount } from "./compile/emitter.ts";
import type { Thread } from "./thread.ts";

/** The current frame holds arguments laid out for `given`; lays them out for the function's own parameters. */
export function adaptArguments(t: Thread, given: readonly Scalar[]): void {
  const { slots } = assignSlots(given);
  const values = given.map((type, i) =>
    Array.from({ length: slotCount(type) }, (_, k) => t.registers[t.base + (slots[i] as number) + k] as number),
  );
  t.fn.params.forEach((param, i) => {
    const value = values[i] ?? [];
    const from = given[i];
    const size = slotCount(param.type);
    const negative = from?.kind === "int" && from.bits === 32 && (value[0] as number) < 0;
    for (let k = 0; k < size; k++) t.registers[t.base + param.slot + k] = value[k] ?? (negative && value.length > 0 ? -1 : 0);
    if (param.type.kind === "int" && param.type.bits < 32) {
      const at = t.base + param.slot;
      t.registers[at] = (t.registers[at] as number) & (2 ** param.type.bits - 1);
    }
  });
}
