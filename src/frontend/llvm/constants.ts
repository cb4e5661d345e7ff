// Reads values: constants, constant expressions and names. In: a cursor at a value, and its type. Out: a `Value`.

import { decodeBytes } from "./escapes.ts";
import { readFloat } from "./float-literals.ts";
import type { Cursor } from "./lexer.ts";
import type { CastOp, Type, TypedValue, Value } from "./module.ts";
import { isTypeWord, readType } from "./types.ts";
import { binaryWords, castWords, integerPredicates, isValueWord } from "./value-words.ts";

const nullValue: Value = { kind: "null" };
const undefValue: Value = { kind: "undef" };
const zeroValue: Value = { kind: "zero" };

/** Shared objects for small numbers, which are the most frequent. */
const smallIntegers: readonly Value[] = Array.from({ length: 256 }, (_, i) => ({ kind: "int", value: BigInt(i) }) as const);

export function readTypedValue(c: Cursor): TypedValue {
  const type = readType(c);
  return { type, value: readValue(c, type) };
}

/** `ptr <value>`. */
export function readPointer(c: Cursor): Value {
  const start = c.pos;
  const type = readType(c);
  if (type.kind !== "ptr") c.malformed("expected a pointer", start);
  return readValue(c, type);
}

export function readValue(c: Cursor, type: Type): Value {
  if (type.kind === "metadata") return { kind: "metadata", text: c.rawOperand() };
  const next = c.peek();
  switch (next) {
    case "%":
      c.pos++;
      return c.scope.local(c.name(), c);
    case "@":
      return { kind: "global", name: c.globalName() };
    case "[":
    case "{":
    case "<":
      return c.nested(() => readAggregate(c, type));
    case "":
      return c.expected("a value");
    default:
      if ((next >= "0" && next <= "9") || next === "-" || next === "+") return readNumber(c, type);
      return c.nested(() => readKeyword(c, type));
  }
}

function readNumber(c: Cursor, type: Type): Value {
  if (type.kind === "float") return readFloat(c, type.bits);
  const start = c.pos;
  const text = c.number();
  if (type.kind !== "int") c.malformed(`expected a value of type ${type.kind}, found a number`, start);
  if (!isDecimal(text)) c.malformed(`'${text}' is not an integer`, start);
  if (text.length <= 3) {
    const small = Number(text);
    if (small >= 0 && small < smallIntegers.length) return smallIntegers[small];
  }
  return { kind: "int", value: BigInt(text) };
}

function isDecimal(text: string): boolean {
  const start = text[0] === "-" ? 1 : 0;
  for (let i = start; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 48 || code > 57) return false;
  }
  return text.length > start;
}

function readAggregate(c: Cursor, type: Type): Value {
  const start = c.pos;
  const angle = c.take("<");
  const closing = c.take("{") ? "}" : c.take("[") ? "]" : "";
  const elements: TypedValue[] = [];
  const empty = closing !== "" && c.take(closing);
  if (!empty) {
    do elements.push(readTypedValue(c));
    while (c.take(","));
    if (closing !== "") c.expect(closing);
  }
  if (angle) c.expect(">");
  const kind = closing === "}" ? "struct" : closing === "]" ? "array" : "vector";
  if (type.kind !== kind) c.malformed(`expected a value of type ${type.kind}, found a constant ${kind}`, start);
  const count = type.kind === "struct" ? type.fields.length : type.kind === "array" || type.kind === "vector" ? type.count : 0;
  if (elements.length !== count) c.malformed(`expected ${count} elements, found ${elements.length}`, start);
  return { kind: "aggregate", elements };
}

function readKeyword(c: Cursor, type: Type): Value {
  const start = c.pos;
  const word = c.word();
  switch (word) {
    case "null":
      return nullValue;
    case "undef":
    case "poison":
      return undefValue;
    case "zeroinitializer":
      return zeroValue;
    case "true":
      return smallIntegers[1];
    case "false":
      return smallIntegers[0];
    case "c":
      return readString(c, type);
    case "splat":
      return readSplat(c, type);
    case "blockaddress":
      return readBlockAddress(c);
    case "dso_local_equivalent":
    case "no_cfi":
      return { kind: "global", name: c.globalName() };
    case "getelementptr":
      return readGep(c);
    case "icmp":
      return readComparison(c);
    case "select":
      return readSelect(c);
  }
  if (castWords.has(word)) return readCast(c, word as CastOp);
  if (binaryWords.has(word)) return readBinary(c, word);
  if (word.startsWith("f0x") && type.kind === "float") {
    c.pos = start;
    return readFloat(c, type.bits);
  }
  c.pos = start;
  if (isValueWord(word) || c.text[c.pos + word.length] === "(" || c.text.startsWith(" (", c.pos + word.length)) {
    return c.unsupported(`the constant '${word}'`);
  }
  return c.expected("a value");
}

