import { describe, expect, test } from "vitest";
import { BitBlaster } from "../../../../src/solving/bitblast/bitblaster.ts";
import { positive, variableOf } from "../../../../src/solving/literal.ts";
import { Rng } from "../../../../src/support/rng.ts";
import { Evaluator } from "../../../../src/terms/evaluate.ts";
import type { Term } from "../../../../src/terms/term.ts";
import { Terms } from "../../../../src/terms/terms.ts";
import { interesting, randomTerms } from "../../terms/random-terms.ts";
import { RecordingCore, transposed } from "./simulate.ts";

interface Translation {
  readonly terms: Terms;
  readonly core: RecordingCore;
  readonly blaster: BitBlaster;
  readonly order: Map<string, number>;
}

function translation(simplify: boolean): Translation {
  const terms = new Terms({ simplify });
  const core = new RecordingCore();
  const order = new Map<string, number>();
  const blaster = new BitBlaster(terms, core, (a, b) => {
    const key = `${a} ${b}`;
    if (!order.has(key)) order.set(key, positive(core.newVariable()));
    return order.get(key) as number;
  });
  return { terms, core, blaster, order };
}

/** 32 random assignments: the clauses must contradict exactly those under which a formula is false. */
function check({ core, blaster, order }: Translation, formulas: readonly Term[], rng: Rng): void {
  const parts = new Set(formulas);
  for (const t of parts) for (const a of t.args) parts.add(a);
  const values = new Map<string, bigint[]>();
  const inputs = new Map<number, number>();
  for (const v of parts) {
    if (v.op !== "variable") continue;
    const numbers = Array.from({ length: 32 }, () => interesting(rng, v.width));
    values.set(v.name, numbers);
    const words = transposed(numbers, v.width);
    for (const [k, bit] of blaster.bits(v).entries()) inputs.set(variableOf(bit), words[k] as number);
  }
  for (const t of parts) if (t.op === "before") blaster.literal(t);
  for (const l of order.values()) inputs.set(variableOf(l), rng.nextUint32() | 0);
  const conflicts = core.conflicts(inputs);
  for (let k = 0; k < 32; k++) {
    const evaluator = new Evaluator({
      variable: (name) => values.get(name)?.[k] as bigint,
      before: (a, b) => (((inputs.get(variableOf(order.get(`${a} ${b}`) as number)) as number) >>> k) & 1) === 1,
    });
    const holds = formulas.every((f) => evaluator.value(f) === 1n);
    expect(((conflicts >>> k) & 1) === 0).toBe(holds);
  }
}

describe("an asserted formula", () => {
  test("excludes exactly the assignments that make it false", () => {
    for (let seed = 0; seed < 250; seed++) {
      const rng = new Rng(seed);
      const t = translation(seed % 2 === 0);
      const [formula] = randomTerms([t.terms], rng, 1, rng.pick([4, 10, 20])) as [Term];
      t.blaster.assert(formula);
      check(t, [formula], rng);
    }
  });

  test("whatever its shape: conjunctions, clauses, choices, guarded equalities, one after the other", () => {
    for (let seed = 0; seed < 300; seed++) {
      const rng = new Rng(seed);
      const t = translation(seed % 2 === 0);
      const { terms } = t;
      const formula = (depth: number): Term => {
        if (depth === 0) {
          const x = terms.variable(`x${rng.below(2)}`, 2);
          const y = rng.chance(0.3) ? terms.constant(rng.below(4), 2) : terms.variable(`x${rng.below(3)}`, 2);
          return rng.chance(0.4) ? terms.variable(`p${rng.below(3)}`, 1) : rng.chance(0.3) ? terms.ult(x, y) : terms.eq(x, y);
        }
        const part = (): Term => formula(depth - 1);
        return rng.weighted<() => Term>([
          [3, () => terms.and(part(), part())],
          [3, () => terms.or(part(), part())],
          [2, () => terms.not(part())],
          [1, () => terms.ite(part(), part(), part())],
          [1, () => terms.xor(part(), part())],
          [1, () => terms.implies(part(), part())],
        ])();
      };
      const formulas = Array.from({ length: rng.between(1, 3) }, () => formula(rng.between(1, 4)));
      for (const f of formulas) {
        if (rng.chance(0.3)) t.blaster.literal(f.args[0]?.width === 1 ? (f.args[0] as Term) : f);
        t.blaster.assert(f);
      }
      check(t, formulas, rng);
    }
  });

  test("needs no variables where its structure says enough", () => {
    const { terms, core, blaster } = translation(true);
    const [x, y] = [terms.variable("x", 32), terms.variable("y", 32)];
    const reads = terms.variable("reads", 1);
    for (const v of [x, y, reads]) blaster.bits(v);
    const { variables } = core;
    const clauses = core.clauses.length;
    blaster.assert(terms.implies(reads, terms.eq(x, y)));
    blaster.assert(terms.any([reads, terms.variable("p", 1), terms.variable("q", 1)]));
    expect(core.variables - variables).toBe(2);
    expect(core.clauses.length - clauses).toBe(65);
  });

  test("false is a contradiction", () => {
    const { terms, core, blaster } = translation(true);
    blaster.assert(terms.false);
    expect(core.conflicts(new Map())).toBe(-1);
  });

  test("deep formulas do not overflow the stack", () => {
    const { terms, core, blaster } = translation(true);
    let deep = terms.true;
    for (let i = 0; i < 20_000; i++) {
      const v = terms.variable(`v${i}`, 1);
      deep = i % 2 === 0 ? terms.and(v, deep) : terms.or(terms.not(v), deep);
    }
    blaster.assert(deep);
    // Guards do not pile up.
    expect(core.clauses.length).toBeLessThan(100_000);
    expect(Math.max(...core.clauses.map((c) => c.length))).toBeLessThan(20);
  });
});

