// Updates that are products and sums: what is said of a term agrees with its values.

import { expect, test } from "vitest";
import { linearIn } from "../../../src/reduction/linear.ts";
import { Rng } from "../../../src/support/rng.ts";
import { Evaluator } from "../../../src/terms/evaluate.ts";
import type { Term } from "../../../src/terms/term.ts";
import { Terms } from "../../../src/terms/terms.ts";

const widths = [4, 8, 12, 16];

test.each([true, false])("factor · r + plus is the term, for all values (simplified: %s)", (simplifies) => {
  const terms = new Terms({ simplify: simplifies });
  const r = terms.variable("r", 8);
  const random = new Rng(7);
  const make = (width: number, depth: number): Term => {
    const from = (): number => widths[random.below(widths.length)] as number;
    if (depth === 0) return width === 8 && random.below(3) > 0 ? r : terms.constant(BigInt(random.below(2 ** width)), width);
    const sub = (w = width): Term => make(w, depth - 1);
    switch (random.below(9)) {
      case 0:
      case 1:
        return terms.add(sub(), sub());
      case 2:
        return terms.sub(sub(), sub());
      case 3:
        return terms.mul(sub(), sub());
      case 4:
        return terms.shl(sub(), terms.constant(BigInt(random.below(width + 2)), width));
      case 5: {
        const w = Math.min(from(), width);
        return random.below(2) === 0 ? terms.zext(sub(w), width) : terms.sext(sub(w), width);
      }
      case 6: {
        const w = Math.max(from(), width);
        const low = random.below(2) * (w - width);
        return terms.extract(sub(w), low + width - 1, low);
      }
      case 7:
        return width === 4 ? sub() : terms.concat(sub(width - 4), random.below(2) === 0 ? terms.constant(0n, 4) : sub(4));
      default:
        return sub();
    }
  };
  let known = 0;
  for (let i = 0; i < 6000; i++) {
    const t = make(8, 1 + random.below(4));
    const found = linearIn(t, r);
    if (found === null) continue;
    if (t.op !== "constant" && t !== r) known++;
    for (let n = 0; n < 8; n++) {
      const value = BigInt(random.below(256));
      const is = new Evaluator({ variable: () => value, before: () => false }).value(t);
      expect(BigInt.asUintN(8, found.factor * value + found.plus)).toBe(is);
    }
  }
  expect(known).toBeGreaterThan(600);
});
