// One occurrence of an operation in the unrolled code: the context that the procedures for operations are given. In: a path, a frame and its
// registers. Out: operands as terms; results are put into registers.

import type { Operand, Register, Scalar } from "../../program/operations.ts";
import { functionAddress } from "../../program/program.ts";
import type { Term } from "../../terms/term.ts";
import type { Round } from "../round.ts";
import type { Frame, Registers } from "./frame.ts";
import type { Path } from "./path.ts";
import { Unsupported } from "./unsupported.ts";

export class Instance {
  constructor(
    readonly round: Round,
    readonly frame: Frame,
    readonly path: Path,
    readonly registers: Registers,
    /** Names the occurrence, including iterations and calls. */
    readonly key: string,
  ) {}

  operand(o: Operand): Term {
    return operandOf(this.round, this.frame, this.registers, o);
  }

  /** The value of an operand that must be constant. Throws `Unsupported` if it is not. */
  fixed(o: Operand, what: string): number {
    const values = this.round.possible.of(this.operand(o));
    if (values === null || values.size !== 1) throw new Unsupported(`${what} that is not constant`);
    return Number([...values][0]);
  }

  bitsOf(r: Register): number {
    return (this.frame.body.registers[r] as Scalar).bits;
  }

  /** Sets a register. Throws `Unsupported` for null: a value that terms cannot express. */
  set(r: Register, value: Term | null): void {
    if (value === null) throw new Unsupported("floating-point arithmetic on values that are not constant");
    this.registers[r] = this.round.nameValue(value);
  }
}

export function operandOf(round: Round, frame: Frame, registers: readonly (Term | undefined)[], o: Operand): Term {
  const { terms } = round;
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
      return pointerTo(round, round.knowledge.global(o.object).address + BigInt(o.offset));
    case "function":
      return pointerTo(round, BigInt(functionAddress(o.function)));
    case "block":
      return pointerTo(round, BigInt(functionAddress(frame.function) + 1 + o.block));
  }
}

export function pointerTo({ program, terms }: Round, address: bigint): Term {
  const bits = program.pointerBits;
  return terms.constant(BigInt.asUintN(bits, address), bits);
}
