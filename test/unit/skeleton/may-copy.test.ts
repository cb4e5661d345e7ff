// May-copy sets: a pruned write is never read. Small random skeletons, all their interleavings under all conditions, with the write
// that each read saw; and the prunings one by one.

import { describe, expect, test } from "vitest";
import { findVisibleWrites, initialContent } from "../../../src/skeleton/may-copy.ts";
import type { SkeletonEvent, SkeletonThread } from "../../../src/skeleton/skeleton.ts";
import { anywhere } from "../../../src/skeleton/spread.ts";
import { Rng } from "../../../src/support/rng.ts";
import type { Term } from "../../../src/terms/term.ts";
import { Terms } from "../../../src/terms/terms.ts";
import { MadeSkeleton, madeAccess, madeObject } from "./made.ts";
import { missed } from "./missed.ts";
import { Values } from "./values.ts";

const objects = [madeObject(0, 8), madeObject(1, 8)];
const width = 32;

/** Main starts one or two threads at some point; events read or write a word under nested path conditions. */
function randomSkeleton(values: Values): { made: MadeSkeleton; conditions: Term[] } {
  const { terms, rng } = values;
  const made = new MadeSkeleton(terms);
  const conditions = [values.fresh(1), values.fresh(1), values.fresh(1)];
  const fill = (thread: SkeletonThread, length: number): void => {
    let path: Term[] = [];
    for (let i = 0; i < length; i++) {
      if (rng.chance(0.3)) {
        const c = rng.pick(conditions);
        path = rng.chance(0.5) ? [] : [rng.chance(0.5) ? c : terms.not(c), ...path.slice(0, 1)];
      }
      const object = rng.pick(objects);
      const size = rng.pick([4, 4, 4, 8]);
      const target = { object, when: terms.true, offset: size === 8 ? 0 : rng.pick([0, 4]) };
      const when = rng.chance(0.2) ? rng.pick(conditions) : terms.true;
      const kind = rng.pick(["read", "write"] as const);
      made.event(thread, terms.all(path), [madeAccess(terms, kind, target, size, values.fresh(8 * size), when)]);
    }
  };
  const main = made.thread();
  for (let k = rng.between(1, 2); k > 0; k--) {
    fill(main, rng.between(0, 2));
    const start = made.event(main, terms.true, []);
    fill(made.thread(main, start), rng.between(1, 3));
  }
  fill(main, rng.between(0, 2));
  return { made, conditions };
}

/** Every order of the events that are executed; a thread's first event comes after the one that starts it. */
function* interleavings(threads: readonly SkeletonThread[], isExecuted: (e: SkeletonEvent) => boolean): Generator<SkeletonEvent[]> {
  const chains = threads.map((t) => t.events.filter(isExecuted));
  const next = chains.map(() => 0);
  const done: SkeletonEvent[] = [];
  function* go(): Generator<SkeletonEvent[]> {
    let any = false;
    for (const [i, chain] of chains.entries()) {
      const e = chain[next[i] as number];
      const start = threads[i]?.start;
      if (e === undefined || (start && !done.includes(start))) continue;
      any = true;
      next[i] = (next[i] as number) + 1;
      done.push(e);
      yield* go();
      done.pop();
      next[i] = (next[i] as number) - 1;
    }
    if (!any) yield done;
  }
  yield* go();
}

describe("soundness", () => {
  test("the write that a read sees is among its visible writes; one that it does not see has a rival", () => {
    let pruned = 0;
    let runs = 0;
    for (let seed = 0; seed < 250; seed++) {
      const values = new Values(new Terms(), new Rng(seed));
      const { made, conditions } = randomSkeleton(values);
      const copies = findVisibleWrites(values.terms, made.build(objects), true);
      pruned += copies.before - copies.after;
      for (let bits = 0; bits < 2 ** conditions.length; bits++) {
        for (const [i, c] of conditions.entries()) values.set(c, BigInt((bits >> i) & 1));
        let count = 0;
        for (const run of interleavings(made.threads, (e) => values.of(e.executed) === 1n)) {
          if (++count > 150) break;
          runs++;
          expect([seed, bits, ...missed(values, copies, run)]).toEqual([seed, bits]);
        }
      }
    }
    expect(runs).toBeGreaterThan(10_000);
    expect(pruned).toBeGreaterThan(300); // something was pruned
  });
});

