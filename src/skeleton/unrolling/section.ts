// The accesses of one step to shared memory: an atomic section, or a single access. In: reads and writes in the order of the code. Out: the
// accesses of its event. All of them happen at one point of the order: a read first sees what the step itself has written (a log, latest
// first), and only the last write of each byte is visible to others.

import type { Tick } from "../../support/limits.ts";
import { maxOf } from "../../support/lists.ts";
import type { Content } from "../../symbolic/host.ts";
import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";
import { type Access, failsAt, type SharedObject, type SkeletonEvent, type Target } from "../skeleton.ts";
import { mayMeet, moved, placesOf } from "../spread.ts";
import { type Entry, WriteLog } from "./write-log.ts";

interface Written {
  readonly when: Term;
  /** When the step has failed before the write. */
  readonly failed: Term;
  readonly targets: readonly Target[];
  readonly size: number;
  readonly content: Content;
  readonly access: Omit<Access, "when" | "made" | "kind" | "targets" | "size" | "settled" | "content">;
}

export interface StepWrite {
  readonly object: SharedObject;
  /** No other thread sees the object. */
  readonly isOwn: boolean;
  readonly when: Term;
  readonly size: number;
  readonly content: Content;
}

export class Section {
  readonly #log = new WriteLog<Written>();
  readonly reads = new Map<string, Access>();
  /** Some path has left it. */
  ended = false;
  /** The boolean "the step is executed", if it may have to wait; `mayStay`: on all paths through it. */
  go: Term | null = null;
  mayStay = false;
  /** It has read memory that is perhaps never written, and is not an input here. */
  readsUnwritten = false;
  /** All its writes, also to the thread's own memory: they may contain what the step has learnt. */
  readonly kept: StepWrite[] = [];
  /** When the step is ordered after what it has read. */
  acquired: Term;

  constructor(
    readonly terms: Terms,
    readonly event: SkeletonEvent & { executed: Term },
    readonly user: boolean,
    /** The path condition at its beginning. */
    readonly entered: Term,
    readonly tick: Tick,
  ) {
    this.acquired = terms.false;
  }

  /**
   * The value of a read under a path condition. `outside` returns the content of memory outside the step; it is called only if that may
   * matter, with the condition under which it does. Null: the step has written some of the bytes, in another size.
   */
  read(when: Term, target: Target, size: number, outside: (when: Term) => Term): Term | null {
    const { terms } = this;
    const choices: { when: Term; value: Term }[] = [];
    let open = terms.true; // not yet covered by a later write
    const near = this.#log.near(target, size);
    for (let i = near.length - 1; i >= 0 && open !== terms.false; i--) {
      this.tick();
      const { write: w, target: t } = near[i] as Entry<Written>;
      const overlap = covers(terms, t, w.size, target, size);
      if (overlap === "never") continue;
      if (overlap === "partly") return null;
      const applies = terms.all([w.when, t.when, overlap.when]);
      if (applies === terms.false) continue;
      choices.push({ when: applies, value: w.content(overlap.from, size) });
      open = terms.and(open, terms.not(applies));
    }
    if (choices.length > 0 && terms.and(when, open) === terms.false) {
      let value = (choices[choices.length - 1] as { value: Term }).value;
      for (let i = choices.length - 2; i >= 0; i--)
        value = terms.ite((choices[i] as { when: Term }).when, (choices[i] as { value: Term }).value, value);
      return value;
    }
    let value = outside(terms.and(when, open));
    for (let i = choices.length - 1; i >= 0; i--)
      value = terms.ite((choices[i] as { when: Term }).when, (choices[i] as { value: Term }).value, value);
    return value;
  }

  /** When a read sees memory outside the step, because the step has not written there. Null: it has written some of the bytes. */
  seesOutside(when: Term, target: Target, size: number): Term | null {
    const { terms } = this;
    let open = when;
    for (const { write: w, target: t } of this.#log.near(target, size)) {
      const overlap = covers(terms, t, w.size, target, size);
      if (overlap === "partly") return null;
      if (overlap !== "never") open = terms.and(open, terms.not(terms.all([w.when, t.when, overlap.when])));
    }
    return open;
  }

  write(when: Term, targets: readonly Target[], size: number, content: Content, access: Written["access"]): void {
    if (when !== this.terms.false) this.#log.add({ when, failed: this.#hasFailed(when), targets, size, content, access });
  }

  /** The writes that remain at the end of the step: earlier ones only for bytes that no later one overwrites. Null: they overlap in an unsupported way. */
  close(): readonly Access[] | null {
    const out: Access[] = [];
    for (const [i, w] of this.#log.writes.entries()) {
      for (const target of w.targets) {
        let pieces: readonly Piece[] | null = [{ from: 0, size: w.size, when: this.terms.and(w.when, target.when) }];
        for (const { index, write: later, target: t } of this.#log.near(target, w.size)) {
          this.tick();
          if (index > i) pieces = pieces && this.#without(pieces, target, later, t);
        }
        if (pieces === null) return null;
        for (const p of pieces) {
          const offset =
            typeof target.offset === "number"
              ? target.offset + p.from
              : this.terms.add(target.offset, this.terms.constant(BigInt(p.from), target.offset.width));
          const content: Content = (from, size) => w.content(p.from + from, size);
          const places = target.places && moved(target.places, p.from);
          const targets = [{ object: target.object, when: this.terms.true, offset, places }];
          const made = this.terms.and(p.when, this.terms.not(w.failed));
          out.push({ ...w.access, kind: "write", when: p.when, made, targets, size: p.size, settled: false, content });
        }
      }
    }
    return out;
  }

