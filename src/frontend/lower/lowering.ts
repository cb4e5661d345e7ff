// The contract of the lowering of one function: what the files that lower calls, intrinsics, primitives, vectors, inline assembly and wide integers may
// ask of `FunctionLowering`, and what that may ask of the program it is linked into.

import type {
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
import type { Scope } from "./constants.ts";
import type { Layout } from "./layout.ts";
import type { ScopesOf } from "./literal-scopes.ts";
import type { Captures } from "./local-memory.ts";

export type Call = Instruction & { op: "call" };

/** What lowering a function needs from the program it is linked into. */
export interface FunctionContext extends Scope {
  readonly layout: Layout;
  readonly library: boolean;
  position(debug: MetadataRef | null): number;
  readonly scopes: ScopesOf;
  /** Its number; -1: none. */
  variable(ref: MetadataRef): number;
  readonly captures: Captures;
  /** The definition a name is linked to, if there is one. */
  definition(name: string): FunctionDefinition | null;
  /** Is it the library's? */
  isOfLibrary(name: string): boolean;
  isPrivate(object: number): boolean;
  objectSize(object: number): number;
  mainUsesArguments(): boolean;
  /** What goes before an operation; null: nothing ever does. */
  readonly pointBefore: PointBefore | null;
  literal(object: number, offset: number): string; // the C string at a constant object
  /** May a caller look at what the function returns? */
  resultMatters(definition: FunctionDefinition): boolean;
  /** Functions to call before main and after exit, in order. */
  constructors(): readonly number[];
  destructors(): readonly number[];
}

/** The address part of an access. */
export interface AccessAddress {
  readonly address: Operand;
  /** Where the address was computed from, if it is another operand. */
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
  fresh(type: Scalar): number;
  emit(operation: Operation): void;
  /** Defines the result of an instruction. */
  settle(result: string | null, operands: readonly Operand[], types: readonly Scalar[]): void;
  /** Defines a result that nothing can read: what would have computed it ends the run. */
  undefined(result: string | null, type: Type): void;
  unsupported(what: string, kind?: UnsupportedKind): void;

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
  /** C's default argument promotion, where the types differ. */
  promote(from: Operand, source: Scalar, target: Scalar, signed: boolean): Operand;
  addOffset(base: Operand, offset: bigint): Operand;
  /** A pointer moved by so many bytes. */
  advance(pointer: Operand, bytes: Operand): Operand;

  /** The result points into the object that another pointer points into. */
  setOrigin(result: string | null, from: Value): void;
  setOriginTo(result: string, base: Operand): void;
  setThreadLocalOrigin(result: string | null, variable: Value, address: Operand): void;
}
