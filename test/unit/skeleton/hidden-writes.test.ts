// Which writes hide others: after a join, on both sides of a branch, and never more than that. Random skeletons with joins, early exits, threads
// that stop, and branches that write on one side or both; and per rule what a careless version of it would prune.

import { expect, test } from "vitest";
import { findVisibleWrites, type MayCopy } from "../../../src/skeleton/may-copy.ts";
import { seesSeveral } from "../../../src/skeleton/several-writes.ts";
import type { Access, SkeletonEvent, SkeletonThread } from "../../../src/skeleton/skeleton.ts";
import { WritesByCell } from "../../../src/skeleton/writes-by-cell.ts";
import { Rng } from "../../../src/support/rng.ts";
import type { Term } from "../../../src/terms/term.ts";
import { Terms } from "../../../src/terms/terms.ts";
import { MadeSkeleton, madeAccess, madeObject } from "./made.ts";
import { missed } from "./missed.ts";
import { Values } from "./values.ts";

const data = madeObject(0, 8);
const flags = madeObject(1, 16);

/** A thread's chain in the making, as the unroller makes it: `active` says that the thread has not stopped. */
class Chain {
  active: Term;

  constructor(
    readonly values: Values,
    readonly made: MadeSkeleton,
    readonly thread: SkeletonThread,
    started: Term,
  ) {
    this.active = started;
  }

  event(path: Term, ...accesses: Access[]): SkeletonEvent {
    return this.made.event(this.thread, this.values.terms.and(path, this.active), accesses);
  }

  word(kind: "read" | "write", offset: number, size = 4, when = this.values.terms.true): Access {
    return madeAccess(
      this.values.terms,
      kind,
      { object: data, when: this.values.terms.true, offset },
      size,
      this.values.fresh(8 * size),
      when,
    );
  }

  /** The thread ends on this path: whoever joins it may continue. */
  exit(path: Term): void {
    const { terms } = this.values;
    const target = { object: flags, when: terms.true, offset: 4 * this.thread.index };
    this.event(path, madeAccess(terms, "write", target, 4, terms.constant(1n, 32)));
    this.stop(path);
  }

  stop(when: Term): void {
    const { terms } = this.values;
    this.active = terms.and(this.active, terms.not(when));
  }

  /** Returns the boolean that says whether the join is passed. `when`: the step looks whether the thread has ended. */
  join(path: Term, other: SkeletonThread, when = this.values.terms.true): Term {
    const { terms } = this.values;
    const go = this.values.fresh(1);
    const finished = this.values.fresh(32);
    const occurs = terms.and(path, this.active);
    const target = { object: flags, when: terms.true, offset: 4 * other.index };
    const e = this.made.event(this.thread, terms.and(occurs, go), [madeAccess(terms, "read", target, 4, finished, when)]);
    e.occurs = occurs;
    e.blocked = terms.and(when, terms.eq(finished, terms.constant(0n, 32)));
    e.waits = true;
    this.active = terms.and(this.active, terms.or(terms.not(path), go));
    return go;
  }
}

/** Main starts two threads and may join them; so may the second one the first. */
function randomSkeleton(values: Values): { made: MadeSkeleton; conditions: Term[] } {
  const { terms, rng } = values;
  const made = new MadeSkeleton(terms);
  const conditions = [values.fresh(1), values.fresh(1), values.fresh(1)];
  const side = (): Term => (rng.chance(0.5) ? rng.pick(conditions) : terms.not(rng.pick(conditions)));
  const path = (): Term => (rng.chance(0.6) ? terms.true : side());
  const statement = (chain: Chain): void => {
    const [offset, size] = rng.chance(0.2) ? [0, 8] : [rng.pick([0, 0, 4]), 4];
    const c = side();
    if (rng.chance(0.4)) {
      // A branch; the sides need not write the same cells, and one of them may branch again.
      chain.event(c, chain.word("write", offset, size));
      const other = terms.not(c);
      const again = rng.chance(0.3) ? side() : terms.true;
      if (rng.chance(0.8)) chain.event(terms.and(other, again), chain.word("write", rng.chance(0.8) ? offset : 4, size === 8 ? 4 : size));
      if (rng.chance(0.8)) chain.event(terms.and(other, terms.not(again)), chain.word("write", offset));
    } else if (rng.chance(0.2)) chain.stop(c);
    else if (rng.chance(0.15) && chain.thread.parent !== null) chain.exit(c);
    else chain.event(path(), chain.word(rng.chance(0.4) ? "read" : "write", offset, size, rng.chance(0.15) ? side() : terms.true));
  };
  const statements = (chain: Chain, most: number): void => {
    for (let n = rng.between(0, most); n > 0; n--) statement(chain);
  };
  const main = new Chain(values, made, made.thread(), terms.true);
  const children: SkeletonThread[] = [];
  for (let k = 0; k < 2; k++) {
    statements(main, 1);
    const when = rng.chance(0.8) ? terms.true : side();
    const start = main.event(when);
    const child = new Chain(values, made, made.thread(main.thread, start), start.executed);
    if (k === 1 && rng.chance(0.3)) conditions.push(child.join(terms.true, children[0] as SkeletonThread));
    statements(child, 3);
    child.exit(rng.chance(0.9) ? terms.true : side());
    children.push(child.thread);
  }
  for (const c of children) if (rng.chance(0.8)) conditions.push(main.join(rng.chance(0.75) ? terms.true : side(), c));
  statements(main, 1);
  main.event(path(), main.word("read", 0));
  main.event(terms.true, main.word("read", 4));
  return { made, conditions };
}

