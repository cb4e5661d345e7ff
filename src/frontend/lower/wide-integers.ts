// Lowers integers of more than 128 bits, which clang makes of long runs of packed bit-fields. In: the cast or the operation. Out: the same on words.
//
// Scalars have at most 128 bits, so that such a value is a list of scalars: words of 64 bits, least significant first; the last one has the
// remaining bits. Bit-fields need casts, masks and shifts by constants; everything else is unsupported (RVL201).

import { int, integer, type Operand } from "../../program/operations.ts";
import { failUnsupported } from "../../support/diagnostics.ts";
import type { CastOp, Type } from "../llvm/module.ts";
import { maxScalarBits, splitWide, wordBits } from "./layout.ts";
import type { Lowering } from "./lowering.ts";

export function wideConstant(value: bigint, bits: number): Operand[] {
  return splitWide(bits).map(({ scalar, offset }) => integer(value >> BigInt(8 * offset), scalar.bits));
}

type Extension = "zext" | "sext";

/** The words of an integer; the last one is extended. */
export function toWords(f: Lowering, value: readonly Operand[], bits: number, extension: Extension): Operand[] {
  if (bits > maxScalarBits) return splitWide(bits).map(({ scalar }, k) => f.convert(extension, value[k] as Operand, scalar, int(wordBits)));
  const only = value[0] as Operand;
  if (bits <= wordBits) return [f.convert(extension, only, int(bits), int(wordBits))];
  const low = f.convert("trunc", only, int(bits), int(wordBits));
  const top = f.compute(extension === "sext" ? "ashr" : "lshr", bits, only, integer(BigInt(wordBits), bits));
  return [low, f.convert("trunc", top, int(bits), int(wordBits))];
}

/** The scalars of an integer of this width from its words. */
export function fromWords(f: Lowering, words: readonly Operand[], bits: number): Operand[] {
  const word = (k: number): Operand => words[k] as Operand;
  if (bits > maxScalarBits) return splitWide(bits).map(({ scalar }, k) => f.convert("trunc", word(k), int(wordBits), scalar));
  if (bits <= wordBits) return [f.convert("trunc", word(0), int(wordBits), int(bits))];
  const half = (k: number): Operand => f.convert("zext", word(k), int(wordBits), int(2 * wordBits));
  const all = f.compute("or", 2 * wordBits, half(0), f.compute("shl", 2 * wordBits, half(1), integer(BigInt(wordBits), 2 * wordBits)));
  return [f.convert("trunc", all, int(2 * wordBits), int(bits))];
}

/** The word above the last one: zero, or copies of the sign. */
function extend(f: Lowering, words: readonly Operand[], extension: Extension): Operand {
  if (extension === "zext") return integer(0n, wordBits);
  return f.compute("ashr", wordBits, words.at(-1) as Operand, integer(BigInt(wordBits - 1), wordBits));
}

export function castWide(f: Lowering, cast: CastOp, value: readonly Operand[], from: Type, to: Type): Operand[] {
  if (from.kind !== "int" || to.kind !== "int" || (cast !== "trunc" && cast !== "zext" && cast !== "sext"))
    return failUnsupported(`conversions of integers of more than ${maxScalarBits} bits`);
  const extension = cast === "sext" ? "sext" : "zext";
  const words = toWords(f, value, from.bits, extension);
  const above = extend(f, words, extension);
  return fromWords(
    f,
    Array.from({ length: Math.ceil(to.bits / wordBits) }, (_, k) => words[k] ?? above),
    to.bits,
  );
}

export function computeWide(f: Lowering, operator: string, bits: number, left: readonly Operand[], right: readonly Operand[]): Operand[] {
  switch (operator) {
    case "and":
    case "or":
    case "xor":
      return splitWide(bits).map(({ scalar }, k) => f.compute(operator, scalar.bits, left[k] as Operand, right[k] as Operand));
    case "shl":
    case "lshr":
    case "ashr": {
      const by = constantOf(right, bits);
      if (by === null || by >= bits) break;
      const extension = operator === "ashr" ? "sext" : "zext";
      const words = toWords(f, left, bits, extension);
      const above = extend(f, words, extension);
      const word = (k: number): Operand => (k < 0 ? integer(0n, wordBits) : (words[k] ?? above));
      const distance = operator === "shl" ? -by : by;
      return fromWords(
        f,
        words.map((_, k) => window(f, word, k * wordBits + distance)),
        bits,
      );
    }
  }
  return failUnsupported(`arithmetic on integers of ${bits} bits`);
}

/** The word that begins at any bit. */
function window(f: Lowering, word: (k: number) => Operand, at: number): Operand {
  const k = Math.floor(at / wordBits);
  const inside = at - k * wordBits;
  if (inside === 0) return word(k);
  const low = f.compute("lshr", wordBits, word(k), integer(BigInt(inside), wordBits));
  const high = f.compute("shl", wordBits, word(k + 1), integer(BigInt(wordBits - inside), wordBits));
  return f.compute("or", wordBits, low, high);
}

function constantOf(value: readonly Operand[], bits: number): number | null {
  let all = 0n;
  for (const [k, { offset }] of splitWide(bits).entries()) {
    const word = value[k] as Operand;
    if (word.kind !== "integer") return null;
    all |= word.value << BigInt(8 * offset);
  }
  return all < BigInt(bits) ? Number(all) : bits;
}
