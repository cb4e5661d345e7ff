// Terms mean what the executor does: every operator at every width, on random and edge operands, as constants, half constant and
// symbolic, simplified and not.

import { describe, expect, test } from "vitest";
import { emitBuiltin, emitChecked, emitConvert } from "../../../src/execution/compile/floats.ts";
import { comparison, emitInteger } from "../../../src/execution/compile/integers.ts";
import { int, integerBuiltins, type Operand } from "../../../src/program/operations.ts";
import { Rng } from "../../../src/support/rng.ts";
import { integerBuiltin } from "../../../src/terms/builtins.ts";
import { evaluate } from "../../../src/terms/evaluate.ts";
import { foldBinary, foldSmall } from "../../../src/terms/fold.ts";
import type { Term } from "../../../src/terms/term.ts";
import { Terms } from "../../../src/terms/terms.ts";
import { executed } from "./executor.ts";
import { binaryOperators, interesting, predicates } from "./random-terms.ts";

const widths = Array.from({ length: 128 }, (_, i) => i + 1);
const stores = [new Terms(), new Terms({ simplify: false })];

/** Builds with every mixture of constants and variables, and evaluates. Returns what differs from `expected`. */
function differing(
  values: readonly bigint[],
  argumentWidths: readonly number[],
  expected: bigint,
  build: (terms: Terms, args: readonly Term[]) => Term,
): string[] {
  const wrong: string[] = [];
  for (const [s, terms] of stores.entries()) {
    for (let variables = 0; variables < 1 << values.length; variables++) {
      const args = values.map((v, i) => {
        const width = argumentWidths[i] as number;
        return (variables >> i) & 1 ? terms.variable(`x${i} of ${width}`, width) : terms.constant(v, width);
      });
      const environment = { variable: (name: string) => values[Number(name[1])] as bigint, before: () => false };
      const value = evaluate(build(terms, args), environment);
      if (value !== expected) wrong.push(`store ${s}, variables ${variables}, (${values.join(", ")}): ${value}, not ${expected}`);
    }
  }
  return wrong;
}

/** Second operands are often small: otherwise most shifts and divisions have the same result. */
function operands(rng: Rng, width: number): [bigint, bigint] {
  const a = interesting(rng, width);
  return [a, rng.chance(0.3) ? BigInt.asUintN(width, BigInt(rng.between(-3, width))) : rng.chance(0.1) ? a : interesting(rng, width)];
}