/** One order of all executed events, at random; null: a join waits for ever, so the choice of conditions is none of a run. */
function walk(values: Values, threads: readonly SkeletonThread[]): SkeletonEvent[] | null {
  const chains = threads.map((t) => t.events.filter((e) => values.of(e.executed) === 1n));
  const done: SkeletonEvent[] = [];
  const isFinished = (offset: unknown): boolean =>
    done.some((e) => e.accesses.some((a) => a.kind === "write" && a.targets[0]?.object === flags && a.targets[0].offset === offset));
  const isEnabled = (e: SkeletonEvent | undefined): boolean =>
    e !== undefined &&
    (e.thread.start === null || done.includes(e.thread.start)) &&
    (!e.waits || isFinished(e.accesses[0]?.targets[0]?.offset));
  for (;;) {
    const enabled = chains.filter((c) => isEnabled(c[0]));
    if (enabled.length === 0) return chains.every((c) => c.length === 0) ? done : null;
    done.push(values.rng.pick(enabled).shift() as SkeletonEvent);
  }
}

/** What the search for an order has missed: of a read with one visible write, that this is made if the read is. */
function missedFacts({ reads, order, writes }: MayCopy): string[] {
  return reads.flatMap((r) => {
    const [only] = r.visibleWrites;
    const isSingle = r.visibleWrites.length === 1 && only?.write != null;
    const near = new WritesByCell(writes.get(r.cell.object.id) ?? []).near(r.cell);
    const isFound =
      !isSingle ||
      (order.implies(r.when, only.when) &&
        !seesSeveral(
          order,
          r.cell,
          near,
          () => true,
          () => {},
        ));
    return isFound ? [] : [`e${r.cell.event.id}`];
  });
}

test("after joins and branches, every read sees one of its visible writes", () => {
  let runs = 0;
  let pruned = 0;
  for (let seed = 0; seed < 350; seed++) {
    const values = new Values(new Terms(), new Rng(seed));
    const { made, conditions } = randomSkeleton(values);
    const copies = findVisibleWrites(values.terms, made.build([data, flags]), true);
    expect([seed, ...missedFacts(copies)]).toEqual([seed]);
    pruned += copies.before - copies.after;
    for (let bits = 0; bits < 2 ** conditions.length; bits++) {
      for (const [i, c] of conditions.entries()) values.set(c, BigInt((bits >> i) & 1));
      for (let n = 0; n < 3; n++) {
        const run = walk(values, made.threads);
        if (run === null) break;
        runs++;
        expect([seed, bits, ...missed(values, copies, run)]).toEqual([seed, bits]);
      }
    }
  }
  expect(runs).toBeGreaterThan(15_000);
  expect(pruned).toBeGreaterThan(1000);
});

/** Two threads with holds of one lock, and some accesses outside; a hold may be on one side of a branch. */
function randomHolds(values: Values, made: MadeSkeleton, conditions: readonly Term[]): void {
  const { terms, rng } = values;
  for (let k = 0; k < 2; k++) {
    const chain = new Chain(values, made, made.thread(), terms.true);
    for (let n = rng.between(1, 4); n > 0; n--) {
      const path = rng.chance(0.6) ? terms.true : rng.chance(0.5) ? rng.pick(conditions) : terms.not(rng.pick(conditions));
      const isHeld = rng.chance(0.8);
      for (let m = rng.between(1, 3); m > 0; m--) {
        const when = rng.chance(0.8) ? path : terms.and(path, rng.pick(conditions));
        const e = chain.event(when, chain.word(rng.chance(0.4) ? "read" : "write", 0));
        if (isHeld) (e as { holds: readonly number[] }).holds = [0];
      }
      chain.event(terms.true); // between two holds
    }
  }
}

