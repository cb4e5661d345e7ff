// Families of interleaving problems, built directly as formulas: threads that read and write a few cells, of any size. In: a solver and its
// terms. Out: assertions. Safe members are unsatisfiable, unsafe ones satisfiable.

import type { Solver } from "../src/solving/solver.ts";
import type { Term } from "../src/terms/term.ts";
import type { Terms } from "../src/terms/terms.ts";

interface Write {
  readonly event: number;
  readonly chain: number;
  readonly value: Term;
  readonly guard: Term;
}

interface Read {
  readonly event: number;
  readonly chain: number;
  readonly value: Term;
  readonly guard: Term;
}

/** The complete executions of a few threads. */
class Threads {
  readonly #writes = new Map<string, Write[]>();
  readonly #reads: (Read & { readonly place: string })[] = [];
  /** The holds of each lock: first and last event. */
  readonly #sections = new Map<string, { chain: number; first: number; last: number }[]>();
  readonly #last = new Map<number, number>();
  readonly #first = new Map<number, number>();
  #names = 0;

  constructor(
    readonly solver: Solver,
    readonly terms: Terms,
    readonly width = 32,
  ) {}

  number(value: number): Term {
    return this.terms.constant(value, this.width);
  }

  event(chain: number): number {
    const event = this.solver.event(chain);
    if (!this.#first.has(chain)) this.#first.set(chain, event);
    this.#last.set(chain, event);
    return event;
  }

  write(chain: number, place: string, value: Term, guard = this.terms.true, event = this.event(chain)): number {
    const list = this.#writes.get(place) ?? [];
    list.push({ event, chain, value, guard });
    this.#writes.set(place, list);
    return event;
  }

  read(chain: number, place: string, guard = this.terms.true, event = this.event(chain)): Term {
    const value = this.terms.variable(`${place}.${this.#names++}`, this.width);
    this.#reads.push({ event, chain, value, guard, place });
    return value;
  }

  /** A read and a write in one event. */
  exchange(chain: number, place: string, update: (old: Term) => Term): Term {
    const event = this.event(chain);
    const old = this.read(chain, place, this.terms.true, event);
    this.write(chain, place, update(old), this.terms.true, event);
    return old;
  }

  locked(chain: number, lock: string, body: () => void): void {
    const first = this.event(chain);
    body();
    const list = this.#sections.get(lock) ?? [];
    list.push({ chain, first, last: this.event(chain) });
    this.#sections.set(lock, list);
  }

  assume(condition: Term): void {
    this.solver.assert(condition);
  }

  /** The chain starts after all events of the other one so far. */
  start(by: number, chain: number): void {
    this.solver.assert(this.terms.before(this.#last.get(by) as number, this.event(chain)));
  }

  join(by: number, chain: number): void {
    this.solver.assert(this.terms.before(this.#last.get(chain) as number, this.event(by)));
  }

  /** Adds the constraints on locks and on what reads see. */
  finish(): void {
    const { solver, terms } = this;
    for (const sections of this.#sections.values())
      for (const [i, a] of sections.entries())
        for (const b of sections.slice(0, i))
          if (a.chain !== b.chain) solver.assert(terms.or(terms.before(a.last, b.first), terms.before(b.last, a.first)));
    for (const [number, read] of this.#reads.entries()) {
      const writes = this.#writes.get(read.place) ?? [];
      // In its own thread, a read sees the last unconditional write before it, or a later one.
      const own = writes.filter((w) => w.chain === read.chain && w.event < read.event);
      const last = own.findLastIndex((w) => w.guard === terms.true);
      const isCovered = (w: Write): boolean => own.includes(w) && own.indexOf(w) < last;
      const visibleWrites = writes
        .filter((w) => w.event !== read.event && (w.chain !== read.chain || w.event < read.event) && !isCovered(w))
        .map((w) => ({ write: w, reads: terms.variable(`rf.${number}.${w.event}`, 1) }));
      for (const { write, reads } of visibleWrites)
        solver.assert(terms.implies(reads, terms.all([read.guard, write.guard, terms.eq(read.value, write.value)])));
      solver.assert(terms.implies(read.guard, terms.any(visibleWrites.map((c) => c.reads))));
      solver.read({
        event: read.event,
        visibleWrites: visibleWrites.map((c) => ({ write: c.write.event, reads: c.reads })),
        rivals: writes.filter((w) => w.event !== read.event).map((w) => ({ write: w.event, overwrites: w.guard })),
      });
    }
  }
}

export interface Family {
  readonly name: string;
  /** Sizes in ascending order. */
  readonly sizes: readonly (readonly [number, number])[];
  build(solver: Solver, terms: Terms, size: readonly [number, number], safe: boolean): void;
}

const doubling = (n: number): readonly (readonly [number, number])[] => [1, 2, 4, 8, 16, 32, 64].map((k) => [n, k] as const);

/** n threads add 1 to a counter k times under a lock; unsafe: the last thread forgets the lock once. */
const counter: Family = {
  name: "locked counter",
  sizes: [...doubling(2).slice(0, 5), [3, 1], [3, 2], [3, 4], [3, 8], [4, 2], [4, 4]],
  build(solver, terms, [n, k], safe) {
    const t = new Threads(solver, terms);
    t.write(0, "c", t.number(0));
    for (let thread = 1; thread <= n; thread++) {
      t.start(0, thread);
      for (let i = 0; i < k; i++) {
        const body = (): void => {
          const old = t.read(thread, "c");
          t.write(thread, "c", terms.add(old, t.number(1)));
        };
        if (!safe && thread === n && i === 0) body();
        else t.locked(thread, "m", body);
      }
    }
    for (let thread = 1; thread <= n; thread++) t.join(0, thread);
    t.assume(terms.ne(t.read(0, "c"), t.number(n * k)));
    t.finish();
  },
};

/** i += j against j += i, k times each; safe: the largest possible number is not exceeded; unsafe: it is not reached. */
const fibonacci: Family = {
  name: "fib-like",
  sizes: [2, 3, 4, 5, 6, 7, 8, 9, 11].map((k) => [2, k] as const),
  build(solver, terms, [, k], safe) {
    const t = new Threads(solver, terms);
    t.write(0, "i", t.number(1));
    t.write(0, "j", t.number(1));
    let [a, b] = [1, 1];
    for (let x = 0; x < 2 * k; x++) [a, b] = [b, a + b];
    for (const [thread, own, other] of [
      [1, "i", "j"],
      [2, "j", "i"],
    ] as const) {
      t.start(0, thread);
      for (let x = 0; x < k; x++) {
        const old = t.read(thread, own);
        const more = t.read(thread, other);
        t.write(thread, own, terms.add(old, more));
      }
    }
    const limit = t.number(safe ? b + 1 : b);
    const i = t.read(0, "i");
    const j = t.read(0, "j");
    t.assume(terms.or(terms.sge(i, limit), terms.sge(j, limit)));
    t.finish();
  },
};

/** Peterson's lock around a counter, k iterations each, waiting as an assumption; unsafe: the turn is given before the flag is set. */
const peterson: Family = {
  name: "peterson-like",
  sizes: doubling(2),
  build(solver, terms, [, k], safe) {
    const t = new Threads(solver, terms);
    for (const place of ["flag1", "flag2", "turn", "c"]) t.write(0, place, t.number(0));
    for (const [thread, other] of [
      [1, 2],
      [2, 1],
    ] as const) {
      t.start(0, thread);
      for (let i = 0; i < k; i++) {
        if (safe) t.write(thread, `flag${thread}`, t.number(1));
        t.write(thread, "turn", t.number(other));
        if (!safe) t.write(thread, `flag${thread}`, t.number(1));
        const flag = t.read(thread, `flag${other}`);
        const turn = t.read(thread, "turn");
        t.assume(terms.or(terms.eq(flag, t.number(0)), terms.eq(turn, t.number(thread))));
        const old = t.read(thread, "c");
        t.write(thread, "c", terms.add(old, t.number(1)));
        t.write(thread, `flag${thread}`, t.number(0));
      }
    }
    for (const thread of [1, 2]) t.join(0, thread);
    t.assume(terms.ne(t.read(0, "c"), t.number(2 * k)));
    t.finish();
  },
};

/** n threads take tickets, k times each; unsafe: taking one is a read and a write. */
const ticket: Family = {
  name: "ticket lock",
  sizes: [...doubling(2), [3, 1], [3, 2], [3, 3], [4, 1], [4, 2]],
  build(solver, terms, [n, k], safe) {
    const t = new Threads(solver, terms);
    for (const place of ["next", "serving", "c"]) t.write(0, place, t.number(0));
    for (let thread = 1; thread <= n; thread++) {
      t.start(0, thread);
      for (let i = 0; i < k; i++) {
        let mine: Term;
        if (safe) mine = t.exchange(thread, "next", (old) => terms.add(old, t.number(1)));
        else {
          mine = t.read(thread, "next");
          t.write(thread, "next", terms.add(mine, t.number(1)));
        }
        t.assume(terms.eq(t.read(thread, "serving"), mine));
        const old = t.read(thread, "c");
        t.write(thread, "c", terms.add(old, t.number(1)));
        t.write(thread, "serving", terms.add(mine, t.number(1)));
      }
    }
    for (let thread = 1; thread <= n; thread++) t.join(0, thread);
    t.assume(terms.ne(t.read(0, "c"), t.number(n * k)));
    t.finish();
  },
};

/** A producer and a consumer of k numbers over a ring of 4 slots under one lock; unsafe: the producer counts outside the lock. */
const queue: Family = {
  name: "queue",
  sizes: doubling(2).slice(1),
  build(solver, terms, [, k], safe) {
    const slots = 4;
    const t = new Threads(solver, terms);
    for (const place of ["count", "head", "tail", "s0", "s1", "s2", "s3"]) t.write(0, place, t.number(0));
    const next = (index: Term): Term => terms.urem(terms.add(index, t.number(1)), t.number(slots));
    const count = (thread: number, by: number): void => {
      const old = t.read(thread, "count");
      t.write(thread, "count", terms.add(old, t.number(by)));
    };
    t.start(0, 1);
    for (let i = 0; i < k; i++) {
      t.locked(1, "m", () => {
        t.assume(terms.ult(t.read(1, "count"), t.number(slots)));
        const tail = t.read(1, "tail");
        for (let s = 0; s < slots; s++) t.write(1, `s${s}`, t.number(i + 1), terms.eq(tail, t.number(s)));
        t.write(1, "tail", next(tail));
        if (safe) count(1, 1);
      });
      if (!safe) count(1, 1);
    }
    t.start(0, 2);
    const wrong: Term[] = [];
    for (let i = 0; i < k; i++)
      t.locked(2, "m", () => {
        t.assume(terms.ult(t.number(0), t.read(2, "count")));
        const head = t.read(2, "head");
        for (let s = 0; s < slots; s++) {
          const here = terms.eq(head, t.number(s));
          wrong.push(terms.and(here, terms.ne(t.read(2, `s${s}`, here), t.number(i + 1))));
        }
        t.write(2, "head", next(head));
        count(2, -1);
      });
    for (const thread of [1, 2]) t.join(0, thread);
    t.assume(terms.any([...wrong, terms.ne(t.read(0, "count"), t.number(0))]));
    t.finish();
  },
};

export const families: readonly Family[] = [counter, fibonacci, peterson, ticket, queue];
