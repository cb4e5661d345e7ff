// Reads instructions, with one reader per opcode. In: a cursor after the opcode. Out: an `Instruction`, or null for one without an effect
// (debug values, fences of one thread). Calls are in calls.ts, blocks in body.ts.

import { readAttachments, readQualifiers } from "./attributes.ts";
import { readCall } from "./calls.ts";
import { readGepFlags, readGepOperands, readInteger, readPointer, readPredicate, readTypedValue, readValue } from "./constants.ts";
import type { Cursor } from "./lexer.ts";
import type { AtomicOrdering, CastOp, Instruction, Type, TypedValue, Value } from "./module.ts";
import { bitType, isTypeWord, readType } from "./types.ts";
import { binaryWords, castWords, floatPredicates, integerPredicates } from "./value-words.ts";

export type InstructionReader = (c: Cursor, result: string | null) => Instruction | null;

export const instructionReaders: ReadonlyMap<string, InstructionReader> = new Map<string, InstructionReader>([
  ["ret", readReturn],
  ["br", readBranch],
  ["switch", readSwitch],
  ["indirectbr", readIndirectBranch],
  ["unreachable", (c, result) => ({ op: "unreachable", result, debug: readAttachments(c) })],
  ["fneg", readNegation],
  ["icmp", (c, result) => readComparison(c, result, "icmp", integerPredicates)],
  ["fcmp", (c, result) => readComparison(c, result, "fcmp", floatPredicates)],
  ["freeze", readFreeze],
  ["select", readSelect],
  ["phi", readPhi],
  ["alloca", readAlloca],
  ["load", readLoad],
  ["store", readStore],
  ["getelementptr", readGep],
  ["extractvalue", readExtractValue],
  ["insertvalue", readInsertValue],
  ["extractelement", readExtractElement],
  ["insertelement", readInsertElement],
  ["shufflevector", readShuffle],
  ["cmpxchg", readCompareExchange],
  ["atomicrmw", readAtomicUpdate],
  ["fence", readFence],
  ["va_arg", readVaArg],
  ["call", readCall],
  ["tail", readTailCall],
  ["musttail", readTailCall],
  ["notail", readTailCall],
  ...[...binaryWords].map((operator): [string, InstructionReader] => [operator, (c, result) => readBinary(c, result, operator)]),
  ...[...castWords].map((cast): [string, InstructionReader] => [cast, (c, result) => readCast(c, result, cast as CastOp)]),
]);

/** `, align N`, or 0. */
function readAlign(c: Cursor): number {
  return c.takeCommaWord("align") ? c.integer() : 0;
}

function readLabel(c: Cursor): string {
  c.expectWord("label");
  return c.localName();
}

function readCommaTyped(c: Cursor): TypedValue {
  c.expect(",");
  return readTypedValue(c);
}

function readReturn(c: Cursor, result: string | null): Instruction {
  const type = readType(c);
  const value = type.kind === "void" ? null : { type, value: readValue(c, type) };
  return { op: "ret", value, result, debug: readAttachments(c) };
}

function readBranch(c: Cursor, result: string | null): Instruction {
  if (c.peek() === "l") {
    const target = readLabel(c);
    return { op: "br", target, result, debug: readAttachments(c) };
  }
  c.expectWord("i1");
  const condition = readValue(c, bitType);
  c.expect(",");
  const then = readLabel(c);
  c.expect(",");
  const otherwise = readLabel(c);
  return { op: "condbr", condition, then, otherwise, result, debug: readAttachments(c) };
}

function readSwitch(c: Cursor, result: string | null): Instruction {
  const on = readTypedValue(c);
  c.expect(",");
  const fallback = readLabel(c);
  c.expect("[");
  const cases: { value: bigint; target: string }[] = [];
  while (!c.take("]")) {
    const value = readInteger(c, readType(c));
    c.expect(",");
    cases.push({ value, target: readLabel(c) });
  }
  return { op: "switch", on, fallback, cases, result, debug: readAttachments(c) };
}

function readIndirectBranch(c: Cursor, result: string | null): Instruction {
  const address = readTypedValue(c);
  c.expect(",");
  c.expect("[");
  const targets: string[] = [];
  if (!c.take("]")) {
    do targets.push(readLabel(c));
    while (c.take(","));
    c.expect("]");
  }
  return { op: "indirectbr", address, targets, result, debug: readAttachments(c) };
}

function readBinary(c: Cursor, result: string | null, operator: string): Instruction {
  const flags = readQualifiers(c);
  const type = readType(c);
  const left = readValue(c, type);
  c.expect(",");
  const right = readValue(c, type);
  const debug = readAttachments(c);
  const nsw = flags.includes("nsw");
  const nuw = flags.includes("nuw");
  return { op: "binary", operator, type, left, right, nsw, nuw, exact: flags.includes("exact"), result, debug };
}

