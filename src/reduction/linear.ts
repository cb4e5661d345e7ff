// What an update makes of a cell, if it is a product with a constant and a sum with another. In: a term, a variable r. Out: factor and plus, so that the term is factor · r + plus modulo
// 2^width, where width is that of r; null: it is not known to be.
//
// Sums, products and shifts to the left keep congruence, whatever the width, as long as no bits of r are lost: a term of fewer bits than r is not followed. How the bits above those of r were made
// (with or without sign) does not matter.

import type { Term } from "../terms/term.ts";

export interface Linear {
  readonly factor: bigint;
  readonly plus: bigint;
}

export function linearIn(t: Term, r: Term): Linear | null {
  if (t === r) return { factor: 1n, plus: 0n };
  if (t.width < r.width) return null;
  const [a, b] = t.args as [Term, Term];
  switch (t.op) {
    case "constant":
      return { factor: 0n, plus: BigInt.asIntN(t.width, t.value) };
    case "add":
    case "sub": {
      const [x, y] = [linearIn(a, r), linearIn(b, r)];
      const sign = t.op === "add" ? 1n : -1n;
      return x === null || y === null ? null : { factor: x.factor + sign * y.factor, plus: x.plus + sign * y.plus };
    }
    case "mul": {
      const [x, y] = [linearIn(a, r), linearIn(b, r)];
      if (x === null || y === null || (x.factor !== 0n && y.factor !== 0n)) return null;
      return x.factor === 0n ? scaled(y, x.plus) : scaled(x, y.plus);
    }
    case "shl":
      return b.op === "constant" && b.value < BigInt(t.width) ? scaled(linearIn(a, r), 1n << b.value) : null;
    case "zext":
    case "sext":
      return linearIn(a, r);
    case "extract":
      return t.value === 0n ? linearIn(a, r) : null;
    case "concat": {
      // A product with a power of two may be written so.
      if (b.op !== "constant" || b.value !== 0n) return null;
      const low = a.op === "extract" && a.value === 0n ? (a.args[0] as Term) : a;
      return scaled(linearIn(low, r), 1n << BigInt(b.width));
    }
    default:
      return null;
  }
}

const scaled = (x: Linear | null, by: bigint): Linear | null => (x === null ? null : { factor: x.factor * by, plus: x.plus * by });
