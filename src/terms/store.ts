// Hash-consing: the same operator over the same arguments is the same object. In: an operator and its arguments. Out: the term, new or
// known. An open-addressing table of ids, compared field by field: no keys are built, and a known term costs no allocation.

import type { Term, TermOperator } from "./term.ts";

const codes: Readonly<Record<TermOperator, number>> = {
  constant: 0x1b873593,
  variable: 0x2545f491,
  before: 0x38b34ae5,
  not: 0x47a1c2d3,
  and: 0x5d1e98b7,
  or: 0x61c88647,
  xor: 0x7feb352d,
  neg: 0x0846ca68,
  add: 0x119de1f3,
  sub: 0x2b3c5a97,
  mul: 0x344b3a4f,
  udiv: 0x4cf5ad43,
  urem: 0x58f38ded,
  sdiv: 0x6a09e667,
  srem: 0x7137449b,
  shl: 0x0fc19dc7,
  lshr: 0x1d4f2a6b,
  ashr: 0x27d4eb2f,
  eq: 0x3c6ef372,
  ult: 0x428a2f99,
  ule: 0x510e527f,
  slt: 0x6c44198c,
  sle: 0x76f988da,
  ite: 0x09b05688,
  concat: 0x1f83d9ab,
  extract: 0x243f6a89,
  zext: 0x3956c25c,
  sext: 0x4a7484ab,
};

const none: readonly Term[] = [];

class Node implements Term {
  constructor(
    readonly id: number,
    readonly op: TermOperator,
    readonly width: number,
    readonly args: readonly Term[],
    readonly value: bigint,
    readonly name: string,
    readonly events: readonly [number, number] | null,
  ) {}
}

export class Store {
  readonly terms: Term[] = [];
  #slots = new Int32Array(1 << 12).fill(-1);
  #hashes = new Int32Array(1 << 11);
  #variables = new Map<string, Term>();

  get size(): number {
    return this.terms.length;
  }

