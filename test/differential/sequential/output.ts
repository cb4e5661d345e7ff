// Statements that make values visible: printf with a unique label (so that the first differing line names the place),
// and the checksum.

import { floatExpr, intExpr, read } from "./expressions.ts";
import type { Generator, Place } from "./generator.ts";
import { cast, type Expr, expr, item, type Part, type Stmt, stmt, tagged } from "./tree.ts";
import { type IntType, lengthModifier, toUnsigned } from "./types.ts";

interface Conversion {
  readonly format: string;
  readonly argument: Part;
}

const signedModifiers = ["", "", "", "+", " ", "8", "-8", "08", "+6", ".5", "8.3", "-+5"];
const unsignedModifiers = ["", "", "10", "-5", "05", ".4"];
const radixModifiers = ["", "", "#", "8", "08", "-10", "#010", ".6"];

function intConversion(g: Generator, e: Expr, type: IntType): Conversion {
  const { rng } = g;
  const length = lengthModifier(type);
  if (type.signed || type.rank === 0) return { format: `%${rng.pick(signedModifiers)}${length}${rng.pick(["d", "d", "i"])}`, argument: e };
  const letter = rng.pick(["u", "u", "x", "X", "o"]);
  return { format: `%${rng.pick(letter === "u" ? unsignedModifiers : radixModifiers)}${length}${letter}`, argument: e };
}

/** How printf shows one value. */
export function conversion(g: Generator, e: Expr): Conversion {
  if (e.type.kind === "float") {
    // The sign of a NaN is not specified: NaN is shown as a number that nothing else prints.
    g.helper("real", () => item`static double real(double x) { return x != x ? 98765.4321 : x; }`);
    const format = g.rng.weighted([
      [4, "%.17g"],
      [4, "%a"],
      [3, "%g"],
      [1, "%.3e"],
      [1, "%.9g"],
    ]);
    return { format, argument: expr(e.type, null, ["real(", e, ")"], `printf ${format}`) };
  }
  if (e.type.bits > 64) {
    const low = cast(g.types.unsignedLongLong, e);
    return { format: "%016llx", argument: low };
  }
  // A constant of a narrow type has been cast; a hexadecimal or octal form needs an unsigned argument, which these have.
  return intConversion(g, e, e.type);
}

/** printf of a label and some values, which are evaluated unsequenced. */
export function print(g: Generator, label: string, makers: readonly (() => Expr)[]): Stmt {
  g.spend(4);
  const values = g.unsequenced(makers);
  const shown = values.map((e) => conversion(g, e));
  const format = `${label}${shown.map((c) => ` ${c.format}`).join("")}\\n`;
  return stmt`printf("${format}"${shown.flatMap((c) => [", ", c.argument])});`;
}

/** Shows places, splitting 128-bit ones into halves. */
export function printPlaces(g: Generator, places: readonly Place[], label = g.fresh("p")): Stmt {
  const makers = places.flatMap((p) => {
    if (p.type.kind === "int" && p.type.bits > 64) {
      return [
        () => expr(g.types.unsignedLongLong, null, ["(unsigned long long)(", read(g, p), " >> 64)"]),
        () => expr(g.types.unsignedLongLong, null, ["(unsigned long long)", read(g, p)]),
      ];
    }
    return [() => read(g, p)];
  });
  return print(g, label, makers);
}

/** Shows one to three random expressions. */
export function printSome(g: Generator, depth: number): Stmt {
  const makers = Array.from({ length: g.rng.between(1, 3) }, () => () => {
    const e = g.rng.chance(0.75) || !g.floats ? intExpr(g, depth) : floatExpr(g, depth);
    return e.type.kind === "int" && e.type.bits > 64 ? cast(g.types.unsignedLongLong, e) : e;
  });
  return print(g, g.fresh("p"), makers);
}

/** Folds a value into the checksum. */
export function mix(g: Generator, depth: number): Stmt {
  return mixValue(g, g.rng.chance(0.8) || !g.floats ? intExpr(g, depth) : floatExpr(g, depth));
}

export function mixValue(g: Generator, e: Expr): Stmt {
  if (e.type.kind === "int") {
    if (e.type.bits > 64) return stmt`mix((unsigned long long)(${e} >> 7));`;
    return stmt`mix(${g.rng.chance(0.3) ? cast(toUnsigned(e.type, g.model), e) : e});`;
  }
  g.include("string.h");
  g.helper(
    "mix_real",
    () => item`static void mix_real(double x) {
  unsigned long long bits = 1;
  if (x == x) memcpy(&bits, &x, sizeof bits);
  mix(bits);
}`,
  );
  return tagged(stmt`mix_real(${e});`, "float bits");
}
