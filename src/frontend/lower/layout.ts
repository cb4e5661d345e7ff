// Sizes, alignments and the scalars of LLVM types for the two data models (System V x86-64 and i386).

import { int, type Scalar } from "../../program/operations.ts";
import type { DataModel } from "../../program/program.ts";
import { failUnsupported } from "../../support/diagnostics.ts";
import { append } from "../../support/lists.ts";
import type { Type } from "../llvm/module.ts";

/** A wider integer is split into words. */
export const maxScalarBits = 128;

/** The width of these words. */
export const wordBits = 64;

export function isWide(type: Type): type is Type & { kind: "int" } {
  return type.kind === "int" && type.bits > maxScalarBits;
}

/** The words of an integer of this width, with their byte offsets. */
export function splitWide(bits: number): { readonly scalar: Scalar; readonly offset: number }[] {
  return Array.from({ length: Math.ceil(bits / wordBits) }, (_, k) => ({
    scalar: int(Math.min(wordBits, bits - k * wordBits)),
    offset: k * (wordBits / 8),
  }));
}

export interface Piece {
  readonly scalar: Scalar;
  readonly offset: number;
  readonly isPointer?: true;
}

export class Layout {
  readonly pointerBits: 32 | 64;
  readonly pointerBytes: 4 | 8;
  readonly #pieces = new WeakMap<Type, readonly Piece[]>();

  constructor(readonly dataModel: DataModel) {
    this.pointerBits = dataModel === "lp64" ? 64 : 32;
    this.pointerBytes = dataModel === "lp64" ? 8 : 4;
  }

  alignOf(type: Type): number {
    switch (type.kind) {
      case "int": {
        const bytes = powerOfTwo((type.bits + 7) >> 3);
        return bytes > 8 ? 16 : bytes === 8 ? this.pointerBytes : bytes; // i386: 64-bit integers align to 4
      }
      case "float":
        return type.bits === 64
          ? this.pointerBytes
          : type.bits > 64
            ? this.dataModel === "lp64"
              ? 16
              : type.bits === 80
                ? 4
                : 16
            : type.bits / 8;
      case "ptr":
        return this.pointerBytes;
      case "array":
        return this.alignOf(type.element);
      case "vector":
        return Math.min(powerOfTwo(this.sizeOf(type)), 64);
      case "struct":
        return type.packed ? 1 : type.fields.reduce((a, f) => Math.max(a, this.alignOf(f)), 1);
      default:
        return 1;
    }
  }

  /** The size in bytes with padding to the alignment: the distance between array elements. */
  sizeOf(type: Type): number {
    switch (type.kind) {
      case "int":
        return roundUp((type.bits + 7) >> 3, this.alignOf(type));
      case "float":
        return type.bits === 80 ? (this.dataModel === "lp64" ? 16 : 12) : type.bits / 8;
      case "ptr":
        return this.pointerBytes;
      case "array":
        return type.count * this.sizeOf(type.element);
      case "vector":
        return powerOfTwo(Math.ceil((type.count * this.#bits(type.element)) / 8));
      case "struct": {
        let size = 0;
        for (const field of type.fields) size = roundUp(size, type.packed ? 1 : this.alignOf(field)) + this.sizeOf(field);
        return roundUp(size, this.alignOf(type));
      }
      case "opaque":
        return failUnsupported(`${type.name}, whose size is unknown`);
      default:
        return 0;
    }
  }

  fieldOffset(type: Type & { kind: "struct" }, index: number): number {
    let offset = 0;
    for (let i = 0; ; i++) {
      const field = type.fields[i] as Type;
      if (!type.packed) offset = roundUp(offset, this.alignOf(field));
      if (i === index) return offset;
      offset += this.sizeOf(field);
    }
  }

  /** The scalars into which a value of this type is split, in order, with their byte offsets. */
  pieces(type: Type): readonly Piece[] {
    let known = this.#pieces.get(type);
    if (known === undefined) {
      known = this.#split(type, 0);
      this.#pieces.set(type, known);
    }
    return known;
  }

  /** The scalars into which a value of this type is split. */
  scalarsOf(type: Type): readonly Scalar[] {
    return this.pieces(type).map((p) => p.scalar);
  }

  /** Whether values of this type can be split into scalars. Those with a long double cannot. */
  isKnown(type: Type): boolean {
    switch (type.kind) {
      case "float":
        return type.bits === 32 || type.bits === 64;
      case "array":
      case "vector":
        return this.isKnown(type.element);
      case "struct":
        return type.fields.every((f) => this.isKnown(f));
      default:
        return true;
    }
  }

  #bits(type: Type): number {
    return type.kind === "int" ? type.bits : type.kind === "float" ? type.bits : this.pointerBits;
  }

  #split(type: Type, at: number): Piece[] {
    switch (type.kind) {
      case "int":
        if (isWide(type)) return splitWide(type.bits).map(({ scalar, offset }) => ({ scalar, offset: at + offset }));
        return [{ scalar: { kind: "int", bits: type.bits }, offset: at }];
      case "float":
        if (type.bits !== 32 && type.bits !== 64)
          return failUnsupported(type.bits === 80 ? "long double" : `${type.bits}-bit floating point`);
        return [{ scalar: { kind: "float", bits: type.bits }, offset: at }];
      case "ptr":
        return [{ scalar: { kind: "int", bits: this.pointerBits }, offset: at, isPointer: true }];
      case "array":
      case "vector": {
        const step = type.kind === "array" ? this.sizeOf(type.element) : this.#bits(type.element) / 8;
        const out: Piece[] = [];
        for (let i = 0; i < type.count; i++) append(out, this.#split(type.element, at + i * step));
        return out;
      }
      case "struct":
        return type.fields.flatMap((f, i) => this.#split(f, at + this.fieldOffset(type, i)));
      default:
        return [];
    }
  }
}

export function roundUp(n: number, align: number): number {
  return Math.ceil(n / align) * align;
}

function powerOfTwo(n: number): number {
  let p = 1;
  while (p < n) p *= 2;
  return p;
}
