// C types of expressions: the base types of a data model, sizes, promotions and the usual arithmetic conversions, and how types are spelled.

import { sizeOf, strip } from "../../execution/names.ts";
import type { DataModel } from "../../program/program.ts";
import type { SourceField, SourceType } from "../../program/source-types.ts";

export type BaseType = SourceType & { readonly kind: "base" };
export type StructType = SourceType & { readonly kind: "struct" | "union" };
export type ArrayType = SourceType & { readonly kind: "array" };

export type IntegerName =
  | "_Bool"
  | "char"
  | "signed char"
  | "unsigned char"
  | "short"
  | "unsigned short"
  | "int"
  | "unsigned int"
  | "long"
  | "unsigned long"
  | "long long"
  | "unsigned long long"
  | "__int128"
  | "unsigned __int128";
export type BaseName = IntegerName | "float" | "double" | "long double";

/** What arithmetic needs to know of a type. `rank` orders types of equal width. */
export type Arithmetic =
  | { readonly kind: "integer"; readonly bits: number; readonly signed: boolean; readonly rank: number; readonly isBool: boolean }
  | { readonly kind: "float"; readonly bits: number };

const intRank = 3;

const ranks: ReadonlyMap<string, number> = new Map([
  ["int", intRank],
  ["unsigned int", intRank],
  ["long", 4],
  ["unsigned long", 4],
  ["long long", 5],
  ["unsigned long long", 5],
  ["__int128", 6],
  ["unsigned __int128", 6],
]);

export class BaseTypes {
  readonly pointerBits: 32 | 64;
  readonly #types: ReadonlyMap<BaseName, BaseType>;

  constructor(readonly dataModel: DataModel) {
    const long = dataModel === "lp64" ? 64 : 32;
    this.pointerBits = long;
    const make = (name: BaseName, bits: number, encoding: string): [BaseName, BaseType] => [
      name,
      { kind: "base", name, bits, encoding: `DW_ATE_${encoding}` },
    ];
    this.#types = new Map([
      make("_Bool", 8, "boolean"),
      make("char", 8, "signed_char"),
      make("signed char", 8, "signed_char"),
      make("unsigned char", 8, "unsigned_char"),
      make("short", 16, "signed"),
      make("unsigned short", 16, "unsigned"),
      make("int", 32, "signed"),
      make("unsigned int", 32, "unsigned"),
      make("long", long, "signed"),
      make("unsigned long", long, "unsigned"),
      make("long long", 64, "signed"),
      make("unsigned long long", 64, "unsigned"),
      make("__int128", 128, "signed"),
      make("unsigned __int128", 128, "unsigned"),
      make("float", 32, "float"),
      make("double", 64, "float"),
      make("long double", dataModel === "lp64" ? 128 : 96, "float"),
    ]);
  }

  get(name: BaseName): BaseType {
    return this.#types.get(name) as BaseType;
  }

  get size(): BaseType {
    return this.get(this.pointerBits === 64 ? "unsigned long" : "unsigned int");
  }

  get difference(): BaseType {
    return this.get(this.pointerBits === 64 ? "long" : "int");
  }

  pointerTo(to: SourceType | null): SourceType {
    return { kind: "pointer", to, bits: this.pointerBits };
  }

  /** The integer promotions. `width`: of a bit-field. */
  promoted(type: SourceType | null, width: number | null = null): SourceType | null {
    const a = arithmeticOf(type);
    if (a?.kind !== "integer") return type;
    const bits = width ?? a.bits;
    if (bits < 32 || a.isBool) return this.get("int");
    if (bits === 32 && a.rank <= intRank) return this.get(a.signed ? "int" : "unsigned int");
    return strip(type);
  }

  /** The type in which an operation on two arithmetic operands, already promoted, is computed. */
  common(left: SourceType | null, right: SourceType | null): SourceType | null {
    const [a, b] = [arithmeticOf(left), arithmeticOf(right)];
    if (a === null || b === null) return null;
    if (a.kind === "float" || b.kind === "float") {
      if (a.kind !== "float") return strip(right);
      if (b.kind !== "float") return strip(left);
      return a.bits >= b.bits ? strip(left) : strip(right);
    }
    const [first, second] = this.#isHigher(b, a) ? [b, a] : [a, b];
    const higher = first === a ? left : right;
    if (first.signed === second.signed || !first.signed || first.bits > second.bits) return strip(higher);
    return this.#unsignedOf(strip(higher));
  }

  #isHigher(a: Arithmetic & { kind: "integer" }, b: Arithmetic & { kind: "integer" }): boolean {
    return a.rank !== b.rank ? a.rank > b.rank : !a.signed && b.signed;
  }

  #unsignedOf(type: SourceType | null): SourceType | null {
    const name = type?.kind === "base" ? (`unsigned ${type.name}` as BaseName) : null;
    return name === null ? type : (this.#types.get(name) ?? type);
  }
}

