// A small seeded random generator (xoshiro128**, Blackman and Vigna 2018): the only source of randomness in Ravel, so that
// a run is a function of its seed. The state is four 32-bit words, held as plain data: it can be read, stored in a
// snapshot and put back. In: a seed or a state. Out: numbers, choices, and further independent generators.

export type RngState = readonly [number, number, number, number];

export class Rng {
  private a: number;
  private b: number;
  private c: number;
  private d: number;

  /** A seed (any number; its 53 integer bits count) is spread over the state; a state is taken as it is. */
  constructor(seed: number | RngState) {
    const [a, b, c, d] = typeof seed === "number" ? spread(seed) : seed;
    this.a = a >>> 0;
    this.b = b >>> 0;
    this.c = c >>> 0;
    this.d = d >>> 0;
    if ((this.a | this.b | this.c | this.d) === 0) throw new Error("the all-zero state generates only zeros");
  }

  get state(): RngState {
    return [this.a, this.b, this.c, this.d];
  }

  clone(): Rng {
    return new Rng(this.state);
  }

  nextUint32(): number {
    const result = Math.imul(rotateLeft(Math.imul(this.b, 5), 7), 9) >>> 0;
    const shifted = this.b << 9;
    this.c ^= this.a;
    this.d ^= this.b;
    this.b = (this.b ^ this.c) >>> 0;
    this.a = (this.a ^ this.d) >>> 0;
    this.c = (this.c ^ shifted) >>> 0;
    this.d = rotateLeft(this.d, 11) >>> 0;
    return result;
  }

  nextUint64(): bigint {
    const high = BigInt(this.nextUint32());
    return (high << 32n) | BigInt(this.nextUint32());
  }

  /** Uniform in [0, 1), with 53 random bits. */
  nextDouble(): number {
    const high = this.nextUint32() >>> 5;
    const low = this.nextUint32() >>> 6;
    return (high * 0x4000000 + low) / 0x20000000000000;
  }

  /** Uniform in 0 … n-1 without bias; n is an integer in 1 … 2^32. */
  below(n: number): number {
    if (!Number.isInteger(n) || n < 1 || n > 0x100000000) throw new RangeError(`below(${n})`);
    // Draws past the last whole multiple of n are thrown away; fewer than half of all draws, and almost none for small n.
    const limit = 0x100000000 - (0x100000000 % n);
    let draw = this.nextUint32();
    while (draw >= limit) draw = this.nextUint32();
    return draw % n;
  }

  /** Uniform in low … high, both included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  /** True with probability p. One draw whatever p is, so that changing p does not shift the draws after it. */
  chance(p: number): boolean {
    return this.nextUint32() < p * 0x100000000;
  }

  pick<T>(array: readonly T[]): T {
    if (array.length === 0) throw new RangeError("pick from an empty array");
    return array[this.below(array.length)] as T;
  }

  /** One of the values, each with probability proportional to its weight (non-negative integers, not all zero). */
  weighted<T>(choices: readonly (readonly [weight: number, value: T])[]): T {
    let rest = this.below(choices.reduce((sum, [weight]) => sum + weight, 0));
    for (const [weight, value] of choices) {
      if (rest < weight) return value;
      rest -= weight;
    }
    throw new Error("weights are not non-negative integers");
  }

  /** A shuffled copy (Fisher and Yates). */
  shuffle<T>(array: readonly T[]): T[] {
    const result = array.slice();
    for (let last = result.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      const kept = result[last] as T;
      result[last] = result[other] as T;
      result[other] = kept;
    }
    return result;
  }

  /** A generator for a sub-task, seeded by one draw from this one: what the sub-task draws does not shift our later draws. */
  fork(): Rng {
    return new Rng(this.nextUint32() * 0x200000 + (this.nextUint32() >>> 11));
  }

  /** Moves 2^64 draws ahead: clones jumped 0, 1, 2 … times are streams that never overlap in practice. */
  jump(): void {
    const sum = [0, 0, 0, 0];
    for (const word of jumpPolynomial) {
      for (let bit = 0; bit < 32; bit++) {
        if ((word >>> bit) & 1) {
          sum[0]! ^= this.a;
          sum[1]! ^= this.b;
          sum[2]! ^= this.c;
          sum[3]! ^= this.d;
        }
        this.nextUint32();
      }
    }
    [this.a, this.b, this.c, this.d] = sum.map((word) => word >>> 0) as [number, number, number, number];
  }
}

/** x^(2^64) modulo the characteristic polynomial of the state transition; the unit test derives it again. */
const jumpPolynomial = [0x8764000b, 0xf542d2d3, 0x6fa035c3, 0x77f2db5b] as const;

function rotateLeft(word: number, count: number): number {
  return (word << count) | (word >>> (32 - count));
}

/** Four well-mixed words from one seed: a Weyl sequence through a multiply-and-shift mixer, so nearby seeds give unrelated states. */
function spread(seed: number): [number, number, number, number] {
  const whole = Math.trunc(Math.abs(seed));
  let low = whole >>> 0;
  const high = (Math.floor(whole / 0x100000000) ^ (seed < 0 ? 0x80000000 : 0)) >>> 0;
  const next = (): number => {
    low = (low + 0x9e3779b9) >>> 0;
    let word = low ^ Math.imul(high, 0x85ebca6b);
    word = Math.imul(word ^ (word >>> 16), 0x21f0aaad);
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
    return (word ^ (word >>> 15)) >>> 0;
  };
  const state: [number, number, number, number] = [next(), next(), next(), next()];
  return state.some((word) => word !== 0) ? state : [1, 2, 3, 4];
}
