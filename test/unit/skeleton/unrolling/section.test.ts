// One step's writes and reads against an array of bytes: reads inside the step see its own writes first; the remaining writes of the step
// do not overlap, so that their order does not matter.

import { describe, expect, test } from "vitest";
import type { Target } from "../../../../src/skeleton/skeleton.ts";
import { Section } from "../../../../src/skeleton/unrolling/section.ts";
import { Rng } from "../../../../src/support/rng.ts";
import type { Term } from "../../../../src/terms/term.ts";
import { Terms } from "../../../../src/terms/terms.ts";
import { MadeSkeleton, madeObject } from "../made.ts";
import { Values } from "../values.ts";

const size = 16;
const object = madeObject(0, size);
const other = madeObject(1, size);
const details = {
  value: null,
  undefined: false,
  tolerant: false,
  raceOnly: false,
  orders: new Terms().false,
  synchronises: false,
  continues: false,
  atomic: true,
};

class Step {
  readonly section: Section;
  readonly model: number[];
  readonly outside: number[];
  /** The number of unsupported results. */
  unknown = 0;

  constructor(readonly values: Values) {
    const made = new MadeSkeleton(values.terms);
    this.section = new Section(values.terms, made.event(made.thread(), values.terms.true, []), true, values.terms.true, () => {});
    this.outside = Array.from({ length: size }, () => values.rng.below(256));
    this.model = this.outside.slice();
  }

  write(offset: number | Term, length: number): void {
    const { values, section, model } = this;
    const { terms, rng } = values;
    const content = values.fresh(8 * length);
    const when = rng.chance(0.5) ? terms.true : values.fresh(1);
    const chosen = rng.chance(0.8) ? terms.true : values.fresh(1);
    const targets: Target[] = [{ object, when: chosen, offset }];
    if (rng.chance(0.2)) targets.push({ object: other, when: terms.not(chosen), offset: 0 });
    section.write(when, targets, length, (from, n) => terms.extract(content, 8 * (from + n) - 1, 8 * from), details);
    if (values.of(when) === 0n || values.of(chosen) === 0n) return;
    const at = typeof offset === "number" ? offset : Number(values.of(offset));
    for (let i = 0; i < length; i++) model[at + i] = Number((values.of(content) >> BigInt(8 * i)) & 255n);
  }

  read(offset: number | Term, length: number): void {
    const { values, section, model, outside } = this;
    const { terms } = values;
    const at = typeof offset === "number" ? offset : Number(values.of(offset));
    const value = section.read(terms.true, { object, when: terms.true, offset }, length, () =>
      values.constant(outside.slice(at, at + length)),
    );
    if (value === null) this.unknown++;
    else expect(values.of(value)).toBe(values.of(values.constant(model.slice(at, at + length))));
  }

  close(): boolean {
    const { values, section, model, outside } = this;
    const left = section.close();
    if (left === null) return false;
    const result = outside.slice();
    const writers = result.map(() => 0);
    for (const a of left) {
      const [t] = a.targets;
      if (t?.object !== object || values.of(a.when) === 0n || values.of(t.when) === 0n) continue;
      const at = typeof t.offset === "number" ? t.offset : Number(values.of(t.offset));
      for (let i = 0; i < a.size; i++) {
        result[at + i] = Number(values.of(a.content(i, 1)));
        writers[at + i] = (writers[at + i] as number) + 1;
      }
    }
    expect(result).toEqual(model);
    expect(Math.max(...writers)).toBeLessThanOrEqual(1);
    return true;
  }
}

const lengths = [1, 2, 4, 8];

describe("a step", () => {
  test("at fixed places, of all sizes", () => {
    for (let seed = 0; seed < 300; seed++) {
      const step = new Step(new Values(new Terms(), new Rng(seed)));
      const { rng } = step.values;
      for (let i = 0; i < 6; i++) {
        const length = rng.pick(lengths);
        if (rng.chance(0.6)) step.write(rng.below(size - length + 1), length);
        else step.read(rng.below(size - length + 1), length);
      }
      expect(step.close()).toBe(true);
    }
  });

  test("at places that are terms: elements of an array", () => {
    let closed = 0;
    for (let seed = 0; seed < 300; seed++) {
      const step = new Step(new Values(new Terms(), new Rng(seed)));
      const { rng, terms } = step.values;
      const length = rng.pick(lengths);
      const scale = BigInt(Math.log2(length));
      const index = (): Term => {
        const i = step.values.fresh(32, BigInt(rng.below(size / length)));
        return terms.shl(i, terms.constant(scale, 32));
      };
      const places = [index(), index(), length * rng.below(size / length)];
      for (let i = 0; i < 6; i++) {
        if (rng.chance(0.6)) step.write(rng.pick(places), length);
        else step.read(rng.pick(places), length);
      }
      expect(step.unknown).toBe(0);
      if (step.close()) closed++;
    }
    expect(closed).toBeGreaterThan(200);
  });

  test("fields of one element, whatever its index", () => {
    for (let seed = 0; seed < 100; seed++) {
      const step = new Step(new Values(new Terms(), new Rng(seed)));
      const { rng, terms } = step.values;
      const base = terms.shl(step.values.fresh(32, BigInt(rng.below(2))), terms.constant(3n, 32));
      const field = (k: number): Term => terms.add(base, terms.constant(BigInt(k), 32));
      for (let i = 0; i < 6; i++) {
        const [k, length] = rng.pick([[0, 4] as const, [4, 4] as const, [4, 2] as const, [6, 2] as const, [0, 8] as const]);
        if (rng.chance(0.6)) step.write(field(k), length);
        else step.read(field(k), length);
      }
      expect(step.close()).toBe(true);
    }
  });

  test("mixed places and sizes are reported as unsupported, not guessed", () => {
    let open = 0;
    for (let seed = 0; seed < 300; seed++) {
      const step = new Step(new Values(new Terms(), new Rng(seed)));
      const { rng, terms } = step.values;
      const index = terms.shl(step.values.fresh(32, BigInt(rng.below(4))), terms.constant(2n, 32));
      for (let i = 0; i < 5; i++) {
        const length = rng.pick([1, 2, 4]);
        const place = rng.chance(0.5) ? index : rng.below(size - length + 1);
        if (rng.chance(0.6)) step.write(place, length);
        else step.read(place, length);
      }
      if (!step.close() || step.unknown > 0) open++;
    }
    expect(open).toBeGreaterThan(20);
  });
});
