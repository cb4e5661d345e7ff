import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { Rng } from "../../../src/support/rng.ts";
import { Evaluator, evaluate } from "../../../src/terms/evaluate.ts";
import { printC } from "../../../src/terms/print-c.ts";
import { printSmtLib, SmtLibPrinter } from "../../../src/terms/print-smtlib.ts";
import { substitute, substituteLeaf, substituteVariables } from "../../../src/terms/substitute.ts";
import type { Term } from "../../../src/terms/term.ts";
import { Terms } from "../../../src/terms/terms.ts";
import { needs } from "../../tools.ts";
import { randomEnvironment, randomTerms } from "./random-terms.ts";

describe("C", () => {
  const t = new Terms();
  const k = (v: number | bigint, width = 32): Term => t.constant(v, width);
  const x = t.variable("x", 32);
  const y = t.variable("y", 32);
  const r0 = t.variable("r0", 32);
  const c = t.variable("c", 8);
  const long = t.variable("long", 64);
  const both = t.and(t.slt(x, k(5)), t.eq(y, t.add(r0, k(100))));
  const cases: readonly (readonly [Term, string])[] = [
    [both, "x < 5 && y == r0 + 100"],
    [t.or(both, t.sgt(x, y)), "(x < 5 && y == r0 + 100) || y < x"],
    [t.and(both, t.or(t.eq(x, k(-1)), t.eq(y, k(0)))), "x < 5 && y == r0 + 100 && (x == -1 || y == 0)"],
    [t.sgt(x, k(7)), "x > 7"],
    [t.ult(x, k(5)), "(unsigned)x < 5"],
    [t.ult(t.zext(c, 32), k(5)), "(uint8_t)c < 5"],
    [t.ult(x, k(0xfffffff0)), "(unsigned)x < 4294967280u"],
    [t.ult(t.and(x, k(63)), k(5)), "(x & 63) < 5"],
    [t.sub(x, k(3)), "x - 3"],
    [t.sub(x, t.add(y, r0)), "x - (y + r0)"],
    [t.mul(t.add(x, y), r0), "r0 * (x + y)"],
    [t.add(t.mul(x, y), r0), "r0 + x * y"],
    [t.neg(t.xor(x, y)), "-(x ^ y)"],
    [t.or(t.and(x, y), r0), "r0 | (x & y)"],
    [t.udiv(x, y), "(unsigned)x / (unsigned)y"],
    [t.sdiv(x, k(7)), "x / 7"],
    [t.ashr(x, k(3)), "x >> 3"],
    [t.lshr(x, k(3)), "(unsigned)x >> 3"],
    [t.ne(x, y), "x != y"],
    [t.not(t.and(t.slt(x, y), t.slt(y, r0))), "!(x < y && y < r0)"],
    [t.ite(t.slt(x, y), x, y), "x < y ? x : y"],
    [t.extract(x, 7, 0), "(int8_t)x"],
    [t.extract(x, 9, 9), "x >> 9 & 1"],
    [t.sext(x, 64), "x"],
    [t.eq(long, t.constant(0x7f0000001000n, 64)), "long == 0x7f0000001000"],
    [t.before(4, 9), "before(4, 9)"],
    [t.before(9, 4), "before(9, 4)"],
  ];
  for (const [term, text] of cases)
    test(text, () => {
      expect(printC(t, term)).toBe(text);
    });

  test("names and events as the caller wants them", () => {
    const options = { name: (v: Term) => `${v.name}@3`, before: (a: number, b: number) => `e${a} < e${b}` };
    expect(printC(t, t.and(t.before(2, 1), t.slt(x, k(5))), options)).toBe("x@3 < 5 && e2 < e1");
  });

  test("long terms are cut", () => {
    let deep = x;
    for (let i = 0; i < 100_000; i++) deep = t.xor(t.add(deep, y), r0);
    const text = printC(t, deep, { maxOperators: 10 });
    expect(text).toContain("…");
    expect(text.length).toBeLessThan(200);
  });
});