function readNegation(c: Cursor, result: string | null): Instruction {
  readQualifiers(c);
  return { op: "fneg", operand: readTypedValue(c), result, debug: readAttachments(c) };
}

function readFreeze(c: Cursor, result: string | null): Instruction {
  return { op: "freeze", operand: readTypedValue(c), result, debug: readAttachments(c) };
}

function readComparison(c: Cursor, result: string | null, op: "icmp" | "fcmp", predicates: ReadonlySet<string>): Instruction {
  const predicate = readPredicate(c, predicates);
  const type = readType(c);
  const left = readValue(c, type);
  c.expect(",");
  const right = readValue(c, type);
  return { op, predicate, type, left, right, result, debug: readAttachments(c) };
}

function readCast(c: Cursor, result: string | null, cast: CastOp): Instruction {
  readQualifiers(c);
  const from = readTypedValue(c);
  c.expectWord("to");
  const to = readType(c);
  return { op: "cast", cast, from, to, result, debug: readAttachments(c) };
}

function readSelect(c: Cursor, result: string | null): Instruction {
  readQualifiers(c);
  const condition = readTypedValue(c);
  const then = readCommaTyped(c);
  const otherwise = readCommaTyped(c);
  return { op: "select", condition, then, otherwise, result, debug: readAttachments(c) };
}

function readPhi(c: Cursor, result: string | null): Instruction {
  readQualifiers(c);
  const type = readType(c);
  const incoming: { value: Value; block: string }[] = [];
  for (;;) {
    c.expect("[");
    const value = readValue(c, type);
    c.expect(",");
    incoming.push({ value, block: c.localName() });
    c.expect("]");
    const start = c.pos;
    if (!c.take(",")) break;
    if (c.peek() === "!") {
      c.pos = start;
      break;
    }
  }
  return { op: "phi", type, incoming, result, debug: readAttachments(c) };
}

function readAlloca(c: Cursor, result: string | null): Instruction {
  if (c.takeWord("inalloca")) c.unsupported("arguments passed by inalloca");
  const type = readType(c);
  let count: TypedValue | null = null;
  const start = c.pos;
  if (c.take(",") && isCount(c)) count = readTypedValue(c);
  else c.pos = start;
  const align = readAlign(c);
  if (c.takeCommaWord("addrspace")) c.unsupported("variables in another address space");
  return { op: "alloca", type, count, align, result, debug: readAttachments(c) };
}

function isCount(c: Cursor): boolean {
  const start = c.pos;
  const word = c.word();
  c.pos = start;
  return isTypeWord(word);
}

const orderings: ReadonlySet<string> = new Set(["unordered", "monotonic", "acquire", "release", "acq_rel", "seq_cst"]);

function readOrdering(c: Cursor): AtomicOrdering {
  const start = c.pos;
  const word = c.word();
  if (orderings.has(word)) return word as AtomicOrdering;
  c.pos = start;
  return c.expected("a memory order");
}

/** Reads `syncscope("…")` before an order. Returns whether it is the scope of a single thread. */
function readSyncScope(c: Cursor): boolean {
  if (!c.takeWord("syncscope")) return false;
  c.expect("(");
  const name = c.quoted();
  c.expect(")");
  return name === "singlethread";
}

/** Reads an order and skips its scope, which does not matter for memory that threads share. */
function readScopedOrdering(c: Cursor): AtomicOrdering {
  readSyncScope(c);
  return readOrdering(c);
}

function readLoad(c: Cursor, result: string | null): Instruction {
  const atomic = c.takeWord("atomic");
  const volatile = c.takeWord("volatile");
  const type = readType(c);
  c.expect(",");
  const address = readPointer(c);
  const ordering = atomic ? readScopedOrdering(c) : null;
  return { op: "load", type, address, align: readAlign(c), volatile, ordering, result, debug: readAttachments(c) };
}

function readStore(c: Cursor, result: string | null): Instruction {
  const atomic = c.takeWord("atomic");
  const volatile = c.takeWord("volatile");
  const value = readTypedValue(c);
  c.expect(",");
  const address = readPointer(c);
  const ordering = atomic ? readScopedOrdering(c) : null;
  return { op: "store", value, address, align: readAlign(c), volatile, ordering, result, debug: readAttachments(c) };
}

