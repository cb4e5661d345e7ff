// Value ranges of reads, so that the solver works on fewer bits. In: a skeleton and its reads. Out: an interval per read variable that holds
// in every execution.
//
// An abstract interpretation with intervals per cell alone does not converge if threads feed each other. So intervals are kept per point of
// the grid of interleavings: the number of steps that each thread has passed. Each thread's next step leads from a point to another; what
// arrives there is joined. The grid of two threads is small; if it is too large, nothing is narrowed.

import type { Tick } from "../support/limits.ts";
import { maxOf, minOf } from "../support/lists.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import type { CellAccess } from "./cells.ts";
import type { MayCopy } from "./may-copy.ts";
import { placeKey, type Skeleton, type SkeletonEvent } from "./skeleton.ts";
import { mayMeet } from "./spread.ts";

export interface Interval {
  readonly low: number;
  readonly high: number;
}

const maxPoints = 20_000;
const maxMoves = 100_000;
/** Points times cells: more takes longer than it saves. */
const maxWork = 400_000;

export function findRanges(terms: Terms, skeleton: Skeleton, copies: MayCopy, tick: Tick): ReadonlyMap<Term, Interval> {
  return new Grid(terms, skeleton, copies, tick).run();
}

interface Step {
  readonly event: SkeletonEvent;
  readonly reads: readonly { readonly variable: Term; readonly cellIndex: number }[];
  /** `certain`: made whenever the step is executed. */
  readonly writes: readonly { readonly cell: CellAccess; readonly cellIndex: number; readonly certain: boolean }[];
  /** Per thread, the number of its steps that must come before this one, if executed. */
  readonly after: readonly number[];
  /** It need not be executed: then other steps do not wait for it. */
  readonly isOptional: boolean;
}

class Grid {
  readonly #cells = new Map<string, number>();
  readonly #initial: Interval[] = [];
  readonly #ranges = new Map<Term, Interval>();
  readonly #threads: Step[][];
  /** A point is the number whose digits are the steps that the threads have passed. By thread: the weight of its digit. */
  readonly #weights: number[] = [];
  /** The digits of the point that is looked at. */
  readonly #at: number[];

  constructor(
    readonly terms: Terms,
    readonly skeleton: Skeleton,
    readonly copies: MayCopy,
    readonly tick: Tick,
  ) {
    this.#findCells();
    this.#threads = this.#findSteps();
    this.#at = this.#threads.map(() => 0);
  }

