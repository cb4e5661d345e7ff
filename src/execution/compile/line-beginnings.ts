// Where source lines begin in the code of a function: there a thread also stops, on machines that stop at lines. In: a body. Out: the operations and terminators, in each block.

import type { Operation, Terminator } from "../../program/operations.ts";
import type { FunctionBody, Program } from "../../program/program.ts";

const known = new WeakMap<FunctionBody, ReadonlySet<Operation | Terminator>>();

export function lineBeginnings(body: FunctionBody, program: Program): ReadonlySet<Operation | Terminator> {
  let beginnings = known.get(body);
  if (beginnings === undefined) {
    beginnings = findBeginnings(body, program);
    known.set(body, beginnings);
  }
  return beginnings;
}

function findBeginnings({ blocks }: FunctionBody, { positions }: Program): ReadonlySet<Operation | Terminator> {
  const beginnings = new Set<Operation | Terminator>();
  for (const { operations, terminator } of blocks) {
    let line = 0;
    for (const o of [...operations, terminator]) {
      const next = o.at === 0 ? 0 : (positions[o.at]?.line ?? 0);
      if (next !== 0 && next !== line) beginnings.add(o);
      if (next !== 0) line = next;
    }
  }
  return beginnings;
}