  /** The part of the condition under which the step has not failed so far. */
  beforeFailure(when: Term): Term {
    return this.terms.and(when, this.terms.not(this.#hasFailed(when)));
  }

  #hasFailed(when: Term): Term {
    return this.terms.and(when, failsAt(this.terms, this.event));
  }

  /** The pieces that a later write leaves of an earlier one. */
  #without(pieces: readonly Piece[], target: Target, later: Written, t: Target): readonly Piece[] | null {
    const { terms } = this;
    // What follows a failure overwrites nothing.
    const applies = terms.all([later.when, t.when, terms.not(later.failed)]);
    const remove = (list: readonly Piece[], from: number, to: number, when: Term): Piece[] =>
      list.flatMap((p) => {
        const end = p.from + p.size;
        if (to <= p.from || end <= from) return [p];
        const low = Math.max(from, p.from);
        const high = Math.min(to, end);
        return [
          { from: p.from, size: low - p.from, when: p.when },
          { from: low, size: high - low, when: terms.and(p.when, terms.not(when)) },
          { from: high, size: end - high, when: p.when },
        ].filter((q) => q.size > 0 && q.when !== terms.false);
      });
    const from = distance(terms, target.offset, t.offset);
    if (from !== null) {
      const isApart = pieces.every((p) => from >= p.from + p.size || from + later.size <= p.from);
      return isApart ? pieces : remove(pieces, from, from + later.size, applies);
    }
    const { offset } = target;
    if (typeof offset !== "number") {
      const [whole] = pieces;
      if (whole === undefined) return [];
      const overlap = pieces.length === 1 ? covers(terms, t, later.size, target, whole.size) : "partly";
      return overlap === "partly" ? null : overlap === "never" ? [whole] : remove(pieces, 0, whole.size, terms.and(applies, overlap.when));
    }
    if (typeof t.offset === "number" || !isAligned(terms, t.offset, later.size)) return null;
    let rest = pieces.slice();
    const width = t.offset.width;
    // The elements of the object that the earlier write reaches into.
    const end =
      offset +
      maxOf(
        pieces.map((p) => p.from + p.size),
        0,
      );
    for (let at = offset - (offset % later.size); at < end && at + later.size <= target.object.size; at += later.size) {
      this.tick();
      const here = terms.and(applies, terms.eq(t.offset, terms.constant(BigInt(at), width)));
      if (here !== terms.false) rest = remove(rest, at - offset, at - offset + later.size, here);
    }
    return rest;
  }
}

interface Piece {
  readonly from: number;
  readonly size: number;
  readonly when: Term;
}

/** The distance from the first offset to the second, if it is constant: fields of one array element. Otherwise null. */
function distance(terms: Terms, a: number | Term, b: number | Term): number | null {
  if (typeof a === "number" && typeof b === "number") return b - a;
  const width = typeof a === "number" ? (b as Term).width : a.width;
  const term = (o: number | Term): Term => (typeof o === "number" ? terms.constant(BigInt(o), width) : o);
  const d = terms.sub(term(b), term(a));
  return d.op === "constant" ? Number(BigInt.asIntN(width, d.value)) : null;
}

/** Whether a write of `wSize` bytes to `w` gives all bytes of a read of `size` bytes at `r`: from which of its bytes on, and when. */
function covers(terms: Terms, w: Target, wSize: number, r: Target, size: number): "never" | "partly" | { from: number; when: Term } {
  if (!mayMeet(placesOf(w, wSize), wSize, placesOf(r, size), size)) return "never";
  const from = distance(terms, w.offset, r.offset);
  if (from !== null) {
    if (from >= wSize || from + size <= 0) return "never";
    return from >= 0 && from + size <= wSize ? { from, when: terms.true } : "partly";
  }
  // Two offsets that are multiples of the size are equal, or the accesses do not overlap.
  if (wSize !== size) return "partly";
  const width = typeof w.offset === "number" ? (r.offset as Term).width : w.offset.width;
  const term = (o: number | Term): Term => (typeof o === "number" ? terms.constant(BigInt(o), width) : o);
  if (!isAligned(terms, w.offset, size) || !isAligned(terms, r.offset, size)) return "partly";
  const same = terms.eq(term(w.offset), term(r.offset));
  return same === terms.false ? "never" : { from: 0, when: same };
}

export function isAligned(terms: Terms, offset: number | Term, size: number): boolean {
  if ((size & (size - 1)) !== 0) return false;
  return typeof offset === "number" ? offset % size === 0 : 2 ** Math.min(terms.trailingZeros(offset), 30) % size === 0;
}
