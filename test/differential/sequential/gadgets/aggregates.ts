// Gadgets for structs, unions, bit-fields and their layout. A gadget is written inside a function: it returns statements and
// adds places, which random statements after it then use.

import { narrow } from "../arithmetic.ts";
import { anyExpr, intExpr } from "../expressions.ts";
import { defineFunction, scalarParam } from "../functions.ts";
import type { Generator } from "../generator.ts";
import { print } from "../output.ts";
import {
  dumpFunction,
  initialiser,
  leaves,
  makeBitFields,
  makeStruct,
  makeUnion,
  type RecordType,
  recordPlaces,
  someStruct,
} from "../records.ts";
import { statements } from "../statements.ts";
import { type Expr, expr, item, join, type Part, type Stmt, small, stmt, tagged } from "../tree.ts";
import { doubleType, type Scalar, typeKey } from "../types.ts";

function declare(g: Generator, record: RecordType, name: string): Stmt {
  const made = stmt`${record.name} ${name} = ${initialiser(g, record)};`;
  g.scope.places.push(...recordPlaces(record, name));
  return made;
}

function dump(g: Generator, record: RecordType, name: string): Stmt {
  g.spend(20);
  return stmt`${dumpFunction(g, record)}("${name}", &${name});`;
}

/** A function from a record and scalars to a record, and how to write its arguments. */
function transformer(
  g: Generator,
  from: RecordType,
  to: RecordType,
  extra: readonly Scalar[],
): { call: (record: Part, values: readonly Part[]) => Part[] } {
  const name = g.fresh("r");
  const a = g.fresh("a");
  const b = g.fresh("b");
  const params = extra.map((type) => scalarParam(g, type));
  const record = { text: `${from.name} ${a}`, places: recordPlaces(from, a) };
  const recordFirst = g.rng.chance(0.5);
  defineFunction(
    g,
    { name, result: to.name, params: recordFirst ? [record, ...params] : [...params, record], pure: true },
    () => {
      if (from === to) return [...statements(g, 2, 1), stmt`return ${a};`];
      return [declare(g, to, b), ...statements(g, 2, 1), stmt`return ${b};`];
    },
    "struct by value",
  );
  return { call: (object, values) => [`${name}(`, join(recordFirst ? [object, ...values] : [...values, object]), ")"] };
}

export function structByValue(g: Generator): Stmt[] {
  const { rng } = g;
  const from = rng.chance(0.6) ? makeStruct(g) : someStruct(g);
  const to = rng.chance(0.5) ? from : someStruct(g);
  const extra = Array.from({ length: rng.between(0, 3) }, () => rng.pick<Scalar>([g.types.int, doubleType, g.types.longLong, g.intType()]));
  const { call } = transformer(g, from, to, extra);
  const v = g.fresh("s");
  const w = g.fresh("s");
  const out = [declare(g, from, v), dump(g, from, v)];
  const values = argumentsFor(g, extra);
  const object = rng.chance(0.6) ? v : [`(${from.name})`, g.beside(values, () => initialiser(g, from))];
  out.push(stmt`${to.name} ${w} = ${call(object, values)};`);
  g.spend(60);
  g.scope.places.push(...recordPlaces(to, w));
  out.push(dump(g, to, w));
  const [leaf] = leaves(to);
  if (leaf !== undefined && leaf.bitWidth === null) {
    // A member of a returned value, without a name for the whole.
    const member = (): Expr => expr(leaf.type, null, [call(v, argumentsFor(g, extra)), leaf.path]);
    out.push(print(g, g.fresh("p"), [member]));
  }
  if (from === to) out.push(tagged(stmt`${v} = ${w};`, "struct assignment"), dump(g, from, v));
  return out;
}

function argumentsFor(g: Generator, types: readonly Scalar[]): Expr[] {
  return g.unsequenced(types.map((type) => () => anyExpr(g, 1, type)));
}

export function structPointers(g: Generator): Stmt[] {
  const record = someStruct(g);
  const name = g.fresh("arr");
  const p = g.fresh("p");
  const count = g.rng.between(2, 4);
  const rows = Array.from({ length: count }, () => initialiser(g, record, { depth: 0 }));
  const f = g.fresh("f");
  defineFunction(
    g,
    { name: f, result: "void", params: [{ text: `${record.name} *q`, places: recordPlaces(record, "(*q)") }], pure: true },
    () => statements(g, 2, 1),
  );
  g.spend(count * 30);
  const out = [
    tagged(stmt`${record.name} ${name}[${count}] = { ${join(rows)} };`, "array of structs"),
    stmt`for (${record.name} *${p} = ${name}; ${p} < ${name} + ${count}; ${p}++) ${g.block(() => [stmt`${f}(${p});`, stmt`${dumpFunction(g, record)}("${name}", ${p});`])}`,
    stmt`${record.name} *${p} = &${name}[${small(g.rng.below(count))}];`,
  ];
  g.scope.places.push(...recordPlaces(record, `(*${p})`));
  return [...out, ...statements(g, 2, 1), stmt`${dumpFunction(g, record)}("${p}", ${p});`];
}

export function bitFields(g: Generator): Stmt[] {
  const record = makeBitFields(g);
  const v = g.fresh("s");
  const out = [declare(g, record, v), dump(g, record, v)];
  // Only the bit-fields for some statements, so that they are certainly used.
  out.push(...g.only(recordPlaces(record, v), () => statements(g, 4, 1)));
  return [...out, dump(g, record, v)];
}

