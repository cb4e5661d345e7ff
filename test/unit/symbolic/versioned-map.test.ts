// Versioned maps against ordinary ones: random changes to many copies of copies. Exactly the differences are reported.

import { expect, test } from "vitest";
import { Rng } from "../../../src/support/rng.ts";
import { VersionedMap } from "../../../src/symbolic/versioned-map.ts";

interface Version {
  readonly map: VersionedMap<number>;
  readonly model: Map<number, number>;
}

const far = [0, 1, 31, 32, 1023, 1024, 40_000, 2 ** 20, 2 ** 30];

function change(rng: Rng, { map, model }: Version): void {
  const key = rng.pick(far) + rng.below(70);
  if (rng.chance(0.3)) {
    map.delete(key);
    model.delete(key);
  } else {
    const value = rng.below(5);
    map.set(key, value);
    model.set(key, value);
  }
}

const differences = (a: VersionedMap<number>, b: VersionedMap<number>): (readonly (number | undefined)[])[] => {
  const out: (readonly (number | undefined)[])[] = [];
  a.differs(b, (key, mine, theirs) => {
    out.push([key, mine, theirs]);
    return false;
  });
  return out;
};

test("copies keep what they had, and differences are found", () => {
  for (let seed = 0; seed < 40; seed++) {
    const rng = new Rng(seed);
    const versions: Version[] = [{ map: new VersionedMap(), model: new Map() }];
    for (let i = 0; i < 60; i++) {
      const from = rng.pick(versions);
      if (rng.chance(0.4)) versions.push({ map: from.map.copy(), model: new Map(from.model) });
      for (let n = rng.below(6); n > 0; n--) change(rng, rng.chance(0.5) ? from : rng.pick(versions));
    }
    const keys = far.flatMap((start) => Array.from({ length: 71 }, (_, i) => start + i));
    for (const { map, model } of versions) expect(keys.filter((k) => map.get(k) !== model.get(k))).toEqual([]);
    for (let i = 0; i < 20; i++) {
      const [a, b] = [rng.pick(versions), rng.pick(versions)];
      const changed = [...new Set(keys)].sort((x, y) => x - y).filter((k) => a.model.get(k) !== b.model.get(k));
      const expected = changed.map((k) => [k, a.model.get(k), b.model.get(k)]);
      expect(differences(a.map, b.map)).toEqual(expected);
    }
  }
});

test("a difference is looked for among what is not shared, and only until it is found", () => {
  const map = new VersionedMap<number>();
  for (let i = 0; i < 100_000; i++) map.set(i, i);
  const copy = map.copy();
  expect(map.differs(copy, () => true)).toBe(false);
  copy.set(5, 0);
  copy.set(70_000, 0);
  const seen: number[] = [];
  expect(map.differs(copy, (key) => seen.push(key) > 0)).toBe(true);
  expect(seen).toEqual([5]);
  expect(map.get(5)).toBe(5);
  expect([map.get(-1), map.get(2 ** 31 - 1)]).toEqual([undefined, undefined]);
});
