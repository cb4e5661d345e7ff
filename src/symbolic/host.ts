// What the table of operations (operations.ts) needs of what follows code in terms. Two follow it: the unroller, which takes all sides of all
// branches and makes events (skeleton/unrolling), and the follower of a single step (follow.ts). `I` is an occurrence of an operation with its path through the code, and `A` an
// address that was resolved: the table passes both on, and never looks inside.

import type { MemoryOrder, Operand, Operation, Register } from "../program/operations.ts";
import type { FunctionBody, Program } from "../program/program.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";

/** The values that a term may have. Null: anything. */
export type ValueSet = ReadonlySet<bigint> | null;

/** By number; undefined: not set yet, which means zero. */
export type Registers = (Term | undefined)[];

/** The bytes `from` … `from + size - 1` of what is written. */
export type Content = (from: number, size: number) => Term;

/** A call of a function, as operations see it. */
export interface Call {
  readonly function: number;
  readonly body: FunctionBody;
  readonly library: boolean;
  readonly reportsOverflow: boolean;
  readonly variadic: Term;
}

/** One occurrence of an operation in the code that is followed. */
export interface Occurrence {
  readonly frame: Call;
  readonly path: unknown;
  readonly registers: Registers;
  /** Names the occurrence, including iterations and calls. */
  readonly key: string;
  operand(o: Operand): Term;
  /** The value of an operand that must be known. Throws `Unsupported` if it is not. */
  fixed(o: Operand, what: string): number;
  bitsOf(r: Register): number;
  /** Sets a register. Throws `Unsupported` for null: a value that terms cannot express. */
  set(r: Register, value: Term | null): void;
}

type Of<K extends Operation["op"]> = Operation & { op: K };

/** How an operation accesses memory. */
export interface AccessMode {
  readonly atomic: boolean;
  /** Of a read that copies bytes that were never written (an input, not an error): which bytes are padding. */
  readonly padding?: number | null;
  /** Whether it acquires or releases. */
  readonly orders?: Term;
  /** It belongs to the read before it: an atomic update. */
  readonly continues?: boolean;
  /** It fills memory that no other thread knows yet: not an access of the program. */
  readonly isFresh?: boolean;
}

export interface MemoryHost<I extends Occurrence, A> {
  /** Resolves an address. With `alive`, a dead object is among its faults. */
  locate(path: I["path"], address: Term, base: Term | null, size: number, alive?: boolean): A;
  /** The same, with failures for faults, and for writes to constants. */
  locateAccess(at: I, o: { readonly address: Operand; readonly base: Operand | null }, size: number, writes: boolean): A;
  read(path: I["path"], resolved: A, size: number, mode: AccessMode & { readonly tolerant: boolean }): Term;
  write(path: I["path"], resolved: A, size: number, content: Content, mode: AccessMode): void;
  /** The same address, where this holds. */
  where(resolved: A, condition: Term): A;
  /** The same address, so many bytes further on. */
  moved(resolved: A, by: number): A;
  /** The offset in its object, if that is known; otherwise 0. */
  offsetOf(resolved: A): number;
  /** No other thread sees the bytes. */
  isOwn(resolved: A): boolean;
  /** All of a new object whose size is this term, and the bytes it may have; null: the address is not that of one. */
  wholeOf(path: I["path"], address: Term, size: Term): { readonly resolved: A; readonly size: number } | null;
}

/** What depends on where objects lie, and is noted for that reason. */
export interface PlacementHost<I extends Occurrence> {
  integer(at: I, o: { readonly operator: Of<"integer">["operator"] | Of<"update">["operator"] }, left: Term, right: Term): void;
  /** Returns the result of a comparison; `plain` compares the numbers. */
  compare(at: I, o: Of<"compare">, left: Term, right: Term, plain: () => Term): Term;
  convert(at: I, o: Of<"convert">, from: Term): void;
  /** Any other computation on these values. */
  other(at: I, values: readonly Term[]): void;
  /** A value is compared with one that was read, and may be an address that was used before. */
  stale(at: I, left: Term, right: Term): void;
}

export interface AccessHost<I extends Occurrence, A> {
  /** An access of the program outside sections that orders less than it could. */
  noteWeak(path: I["path"]): void;
  /** Some bytes of a pointer may be read as a number. */
  notePart(at: I, o: Of<"load" | "copy-in">, resolved: A, size: number): void;
  /** Whether a compare-exchange succeeds that may fail spuriously, given that the values are equal. */
  mayFail(path: I["path"], equal: Term): Term;
  /** The read of a compare-exchange acquires as this says: it depends on success. */
  settleOrder(path: I["path"], orders: () => Term): void;
}

export interface LifetimeHost<I extends Occurrence> {
  allocateOnStack(at: I, o: Of<"stack-allocate" | "stack-renew">): Term;
  allocateOnHeap(at: I, o: Of<"heap-allocate">): Term;
  free(path: I["path"], address: Term): void;
  sizeOf(path: I["path"], address: Term): Term;
  endScope(path: I["path"], address: Term): void;
  /** The mark of the stack: how many objects the frame has. */
  mark(at: I): Term;
  /** Ends the lifetimes of the frame's objects from a mark on. */
  release(at: I, mark: number): void;
  /** Ends those of the frame and of its callers. */
  releaseFrames(at: I): void;
  threadLocal(object: number): Term;
}

/** What a thread does beside computing: steps, waits, calls and ends. */
export interface ControlHost<I extends Occurrence> {
  /** Ends the operation's own step, if it has made one; `isStep` false: it is not a step. */
  closeStep(isStep?: boolean): void;
  call(at: I, o: Of<"call">): I["path"] | null;
  setJump(at: I, o: Of<"set-jump">): I["path"] | null;
  longJump(at: I, o: Of<"long-jump">): I["path"] | null;
  edge(at: I, o: Of<"acquire" | "release">): void;
  accessAs(at: I, o: Of<"access-as">): void;
  fence(path: I["path"], order: MemoryOrder): void;
  beginSection(path: I["path"], isUsers: boolean): void;
  endSection(at: I): void;
  waitsFor(path: I["path"], slot: Term): void;
  blockUntil(path: I["path"], condition: Term): void;
  assume(path: I["path"], condition: Term): void;
  choose(at: I, o: Of<"choose">): void;
  input(at: I, o: Of<"input">): void;
  option(at: I, o: Of<"option">): void;
  /** Returns the number of the new thread. */
  startThread(at: I, entry: Term, self: Term): Term;
  endThread(at: I): void;
  self(): Term;
  slot(): Term;
  endProcess(path: I["path"], o: Of<"process-end">): void;
  error(path: I["path"], o: Of<"error">): void;
  /** Pointer arithmetic leaves its object. */
  strays(at: I, address: Term, base: Term): void;
  printNumber(at: I, args: readonly Term[]): Term;
  /** The program's string at an address. */
  textAt(address: Term): string;
}

export interface Host<I extends Occurrence, A> {
  readonly terms: Terms;
  readonly program: Program;
  /** The values that a term may have here. */
  valuesOf(t: Term): ValueSet;
  fail(
    path: I["path"],
    property: "overflow",
    kind: "signed-overflow" | "division-by-zero" | "bad-shift",
    when: Term,
    message: string,
    harmless?: boolean,
  ): void;
  /** A value that is read gets a name, if terms have names. */
  nameValue(value: Term): Term;
  readonly memory: MemoryHost<I, A>;
  readonly placement: PlacementHost<I>;
  readonly accesses: AccessHost<I, A>;
  readonly lifetimes: LifetimeHost<I>;
  readonly control: ControlHost<I>;
}
