// Where an expression is evaluated: a frame of a thread, and the position in its function.

import type { CompiledFunction } from "../../execution/compiled-function.ts";
import type { Machine } from "../../execution/machine.ts";
import type { Thread } from "../../execution/thread.ts";
import type { Register, Scalar } from "../../program/operations.ts";
import type { Term } from "../../terms/term.ts";
import type { OpenReads } from "./open-reads.ts";

export interface Frame {
  readonly machine: Machine;
  readonly thread: Thread;
  /** 0 is the outermost. */
  readonly level: number;
  /** Is told what is read, if that may depend on inputs. */
  readonly reads?: OpenReads | undefined;
}

/** A frame with what its function is. */
export interface OpenFrame extends Frame {
  readonly function: CompiledFunction;
  readonly base: number;
  /** The operation at which it stands, counted through its blocks; of a caller, its call. -1: none. */
  readonly operation: number;
  /** Of that operation; 0: nowhere. */
  readonly position: number;
  /** Its entries in the thread's stack of objects. */
  readonly stackFrom: number;
  readonly stackTo: number;
}

export function openFrame(frame: Frame): OpenFrame | null {
  const { machine, thread, level } = frame;
  if (!Number.isInteger(level) || level < 0 || level > thread.depth || thread.status === "finished") return null;
  const record = thread.frameAt(level);
  const f = machine.code[record.function];
  if (f === undefined) return null;
  const operation = f.operationAt[record.pc] ?? -1;
  const position = f.positions[operation] ?? machine.program.functions[f.id]?.position ?? 0;
  const stackTo = level === thread.depth ? thread.stack.length : thread.frameAt(level + 1).stackMark;
  return { ...frame, function: f, base: record.base, operation, position, stackFrom: record.stackMark, stackTo };
}

/** What a register holds, as a term over inputs; null: it has one value for all of them. */
export function openRegister({ reads, thread, level, function: f }: OpenFrame, register: Register): Term | null {
  if (reads === undefined || (f.slots[register] as number) < 0) return null;
  return reads.register(thread.index, level, register, (f.body.registers[register] as Scalar).bits);
}

/** The bits of a register. */
export function readRegister({ thread, function: f, base }: OpenFrame, register: Register): bigint {
  const slot = f.slots[register] as number;
  if (slot < 0) return 0n; // a variable of the generated code, without a value between steps
  const { bits, kind } = f.body.registers[register] as Scalar;
  let raw = 0n;
  const words = kind === "float" ? bits / 32 : bits <= 32 ? 1 : bits <= 64 ? 2 : 4;
  for (let i = words - 1; i >= 0; i--) raw = (raw << 32n) | BigInt((thread.registers[base + slot + i] as number) >>> 0);
  return BigInt.asUintN(bits, raw);
}