  constant(value: bigint, width: number): Term {
    // The hash covers the low 64 bits; constants that differ only above are rare.
    const low = Number(BigInt.asIntN(32, value));
    return this.#constant(
      value,
      width,
      mix(mix(codes.constant ^ width, low), value <= 0xffffffffn ? 0 : Number(BigInt.asIntN(32, value >> 32n))),
    );
  }

  /** Requires 0 <= value < 2^32. Makes no bigint if the constant exists. */
  smallConstant(value: number, width: number): Term {
    const hash = mix(mix(codes.constant ^ width, value | 0), 0);
    for (let slot = hash & (this.#slots.length - 1); ; slot = (slot + 1) & (this.#slots.length - 1)) {
      const id = this.#slots[slot] as number;
      if (id < 0) return this.#constant(BigInt(value), width, hash);
      const t = this.terms[id] as Term;
      if (this.#hashes[id] === hash && t.op === "constant" && t.width === width && t.value < 0x100000000n && Number(t.value) === value)
        return t;
    }
  }

  #constant(value: bigint, width: number, hash: number): Term {
    for (let slot = hash & (this.#slots.length - 1); ; slot = (slot + 1) & (this.#slots.length - 1)) {
      const id = this.#slots[slot] as number;
      if (id < 0) return this.#insert(slot, hash, new Node(this.terms.length, "constant", width, none, value, "", null));
      const t = this.terms[id] as Term;
      if (this.#hashes[id] === hash && t.op === "constant" && t.width === width && t.value === value) return t;
    }
  }

  /** Finds the variable by name, or makes it. Throws if it exists with another width. */
  variable(name: string, width: number): Term {
    const known = this.#variables.get(name);
    if (known !== undefined) {
      if (known.width !== width) throw new Error(`variable ${name} has ${known.width} bits, not ${width}`);
      return known;
    }
    const t = new Node(this.terms.length, "variable", width, none, 0n, name, null);
    this.terms.push(t);
    if (this.terms.length > this.#hashes.length) this.#grow();
    this.#hashes[t.id] = codes.variable;
    this.#variables.set(name, t);
    return t;
  }

  isVariable(name: string): boolean {
    return this.#variables.has(name);
  }

  before(first: number, second: number): Term {
    const hash = mix(mix(codes.before, first), second);
    for (let slot = hash & (this.#slots.length - 1); ; slot = (slot + 1) & (this.#slots.length - 1)) {
      const id = this.#slots[slot] as number;
      if (id < 0) return this.#insert(slot, hash, new Node(this.terms.length, "before", 1, none, 0n, "", [first, second]));
      if (this.#hashes[id] !== hash) continue;
      const { events } = this.terms[id] as Term;
      if (events !== null && events[0] === first && events[1] === second) return this.terms[id] as Term;
    }
  }

  unary(op: TermOperator, width: number, a: Term, low = 0): Term {
    const hash = mix(mix(codes[op] ^ (width << 8) ^ low, a.id), -1);
    for (let slot = hash & (this.#slots.length - 1); ; slot = (slot + 1) & (this.#slots.length - 1)) {
      const id = this.#slots[slot] as number;
      if (id < 0) return this.#insert(slot, hash, new Node(this.terms.length, op, width, [a], low === 0 ? 0n : BigInt(low), "", null));
      const t = this.terms[id] as Term;
      if (this.#hashes[id] === hash && t.op === op && t.width === width && t.args[0] === a && (op !== "extract" || Number(t.value) === low))
        return t;
    }
  }

  binary(op: TermOperator, width: number, a: Term, b: Term): Term {
    const hash = mix(mix(codes[op] ^ width, a.id), b.id);
    for (let slot = hash & (this.#slots.length - 1); ; slot = (slot + 1) & (this.#slots.length - 1)) {
      const id = this.#slots[slot] as number;
      if (id < 0) return this.#insert(slot, hash, new Node(this.terms.length, op, width, [a, b], 0n, "", null));
      const t = this.terms[id] as Term;
      if (this.#hashes[id] === hash && t.op === op && t.args[0] === a && t.args[1] === b) return t;
    }
  }

  ite(condition: Term, then: Term, otherwise: Term): Term {
    const hash = mix(mix(mix(codes.ite, condition.id), then.id), otherwise.id);
    for (let slot = hash & (this.#slots.length - 1); ; slot = (slot + 1) & (this.#slots.length - 1)) {
      const id = this.#slots[slot] as number;
      if (id < 0)
        return this.#insert(slot, hash, new Node(this.terms.length, "ite", then.width, [condition, then, otherwise], 0n, "", null));
      const t = this.terms[id] as Term;
      if (this.#hashes[id] === hash && t.op === "ite" && t.args[0] === condition && t.args[1] === then && t.args[2] === otherwise) return t;
    }
  }

  #insert(slot: number, hash: number, t: Node): Term {
    this.terms.push(t);
    if (this.terms.length <= this.#hashes.length) {
      this.#hashes[t.id] = hash;
      this.#slots[slot] = t.id;
    } else {
      this.#grow();
      this.#hashes[t.id] = hash;
      this.#insertSlot(t.id);
    }
    return t;
  }

  #insertSlot(id: number): void {
    const last = this.#slots.length - 1;
    let slot = (this.#hashes[id] as number) & last;
    while ((this.#slots[slot] as number) >= 0) slot = (slot + 1) & last;
    this.#slots[slot] = id;
  }

  /** Called before the newest term is placed. At most half of the slots are in use; variables have none, they are found by name. */
  #grow(): void {
    const hashes = new Int32Array(this.#hashes.length * 2);
    hashes.set(this.#hashes);
    this.#hashes = hashes;
    this.#slots = new Int32Array(hashes.length * 2).fill(-1);
    for (let id = 0; id < this.terms.length - 1; id++) if ((this.terms[id] as Term).op !== "variable") this.#insertSlot(id);
  }
}

/** One round of a 32-bit mixer: multiply, rotate, multiply (the shape of MurmurHash3, Appleby 2011). */
function mix(hash: number, word: number): number {
  let k = Math.imul(word, 0xcc9e2d51);
  k = Math.imul((k << 15) | (k >>> 17), 0x1b873593);
  const h = hash ^ k;
  return (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0;
}
