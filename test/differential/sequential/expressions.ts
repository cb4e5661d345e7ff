// Random expressions over the places in scope. In: how deep they may nest. Out: an expression of integer type (`intExpr`) or of
// floating type (`floatExpr`), free of undefined and unspecified behaviour, with its type, range and effects.

import {
  type Additive,
  additive,
  type Bitwise,
  binary,
  bitwise,
  type Comparison,
  complement,
  division,
  intOf,
  narrow,
  negate,
  shift,
} from "./arithmetic.ts";
import { builtinCall } from "./builtins.ts";
import type { Generator, Place } from "./generator.ts";
import { cast, type Expr, expr, item, join, withEffects } from "./tree.ts";
import {
  commonInt,
  commonType,
  convertRange,
  doubleType,
  floatType,
  type IntType,
  interestingValue,
  larger,
  literal,
  promote,
  type Range,
  rangeOf,
  type Scalar,
  smaller,
  typeKey,
} from "./types.ts";

export function bitFieldRange(type: IntType, width: number): Range {
  return type.rank === 0 ? { lo: 0n, hi: 1n } : rangeOf({ ...type, bits: width });
}

/** The value of a place. */
export function read(g: Generator, place: Place): Expr {
  const { type, bitWidth, key } = place;
  const parts = place.parts(g);
  let e: Expr;
  if (bitWidth !== null && type.kind === "int") {
    const range = bitFieldRange(type, bitWidth);
    // gcc keeps the exact width of a bit-field wider than int, clang its declared type: a cast makes them agree.
    if (type.rank > 3) e = expr(type, range, [`(${type.name})`, parts], ...place.tags);
    else e = expr(bitWidth < 32 || type.signed ? g.types.int : g.types.unsigned, range, parts, ...place.tags);
  } else {
    e = expr(type, place.range, parts, ...place.tags, `type ${type.name}`);
  }
  return key === null ? e : withEffects(e, [key], []);
}

export function constant(g: Generator, type: IntType): Expr {
  const value = interestingValue(g.rng, type);
  const all = rangeOf(type);
  const edge = type.bits >= 32 && (value === all.lo || value === all.hi) && value !== 0n;
  return expr(type, { lo: value, hi: value }, [literal(type, value, g.rng)], ...(edge ? ["edge constants"] : []));
}

function intLeaf(g: Generator): Expr {
  const places = g.readable().filter((p) => p.type.kind === "int");
  if (places.length > 0 && g.rng.chance(0.72)) return read(g, g.rng.pick(places));
  return constant(g, g.intType());
}

type Production = (g: Generator, depth: number) => Expr;

const additiveOps: readonly Additive[] = ["+", "-", "*"];
const bitwiseOps: readonly Bitwise[] = ["&", "|", "^"];
const comparisons: readonly Comparison[] = ["==", "!=", "<", "<=", ">", ">="];

function pair(g: Generator, depth: number): [Expr, Expr] {
  const a = intExpr(g, depth - 1);
  return [a, g.beside([a], () => intExpr(g, depth - 1))];
}

const compare: Production = (g, depth) => {
  const op = g.rng.pick(comparisons);
  if (g.rng.chance(0.2) && g.floats) {
    const a = floatExpr(g, depth - 1);
    const b = g.beside([a], () => (g.rng.chance(0.7) ? floatExpr(g, depth - 1) : intExpr(g, depth - 1)));
    return expr(g.types.int, { lo: 0n, hi: 1n }, ["(", a, ` ${op} `, b, ")"], "float comparison");
  }
  const [a, b] = pair(g, depth);
  return binary(g.types.int, { lo: 0n, hi: 1n }, a, op, b);
};

const logical: Production = (g, depth) => {
  if (g.rng.chance(0.3)) return expr(g.types.int, { lo: 0n, hi: 1n }, ["(!", intExpr(g, depth - 1), ")"], "unary !");
  const op = g.rng.pick(["&&", "||"]);
  // A sequence point separates the operands: no ban between them.
  return expr(g.types.int, { lo: 0n, hi: 1n }, ["(", intExpr(g, depth - 1), ` ${op} `, intExpr(g, depth - 1), ")"], `op ${op}`);
};

