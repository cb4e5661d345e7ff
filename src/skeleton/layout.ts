// Whether a computation depends on where objects lie. In: an operation and its operands as terms. Out: under which condition its result
// would be another one if objects had other addresses. An unrolled program gives the objects on stacks and on the heap addresses of its own; the
// executor's are others, and a machine's are others again. What a program does with addresses as pointers is the same for all of them: to
// go to another element, to compare for equality, to use the bits that alignment leaves free. A hash or a remainder of an address is not.

import type { Operation } from "../program/operations.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import type { Knowledge } from "./knowledge.ts";
import type { SharedObject } from "./skeleton.ts";
import type { PossibleValues } from "./value-set.ts";

type Objects = ReadonlySet<SharedObject>;
const none: Objects = new Set();

/** Addresses in these objects, added up so often: once in a pointer, and not at all in what lies between two of them. */
interface Use {
  readonly objects: Objects;
  readonly times: number;
}

const number: Use = { objects: none, times: 0 };
/** Every object starts at a multiple of 16: the bits below are those of the offset in it. */
const free = 15n;

export class Layout {
  readonly #memo = new Map<Term, Use>();

  constructor(
    readonly terms: Terms,
    readonly knowledge: Knowledge,
    readonly possible: PossibleValues,
    /** What a name for a value stands for. */
    readonly expand: (t: Term) => Term,
  ) {}

  /** The term is or may be an address in an object whose place is not fixed. */
  isAddress(t: Term): boolean {
    return [...this.#objectsOf(t)].some(isMovable);
  }

  integer(o: Operation & { op: "integer" }, a: Term, b: Term): Term {
    const { terms } = this;
    const left = this.isAddress(a);
    const right = this.isAddress(b);
    if (!left && !right) return terms.false;
    switch (o.operator) {
      case "add":
        return terms.boolean(left && right);
      case "sub":
        return right ? (this.#objectsOf(a).size === 0 ? terms.true : this.#apart(a, b)) : terms.false;
      case "and":
      case "or":
      case "xor": {
        const mask = left ? b : a;
        if (terms.range(mask).high <= Number(free)) return terms.false;
        const isClearing = mask.op === "constant" && BigInt.asUintN(mask.width, ~mask.value) <= free;
        return terms.boolean(!(o.operator === "and" && isClearing));
      }
      case "urem": {
        const n = b.op === "constant" && !right ? b.value : 0n;
        return terms.boolean(n === 0n || n > free + 1n || (n & (n - 1n)) !== 0n); // the remainder of a small power of two is such bits
      }
      default:
        return terms.true;
    }
  }

  compare(o: Operation & { op: "compare" }, a: Term, b: Term): Term {
    if (o.predicate === "eq" || o.predicate === "ne") return this.terms.false;
    return this.isAddress(a) || this.isAddress(b) ? this.#apart(a, b) : this.terms.false;
  }

  convert(o: Operation & { op: "convert" }, a: Term): Term {
    const isNumber = o.conversion === "sitofp" || o.conversion === "uitofp" || (o.conversion === "trunc" && o.target.bits > 4);
    return this.terms.boolean(isNumber && this.isAddress(a));
  }

  /** Two addresses in different objects. */
  #apart(a: Term, b: Term): Term {
    const { terms } = this;
    const pairs: Term[] = [];
    for (const x of this.#objectsOf(a))
      for (const y of this.#objectsOf(b))
        if (x !== y && (isMovable(x) || isMovable(y))) pairs.push(terms.and(this.#isIn(a, x), this.#isIn(b, y)));
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

  #use(t: Term): Use {
    if (t.width !== this.knowledge.program.pointerBits) return number;
    if (t.op === "constant") return this.#at([t.value]);
    const known = this.#memo.get(t);
    if (known !== undefined) return known;
    const found = this.#find(t);
    this.#memo.set(t, found);
    return found;
  }

  #find(t: Term): Use {
    const uses = (): Use[] => t.args.map((x) => this.#use(x));
    switch (t.op) {
      case "ite":
        return uses().slice(1).reduce(either);
      case "and":
      case "or":
      case "xor":
        return uses().reduce(either);
      case "add":
        return uses().reduce((x, y) => ({ objects: union(x.objects, y.objects), times: x.times + y.times }));
      case "sub":
        return uses().reduce((x, y) => ({ objects: union(x.objects, y.objects), times: x.times - y.times }));
      case "neg":
        return uses().map(({ objects, times }) => ({ objects, times: -times }))[0] as Use;
      case "variable": {
        const values = this.possible.of(t);
        if (values !== null) return this.#at(values);
        const meant = this.expand(t);
        return meant === t ? number : this.#use(meant);
      }
      default:
        return number;
    }
  }

  #at(values: Iterable<bigint>): Use {
    const found = new Set<SharedObject>();
    for (const v of values) {
      const object = this.knowledge.at(v);
      if (object !== null) found.add(object);
    }
    return found.size === 0 ? number : { objects: found, times: 1 };
  }
}

const either = (x: Use, y: Use): Use => ({
  objects: union(x.objects, y.objects),
  times: Math.abs(x.times) > Math.abs(y.times) ? x.times : y.times,
});

/** The program's own objects lie where they lie. */
const isMovable = (o: SharedObject): boolean => o.kind !== "global";

function union(a: Objects, b: Objects): Objects {
  if (a.size === 0) return b;
  return b.size === 0 ? a : new Set([...a, ...b]);
}
