// Random statements over the places in scope: assignments of every kind, declarations, conditionals, loops, switches and
// jumps, all with bounded trip counts. In: how many and how deep. Out: statements for a block.

import { type Additive, additiveRange, divisor, fitSymmetric, intOf, shiftCount } from "./arithmetic.ts";
import { anyExpr, bitFieldRange, canStep, condition, constant, intExpr } from "./expressions.ts";
import { type Generator, type Place, place } from "./generator.ts";
import { mix, printSome } from "./output.ts";
import { block, cast, type Expr, expr, join, type Stmt, small, stmt, tagged, withEffects } from "./tree.ts";
import { commonInt, contains, type IntType, promote, rangeOf, type Scalar, toUnsigned } from "./types.ts";

/** `plain`: no declarations directly in this list (a jump may pass over its start). */
export function statements(g: Generator, count: number, depth: number, options: { plain?: boolean } = {}): Stmt[] {
  const result: Stmt[] = [];
  for (let i = 0; i < count && (i === 0 || g.affords(8)); i++) result.push(statement(g, depth, options.plain ?? false));
  return result;
}

type Production = (g: Generator, depth: number) => Stmt;

function statement(g: Generator, depth: number, plain: boolean): Stmt {
  const { scope } = g;
  const nested = depth > 0 && g.affords(30);
  const table: (readonly [number, Production])[] = [
    [30, assignment],
    [4, step],
    [plain ? 0 : 10, (_, d) => declareLocal(g, d)],
    [scope.pure ? 0 : 10, mix],
    [scope.pure || scope.weight > 12 ? 0 : 9, (_, d) => printSome(g, d)],
    [nested ? 9 : 0, conditional],
    [nested && g.affordsLoop(4) ? 12 : 0, loop],
    [nested ? 4 : 0, switchOver],
    [nested ? 2 : 0, forwardGoto],
    [nested && g.affordsLoop(5) ? 2 : 0, backwardGoto],
    [scope.breakable && scope.weight > 1 ? 6 : 0, leave],
  ];
  return g.rng.weighted(table)(g, depth);
}

const exprDepth = (g: Generator): number =>
  g.rng.weighted([
    [2, 1],
    [5, 2],
    [3, 3],
    [1, 4],
  ] as const);

/** The place as the target of an assignment, with the effects of evaluating it. */
export function target(g: Generator, p: Place): Expr {
  const e = expr(p.type, p.range, p.parts(g), ...p.tags);
  return p.key === null ? e : withEffects(e, [p.key], []);
}

export function assignment(g: Generator): Stmt {
  const places = g.writable();
  if (places.length === 0) return stmt`;`;
  const p = g.rng.pick(places);
  const to = target(g, p);
  // The new value may read the target but not write it.
  if (p.range !== null || g.rng.chance(0.5)) return assign(g, p, to);
  return p.type.kind === "float" ? compoundFloat(g, p, to) : compoundInt(g, p, to, p.type);
}

function assign(g: Generator, p: Place, to: Expr): Stmt {
  const value = g.beside([to], () => anyExpr(g, exprDepth(g), p.type));
  if (p.range === null) return stmt`${to} = ${value};`;
  return stmt`${to} = ${contains(p.range, value) ? value : fitSymmetric(value, p.range.hi + 1n)};`;
}

function compoundFloat(g: Generator, p: Place, to: Expr): Stmt {
  const op = g.rng.pick(["+=", "-=", "*=", "/="]);
  return tagged(stmt`${to} ${op} ${g.beside([to], () => anyExpr(g, exprDepth(g), p.type))};`, `float ${op}`);
}

function compoundInt(g: Generator, p: Place, to: Expr, type: IntType): Stmt {
  const value = g.beside([to], () => intExpr(g, exprDepth(g)));
  const range = p.bitWidth === null ? rangeOf(type) : bitFieldRange(type, p.bitWidth);
  // The range of the place's value after promotion, before the operator is applied.
  const narrowField = p.bitWidth !== null && (p.bitWidth < 32 || type.signed) && type.rank <= 3;
  const left = narrowField ? g.types.int : promote(type);
  // gcc computes with a bit-field wider than int in its exact width, clang in its declared type: only operators whose low bits
  // are the same in both, and in unsigned long long, where nothing overflows.
  const exotic = p.bitWidth !== null && type.rank > 3;
  const op = g.rng.pick(exotic ? ["+", "-", "*", "&", "|", "^"] : ["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^"]);
  const tag = `op ${op}=`;
  switch (op) {
    case "+":
    case "-":
    case "*": {
      if (exotic) return tagged(stmt`${to} ${op}= ${cast(g.types.unsignedLongLong, value)};`, tag);
      const common = commonInt(left, intOf(value), g.model);
      const safe = additiveRange(op as Additive, range, value, common) !== null;
      return tagged(stmt`${to} ${op}= ${safe ? value : cast(toUnsigned(common, g.model), value)};`, tag);
    }
    case "/":
    case "%":
      return tagged(stmt`${to} ${op}= ${divisor(g, value)};`, tag);
    case "<<": {
      const count = shiftCount(g, left.bits, value);
      if (!left.signed) return tagged(stmt`${to} <<= ${count};`, tag);
      if (range.lo >= 0n && range.hi << 8n <= rangeOf(left).hi) return tagged(stmt`${to} <<= ${small(g.rng.below(8))};`, tag);
      return tagged(stmt`${to} >>= ${count};`, "op >>=");
    }
    case ">>":
      return tagged(stmt`${to} >>= ${shiftCount(g, left.bits, value)};`, tag);
    default:
      return tagged(stmt`${to} ${op}= ${value};`, tag);
  }
}

