// Reads expressions of SMT-LIB (QF_BV and `before`) as terms. In: an expression and the names in scope. Out: a term, and whether its sort is
// Bool: Ravel does not distinguish Bool from bit-vectors of one bit, SMT-LIB does.

import { fail, failUnsupported } from "../../support/diagnostics.ts";
import { maxWidth } from "../../terms/fold.ts";
import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";
import type { Expression, List } from "./syntax.ts";

export interface Value {
  readonly term: Term;
  readonly isBoolean: boolean;
}

export type Meaning =
  | { readonly kind: "value"; readonly value: Value }
  | { readonly kind: "event"; readonly event: number }
  | {
      readonly kind: "function";
      readonly parameters: readonly { readonly name: string; readonly sort: Sort }[];
      readonly body: Expression;
      readonly sort: Sort;
    };

/** The width of a bit-vector, or Bool. */
export type Sort = number | "Bool";
/** A `let` adds its names while its body is read. */
export type Scope = Map<string, Meaning>;

export function malformed(at: Expression, message: string): never {
  fail("RVL411", message, { location: at.at });
}

export function unsupported(at: Expression, what: string): never {
  failUnsupported(`${what} is not supported`, { location: at.at, hint: "see docs/solver.md for what is supported" });
}

export const sortOf = (value: Value): Sort => (value.isBoolean ? "Bool" : value.term.width);
const describe = (sort: Sort): string => (sort === "Bool" ? "Bool" : `(_ BitVec ${sort})`);

export function readSort(e: Expression): Sort {
  if (e.kind === "symbol" && e.text === "Bool") return "Bool";
  if (e.kind === "list" && e.items.length === 3 && isSymbol(e.items[0], "_") && isSymbol(e.items[1], "BitVec")) {
    const width = readNumber(e.items[2]);
    if (width < 1) malformed(e, "a bit-vector has at least one bit");
    if (width > maxWidth) unsupported(e, `a bit-vector of more than ${maxWidth} bits`);
    return width;
  }
  return unsupported(e, "this sort");
}

export function readNumber(e: Expression): number {
  if (e.kind !== "number") malformed(e, "a number is expected");
  return Number(e.text);
}

export const isSymbol = (e: Expression | undefined, text: string): boolean => e?.kind === "symbol" && e.text === text;

type Build = (terms: Terms, a: Term, b: Term) => Term;

/** Operators of two bit-vectors of one width. `isBoolean`: the result is a Bool; `chains`: also of more than two. */
const binary: Readonly<Record<string, { readonly build: Build; readonly isBoolean?: boolean; readonly chains?: boolean }>> = {
  bvand: { build: (t, a, b) => t.and(a, b), chains: true },
  bvor: { build: (t, a, b) => t.or(a, b), chains: true },
  bvxor: { build: (t, a, b) => t.xor(a, b), chains: true },
  bvadd: { build: (t, a, b) => t.add(a, b), chains: true },
  bvmul: { build: (t, a, b) => t.mul(a, b), chains: true },
  bvnand: { build: (t, a, b) => t.not(t.and(a, b)) },
  bvnor: { build: (t, a, b) => t.not(t.or(a, b)) },
  bvxnor: { build: (t, a, b) => t.not(t.xor(a, b)) },
  bvsub: { build: (t, a, b) => t.sub(a, b) },
  bvudiv: { build: (t, a, b) => t.udiv(a, b) },
  bvurem: { build: (t, a, b) => t.urem(a, b) },
  bvsdiv: { build: (t, a, b) => t.sdiv(a, b) },
  bvsrem: { build: (t, a, b) => t.srem(a, b) },
  bvsmod: { build: signedModulo },
  bvshl: { build: (t, a, b) => t.shl(a, b) },
  bvlshr: { build: (t, a, b) => t.lshr(a, b) },
  bvashr: { build: (t, a, b) => t.ashr(a, b) },
  bvcomp: { build: (t, a, b) => t.eq(a, b) },
  bvult: { build: (t, a, b) => t.ult(a, b), isBoolean: true },
  bvule: { build: (t, a, b) => t.ule(a, b), isBoolean: true },
  bvugt: { build: (t, a, b) => t.ugt(a, b), isBoolean: true },
  bvuge: { build: (t, a, b) => t.uge(a, b), isBoolean: true },
  bvslt: { build: (t, a, b) => t.slt(a, b), isBoolean: true },
  bvsle: { build: (t, a, b) => t.sle(a, b), isBoolean: true },
  bvsgt: { build: (t, a, b) => t.sgt(a, b), isBoolean: true },
  bvsge: { build: (t, a, b) => t.sge(a, b), isBoolean: true },
};

/** bvsmod: the result has the sign of the divisor; modulo zero it is the dividend. */
function signedModulo(t: Terms, a: Term, b: Term): Term {
  const zero = t.constant(0, a.width);
  const rest = t.srem(a, b);
  const sameSign = t.eq(t.slt(rest, zero), t.slt(b, zero));
  return t.ite(t.or(t.eq(rest, zero), t.or(sameSign, t.eq(b, zero))), rest, t.add(rest, b));
}