describe("what is pruned", () => {
  const build = (fill: (made: MadeSkeleton, terms: Terms, main: SkeletonThread) => void) => {
    const terms = new Terms();
    const made = new MadeSkeleton(terms);
    fill(made, terms, made.thread());
    const { reads, before, after } = findVisibleWrites(terms, made.build(objects), true);
    return { seen: reads.map((r) => r.visibleWrites.map((c) => c.write?.event.id ?? "start")), before, after };
  };
  const word = (terms: Terms, kind: "read" | "write", name: string, when?: Term) =>
    madeAccess(
      terms,
      kind,
      { object: objects[0] as (typeof objects)[number], when: terms.true, offset: 0 },
      4,
      terms.variable(name, width),
      when,
    );

  test("what comes later, and what is overwritten on the way", () => {
    const { seen } = build((made, terms, main) => {
      made.event(main, terms.true, [word(terms, "write", "a")]);
      made.event(main, terms.true, [word(terms, "write", "b")]);
      made.event(main, terms.true, [word(terms, "read", "r")]);
      made.event(main, terms.true, [word(terms, "write", "c")]);
    });
    expect(seen).toEqual([[1]]);
  });

  test("not what is overwritten only sometimes", () => {
    const { seen } = build((made, terms, main) => {
      made.event(main, terms.true, [word(terms, "write", "a")]);
      made.event(main, terms.variable("c", 1), [word(terms, "write", "b")]);
      made.event(main, terms.true, [word(terms, "read", "r")]);
    });
    expect(seen).toEqual([[0, 1]]);
  });

  test("what is overwritten whenever the read happens", () => {
    const { seen } = build((made, terms, main) => {
      const c = terms.variable("c", 1);
      made.event(main, terms.true, [word(terms, "write", "a")]);
      made.event(main, c, [word(terms, "write", "b")]);
      made.event(main, terms.and(c, terms.variable("d", 1)), [word(terms, "read", "r")]);
    });
    expect(seen).toEqual([[1]]);
  });

  test("a wait that one write ends orders what follows it", () => {
    const flag = objects[1] as (typeof objects)[number];
    const { seen } = build((made, terms, main) => {
      const start = made.event(main, terms.true, []);
      const child = made.thread(main, start);
      made.event(child, terms.true, [word(terms, "write", "a")]);
      const one = terms.constant(1n, width);
      made.event(child, terms.true, [madeAccess(terms, "write", { object: flag, when: terms.true, offset: 0 }, 4, one)]);
      const f = terms.variable("f", width);
      const wait = made.event(main, terms.variable("go", 1), [
        madeAccess(terms, "read", { object: flag, when: terms.true, offset: 0 }, 4, f),
      ]);
      wait.occurs = terms.true;
      wait.blocked = terms.eq(f, terms.constant(0n, width));
      wait.waits = true;
      made.event(main, terms.variable("go", 1), [word(terms, "read", "r")]);
    });
    expect(seen.flat()).toEqual([1, 2]); // the word: only the child's; the flag: not the zero at the start
  });
});

test("initial contents at a symbolic place", () => {
  const values = new Values(new Terms(), new Rng(3));
  const { terms } = values;
  const image = Uint8Array.from([1, 0, 2, 0, 3, 0, 4, 0]);
  const object = madeObject(5, 8, image);
  const index = values.fresh(width, 4n);
  const made = new MadeSkeleton(terms);
  const e = made.event(made.thread(), terms.true, [
    madeAccess(terms, "read", { object, when: terms.true, offset: index }, 2, terms.variable("r", 16)),
  ]);
  const access = e.accesses[0] as (typeof e.accesses)[number];
  const cell = { event: e, access, object, at: index, places: anywhere(6), size: 2, from: 0, when: terms.true, made: terms.true };
  for (const [at, value] of [
    [0n, 1n],
    [2n, 2n],
    [4n, 3n],
    [6n, 4n],
  ] as const) {
    values.set(index, at);
    expect(values.of(initialContent(terms, cell))).toBe(value);
  }
});