function step(g: Generator): Stmt {
  const places = g.writable().filter((p) => canStep(p) && p.range === null);
  if (places.length === 0) return assignment(g);
  const p = g.rng.pick(places);
  const op = g.rng.pick(["++", "--"]);
  return g.rng.chance(0.5)
    ? tagged(stmt`${op}${p.parts(g)};`, `prefix ${op}`, ...p.tags)
    : tagged(stmt`${p.parts(g)}${op};`, `postfix ${op}`, ...p.tags);
}

/** Declares an initialised local and adds it to the scope. */
export function declareLocal(g: Generator, _depth = 0, wanted: Scalar | null = null): Stmt {
  const { rng, scope } = g;
  const type: Scalar =
    wanted ??
    (rng.chance(0.8) || !g.floats
      ? g.intType()
      : {
          kind: "float",
          ...rng.pick([
            { name: "float", bits: 32 },
            { name: "double", bits: 64 },
          ] as const),
        });
  const name = g.fresh("v");
  const tags = [`type ${type.name}`];
  const kind = rng.weighted([
    [10, "plain"],
    [7, "memory"],
    [2, "volatile"],
    [1, "const"],
    [1, "register"],
    [scope.pure || wanted !== null ? 0 : 1, "static"],
    [type.kind === "int" && type.signed && type.rank >= 3 ? 3 : 0, "small"],
  ] as const);
  const value = anyExpr(g, exprDepth(g), type);
  const parts = (): string[] => [name];
  switch (kind) {
    case "plain":
    case "register":
      scope.places.push(place(type, parts, { key: name }));
      return tagged(stmt`${kind === "register" ? "register " : ""}${type.name} ${name} = ${value};`, ...tags);
    case "memory":
      scope.places.push(place(type, parts, { addressable: true }));
      return tagged(stmt`${type.name} ${name} = ${value};`, ...tags);
    case "volatile":
      scope.places.push(place(type, parts));
      return tagged(stmt`volatile ${type.name} ${name} = ${value};`, "volatile", ...tags);
    case "const":
      scope.places.push(place(type, parts, { writable: false }));
      return tagged(stmt`const ${type.name} ${name} = ${value};`, ...tags);
    case "static": {
      scope.places.push(place(type, parts, { addressable: true }));
      const start = type.kind === "int" ? constant(g, type) : small(rng.below(100));
      return tagged(stmt`static ${type.name} ${name} = ${start};`, "static local", ...tags);
    }
    case "small": {
      const n = BigInt(rng.pick([10, 100, 1000, 10000]));
      scope.places.push(place(type, parts, { range: { lo: 1n - n, hi: n - 1n } }));
      return tagged(stmt`${type.name} ${name} = ${fitSymmetric(value, n)};`, ...tags);
    }
  }
}

function conditional(g: Generator, depth: number): Stmt {
  const test = condition(g, exprDepth(g));
  const then = g.block(() => statements(g, g.rng.between(1, 3), depth - 1));
  if (g.rng.chance(0.5)) return tagged(stmt`if (${test}) ${then}`, "if");
  return tagged(stmt`if (${test}) ${then} else ${g.block(() => statements(g, g.rng.between(1, 2), depth - 1))}`, "if");
}

function loop(g: Generator, depth: number): Stmt {
  const { rng } = g;
  const form = rng.pick(["up", "down", "while", "do", "meet"] as const);
  const trips = rng.between(1, g.affordsLoop(8) ? 8 : 4);
  const name = g.fresh("i");
  const type = form === "meet" || rng.chance(0.5) ? g.types.int : rng.pick([...g.types.basic, ...g.types.named].filter((t) => t.rank > 0));
  const nested = g.scope.weight > 1 ? ["nested loop"] : [];
  const body = g.block(
    () => {
      g.scope.places.push(place(type, () => [name], { writable: false, range: { lo: 0n, hi: BigInt(trips) } }));
      return statements(g, rng.between(1, 3), depth - 1);
    },
    { trips, loop: true },
  );
  switch (form) {
    case "up": {
      const masked = rng.chance(0.4) && [2, 4, 8].includes(trips);
      const bound = masked ? expr(g.types.int, null, ["(", intExpr(g, 1), ` & ${trips - 1})`]) : small(trips);
      return tagged(stmt`for (${type.name} ${name} = 0; ${name} < ${bound}; ${name}++) ${body}`, "for loop", ...nested);
    }
    case "down":
      return tagged(stmt`for (${type.name} ${name} = ${small(trips)}; ${name} > 0; ${name} -= 1) ${body}`, "for loop", ...nested);
    case "while": {
      const test = tagged(stmt`while (${name}-- > 0) ${body}`, "while loop", ...nested);
      return stmt`${block([stmt`${type.name} ${name} = ${small(trips)};`, test])}`;
    }
    case "do": {
      const repeat = tagged(stmt`do ${body} while (++${name} < ${trips} && ${condition(g, 1)});`, "do loop", ...nested);
      return stmt`${block([stmt`${type.name} ${name} = 0;`, repeat])}`;
    }
    case "meet": {
      const other = g.fresh("j");
      return tagged(
        stmt`for (int ${name} = 0, ${other} = ${small(trips)}; ${name} < ${other}; ${name}++, ${other}--) ${body}`,
        "for loop",
        ...nested,
      );
    }
  }
}

