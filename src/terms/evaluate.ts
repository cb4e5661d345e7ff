// Evaluates a term. In: a term, and an environment that gives every variable a value. Out: 0 <= value < 2^width. Iterative, each shared
// node once: terms may be millions of nodes deep.

import { foldBinary, foldUnary, mask } from "./fold.ts";
import type { Term } from "./term.ts";

export interface Environment {
  /** The value of a variable; taken modulo 2^width. */
  variable(name: string, width: number): bigint;
  /** Whether the first event comes before the second. Called with first < second. */
  before(first: number, second: number): boolean;
}

/** Evaluates one term. For many under the same environment, keep an `Evaluator`: it remembers values. */
export function evaluate(term: Term, environment: Environment): bigint {
  return new Evaluator(environment).value(term);
}

export class Evaluator {
  readonly #environment: Environment;
  readonly #values = new Map<Term, bigint>();

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  value(term: Term): bigint {
    const values = this.#values;
    const stack = [term];
    while (stack.length > 0) {
      const t = stack[stack.length - 1] as Term;
      if (values.has(t)) {
        stack.pop();
        continue;
      }
      const pushed = stack.length;
      for (const a of t.args) if (!values.has(a)) stack.push(a);
      if (stack.length > pushed) continue;
      values.set(t, this.#apply(t));
      stack.pop();
    }
    return values.get(term) as bigint;
  }

  #apply(t: Term): bigint {
    const argument = (i: number): bigint => this.#values.get(t.args[i] as Term) as bigint;
    const { width } = t;
    switch (t.op) {
      case "constant":
        return t.value;
      case "variable":
        return BigInt.asUintN(width, this.#environment.variable(t.name, width));
      case "before": {
        const [first, second] = t.events as readonly [number, number];
        return this.#environment.before(first, second) ? 1n : 0n;
      }
      case "not":
      case "neg":
        return foldUnary(t.op, width, argument(0));
      case "ite":
        return argument(0) === 1n ? argument(1) : argument(2);
      case "concat":
        return (argument(0) << BigInt((t.args[1] as Term).width)) | argument(1);
      case "extract":
        return (argument(0) >> t.value) & mask(width);
      case "zext":
        return argument(0);
      case "sext":
        return BigInt.asUintN(width, BigInt.asIntN((t.args[0] as Term).width, argument(0)));
      default:
        return foldBinary(t.op, (t.args[0] as Term).width, argument(0), argument(1));
    }
  }
}
