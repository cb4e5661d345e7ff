import { describe, expect, test } from "vitest";
import { BitBlaster } from "../../../../src/solving/bitblast/bitblaster.ts";
import { positive, variableOf } from "../../../../src/solving/literal.ts";
import { Rng } from "../../../../src/support/rng.ts";
import { Evaluator } from "../../../../src/terms/evaluate.ts";
import { foldBinary, foldUnary } from "../../../../src/terms/fold.ts";
import type { Term } from "../../../../src/terms/term.ts";
import { Terms } from "../../../../src/terms/terms.ts";
import { binaryOperators, interesting, randomTerms } from "../../terms/random-terms.ts";
import { numberAt, RecordingCore, transposed } from "./simulate.ts";

const comparisons = ["eq", "ult", "ule", "slt", "sle"] as const;
const twoOperands = [...binaryOperators, ...comparisons];

const noOrder = (): never => {
  throw new Error("no order facts here");
};

interface Circuit {
  readonly core: RecordingCore;
  readonly blaster: BitBlaster;
  readonly inputs: readonly Term[];
  readonly output: Term;
}

/** Nothing is simplified: the operator itself is translated. */
function circuit(width: number, build: (terms: Terms, a: Term, b: Term, c: Term) => Term): Circuit {
  const terms = new Terms({ simplify: false });
  const core = new RecordingCore();
  const blaster = new BitBlaster(terms, core, noOrder);
  const inputs = [terms.variable("a", width), terms.variable("b", width), terms.variable("c", 1)];
  for (const v of inputs) blaster.bits(v);
  const output = build(terms, inputs[0] as Term, inputs[1] as Term, inputs[2] as Term);
  blaster.bits(output);
  return { core, blaster, inputs, output };
}

/** Runs the circuit on up to 32 assignments of its inputs. */
function run({ core, blaster, inputs, output }: Circuit, values: readonly (readonly bigint[])[]): bigint[] {
  const given = new Map<number, number>();
  for (const [i, v] of inputs.entries()) {
    const words = transposed(
      values.map((row) => row[i] ?? 0n),
      v.width,
    );
    for (const [k, bit] of blaster.bits(v).entries()) given.set(variableOf(bit), words[k] as number);
  }
  const valueOf = core.simulate(given);
  const bits = blaster.bits(output).map(valueOf);
  return values.map((_, k) => numberAt(bits, k));
}

function allPairs(width: number): bigint[][] {
  const count = 1 << width;
  return Array.from({ length: count * count }, (_, i) => [BigInt(i % count), BigInt(Math.floor(i / count))]);
}

/** The first few wrong pairs, as readable text. */
function mismatches(c: Circuit, pairs: readonly (readonly bigint[])[], expected: (row: readonly bigint[]) => bigint): string[] {
  const wrong: string[] = [];
  for (let at = 0; at < pairs.length && wrong.length < 3; at += 32) {
    const rows = pairs.slice(at, at + 32);
    for (const [k, result] of run(c, rows).entries()) {
      const row = rows[k] as readonly bigint[];
      if (result !== expected(row)) wrong.push(`(${row.join(", ")}) gives ${result}, not ${expected(row)}`);
    }
  }
  return wrong;
}

describe("every operator on all operands of 1 to 8 bits", () => {
  for (const op of twoOperands)
    test(op, () => {
      for (let width = 1; width <= 8; width++) {
        const c = circuit(width, (t, a, b) => t[op](a, b));
        expect(mismatches(c, allPairs(width), (row) => foldBinary(op, width, row[0] as bigint, row[1] as bigint))).toEqual([]);
      }
    });

  test("not, neg, ite, concat, extract, zext, sext", () => {
    for (let width = 1; width <= 8; width++) {
      const singles = Array.from({ length: 1 << width }, (_, i) => [BigInt(i)]);
      for (const op of ["not", "neg"] as const) {
        const c = circuit(width, (t, a) => t[op](a));
        expect(mismatches(c, singles, ([a]) => foldUnary(op, width, a as bigint))).toEqual([]);
      }
      for (let low = 0; low < width; low++) {
        const c = circuit(width, (t, a) => t.extract(a, width - 1, low));
        expect(mismatches(c, singles, ([a]) => (a as bigint) >> BigInt(low))).toEqual([]);
      }
      const wide = circuit(width, (t, a) => t.zext(a, width + 3));
      expect(mismatches(wide, singles, ([a]) => a as bigint)).toEqual([]);
      const signed = circuit(width, (t, a) => t.sext(a, width + 3));
      expect(mismatches(signed, singles, ([a]) => BigInt.asUintN(width + 3, BigInt.asIntN(width, a as bigint)))).toEqual([]);
      const both = circuit(width, (t, a, b) => t.concat(a, b));
      expect(mismatches(both, allPairs(width), ([a, b]) => ((a as bigint) << BigInt(width)) | (b as bigint))).toEqual([]);
      const choice = circuit(width, (t, a, b, c) => t.ite(c, a, b));
      const rows = allPairs(Math.min(width, 5)).flatMap(([a, b]) => [
        [a as bigint, b as bigint, 0n],
        [a as bigint, b as bigint, 1n],
      ]);
      expect(mismatches(choice, rows, ([a, b, c]) => (c === 1n ? (a as bigint) : (b as bigint)))).toEqual([]);
    }
  });

  test("with a constant on either side", () => {
    for (const op of twoOperands) {
      for (const width of [1, 3, 4]) {
        const singles = Array.from({ length: 1 << width }, (_, i) => [BigInt(i)]);
        for (let k = 0n; k < 1n << BigInt(width); k++) {
          const right = circuit(width, (t, a) => t[op](a, t.constant(k, width)));
          expect(mismatches(right, singles, ([a]) => foldBinary(op, width, a as bigint, k))).toEqual([]);
          const left = circuit(width, (t, a) => t[op](t.constant(k, width), a));
          expect(mismatches(left, singles, ([a]) => foldBinary(op, width, k, a as bigint))).toEqual([]);
        }
      }
    }
  });
});