function leave(g: Generator): Stmt {
  const word = g.scope.continuable && g.rng.chance(0.6) ? "continue" : "break";
  return tagged(stmt`if (${condition(g, 1)}) ${word};`, word);
}

export function switchOver(g: Generator, depth: number): Stmt {
  const { rng } = g;
  const type = rng.pick([g.types.int, g.types.longLong, g.types.unsigned, ...g.types.basic.filter((t) => t.rank > 0)]);
  const modulus = rng.pick([5, 8, 10]);
  // Sometimes the values need more than 32 bits.
  const offset = type.bits === 64 && rng.chance(0.5) ? 0x123456789an : 0n;
  const value = cast(type, fitSymmetric(intExpr(g, 2), BigInt(modulus)));
  const control = offset === 0n ? value : expr(type, null, ["(", value, ` + ${offset})`]);
  const signed = type.signed;
  const free = rng.shuffle(Array.from({ length: modulus }, (_, i) => i));
  if (signed) free.push(...rng.shuffle([-1, -2, -3]));
  const arms: Stmt[] = [];
  const count = rng.between(2, 5);
  for (let i = 0; i < count && free.length > 0; i++) {
    const value = free.pop() as number;
    const show = (n: number): string => `${offset + BigInt(n)}`;
    const neighbour = free.indexOf(value + 1);
    const labels: string[] = [];
    const tags: string[] = [];
    if (neighbour >= 0 && rng.chance(0.4)) {
      free.splice(neighbour, 1);
      labels.push(`case ${show(value)} ... ${show(value + 1)}:`);
      tags.push("case range");
    } else labels.push(`case ${show(value)}:`);
    if (rng.chance(0.25) && free.length > 0) labels.push(`case ${show(free.pop() as number)}:`);
    const falls = rng.chance(0.35);
    if (falls) tags.push("fall-through");
    const body = g.block(() => statements(g, rng.between(1, 2), depth - 1), { switched: true });
    arms.push(tagged(stmt`${labels.join(" ")} ${body}${falls ? "" : " break;"}`, ...tags));
  }
  if (rng.chance(0.7))
    arms.splice(
      rng.below(arms.length + 1),
      0,
      tagged(stmt`default: ${g.block(() => statements(g, 1, 0), { switched: true })}${rng.chance(0.5) ? " break;" : ""}`, "switch default"),
    );
  return tagged(stmt`switch (${control}) ${block(arms)}`, "switch", ...(offset === 0n ? [] : ["wide switch"]));
}

function forwardGoto(g: Generator, depth: number): Stmt {
  const label = g.fresh("L");
  const test = condition(g, 2);
  const skipped = g.block(() => statements(g, 2, depth - 1));
  if (g.rng.chance(0.6)) return tagged(stmt`${block([stmt`if (${test}) goto ${label};`, stmt`${skipped}`, stmt`${label}:;`])}`, "goto");
  // A jump into a block: only statements without declarations may precede the label.
  const inner = g.block(() => [...statements(g, 1, 0, { plain: true }), stmt`${label}:;`, ...statements(g, 1, 0)]);
  return tagged(stmt`${block([stmt`if (${test}) goto ${label};`, stmt`if (${condition(g, 1)}) ${inner}`])}`, "goto", "goto into block");
}

function backwardGoto(g: Generator, depth: number): Stmt {
  const label = g.fresh("L");
  const count = g.fresh("n");
  const trips = g.rng.between(2, 5);
  const body = g.block(() => statements(g, 2, depth - 1), { trips });
  const items = [stmt`int ${count} = ${small(trips)};`, stmt`${label}: ${body}`, stmt`if (--${count} > 0) goto ${label};`];
  return tagged(stmt`${block(items)}`, "goto", "goto backward");
}

/** Arguments or initialisers in a row. */
export function row(g: Generator, types: readonly Scalar[], depth: number): readonly (string | Expr)[] {
  const values = g.unsequenced(types.map((type) => () => anyExpr(g, depth, type)));
  return join(values) as (string | Expr)[];
}
