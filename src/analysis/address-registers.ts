// Which registers of a function may hold an address, and which only carry bytes from one place to another. In: a body. Out: both sets, over
// all paths at once. What is certainly not an address (counters, lengths, results of comparisons) need not be looked at when it is compared
// or computed with (execution/addresses.ts); a part of a pointer that is only copied is not computed with.

import type { Operand, Operation, Register, Scalar, Terminator } from "../program/operations.ts";
import type { FunctionBody } from "../program/program.ts";
import { registersUsed } from "../program/registers.ts";

export interface AddressRegisters {
  mayHold(o: Operand): boolean;
  /** Is the value of this register stored somewhere and nothing else? */
  isOnlyCopied(r: Register): boolean;
}

export function findAddressRegisters(body: FunctionBody, pointerBits: number): AddressRegisters {
  const isWide = (type: Scalar | undefined): boolean => type?.kind === "int" && type.bits >= pointerBits;
  const may = new Set<Register>(body.params.filter((r) => isWide(body.registers[r])));
  const mayHold = (o: Operand): boolean => (o.kind === "register" ? may.has(o.register) : o.kind === "object" || o.kind === "function");
  const operations = body.blocks.flatMap((b) => b.operations);
  for (let before = -1; before !== may.size; ) {
    before = may.size;
    for (const o of operations) for (const r of addressesMade(o, mayHold)) if (isWide(body.registers[r])) may.add(r);
  }
  let copied: ReadonlySet<Register> | null = null;
  return {
    mayHold,
    isOnlyCopied(r) {
      copied ??= findCopied(body);
      return copied.has(r);
    },
  };
}

/** The registers in which an operation may leave an address. */
function addressesMade(o: Operation, mayHold: (o: Operand) => boolean): readonly Register[] {
  switch (o.op) {
    case "move":
      return mayHold(o.from) ? [o.to] : [];
    case "convert":
      return mayHold(o.from) ? [o.to] : [];
    case "select":
      return mayHold(o.then) || mayHold(o.otherwise) ? [o.to] : [];
    case "integer":
      return mayHold(o.left) || mayHold(o.right) ? [o.to] : [];
    case "builtin":
      return o.args.some(mayHold) ? [o.to] : [];
    case "checked":
      return mayHold(o.left) || mayHold(o.right) ? [o.to] : [];
    case "load":
    case "update":
    case "compare-exchange":
    case "stack-allocate":
    case "stack-renew":
    case "heap-allocate":
    case "thread-local":
    case "variadic-area":
    case "thread-self":
      return [o.to];
    case "call":
      return o.results;
    default:
      return [];
  }
}

/** Registers whose every use is to be stored, or moved to another such register. */
function findCopied(body: FunctionBody): ReadonlySet<Register> {
  const copied = new Set(body.registers.keys());
  const all: (Operation | Terminator)[] = body.blocks.flatMap((b) => [...b.operations, b.terminator]);
  for (let before = -1; before !== copied.size; ) {
    before = copied.size;
    for (const o of all) {
      const harmless = o.op === "store" ? o.value : o.op === "move" && copied.has(o.to) ? o.from : null;
      for (const r of registersUsed(o)) {
        const isHarmless = harmless?.kind === "register" && harmless.register === r;
        const isAddress = o.op === "store" && o.address.kind === "register" && o.address.register === r;
        if (!isHarmless || isAddress) copied.delete(r);
      }
    }
  }
  return copied;
}