function readCompareExchange(c: Cursor, result: string | null): Instruction {
  const weak = c.takeWord("weak");
  const volatile = c.takeWord("volatile");
  const address = readPointer(c);
  const expected = readCommaTyped(c);
  const replacement = readCommaTyped(c);
  const success = readScopedOrdering(c);
  const failure = readOrdering(c);
  readAlign(c);
  return { op: "cmpxchg", address, expected, replacement, success, failure, weak, volatile, result, debug: readAttachments(c) };
}

function readAtomicUpdate(c: Cursor, result: string | null): Instruction {
  const volatile = c.takeWord("volatile");
  const operator = c.word();
  const address = readPointer(c);
  const operand = readCommaTyped(c);
  const ordering = readScopedOrdering(c);
  readAlign(c);
  return { op: "atomicrmw", operator, address, operand, ordering, volatile, result, debug: readAttachments(c) };
}

/** A fence against signal handlers of the same thread has no effect on other threads: null. */
function readFence(c: Cursor, result: string | null): Instruction | null {
  const singleThread = readSyncScope(c);
  const ordering = readOrdering(c);
  const debug = readAttachments(c);
  return singleThread ? null : { op: "fence", ordering, result, debug };
}

function readGep(c: Cursor, result: string | null): Instruction {
  const inbounds = readGepFlags(c);
  const { source, base, indices } = readGepOperands(c);
  return { op: "gep", source, base, indices, inbounds, result, debug: readAttachments(c) };
}

function readIndices(c: Cursor): readonly number[] {
  const indices: number[] = [];
  for (;;) {
    const start = c.pos;
    const digit = c.take(",") ? c.peek() : "";
    if (digit < "0" || digit > "9") {
      c.pos = start;
      return indices.length > 0 ? indices : c.expected("an index");
    }
    indices.push(c.integer());
  }
}

function readExtractValue(c: Cursor, result: string | null): Instruction {
  const from = readTypedValue(c);
  const indices = readIndices(c);
  return { op: "extractvalue", from, indices, result, debug: readAttachments(c) };
}

function readInsertValue(c: Cursor, result: string | null): Instruction {
  const into = readTypedValue(c);
  const element = readCommaTyped(c);
  const indices = readIndices(c);
  return { op: "insertvalue", into, element, indices, result, debug: readAttachments(c) };
}

function readExtractElement(c: Cursor, result: string | null): Instruction {
  const from = readTypedValue(c);
  const index = readCommaTyped(c);
  return { op: "extractelement", from, index, result, debug: readAttachments(c) };
}

function readInsertElement(c: Cursor, result: string | null): Instruction {
  const into = readTypedValue(c);
  const element = readCommaTyped(c);
  const index = readCommaTyped(c);
  return { op: "insertelement", into, element, index, result, debug: readAttachments(c) };
}

function readShuffle(c: Cursor, result: string | null): Instruction {
  const left = readTypedValue(c);
  const right = readCommaTyped(c);
  const start = c.pos;
  const lanes = readCommaTyped(c);
  if (left.type.kind !== "vector" || lanes.type.kind !== "vector") return c.malformed("shuffle of values that are not vectors", start);
  const type: Type = { kind: "vector", count: lanes.type.count, element: left.type.element };
  const mask = laneNumbers(lanes.value, lanes.type.count) ?? c.malformed("the mask of a shuffle is not constant", start);
  return { op: "shufflevector", left, right, mask, type, result, debug: readAttachments(c) };
}

/** A mask as lane numbers; -1: the lane may hold any value. */
function laneNumbers(mask: Value, count: number): readonly number[] | null {
  switch (mask.kind) {
    case "zero":
      return new Array<number>(count).fill(0);
    case "undef":
      return new Array<number>(count).fill(-1);
    case "aggregate":
      return mask.elements.map(({ value }) => (value.kind === "int" ? Number(value.value) : -1));
    default:
      return null;
  }
}

function readVaArg(c: Cursor, result: string | null): Instruction {
  const list = readPointer(c);
  c.expect(",");
  const type = readType(c);
  return { op: "va_arg", list, type, result, debug: readAttachments(c) };
}

function readTailCall(c: Cursor, result: string | null): Instruction | null {
  c.expectWord("call");
  return readCall(c, result);
}

/** Whether an instruction has a result, named or not. */
export function hasResult(instruction: Instruction): boolean {
  switch (instruction.op) {
    case "ret":
    case "br":
    case "condbr":
    case "switch":
    case "indirectbr":
    case "unreachable":
    case "store":
    case "fence":
    case "lifetime":
    case "declare-variable":
      return false;
    case "unsupported":
      return instruction.result !== null;
    case "call":
    case "asm":
      return instruction.type.kind !== "void";
    default:
      return true;
  }
}
