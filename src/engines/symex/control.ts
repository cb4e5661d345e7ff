// The control of a state: all that formulas do not speak of. In: a machine. Out: a text; states with equal texts differ in values only.
//
// It says where the threads stand, which objects live, and which of their bytes were ever written.

import type { Machine } from "../../execution/machine.ts";
import { faultText } from "../../execution/thread-fields.ts";
import type { ControlPoints } from "../../symbolic/control-points.ts";

export function controlOf(machine: Machine, points: ControlPoints): string {
  let text = "";
  for (const t of machine.threads) {
    if (t.status !== "running") text += `${t.name} ${t.status}|`;
    else text += `${t.name}.${t.children} ${points.of(machine, t)} ${t.pendingFault === null ? "" : faultText(t.pendingFault)}|`;
  }
  for (const r of machine.memory.opened) {
    const objects = r === machine.memory.globals ? points.globalsOf(r) : points.objectsOf(r);
    if (objects !== 0) text += ` ${objects}`;
  }
  return text;
}
