// One of the families of formulas.ts with random sizes, up to 300 variables; hard enough to restart, reduce and simplify, small enough for
// thousands of them.

import type { Rng } from "../../../src/support/rng.ts";
import * as formulas from "./formulas.ts";

export function randomFormula(rng: Rng, scale = 1): formulas.Formula {
  const size = (low: number, high: number): number => Math.max(3, Math.round(rng.between(low, high) * scale));
  const families: readonly (readonly [number, () => formulas.Formula])[] = [
    [6, () => formulas.randomKSat(rng, size(20, 180), 3, rng.between(38, 46) / 10)],
    [1, () => formulas.randomKSat(rng, size(180, 300), 3, rng.between(30, 39) / 10)],
    [2, () => formulas.randomKSat(rng, size(15, 60), 4, rng.between(90, 105) / 10)],
    [1, () => formulas.randomKSat(rng, size(12, 40), 5, rng.between(190, 220) / 10)],
    [4, () => formulas.mixedLengths(rng, size(10, 300))],
    [
      1,
      () => {
        const holes = size(3, 7);
        return formulas.pigeonhole(holes + rng.below(2), holes);
      },
    ],
    [
      3,
      () => {
        const n = size(8, 50);
        return formulas.parity(rng, n, Math.round((n * rng.between(80, 110)) / 100), rng.between(3, 4));
      },
    ],
    [
      3,
      () => {
        const n = size(10, 90);
        return formulas.colouring(rng, n, Math.round((n * rng.between(200, 250)) / 100), 3);
      },
    ],
    [
      1,
      () => {
        const n = size(10, 60);
        return formulas.colouring(rng, n, Math.round((n * rng.between(380, 460)) / 100), 4);
      },
    ],
    [1, () => formulas.multiplierEquivalence(Math.min(size(2, 5), 5), rng.chance(0.5))],
    [2, () => formulas.orderEncoding(rng, rng.between(2, 4), Math.min(size(2, 6), 6), size(5, 90), rng.between(2, 3))],
  ];
  return rng.weighted(families)();
}
