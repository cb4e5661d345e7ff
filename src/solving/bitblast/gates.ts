// Gates as clauses (Tseitin 1968, in both directions, so that a gate can be used with either sign at any later time). In: literals. Out: the
// literal of the result. Constants and repeated inputs are simplified; inputs are put in a canonical order with signs pulled out, and each
// gate is made once (structural hashing).

import { isNegative, type Literal, negate, positive } from "../literal.ts";

/** Where clauses go: the core. */
export interface ClauseSink {
  newVariable(): number;
  addClause(literals: readonly Literal[]): void;
}

const andKind = 0;
const xorKind = 1;
const iteKind = 2;
const majorityKind = 3;

/** Thrown between two gates if told to stop. The gates made so far are kept: a second translation finds them. */
export class Stopped extends Error {}

export class Gates {
  readonly true: Literal;
  readonly false: Literal;
  variables = 0;
  clauses = 0;
  /** Polled before every 256th gate; null: never. */
  isSpent: (() => boolean) | null = null;
  readonly #core: ClauseSink;
  /** Four words per gate: kind and inputs (a missing one is -1). Outputs are in `#outputs`. */
  #inputs = new Int32Array(4 << 10);
  #outputs = new Int32Array(1 << 10);
  #count = 0;
  #slots = new Int32Array(1 << 11).fill(-1);
  readonly #wide = new Map<string, Literal>();

  constructor(core: ClauseSink) {
    this.#core = core;
    this.true = this.fresh();
    this.false = negate(this.true);
    this.clause([this.true]);
  }

