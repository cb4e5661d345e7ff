// Finds the registers of a function that may hold an address, and those that are only copied. In: a body. Out: both sets, over all paths.
//
// Values that cannot be addresses (counters, lengths, results of comparisons) need no check when they are compared or computed with
// (execution/addresses.ts). Nor do bytes of a pointer that are only copied.

import type { Operand, Operation, Register, Scalar, Terminator } from "../program/operations.ts";
import type { FunctionBody } from "../program/program.ts";
import { registersUsed } from "../program/registers.ts";

export interface AddressRegisters {
  mayHold(o: Operand): boolean;
  /** Whether the value of this register is stored and not used otherwise. */
  isOnlyCopied(r: Register): boolean;
}

export function findAddressRegisters(body: FunctionBody, pointerBits: number): AddressRegisters {
  const isWide = (type: Scalar | undefined): boolean => type?.kind === "int" && type.bits >= pointerBits;
  const may = new Set<Register>(body.params.filter((r) => isWide(body.registers[r])));
  const mayHold = (o: Operand): boolean => (o.kind === "register" ? may.has(o.register) : o.kind === "object" || o.kind === "function");
  const operations = body.blocks.flatMap((b) => b.operations);
  for (let before = -1; before !== may.size; ) {
    before = may.size;
    for (const o of operations) for (const r of addressResults(o, mayHold)) if (isWide(body.registers[r])) may.add(r);
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

/** The result registers that may hold an address after the operation. */
function addressResults(o: Operation, mayHold: (o: Operand) => boolean): readonly Register[] {
  switch (o.op) {
    case "move":
    case "convert":
      return mayHold(o.from) ? [o.to] : [];
    case "select":
      return mayHold(o.then) || mayHold(o.otherwise) ? [o.to] : [];
    case "integer":
    case "checked":
      return mayHold(o.left) || mayHold(o.right) ? [o.to] : [];
    case "builtin":
      return o.args.some(mayHold) ? [o.to] : [];
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

/** The registers that are used only to be stored, or to be moved to another such register. */
function findCopied(body: FunctionBody): ReadonlySet<Register> {
  const copied = new Set(body.registers.keys());
  const all: (Operation | Terminator)[] = body.blocks.flatMap((b) => [...b.operations, b.terminator]);
  for (let before = -1; before !== copied.size; ) {
    before = copied.size;
    for (const o of all) {
      const source = o.op === "store" ? o.value : o.op === "move" && copied.has(o.to) ? o.from : null;
      for (const r of registersUsed(o)) {
        const isCopied = source?.kind === "register" && source.register === r;
        const isAddress = o.op === "store" && o.address.kind === "register" && o.address.register === r;
        if (!isCopied || isAddress) copied.delete(r);
      }
    }
  }
  return copied;
}
