// Whether a computation depends on the placement of objects. In: an operation and its operands as terms. Out: the condition under which its
// result would differ if objects had other addresses.
//
// An unrolled program has its own addresses for stack and heap objects; the executor has others, and so has a real machine. Ordinary uses of
// pointers give the same result for all of them: moving to another element, comparing for equality, using the bits that alignment leaves
// free. A hash or a remainder of an address does not.

import type { IntegerOperator, Operation, UpdateOperator } from "../program/operations.ts";
import { append, minOf } from "../support/lists.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import type { Knowledge } from "./knowledge.ts";
import type { SharedObject } from "./skeleton.ts";
import type { PossibleValues } from "./value-set.ts";

type Objects = ReadonlySet<SharedObject>;
const none: Objects = new Set();

/** Addresses in these objects, and how often they are added: once in a pointer, zero times in a difference of two. */
interface AddressUse {
  readonly objects: Objects;
  readonly times: number;
  /** It may also be an address in another object. */
  readonly isOpen: boolean;
}

/** Two words point into these objects, under this condition. */
export interface ObjectPair {
  readonly x: SharedObject;
  readonly y: SharedObject;
  readonly when: Term;
}

const number: AddressUse = { objects: none, times: 0, isOpen: false };

/** Numbers below and from these are not addresses of objects on any machine. */
const minAddress = 65536n;
const endOfAddresses = 1n << 47n;

/** Which objects are asked about: those whose address differs from that in the executor, or those whose address is the same in both. */
export type ObjectFilter = (o: SharedObject) => boolean;
export const moves: ObjectFilter = (o) => o.kind !== "global";
export const stays: ObjectFilter = (o) => o.kind === "global";

/** An operation on two integers, or an atomic update by one. */
interface Arithmetic {
  readonly operator: IntegerOperator | UpdateOperator;
  /** It computes a pointer. */
  readonly pointer?: boolean;
}

export class Layout {
  readonly #memo = new Map<Term, AddressUse>();

  constructor(
    readonly terms: Terms,
    readonly knowledge: Knowledge,
    readonly possible: PossibleValues,
    /** Replaces names of local values by their terms. */
    readonly expand: (t: Term) => Term,
  ) {}