describe("every operator on wide operands", () => {
  for (const width of [16, 32, 64, 128])
    test(`${width} bits`, () => {
      const rng = new Rng(width);
      for (const op of twoOperands) {
        const c = circuit(width, (t, a, b) => t[op](a, b));
        const pairs = Array.from({ length: width <= 32 ? 160 : 64 }, () => {
          const a = interesting(rng, width);
          return [a, rng.chance(0.1) ? a : rng.chance(0.2) ? BigInt(rng.below(width + 2)) : interesting(rng, width)];
        });
        expect(
          mismatches(c, pairs, (row) => foldBinary(op, width, row[0] as bigint, row[1] as bigint)),
          op,
        ).toEqual([]);
      }
    });

  test("times and divided by constants", () => {
    const rng = new Rng(5);
    for (let i = 0; i < 60; i++) {
      const width = rng.pick([7, 16, 32, 64]);
      const op = rng.pick(["mul", "udiv", "urem", "sdiv", "srem", "shl", "lshr", "ashr"] as const);
      const k = interesting(rng, width);
      const c = circuit(width, (t, a) => t[op](a, t.constant(k, width)));
      const rows = Array.from({ length: 32 }, () => [interesting(rng, width)]);
      expect(
        mismatches(c, rows, ([a]) => foldBinary(op, width, a as bigint, k)),
        `${op} ${k}`,
      ).toEqual([]);
    }
  });
});

describe("overflow predicates", () => {
  const exact = { add: (a: bigint, b: bigint) => a + b, sub: (a: bigint, b: bigint) => a - b, mul: (a: bigint, b: bigint) => a * b };
  for (const op of ["add", "sub", "mul"] as const)
    test(op, () => {
      const rng = new Rng(7);
      for (const signed of [false, true]) {
        for (const width of [1, 2, 4, 5, 16, 32, 64, 128]) {
          const overflows = (row: readonly bigint[]): bigint => {
            const [a, b] = row.map((x) => (signed ? BigInt.asIntN(width, x) : x)) as [bigint, bigint];
            const result = exact[op](a, b);
            return (signed ? BigInt.asIntN(width, result) : BigInt.asUintN(width, result)) === result ? 0n : 1n;
          };
          const method = `${op}Overflows` as const;
          const c = circuit(width, (t, a, b) => t[method](a, b, signed));
          const pairs = width <= 5 ? allPairs(width) : Array.from({ length: 64 }, () => [interesting(rng, width), interesting(rng, width)]);
          expect(mismatches(c, pairs, overflows), `${op} ${signed} ${width}`).toEqual([]);
        }
      }
    });
});

describe("whole formulas", () => {
  test("random terms, simplified and not, have the values evaluation gives them", () => {
    const rng = new Rng(11);
    for (let round = 0; round < 400; round++) {
      const terms = new Terms({ simplify: round % 2 === 0 });
      const core = new RecordingCore();
      const order = new Map<string, number>();
      const blaster = new BitBlaster(terms, core, (a, b) => {
        const key = `${a} ${b}`;
        if (!order.has(key)) order.set(key, positive(core.newVariable()));
        return order.get(key) as number;
      });
      const width = rng.pick([1, 1, 4, 8, 32, rng.between(1, 70)]);
      const [term] = randomTerms([terms], rng, width, rng.pick([3, 8, 25])) as [Term];
      blaster.bits(term);
      const given = new Map<number, number>();
      const variables = new Map<string, Term>();
      const parts = new Set([term]);
      for (const t of parts) {
        if (t.op === "variable") variables.set(t.name, t);
        for (const a of t.args) parts.add(a);
      }
      const values = new Map<string, bigint[]>();
      for (const [name, v] of variables) {
        const numbers = Array.from({ length: 32 }, () => interesting(rng, v.width));
        values.set(name, numbers);
        const words = transposed(numbers, v.width);
        for (const [k, bit] of blaster.bits(v).entries()) given.set(variableOf(bit), words[k] as number);
      }
      for (const l of order.values()) given.set(variableOf(l), rng.nextUint32() | 0);
      const valueOf = core.simulate(given);
      const bits = blaster.bits(term).map(valueOf);
      for (let k = 0; k < 32; k++) {
        const evaluator = new Evaluator({
          variable: (name) => values.get(name)?.[k] as bigint,
          before: (a, b) => ((valueOf(order.get(`${a} ${b}`) as number) >>> k) & 1) === 1,
        });
        const expected = evaluator.value(term);
        if (numberAt(bits, k) !== expected) throw new Error(`round ${round}, width ${width}: ${numberAt(bits, k)}, not ${expected}`);
        const model = (l: number): boolean => ((valueOf(l) >>> k) & 1) === 1;
        expect(blaster.value(term, model)).toBe(expected);
      }
    }
  });

  test("deep terms do not overflow the stack", () => {
    const terms = new Terms();
    const core = new RecordingCore();
    const blaster = new BitBlaster(terms, core, noOrder);
    let t = terms.variable("x", 4);
    for (let i = 0; i < 8_000; i++) t = terms.xor(terms.add(t, terms.variable(`y${i % 5}`, 4)), terms.variable("z", 4));
    expect(blaster.bits(t).length).toBe(4);
  });
});
