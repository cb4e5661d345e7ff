// Builds the operations of one function: registers, blocks, and frequent computations. What instructions mean is in function.ts.

import {
  type ErrorKind,
  type IntegerOperator,
  type IntegerPredicate,
  int,
  integer,
  type MemoryOrder,
  type Operand,
  type Operation,
  register,
  type Scalar,
  type Terminator,
  type UnsupportedKind,
} from "../../program/operations.ts";
import type { Block } from "../../program/program.ts";
import type { AtomicOrdering, FunctionDefinition } from "../llvm/module.ts";
import type { Layout } from "./layout.ts";
import type { FunctionContext } from "./lowering.ts";

/** A block that is being filled. */
export type DraftBlock = { -readonly [K in keyof Block]: Block[K] extends readonly (infer T)[] ? T[] : Block[K] | null };

export class FunctionBuilder {
  readonly layout: Layout;
  readonly registers: Scalar[] = [];
  protected readonly blocks: DraftBlock[] = [];
  /** The block to which operations are added. */
  protected current: DraftBlock = { operations: [], terminator: null };
  /** The position of the instruction being lowered. */
  at = 0;

  constructor(
    readonly definition: FunctionDefinition,
    readonly context: FunctionContext,
  ) {
    this.layout = context.layout;
  }

  /** Functions named __VERIFIER_atomic_… run as one atomic section. */
  get isSection(): boolean {
    return this.definition.name.startsWith("__VERIFIER_atomic_");
  }

  newRegister(type: Scalar): number {
    this.registers.push(type);
    return this.registers.length - 1;
  }

  emit(operation: Operation): void {
    const point = this.isSection ? null : (this.context.pointBefore?.(operation) ?? null);
    if (point !== null) this.current.operations.push(point);
    this.current.operations.push(operation);
  }

  get pointerBits(): 32 | 64 {
    return this.layout.pointerBits;
  }

  compute(operator: IntegerOperator, bits: number, left: Operand, right: Operand): Operand {
    if (left.kind === "integer" && right.kind === "integer" && (operator === "add" || operator === "mul")) {
      return integer(operator === "add" ? left.value + right.value : left.value * right.value, bits);
    }
    const to = this.newRegister(int(bits));
    this.emit({ op: "integer", to, bits, operator, left, right, signed: false, at: this.at });
    return register(to);
  }

  compare(predicate: IntegerPredicate, bits: number, left: Operand, right: Operand): Operand {
    const to = this.newRegister(int(1));
    this.emit({ op: "compare", to, bits, predicate, left, right, at: this.at });
    return register(to);
  }

  convert(conversion: "trunc" | "zext" | "sext" | "image", from: Operand, source: Scalar, target: Scalar): Operand {
    if (source.kind === target.kind && source.bits === target.bits) return from;
    if (from.kind === "integer" && target.kind === "int")
      return integer(conversion === "sext" ? BigInt.asIntN(source.bits, from.value) : from.value, target.bits);
    const to = this.newRegister(target);
    this.emit({ op: "convert", to, conversion, from, source, target, at: this.at });
    return register(to);
  }

  /** C's default argument promotion, if the types differ. */
  promote(from: Operand, source: Scalar, target: Scalar, signed: boolean): Operand {
    if (source.kind === target.kind && source.bits === target.bits) return from;
    const to = this.newRegister(target);
    this.emit({
      op: "convert",
      to,
      conversion: source.kind === "float" ? "fpext" : signed ? "sext" : "zext",
      from,
      source,
      target,
      at: this.at,
    });
    return register(to);
  }

  addOffset(base: Operand, offset: bigint): Operand {
    if (offset === 0n) return base;
    if (base.kind === "object") return { kind: "object", object: base.object, offset: base.offset + Number(offset) };
    return this.advance(base, integer(offset, this.pointerBits));
  }

  /** A pointer moved by a number of bytes. */
  advance(left: Operand, right: Operand): Operand {
    const to = this.newRegister(int(this.pointerBits));
    this.emit({ op: "integer", to, bits: this.pointerBits, operator: "add", left, right, signed: false, pointer: true, at: this.at });
    return register(to);
  }

  order(o: AtomicOrdering | null): MemoryOrder | null {
    if (o === null) return null;
    return o === "monotonic" || o === "unordered" ? "relaxed" : o;
  }

  unsupported(what: string, kind: UnsupportedKind = "construct"): void {
    this.emit({ op: "unsupported", what, text: null, kind, at: this.at });
  }

  /** Ends the run with an error if the condition is false. Operations emitted after it are in a new block. */
  failUnless(condition: Operand, error: ErrorKind, message: string): void {
    const { at } = this;
    const otherwise = this.blocks.length;
    const next: DraftBlock = { operations: [], terminator: null };
    this.blocks.push({ operations: [{ op: "error", error, message, text: null, at }], terminator: { op: "unreachable", at } }, next);
    this.finish({ op: "branch", condition, then: otherwise + 1, otherwise, at });
    this.current = next;
  }

  finish(terminator: Terminator): void {
    this.current.terminator = terminator;
  }
}

/** A value of the type, for a result that is never used. */
export const zeroOf = (type: Scalar): Operand =>
  type.kind === "int" ? integer(0n, type.bits) : { kind: "float", image: 0n, bits: type.bits };
