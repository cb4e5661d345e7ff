// Pairs every read with every write: a baseline without pruning. In: a skeleton. Out: the visible writes, and equations for locations.
//
// This is how STAGED, section 5.3, composes before section 6 prunes (its mode +S-O). The location of an access is a variable with an
// equation. The solver decides whether two accesses go to the same location, even if their form shows it.

import { LimitReached, type Tick } from "../support/limits.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import { type CellAccess, cutIntoCells } from "./cells.ts";
import { HappensBefore } from "./happens-before.ts";
import { type CellRead, hasInitial, type MayCopy, type VisibleWrite } from "./may-copy.ts";
import type { SharedObject, Skeleton } from "./skeleton.ts";

export interface AllPairs {
  readonly copies: MayCopy;
  /** One per location variable. */
  readonly equations: readonly Term[];
}

/** With more pairs, neither time nor memory would suffice. */
const maxPairs = 1_000_000;

/** Throws `LimitReached` if there are too many pairs, or if `tick` does. */
export function pairAll(terms: Terms, skeleton: Skeleton, tick: Tick): AllPairs {
  const objects = cutIntoCells(terms, skeleton.events);
  const locations = new Locations(
    terms,
    objects.map((o) => o.object),
  );
  const writes = objects.flatMap((o) => o.writes.map((cell) => ({ cell, at: locations.of(cell) })));
  const reads: CellRead[] = [];
  if (writes.length * objects.reduce((n, o) => n + o.reads.length, 0) > maxPairs) throw new LimitReached("size");
  for (const cell of objects.flatMap((o) => o.reads)) {
    tick();
    const at = locations.of(cell);
    const visibleWrites: VisibleWrite[] = [];
    for (const w of writes)
      if (w.cell.event !== cell.event && w.cell.size === cell.size)
        visibleWrites.push({ write: w.cell, when: terms.all([terms.eq(at, w.at), w.cell.event.executed, w.cell.when]) });
    if (hasInitial(cell)) visibleWrites.push({ write: null, when: terms.true });
    reads.push({ cell, when: terms.and(cell.event.executed, cell.when), visibleWrites, rivals: visibleWrites });
  }
  const count = reads.reduce((n, r) => n + r.visibleWrites.length, 0);
  const byObject = new Map(objects.map((o) => [o.object.id, o.writes]));
  const order = new HappensBefore(terms, skeleton, tick);
  return { copies: { order, reads, writes: byObject, before: count, after: count }, equations: locations.equations };
}

/** Numbers the bytes of all objects, and one after each (it says whether the object is alive). */
class Locations {
  readonly equations: Term[] = [];
  readonly #first = new Map<SharedObject, number>();
  readonly #width: number;

  constructor(
    readonly terms: Terms,
    objects: readonly SharedObject[],
  ) {
    let next = 0;
    for (const o of objects) {
      this.#first.set(o, next);
      next += o.size + 1;
    }
    this.#width = Math.max(1, Math.ceil(Math.log2(next + 1)));
  }

  of({ object, at }: CellAccess): Term {
    const { terms } = this;
    const first = this.#first.get(object) as number;
    const name = terms.variable(`location${this.equations.length}`, this.#width);
    const number = (n: number): Term => terms.constant(BigInt(n), this.#width);
    // An access at a symbolic offset is executed inside the object only, so the low bits suffice.
    const offset = typeof at === "number" ? number(at) : fitWidth(terms, at, this.#width);
    this.equations.push(terms.eq(name, terms.add(number(first), offset)));
    return name;
  }
}

const fitWidth = (terms: Terms, t: Term, width: number): Term => (t.width >= width ? terms.extract(t, width - 1, 0) : terms.zext(t, width));
