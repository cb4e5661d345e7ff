// Reads calls: of functions, of inline assembly, and of debug intrinsics.
//
//   [tail] call [flags] [convention] [attributes] type callee(arguments) [attributes] [bundles], !dbg !1
//
// `llvm.lifetime.start` and `….end` become "lifetime"; before LLVM 22 they have a size before the address.
// `llvm.dbg.declare` (LLVM 18 and older) and `#dbg_declare` (19 and newer) both become "declare-variable".

import { readAttachments, readParameterAttributes, readQualifiers, readTail, skipMetadata } from "./attributes.ts";
import { readTypedValue, readValue } from "./constants.ts";
import { decodeText } from "./escapes.ts";
import type { Cursor } from "./lexer.ts";
import type { CallArgument, Instruction, Type, Value } from "./module.ts";
import { pointerType, readType } from "./types.ts";

const debugPrefix = "llvm.dbg.";
const lifetimePrefix = "llvm.lifetime.";

export function readCall(c: Cursor, result: string | null): Instruction | null {
  readQualifiers(c);
  const written = readType(c);
  const signature = written.kind === "function" ? written : null;
  const type = written.kind === "function" ? written.result : written;
  if (c.takeWord("asm")) return readAssembly(c, result, type);
  const callee = readValue(c, pointerType);
  if (callee.kind === "global" && callee.name.startsWith(debugPrefix)) return readDebugCall(c, callee.name.slice(debugPrefix.length));
  const args = readArguments(c);
  if (callee.kind === "global" && callee.name.startsWith(lifetimePrefix)) return readLifetime(c, callee.name, args);
  const returnsTwice = readCallTail(c) || (callee.kind === "global" && c.scope.functionReturnsTwice(callee.name));
  return { op: "call", callee, type, signature, args, returnsTwice, result, debug: readAttachments(c) };
}

function readLifetime(c: Cursor, name: string, args: readonly CallArgument[]): Instruction {
  readCallTail(c);
  const address = args.at(-1)?.value ?? c.expected("an address");
  return { op: "lifetime", begins: name.startsWith("start", lifetimePrefix.length), address, result: null, debug: readAttachments(c) };
}

function readArguments(c: Cursor): readonly CallArgument[] {
  c.expect("(");
  const args: CallArgument[] = [];
  if (c.take(")")) return args;
  do {
    const type = readType(c);
    const attributes = readParameterAttributes(c);
    args.push({ type, value: readValue(c, type), ...attributes });
  } while (c.take(","));
  c.expect(")");
  return args;
}

/** Reads the attributes and operand bundles after the arguments. Returns whether the call is marked to return twice. */
function readCallTail(c: Cursor): boolean {
  const { groups, words } = readTail(c);
  if (c.peekInLine() === "[") c.skipGroup();
  return words.includes("returns_twice") || groups.some((group) => c.scope.groupReturnsTwice(group));
}

function readAssembly(c: Cursor, result: string | null, type: Type): Instruction {
  let sideEffect = false;
  while (c.peek() !== '"') {
    const word = c.word();
    if (word === "") c.expected("the text of inline assembly");
    if (word === "sideeffect") sideEffect = true;
  }
  const text = decodeText(c.quoted());
  c.expect(",");
  const constraints = decodeText(c.quoted());
  const args = readArguments(c).map(({ type, value }) => ({ type, value }));
  readCallTail(c);
  return { op: "asm", text, constraints, type, args, sideEffect, result, debug: readAttachments(c) };
}

function readDebugCall(c: Cursor, kind: string): Instruction | null {
  if (kind !== "declare") {
    if (c.peek() !== "(") c.expected("'('");
    c.skipGroup();
    readTail(c);
    readAttachments(c);
    return null;
  }
  c.expect("(");
  const { address, variable, indirect } = readDeclaration(c);
  c.expect(")");
  readTail(c);
  return { op: "declare-variable", address, variable, indirect, result: null, debug: readAttachments(c) };
}

/** Reads a debug record, `#dbg_…(…)`. Only declarations matter at -O0; null for all others. */
export function readDebugRecord(c: Cursor): Instruction | null {
  c.expect("#");
  const kind = c.word();
  if (!kind.startsWith("dbg_")) c.malformed("expected an instruction or a debug record");
  if (kind !== "dbg_declare") {
    if (c.peek() !== "(") c.expected("'('");
    c.skipGroup();
    return null;
  }
  c.expect("(");
  const { address, variable, indirect } = readDeclaration(c);
  c.expect(",");
  const debug = readReference(c);
  c.expect(")");
  return { op: "declare-variable", address, variable, indirect, result: null, debug };
}

/** `ptr %x, !12, !DIExpression()`, in the older form with `metadata` before each. */
function readDeclaration(c: Cursor): { readonly address: Value; readonly variable: number; readonly indirect: boolean } {
  c.takeWord("metadata");
  const address = readDeclaredAddress(c);
  c.expect(",");
  c.takeWord("metadata");
  const variable = readReference(c);
  c.expect(",");
  c.takeWord("metadata");
  const start = c.pos;
  skipMetadata(c);
  return { address, variable, indirect: c.text.slice(start, c.pos).includes("DW_OP_deref") };
}

/** The address of a declared variable; undefined if its storage was removed (`!{}`). */
function readDeclaredAddress(c: Cursor): Value {
  if (c.peek() !== "!") return readTypedValue(c).value;
  skipMetadata(c);
  return { kind: "undef" };
}

function readReference(c: Cursor): number {
  c.expect("!");
  return c.integer();
}