/** One order of all executed events in which only one thread is inside a hold. */
function walkHolds(values: Values, threads: readonly SkeletonThread[]): SkeletonEvent[] {
  const chains = threads.map((t) => t.events.slice());
  const done: SkeletonEvent[] = [];
  const isInside = ({ events }: SkeletonThread, left: readonly SkeletonEvent[]): boolean =>
    (events[events.length - left.length - 1]?.holds.length ?? 0) > 0 && (left[0]?.holds.length ?? 0) > 0;
  for (;;) {
    const holder = chains.findIndex((left, i) => isInside(threads[i] as SkeletonThread, left));
    const enabled = chains.filter((left, i) => left[0] !== undefined && (i === holder || holder < 0 || left[0].holds.length === 0));
    if (enabled.length === 0) return done;
    const e = values.rng.pick(enabled).shift() as SkeletonEvent;
    if (values.of(e.executed) === 1n) done.push(e);
  }
}

test("under locks, every read sees one of its visible writes", () => {
  const pruned = { held: 0, free: 0 };
  for (let seed = 0; seed < 300; seed++) {
    const values = new Values(new Terms(), new Rng(seed));
    const made = new MadeSkeleton(values.terms);
    const conditions = [values.fresh(1), values.fresh(1)];
    randomHolds(values, made, conditions);
    const copies = findVisibleWrites(values.terms, made.build([data]), true);
    expect([seed, ...missedFacts(copies)]).toEqual([seed]);
    pruned.held += copies.before - copies.after;
    for (let bits = 0; bits < 2 ** conditions.length; bits++) {
      for (const [i, c] of conditions.entries()) values.set(c, BigInt((bits >> i) & 1));
      for (let n = 0; n < 6; n++) {
        const run = walkHolds(values, made.threads);
        expect([seed, bits, ...missed(values, copies, run)]).toEqual([seed, bits]);
      }
    }
    for (const e of made.events) (e as { holds: readonly number[] }).holds = [];
    const free = findVisibleWrites(values.terms, made.build([data]), true);
    pruned.free += free.before - free.after;
  }
  expect(pruned.held).toBeGreaterThan(pruned.free + 100);
});

/** What main's last read of the first word sees: numbers of events, or the start. `tell` makes main and a child that main starts first. */
function seenAtEnd(tell: (main: Chain, child: Chain, c: Term, d: Term) => void, size = 4): (number | "start")[][] {
  const values = new Values(new Terms(), new Rng(1));
  const { terms } = values;
  const made = new MadeSkeleton(terms);
  const main = new Chain(values, made, made.thread(), terms.true);
  const start = main.event(terms.true);
  const child = new Chain(values, made, made.thread(main.thread, start), start.executed);
  tell(main, child, values.fresh(1), values.fresh(1));
  const { reads }: MayCopy = findVisibleWrites(terms, made.build([data, flags]), true);
  const last = main.thread.events.at(-1);
  expect(last?.accesses[0]?.size).toBe(size);
  return reads.filter((r) => r.cell.event === last).map((r) => r.visibleWrites.map((w) => w.write?.event.id ?? "start"));
}

