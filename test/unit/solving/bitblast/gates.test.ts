import { describe, expect, test } from "vitest";
import { Gates } from "../../../../src/solving/bitblast/gates.ts";
import { type Literal, negate, variableOf } from "../../../../src/solving/literal.ts";
import { Rng } from "../../../../src/support/rng.ts";
import { RecordingCore } from "./simulate.ts";

const kinds = {
  and: { arity: 2, meaning: (a: number, b: number) => a & b },
  or: { arity: 2, meaning: (a: number, b: number) => a | b },
  xor: { arity: 2, meaning: (a: number, b: number) => a ^ b },
  equal: { arity: 2, meaning: (a: number, b: number) => ~(a ^ b) },
  xor3: { arity: 3, meaning: (a: number, b: number, c: number) => a ^ b ^ c },
  majority: { arity: 3, meaning: (a: number, b: number, c: number) => (a & b) | (a & c) | (b & c) },
  ite: { arity: 3, meaning: (a: number, b: number, c: number) => (a & b) | (~a & c) },
} as const;

/** All eight assignments of three variables, one per bit. */
const columns = [0b10101010, 0b11001100, 0b11110000];

function fixture(): { core: RecordingCore; gates: Gates; literals: Literal[]; inputs: Map<number, number> } {
  const core = new RecordingCore();
  const gates = new Gates(core);
  const variables = columns.map(() => gates.fresh());
  const inputs = new Map(variables.map((v, i) => [variableOf(v), columns[i] as number]));
  return { core, gates, literals: [gates.true, gates.false, ...variables, ...variables.map(negate)], inputs };
}

describe("gates", () => {
  for (const [name, { arity, meaning }] of Object.entries(kinds))
    test(`${name}: every choice of constants, repeated and negated inputs`, () => {
      const { core, gates, literals, inputs } = fixture();
      const made: { readonly inputs: readonly Literal[]; readonly output: Literal }[] = [];
      const gate = (gates[name as keyof typeof kinds] as (...l: Literal[]) => Literal).bind(gates);
      for (const a of literals)
        for (const b of literals)
          for (const c of arity === 3 ? literals : [gates.true]) {
            const args = [a, b, c].slice(0, arity);
            made.push({ inputs: args, output: gate(...args) });
          }
      const valueOf = core.simulate(inputs);
      const apply = meaning as (...values: number[]) => number;
      for (const m of made) expect(valueOf(m.output) & 0xff, m.inputs.join(" ")).toBe(apply(...m.inputs.map(valueOf)) & 0xff);
    });

  test("each is made once, whatever the order and signs of its inputs", () => {
    const { core, gates, literals } = fixture();
    const [a, b, c] = literals.slice(2, 5) as [Literal, Literal, Literal];
    gates.and(a, b);
    gates.xor3(a, b, c);
    gates.majority(a, b, c);
    gates.ite(a, b, c);
    gates.andAll([a, b, c]);
    const { variables } = core;
    expect(gates.and(b, a)).toBe(gates.and(a, b));
    expect(gates.or(negate(a), negate(b))).toBe(negate(gates.and(a, b)));
    expect(gates.xor3(negate(c), a, b)).toBe(negate(gates.xor3(a, b, c)));
    expect(gates.majority(negate(c), negate(a), negate(b))).toBe(negate(gates.majority(a, b, c)));
    expect(gates.ite(negate(a), c, b)).toBe(gates.ite(a, b, c));
    expect(gates.ite(a, negate(b), negate(c))).toBe(negate(gates.ite(a, b, c)));
    expect(gates.andAll([c, a, b, a, gates.true])).toBe(gates.andAll([a, b, c]));
    expect(core.variables).toBe(variables);
  });

  test("so are many", () => {
    const core = new RecordingCore();
    const gates = new Gates(core);
    const rng = new Rng(3);
    const literals = Array.from({ length: 60 }, () => gates.fresh());
    const build = (): Literal[] => {
      const draw = rng.clone();
      const any = (): Literal => draw.pick(literals) ^ draw.below(2);
      return Array.from({ length: 5000 }, () =>
        draw.pick([gates.and(any(), any()), gates.xor(any(), any()), gates.ite(any(), any(), any())]),
      );
    };
    const first = build();
    const { variables } = core;
    expect(build()).toEqual(first);
    expect(core.variables).toBe(variables);
    expect(variables).toBeGreaterThan(4096);
  });

  test("wide conjunctions", () => {
    const { core, gates, literals, inputs } = fixture();
    const [a, b, c] = literals.slice(2, 5) as [Literal, Literal, Literal];
    const all = gates.andAll([a, negate(b), c]);
    const some = gates.orAll([a, b, c]);
    expect(gates.andAll([])).toBe(gates.true);
    expect(gates.andAll([a, b, negate(a)])).toBe(gates.false);
    expect(gates.andAll([a, gates.false, b])).toBe(gates.false);
    const valueOf = core.simulate(inputs);
    expect(valueOf(all) & 0xff).toBe(0b10101010 & ~0b11001100 & 0b11110000);
    expect(valueOf(some) & 0xff).toBe(0b11111110);
  });
});
