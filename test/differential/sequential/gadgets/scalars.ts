// Gadgets for scalars: integers of every type, wide arithmetic, __int128, floating point, atomics, volatile, long expressions.

import { binary, shift } from "../arithmetic.ts";
import { builtinCall } from "../builtins.ts";
import { constant, floatExpr, intExpr, read } from "../expressions.ts";
import { type Generator, type Place, place } from "../generator.ts";
import { mixValue, print, printPlaces } from "../output.ts";
import { declareLocal, statements } from "../statements.ts";
import { cast, type Expr, expr, item, join, type Stmt, stmt, tagged } from "../tree.ts";
import { doubleType, floatType, type IntType, typeKey } from "../types.ts";

function recent(g: Generator, before: number): Place[] {
  return g.scope.places.slice(before);
}

export function integers(g: Generator): Stmt[] {
  const before = g.scope.places.length;
  const types = g.rng.shuffle([...g.types.basic, ...g.types.named]).slice(0, g.rng.between(5, 8));
  const out = types.map((type) => declareLocal(g, 0, type));
  const made = recent(g, before);
  return [...out, printPlaces(g, made), ...statements(g, 3, 2), printPlaces(g, made)];
}

/** Every conversion between two types, of values at the edges. */
export function conversions(g: Generator): Stmt[] {
  const from = g.rng.shuffle(g.types.basic).slice(0, 4);
  const to = g.rng.shuffle(g.types.basic).slice(0, 4);
  return from.map((source) => {
    const name = g.fresh("x");
    const makers = to.map((type) => () => cast(type, expr(source, null, [name])));
    const block = g.block(() => [stmt`volatile ${source.name} ${name} = ${constant(g, source)};`, print(g, name, makers)]);
    return tagged(stmt`${block}`, "volatile", "conversion matrix", ...[...from, ...to].map((t) => `type ${t.name}`));
  });
}

export function wideArithmetic(g: Generator): Stmt[] {
  const { rng } = g;
  const type = rng.pick([g.types.uint64, g.types.unsignedLongLong]);
  const signed = g.types.longLong;
  const [a, b, c] = [g.fresh("w"), g.fresh("w"), g.fresh("w")];
  const e = (t: IntType, name: string): Expr => expr(t, null, [name]);
  const out = [
    stmt`${type.name} ${a} = ${constant(g, type)}, ${b} = ${constant(g, type)} | 1;`,
    stmt`${signed.name} ${c} = ${constant(g, signed)};`,
    print(g, a, [
      () => binary(type, null, e(type, a), "*", e(type, b)),
      () => binary(type, null, e(type, a), "/", e(type, b)),
      () => binary(type, null, e(type, a), "%", e(type, b)),
    ]),
    print(g, b, [
      () => shift(g, "<<", e(type, a), e(type, b)),
      () => shift(g, ">>", e(type, a), e(type, b)),
      () => shift(g, ">>", e(signed, c), e(type, b)),
    ]),
    print(g, c, [
      () => expr(signed, null, [`${c} / ${rng.between(2, 99)}`]),
      () => expr(signed, null, [`${c} % -${rng.between(2, 9999)}`]),
      () => expr(signed, null, [`(${c} >> ${rng.below(64)})`]),
    ]),
  ];
  g.scope.places.push(
    place(type, () => [a], { key: a }),
    place(signed, () => [c], { key: c }),
  );
  return [...out.map((s) => tagged(s, "64-bit arithmetic")), ...statements(g, 2, 1)];
}

export function int128(g: Generator): Stmt[] {
  const [signed, unsigned] = g.types.wide;
  if (signed === undefined || unsigned === undefined) return wideArithmetic(g);
  const before = g.scope.places.length;
  const names = [signed, unsigned, g.rng.pick([signed, unsigned])].map((type) => ({ type, name: g.fresh("x") }));
  const out = names.map(({ type, name }) => {
    const s = tagged(stmt`${type.name} ${name} = ${g.rng.chance(0.5) ? constant(g, type) : intExpr(g, 2)};`, "__int128");
    g.scope.places.push(place(type, () => [name], { key: g.rng.chance(0.5) ? name : null }));
    return s;
  });
  const own = recent(g, before);
  // Only these for some statements, so that they are certainly combined.
  out.push(...g.only(own, () => statements(g, 3, 1)));
  const type = g.rng.pick([floatType, doubleType]);
  out.push(print(g, g.fresh("p"), [() => expr(type, null, [`(${type.name})`, read(g, g.rng.pick(own))], "int to float")]));
  return [...out, printPlaces(g, own)];
}

