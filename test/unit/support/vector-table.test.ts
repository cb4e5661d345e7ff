// Numbered vectors: equal ones and only equal ones have equal numbers, whatever the hash does and however large the table gets.

import { describe, expect, test } from "vitest";
import { Rng } from "../../../src/support/rng.ts";
import { TableFull, VectorTable } from "../../../src/support/vector-table.ts";
import { VectorTree } from "../../../src/support/vector-tree.ts";

describe("a vector table", () => {
  test("numbers 60,000 random vectors as a map does", () => {
    const rng = new Rng(3);
    const table = new VectorTable(2 ** 28);
    const numbers = new Map<string, number>();
    const data = new Int32Array(8);
    for (let i = 0; i < 60_000; i++) {
      const kind = rng.below(3);
      const length = rng.below(6);
      for (let k = 0; k < length; k++) data[k] = rng.below(5) - 2;
      const key = `${kind}:${data.slice(0, length).join()}`;
      const id = table.intern(kind, data, length);
      expect(numbers.get(key) ?? id).toBe(id);
      numbers.set(key, id);
    }
    expect(new Set(numbers.values()).size).toBe(numbers.size);
    expect(table.size).toBe(numbers.size);
  });

  test("marks a member once, and marking does not make it another", () => {
    const table = new VectorTable(2 ** 28);
    const data = Int32Array.of(1, 2, 3);
    const id = table.intern(1, data, 3);
    expect([table.mark(id), table.mark(id), table.intern(1, data, 3)]).toEqual([true, false, id]);
  });

  test("says so when it is full", () => {
    const table = new VectorTable(2 ** 23);
    const data = new Int32Array(100);
    expect(() => {
      for (let i = 0; i < 100_000; i++) {
        data[i % 100] = i;
        table.intern(0, data, 100);
      }
    }).toThrow(TableFull);
  });
});

describe("a vector tree", () => {
  test("has the same root for the same vector, and only for it, through changes and their undoing", () => {
    const rng = new Rng(5);
    const tree = new VectorTree(new VectorTable(2 ** 28), 1);
    const vector: number[] = [];
    const roots = new Map<string, number>();
    const history: { readonly mark: number; readonly before: readonly number[] }[] = [];
    const check = (): void => {
      const root = tree.root();
      const places = [...vector, ...[]];
      while (places.length > 0 && (places.at(-1) ?? 0) === 0) places.pop();
      const key = Array.from(places, (v) => v ?? 0).join();
      expect(roots.get(key) ?? root).toBe(root);
      roots.set(key, root);
    };
    for (let i = 0; i < 4000; i++) {
      if (history.length > 0 && rng.below(3) === 0) {
        const { mark, before } = history.pop() as (typeof history)[number];
        tree.undoTo(mark);
        vector.length = 0;
        vector.push(...before);
      } else {
        history.push({ mark: tree.mark(), before: vector.slice() });
        for (let n = rng.below(3); n >= 0; n--) {
          const place = rng.below(i < 2000 ? 70 : 700); // the vector grows
          const value = rng.below(2);
          while (vector.length <= place) vector.push(0);
          vector[place] = value;
          tree.set(place, value);
        }
      }
      check();
    }
    expect(new Set(roots.values()).size).toBe(roots.size);
  });
});
