// Random struct and union types: their definitions, the scalar members inside them as places, initialisers, and a function
// that prints every member. Small shapes that calling conventions put in registers are as likely as large ones.

import { anyExpr, constant, intExpr } from "./expressions.ts";
import { type Generator, type Place, place } from "./generator.ts";
import { conversion } from "./output.ts";
import { type Expr, expr, item, join, type Part, small, tagged } from "./tree.ts";
import { doubleType, floatType, type IntType, type Scalar } from "./types.ts";

export type FieldType = Scalar | { readonly kind: "array"; readonly of: FieldType; readonly length: number } | RecordType;

export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly bitWidth: number | null;
}

export interface RecordType {
  readonly kind: "record";
  /** "struct s3": the tag with its keyword. */
  readonly name: string;
  readonly union: boolean;
  readonly fields: readonly Field[];
  readonly packed: boolean;
  /** Alignment asked for by an attribute, here or in a member; 1 if none. */
  readonly aligned: number;
}

/** A scalar inside a record: the path from the record's own name. */
export interface Leaf {
  readonly path: string;
  readonly type: Scalar;
  readonly bitWidth: number | null;
  readonly packed: boolean;
}

function named(g: Generator, name: string): IntType {
  return [...g.types.basic, ...g.types.named].find((t) => t.name === name) as IntType;
}

function smallShape(g: Generator): FieldType[] {
  const t = (name: string): IntType => named(g, name);
  const array = (of: Scalar, length: number): FieldType => ({ kind: "array", of, length });
  return g.rng.pick<() => FieldType[]>([
    () => [t("int"), t("char")],
    () => [floatType, floatType],
    () => [doubleType, t("int")],
    () => [array(t("char"), 3)],
    () => [t("long"), t("long")],
    () => [floatType, t("int"), t("short")],
    () => [t("signed char")],
    () => [t("short"), t("unsigned char")],
    () => [array(floatType, 3)],
    () => [doubleType, doubleType],
    () => [floatType, floatType, doubleType],
    () => [t("long long")],
    () => [t("unsigned"), t("unsigned"), t("unsigned")],
    () => [t("_Bool"), t("uint16_t"), t("uint32_t")],
    () => [array(t("uint8_t"), 7)],
    () => [t("int64_t"), doubleType],
  ])();
}

function largeShape(g: Generator): FieldType[] {
  const count = g.rng.between(3, 5);
  return Array.from({ length: count }, (): FieldType => {
    const scalar: Scalar = g.rng.chance(0.75) || !g.floats ? g.intType() : g.rng.pick([floatType, doubleType]);
    if (g.rng.chance(0.2)) return { kind: "array", of: scalar, length: g.rng.between(2, 4) };
    const inner = g.records.filter((r) => !r.union && leaves(r).length <= 4);
    if (inner.length > 0 && g.rng.chance(0.3)) return g.rng.pick(inner);
    return scalar;
  });
}

function define(
  g: Generator,
  fields: readonly Field[],
  body: string,
  options: { union?: boolean; packed?: boolean; aligned?: number },
  ...tags: string[]
): RecordType {
  const { union = false, packed = false, aligned = 1 } = options;
  const name = `${union ? "union u" : "struct s"}${g.fresh("")}`;
  const attributes = [...(packed ? ["packed"] : []), ...(aligned === 1 ? [] : [`aligned(${aligned})`])];
  const suffix = attributes.length === 0 ? "" : ` __attribute__((${attributes.join(", ")}))`;
  const inner = fields.map((f) => (f.type.kind === "record" ? f.type.aligned : 1));
  const record: RecordType = { kind: "record", name, union, fields, packed, aligned: Math.max(aligned, ...inner) };
  g.items.push(
    tagged(
      item`${name} { ${body} }${suffix};`,
      union ? "union" : "struct",
      ...(packed ? ["packed"] : []),
      ...(aligned === 1 ? [] : ["aligned"]),
      ...tags,
    ),
  );
  g.records.push(record);
  return record;
}

function declarator(type: FieldType, name: string): string {
  return type.kind === "array" ? declarator(type.of, `${name}[${type.length}]`) : `${type.name} ${name}`;
}