  fresh(): Literal {
    if (this.isSpent !== null && (this.variables & 255) === 0 && this.isSpent()) throw new Stopped();
    this.variables++;
    return positive(this.#core.newVariable());
  }

  clause(literals: readonly Literal[]): void {
    this.clauses++;
    this.#core.addClause(literals);
  }

  constant(value: boolean): Literal {
    return value ? this.true : this.false;
  }

  isConstant(a: Literal): boolean {
    return a === this.true || a === this.false;
  }

  and(a: Literal, b: Literal): Literal {
    if (a === b || b === this.true) return a;
    if (a === this.true) return b;
    if (a === this.false || b === this.false || a === negate(b)) return this.false;
    const [x, y] = a < b ? [a, b] : [b, a];
    const slot = this.#find(andKind, x, y, -1);
    if (slot >= 0) return this.#outputs[slot] as number;
    const o = this.fresh();
    this.#add(andKind, x, y, -1, o);
    this.clause([negate(o), x]);
    this.clause([negate(o), y]);
    this.clause([o, negate(x), negate(y)]);
    return o;
  }

  or(a: Literal, b: Literal): Literal {
    return negate(this.and(negate(a), negate(b)));
  }

  xor(a: Literal, b: Literal): Literal {
    if (this.isConstant(a)) return a === this.false ? b : negate(b);
    if (this.isConstant(b)) return b === this.false ? a : negate(a);
    if (a >> 1 === b >> 1) return this.constant(a !== b);
    const flip = (a ^ b) & 1;
    const [x, y] = a < b ? [a & ~1, b & ~1] : [b & ~1, a & ~1];
    const slot = this.#find(xorKind, x, y, -1);
    if (slot >= 0) return (this.#outputs[slot] as number) ^ flip;
    const o = this.fresh();
    this.#add(xorKind, x, y, -1, o);
    this.clause([negate(o), x, y]);
    this.clause([negate(o), negate(x), negate(y)]);
    this.clause([o, negate(x), y]);
    this.clause([o, x, negate(y)]);
    return o ^ flip;
  }

  equal(a: Literal, b: Literal): Literal {
    return negate(this.xor(a, b));
  }

  /** The sum bit of a full adder, as one gate: no variable for an intermediate xor. */
  xor3(a: Literal, b: Literal, c: Literal): Literal {
    if (this.isConstant(a) || this.isConstant(b) || this.isConstant(c) || a >> 1 === b >> 1 || b >> 1 === c >> 1 || a >> 1 === c >> 1) {
      // The pair that cancels or folds comes first, so that no useless gate is made.
      if (a >> 1 === c >> 1 || this.isConstant(c)) return this.xor(this.xor(a, c), b);
      return this.isConstant(b) ? this.xor(this.xor(b, c), a) : this.xor(this.xor(a, b), c);
    }
    const flip = (a ^ b ^ c) & 1;
    const [x, y, z] = sortThree(a & ~1, b & ~1, c & ~1);
    const slot = this.#find(xorKind, x, y, z);
    if (slot >= 0) return (this.#outputs[slot] as number) ^ flip;
    const o = this.fresh();
    this.#add(xorKind, x, y, z, o);
    for (let signs = 0; signs < 8; signs++) {
      const parity = (signs ^ (signs >> 1) ^ (signs >> 2)) & 1;
      // If the three input literals are false, the inputs equal the signs, and the output is their parity.
      this.clause([x ^ (signs & 1), y ^ ((signs >> 1) & 1), z ^ (signs >> 2), parity === 1 ? o : negate(o)]);
    }
    return o ^ flip;
  }

  /** The carry of a full adder: at least two of three. */
  majority(a: Literal, b: Literal, c: Literal): Literal {
    if (a === b) return a;
    if (a === c || b === c) return c;
    if (a === negate(b)) return c;
    if (a === negate(c)) return b;
    if (b === negate(c)) return a;
    if (this.isConstant(a)) return a === this.true ? this.or(b, c) : this.and(b, c);
    if (this.isConstant(b)) return b === this.true ? this.or(a, c) : this.and(a, c);
    if (this.isConstant(c)) return c === this.true ? this.or(a, b) : this.and(a, b);
    let [x, y, z] = sortThree(a, b, c);
    // Majority is self-dual: negate all inputs if the first is negative.
    const flip = x & 1;
    if (flip === 1) [x, y, z] = [negate(x), negate(y), negate(z)];
    const slot = this.#find(majorityKind, x, y, z);
    if (slot >= 0) return (this.#outputs[slot] as number) ^ flip;
    const o = this.fresh();
    this.#add(majorityKind, x, y, z, o);
    for (const [p, q] of [
      [x, y],
      [x, z],
      [y, z],
    ] as const) {
      this.clause([o, negate(p), negate(q)]);
      this.clause([negate(o), p, q]);
    }
    return o ^ flip;
  }

  ite(c: Literal, a: Literal, b: Literal): Literal {
    if (a === b || c === this.true) return a;
    if (c === this.false) return b;
    if (a === negate(b)) return this.equal(c, a);
    if (a === this.true || a === c) return this.or(c, b);
    if (a === this.false || a === negate(c)) return this.and(negate(c), b);
    if (b === this.true || b === negate(c)) return this.or(negate(c), a);
    if (b === this.false || b === c) return this.and(c, a);
    let [x, y, z] = isNegative(c) ? [negate(c), b, a] : [c, a, b];
    const flip = y & 1;
    if (flip === 1) [y, z] = [negate(y), negate(z)];
    const slot = this.#find(iteKind, x, y, z);
    if (slot >= 0) return (this.#outputs[slot] as number) ^ flip;
    const o = this.fresh();
    this.#add(iteKind, x, y, z, o);
    this.clause([negate(x), negate(y), o]);
    this.clause([negate(x), y, negate(o)]);
    this.clause([x, negate(z), o]);
    this.clause([x, z, negate(o)]);
    // Implied, but they propagate while the condition is undecided.
    this.clause([negate(y), negate(z), o]);
    this.clause([y, z, negate(o)]);
    return o ^ flip;
  }

  /** One gate for many inputs. */
  andAll(list: readonly Literal[]): Literal {
    const inputs: Literal[] = [];
    for (const a of [...list].sort((p, q) => p - q)) {
      if (a === this.false) return this.false;
      const last = inputs[inputs.length - 1];
      if (a === this.true || a === last) continue;
      if (last !== undefined && a === negate(last)) return this.false;
      inputs.push(a);
    }
    if (inputs.length === 0) return this.true;
    if (inputs.length === 1) return inputs[0] as Literal;
    if (inputs.length === 2) return this.and(inputs[0] as Literal, inputs[1] as Literal);
    const key = inputs.join(" ");
    const known = this.#wide.get(key);
    if (known !== undefined) return known;
    const o = this.fresh();
    this.#wide.set(key, o);
    for (const a of inputs) this.clause([negate(o), a]);
    this.clause([o, ...inputs.map(negate)]);
    return o;
  }

  orAll(list: readonly Literal[]): Literal {
    return negate(this.andAll(list.map(negate)));
  }

  /** The index of the gate, or -1. */
  #find(kind: number, x: Literal, y: Literal, z: Literal): number {
    const last = this.#slots.length - 1;
    for (let slot = hash(kind, x, y, z) & last; ; slot = (slot + 1) & last) {
      const gate = this.#slots[slot] as number;
      if (gate < 0) return -1;
      const at = 4 * gate;
      if (this.#inputs[at + 1] === x && this.#inputs[at + 2] === y && this.#inputs[at + 3] === z && this.#inputs[at] === kind) return gate;
    }
  }

  #add(kind: number, x: Literal, y: Literal, z: Literal, output: Literal): void {
    const gate = this.#count++;
    if (gate >= this.#outputs.length) this.#grow();
    this.#inputs.set([kind, x, y, z], 4 * gate);
    this.#outputs[gate] = output;
    this.#insert(gate);
  }

  #insert(gate: number): void {
    const last = this.#slots.length - 1;
    const [kind, x, y, z] = this.#inputs.subarray(4 * gate, 4 * gate + 4) as unknown as readonly [number, number, number, number];
    let slot = hash(kind, x, y, z) & last;
    while ((this.#slots[slot] as number) >= 0) slot = (slot + 1) & last;
    this.#slots[slot] = gate;
  }

  #grow(): void {
    const size = this.#outputs.length * 2;
    const inputs = new Int32Array(4 * size);
    inputs.set(this.#inputs);
    const outputs = new Int32Array(size);
    outputs.set(this.#outputs);
    this.#inputs = inputs;
    this.#outputs = outputs;
    this.#slots = new Int32Array(2 * size).fill(-1);
    for (let gate = 0; gate < this.#count - 1; gate++) this.#insert(gate);
  }
}

function sortThree(a: Literal, b: Literal, c: Literal): [Literal, Literal, Literal] {
  const [x, y] = a < b ? [a, b] : [b, a];
  if (c < x) return [c, x, y];
  return c < y ? [x, c, y] : [x, y, c];
}

function hash(kind: number, x: number, y: number, z: number): number {
  let h = Math.imul(x ^ (kind << 29), 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b) ^ Math.imul(z, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return h ^ (h >>> 13);
}
