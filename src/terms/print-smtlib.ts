// Prints terms as SMT-LIB 2. In: terms. Out: commands that declare and define what is new, and an expression for the term; or a whole script.
//
// Nodes used more than once, and long ones, get a definition, so the text is linear in the DAG and not deeply nested. Terms of one bit
// are Bool, because solvers reason better about formulas than about vectors of one bit; they are converted where an operator takes
// vectors. The caller chooses how an order fact is written.

import type { Term, TermOperator } from "./term.ts";
import type { Terms } from "./terms.ts";

export interface SmtLibOptions {
  /** The text of "event a comes before event b", a < b. */
  readonly before: (a: number, b: number) => string;
  /** The symbol of a variable; by default its own name, quoted. */
  readonly symbol?: (variable: Term) => string;
}

const operators: Readonly<Partial<Record<TermOperator, string>>> = {
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

const connectives: Readonly<Partial<Record<TermOperator, string>>> = { not: "not", and: "and", or: "or", xor: "xor", eq: "=", ite: "ite" };

/** Longer expressions get a definition: about a line of text stays readable, and nesting stays shallow. */
const maxInlineCharacters = 160;

export class SmtLibPrinter {
  /** Variables declared so far, in this order. */
  readonly declared: Term[] = [];
  readonly #emit: (command: string) => void;
  readonly #options: SmtLibOptions;
  readonly #texts = new Map<Term, string>();

  constructor(emit: (command: string) => void, options: SmtLibOptions) {
    this.#emit = emit;
    this.#options = options;
  }

  /** Returns a Bool for a term of one bit, otherwise a vector. Emits the declarations and definitions it needs first. */
  expression(term: Term): string {
    const uses = this.#newUses(term);
    const stack = [term];
    while (stack.length > 0) {
      const t = stack[stack.length - 1] as Term;
      if (this.#texts.has(t)) {
        stack.pop();
        continue;
      }
      const pushed = stack.length;
      for (let i = t.args.length - 1; i >= 0; i--) if (!this.#texts.has(t.args[i] as Term)) stack.push(t.args[i] as Term);
      if (stack.length > pushed) continue;
      stack.pop();
      this.#texts.set(t, this.#text(t, (uses.get(t) ?? 0) > 1));
    }
    return this.#texts.get(term) as string;
  }

  /** How often each node that has no text yet is an argument below `term`. */
  #newUses(term: Term): Map<Term, number> {
    const uses = new Map<Term, number>();
    const stack = [term];
    while (stack.length > 0) {
      const t = stack.pop() as Term;
      const count = uses.get(t) ?? 0;
      uses.set(t, count + 1);
      if (count === 0 && !this.#texts.has(t)) for (const a of t.args) stack.push(a);
    }
    return uses;
  }

  #text(t: Term, isShared: boolean): string {
    const sort = t.width === 1 ? "Bool" : `(_ BitVec ${t.width})`;
    if (t.op === "constant") return t.width === 1 ? (t.value === 1n ? "true" : "false") : `(_ bv${t.value} ${t.width})`;
    if (t.op === "before") {
      const [a, b] = t.events as readonly [number, number];
      return this.#options.before(a, b);
    }
    if (t.op === "variable") {
      const symbol = this.#options.symbol?.(t) ?? quote(t.name);
      this.declared.push(t);
      this.#emit(`(declare-fun ${symbol} () ${sort})`);
      return symbol;
    }
    const text = this.#apply(t);
    if (!isShared && text.length <= maxInlineCharacters) return text;
    this.#emit(`(define-fun |t ${t.id}| () ${sort} ${text})`);
    return `|t ${t.id}|`;
  }

  #apply(t: Term): string {
    const plain = t.args.map((a) => this.#texts.get(a) as string);
    const first = t.args[0] as Term;
    if (t.op === "ite" || t.op === "eq" || (t.width === 1 && first.width === 1 && connectives[t.op] !== undefined))
      return `(${connectives[t.op]} ${plain.join(" ")})`;
    const vectors = t.args.map((a, i) => (a.width === 1 ? `(ite ${plain[i]} #b1 #b0)` : (plain[i] as string)));
    if (t.op === "zext") return `((_ zero_extend ${t.width - first.width}) ${vectors[0]})`;
    if (t.op === "sext") return `((_ sign_extend ${t.width - first.width}) ${vectors[0]})`;
    const text =
      t.op === "extract"
        ? `((_ extract ${Number(t.value) + t.width - 1} ${t.value}) ${vectors[0]})`
        : `(${operators[t.op]} ${vectors.join(" ")})`;
    const isComparison = t.op === "ult" || t.op === "ule" || t.op === "slt" || t.op === "sle";
    return t.width === 1 && !isComparison ? `(= ${text} #b1)` : text;
  }
}

/** The conjunction of the formulas as a complete script: events are distinct integers, and bounds of variables are asserted. */
export function printSmtLib(terms: Terms, formulas: readonly Term[]): string {
  const events = new Set<number>();
  const body: string[] = [];
  const printer = new SmtLibPrinter((command) => body.push(command), {
    before(a, b) {
      events.add(a).add(b);
      return `(< pos_${a} pos_${b})`;
    },
  });
  for (const f of formulas) body.push(`(assert ${printer.expression(f)})`);
  for (const v of printer.declared) {
    const bounds = terms.boundsOf(v);
    if (bounds === null) continue;
    // Raw: the builder knows the bounds and would simplify these to `true`.
    body.push(`(assert ${printer.expression(terms.raw("sle", terms.constant(bounds.low, v.width), v))})`);
    body.push(`(assert ${printer.expression(terms.raw("sle", v, terms.constant(bounds.high, v.width)))})`);
  }
  const positions = [...events].sort((a, b) => a - b).map((e) => `pos_${e}`);
  return [
    `(set-logic ${positions.length === 0 ? "QF_BV" : "ALL"})`,
    ...positions.map((p) => `(declare-fun ${p} () Int)`),
    ...body,
    ...(positions.length > 1 ? [`(assert (distinct ${positions.join(" ")}))`] : []),
    "(check-sat)",
    "",
  ].join("\n");
}

/** Quoted symbols may contain anything but bars and backslashes: these are escaped as % and their code, and so is % itself. */
const quote = (name: string): string => `|${name.replace(/[|\\%]/g, (c) => `%${c.charCodeAt(0)}`)}|`;
