// One occurrence of an operation in the code that is followed: the context that the procedures for operations are given. In: a path, a frame and its
// registers. Out: operands as terms; results are put into registers.

import type { Operand, Register, Scalar } from "../program/operations.ts";
import { functionAddress, type Program } from "../program/program.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import type { Call, Occurrence, Registers } from "./host.ts";
import { Unsupported } from "./unsupported.ts";

/** What operands and results need of what follows the code. */
export interface OperandHost {
  readonly terms: Terms;
  readonly program: Program;
  addressOfGlobal(object: number): bigint;
  /** The only value that a term can have; null: there are others. */
  fixedValue(t: Term): bigint | null;
  /** The value for a register, or a name for it. */
  nameValue(value: Term): Term;
}

export class OperationInstance<F extends Call, P> implements Occurrence {
  constructor(
    readonly host: OperandHost,
    readonly frame: F,
    readonly path: P,
    readonly registers: Registers,
    readonly key: string,
  ) {}

  operand(o: Operand): Term {
    return operandOf(this.host, this.frame, this.registers, o);
  }

  fixed(o: Operand, what: string): number {
    const value = this.host.fixedValue(this.operand(o));
    if (value === null) throw new Unsupported(`${what} that is not constant`);
    return Number(value);
  }

  bitsOf(r: Register): number {
    return (this.frame.body.registers[r] as Scalar).bits;
  }

  set(r: Register, value: Term | null): void {
    if (value === null) throw new Unsupported("floating-point arithmetic on values that are not constant");
    this.registers[r] = this.host.nameValue(value);
  }
}

export function operandOf(host: OperandHost, frame: Call, registers: readonly (Term | undefined)[], o: Operand): Term {
  const { terms } = host;
  switch (o.kind) {
    case "register": {
      const { bits } = frame.body.registers[o.register] as Scalar;
      return registers[o.register] ?? terms.constant(0n, bits);
    }
    case "integer":
      return terms.constant(o.value, o.bits);
    case "float":
      return terms.constant(o.image, o.bits);
    case "object":
      return pointerTo(host, host.addressOfGlobal(o.object) + BigInt(o.offset));
    case "function":
      return pointerTo(host, BigInt(functionAddress(o.function)));
    case "block":
      return pointerTo(host, BigInt(functionAddress(frame.function) + 1 + o.block));
  }
}

export function pointerTo({ program, terms }: Pick<OperandHost, "program" | "terms">, address: bigint): Term {
  const bits = program.pointerBits;
  return terms.constant(BigInt.asUintN(bits, address), bits);
}