const sets: [name: string, seen: (number | "start")[], tell: (main: Chain, child: Chain, c: Term, d: Term) => void][] = [
  [
    "after a join, what the thread wrote last",
    [2],
    (main, child) => {
      child.event(yes(child), child.word("write", 0));
      child.event(yes(child), child.word("write", 0));
      child.exit(yes(child));
      main.join(yes(main), child.thread);
    },
  ],
  [
    "the same if the thread may stop before: then it is not joined",
    [2],
    (main, child, c) => {
      child.event(yes(child), child.word("write", 0));
      child.stop(c);
      child.event(yes(child), child.word("write", 0));
      child.exit(yes(child));
      main.join(yes(main), child.thread);
    },
  ],
  [
    "after a join on some paths only, also what was before",
    [1, 2, "start"],
    (main, child, c) => {
      child.event(yes(child), child.word("write", 0));
      child.event(yes(child), child.word("write", 0));
      child.exit(yes(child));
      main.join(c, child.thread);
    },
  ],
  [
    "a thread that may end early has not certainly written",
    [2, "start"],
    (main, child, c) => {
      child.exit(c);
      child.event(yes(child), child.word("write", 0));
      child.exit(yes(child));
      main.join(yes(main), child.thread);
    },
  ],
  [
    "a thread that is joined may have written on one side only",
    [1, 2],
    (main, child, c) => {
      child.event(yes(child), child.word("write", 0));
      child.event(c, child.word("write", 0));
      child.exit(yes(child));
      main.join(yes(main), child.thread);
    },
  ],
  [
    "of two writes on one side only the last is seen",
    ["start", 2],
    (main, child, c) => {
      child.event(c, child.word("write", 0));
      child.event(c, child.word("write", 0));
      child.exit(yes(child));
      main.join(yes(main), child.thread);
    },
  ],
  [
    "both sides of a branch hide what is before it",
    [2, 3],
    (main, child, c) => {
      child.event(yes(child), child.word("write", 0));
      child.event(c, child.word("write", 0));
      child.event(not(child, c), child.word("write", 0));
      child.exit(yes(child));
      main.join(yes(main), child.thread);
    },
  ],
  [
    "also if a side waits before it writes",
    [4, 5],
    (main, child, c) => {
      const start = main.event(yes(main));
      const other = new Chain(main.values, main.made, main.made.thread(main.thread, start), start.executed);
      child.event(yes(child), child.word("write", 0));
      child.join(c, other.thread);
      child.event(c, child.word("write", 0));
      child.event(not(child, c), child.word("write", 0));
      other.exit(yes(other));
      child.exit(yes(child));
      main.join(yes(main), child.thread);
    },
  ],
  [
    "branches within branches, too",
    [2, 3, 4],
    (main, child, c, d) => {
      child.event(yes(child), child.word("write", 0));
      child.event(c, child.word("write", 0));
      child.event(child.values.terms.and(not(child, c), d), child.word("write", 0));
      child.event(child.values.terms.and(not(child, c), not(child, d)), child.word("write", 0));
      child.exit(yes(child));
      main.join(yes(main), child.thread);
    },
  ],
  [
    "not sides of different branches",
    [1, 2, 3],
    (main, child, c, d) => {
      child.event(yes(child), child.word("write", 0));
      child.event(c, child.word("write", 0));
      child.event(not(child, d), child.word("write", 0));
      child.exit(yes(child));
      main.join(yes(main), child.thread);
    },
  ],
  [
    "not sides that leave a case out, though each condition has its opposite",
    [1, 2, 3],
    (main, child, c, d) => {
      child.event(yes(child), child.word("write", 0));
      child.event(child.values.terms.and(c, d), child.word("write", 0));
      child.event(child.values.terms.and(not(child, c), not(child, d)), child.word("write", 0));
      child.exit(yes(child));
      main.join(yes(main), child.thread);
    },
  ],
  [
    "not after a step that joins under a condition only",
    [1, "start"],
    (main, child, c) => {
      child.event(yes(child), child.word("write", 0));
      child.exit(yes(child));
      main.join(yes(main), child.thread, c);
    },
  ],
  [
    "not without the join",
    ["start", 1, 2, 3],
    (_, child, c) => {
      child.event(yes(child), child.word("write", 0));
      child.event(c, child.word("write", 0));
      child.event(not(child, c), child.word("write", 0));
      child.exit(yes(child));
    },
  ],
  [
    "not a write that lies between the two sides",
    [2, 3],
    (main, child, c) => {
      child.event(not(child, c), child.word("write", 0));
      child.event(yes(child), child.word("write", 0));
      child.event(c, child.word("write", 0));
      child.exit(yes(child));
      main.join(yes(main), child.thread);
    },
  ],
];

test.each(sets)("%s", (_, seen, tell) => {
  const found = seenAtEnd((main, child, c, d) => {
    tell(main, child, c, d);
    main.event(yes(main), main.word("read", 0));
  });
  expect(found.map((f) => f.sort())).toEqual([[...seen].sort()]);
});

test("a side that writes half of what is read hides that half", () => {
  const found = seenAtEnd((main, child, c) => {
    child.event(c, child.word("write", 0, 8));
    child.event(not(child, c), child.word("write", 0, 4));
    child.exit(yes(child));
    main.join(yes(main), child.thread);
    main.event(yes(main), main.word("read", 0, 8));
  }, 8);
  expect(found).toEqual([
    [1, 2],
    [1, "start"],
  ]);
});

test("a third thread's write stays visible", () => {
  const found = seenAtEnd((main, child, c) => {
    const start = main.event(yes(main));
    const third = new Chain(main.values, main.made, main.made.thread(main.thread, start), start.executed);
    third.event(yes(third), third.word("write", 0));
    child.event(c, child.word("write", 0));
    child.event(not(child, c), child.word("write", 0));
    child.exit(yes(child));
    main.join(yes(main), child.thread);
    main.event(yes(main), main.word("read", 0));
  });
  expect(found).toEqual([[2, 3, 4]]);
});

const yes = (chain: Chain): Term => chain.values.terms.true;
const not = (chain: Chain, c: Term): Term => chain.values.terms.not(c);