  /** Finds the cells that are accessed at fixed offsets and as a whole, and have a read without bounds. */
  #findCells(): void {
    const spoilt = new Set<string>();
    const symbolic: CellAccess[] = [];
    const wanted = new Map<string, CellAccess>();
    const note = (p: CellAccess): void => {
      if (typeof p.at !== "number") {
        symbolic.push(p);
        return;
      }
      if (p.size > 4 || p.access.size !== p.size || p.object.image === undefined) spoilt.add(cellOf(p));
    };
    for (const { cell } of this.copies.reads) {
      note(cell);
      const { value } = cell.access;
      if (value?.op === "variable" && this.terms.boundsOf(value) === null && typeof cell.at === "number") wanted.set(cellOf(cell), cell);
    }
    for (const cells of this.copies.writes.values()) for (const p of cells) if (p.access.undefined || typeof p.at !== "number") note(p);
    for (const [key, p] of wanted) {
      const isHit = symbolic.some((x) => x.object === p.object && mayMeet(x.places, x.size, p.places, p.size));
      // Whether an object is alive does not begin with a byte of its image.
      if (spoilt.has(key) || isHit || p.at === p.object.size) continue;
      this.#cells.set(key, this.#initial.length);
      let value = 0n;
      for (let i = p.size - 1; i >= 0; i--) value = (value << 8n) | BigInt(p.object.image?.[(p.at as number) + i] ?? 0);
      const number = Number(BigInt.asIntN(8 * p.size, value));
      this.#initial.push({ low: number, high: number });
    }
  }

  #findSteps(): Step[][] {
    const { copies, skeleton, terms } = this;
    const byEvent = new Map<SkeletonEvent, { reads: { variable: Term; cellIndex: number }[]; writes: Step["writes"][number][] }>();
    const at = (e: SkeletonEvent): { reads: { variable: Term; cellIndex: number }[]; writes: Step["writes"][number][] } => {
      const known = byEvent.get(e);
      if (known !== undefined) return known;
      const made = { reads: [], writes: [] };
      byEvent.set(e, made);
      return made;
    };
    for (const { cell } of copies.reads) {
      const cellIndex = this.#cells.get(cellOf(cell));
      if (cellIndex !== undefined && cell.access.value?.op === "variable")
        at(cell.event).reads.push({ variable: cell.access.value, cellIndex });
    }
    for (const cells of copies.writes.values())
      for (const cell of cells) {
        const cellIndex = this.#cells.get(cellOf(cell));
        if (cellIndex !== undefined)
          at(cell.event).writes.push({ cell, cellIndex, certain: copies.order.implies(cell.event.executed, cell.when) });
      }
    const chains = skeleton.threads.map((t) => t.events.filter((e) => byEvent.has(e)));
    return chains.map((events) =>
      events.map((event) => {
        const after = chains.map((other) => (other === events ? 0 : other.filter((e) => copies.order.isBefore(e, event)).length));
        return { event, ...at(event), after, isOptional: event.executed !== terms.true };
      }),
    );
  }

  run(): ReadonlyMap<Term, Interval> {
    const cells = this.#initial.length;
    if (cells === 0 || !this.#isSmall(cells)) return this.#ranges;
    // Points by the number of steps passed: ranges of reads are shared by all points, and must not come from later ones.
    const levels: Map<number, Interval[]>[] = [new Map([[0, this.#initial.slice()]])];
    for (let passed = 0; passed < levels.length; passed++) {
      for (const [point, values] of levels[passed] ?? [])
        this.#move(point, (further, next, step) => {
          const out = this.#execute(step, values);
          levels[passed + further] ??= new Map();
          const level = levels[passed + further] as Map<number, Interval[]>;
          const known = level.get(next);
          if (known === undefined) level.set(next, out);
          else joinInto(known, out);
        });
      delete levels[passed];
    }
    return this.#ranges;
  }

  /** Whether the grid is small enough. To count its points is cheap; their intervals are not. */
  #isSmall(cells: number): boolean {
    let size = 1;
    for (const steps of this.#threads) {
      this.#weights.push(size);
      size *= steps.length + 1;
    }
    if (size > Number.MAX_SAFE_INTEGER) return false; // so many threads rarely come one after the other
    const levels: Set<number>[] = [new Set([0])];
    let [points, moves] = [0, 0];
    let isSmall = true;
    for (let passed = 0; passed < levels.length; passed++) {
      for (const point of levels[passed] ?? []) {
        points++;
        this.#move(point, (further, next) => {
          if (++moves > maxMoves || points > maxPoints || points * cells > maxWork) isSmall = false;
          levels[passed + further] ??= new Set();
          levels[passed + further]?.add(next);
        });
        if (!isSmall) return false;
      }
      delete levels[passed];
    }
    return true;
  }

  /** Any thread's next step from a point, or a later one if those before it may be skipped: it leads so many steps further, to another point. */
  #move(point: number, take: (further: number, next: number, step: Step) => void): void {
    this.tick();
    const at = this.#at;
    for (let t = 0; t < at.length; t++) at[t] = Math.floor(point / this.#weightOf(t)) % (this.#stepsOf(t).length + 1);
    for (let t = 0; t < at.length; t++) {
      const steps = this.#stepsOf(t);
      const from = at[t] as number;
      for (let k = from; k < steps.length; k++) {
        const step = steps[k] as Step;
        if (this.#isDue(step, at)) take(k + 1 - from, point + (k + 1 - from) * this.#weightOf(t), step);
        if (!step.isOptional) break;
      }
    }
  }

  #stepsOf(thread: number): readonly Step[] {
    return this.#threads[thread] as readonly Step[];
  }

  #weightOf(thread: number): number {
    return this.#weights[thread] as number;
  }

  /** Whether all steps that must come first are passed, or may be skipped. */
  #isDue({ after }: Step, at: readonly number[]): boolean {
    for (let i = 0; i < after.length; i++) {
      const steps = this.#threads[i] as readonly Step[];
      for (let k = at[i] as number; k < (after[i] as number); k++) if (!steps[k]?.isOptional) return false;
    }
    return true;
  }

  #execute(step: Step, values: readonly Interval[]): Interval[] {
    const memo = new Map<Term, Interval>();
    for (const { variable, cellIndex } of step.reads) {
      const here = values[cellIndex] as Interval;
      const known = this.#ranges.get(variable);
      if (known === undefined) this.#ranges.set(variable, here);
      else if (here.low < known.low || here.high > known.high) this.#ranges.set(variable, hull(known, here));
      memo.set(variable, here);
    }
    const out = values.slice();
    for (const { cell, cellIndex, certain } of step.writes) {
      const value = this.#range(cell.access.content(cell.from, cell.size), memo);
      out[cellIndex] = certain ? value : hull(out[cellIndex] as Interval, value);
    }
    return out;
  }

  /** The interval of a term as a signed number. */
  #range(t: Term, memo: Map<Term, Interval>): Interval {
    const known = memo.get(t);
    if (known !== undefined) return known;
    const r = this.#compute(t, memo);
    memo.set(t, r);
    return r;
  }

  #compute(t: Term, memo: Map<Term, Interval>): Interval {
    const { width } = t;
    const all = full(width);
    if (width > 52) return all;
    const arg = (i: number): Interval => this.#range(t.args[i] as Term, memo);
    const within = (low: number, high: number): Interval => (low >= all.low && high <= all.high ? { low, high } : all);
    switch (t.op) {
      case "constant": {
        const value = Number(BigInt.asIntN(width, t.value));
        return { low: value, high: value };
      }
      case "variable": {
        const bounds = this.terms.boundsOf(t);
        return bounds === null ? (this.#ranges.get(t) ?? all) : { low: Number(bounds.low), high: Number(bounds.high) };
      }
      case "add":
        return within(arg(0).low + arg(1).low, arg(0).high + arg(1).high);
      case "sub":
        return within(arg(0).low - arg(1).high, arg(0).high - arg(1).low);
      case "neg":
        return within(-arg(0).high, -arg(0).low);
      case "mul": {
        const ends = [arg(0).low * arg(1).low, arg(0).low * arg(1).high, arg(0).high * arg(1).low, arg(0).high * arg(1).high];
        return within(minOf(ends), maxOf(ends));
      }
      case "ite":
        return hull(arg(1), arg(2));
      case "sext":
        return arg(0);
      case "zext":
        return arg(0).low >= 0 ? arg(0) : { low: 0, high: 2 ** (t.args[0] as Term).width - 1 };
      case "extract": {
        const inner = t.value === 0n && (t.args[0] as Term).width <= 52 ? arg(0) : all;
        return within(inner.low, inner.high);
      }
      case "and": {
        const bounds = [arg(0), arg(1)].filter((r) => r.low >= 0).map((r) => r.high);
        return bounds.length === 0 ? all : { low: 0, high: minOf(bounds) };
      }
      default:
        return all;
    }
  }
}

/** Joins intervals one by one; most are there already. */
function joinInto(known: Interval[], values: readonly Interval[]): void {
  for (let i = 0; i < known.length; i++) {
    const [a, b] = [known[i] as Interval, values[i] as Interval];
    if (b.low < a.low || b.high > a.high) known[i] = hull(a, b);
  }
}

const cellOf = ({ object, at, size }: CellAccess): string => placeKey({ object, offset: at }, size);
const full = (width: number): Interval => ({ low: -(2 ** (width - 1)), high: 2 ** (width - 1) - 1 });
const hull = (a: Interval, b: Interval): Interval => ({ low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) });
