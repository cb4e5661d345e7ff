// Lowers constants: to operands for code, and to byte images for global objects.

import { integer, type Operand, type Scalar } from "../../program/operations.ts";
import { functionAddress } from "../../program/program.ts";
import { failUnsupported } from "../../support/diagnostics.ts";
import type { Type, TypedValue, Value } from "../llvm/module.ts";
import type { Layout } from "./layout.ts";

/** The meaning of a global name after linking. */
export type Symbol =
  | { readonly kind: "object"; readonly id: number; readonly offset: number; readonly threadLocal: boolean }
  | { readonly kind: "function"; readonly id: number; readonly offset: 0 }
  | { readonly kind: "absent" }; // a weak name without a definition: its address is null

/** What constants need to know about the linked program. */
export interface SymbolScope {
  resolve(name: string): Symbol;
  addressOf(object: number): bigint;
  blockAddress(func: string, block: string): bigint;
}

/** A scalar constant as an operand. Undefined values are zero: at -O0 nothing depends on them. */
export function constantOperand(value: Value, type: Scalar, layout: Layout, scope: SymbolScope): Operand {
  if (type.kind === "float") {
    if (value.kind === "float") return { kind: "float", image: value.bits, bits: type.bits };
    if (value.kind === "undef" || value.kind === "zero") return { kind: "float", image: 0n, bits: type.bits };
    return failUnsupported(`a floating-point constant of kind ${value.kind}`);
  }
  if (value.kind === "global") return symbolOperand(scope.resolve(value.name), 0, layout);
  const n = evaluate(value, layout, scope);
  if (n.symbol === null) return integer(n.value, type.bits);
  if (n.symbol.kind === "object" && type.bits === layout.pointerBits) return symbolOperand(n.symbol, Number(n.value), layout);
  return integer(absolute(n, scope), type.bits);
}

function symbolOperand(symbol: Symbol, offset: number, layout: Layout): Operand {
  if (symbol.kind === "absent") return integer(BigInt(offset), layout.pointerBits);
  if (symbol.kind === "function") return { kind: "function", function: symbol.id };
  return { kind: "object", object: symbol.id, offset: symbol.offset + offset };
}

/** A link-time value: an integer, possibly relative to a symbol. */
interface Relative {
  readonly symbol: Symbol | null;
  readonly value: bigint;
}

function absolute(r: Relative, scope: SymbolScope): bigint {
  if (r.symbol === null || r.symbol.kind === "absent") return r.value;
  if (r.symbol.kind === "function") return BigInt(functionAddress(r.symbol.id)) + r.value;
  return scope.addressOf(r.symbol.id) + BigInt(r.symbol.offset) + r.value;
}

function evaluate(value: Value, layout: Layout, scope: SymbolScope): Relative {
  switch (value.kind) {
    case "int":
      return { symbol: null, value: value.value };
    case "null":
    case "undef":
    case "zero":
      return { symbol: null, value: 0n };
    case "global":
      return { symbol: scope.resolve(value.name), value: 0n };
    case "blockaddress":
      return { symbol: null, value: scope.blockAddress(value.func, value.block) };
    case "gep": {
      const base = evaluate(value.base.value, layout, scope);
      return { symbol: base.symbol, value: base.value + constantOffset(value.source, value.indices, layout, scope) };
    }
    case "cast": {
      const from = evaluate(value.from.value, layout, scope);
      switch (value.op) {
        case "bitcast":
        case "ptrtoint":
        case "ptrtoaddr":
        case "inttoptr":
        case "addrspacecast":
        case "zext":
          return { symbol: from.symbol, value: from.symbol ? from.value : BigInt.asUintN(bitsOf(value.from.type, layout), from.value) };
        case "sext":
          return { symbol: null, value: BigInt.asIntN(bitsOf(value.from.type, layout), absolute(from, scope)) };
        case "trunc":
          return { symbol: null, value: BigInt.asUintN(bitsOf(value.to, layout), absolute(from, scope)) };
        default:
          return failUnsupported(`constant expression ${value.op}`);
      }
    }
    case "binary": {
      const bits = bitsOf(value.left.type, layout);
      const left = absolute(evaluate(value.left.value, layout, scope), scope);
      const right = absolute(evaluate(value.right.value, layout, scope), scope);
      return { symbol: null, value: BigInt.asUintN(bits, foldBinary(value.op, left, right)) };
    }
    default:
      return failUnsupported(`constant expression ${value.kind}`);
  }
}

function foldBinary(op: string, a: bigint, b: bigint): bigint {
  switch (op) {
    case "add":
      return a + b;
    case "sub":
      return a - b;
    case "mul":
      return a * b;
    case "and":
      return a & b;
    case "or":
      return a | b;
    case "xor":
      return a ^ b;
    case "shl":
      return a << b;
    default:
      return failUnsupported(`constant expression ${op}`);
  }
}

function bitsOf(type: Type, layout: Layout): number {
  return type.kind === "int" ? type.bits : layout.pointerBits;
}

/** The byte offset of constant `getelementptr` indices. */
export function constantOffset(source: Type, indices: readonly TypedValue[], layout: Layout, scope: SymbolScope): bigint {
  let offset = 0n;
  let type = source;
  indices.forEach((index, i) => {
    const n = BigInt.asIntN(64, absolute(evaluate(index.value, layout, scope), scope));
    if (i === 0) offset += n * BigInt(layout.sizeOf(source));
    else if (type.kind === "struct") {
      offset += BigInt(layout.fieldOffset(type, Number(n)));
      type = type.fields[Number(n)] as Type;
    } else if (type.kind === "array" || type.kind === "vector") {
      offset += n * BigInt(layout.sizeOf(type.element));
      type = type.element;
    } else failUnsupported("address arithmetic inside a scalar");
  });
  return offset;
}

/** Writes the image of an initialiser into `bytes`, which must be zero. */
export function writeImage(bytes: Uint8Array, at: number, type: Type, value: Value, layout: Layout, scope: SymbolScope): void {
  switch (value.kind) {
    case "zero":
    case "undef":
    case "null":
      return;
    case "string":
      bytes.set(value.bytes, at);
      return;
    case "aggregate":
      value.elements.forEach((e, i) => {
        const offset = type.kind === "struct" ? layout.fieldOffset(type, i) : i * layout.sizeOf(e.type);
        writeImage(bytes, at + offset, e.type, e.value, layout, scope);
      });
      return;
    case "float":
      writeInteger(bytes, at, value.bits, value.width === 80 ? 10 : value.width / 8);
      return;
    default:
      writeInteger(
        bytes,
        at,
        absolute(evaluate(value, layout, scope), scope),
        type.kind === "int" ? (type.bits + 7) >> 3 : layout.pointerBytes,
      );
  }
}

function writeInteger(bytes: Uint8Array, at: number, value: bigint, size: number): void {
  let v = BigInt.asUintN(size * 8, value);
  for (let i = 0; i < size; i++) {
    bytes[at + i] = Number(v & 0xffn);
    v >>= 8n;
  }
}
