// Random terms of few leaves, three operators deep, which simplification changes most. Each has a table of its values
// under a fixed list of assignments, computed operator by operator while composing: the simplified term must have the
// same table, and every term made in between must stay within its range.

import type { Rng } from "../../../src/support/rng.ts";
import { foldBinary, foldUnary } from "../../../src/terms/fold.ts";
import type { Term } from "../../../src/terms/term.ts";
import { type Bounds, Terms } from "../../../src/terms/terms.ts";
import { interesting } from "./random-terms.ts";

type Table = readonly bigint[];
type Build = (...parts: readonly Term[]) => Term;
type Meaning = (...values: readonly bigint[]) => bigint;

interface Composed {
  readonly term: Term;
  readonly table: Table;
  readonly depth: number;
  readonly parts: readonly Composed[];
  /** The same operator over other parts. */
  readonly again: (parts: readonly Composed[]) => Composed;
}

const words = ["and", "or", "xor", "add", "sub", "mul", "udiv", "urem", "sdiv", "srem", "shl", "lshr", "ashr"] as const;
const comparisons = ["eq", "ult", "ule", "slt", "sle"] as const;
const deepest = 3;

const leaf = (): never => {
  throw new Error("a leaf has no parts");
};

export class Composition {
  readonly terms = new Terms();
  readonly #rng: Rng;
  readonly #width: number;
  readonly #assignments: ReadonlyMap<string, bigint>[] = [];
  readonly #tables = new Map<Term, Table>();
  readonly #pools = new Map<number, Composed[]>();
  readonly #leaves: Composed[] = [];

