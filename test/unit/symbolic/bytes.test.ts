// A thread's own memory against an array of bytes: random writes of all sizes at all places, paths that fork and meet, every byte read
// back under random values.

import { expect, test } from "vitest";
import { Rng } from "../../../src/support/rng.ts";
import { Bytes } from "../../../src/symbolic/bytes.ts";
import { Terms } from "../../../src/terms/terms.ts";
import { Values } from "../skeleton/values.ts";

const size = 24;

/** The bytes themselves, under one choice of all values. */
type Model = number[];

interface State {
  readonly bytes: Bytes;
  readonly model: Model;
}

function start(values: Values): State {
  const model = Array.from({ length: size }, () => values.rng.below(256));
  const initial = (offset: number, length: number) => values.constant(model.slice(offset, offset + length));
  return { bytes: new Bytes(values.terms, size, initial, values.terms.true), model: model.slice() };
}

function write(values: Values, state: State): void {
  const length = values.rng.pick([1, 1, 2, 4, 4, 8, 8, 3, 5, 16]);
  const offset = values.rng.below(size - length + 1);
  const content = values.fresh(8 * length);
  state.bytes.write(offset, length, content);
  const value = values.of(content);
  for (let i = 0; i < length; i++) state.model[offset + i] = Number((value >> BigInt(8 * i)) & 255n);
}

function compare(values: Values, { bytes, model }: State): void {
  for (let i = 0; i < 6; i++) {
    const length = values.rng.pick([1, 2, 4, 8, 16, 3, 7]);
    const offset = values.rng.below(size - length + 1);
    const read = bytes.read(offset, length);
    expect(read.width).toBe(8 * length);
    expect([offset, length, values.of(read)]).toEqual([offset, length, values.of(values.constant(model.slice(offset, offset + length)))]);
  }
}

test("reads give what was written last", () => {
  for (let seed = 0; seed < 60; seed++) {
    const values = new Values(new Terms(), new Rng(seed));
    const state = start(values);
    for (let i = 0; i < 12; i++) {
      write(values, state);
      compare(values, state);
    }
  }
});

test("where paths meet, the condition chooses", () => {
  for (let seed = 0; seed < 200; seed++) {
    const values = new Values(new Terms(), new Rng(seed));
    let state = start(values);
    for (let round = 0; round < 3; round++) {
      for (let i = values.rng.below(4); i > 0; i--) write(values, state);
      const other: State = { bytes: state.bytes.clone(), model: state.model.slice() };
      for (let i = values.rng.below(4); i > 0; i--) write(values, state);
      for (let i = values.rng.below(4); i > 0; i--) write(values, other);
      const condition = values.fresh(1);
      const before = values.rng.chance(0.5) ? other.bytes.clone() : null;
      const bytes = state.bytes.merge(condition, other.bytes, () => {});
      if (before !== null) expect(before.equals(other.bytes)).toBe(true); // merging changes neither side
      state = { bytes, model: (values.of(condition) === 1n ? state : other).model.slice() };
      compare(values, state);
    }
  }
});

test("a copy stays as it was", () => {
  const values = new Values(new Terms(), new Rng(7));
  const state = start(values);
  write(values, state);
  const copy: State = { bytes: state.bytes.clone(), model: state.model.slice() };
  expect(copy.bytes.equals(state.bytes)).toBe(true);
  for (let i = 0; i < 20; i++) write(values, state);
  expect(copy.bytes.equals(state.bytes)).toBe(false);
  compare(values, copy);
});

test("after a join, an object is alive where it was alive on the path taken", () => {
  const { terms } = new Values(new Terms(), new Rng(1));
  const make = (live: boolean): Bytes => new Bytes(terms, 4, () => terms.constant(0, 32), terms.boolean(live));
  const c = terms.variable("c", 1);
  expect(make(true).merge(c, make(false), () => {}).live).toBe(c);
  expect(make(true).equals(make(false))).toBe(false);
});

test("a join examines only what its sides have changed", () => {
  const values = new Values(new Terms(), new Rng(3));
  const zero = (_: number, length: number) => values.constant(new Array(length).fill(0));
  const one = new Bytes(values.terms, 40_000, zero, values.terms.true);
  for (let at = 0; at < 40_000; at += 4) one.write(at, 4, values.fresh(32));
  const other = one.clone();
  one.write(8, 4, values.fresh(32));
  one.write(20_000, 4, values.fresh(32));
  other.write(39_996, 4, values.fresh(32));
  let checks = 0;
  const merged = one.merge(values.fresh(1), other, () => checks++);
  expect(checks).toBe(3);
  expect(merged.equals(one)).toBe(false);
  expect(one.clone().equals(one)).toBe(true);
});