export function makeStruct(g: Generator, options: { small?: boolean } = {}): RecordType {
  const shape = (options.small ?? g.rng.chance(0.5)) ? smallShape(g) : largeShape(g);
  const fields = shape.map((type, i): Field => ({ name: `f${i}`, type, bitWidth: null }));
  const body = fields.map((f) => `${declarator(f.type, f.name)};`).join(" ");
  const nested = shape.some((type) => type.kind === "record");
  const packed = g.rng.chance(0.15);
  const aligned = !packed && g.rng.chance(0.15) ? g.rng.pick([4, 8, 16, 32]) : 1;
  return define(g, fields, body, { packed, aligned }, ...(nested ? ["nested struct"] : []));
}

export function makeBitFields(g: Generator, total: number | null = null): RecordType {
  const fields: Field[] = [];
  const texts: string[] = [];
  const tags = ["bit-fields"];
  const types = [
    "unsigned",
    "int",
    "unsigned char",
    "short",
    "_Bool",
    "long long",
    "unsigned long long",
    "uint32_t",
    "signed char",
    "unsigned short",
  ];
  let used = 0;
  const count = total === null ? g.rng.between(3, 7) : 3;
  for (let i = 0; i < count; i++) {
    const type = total === null ? named(g, g.rng.pick(types)) : named(g, i % 2 === 0 ? "unsigned" : "int");
    const most = total === null ? (type.rank === 0 ? 1 : type.bits) : i === count - 1 ? total - used : 14;
    const bitWidth = total !== null && i === count - 1 ? most : g.rng.between(1, most);
    used += bitWidth;
    fields.push({ name: `b${i}`, type, bitWidth });
    texts.push(`${type.name} b${i} : ${bitWidth};`);
    tags.push(type.rank === 0 ? "_Bool bit-field" : type.signed ? "signed bit-field" : "unsigned bit-field");
    if (total === null && g.rng.chance(0.15)) {
      texts.push(g.rng.pick(["int : 0;", "unsigned char : 0;"]));
      tags.push("zero-width bit-field");
    } else if (total === null && g.rng.chance(0.1)) texts.push("unsigned : 3;");
  }
  if (total === null && g.rng.chance(0.5)) {
    const type = g.intType();
    fields.push({ name: "tail", type, bitWidth: null });
    texts.push(`${type.name} tail;`);
  }
  return define(g, fields, texts.join(" "), { packed: total === null && g.rng.chance(0.15) }, ...tags);
}

/** A union whose members all have the same size and no padding, so that each can be read after writing another. */
export function makeUnion(g: Generator): RecordType {
  const bits = g.rng.pick([32, 32, 64]);
  const t = (name: string): IntType => named(g, name);
  const members: FieldType[] = [t(`uint${bits}_t`), t(`int${bits}_t`)];
  members.push({ kind: "array", of: t("uint8_t"), length: bits / 8 }, { kind: "array", of: t("int16_t"), length: bits / 16 });
  if (bits === 64) members.push({ kind: "array", of: t("uint32_t"), length: 2 });
  members.push(bits === 64 ? doubleType : floatType);
  let extra: string[] = [];
  if (bits === 32) {
    members.push(makeBitFields(g, 32));
    extra = ["bit-fields in union"];
  }
  const first = members[0] as FieldType;
  const fields = [first, ...g.rng.shuffle(members.slice(1)).slice(0, 4)].map((type, i): Field => ({ name: `m${i}`, type, bitWidth: null }));
  const body = fields.map((f) => `${declarator(f.type, f.name)};`).join(" ");
  return define(g, fields, body, { union: true }, ...(fields.some((f) => f.type.kind === "record") ? extra : []));
}

export function leaves(record: RecordType, prefix = "", packed = false): Leaf[] {
  const inside = packed || record.packed;
  return record.fields.flatMap((f) => fieldLeaves(f.type, `${prefix}.${f.name}`, f.bitWidth, inside));
}

function fieldLeaves(type: FieldType, path: string, bitWidth: number | null, packed: boolean): Leaf[] {
  switch (type.kind) {
    case "int":
    case "float":
      return [{ path, type, bitWidth, packed }];
    case "array":
      return Array.from({ length: type.length }, (_, i) => fieldLeaves(type.of, `${path}[${i}]`, bitWidth, packed)).flat();
    case "record":
      return leaves(type, path, packed);
  }
}