const ternary: Production = (g, depth) => {
  const [c, a, b] = [intExpr(g, depth - 1), intExpr(g, depth - 1), intExpr(g, depth - 1)];
  const type = commonInt(intOf(a), intOf(b), g.model);
  const [ra, rb] = [convertRange(a, type), convertRange(b, type)];
  const range = { lo: smaller(ra.lo, rb.lo), hi: larger(ra.hi, rb.hi) };
  return expr(type, range, ["(", c, " ? ", a, " : ", b, ")"], "op ?:");
};

const comma: Production = (g, depth) => {
  const first = g.rng.chance(0.7) ? (stepLocal(g) ?? intExpr(g, depth - 1)) : intExpr(g, depth - 1);
  const last = intExpr(g, depth - 1);
  return expr(last.type, last, ["(", first, ", ", last, ")"], "op ,");
};

/** ++ or -- on a plain local whose type cannot overflow: unsigned, or narrower than int. */
export function stepLocal(g: Generator): Expr | null {
  const places = g.writable().filter((p) => p.key !== null && p.range === null && canStep(p));
  if (places.length === 0) return null;
  const target = g.rng.pick(places);
  const key = target.key as string;
  const op = g.rng.pick(["++", "--"]);
  const parts = target.parts(g);
  const prefix = g.rng.chance(0.5);
  const e = expr(target.type, null, prefix ? ["(", op, parts, ")"] : ["(", parts, op, ")"], `${prefix ? "prefix" : "postfix"} ${op}`);
  return withEffects(e, [key], [key]);
}

export function canStep(p: Place): boolean {
  return p.type.kind === "int" && (!p.type.signed || p.type.rank < 3) && (p.bitWidth === null || !p.type.signed);
}

const nestedAssignment: Production = (g, depth) => {
  const places = g.writable().filter((p) => p.key !== null && p.range === null && p.type.kind === "int");
  if (places.length === 0) return intExpr(g, depth - 1);
  const target = g.rng.pick(places);
  const key = target.key as string;
  const self = withEffects(expr(target.type, null, target.parts(g)), [], [key]);
  // Reading the target while computing its new value is fine; writing it is not.
  const value = g.beside([{ ...self, writes: new Set(), reads: new Set([key]) }], () => intExpr(g, depth - 1));
  const range = convertRange(value, target.type as IntType);
  return withEffects(expr(target.type, range, ["(", target.parts(g), " = ", value, ")"], "nested assignment"), [], [key]);
};

const castTo: Production = (g, depth) => {
  const e = intExpr(g, depth - 1);
  const type = g.intType();
  const from = intOf(e);
  const way = type.bits > from.bits ? "widening cast" : type.bits < from.bits ? "narrowing cast" : "same-size cast";
  const made = cast(type, e);
  return { ...made, tags: [way, `type ${type.name}`] };
};

const fromFloat: Production = (g, depth) => {
  if (!g.floats) return intLeaf(g);
  const type = g.intType();
  if (type.rank === 0) return expr(type, null, ["(_Bool)", floatExpr(g, depth - 1)], "float to int");
  if (g.rng.chance(0.3)) {
    const factor = g.rng.pick(["0.25", "1.75f", "-3.0", "0.1", "99.9f"]);
    return expr(
      g.types.int,
      { lo: -3300000n, hi: 3300000n },
      ["((int)(", narrow(g, intExpr(g, depth - 1)), ` * ${factor}))`],
      "float to int",
    );
  }
  const key = `to_${typeKey(type)}`;
  const { lo, hi } = rangeOf(type);
  // Strictly between the bounds, which are exact in double, the truncated value fits; NaN fails both tests.
  g.helper(
    key,
    () =>
      item`static ${type.name} ${key}(double x) { return x > ${exact(lo)} && x < ${exact(hi + 1n)} ? (${type.name})x : (${type.name})77; }`,
  );
  return expr(type, null, [`${key}(`, floatExpr(g, depth - 1), ")"], "float to int");
};