export class ExpressionReader {
  constructor(readonly terms: Terms) {}

  boolean(e: Expression, scope: Scope): Term {
    const value = this.read(e, scope);
    if (!value.isBoolean) malformed(e, `Bool is expected here, not ${describe(sortOf(value))}`);
    return value.term;
  }

  event(e: Expression, scope: Scope): number {
    const meaning = e.kind === "symbol" ? scope.get(e.text) : undefined;
    if (meaning?.kind !== "event") malformed(e, "an event is expected here");
    return meaning.event;
  }

  /** Reads a term. Generated files nest thousands of `let`s, so these are followed in a loop. */
  read(expression: Expression, scope: Scope): Value {
    const hidden: [name: string, meaning: Meaning | undefined][] = [];
    let e = expression;
    while (e.kind === "list" && isSymbol(e.items[0], "let")) e = this.#let(e, scope, hidden);
    const value = this.#read(e, scope);
    for (const [name, meaning] of hidden.reverse()) {
      if (meaning === undefined) scope.delete(name);
      else scope.set(name, meaning);
    }
    return value;
  }

  #read(e: Expression, scope: Scope): Value {
    const { terms } = this;
    switch (e.kind) {
      case "binary":
        return this.#vector(e, terms.constant(BigInt(`0b${e.text}`), this.#checkWidth(e, e.text.length)));
      case "hex":
        return this.#vector(e, terms.constant(BigInt(`0x${e.text}`), this.#checkWidth(e, e.text.length * 4)));
      case "symbol": {
        const meaning = scope.get(e.text);
        if (meaning?.kind === "value") return meaning.value;
        if (meaning?.kind === "function" && meaning.parameters.length === 0) return this.#call(e, meaning, [], scope);
        if (e.text === "true" || e.text === "false") return { term: terms.boolean(e.text === "true"), isBoolean: true };
        return malformed(e, meaning === undefined ? `unknown name ${e.text}` : `${e.text} is not a value`);
      }
      case "list":
        return this.#list(e, scope);
      default:
        return malformed(e, "a term is expected here");
    }
  }

  #checkWidth(e: Expression, width: number): number {
    if (width > maxWidth) unsupported(e, `a bit-vector of more than ${maxWidth} bits`);
    return width;
  }

  #vector(e: Expression, term: Term): Value {
    this.#checkWidth(e, term.width);
    return { term, isBoolean: false };
  }

  #list(e: List, scope: Scope): Value {
    const [head, ...rest] = e.items;
    if (head === undefined) malformed(e, "an empty list is not a term");
    if (head.kind === "list") return this.#indexed(e, head, rest, scope);
    if (head.kind !== "symbol") malformed(head, "an operator is expected here");
    switch (head.text) {
      case "!":
        return this.read(rest[0] ?? malformed(e, "! needs a term"), scope);
      case "_":
        return this.#numeral(e, rest);
      case "before":
        if (rest.length !== 2) malformed(e, "before takes two events");
        return { term: this.terms.before(this.event(rest[0], scope), this.event(rest[1], scope)), isBoolean: true };
    }
    const meaning = scope.get(head.text);
    const values = rest.map((r) => this.read(r, scope));
    return meaning?.kind === "function" ? this.#call(e, meaning, values, scope) : this.#apply(e, head.text, values);
  }

  /** Brings the names of a `let` into scope and returns its body. Appends what they hide to `hidden`. */
  #let(e: List, scope: Scope, hidden: [string, Meaning | undefined][]): Expression {
    const [, bindings, body] = e.items;
    if (e.items.length !== 3 || bindings.kind !== "list") malformed(e, "let takes bindings and a term");
    const values = bindings.items.map((b): [string, Value] => {
      if (b.kind !== "list" || b.items.length !== 2 || b.items[0].kind !== "symbol") malformed(b, "a binding is (name term)");
      return [b.items[0].text, this.read(b.items[1], scope)];
    });
    for (const [name, value] of values) {
      hidden.push([name, scope.get(name)]);
      scope.set(name, { kind: "value", value });
    }
    return body;
  }

  /** (_ bvN width) */
  #numeral(e: List, rest: readonly Expression[]): Value {
    const m = rest[0]?.kind === "symbol" ? /^bv(\d+)$/.exec(rest[0].text) : null;
    if (m === null || rest.length !== 2) malformed(e, "unknown indexed name");
    return this.#vector(e, this.terms.constant(BigInt(m[1]), this.#checkWidth(e, readNumber(rest[1]))));
  }

  /** ((_ name numbers) term) */
  #indexed(e: List, head: List, rest: readonly Expression[], scope: Scope): Value {
    const [underscore, name, ...indices] = head.items;
    if (!isSymbol(underscore, "_") || name?.kind !== "symbol" || rest.length !== 1) malformed(e, "unknown operator");
    const value = this.read(rest[0], scope);
    if (value.isBoolean) malformed(rest[0], "a bit-vector is expected here");
    const { terms } = this;
    const a = value.term;
    const [x, y] = indices.map(readNumber);
    if (indices.length !== (name.text === "extract" ? 2 : 1)) malformed(head, `wrong number of indices for ${name.text}`);
    switch (name.text) {
      case "extract":
        if (y > x || x >= a.width) malformed(head, `no bits ${x} to ${y} in ${a.width}`);
        return this.#vector(e, terms.extract(a, x, y));
      case "zero_extend":
        return this.#vector(e, terms.zext(a, this.#checkWidth(e, a.width + x)));
      case "sign_extend":
        return this.#vector(e, terms.sext(a, this.#checkWidth(e, a.width + x)));
      case "rotate_left":
      case "rotate_right": {
        const by = name.text === "rotate_left" ? x % a.width : (a.width - (x % a.width)) % a.width;
        return this.#vector(
          e,
          by === 0 ? a : terms.concat(terms.extract(a, a.width - by - 1, 0), terms.extract(a, a.width - 1, a.width - by)),
        );
      }
      case "repeat": {
        if (x < 1) malformed(head, "repeat at least once");
        this.#checkWidth(e, a.width * x);
        let term = a;
        for (let i = 1; i < x; i++) term = terms.concat(term, a);
        return this.#vector(e, term);
      }
      default:
        return unsupported(head, name.text);
    }
  }

  #call(e: Expression, f: Extract<Meaning, { kind: "function" }>, values: readonly Value[], scope: Scope): Value {
    if (values.length !== f.parameters.length) malformed(e, `${f.parameters.length} arguments are expected`);
    const inner = new Map(scope);
    for (const [i, p] of f.parameters.entries()) {
      if (sortOf(values[i]) !== p.sort) malformed(e, `argument ${p.name} is ${describe(p.sort)}`);
      inner.set(p.name, { kind: "value", value: values[i] });
    }
    const result = this.read(f.body, inner);
    if (sortOf(result) !== f.sort) malformed(f.body, `${describe(f.sort)} is declared, ${describe(sortOf(result))} is given`);
    return result;
  }

  #apply(e: List, name: string, values: readonly Value[]): Value {
    const { terms } = this;
    const all = values.map((v) => v.term);
    const booleans = (): readonly Term[] => {
      if (values.some((v) => !v.isBoolean)) malformed(e, `${name} takes Bools`);
      return all;
    };
    const requireCount = (min: number, max = min): void => {
      if (values.length < min || values.length > max) malformed(e, `wrong number of arguments for ${name}`);
    };
    const requireSameSort = (list: readonly Value[]): void => {
      if (list.some((v) => sortOf(v) !== sortOf(list[0]))) malformed(e, `the arguments of ${name} differ in sort`);
    };
    const asBoolean = (term: Term): Value => ({ term, isBoolean: true });
    switch (name) {
      case "not":
        requireCount(1);
        return asBoolean(terms.not(booleans()[0]));
      case "and":
        return asBoolean(terms.all(booleans()));
      case "or":
        return asBoolean(terms.any(booleans()));
      case "xor":
        requireCount(2, Number.POSITIVE_INFINITY);
        return asBoolean(booleans().reduce((a, b) => terms.xor(a, b)));
      case "=>":
        requireCount(2, Number.POSITIVE_INFINITY);
        return asBoolean(booleans().reduceRight((b, a) => terms.implies(a, b)));
      case "=":
        requireCount(2, Number.POSITIVE_INFINITY);
        requireSameSort(values);
        return asBoolean(terms.all(all.slice(1).map((b, i) => terms.eq(all[i], b))));
      case "distinct":
        requireCount(2, Number.POSITIVE_INFINITY);
        requireSameSort(values);
        return asBoolean(terms.all(all.flatMap((a, i) => all.slice(i + 1).map((b) => terms.ne(a, b)))));
      case "ite":
        requireCount(3);
        if (!values[0].isBoolean) malformed(e, "the condition of ite is a Bool");
        requireSameSort(values.slice(1));
        return { term: terms.ite(all[0], all[1], all[2]), isBoolean: values[1].isBoolean };
    }
    if (values.some((v) => v.isBoolean)) malformed(e, `${name} does not take Bools`);
    if (name === "bvnot" || name === "bvneg") {
      requireCount(1);
      return this.#vector(e, name === "bvnot" ? terms.not(all[0]) : terms.neg(all[0]));
    }
    if (name === "concat") {
      requireCount(2, Number.POSITIVE_INFINITY);
      this.#checkWidth(
        e,
        all.reduce((sum, t) => sum + t.width, 0),
      );
      return this.#vector(
        e,
        all.reduce((a, b) => terms.concat(a, b)),
      );
    }
    const operator = Object.hasOwn(binary, name) ? binary[name] : unsupported(e, name);
    requireCount(2, operator.chains === true ? Number.POSITIVE_INFINITY : 2);
    requireSameSort(values);
    return { term: all.reduce((a, b) => operator.build(terms, a, b)), isBoolean: operator.isBoolean === true };
  }
}
