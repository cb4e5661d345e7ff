// Calls of the __builtin_ functions that gcc and clang share, with arguments for which they are defined.

import { intOf } from "./arithmetic.ts";
import { intExpr } from "./expressions.ts";
import type { Generator } from "./generator.ts";
import { cast, type Expr, expr } from "./tree.ts";
import type { IntType, Range } from "./types.ts";

const suffixes = [
  { suffix: "", rank: 3 },
  { suffix: "l", rank: 4 },
  { suffix: "ll", rank: 5 },
] as const;

function byRank(g: Generator, rank: number, signed: boolean): IntType {
  return g.types.basic.find((t) => t.rank === rank && t.signed === signed) as IntType;
}

export function builtinCall(g: Generator, depth: number): Expr {
  const { rng, types } = g;
  const { suffix, rank } = rng.pick(suffixes);
  const unsigned = byRank(g, rank, false);
  const operand = (): Expr => intExpr(g, depth - 1);
  const int = (name: string, hi: number, arg: Expr | readonly (string | Expr)[]): Expr => {
    const range: Range = { lo: 0n, hi: BigInt(hi) };
    return expr(types.int, range, [`${name}(`, arg, ")"], name.replace(/(ll|l)$/, ""), "builtins");
  };
  switch (rng.below(9)) {
    case 0: // undefined for 0: | 1
      return int(`__builtin_clz${suffix}`, 63, [`(${unsigned.name})`, operand(), " | 1"]);
    case 1: // undefined for 0: set the top bit
      return int(`__builtin_ctz${suffix}`, 63, [`(${unsigned.name})`, operand(), ` | ((${unsigned.name})1 << ${unsigned.bits - 1})`]);
    case 2:
      return int(`__builtin_popcount${suffix}`, 64, [`(${unsigned.name})`, operand()]);
    case 3:
      return int(`__builtin_parity${suffix}`, 1, [`(${unsigned.name})`, operand()]);
    case 4:
      return int(`__builtin_ffs${suffix}`, 64, [`(${byRank(g, rank, true).name})`, operand()]);
    case 5: {
      const bits = rng.pick([16, 32, 64]);
      const type = types.named.find((t) => t.name === `uint${bits}_t`) as IntType;
      return expr(type, null, [`__builtin_bswap${bits}(`, operand(), ")"], "__builtin_bswap", "builtins");
    }
    case 6: {
      const long = byRank(g, 4, true);
      const e = cast(long, operand());
      return expr(long, e, ["__builtin_expect(", e, `, ${rng.below(2)})`], "__builtin_expect", "builtins");
    }
    case 7:
      return int(`__builtin_clrsb${suffix}`, 63, [`(${byRank(g, rank, true).name})`, operand()]);
    default:
      return overflowCheck(g, depth);
  }
}

/** Whether the operation overflows the type of the result, mixed into the wrapped result. */
function overflowCheck(g: Generator, depth: number): Expr {
  const { rng } = g;
  const verb = rng.pick(["add", "sub", "mul"]);
  const result = rng.pick(g.types.basic.filter((t) => t.rank > 0));
  const a = intExpr(g, depth - 1);
  const b = g.beside([a], () => intExpr(g, depth - 1));
  // Mostly operands of the result's own type; sometimes of others, which compilers widen for.
  const own = rng.chance(0.7);
  const operandType = (e: Expr): IntType => (own ? result : intOf(e).bits > 64 ? g.types.longLong : intOf(e));
  const [left, right] = [cast(operandType(a), a), cast(operandType(b), b)];
  const name = g.fresh("o");
  const outcome = rng.chance(0.5) ? `(${result.name})(${name} ^ 1)` : `(${result.name})0`;
  return expr(
    result,
    null,
    [`({ ${result.name} ${name}; __builtin_${verb}_overflow(`, left, ", ", right, `, &${name}) ? ${outcome} : ${name}; })`],
    "__builtin_overflow",
    "builtins",
  );
}
