// The program model: what the front end hands to every engine.
//
// A program is frozen when the front end hands it over (`freezeProgram`): its lists are complete and no number in it changes. Bodies are lowered
// on demand; `body()` returns the same body whenever it is called, and a call changes nothing else.

import { RavelError } from "../support/diagnostics.ts";
import type { Operation, Register, Scalar, Terminator } from "./operations.ts";
import type { SourceNames } from "./source-names.ts";
import type { SourceType } from "./source-types.ts";

export type DataModel = "lp64" | "ilp32";

export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface Block {
  readonly operations: readonly Operation[];
  readonly terminator: Terminator;
}

export interface FunctionBody {
  readonly params: readonly Register[];
  readonly registers: readonly Scalar[];
  readonly results: readonly Scalar[];
  readonly blocks: readonly Block[]; // entry is 0
  /** Registers that hold C locals, for reports. */
  readonly locals: readonly { readonly register: Register; readonly variable: number }[];
  /** Registers that hold the address of a C local which the caller has allocated: structs passed or returned in memory. For debuggers. */
  readonly addressed?: readonly { readonly register: Register; readonly variable: number }[];
}

export interface ProgramFunction {
  readonly id: number;
  readonly name: string; // C name
  readonly library: boolean; // one of Ravel's models: hidden in reports
  /** Whether signed overflow in it is reported: true of the program's own functions, and of models that compute for their caller, such as abs. */
  readonly reportsOverflow: boolean;
  readonly position: number; // index into positions
  /** Defined nowhere: a call is RVL202, or, with `--unknown-calls nondet`, runs the body, which returns any value. */
  readonly external: boolean;
  readonly varargs: boolean;
  /** Lowers the function on the first call. Throws a RavelError if it uses something unsupported. */
  body(): FunctionBody;
}

/** A global, static or thread-local variable, or a string literal. */
export interface GlobalObject {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  readonly align: number;
  readonly constant: boolean;
  readonly threadLocal: boolean;
  /** Thread-local and never reachable from another thread: accesses are not steps. */
  readonly private: boolean;
  /** The library's own: not checked for races, hidden in reports. False for statics that its callers share, such as the result of localtime. */
  readonly library: boolean;
  /** Defined by a model of the library, also if its callers share it. */
  readonly isModel: boolean;
  readonly type: SourceType | null;
  readonly position: number;
  readonly address: bigint; // fixed at link time; 0 for thread-locals, which get one per thread
  /** Initial bytes; null: all zero. */
  readonly image: Uint8Array | null;
}

/** A C local that lives in memory or in a register. */
export interface Variable {
  readonly name: string;
  readonly type: SourceType | null;
  readonly position: number;
}

export interface Program {
  readonly dataModel: DataModel;
  readonly pointerBits: 32 | 64;
  readonly functions: readonly ProgramFunction[];
  readonly objects: readonly GlobalObject[];
  readonly entry: number; // function id
  /** Index 0 is "nowhere". */
  readonly positions: readonly Position[];
  readonly variables: readonly Variable[];
  readonly files: readonly string[];
  /** The first access in the program's own functions that is weaker than seq_cst, as an index into positions (memory-orders.ts); 0: none. */
  readonly weakOrder: () => number;
  /** What names in the source mean: for debuggers. */
  readonly names: () => SourceNames;
}

/** Freezes the program and its lists. Their elements are plain data that nothing changes. */
export function freezeProgram(program: Program): Program {
  for (const list of [program.functions, program.objects, program.positions, program.variables, program.files]) Object.freeze(list);
  return Object.freeze(program);
}

/** The body of a function that may never be called; null if it cannot be lowered, which is reported only where the function is called. */
export function bodyIfSupported(f: ProgramFunction): FunctionBody | null {
  try {
    return f.body();
  } catch (error) {
    if (error instanceof RavelError) return null;
    throw error;
  }
}

/** Code addresses: function `id` is at this address, its block `b` at `+ 1 + b`. They are never dereferenced. */
export const codeBase = 0x100000;
export const codeStride = 0x1000;
export const functionAddress = (id: number): number => codeBase + id * codeStride;

/** The function at this address; null: none. */
export const functionAt = (program: Program, address: number | bigint): ProgramFunction | null =>
  program.functions[(Number(address) - codeBase) / codeStride] ?? null;

/** Where an operation is that is counted within its function, terminators included: its block, and its number there. */
export function findOperation({ blocks }: FunctionBody, operation: number): { readonly block: number; readonly index: number } {
  let block = 0;
  let index = operation;
  while (block < blocks.length && index > (blocks[block] as Block).operations.length) {
    index -= (blocks[block] as Block).operations.length + 1;
    block++;
  }
  return { block, index };
}