export const baseTypes: Readonly<Record<DataModel, BaseTypes>> = { lp64: new BaseTypes("lp64"), ilp32: new BaseTypes("ilp32") };

export function arithmeticOf(type: SourceType | null): Arithmetic | null {
  const t = strip(type);
  if (t?.kind === "enum") {
    const signed = t.members.some((m) => m.value < 0n);
    return { kind: "integer", bits: t.bits, signed, rank: rankOf("", t.bits), isBool: false };
  }
  if (t?.kind !== "base") return null;
  if (t.encoding.includes("float")) return { kind: "float", bits: t.bits };
  const signed = !/unsigned|boolean|UTF/.test(t.encoding);
  return { kind: "integer", bits: t.bits, signed, rank: rankOf(t.name, t.bits), isBool: t.encoding.includes("boolean") };
}

const rankOf = (name: string, bits: number): number =>
  ranks.get(name) ?? (bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 3 : bits <= 64 ? 4 : 6);

export const isPointer = (type: SourceType | null): type is SourceType & { kind: "pointer" } => strip(type)?.kind === "pointer";

/** The type that a pointer points to; of anything else, null. */
export const pointee = (type: SourceType | null): SourceType | null => {
  const t = strip(type);
  return t?.kind === "pointer" ? t.to : null;
};

export const isScalar = (type: SourceType | null): boolean => {
  const kind = strip(type)?.kind;
  return kind === "base" || kind === "enum" || kind === "pointer";
};

export function structOf(type: SourceType | null): StructType | null {
  const t = strip(type);
  return t?.kind === "struct" || t?.kind === "union" ? t : null;
}

export function arrayOf(type: SourceType | null): ArrayType | null {
  const t = strip(type);
  return t?.kind === "array" ? t : null;
}

/** The type of an element: of an array of arrays, the inner array. */
export const elementOf = (t: ArrayType): SourceType | null =>
  t.counts.length > 1 ? { kind: "array", element: t.element, counts: t.counts.slice(1) } : t.element;

/** Bytes; 0: not known, as of an incomplete struct, void, a function. */
export function bytesOf(type: SourceType | null): number {
  const size = (arrayOf(type)?.counts ?? []).includes(-1) ? 0 : sizeOf(type);
  return size > 0 ? Math.ceil(size / 8) : 0;
}

/** A member by name, also inside members without a name; with its offset from the outermost. */
export function findField(type: StructType, name: string): (SourceField & { readonly offsetBits: number }) | null {
  for (const f of type.fields) if (f.name === name && name !== "") return f;
  for (const f of type.fields) {
    const inner = f.name === "" ? structOf(f.type) : null;
    const found = inner === null ? null : findField(inner, name);
    if (found !== null)
      return {
        name: found.name,
        bits: found.bits,
        type: found.type,
        bitField: found.bitField,
        offsetBits: f.offsetBits + found.offsetBits,
      };
  }
  return null;
}

/** The members as a programmer lists them: those of members without a name in their place. */
export function fieldsOf(type: StructType): readonly SourceField[] {
  return type.fields.flatMap((f) => {
    const inner = f.name === "" ? structOf(f.type) : null;
    if (inner === null) return f.name === "" ? [] : [f];
    return fieldsOf(inner).map(({ name, bits, type, bitField, offsetBits }) => ({
      name,
      bits,
      type,
      bitField,
      offsetBits: f.offsetBits + offsetBits,
    }));
  });
}

/** A type as C writes it: `const char *`, `struct node *[4]`, `int (*)(void *)`. */
export function spell(type: SourceType | null, declarator = ""): string {
  if (type === null) return join("void", declarator);
  switch (type.kind) {
    case "base":
    case "named":
      return join(type.name, declarator);
    case "struct":
    case "union":
    case "enum":
      return join(`${type.kind} ${type.name ?? "{…}"}`, declarator);
    case "qualified": {
      const word = type.qualifier === "atomic" ? "_Atomic" : type.qualifier;
      const of = type.of;
      return of?.kind === "pointer" ? spell(of, join(word, declarator)) : `${word} ${spell(of, declarator)}`;
    }
    case "pointer": {
      const to = type.to?.kind;
      const inner = `*${/^\w/.test(declarator) ? " " : ""}${declarator}`;
      return spell(type.to, to === "array" || to === "function" ? `(${inner})` : inner);
    }
    case "array":
      return spell(type.element, declarator + type.counts.map((c) => (c < 0 ? "[]" : `[${c}]`)).join(""));
    case "function": {
      const params = type.params.map((p, i) => (p.type === null && i === type.params.length - 1 ? "..." : spell(p.type)));
      return spell(type.result, `${declarator}(${params.length === 0 ? "void" : params.join(", ")})`);
    }
  }
}

const join = (base: string, declarator: string): string =>
  declarator === "" ? base : declarator.startsWith("[") ? base + declarator : `${base} ${declarator}`;
