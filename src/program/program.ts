// The program model: what the front end hands to every engine.
//
// A program is frozen when the front end hands it over (`freezeProgram`): its lists are complete and no number in it changes. Bodies are lowered
// on demand; `body()` answers the same whenever it is asked, and asking changes nothing else.

import type { Operation, Register, Scalar, Terminator } from "./operations.ts";
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
  /** Registers that hold C locals, for people. */
  readonly locals: readonly { readonly register: Register; readonly variable: number }[];
}

export interface ProgramFunction {
  readonly id: number;
  readonly name: string; // C name
  readonly library: boolean; // one of ravel's models: hidden in reports
  /** Signed overflow in it is the program's: in its own functions, and in models that compute for their caller, such as abs. */
  readonly reportsOverflow: boolean;
  readonly position: number; // index into positions
  /** Defined nowhere: calling it is RVL202; its body says what it may return, if any answer is wanted. */
  readonly external: boolean;
  readonly varargs: boolean;
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
  /** Thread-local and never reachable from another thread: accesses are no steps. */
  readonly private: boolean;
  /** The library's own: not examined for races, hidden in reports. False for the statics its callers share, such as the result of localtime. */
  readonly library: boolean;
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
  /** The first access of the program's own functions that is weaker than seq_cst, as an index into positions (memory-orders.ts); 0: none. */
  readonly weakOrder: () => number;
}

/** Freezes the program and its lists. What they hold is plain data that nothing changes. */
export function freezeProgram(program: Program): Program {
  for (const list of [program.functions, program.objects, program.positions, program.variables, program.files]) Object.freeze(list);
  return Object.freeze(program);
}

/** Code addresses: function `id` lives at this address, block `b` of it at `+ 1 + b` (never dereferenced). */
export const codeBase = 0x100000;
export const codeStride = 0x1000;
export const functionAddress = (id: number): number => codeBase + id * codeStride;

/** The function that has this address; null: none. */
export const functionAt = (program: Program, address: number | bigint): ProgramFunction | null =>
  program.functions[(Number(address) - codeBase) / codeStride] ?? null;