function exact(value: bigint): string {
  return value < 0n ? `-${-value}.0` : value === 0n ? "-1.0" : `${value}.0`;
}

function call(g: Generator, depth: number, wanted: Scalar["kind"]): Expr | null {
  const known = g.pureFunctions.filter((f) => f.result.kind === wanted && g.affords(f.cost));
  if (known.length === 0) return null;
  const f = g.rng.pick(known);
  g.spend(f.cost);
  const args = g.unsequenced(f.params.map((type) => () => anyExpr(g, depth - 1, type)));
  return expr(f.result, null, [`${f.name}(`, join(args), ")"], "call", ...f.tags);
}

/** An expression that converts implicitly, without undefined behaviour, to the type. */
export function anyExpr(g: Generator, depth: number, type: Scalar): Expr {
  return type.kind === "int" ? intExpr(g, depth) : g.rng.chance(0.7) ? floatExpr(g, depth) : intExpr(g, depth);
}

const sizeOf: Production = (g, depth) => {
  const e = cast(g.intType(), intExpr(g, depth - 1));
  const range = { lo: 1n, hi: 16n };
  if (g.rng.chance(0.5))
    return expr(g.types.size, range, [`sizeof(${g.rng.pick([...g.types.basic, floatType, doubleType]).name})`], "sizeof");
  // The operand of sizeof is not evaluated: its effects do not happen.
  const whole = expr(g.types.size, range, ["sizeof(", e, " + ", intLeaf(g), ")"], "sizeof");
  return { ...whole, reads: new Set(), writes: new Set() };
};

const statementExpression: Production = (g, depth) => {
  const type = g.rng.pick(g.types.unsignedAll);
  const name = g.fresh("t");
  const [a, b] = pair(g, depth);
  const op = g.rng.pick(["+=", "-=", "^=", "|=", "*="]);
  const unsigned = promote(type).signed ? g.types.unsigned : promote(type);
  return expr(
    type,
    null,
    [`({ ${type.name} ${name} = `, a, `; ${name} ${op} `, cast(unsigned, b), `; ${name}; })`],
    "statement expression",
  );
};

const compoundLiteral: Production = (g, depth) => {
  const type = g.intType();
  const count = g.rng.pick([2, 4]);
  const values = g.unsequenced(Array.from({ length: count }, () => () => intExpr(g, depth - 1)));
  const index = g.beside(values, () => intExpr(g, 0));
  return expr(type, null, [`((${type.name}[]){`, join(values), "})[", index, ` & ${count - 1}]`], "compound literal");
};

const generic: Production = (g, depth) => {
  const control = g.rng.chance(0.5) ? cast(g.intType(), intExpr(g, depth - 1)) : additive(g, "+", intLeaf(g), intLeaf(g));
  const arms = g.rng.shuffle(g.types.basic.map((type, i) => `${type.name}: ${i + 1}`)).slice(0, g.rng.between(3, 12));
  const whole = expr(g.types.int, { lo: 0n, hi: 12n }, ["_Generic(", control, `, ${[...arms, "default: 0"].join(", ")})`], "_Generic");
  return { ...whole, reads: new Set(), writes: new Set() };
};

const productions: readonly (readonly [number, Production])[] = [
  [20, (g) => intLeaf(g)],
  [24, (g, depth) => additive(g, g.rng.pick(additiveOps), ...pair(g, depth))],
  [9, (g, depth) => division(g, g.rng.pick(["/", "%"] as const), ...pair(g, depth))],
  [9, (g, depth) => shift(g, g.rng.pick(["<<", ">>"] as const), ...pair(g, depth))],
  [11, (g, depth) => bitwise(g, g.rng.pick(bitwiseOps), ...pair(g, depth))],
  [9, compare],
  [8, logical],
  [5, ternary],
  [4, comma],
  [3, (g, depth) => negate(g, intExpr(g, depth - 1))],
  [3, (g, depth) => complement(intExpr(g, depth - 1))],
  [9, castTo],
  [5, (g) => stepLocal(g) ?? intLeaf(g)],
  [4, nestedAssignment],
  [6, (g, depth) => call(g, depth, "int") ?? intLeaf(g)],
  [2, sizeOf],
  [2, statementExpression],
  [2, compoundLiteral],
  [1, generic],
  [4, (g, depth) => builtinCall(g, depth)],
  [3, fromFloat],
];

