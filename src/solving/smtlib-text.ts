// Terms as SMT-LIB 2, one definition per shared node, for a session that goes on. In: terms. Out: commands that declare and define
// what is new, and a name for the term. Terms of one bit are Bool there, because solvers reason better about formulas than about
// bit-vectors of one bit; where a bit meets bit-vectors it is converted.

import type { Term, TermOperator } from "../terms/term.ts";

const bitVectorOperators: Readonly<Partial<Record<TermOperator, string>>> = {
  not: "bvnot",
  and: "bvand",
  or: "bvor",
  xor: "bvxor",
  neg: "bvneg",
  add: "bvadd",
  sub: "bvsub",
  mul: "bvmul",
  udiv: "bvudiv",
  urem: "bvurem",
  sdiv: "bvsdiv",
  srem: "bvsrem",
  shl: "bvshl",
  lshr: "bvlshr",
  ashr: "bvashr",
  ult: "bvult",
  ule: "bvule",
  slt: "bvslt",
  sle: "bvsle",
  concat: "concat",
};

const booleanOperators: Readonly<Partial<Record<TermOperator, string>>> = {
  not: "not",
  and: "and",
  or: "or",
  xor: "xor",
  eq: "=",
  ite: "ite",
};

export class SmtLibText {
  readonly #names = new Map<Term, string>();
  /** What was declared, for reading a model: variables and order literals. */
  readonly declared: Term[] = [];

  constructor(readonly emit: (command: string) => void) {}

  /** The name of a term of one bit is a Bool, of others a bit-vector. */
  name(term: Term): string {
    const stack = [term];
    while (stack.length > 0) {
      const t = stack[stack.length - 1];
      if (this.#names.has(t)) {
        stack.pop();
        continue;
      }
      const open = t.args.filter((a) => !this.#names.has(a));
      if (open.length > 0) {
        stack.push(...open);
        continue;
      }
      stack.pop();
      this.#names.set(t, this.#define(t));
    }
    return this.#names.get(term) as string;
  }

  #define(t: Term): string {
    const sort = t.width === 1 ? "Bool" : `(_ BitVec ${t.width})`;
    if (t.op === "constant") return t.width === 1 ? (t.value === 1n ? "true" : "false") : `(_ bv${t.value} ${t.width})`;
    if (t.op === "variable" || t.op === "before") {
      const name = t.op === "variable" ? `v${t.id}` : `b${t.id}`;
      this.declared.push(t);
      this.emit(`(declare-fun ${name} () ${sort})`);
      return name;
    }
    if (t.op === "not" && t.width === 1) return `(not ${this.#names.get(t.args[0])})`;
    this.emit(`(define-fun t${t.id} () ${sort} ${this.#expression(t)})`);
    return `t${t.id}`;
  }

  #expression(t: Term): string {
    const plain = t.args.map((a) => this.#names.get(a) as string);
    const first = t.args[0];
    if (t.op === "ite" || t.op === "eq" || (t.width === 1 && first.width === 1 && booleanOperators[t.op] !== undefined))
      return `(${booleanOperators[t.op]} ${plain.join(" ")})`;
    const vectors = t.args.map((a, i) => (a.width === 1 ? `(ite ${plain[i]} #b1 #b0)` : plain[i]));
    if (t.op === "zext") return `((_ zero_extend ${t.width - first.width}) ${vectors[0]})`;
    if (t.op === "sext") return `((_ sign_extend ${t.width - first.width}) ${vectors[0]})`;
    const isComparison = t.op === "ult" || t.op === "ule" || t.op === "slt" || t.op === "sle";
    const value =
      t.op === "extract"
        ? `((_ extract ${Number(t.value) + t.width - 1} ${t.value}) ${vectors[0]})`
        : `(${bitVectorOperators[t.op]} ${vectors.join(" ")})`;
    return t.width === 1 && !isComparison ? `(= ${value} #b1)` : value;
  }
}

/** A value as solvers print it: true, false, #b…, #x…, (_ bvN w). */
export function parseValue(text: string): bigint {
  if (text === "true") return 1n;
  if (text === "false") return 0n;
  if (/^#[bx][0-9a-f]+$/i.test(text)) return BigInt(`0${text.slice(1)}`);
  const decimal = /^\(_ bv(\d+) \d+\)$/.exec(text);
  if (decimal !== null) return BigInt(decimal[1]);
  throw new Error(`not a value: ${text}`);
}

/** `((name value) (name value) …)`, the answer to get-value. */
export function parseValues(text: string): Map<string, bigint> {
  const values = new Map<string, bigint>();
  for (const m of text.matchAll(/\(\s*([vb]\d+)\s+(\(_ bv\d+ \d+\)|[^\s()]+)\s*\)/g)) values.set(m[1], parseValue(m[2]));
  return values;
}
