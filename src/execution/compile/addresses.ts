// Code that notes comparisons of addresses and computations with them (execution/addresses.ts). Only words that may be addresses are checked,
// and only in the program's own code and where the library compares on its behalf. `P.near` quickly rules out numbers that are not addresses.

import { type IntegerPredicate, type Operand, type Operation, storeSize } from "../../program/operations.ts";
import type { ProgramFunction } from "../../program/program.ts";
import type { Emitter } from "./emitter.ts";
import { comparison } from "./integers.ts";

/** Models that compare or move bytes of the program, which may hold addresses. */
const byteModels: ReadonlySet<string> = new Set(["memcmp", "bcmp", "is_same", "swap"]);

/** A function that reports overflow computes for the program, as ldiv does. */
export const tracksAddresses = (f: ProgramFunction): boolean => f.reportsOverflow || byteModels.has(f.name);

const pair = (e: Emitter, o: Operand): string => `${e.low(o)}, ${e.high(o)}`;

const mayHold = (e: Emitter, o: Operand): boolean => e.addresses?.mayHold(o) ?? false;

/** Whether a constant is far from every address: small, or beyond all of them. */
const isFar = (o: Operand): boolean =>
  o.kind === "integer" && (o.value < 65536n || o.value >= 1n << (o.bits === 32 ? 32n : 47n) || o.value >= (1n << BigInt(o.bits)) - 65536n);

/** Emits the call, guarded by the condition that a word of the operands may be an address. */
function emitIfNear(e: Emitter, operands: readonly Operand[], bits: number, call: string): void {
  const possible = operands.filter((o) => mayHold(e, o));
  if (possible.length === 0) return;
  const near = bits > 64 ? [] : possible.flatMap((o) => [`P.near(${e.low(o)}, 0)`, `P.near(${e.high(o)}, 0)`]);
  e.line(near.length === 0 ? call : `if (${near.join(" || ")}) { ${call} }`);
}

/** The condition, in generated code, that one (or all) of the operands may be addresses; null: none can be. */
function nearCondition(e: Emitter, operands: readonly Operand[], how: "||" | "&&"): string | null {
  const possible = operands.filter((o) => mayHold(e, o));
  return possible.length === 0 ? null : possible.map((o) => `P.near(${pair(e, o)})`).join(` ${how} `);
}

export function emitCompare(e: Emitter, o: Operation & { op: "compare" }): void {
  const { predicate, bits, left, right } = o;
  const condition = comparison(e, predicate, bits, left, right);
  const plain = (): void => e.setLow(o.to, `${condition} ? 1 : 0`);
  if (e.addresses === null || bits < e.pointerBits || isFar(left) || isFar(right)) return plain();
  const isEquality = predicate === "eq" || predicate === "ne";
  if (bits > e.pointerBits) {
    const [a, b] = [e.big(left, bits), e.big(right, bits)];
    emitIfNear(e, [left, right], bits, isEquality ? `P.differBig(${a}, ${b});` : `P.numberBig(${a}); P.numberBig(${b});`);
    return plain();
  }
  const near = nearCondition(e, [left, right], isEquality ? "&&" : "||");
  if (near === null) return plain();
  if (isEquality) {
    const differs = comparison(e, "ne", bits, left, right);
    e.line(`if ((${differs}) && ${near}) P.differ(${pair(e, left)}, ${pair(e, right)});`);
    return plain();
  }
  // Addresses of different objects are never equal: what is not above is below.
  const not = isBelow(predicate) ? "" : "!";
  e.setLow(o.to, `(${near} ? ${not}P.isBelow(T, ${pair(e, left)}, ${pair(e, right)}, ${not}(${condition})) : ${condition}) ? 1 : 0`);
}

const isBelow = (predicate: IntegerPredicate): boolean => predicate[1] === "l";

export function noteInteger(e: Emitter, o: Operation & { op: "integer" }): void {
  if (e.addresses === null || o.pointer === true || o.bits < e.pointerBits) return;
  const { operator, left, right, bits } = o;
  if (bits > e.pointerBits) {
    const isWhole = right.kind === "integer" && right.value % BigInt(e.pointerBits) === 0n;
    const keeps = operator === "and" || operator === "or" || operator === "xor";
    const shifts = operator === "shl" || operator === "lshr" || operator === "ashr";
    if (keeps) emitIfNear(e, [left, right], bits, `P.integerBig("${operator}", ${e.big(left, bits)}, ${e.big(right, bits)});`);
    else if (!(shifts && isWhole)) noteNumbers(e, [left, right], bits);
    return;
  }
  const near = nearCondition(e, [left, right], "||");
  if (near !== null) e.line(`if (${near}) P.integer("${operator}", ${pair(e, left)}, ${pair(e, right)});`);
}

/** Emits notes that addresses among the operands are turned into numbers. */
export function noteNumbers(e: Emitter, operands: readonly Operand[], bits: number): void {
  if (bits < e.pointerBits) return;
  for (const o of operands.filter((x) => mayHold(e, x)))
    if (bits > e.pointerBits) emitIfNear(e, [o], bits, `P.numberBig(${e.big(o, bits)});`);
    else e.line(`if (P.near(${pair(e, o)})) P.number(${pair(e, o)});`);
}

/** The lowest four bits are the same wherever an object is placed: few objects have a smaller alignment, and their addresses are not truncated to a bit-field. */
const alignedBits = 4;

export function noteConversion(e: Emitter, o: Operation & { op: "convert" }): void {
  const truncates = o.conversion === "trunc" && o.target.bits < e.pointerBits && o.target.bits > alignedBits;
  if (truncates || o.conversion === "sitofp" || o.conversion === "uitofp") noteNumbers(e, [o.from], o.source.bits);
}

/** Emits a load of up to 64 bits. A load narrower than a pointer may get some bytes of an address, which matters unless they are only copied. */
export function loadImage(e: Emitter, o: Operation & { op: "load" }, expression: string): void {
  e.setImage(o.to, o.type, expression, "mem.high");
  const isNarrow = 8 * storeSize(o.type) < e.pointerBits;
  if (isNarrow) e.line(`if (P.forgets) P.carry(${e.low(o.address)}, ${storeSize(o.type)});`);
  // Some bytes of an address, or an address read as a float, are a number.
  const isNumber = o.type.kind === "float" || (isNarrow && !o.coercion);
  if (!isNumber || e.addresses === null || e.addresses.isOnlyCopied(o.to)) return;
  for (let at = 0; at < storeSize(o.type); at += e.pointerBits / 8) e.line(`P.part(${e.low(o.address)}${at === 0 ? "" : ` + ${at}`});`);
}