  /** `width` is that of the variables x and y; p and q are truth values. With `bounded`, x lies in an interval. */
  constructor(rng: Rng, width: number, bounded: boolean) {
    this.#rng = rng;
    this.#width = width;
    let bounds: Bounds | undefined;
    if (bounded) {
      const [a, b] = [interesting(rng, width), interesting(rng, width)].map((v) => BigInt.asIntN(width, v)) as [bigint, bigint];
      bounds = a < b ? { low: a, high: b } : { low: b, high: a };
    }
    for (let i = 0; i < 64; i++) {
      const any = (index: number): bigint =>
        width <= 2 ? BigInt((i >> (2 + width * index)) & ((1 << width) - 1)) : interesting(rng, width);
      const inside = (v: bigint, b: Bounds): bigint =>
        rng.pick([b.low, b.high, b.low + (((v % (b.high - b.low + 1n)) + (b.high - b.low + 1n)) % (b.high - b.low + 1n))]);
      const x = bounds === undefined ? any(0) : BigInt.asUintN(width, inside(any(0), bounds));
      this.#assignments.push(
        new Map([
          ["x", x],
          ["y", any(1)],
          ["p", BigInt(i & 1)],
          ["q", BigInt((i >> 1) & 1)],
        ]),
      );
    }
    const { terms } = this;
    for (const t of [terms.variable("x", width, bounds), terms.variable("y", width), terms.variable("p", 1), terms.variable("q", 1)])
      this.#leaves.push({ term: t, table: this.#assignments.map((a) => a.get(t.name) as bigint), depth: 0, parts: [], again: leaf });
  }

  /** Composes one more term and returns a description of what is wrong with it, or null. */
  step(): string | null {
    const made = this.#compose(this.#rng.pick([1, 1, this.#width, this.#width, this.#rng.between(1, Math.min(128, 2 * this.#width))]));
    if (made === null) return null;
    if (made.depth < deepest) {
      const pool = this.#pools.get(made.term.width) ?? [];
      if (pool.length < 200) pool.push(made);
      else pool[this.#rng.below(200)] = made;
      this.#pools.set(made.term.width, pool);
    }
    return this.#wrong(made);
  }

  /**
   * Every operator on leaves, and every comparison of two of these; of the other operators on two of them, one in `share`. The first thing
   * that is wrong, or null.
   */
  exhaust(share: number): string | null {
    const width = this.#width;
    const constants = [0n, 1n, 3n, -1n, 1n << BigInt(width - 1)].map((v) => this.#constant(BigInt.asUintN(width, v), width));
    const leaves = [...new Map([...this.#leaves.filter((l) => l.term.width === width), ...constants].map((l) => [l.term, l])).values()];
    const [x, p] = [this.#leaves[0] as Composed, this.#leaves[2] as Composed];
    const level = new Map<Term, Composed>();
    const keep = (c: Composed): void => void level.set(c.term, c);
    leaves.forEach(keep);
    for (const a of leaves) {
      for (const op of ["not", "neg"] as const) keep(this.#unary(op, a));
      for (const b of leaves) {
        for (const op of words) keep(this.#binary(op, a, b));
        keep(this.#choice(p, a, b));
      }
      for (let low = 1; low < width; low++) {
        const lower = this.#cut(a, low, 0);
        const upper = this.#cut(a, width - low, low);
        for (const piece of [lower, upper]) for (const op of ["zext", "sext"] as const) keep(this.#extended(op, piece, width));
        for (const other of [x, ...constants]) {
          keep(this.#joined(this.#cut(other, width - low, 0), lower));
          keep(this.#joined(upper, this.#cut(other, low, 0)));
        }
      }
    }
    let count = 0;
    for (const a of level.values())
      for (const b of level.values()) {
        for (const op of comparisons) {
          const wrong = this.#wrong(this.#binary(op, a, b));
          if (wrong !== null) return `${op}: ${wrong}`;
        }
        for (const op of words) {
          if (count++ % share !== 0) continue;
          const wrong = this.#wrong(this.#binary(op, a, b));
          if (wrong !== null) return `${op}: ${wrong}`;
        }
      }
    return null;
  }

  #wrong(made: Composed): string | null {
    const fresh: Term[] = [];
    const stack = [made.term];
    while (stack.length > 0) {
      const t = stack.pop() as Term;
      if (this.#tables.has(t)) continue;
      const open = t.args.filter((a) => !this.#tables.has(a));
      if (open.length > 0) stack.push(t, ...open);
      else {
        this.#tables.set(t, this.#tableOf(t));
        fresh.push(t);
      }
    }
    for (const t of fresh) if (!this.#withinRange(t)) return `${t.op} of ${t.width} bits leaves its range`;
    const table = this.#tables.get(made.term) as Table;
    const at = table.findIndex((v, i) => v !== made.table[i]);
    return at < 0 ? null : `${describe(made)} became ${describeTerm(made.term)}: ${table[at]}, not ${made.table[at]}`;
  }

  #tableOf(t: Term): Table {
    const args = t.args.map((a) => this.#tables.get(a) as Table);
    return this.#assignments.map((assignment, i) => {
      if (t.op === "variable") return assignment.get(t.name) as bigint;
      return apply(
        t,
        args.map((a) => a[i] as bigint),
      );
    });
  }

  #withinRange(t: Term): boolean {
    const r = this.terms.range(t);
    const zeros = (1n << BigInt(r.trailingZeros)) - 1n;
    const least = (v: bigint, b: number): boolean => b === Number.NEGATIVE_INFINITY || v >= BigInt(b);
    const most = (v: bigint, b: number): boolean => b === Number.POSITIVE_INFINITY || v <= BigInt(b);
    return (this.#tables.get(t) as Table).every((v) => {
      const signed = BigInt.asIntN(t.width, v);
      return least(v, r.low) && most(v, r.high) && least(signed, r.signedLow) && most(signed, r.signedHigh) && (v & zeros) === 0n;
    });
  }

  /** Something of this width: often a leaf, often a part of `relative`, so that terms share what they are made of. */
  #pick(width: number, relative: Composed | null = null): Composed {
    const rng = this.#rng;
    if (relative !== null && rng.chance(0.45)) {
      const family = [relative, ...relative.parts, ...relative.parts.flatMap((p) => p.parts)].filter((c) => c.term.width === width);
      if (family.length > 0) return rng.pick(family);
    }
    const leaves = this.#leaves.filter((c) => c.term.width === width);
    const pool = this.#pools.get(width) ?? [];
    if (leaves.length > 0 && rng.chance(0.3)) return rng.pick(leaves);
    if (pool.length > 0 && rng.chance(0.6)) return rng.pick(pool);
    // Comparisons change their result at values that the other side has.
    const near =
      relative !== null && relative.term.width === width && rng.chance(0.6) ? rng.pick(relative.table) + BigInt(rng.between(-1, 1)) : null;
    return this.#constant(near === null ? interesting(rng, width) : BigInt.asUintN(width, near), width);
  }

  #constant(value: bigint, width: number): Composed {
    return { term: this.terms.constant(value, width), table: this.#assignments.map(() => value), depth: 0, parts: [], again: leaf };
  }

  #compose(width: number): Composed | null {
    const rng = this.#rng;
    const kind = rng.below(width === 1 ? 20 : 10);
    if (kind < 4) return this.#binary(rng.pick(words), ...this.#pair(width));
    if (kind === 4) return this.#unary(rng.pick(["not", "neg"] as const), this.#pick(width));
    if (kind <= 6) {
      const [a, b] = this.#pair(width);
      return this.#choice(this.#pick(1, rng.pick([a, b])), a, b);
    }
    if (kind === 7 && width > 1) {
      const from = rng.pick([1, this.#width, rng.between(1, width - 1)].filter((w) => w < width));
      return this.#extended(rng.pick(["zext", "sext"] as const), this.#pick(from), width);
    }
    if (kind === 8 && width > 1) {
      const cut = rng.between(1, width - 1);
      const a = this.#pick(width - cut);
      return this.#joined(a, this.#pick(cut, a));
    }
    if (kind <= 9) {
      const from = rng.pick([this.#width, width + rng.below(4)]);
      if (from < width || from > 128) return null;
      return this.#cut(this.#pick(from), width, rng.chance(0.5) ? 0 : rng.below(from - width + 1));
    }
    const inner = rng.pick([this.#width, rng.between(1, Math.min(128, 2 * this.#width))]);
    return this.#binary(rng.pick(["eq", "eq", ...comparisons] as const), ...this.#pair(inner));
  }

  #binary(op: (typeof words)[number] | (typeof comparisons)[number], a: Composed, b: Composed): Composed {
    const { width } = a.term;
    const build = (u: Term, v: Term): Term => this.terms[op](u, v);
    return this.#made(build as Build, [a, b], ((x: bigint, y: bigint) => foldBinary(op, width, x, y)) as Meaning);
  }

  #unary(op: "not" | "neg", a: Composed): Composed {
    const { width } = a.term;
    return this.#made(((u: Term) => this.terms[op](u)) as Build, [a], ((x: bigint) => foldUnary(op, width, x)) as Meaning);
  }

  #choice(c: Composed, a: Composed, b: Composed): Composed {
    const build = (w: Term, u: Term, v: Term): Term => this.terms.ite(w, u, v);
    return this.#made(build as Build, [c, a, b], ((z: bigint, x: bigint, y: bigint) => (z === 1n ? x : y)) as Meaning);
  }

  #extended(op: "zext" | "sext", a: Composed, width: number): Composed {
    const from = a.term.width;
    const meaning = (x: bigint): bigint => (op === "zext" ? x : BigInt.asUintN(width, BigInt.asIntN(from, x)));
    return this.#made(((u: Term) => this.terms[op](u, width)) as Build, [a], meaning as Meaning);
  }

  #joined(a: Composed, b: Composed): Composed {
    const shift = BigInt(b.term.width);
    return this.#made(
      ((u: Term, v: Term) => this.terms.concat(u, v)) as Build,
      [a, b],
      ((x: bigint, y: bigint) => (x << shift) | y) as Meaning,
    );
  }

  #cut(a: Composed, width: number, low: number): Composed {
    const meaning = (x: bigint): bigint => BigInt.asUintN(width, x >> BigInt(low));
    return this.#made(((u: Term) => this.terms.extract(u, low + width - 1, low)) as Build, [a], meaning as Meaning);
  }

  /** Now and then twins: the same operator on both sides, with a part in common. */
  #pair(width: number): [Composed, Composed] {
    const a = this.#pick(width);
    let b = this.#pick(width, a);
    if (a.parts.length > 0 && this.#rng.chance(0.35)) {
      const changed = this.#rng.below(a.parts.length);
      b = a.again(a.parts.map((p, i) => (i === changed ? this.#pick(p.term.width, p) : p)));
      if (b.parts.every((p) => p.term.width === width) && this.#rng.chance(0.3)) b = b.again([...b.parts].reverse());
    }
    return this.#rng.chance(0.5) ? [a, b] : [b, a];
  }

  #made(build: Build, parts: readonly Composed[], meaning: Meaning): Composed {
    const table = this.#assignments.map((_, i) => meaning(...parts.map((p) => p.table[i] as bigint)));
    const depth = 1 + Math.max(...parts.map((p) => p.depth));
    const term = build(...parts.map((p) => p.term));
    return { term, table, depth, parts, again: (others) => this.#made(build, others, meaning) };
  }
}

function apply(t: Term, args: readonly bigint[]): bigint {
  const [a, b, c] = args as readonly [bigint, bigint, bigint];
  switch (t.op) {
    case "constant":
      return t.value;
    case "variable":
    case "before":
      throw new Error("leaves have no arguments");
    case "not":
    case "neg":
      return foldUnary(t.op, t.width, a);
    case "ite":
      return a === 1n ? b : c;
    case "concat":
      return (a << BigInt((t.args[1] as Term).width)) | b;
    case "extract":
      return BigInt.asUintN(t.width, a >> t.value);
    case "zext":
      return a;
    case "sext":
      return BigInt.asUintN(t.width, BigInt.asIntN((t.args[0] as Term).width, a));
    default:
      return foldBinary(t.op, (t.args[0] as Term).width, a, b);
  }
}

const describe = (c: Composed): string => `a composition of ${c.parts.map((p) => describeTerm(p.term)).join(" and ")}`;

function describeTerm(t: Term, depth = 4): string {
  if (t.op === "constant") return `${t.value}:${t.width}`;
  if (t.op === "variable") return t.name;
  if (depth === 0) return "…";
  return `${t.op}:${t.width}${t.op === "extract" ? `@${t.value}` : ""}(${t.args.map((a) => describeTerm(a, depth - 1)).join(", ")})`;
}