export function unionPunning(g: Generator): Stmt[] {
  const { rng } = g;
  const record = makeUnion(g);
  const v = g.fresh("u");
  g.include("string.h");
  const out = [stmt`${record.name} ${v} = ${initialiser(g, record)};`, dump(g, record, v)];
  g.scope.places.push(...recordPlaces(record, v));
  const real = record.fields.find((f) => f.type.kind === "float");
  if (real !== undefined) out.push(stmt`${v}.${real.name} = ${narrow(g, intExpr(g, 1))} * 0.75f;`, dump(g, record, v));
  out.push(...statements(g, 2, 1), dump(g, record, v));
  // The bytes of a value through unsigned char, and into another type through memcpy.
  const bytes = g.fresh("b");
  const h = g.fresh("h");
  const source = rng.pick<Scalar>([g.types.uint64, g.types.int64, doubleType]);
  const from = g.fresh("x");
  const value = source === doubleType ? expr(doubleType, null, [narrow(g, intExpr(g, 1)), " / 8.0"]) : intExpr(g, 2);
  out.push(
    tagged(stmt`${source.name} ${from} = ${value};`, "punning"),
    stmt`uint64_t ${bytes}; memcpy(&${bytes}, &${from}, sizeof ${bytes});`,
    stmt`unsigned ${h} = 0;`,
    stmt`for (size_t k = 0; k < sizeof ${from}; k++) ${h} = ${h} * 31 + ((const unsigned char *)&${from})[k];`,
    stmt`printf("${bytes} %llx %u\\n", (unsigned long long)${bytes}, ${h});`,
  );
  g.spend(60);
  return out;
}

export function layout(g: Generator): Stmt[] {
  const records = Array.from({ length: 3 }, () =>
    g.rng.pick([() => makeStruct(g), () => makeStruct(g), () => makeBitFields(g), () => makeUnion(g)])(),
  );
  return records.map((record) => {
    const offsets = record.fields.filter((f) => f.bitWidth === null).map((f) => `(int)offsetof(${record.name}, ${f.name})`);
    const values = [`(int)sizeof(${record.name})`, `(int)_Alignof(${record.name})`, ...offsets];
    return tagged(stmt`printf("${record.name}${" %d".repeat(values.length)}\\n", ${values.join(", ")});`, "sizeof", "offsetof", "_Alignof");
  });
}

export function scalarLayout(g: Generator): Stmt[] {
  const names = g.rng
    .shuffle([
      ...g.types.basic.map((t) => t.name),
      "float",
      "double",
      "void *",
      "int (*)(void)",
      "int[3]",
      "size_t",
      "ptrdiff_t",
      "wchar_t",
    ])
    .slice(0, 6);
  const values = names.map((n) => `(int)sizeof(${n}), (int)_Alignof(${n})`);
  return [tagged(stmt`printf("sizes${" %d %d".repeat(names.length)}\\n", ${values.join(", ")});`, "sizeof", "_Alignof")];
}

export function compoundLiterals(g: Generator): Stmt[] {
  const record = someStruct(g);
  const p = g.fresh("p");
  const q = g.fresh("q");
  const type = g.intType();
  const fn = g.once(
    `sum_${typeKey(type)}`,
    () => item`static unsigned long long sum_${typeKey(type)}(const ${type.name} *a, int n) {
  unsigned long long s = 0;
  for (int i = 0; i < n; i++) s = s * 7 + (unsigned long long)a[i];
  return s;
}`,
  );
  const n = g.rng.between(2, 5);
  const values = g.unsequenced(Array.from({ length: n }, () => () => intExpr(g, 1)));
  const out = [
    tagged(stmt`${record.name} *${p} = &(${record.name})${initialiser(g, record)};`, "compound literal"),
    stmt`${dumpFunction(g, record)}("${p}", ${p});`,
    tagged(stmt`printf("${q} %llu\\n", ${fn}((const ${type.name}[]){ ${join(values)} }, ${n}));`, "compound literal"),
  ];
  g.scope.places.push(...recordPlaces(record, `(*${p})`));
  g.spend(60);
  return out;
}

export function flexibleArray(g: Generator): Stmt[] {
  const type = g.intType();
  const tag = g.fresh("flex");
  const p = g.fresh("p");
  const n = g.rng.pick([2, 4]);
  g.include("stdlib.h");
  g.items.push(item`struct ${tag} { ${g.intType().name} head; ${type.name} rest[]; };`);
  const out = [
    tagged(stmt`struct ${tag} *${p} = malloc(sizeof *${p} + ${n} * sizeof(${type.name}));`, "flexible array member", "malloc"),
    stmt`${p}->head = ${intExpr(g, 1)};`,
    ...Array.from({ length: n }, (_, i) => stmt`${p}->rest[${i}] = ${intExpr(g, 1)};`),
    stmt`unsigned long long ${p}s = (unsigned long long)${p}->head;`,
    stmt`for (int i = 0; i < ${n}; i++) ${p}s = ${p}s * 31 + (unsigned long long)${p}->rest[i];`,
    stmt`printf("${p} %llu %d\\n", ${p}s, (int)sizeof *${p});`,
    stmt`free(${p});`,
  ];
  g.spend(30);
  return out;
}