describe("SMT-LIB", () => {
  test("shared and long nodes are defined once", () => {
    const t = new Terms();
    const lines: string[] = [];
    const printer = new SmtLibPrinter((line) => lines.push(line), { before: (a, b) => `(< p${a} p${b})` });
    let x = t.variable("x|y", 32);
    for (let i = 0; i < 60; i++) x = t.mul(x, x);
    const text = printer.expression(t.and(t.eq(x, t.constant(1, 32)), t.before(7, 3)));
    expect(lines.length).toBeLessThan(70);
    expect(lines[0]).toBe("(declare-fun |x%124y| () (_ BitVec 32))");
    expect(text).toContain("(not (< p3 p7))");
    const before = lines.length;
    printer.expression(t.eq(x, t.constant(1, 32)));
    expect(lines.length).toBe(before);
  });

  test("bounds and different positions are stated", () => {
    const t = new Terms();
    const v = t.variable("v", 8, { low: -3n, high: 5n });
    const script = printSmtLib(t, [t.eq(t.mul(v, v), t.constant(9, 8)), t.before(1, 2)]);
    expect(script).toContain("(distinct pos_1 pos_2)");
    // The store knows that these are true; the script's reader does not.
    expect(script).toContain("(bvsle (_ bv253 8) |v|)");
    expect(script).toContain("(bvsle |v| (_ bv5 8))");
  });

  if (needs("z3", "SMT-LIB printing"))
    test("z3 computes the same values", () => {
      const scripts: string[] = [];
      const expected: string[] = [];
      for (let seed = 0; seed < 150; seed++) {
        const rng = new Rng(seed);
        const t = new Terms({ simplify: seed % 2 === 0 });
        const width = rng.pick([1, 1, 4, 8, 32, rng.between(1, 128)]);
        const [term] = randomTerms([t], rng, width, rng.pick([4, 10, 30])) as [Term];
        const environment = randomEnvironment(rng);
        const evaluator = new Evaluator(environment);
        const value = evaluator.value(term);
        const leaves = [...everyLeaf(term)];
        const raw = (a: Term, v: bigint): Term => t.eq(a, t.constant(v, a.width));
        const facts = leaves.map((leaf) => raw(leaf, evaluator.value(leaf)));
        for (const f of [raw(term, value), t.not(raw(term, value))]) {
          scripts.push(`(reset)\n${printSmtLib(t, [...facts, f])}`);
          expected.push(f === t.not(raw(term, value)) ? "unsat" : "sat");
        }
      }
      const { stdout } = spawnSync("z3", ["-in"], { input: scripts.join("\n"), encoding: "utf8" });
      expect(stdout.trim().split("\n")).toEqual(expected);
    });
});

function everyLeaf(root: Term): Set<Term> {
  const seen = new Set([root]);
  for (const t of seen) for (const a of t.args) seen.add(a);
  return new Set([...seen].filter((t) => t.op === "variable" || t.op === "before"));
}

describe("substitution and evaluation", () => {
  test("substituting constants is evaluating", () => {
    for (let seed = 0; seed < 400; seed++) {
      const rng = new Rng(seed);
      const t = new Terms({ simplify: seed % 2 === 0 });
      const [term] = randomTerms([t], rng, rng.pick([1, 8, 32, 64]), 12) as [Term];
      const environment = randomEnvironment(rng);
      const simplifying = t.size;
      const replaced = substitute(t, term, (leaf) =>
        leaf.op === "variable"
          ? t.constant(environment.variable(leaf.name, leaf.width), leaf.width)
          : t.boolean(environment.before(...(leaf.events as readonly [number, number]))),
      );
      expect(t.size).toBeGreaterThanOrEqual(simplifying);
      const value = evaluate(term, environment);
      if (seed % 2 === 0) expect(replaced).toBe(t.constant(value, term.width));
      else expect(evaluate(replaced, environment)).toBe(value);
    }
  });

  test("replacing one leaf leaves out older terms only", () => {
    let changed = 0;
    for (let seed = 0; seed < 400; seed++) {
      const rng = new Rng(seed);
      const t = new Terms();
      const [term] = randomTerms([t], rng, rng.pick([1, 8, 32]), 20) as [Term];
      for (const leaf of everyLeaf(term)) {
        const by = t.constant(1, leaf.width);
        const replaced = substituteLeaf(t, term, leaf, by);
        if (replaced !== term) changed++;
        expect(replaced).toBe(substitute(t, term, (l) => (l === leaf ? by : null)));
      }
    }
    expect(changed).toBeGreaterThan(300);
  });

  test("what does not change is not rebuilt", () => {
    const t = new Terms();
    const sum = t.add(t.variable("x", 32), t.variable("y", 32));
    expect(substituteVariables(t, sum, new Map([["z", t.constant(1, 32)]]))).toBe(sum);
    expect(substituteVariables(t, sum, new Map([["x", t.constant(1, 32)]]))).toBe(t.add(t.variable("y", 32), t.constant(1, 32)));
    expect(() => substituteVariables(t, sum, new Map([["x", t.true]]))).toThrow("1 bits");
  });

  test("deep terms do not overflow the stack", () => {
    const t = new Terms();
    let deep = t.variable("x", 32);
    for (let i = 0; i < 200_000; i++) deep = t.xor(t.add(deep, t.variable("y", 32)), t.variable("z", 32));
    const ones = { variable: () => 1n, before: () => false };
    const replaced = substituteVariables(
      t,
      deep,
      new Map([
        ["y", t.constant(1, 32)],
        ["z", t.constant(1, 32)],
      ]),
    );
    expect(evaluate(deep, ones)).toBe(evaluate(replaced, ones));
    const lines: string[] = [];
    expect(new SmtLibPrinter((line) => lines.push(line), { before: () => "" }).expression(replaced).length).toBeLessThan(300);
  });
});
