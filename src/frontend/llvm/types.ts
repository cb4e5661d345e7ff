// Reads types of the IR. In: a cursor at a type. Out: a `Type`; the common ones are shared objects.

import type { Cursor } from "./lexer.ts";
import type { Type } from "./module.ts";

export const voidType: Type = { kind: "void" };
export const pointerType: Type = { kind: "ptr" };
export const bitType: Type = { kind: "int", bits: 1 };

const simpleTypes = new Map<string, Type>([
  ["void", voidType],
  ["ptr", pointerType],
  ["half", { kind: "float", bits: 16 }],
  ["float", { kind: "float", bits: 32 }],
  ["double", { kind: "float", bits: 64 }],
  ["x86_fp80", { kind: "float", bits: 80 }],
  ["fp128", { kind: "float", bits: 128 }],
  ["label", { kind: "label" }],
  ["metadata", { kind: "metadata" }],
  ["i1", bitType],
]);

const unsupportedTypes = new Set(["bfloat", "ppc_fp128", "x86_mmx", "x86_amx", "token", "target"]);

/** The widest integer of LLVM. */
const maxIntegerBits = 8388608;
/** Vectors in C are short. Splat constants are expanded, so that a huge count would exhaust memory. */
const maxLanes = 65536;

/** Whether a word begins a type (rather than being an attribute, a flag or a calling convention). */
export function isTypeWord(word: string): boolean {
  return simpleTypes.has(word) || isIntegerWord(word) || unsupportedTypes.has(word);
}

export function readType(c: Cursor): Type {
  const base = readBaseType(c);
  const next = c.peekInLine();
  if (next === "(") return readFunctionType(c, base);
  if (next === "*") c.malformed("typed pointers of LLVM 14 or older; clang 17 or later is required");
  return base;
}

function readBaseType(c: Cursor): Type {
  const next = c.peek();
  // At -O0 this is half of all types.
  if (next === "p" && c.takeExactly("ptr ")) return c.takeWord("addrspace") ? readAddressSpace(c) : pointerType;
  switch (next) {
    case "%":
      return c.scope.struct(c.localName(), c);
    case "[":
      return c.nested(() => readArray(c));
    case "{":
      return c.nested(() => readStruct(c, null));
    case "<":
      return c.nested(() => (c.text[c.pos + 1] === "{" ? readStruct(c, null) : readVector(c)));
    default:
      return readNamedType(c);
  }
}

function readNamedType(c: Cursor): Type {
  const start = c.pos;
  const word = c.word();
  const simple = simpleTypes.get(word);
  if (simple !== undefined) return simple;
  if (isIntegerWord(word)) {
    const bits = Number(word.slice(1));
    if (bits < 1 || bits > maxIntegerBits) c.malformed(`no integer type has ${word.slice(1)} bits`, start);
    const type: Type = { kind: "int", bits };
    if (bits <= 128) simpleTypes.set(word, type);
    return type;
  }
  if (unsupportedTypes.has(word)) c.unsupported(`values of LLVM type ${word}`);
  c.pos = start;
  return c.expected("a type");
}

/** Other address spaces (x86's segments) are other memory, and unsupported. */
function readAddressSpace(c: Cursor): Type {
  c.expect("(");
  if (c.integer() !== 0) c.unsupported("pointers into another address space");
  c.expect(")");
  return pointerType;
}

function readArray(c: Cursor): Type {
  c.expect("[");
  const count = c.integer();
  c.expectWord("x");
  const element = readType(c);
  c.expect("]");
  return { kind: "array", count, element };
}

function readVector(c: Cursor): Type {
  c.expect("<");
  if (c.takeWord("vscale")) c.unsupported("vectors of scalable length");
  const start = c.pos;
  const count = c.integer();
  if (count < 1 || count > maxLanes) c.malformed(`no vector has ${count} lanes`, start);
  c.expectWord("x");
  const element = readType(c);
  c.expect(">");
  return { kind: "vector", count, element };
}

/** Reads `{ … }` or `<{ … }>`, the body of a named struct if a name is given. */
export function readStruct(c: Cursor, name: string | null): Type {
  const packed = c.take("<");
  c.expect("{");
  const fields: Type[] = [];
  if (c.peek() !== "}") {
    do fields.push(readType(c));
    while (c.take(","));
  }
  c.expect("}");
  if (packed) c.expect(">");
  return { kind: "struct", name, fields, packed };
}

function readFunctionType(c: Cursor, result: Type): Type {
  c.expect("(");
  const params: Type[] = [];
  let varargs = false;
  if (c.peek() !== ")") {
    do {
      varargs = takeEllipsis(c);
      if (!varargs) params.push(c.nested(() => readType(c)));
    } while (!varargs && c.take(","));
  }
  c.expect(")");
  return { kind: "function", result, params, varargs };
}

export function takeEllipsis(c: Cursor): boolean {
  c.skipBlank();
  return c.takeWord("...");
}

function isIntegerWord(word: string): boolean {
  if (word.length < 2 || word.length > 8 || word.charCodeAt(0) !== 105) return false;
  for (let i = 1; i < word.length; i++) {
    const code = word.charCodeAt(i);
    if (code < 48 || code > 57) return false;
  }
  return true;
}