/** The members of a record object as places. `base` is the object's name, or `(*p)` for one accessed through a pointer. */
export function recordPlaces(record: RecordType, base: string, rest: Partial<Place> = {}): Place[] {
  return leaves(record).map((leaf) => {
    // A computed NaN has unspecified bits, which another member would show: no random float is written into a union.
    const tags = leaf.bitWidth === null ? [record.union ? "union member" : "struct member"] : ["bit-field access"];
    return place(leaf.type, () => [arrow(base, leaf.path)], {
      addressable: leaf.bitWidth === null && !leaf.packed && !record.union,
      bitWidth: leaf.bitWidth,
      tags,
      writable: !record.union || leaf.type.kind === "int",
      ...rest,
    });
  });
}

function arrow(base: string, path: string): string {
  const pointer = /^\(\*(\w+)\)$/.exec(base);
  return pointer === null ? `${base}${path}` : `${pointer[1]}->${path.slice(1)}`;
}

/** `{ … }` for a record, every member given (only the first of a union). Constants only where the object is static. */
export function initialiser(g: Generator, type: FieldType, options: { constant?: boolean; depth?: number } = {}): Part[] {
  const made: Expr[] = [];
  const value = (scalar: Scalar): Expr => {
    const e = g.beside(made, () => leafValue(g, scalar, options));
    made.push(e);
    return e;
  };
  const build = (t: FieldType, designated: boolean): Part[] => {
    switch (t.kind) {
      case "int":
      case "float":
        return [value(t)];
      case "array":
        return ["{", join(Array.from({ length: t.length }, () => build(t.of, false))), "}"];
      case "record": {
        const fields = t.union ? t.fields.slice(0, 1) : t.fields;
        const order = designated ? g.rng.shuffle(fields) : fields;
        return ["{ ", join(order.map((f): Part => (designated ? [`.${f.name} = `, build(f.type, false)] : build(f.type, false)))), " }"];
      }
    }
  };
  return build(type, g.rng.chance(0.4));
}

function leafValue(g: Generator, type: Scalar, options: { constant?: boolean; depth?: number }): Expr {
  if (!options.constant) return anyExpr(g, options.depth ?? 1, type);
  if (type.kind === "int") return constant(g, type);
  return expr(type, null, [g.rng.pick(["1.5", "-0.25", "3.0e5", "0.1f", "-7"])]);
}

/** A function that prints every member of the record that a pointer points to. */
export function dumpFunction(g: Generator, record: RecordType): string {
  const name = `dump_${record.name.split(" ")[1]}`;
  return g.once(name, () => {
    const shown = leaves(record).map((leaf) => {
      const path = arrow("(*p)", leaf.path);
      const type: Scalar =
        leaf.bitWidth === null || leaf.type.kind === "float"
          ? leaf.type
          : leaf.type.rank > 3
            ? leaf.type
            : leaf.bitWidth < 32 || leaf.type.signed
              ? g.types.int
              : g.types.unsigned;
      return conversion(
        g,
        expr(type, null, [leaf.bitWidth !== null && type.kind === "int" && type.rank > 3 ? `(${type.name})${path}` : path]),
      );
    });
    const format = shown.map((c) => ` ${c.format}`).join("");
    return item`static void ${name}(const char *label, const ${record.name} *p) {
  printf("%s${format}\\n", label, ${join(shown.map((c) => c.argument))});
}`;
  });
}

/** A struct: an earlier one or a new one. */
export function someStruct(g: Generator, maxAlignment = 64): RecordType {
  const known = g.records.filter((r) => !r.union && r.aligned <= maxAlignment);
  const chosen = known.length > 0 && g.rng.chance(0.5) ? g.rng.pick(known) : makeStruct(g);
  return chosen.aligned <= maxAlignment ? chosen : someStruct(g, maxAlignment);
}

/** A constant index or a masked random one. */
export function index(g: Generator, length: number): Expr {
  if (g.rng.chance(0.3)) return small(g.rng.below(length));
  if ((length & (length - 1)) !== 0) return expr(g.types.unsigned, null, ["((unsigned)", intExpr(g, 0), ` % ${length})`]);
  return expr(g.types.int, null, ["(", intExpr(g, 0), ` & ${length - 1})`]);
}