test("shared parts are walked once", () => {
  const { terms, core, blaster } = translation(false);
  for (const op of ["and", "or"] as const) {
    let f = terms.variable("p", 1);
    for (let i = 0; i < 100; i++) f = terms[op](f, terms.not(terms.not(f)));
    blaster.assert(f);
    blaster.assert(terms.implies(terms.variable("q", 1), terms.and(f, terms.variable("r", 1))));
  }
  expect(core.clauses.length).toBeLessThan(1000);
});

describe("bounded variables", () => {
  test("have their values and no others, in as few bits as possible", () => {
    for (let low = -8n; low < 8n; low++)
      for (let high = low; high < 8n; high++) {
        const { terms, core, blaster } = translation(true);
        const v = terms.variable("v", 4, { low, high });
        const bits = blaster.bits(v);
        const used = [...new Set(bits.map(variableOf))].filter((b) => !blaster.gates.isConstant(positive(b)));
        const possible = new Set<bigint>();
        for (let choice = 0; choice < 1 << used.length; choice++) {
          const inputs = new Map(used.map((b, i) => [b, (choice >> i) & 1 ? -1 : 0]));
          if (core.conflicts(inputs) !== 0) continue;
          const model = (l: number): boolean => ((inputs.get(variableOf(l)) as number) & 1) !== (l & 1);
          possible.add(BigInt.asIntN(4, blaster.value(v, model)));
        }
        const wanted = new Set<bigint>();
        for (let n = low; n <= high; n++) wanted.add(n);
        expect(possible, `${low} … ${high}`).toEqual(wanted);
        if (low >= 0n) expect(used.length).toBe(high === 0n ? 0 : high.toString(2).length);
      }
  });

  test("make arithmetic on them narrow", () => {
    const cost = (bounds?: { low: bigint; high: bigint }): number => {
      const { terms, core, blaster } = translation(true);
      const [a, b] = ["a", "b"].map((name) => terms.variable(name, 32, bounds)) as [Term, Term];
      blaster.bits(terms.mul(terms.add(a, b), terms.sub(a, b)));
      return core.clauses.length;
    };
    expect(cost({ low: -100n, high: 100n })).toBeLessThan(cost() / 6);
  });

  test("that are not mentioned still have a value of theirs", () => {
    const { terms, blaster } = translation(true);
    const v = terms.variable("v", 8, { low: -9n, high: -3n });
    const w = terms.variable("w", 8);
    const model = (): never => {
      throw new Error("nothing was translated");
    };
    expect(BigInt.asIntN(8, blaster.value(terms.add(v, w), model))).toBe(-3n);
    expect(blaster.value(terms.before(3, 1), model, (a, b) => a > b)).toBe(1n);
  });
});
