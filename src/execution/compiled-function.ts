// A function as it is executed: its generated code and the tables that steps read.

import type { MemoryOrder, Operation, Scalar, Terminator } from "../program/operations.ts";
import type { FunctionBody } from "../program/program.ts";
import type { Thread } from "./thread.ts";
import type { ThreadRole } from "./thread-functions.ts";

/** A function without its code, which belongs to one machine. */
export interface FunctionDescription {
  readonly id: number;
  readonly name: string;
  readonly library: boolean;
  readonly frameSize: number;
  readonly body: FunctionBody;
  readonly slots: readonly number[]; // register → slot
  readonly params: readonly { readonly slot: number; readonly type: Scalar }[];
  readonly signature: number;
  /** Every operation and terminator, by the index that generated code passes along. */
  readonly operations: readonly (Operation | Terminator)[];
  /** Position → index of the operation it stands at (a step) or after (a call). */
  readonly operationAt: readonly (number | undefined)[];
  /** Index of an operation → what it is. */
  readonly ops: readonly (Operation | Terminator)["op"][];
  /** Index of an operation → its source position. */
  readonly positions: readonly number[];
  /** Index of an operation → its memory order; null: it has none, as plain accesses. */
  readonly orders: readonly (MemoryOrder | null)[];
  /** Position → whether an atomic section begins there. */
  readonly isSection: readonly boolean[];
  /** Position → whether it is the beginning of a line, where only machines that stop at lines stop. */
  readonly isLine: readonly boolean[];
  /** Position where a section begins → whether it can block; undefined: not yet asked (sections.ts). */
  readonly blocksAt: (boolean | undefined)[];
  /** What its sections do in the lifecycle of threads. */
  readonly threadRole: ThreadRole | null;
  readonly source: string;
}

/** A class, so that all have one shape for V8: every step reads them. */
export class CompiledFunction implements FunctionDescription {
  readonly id: number;
  readonly name: string;
  readonly library: boolean;
  readonly frameSize: number;
  readonly body: FunctionBody;
  readonly slots: FunctionDescription["slots"];
  readonly params: FunctionDescription["params"];
  readonly signature: number;
  readonly operations: FunctionDescription["operations"];
  readonly operationAt: FunctionDescription["operationAt"];
  readonly ops: FunctionDescription["ops"];
  readonly positions: readonly number[];
  readonly orders: FunctionDescription["orders"];
  readonly isSection: readonly boolean[];
  readonly isLine: readonly boolean[];
  readonly blocksAt: FunctionDescription["blocksAt"];
  readonly threadRole: ThreadRole | null;
  readonly source: string;

  constructor(
    d: FunctionDescription,
    readonly run: (thread: Thread) => number,
  ) {
    this.id = d.id;
    this.name = d.name;
    this.library = d.library;
    this.frameSize = d.frameSize;
    this.body = d.body;
    this.slots = d.slots;
    this.params = d.params;
    this.signature = d.signature;
    this.operations = d.operations;
    this.operationAt = d.operationAt;
    this.ops = d.ops;
    this.positions = d.positions;
    this.orders = d.orders;
    this.isSection = d.isSection;
    this.isLine = d.isLine;
    this.blocksAt = d.blocksAt;
    this.threadRole = d.threadRole;
    this.source = d.source;
  }
}
