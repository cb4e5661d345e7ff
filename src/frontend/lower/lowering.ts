// The contract of lowering one function: what the files that lower calls, intrinsics, primitives, vectors, inline assembly and wide integers may
// use of `FunctionLowering`, and what that may use of the linked program.

import type {
  ErrorKind,
  IntegerOperator,
  IntegerPredicate,
  MemoryOrder,
  Operand,
  Operation,
  Scalar,
  UnsupportedKind,
} from "../../program/operations.ts";
import type { AtomicOrdering, FunctionDefinition, Instruction, MetadataRef, Type, TypedValue, Value } from "../llvm/module.ts";
import type { PointBefore } from "./asynchronous-points.ts";
import type { SymbolScope } from "./constants.ts";
import type { Layout } from "./layout.ts";
import type { ScopesOf } from "./literal-scopes.ts";
import type { Captures } from "./local-memory.ts";

export type Call = Instruction & { op: "call" };

/** What lowering a function needs of the linked program. */
export interface FunctionContext extends SymbolScope {
  readonly layout: Layout;
  readonly library: boolean;
  position(debug: MetadataRef | null): number;
  readonly scopes: ScopesOf;
  /** The number of a local variable; -1: none. */
  variable(ref: MetadataRef): number;
  readonly captures: Captures;
  /** The definition to which a name is linked; null: none. */
  definition(name: string): FunctionDefinition | null;
  /** Whether a name is linked to the library. */
  isOfLibrary(name: string): boolean;
  isPrivate(object: number): boolean;
  objectSize(object: number): number;
  mainUsesArguments(): boolean;
  /** The cancellation point before an operation; null: the program needs none. */
  readonly pointBefore: PointBefore | null;
  literal(object: number, offset: number): string; // the C string at a constant object
  /** Whether a caller may use the result of the function. */
  resultMatters(definition: FunctionDefinition): boolean;
  /** Functions to call before main and after exit, in order. */
  constructors(): readonly number[];
  destructors(): readonly number[];
}

/** The address part of an access. */
export interface AccessAddress {
  readonly address: Operand;
  /** The operand from which the address was computed, if it is another one. */
  readonly base: Operand | null;
  readonly private: boolean;
  readonly at: number;
}

/** The function being lowered. */
export interface Lowering {
  readonly definition: FunctionDefinition;
  readonly context: FunctionContext;
  readonly layout: Layout;
  readonly pointerBits: 32 | 64;
  /** The position of the instruction being lowered. */
  readonly at: number;
  /** A new register. */
  newRegister(type: Scalar): number;
  emit(operation: Operation): void;
  /** Defines the result of an instruction. */
  define(result: string | null, operands: readonly Operand[], types: readonly Scalar[]): void;
  /** Defines a result that is never read, because the run ends before. */
  defineUnused(result: string | null, type: Type): void;
  unsupported(what: string, kind?: UnsupportedKind): void;
  /** Ends the run with an error if the condition is false. Operations emitted after it are in a new block. */
  failUnless(condition: Operand, error: ErrorKind, message: string): void;

  /** All scalars of a value. */
  operands(v: TypedValue): readonly Operand[];
  /** The single scalar of a value. */
  operand(v: TypedValue): Operand;
  valueOf(value: Value, type: Type): readonly Operand[];
  access(address: Value): AccessAddress;
  order(o: AtomicOrdering | null): MemoryOrder | null;

  compute(operator: IntegerOperator, bits: number, left: Operand, right: Operand): Operand;
  compare(predicate: IntegerPredicate, bits: number, left: Operand, right: Operand): Operand;
  convert(conversion: "trunc" | "zext" | "sext" | "image", from: Operand, source: Scalar, target: Scalar): Operand;
  /** C's default argument promotion, if the types differ. */
  promote(from: Operand, source: Scalar, target: Scalar, signed: boolean): Operand;
  addOffset(base: Operand, offset: bigint): Operand;
  /** A pointer moved by a number of bytes. */
  advance(pointer: Operand, bytes: Operand): Operand;

  /** The result points into the same object as `from`. */
  setOrigin(result: string | null, from: Value): void;
  setOriginTo(result: string, base: Operand): void;
  setThreadLocalOrigin(result: string | null, variable: Value, address: Operand): void;
}
