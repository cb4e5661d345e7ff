// Objects cut into cells: the parts of an access are its bytes, and two parts are the same cell exactly where they share bytes.

import { expect, test } from "vitest";
import { type CellAccess, cutIntoCells, sameCell } from "../../../src/skeleton/cells.ts";
import { Rng } from "../../../src/support/rng.ts";
import type { Term } from "../../../src/terms/term.ts";
import { Terms } from "../../../src/terms/terms.ts";
import { MadeSkeleton, madeAccess, madeObject } from "./made.ts";
import { Values } from "./values.ts";

function make(seed: number, symbolic: boolean) {
  const values = new Values(new Terms(), new Rng(seed));
  const { terms, rng } = values;
  const made = new MadeSkeleton(terms);
  const thread = made.thread();
  const object = madeObject(0, 32);
  for (let i = 0; i < 6; i++) {
    const size = rng.pick([1, 2, 4, 8, 12]);
    const place = (): number | Term => {
      if (!symbolic || rng.chance(0.5)) return rng.below(32 - size + 1);
      const low = Math.log2(size & -size);
      return terms.shl(values.fresh(32, BigInt(rng.below(Math.floor((32 - size) / 2 ** low) + 1))), terms.constant(BigInt(low), 32));
    };
    const target = { object, when: terms.true, offset: place() };
    made.event(thread, terms.true, [madeAccess(terms, rng.pick(["read", "write"]), target, size, values.fresh(8 * size))]);
  }
  return { values, made, object };
}

for (const symbolic of [false, true])
  test(symbolic ? "some places are terms" : "fixed places", () => {
    const wrong: string[] = [];
    for (let seed = 0; seed < 100; seed++) {
      const { values, made } = make(seed, symbolic);
      const { terms } = values;
      const at = (p: { readonly at: number | Term }): number => (typeof p.at === "number" ? p.at : Number(values.of(p.at)));
      const cut = cutIntoCells(terms, made.events);
      const hasRead = made.events.some((e) => e.accesses[0]?.kind === "read");
      expect(cut.length).toBe(hasRead ? 1 : 0);
      const parts = cut.flatMap((o): CellAccess[] => [...o.reads, ...o.writes]);
      for (const e of hasRead ? made.events : []) {
        const [access] = e.accesses as [(typeof e.accesses)[number]];
        const offset = at({ at: access.targets[0]?.offset as number | Term });
        const bytes: number[] = [];
        for (const p of parts.filter((q) => q.access === access)) {
          expect(at(p)).toBe(offset + p.from);
          for (let i = 0; i < p.size; i++) bytes.push(p.from + i);
        }
        expect(bytes.sort((a, b) => a - b)).toEqual(Array.from({ length: access.size }, (_, i) => i));
      }
      for (const p of parts)
        for (const q of parts) {
          const overlap = at(p) < at(q) + q.size && at(q) < at(p) + p.size;
          if ((values.of(sameCell(terms, p, q)) === 1n) !== overlap) wrong.push(`seed ${seed}: ${at(p)}:${p.size} and ${at(q)}:${q.size}`);
        }
    }
    expect(wrong).toEqual([]);
  });
