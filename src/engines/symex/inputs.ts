// The inputs of the run at hand, and the choices of the step that is tried. In: values for inputs, found by the solver. Out: answers for the machine, and the value of any
// term over inputs.
//
// An input is named by its thread and by how many the thread took before it, from the start of the run on (or from where inputs are no longer fixed). One that has no value yet is zero, or what is nearest in its range.

import { findFixedRegisters } from "../../analysis/fixed-registers.ts";
import { type InputRange, isBetween, type Oracle } from "../../execution/contract.ts";
import type { Machine } from "../../execution/machine.ts";
import type { Operation, Register } from "../../program/operations.ts";
import type { ProgramFunction } from "../../program/program.ts";
import type { Decision } from "../../reduction/search.ts";
import { repeated } from "../../scheduling/random.ts";
import type { NextInput } from "../../symbolic/state-variables.ts";
import type { Environment } from "../../terms/evaluate.ts";
import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";

/** Values of input variables, by name. */
export type Assignment = ReadonlyMap<string, bigint>;

/** A step that makes more choices than this may never stop. */
const maxChoices = 256;

export class Inputs implements Oracle {
  readonly isExact = true;
  readonly unwritten?: NonNullable<Oracle["unwritten"]>;
  readonly coversUnwritten?: NonNullable<Oracle["coversUnwritten"]>;
  #values: Assignment = new Map();
  readonly #known = new Map<string, { readonly thread: number; readonly n: number; readonly term: Term }>();
  #prefix: readonly number[] = [];
  /** The choices since `begin`. */
  taken: Decision[] = [];
  hasTooManyChoices = false;

  constructor(
    readonly terms: Terms,
    readonly machine: Machine,
    /** Those that the user gives: whichever thread asks takes the next one. They are not named. */
    readonly given: readonly bigint[],
    /** The first inputs of the run that are not named: those that are given, or fixed otherwise. */
    readonly fixed = given.length,
    /** Whether what unwritten memory holds is an input as well; not if inputs are given, since those are counted. */
    takesUnwritten = false,
  ) {
    if (!takesUnwritten || given.length > 0) return;
    this.unwritten = (bits, settled, thread, isCovered) => this.#unwritten(bits, settled, thread, isCovered);
    this.coversUnwritten = (f, o, inSection) => this.#covers(f, o, inSection);
  }

  get variables(): readonly Term[] {
    return [...this.#known.values()].map(({ term }) => term);
  }

  /** The n-th input of a thread, from the start of the run on. */
  variable(thread: number, n: number, bits: number): Term {
    const name = nameOf(thread, n, bits);
    let known = this.#known.get(name);
    if (known === undefined) {
      known = { thread, n, term: this.terms.variable(name, bits) };
      this.#known.set(name, known);
    }
    return known.term;
  }

  assign(values: Assignment): void {
    this.#values = values;
  }

  /** The value that an input of this width has, or will have. On another path the thread may ask for another width: that is another input. */
  valueOf(thread: number, n: number, bits: number): bigint {
    return this.#values.get(nameOf(thread, n, bits)) ?? 0n;
  }

  /** How many inputs a thread has taken, after those that are given. */
  takenBy(thread: number): number {
    const { inputs } = this.machine;
    let n = 0;
    for (let i = this.fixed; i < inputs.length; i++) if (inputs[i]?.thread === thread) n++;
    return n;
  }

  /** The inputs that a condition speaks of: those that were taken, and those that are yet to come. */
  inputsOf(condition: Term): { readonly taken: readonly Term[]; readonly later: readonly Term[] } {
    const [taken, later]: [Term[], Term[]] = [[], []];
    const seen = new Set<Term>();
    const visit = (t: Term): void => {
      if (seen.has(t)) return;
      seen.add(t);
      const known = t.op === "variable" ? this.#known.get(t.name) : undefined;
      if (known !== undefined) (known.n < this.takenBy(known.thread) ? taken : later).push(t);
      for (const arg of t.args) visit(arg);
    };
    visit(condition);
    return { taken, later };
  }

  /** Some of these inputs have other values than those at hand. */
  otherThan(inputs: readonly Term[]): Term {
    const { terms } = this;
    return terms.any(inputs.map((t) => terms.not(terms.eq(t, terms.constant(this.#values.get(t.name) ?? 0n, t.width)))));
  }

  /** What threads get next. */
  readonly next: NextInput = (thread, n, bits) => this.valueOf(thread, this.takenBy(thread) + n, bits);

  /** The first of its inputs whose value changes under another assignment; null: none. `taken`: those of the run, in order. */
  firstChange(values: Assignment): number | null {
    const counts = new Map<number, number>();
    for (const [i, { thread, value, bits, isUnwritten, isCovered }] of this.machine.inputs.entries()) {
      if (i < this.fixed) continue;
      const n = counts.get(thread) ?? 0;
      counts.set(thread, n + 1);
      if (isUnwritten === true && isCovered !== true) continue;
      const now = this.valueOf(thread, n, bits);
      const then = values.get(nameOf(thread, n, bits)) ?? 0n;
      if (now !== then || value !== BigInt.asUintN(bits, now)) return i;
    }
    return null;
  }

  /** Operations whose values need not be fixed; others read one value of unwritten memory among many. */
  readonly #fixed = new Map<number, ReadonlySet<Register>>();

  // ---- the oracle

  /** Like inputs; but for bytes of which only one value is tried. */
  #unwritten(bits: number, settled: bigint | null, thread: number, isCovered: boolean): bigint {
    if (settled !== null) return settled;
    return isCovered ? this.valueOf(thread, this.takenBy(thread), bits) : repeated(BigInt(this.machine.memory.fill & 0xff), bits);
  }

  /**
   * All values of a number are covered by a variable, unless steps would fix it: then each value would be a way of its own. Whether a section can be taken is asked without an oracle
   * (execution/probes.ts), so that it must not depend on what the oracle says.
   */
  #covers(f: number, o: Operation, inSection: boolean): boolean {
    if (inSection || (o.op !== "load" && o.op !== "update" && o.op !== "compare-exchange") || o.type.kind !== "int") return false;
    let fixed = this.#fixed.get(f);
    if (fixed === undefined) {
      const { program } = this.machine;
      fixed = findFixedRegisters((program.functions[f] as ProgramFunction).body(), program.pointerBits);
      this.#fixed.set(f, fixed);
    }
    return !fixed.has(o.to);
  }

  begin(choices: readonly number[]): void {
    this.#prefix = choices;
    this.taken = [];
  }

  choose(count: number): number {
    const value = this.#prefix[this.taken.length] ?? 0;
    if (this.taken.length < maxChoices) this.taken.push({ value, count });
    else this.hasTooManyChoices = true;
    return value < count ? value : 0;
  }

  input(bits: number, _what: string, thread: number, range: InputRange | null): bigint {
    const given = this.given[this.machine.inputs.length];
    if (given !== undefined) return given;
    const value = BigInt.asUintN(bits, this.valueOf(thread, this.takenBy(thread), bits));
    return range === null || isBetween(value, range) ? value : range.first;
  }
}

const nameOf = (thread: number, n: number, bits: number): string => `a${thread}.${n}:${bits}`;

/** An assignment as an environment of terms over inputs. */
export const environmentOf = (values: Assignment): Environment => ({
  variable: (name) => values.get(name) ?? 0n,
  before(): never {
    throw new Error("a condition on inputs says nothing of an order of events");
  },
});