export function floats(g: Generator): Stmt[] {
  const before = g.scope.places.length;
  const out = [declareLocal(g, 0, floatType), declareLocal(g, 0, doubleType), declareLocal(g, 0, g.rng.pick([floatType, doubleType]))];
  const made = recent(g, before);
  out.push(printPlaces(g, made), ...statements(g, 2, 1));
  const reals = Array.from({ length: 3 }, () => () => floatExpr(g, 3));
  out.push(print(g, g.fresh("p"), reals));
  // Harmonic sums: rounding at every step.
  const s = g.fresh("sum");
  const type = g.rng.pick([floatType, doubleType]);
  g.spend(40);
  out.push(
    stmt`${type.name} ${s} = 0;`,
    stmt`for (int i = 1; i < ${g.rng.between(5, 15)}; i++) ${s} += ${g.rng.pick(["1.0f", "1.0", "0.7", "3"])} / (i * ${g.rng.pick(["1.5f", "0.3", "7.0"])});`,
  );
  out.push(print(g, s, [() => expr(type, null, [s]), () => expr(type, null, [`-${s} * 3`])]));
  return out.map((x) => tagged(x, "floating point"));
}

export function floatFormats(g: Generator): Stmt[] {
  const x = g.fresh("x");
  const formats = g.rng
    .shuffle([
      "%a",
      "%g",
      "%.17g",
      "%e",
      "%.0e",
      "%f",
      "%.1f",
      "%12.4f",
      "%-12.3g|",
      "%+.2e",
      "%#g",
      "%G",
      "%.10a",
      "%A",
      "% .3f",
      "%010.2f",
      "%#.0f",
    ])
    .slice(0, 5);
  g.helper("real", () => item`static double real(double x) { return x != x ? 98765.4321 : x; }`);
  const value = expr(doubleType, null, [floatExpr(g, 2)]);
  const tags = [...new Set(formats.map((f) => (/g/i.test(f) ? "printf %g" : /a/i.test(f) ? "printf %a" : "printf %f")))];
  // At most 1e18: above it %f would print useless digits.
  return [
    stmt`double ${x} = real(${value});`,
    stmt`if (${x} > 1e18 || ${x} < -1e18) ${x} = ${x} > 0 ? 1e18 / 3 : -1e-5;`,
    tagged(stmt`printf("${x} ${formats.join(" ")}\\n", ${formats.map(() => x).join(", ")});`, ...tags, "float formats"),
  ];
}

export function builtins(g: Generator): Stmt[] {
  const shown = Array.from({ length: 2 }, () => print(g, g.fresh("p"), [() => builtinCall(g, 2), () => builtinCall(g, 2)]));
  return shown.map((s) => tagged(s, "builtins"));
}

export function longChain(g: Generator): Stmt[] {
  const type = g.rng.pick([g.types.unsigned, g.types.unsignedLongLong, g.types.uint64]);
  const name = g.fresh("chain");
  const count = g.rng.between(12, 25);
  const terms = g.unsequenced(Array.from({ length: count }, () => () => cast(type, intExpr(g, 1))));
  const parts = terms.flatMap((t, i): (string | Expr)[] => (i === 0 ? [t] : [` ${g.rng.pick(["+", "-", "*", "^", "|", "&"])} `, t]));
  g.scope.places.push(place(type, () => [name], { key: name }));
  return [
    tagged(stmt`${type.name} ${name} = ${parts};`, "long expression"),
    mixValue(g, expr(type, null, [name])),
    print(g, name, [() => expr(type, null, [name])]),
  ];
}

export function sideEffects(g: Generator): Stmt[] {
  const names = Array.from({ length: 4 }, () => g.fresh("k"));
  const before = g.scope.places.length;
  const out = names.map((name) => {
    const type = g.rng.pick([g.types.unsigned, ...g.types.basic.filter((t) => t.rank > 0 && t.rank < 3)]);
    const s = stmt`${type.name} ${name} = ${constant(g, type)};`;
    g.scope.places.push(place(type, () => [name], { key: name }));
    return s;
  });
  const own = recent(g, before);
  g.only(own, () => {
    for (let i = 0; i < 3; i++) out.push(print(g, g.fresh("p"), [() => intExpr(g, 4), () => intExpr(g, 2)]));
  });
  return [...out.map((s) => tagged(s, "side effects")), printPlaces(g, own)];
}

const orders = ["memory_order_relaxed", "memory_order_acquire", "memory_order_seq_cst"];

