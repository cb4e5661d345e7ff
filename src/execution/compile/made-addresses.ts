// Code that notes words which become addresses of heap blocks (execution/made-addresses.ts), if `tracksHeap` is on. Every operation of the program and of the library whose result has room for an address
// is examined, except those that only copy: moves, loads of whole words, calls. Operations with longer words are examined word by word.

import { type Operand, type Operation, type Register, type Scalar, storeSize } from "../../program/operations.ts";
import type { Emitter } from "./emitter.ts";

/** The operands that may be words, of an operation that computes. Null: the operation does not compute, or it has no place for a word. */
function sourcesOf(o: Operation): readonly (readonly [Operand, Scalar])[] | null {
  switch (o.op) {
    case "integer":
    case "checked": {
      const type: Scalar = { kind: "int", bits: o.bits };
      return [
        [o.left, type],
        [o.right, type],
      ];
    }
    case "convert":
      return o.conversion === "image" ? null : [[o.from, o.source]];
    case "builtin":
      return o.type.kind === "int" ? o.args.map((a) => [a, o.type] as const) : [];
    case "float":
    case "float-negate":
    case "parse-double":
    case "math":
    case "input":
    case "load":
      return [];
    default:
      return null;
  }
}

/** To be emitted before the operation, which may assign to its operands. */
export function noteSources(e: Emitter, o: Operation): void {
  const sources = sourcesOf(o);
  if (sources === null || resultOf(e, o) === null) return;
  e.line("H.begin();");
  for (const [operand, { kind, bits }] of sources) {
    if (kind === "float" || operand.kind !== "register" || bits < e.pointerBits) continue; // constants are not addresses of blocks
    if (bits === e.pointerBits) e.line(`H.from(${e.low(operand)}, ${e.high(operand)});`);
    else e.line(`H.fromBig(${e.big(operand, bits)});`);
  }
}

/** To be emitted after the operation. */
export function noteMade(e: Emitter, o: Operation, k: number): void {
  if (o.op === "store") {
    const size = storeSize(o.type);
    e.line(`H.wrote(T, ${k}, ${e.low(o.address)}, ${e.high(o.address)}, ${size}, ${strideOf(o.type, e.pointerBits)});`);
  }
  const result = sourcesOf(o) === null ? null : resultOf(e, o);
  if (result === null) return;
  const { kind, bits } = e.type(result);
  const operand: Operand = { kind: "register", register: result };
  if (kind === "int" && bits === e.pointerBits) return e.line(`H.made(T, ${k}, ${e.low(operand)}, ${e.high(operand)});`);
  if (kind === "int") return e.line(`H.madeBig(T, ${k}, ${e.big(operand, bits)});`);
  if (bits === 32) return e.line(`H.made(T, ${k}, X.floatImage(${e.float(operand)}), 0);`);
  e.line(`X.splitDouble(${e.float(operand)}); H.madeBig(T, ${k}, X.big64(X.low, X.high));`);
}

/** The register of the result, if it has room for an address that is not only copied. */
function resultOf(e: Emitter, o: Operation): Register | null {
  if (!("to" in o) || e.type(o.to).bits < e.pointerBits) return null;
  return o.op === "load" && isWhole(o.type, e.pointerBits) ? null : o.to;
}

/** Whether a value consists of whole words: what is left over may be part of one. */
const isWhole = (type: Scalar, pointerBits: number): boolean => type.bits % pointerBits === 0;

/** Which words of a value that is stored are copies of words. */
export const strideOf = (type: Scalar, pointerBits: number): number => (isWhole(type, pointerBits) ? pointerBits / 8 : 0);