  /** Whether the term may be an address in such an object, or contain one. */
  isAddress(t: Term, asked: ObjectFilter = moves): boolean {
    if (t.width > this.knowledge.program.pointerBits) return this.#holds(t, asked);
    return [...this.#objectsOf(t)].some(asked);
  }

  integer(o: Arithmetic, a: Term, b: Term, asked: ObjectFilter): Term {
    const { terms } = this;
    const left = this.isAddress(a, asked);
    const right = this.isAddress(b, asked);
    if (!left && !right) return terms.false;
    if (a.width > this.knowledge.program.pointerBits) return terms.boolean(!this.#keepsWords(o, b));
    switch (o.operator) {
      case "add":
        return left && right ? terms.true : this.#leavesObject(o, left ? a : b, terms.add(a, b), asked);
      case "sub":
        if (!right) return this.#leavesObject(o, a, terms.sub(a, b), asked);
        return this.#objectsOf(a).size === 0 ? terms.true : this.#apart(a, b, asked);
      case "and":
      case "or":
      case "xor": {
        const mask = left ? b : a;
        const free = this.#fixedBits(left ? a : b);
        if (terms.range(mask).high <= Number(free)) return terms.false;
        const isClearing = mask.op === "constant" && BigInt.asUintN(mask.width, ~mask.value) <= free;
        return terms.boolean(!(o.operator === "and" && isClearing));
      }
      case "urem": {
        const n = b.op === "constant" && !right ? b.value : 0n;
        return terms.boolean(n === 0n || n > this.#fixedBits(a) + 1n || (n & (n - 1n)) !== 0n); // the remainder of a small power of two is such bits
      }
      case "xchg":
        return terms.false;
      default:
        return terms.true;
    }
  }

  /** Whether the operation only combines or separates words: they are examined where they are used. */
  #keepsWords({ operator }: Arithmetic, by: Term): boolean {
    if (operator === "and" || operator === "or" || operator === "xor" || operator === "xchg") return true;
    const isShift = operator === "shl" || operator === "lshr" || operator === "ashr";
    return isShift && by.op === "constant" && by.value % BigInt(this.knowledge.program.pointerBits) === 0n;
  }

  /** Whether a word of a longer number is an address in such an object. */
  #holds(t: Term, asked: ObjectFilter): boolean {
    const { pointerBits } = this.knowledge.program;
    const seen = new Set<Term>();
    const open = [t];
    for (const x of open) {
      if (seen.has(x) || x.width < 8) continue;
      seen.add(x);
      if (x.width === pointerBits && this.isAddress(x, asked)) return true;
      if (x.width > pointerBits && this.#wordsOf(x).some((o) => asked(o))) return true;
      if (x.op === "variable") {
        const meant = this.expand(x);
        if (meant !== x) open.push(meant);
      } else append(open, x.args);
    }
    return false;
  }

  /** The objects into which some word of a known value points. */
  #wordsOf(t: Term): SharedObject[] {
    const { pointerBits } = this.knowledge.program;
    const values = t.op === "constant" ? [t.value] : t.op === "variable" ? [...this.possible.likelyOf(t)] : [];
    const found: SharedObject[] = [];
    for (const v of values)
      for (let at = 0; at < t.width; at += pointerBits) {
        const object = this.knowledge.at(BigInt.asUintN(pointerBits, v >> BigInt(at)));
        if (object !== null) found.push(object);
      }
    return found;
  }

  /** A mask of the low bits of an address that do not depend on placement: every object begins at a multiple of its alignment. */
  #fixedBits(t: Term): bigint {
    return (
      BigInt(
        minOf(
          [...this.#objectsOf(t)].map((o) => o.align),
          16,
        ),
      ) - 1n
    );
  }

  /** When a number computed from an address lies outside its object. A pointer may, as long as it is not used. */
  #leavesObject(o: Arithmetic, from: Term, to: Term, asked: ObjectFilter): Term {
    const { terms } = this;
    if (o.pointer === true) return terms.false;
    const objects = [...this.#objectsOf(from)].filter(asked);
    return terms.any(objects.map((x) => terms.and(this.#isIn(from, x), terms.not(this.#isIn(to, x)))));
  }

  /** Comparisons that depend on placement, other than by the order of two objects: the end of one object with the start of another, an address with a number. */
  compare(o: Operation & { op: "compare" }, a: Term, b: Term, asked: ObjectFilter): Term {
    const { terms } = this;
    if (!this.isAddress(a, asked) && !this.isAddress(b, asked)) return terms.false;
    const isEquality = o.predicate === "eq" || o.predicate === "ne";
    if (a.width > this.knowledge.program.pointerBits) return terms.boolean(!isEquality); // for equality: see noteStale
    const guess = terms.or(this.#guesses(a, b), this.#guesses(b, a));
    return isEquality ? terms.or(guess, this.#adjoin(a, b, asked)) : guess;
  }

  /** When two words that are compared by order are addresses in different objects: which depends on placement. */
  ordered(a: Term, b: Term, asked: ObjectFilter): Term {
    const { terms } = this;
    if (a.width !== this.knowledge.program.pointerBits || (!this.isAddress(a, asked) && !this.isAddress(b, asked))) return terms.false;
    return this.#apart(a, b, asked);
  }

  /** Whether an address is compared with a constant that might be an address. */
  #guesses(a: Term, b: Term): Term {
    const isAddress = this.#objectsOf(a).size > 0;
    return this.terms.boolean(
      isAddress && b.op === "constant" && this.#objectsOf(b).size === 0 && b.value >= minAddress && b.value < endOfAddresses,
    );
  }

  /** When one address is the end of its object and the other the start of another object. */
  #adjoin(a: Term, b: Term, asked: ObjectFilter): Term {
    const { terms } = this;
    const is = (t: Term, value: bigint): Term =>
      this.possible.of(t)?.has(value) === false ? terms.false : terms.eq(t, terms.constant(value, t.width));
    const endOf = ({ address, size }: SharedObject): bigint => address + BigInt(size);
    const pairs: Term[] = [];
    for (const x of this.#objectsOf(a))
      for (const y of this.#objectsOf(b))
        if (x !== y && (asked(x) || asked(y)))
          pairs.push(terms.and(is(a, endOf(x)), is(b, y.address)), terms.and(is(a, x.address), is(b, endOf(y))));
    return terms.any(pairs);
  }

  /** The pairs of different objects into which two words may point. */
  pairs(a: Term, b: Term): ObjectPair[] {
    const { terms } = this;
    return [...this.#objectsOf(a)].flatMap((x) =>
      [...this.#objectsOf(b)].flatMap((y) => {
        const when = x === y ? terms.false : terms.and(this.#isIn(a, x), this.#isIn(b, y));
        return when === terms.false ? [] : [{ x, y, when }];
      }),
    );
  }

  /**
   * The same, of objects that an allocator could place at the same address, once one is dead. The order of their lifetimes is not considered: whether a place
   * is free is asked where an object begins.
   */
  alike(a: Term, b: Term): ObjectPair[] {
    return this.pairs(a, b).filter(({ x, y }) => areAlike(x, y));
  }

  /** When a dead object's address is compared with a number of which nothing is known: that may be any address. */
  staleAnywhere(a: Term, b: Term, isDead: (object: SharedObject, when: Term) => Term): Term {
    const { terms } = this;
    // Whether an object lives is read only where the word points into it: before the object is made there is nothing to read, and the comparison is made as well.
    const isStale = (word: Term, x: SharedObject): Term => {
      const isThere = this.#isIn(word, x);
      return terms.and(isThere, isDead(x, isThere));
    };
    const any = (word: Term): Term => terms.any([...this.#objectsOf(word)].filter(isMortal).map((x) => isStale(word, x)));
    return terms.or(this.#isAnything(b) ? any(a) : terms.false, this.#isAnything(a) ? any(b) : terms.false);
  }

  /** When the two words may be any address, as far as is known. */
  mayBeAnywhere(a: Term, b: Term): boolean {
    return (this.#objectsOf(a).size > 0 && this.#isAnything(b)) || (this.#objectsOf(b).size > 0 && this.#isAnything(a));
  }

  /** Whether a word of either number may be an address that can be used again for another object. */
  mayHoldMortal(a: Term, b: Term): boolean {
    return this.#holds(a, isMortal) || this.#holds(b, isMortal);
  }

  #isAnything(t: Term): boolean {
    const { objects, times, isOpen } = this.#use(t);
    return t.op !== "constant" && (times === 0 || objects.size === 0 || isOpen) && this.possible.of(t) === null;
  }

  convert(o: Operation & { op: "convert" }, a: Term, asked: ObjectFilter): Term {
    const widens = o.target.bits > this.knowledge.program.pointerBits; // addresses in longer words are not followed
    const isNumber =
      widens ||
      o.conversion === "sitofp" ||
      o.conversion === "uitofp" ||
      (o.conversion === "trunc" && o.target.bits > 4 && o.target.bits < this.knowledge.program.pointerBits);
    return this.terms.boolean(isNumber && this.isAddress(a, asked));
  }

  /** When the two are addresses in different objects. */
  #apart(a: Term, b: Term, asked: ObjectFilter): Term {
    const { terms } = this;
    const pairs: Term[] = [];
    for (const x of this.#objectsOf(a))
      for (const y of this.#objectsOf(b)) if (x !== y && (asked(x) || asked(y))) pairs.push(terms.and(this.#isIn(a, x), this.#isIn(b, y)));
    return terms.any(pairs);
  }

  #isIn(t: Term, { address, size }: SharedObject): Term {
    const { terms } = this;
    return terms.and(terms.ule(terms.constant(address, t.width), t), terms.ule(t, terms.constant(address + BigInt(size), t.width)));
  }

  #objectsOf(t: Term): Objects {
    const { objects, times } = this.#use(t);
    return times === 0 ? none : objects;
  }

  #use(t: Term): AddressUse {
    if (t.width !== this.knowledge.program.pointerBits) return number;
    if (t.op === "constant") return this.#at([t.value]);
    const known = this.#memo.get(t);
    if (known !== undefined) return known;
    const found = this.#find(t);
    this.#memo.set(t, found);
    return found;
  }

  #find(t: Term): AddressUse {
    const uses = (): AddressUse[] => t.args.map((x) => this.#use(x));
    switch (t.op) {
      case "ite":
        return uses().slice(1).reduce(either);
      case "and":
      case "or":
      case "xor":
        return uses().reduce(either);
      case "add":
        return uses().reduce((x, y) => ({ ...either(x, y), times: x.times + y.times }));
      case "sub":
        return uses().reduce((x, y) => ({ ...either(x, y), times: x.times - y.times }));
      case "neg":
        return uses().map((use) => ({ ...use, times: -use.times }))[0] as AddressUse;
      case "variable": {
        const values = this.possible.of(t);
        if (values !== null) return this.#at(values);
        const meant = this.expand(t);
        if (meant !== t) return this.#use(meant);
        const use = this.#at(this.possible.likelyOf(t));
        return { ...use, isOpen: use !== number };
      }
      default:
        return number;
    }
  }

  #at(values: Iterable<bigint>): AddressUse {
    const found = new Set<SharedObject>();
    for (const v of values) {
      const object = this.knowledge.at(v);
      if (object !== null) found.add(object);
    }
    return found.size === 0 ? number : { objects: found, times: 1, isOpen: false };
  }
}

const either = (x: AddressUse, y: AddressUse): AddressUse => ({
  objects: union(x.objects, y.objects),
  times: Math.abs(x.times) > Math.abs(y.times) ? x.times : y.times,
  isOpen: x.isOpen || y.isOpen,
});

/** Objects whose lifetime ends, so that another may be placed where they were. */
const isMortal = (o: SharedObject): boolean => o.kind !== "global";

/** Whether one may be placed where the other was: heap, stacks and the library's objects are in different regions. */
const areAlike = (x: SharedObject, y: SharedObject): boolean =>
  isMortal(x) && isMortal(y) && (x.kind === "heap") === (y.kind === "heap") && (x.kind === "internal") === (y.kind === "internal");

function union(a: Objects, b: Objects): Objects {
  if (a.size === 0) return b;
  return b.size === 0 ? a : new Set([...a, ...b]);
}