export function atomics(g: Generator): Stmt[] {
  const { rng } = g;
  g.include("stdatomic.h");
  const type = rng.pick(g.types.basic.filter((t) => t.rank >= 1 && !t.signed));
  const [a, expected, flag, ok] = [g.fresh("at"), g.fresh("ex"), g.fresh("flag"), g.fresh("ok")];
  const global = rng.chance(0.5);
  if (global) g.items.push(tagged(item`static _Atomic(${type.name}) ${a} = ${rng.below(100)};`, "atomics"));
  const operation = (): Expr => {
    const verb = rng.pick(["add", "sub", "and", "or", "xor"]);
    const value = cast(type, intExpr(g, 1));
    if (rng.chance(0.5)) return expr(type, null, [`atomic_fetch_${verb}(&${a}, `, value, ")"]);
    return expr(type, null, [
      `atomic_fetch_${verb}_explicit(&${a}, `,
      value,
      `, ${rng.pick([...orders, "memory_order_acq_rel", "memory_order_release"])})`,
    ]);
  };
  const load = (): Expr => expr(type, null, [rng.chance(0.5) ? `atomic_load(&${a})` : `atomic_load_explicit(&${a}, ${rng.pick(orders)})`]);
  const out = [
    ...(global ? [] : [stmt`_Atomic ${type.name} ${a} = ${cast(type, intExpr(g, 1))};`]),
    print(g, a, [operation]),
    print(g, a, [load]),
    stmt`${type.name} ${expected} = ${rng.chance(0.5) ? [`atomic_load(&${a})`] : cast(type, intExpr(g, 1))};`,
    tagged(stmt`_Bool ${ok} = atomic_compare_exchange_strong(&${a}, &${expected}, ${cast(type, intExpr(g, 1))});`, "compare exchange"),
    print(g, expected, [() => expr(g.types.bool, null, [ok]), () => expr(type, null, [expected]), load]),
    print(g, a, [() => expr(type, null, [`atomic_exchange(&${a}, `, cast(type, intExpr(g, 1)), ")"])]),
    stmt`${a} ${rng.pick(["+=", "-=", "|=", "^=", "&="])} ${cast(type, intExpr(g, 1))};`,
    stmt`${a}++;`,
    print(g, a, [() => expr(type, null, [rng.pick([`--${a}`, `${a}--`, `(${a} = 9)`])])]),
    stmt`atomic_flag ${flag} = ATOMIC_FLAG_INIT;`,
    stmt`_Bool ${flag}a = atomic_flag_test_and_set(&${flag}), ${flag}b = atomic_flag_test_and_set(&${flag}); atomic_flag_clear(&${flag});`,
    stmt`printf("${flag} %d %d %d\\n", ${flag}a, ${flag}b, atomic_flag_test_and_set(&${flag}));`,
    stmt`atomic_store(&${a}, ${cast(type, intExpr(g, 1))}); atomic_thread_fence(memory_order_seq_cst);`,
  ];
  if (rng.chance(0.4)) {
    const old = g.fresh("old");
    const name = `old_${typeKey(type)}${old}`;
    out.push(
      stmt`${type.name} ${name} = 5;`,
      print(g, name, [() => expr(type, null, [`__sync_fetch_and_add(&${name}, 3)`])]),
      print(g, name, [() => expr(type, null, [`__atomic_add_fetch(&${name}, 4, __ATOMIC_SEQ_CST)`])]),
    );
  }
  g.scope.places.push(place(type, () => [a], { tags: ["atomics"] }));
  g.spend(40);
  return [...out.map((s) => tagged(s, "atomics")), ...statements(g, 1, 1), print(g, a, [load])];
}

export function volatiles(g: Generator): Stmt[] {
  const before = g.scope.places.length;
  const out = Array.from({ length: 3 }, () => {
    const type = g.intType();
    const name = g.fresh("vol");
    const s = tagged(stmt`volatile ${type.name} ${name} = ${intExpr(g, 1)};`, "volatile");
    g.scope.places.push(place(type, () => [name], { tags: ["volatile"] }));
    return s;
  });
  const p = g.fresh("vp");
  const value = g.fresh("v");
  out.push(stmt`int ${value} = 3; volatile int *${p} = &${value};`, stmt`for (int i = 0; i < 4; i++) *${p} = *${p} * 2 + i;`);
  return [...out, ...statements(g, 2, 1), stmt`printf("${p} %d\\n", *${p});`, printPlaces(g, recent(g, before).slice(0, 3))];
}

export function genericSelection(g: Generator): Stmt[] {
  const names = g.rng
    .shuffle([
      "char",
      "signed char",
      "unsigned char",
      "short",
      "int",
      "unsigned",
      "long",
      "unsigned long",
      "long long",
      "float",
      "double",
      "char *",
      "int *",
      "_Bool",
    ])
    .slice(0, 8);
  const macro = g.fresh("KIND");
  g.items.push(
    tagged(item`#define ${macro}(x) _Generic((x), ${names.map((n) => `${n}: "${n}"`).join(", ")}, default: "other")`, "_Generic"),
  );
  const subjects = g.rng
    .shuffle([
      "'a'",
      "(char)1",
      "1 ? 1 : 2L",
      "(short)1 + (short)1",
      "1u + 1L",
      "1.0f * 2",
      "2.0",
      '"text"',
      "sizeof(int)",
      "(int *)0",
      "!1",
      "1 == 2",
      "(unsigned char)3",
      "-1LL",
      "(_Bool)1",
      "1u - 2",
    ])
    .slice(0, 4);
  return [tagged(stmt`printf("${macro}${" %s".repeat(subjects.length)}\\n", ${join(subjects.map((s) => `${macro}(${s})`))});`, "_Generic")];
}
