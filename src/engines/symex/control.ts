// The control of a state: all that formulas do not speak of. In: a machine. Out: a text; states with equal texts differ in values only.
//
// It says where the threads stand, which objects live, and which of their bytes were ever written: reading others may be an error.

import type { Machine } from "../../execution/machine.ts";
import { faultText } from "../../execution/thread-fields.ts";
import { controlPoint } from "../../symbolic/step-formulas.ts";
import { Unsupported } from "../../symbolic/unsupported.ts";

/** More bytes than this would have to be looked at in every state. */
const maxBytes = 1 << 18;

export function controlOf(machine: Machine): string {
  const threads = machine.threads.map((t) => {
    if (t.status !== "running") return `${t.name} ${t.status}`;
    const fault = t.pendingFault === null ? "" : faultText(t.pendingFault);
    return `${t.name}.${t.children} ${controlPoint(machine, t)} ${fault}`;
  });
  return `${threads.join("|")}||${describeObjects(machine)}`;
}

function describeObjects({ memory }: Machine): string {
  const parts: string[] = [];
  let bytes = 0;
  for (const r of memory.opened) {
    if (r === memory.globals) continue;
    for (const o of r.objects) {
      if (!o.live) continue;
      parts.push(`${o.address}:${o.size}`);
      bytes += o.size;
      if (bytes > maxBytes) throw new Unsupported("so much memory");
      if (r.written !== null) parts.push(unwrittenIn(r.written, o.start, o.size));
    }
  }
  return parts.join(" ");
}

/** The marks of the bytes, as runs of equal ones; empty: all are written. */
function unwrittenIn(written: Uint8Array, start: number, size: number): string {
  let text = "";
  for (let i = 0; i < size; ) {
    const mark = written[start + i] as number;
    let end = i + 1;
    while (end < size && written[start + end] === mark) end++;
    if (mark !== 1) text += `${i}-${end}=${mark};`;
    i = end;
  }
  return text;
}