export function intExpr(g: Generator, depth: number): Expr {
  g.spend();
  if (depth <= 0 || !g.affords(4)) return intLeaf(g);
  return g.rng.weighted(productions)(g, depth);
}

const floatTexts = [
  "0.0",
  "-0.0",
  "1.0",
  "0.5f",
  "-2.25",
  "0.1",
  "0.1f",
  "3.0e10f",
  "1e-7",
  "-1e300",
  "123456789.125",
  "0x1.8p4",
  "5e-324",
  "1e38f",
  "7.0",
];

function floatLeaf(g: Generator): Expr {
  const places = g.readable().filter((p) => p.type.kind === "float");
  if (places.length > 0 && g.rng.chance(0.7)) return read(g, g.rng.pick(places));
  if (g.rng.chance(0.4)) {
    const type = g.rng.pick([floatType, doubleType]);
    return expr(type, null, [`(${type.name})`, intLeaf(g)], "int to float");
  }
  const chosen = g.rng.pick(floatTexts);
  return expr(chosen.endsWith("f") && !chosen.startsWith("0x") ? floatType : doubleType, null, [
    chosen.startsWith("-") ? `(${chosen})` : chosen,
  ]);
}

export function floatExpr(g: Generator, depth: number): Expr {
  g.spend();
  if (depth <= 0 || !g.affords(4)) return floatLeaf(g);
  switch (g.rng.below(8)) {
    case 0:
      return floatLeaf(g);
    case 1: {
      const c = intExpr(g, depth - 1);
      const [a, b] = [floatExpr(g, depth - 1), floatExpr(g, depth - 1)];
      return expr(commonType(a.type, b.type, g.model), null, ["(", c, " ? ", a, " : ", b, ")"], "op ?:");
    }
    case 2: {
      const e = floatExpr(g, depth - 1);
      return expr(e.type, null, ["(-", e, ")"], "float negation");
    }
    case 3: {
      const type = g.rng.pick([floatType, doubleType]);
      return expr(type, null, [`(${type.name})`, floatExpr(g, depth - 1)], "float cast");
    }
    case 4:
      return call(g, depth, "float") ?? expr(doubleType, null, ["__builtin_fabs(", floatExpr(g, depth - 1), ")"], "__builtin_fabs");
    default: {
      const a = floatExpr(g, depth - 1);
      const b = g.beside([a], () => (g.rng.chance(0.75) ? floatExpr(g, depth - 1) : intExpr(g, depth - 1)));
      const [left, right] = g.rng.chance(0.5) ? [a, b] : [b, a];
      // gcc 12 folds 0.0 - (double)i to -(double)i, which is -0.0 where i is 0: nothing constant minus an integer.
      const risky = (right.type.kind === "int" || right.tags.includes("int to float")) && !left.tags.some((tag) => tag.startsWith("type "));
      const op = g.rng.pick(risky ? ["+", "*", "/"] : ["+", "-", "*", "/"]);
      return expr(
        commonType(a.type, b.type, g.model),
        null,
        ["(", left, ` ${op} `, right, ")"],
        `float ${op}`,
        ...(b.type.kind === "int" ? ["int to float"] : []),
      );
    }
  }
}

/** A condition. */
export function condition(g: Generator, depth: number): Expr {
  return g.rng.chance(0.6) ? compare(g, Math.max(depth, 1)) : intExpr(g, depth);
}