describe("operators agree with the executor at every width", () => {
  for (const op of binaryOperators)
    test(op, () => {
      const rng = new Rng(1);
      let compared = 0;
      for (const bits of widths) {
        const run = executed(int(bits), [int(bits), int(bits)], (e, [left, right]) =>
          emitInteger(
            e,
            { op: "integer", at: 0, to: 0, bits, operator: op, left: left as Operand, right: right as Operand, signed: true },
            0,
          ),
        );
        for (let i = 0; i < 8; i++) {
          const pair = operands(rng, bits);
          const { value, fault, overflow } = run(pair);
          if (fault !== null) continue;
          compared++;
          expect(differing(pair, [bits, bits], value, (t, [a, b]) => t[op](a as Term, b as Term))).toEqual([]);
          if (op === "add" || op === "sub" || op === "mul") {
            const method = `${op}Overflows` as const;
            expect(differing(pair, [bits, bits], overflow ? 1n : 0n, (t, [a, b]) => t[method](a as Term, b as Term, true))).toEqual([]);
          }
        }
      }
      expect(compared).toBeGreaterThan(400);
    });

  for (const predicate of predicates)
    test(predicate, () => {
      const rng = new Rng(2);
      for (const bits of widths) {
        const run = executed(int(1), [int(bits), int(bits)], (e, [left, right]) =>
          e.setLow(0, `(${comparison(e, predicate, bits, left as Operand, right as Operand)}) ? 1 : 0`),
        );
        for (let i = 0; i < 5; i++) {
          const pair = operands(rng, bits);
          expect(differing(pair, [bits, bits], run(pair).value, (t, [a, b]) => t[predicate](a as Term, b as Term))).toEqual([]);
        }
      }
    });

  test("trunc, zext, sext", () => {
    const rng = new Rng(3);
    for (const bits of widths) {
      for (const other of new Set([1, 7, 8, 16, 31, 32, 33, 63, 64, 65, 128, rng.between(1, 128)])) {
        if (other === bits) continue;
        for (const conversion of other < bits ? (["trunc"] as const) : (["zext", "sext"] as const)) {
          const [source, target] = [int(bits), int(other)];
          const run = executed(target, [source], (e, [from]) =>
            emitConvert(e, { op: "convert", at: 0, to: 0, conversion, from: from as Operand, source, target }),
          );
          for (let i = 0; i < 3; i++) {
            const v = interesting(rng, bits);
            const build = (t: Terms, [a]: readonly Term[]): Term =>
              conversion === "trunc" ? t.extract(a as Term, other - 1, 0) : t[conversion](a as Term, other);
            expect(differing([v], [bits], run([v]).value, build), `${conversion} ${bits} to ${other}`).toEqual([]);
          }
        }
      }
    }
  });

  test("checked arithmetic", () => {
    const rng = new Rng(4);
    for (const bits of widths)
      for (const operator of ["add", "sub", "mul"] as const)
        for (const signed of [false, true]) {
          const run = executed(int(bits), [int(bits), int(bits)], (e, [left, right]) =>
            emitChecked(e, {
              op: "checked",
              at: 0,
              to: 0,
              overflow: 1,
              bits,
              operator,
              signed,
              left: left as Operand,
              right: right as Operand,
            }),
          );
          for (let i = 0; i < 3; i++) {
            const pair = operands(rng, bits);
            const { value, flag } = run(pair);
            expect(differing(pair, [bits, bits], value, (t, [a, b]) => t[operator](a as Term, b as Term))).toEqual([]);
            const method = `${operator}Overflows` as const;
            expect(
              differing(pair, [bits, bits], flag ? 1n : 0n, (t, [a, b]) => t[method](a as Term, b as Term, signed)),
              `${operator} ${signed} ${bits}`,
            ).toEqual([]);
          }
        }
  });

  for (const builtin of integerBuiltins)
    test(builtin, () => {
      const rng = new Rng(5);
      const arity = builtin.startsWith("fsh") ? 3 : /max|min|sat/.test(builtin) ? 2 : 1;
      for (const bits of builtin === "bswap" ? [16, 32, 48, 64, 128] : [...widths.slice(0, 34), 48, 63, 64, 65, 127, 128]) {
        const parameters = Array.from({ length: arity }, () => int(bits));
        const run = executed(int(bits), parameters, (e, args) =>
          emitBuiltin(e, { op: "builtin", at: 0, to: 0, builtin, type: int(bits), args }),
        );
        for (let i = 0; i < 6; i++) {
          const values = parameters.map((_, k) =>
            k === 2 ? BigInt.asUintN(bits, BigInt(rng.below(2 * bits + 1))) : interesting(rng, bits),
          );
          const { value } = run(values);
          expect(
            differing(
              values,
              parameters.map((p) => p.bits),
              value,
              (t, args) => integerBuiltin(t, builtin, args),
            ),
            `${builtin} ${bits}`,
          ).toEqual([]);
        }
      }
    });
});

test("arithmetic on numbers is that on bigints", () => {
  const rng = new Rng(6);
  for (const op of [...binaryOperators, "eq", "ult", "ule", "slt", "sle"] as const)
    for (let width = 1; width <= 32; width++)
      for (let i = 0; i < 20; i++) {
        const [a, b] = operands(rng, width);
        expect(BigInt(foldSmall(op, width, Number(a), Number(b))), `${op} ${width} ${a} ${b}`).toBe(foldBinary(op, width, a, b));
      }
});

test("negation overflows for one number", () => {
  for (const width of [1, 8, 32, 64, 128]) {
    const least = 1n << BigInt(width - 1);
    for (const v of [0n, 1n % (1n << BigInt(width)), least, BigInt.asUintN(width, least - 1n)]) {
      expect(differing([v], [width], v === least ? 1n : 0n, (t, [a]) => t.negOverflows(a as Term, true))).toEqual([]);
      expect(differing([v], [width], v === 0n ? 0n : 1n, (t, [a]) => t.negOverflows(a as Term, false))).toEqual([]);
    }
  }
});