function readString(c: Cursor, type: Type): Value {
  const start = c.pos;
  const bytes = decodeBytes(c.quoted());
  if (type.kind !== "array" || type.element.kind !== "int" || type.element.bits !== 8 || type.count !== bytes.length) {
    c.malformed("the length of a string differs from that of its type", start);
  }
  return { kind: "string", bytes };
}

function readSplat(c: Cursor, type: Type): Value {
  if (type.kind !== "vector") c.malformed("splat of a type that is not a vector");
  c.expect("(");
  const element = readTypedValue(c);
  c.expect(")");
  return { kind: "aggregate", elements: new Array<TypedValue>(type.count).fill(element) };
}

function readBlockAddress(c: Cursor): Value {
  c.expect("(");
  const func = c.globalName();
  c.expect(",");
  const block = c.localName();
  c.expect(")");
  return { kind: "blockaddress", func, block };
}

function readGep(c: Cursor): Value {
  const inbounds = readGepFlags(c);
  c.expect("(");
  const gep = readGepOperands(c);
  c.expect(")");
  return { kind: "gep", ...gep, inbounds };
}

/** Reads the flags of a getelementptr. Returns whether `inbounds` is among them (`nusw` and `nuw` may occur without it). */
export function readGepFlags(c: Cursor): boolean {
  let inbounds = false;
  for (;;) {
    if (c.takeWord("inbounds")) inbounds = true;
    else if (c.takeWord("inrange")) {
      if (c.peek() !== "(") c.expected("'('");
      c.skipGroup();
    } else if (!c.takeWord("nusw") && !c.takeWord("nuw")) return inbounds;
  }
}

/** Reads `T, ptr base, iN index, …`, in constants and in instructions. */
export function readGepOperands(c: Cursor): { readonly source: Type; readonly base: TypedValue; readonly indices: readonly TypedValue[] } {
  const source = readType(c);
  c.expect(",");
  const base = readTypedValue(c);
  const indices: TypedValue[] = [];
  for (;;) {
    const start = c.pos;
    if (!c.take(",")) break;
    if (c.peek() === "!") {
      c.pos = start; // the instruction's metadata
      break;
    }
    c.takeWord("inrange"); // as clang 17 and 18 write it
    indices.push(readTypedValue(c));
  }
  return { source, base, indices };
}

function readCast(c: Cursor, op: CastOp): Value {
  skipFlags(c);
  c.expect("(");
  const from = readTypedValue(c);
  c.expectWord("to");
  const to = readType(c);
  c.expect(")");
  return { kind: "cast", op, from, to };
}

function readBinary(c: Cursor, op: string): Value {
  skipFlags(c);
  const [left, right] = readPair(c);
  return { kind: "binary", op, left, right };
}

function readComparison(c: Cursor): Value {
  const predicate = readPredicate(c, integerPredicates);
  const [left, right] = readPair(c);
  return { kind: "icmp", predicate, left, right };
}

/** Reads the predicate of a comparison, and skips flags such as `samesign` and `fast`. */
export function readPredicate(c: Cursor, predicates: ReadonlySet<string>): string {
  for (;;) {
    const word = c.word();
    if (predicates.has(word)) return word;
    if (word === "" || isTypeWord(word)) return c.expected("a comparison predicate");
  }
}

function readSelect(c: Cursor): Value {
  c.expect("(");
  const condition = readTypedValue(c);
  c.expect(",");
  const then = readTypedValue(c);
  c.expect(",");
  const otherwise = readTypedValue(c);
  c.expect(")");
  return { kind: "select", condition, then, otherwise };
}

function readPair(c: Cursor): [TypedValue, TypedValue] {
  c.expect("(");
  const left = readTypedValue(c);
  c.expect(",");
  const right = readTypedValue(c);
  c.expect(")");
  return [left, right];
}

/** Skips nuw, nsw, exact, disjoint … before the operands of a constant expression. */
function skipFlags(c: Cursor): void {
  while (c.peek() !== "(" && c.word() !== "");
}

/** Reads a constant integer (the case of a switch). */
export function readInteger(c: Cursor, type: Type): bigint {
  const start = c.pos;
  const value = readValue(c, type);
  return value.kind === "int" ? value.value : c.malformed("expected a constant integer", start);
}
