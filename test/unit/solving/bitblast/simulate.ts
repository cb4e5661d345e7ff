// A core that keeps its clauses and computes what they force, 32 assignments at a time, without a solver. A gate's output is the newest variable of the
// clauses that define it: where these do not force it, or force it both ways, the translation is wrong, and `simulate` says so.

import type { ClauseSink } from "../../../../src/solving/bitblast/gates.ts";
import { type Literal, variableOf } from "../../../../src/solving/literal.ts";

/** A clause, seen from its newest variable. */
interface Definition {
  readonly others: readonly Literal[];
  readonly isNegated: boolean;
}

export class RecordingCore implements ClauseSink {
  variables = 0;
  readonly clauses: (readonly Literal[])[] = [];

  newVariable(): number {
    return this.variables++;
  }

  addClause(literals: readonly Literal[]): void {
    this.clauses.push([...literals]);
  }

  /** `inputs`: 32 values per free variable, one per bit. Throws unless every other variable is forced, without contradiction. */
  simulate(inputs: ReadonlyMap<number, number>): (literal: Literal) => number {
    const defining = this.#byNewest();
    const values = new Int32Array(2 * this.variables);
    for (let v = 0; v < this.variables; v++) {
      let mustBeTrue = 0;
      let mustBeFalse = 0;
      for (const { others, isNegated } of defining[v] as Definition[]) {
        let forced = -1;
        for (let i = 0; i < others.length; i++) forced &= ~(values[others[i] as number] as number);
        if (isNegated) mustBeFalse |= forced;
        else mustBeTrue |= forced;
      }
      if ((mustBeTrue & mustBeFalse) !== 0) throw new Error(`contradiction at variable ${v}`);
      const given = inputs.get(v);
      if (given === undefined && (mustBeTrue | mustBeFalse) !== -1) throw new Error(`variable ${v} is not forced`);
      if (given !== undefined && ((mustBeTrue & ~given) | (mustBeFalse & given)) !== 0) throw new Error(`input ${v} is constrained`);
      values[2 * v] = given ?? mustBeTrue;
      values[2 * v + 1] = ~(given ?? mustBeTrue);
    }
    return (literal) => values[literal] as number;
  }

  /** Unit propagation from the inputs until nothing changes: in which of the 32 assignments is some clause false? */
  conflicts(inputs: ReadonlyMap<number, number>): number {
    const isTrue = new Int32Array(2 * this.variables);
    for (const [v, value] of inputs) {
      isTrue[2 * v] = value;
      isTrue[2 * v + 1] = ~value;
    }
    for (let changed = true; changed; ) {
      changed = false;
      for (const clause of this.clauses)
        for (const l of clause) {
          let forced = -1;
          for (const other of clause) if (other !== l) forced &= isTrue[other ^ 1] as number;
          if ((forced & ~(isTrue[l] as number)) !== 0) {
            isTrue[l] = (isTrue[l] as number) | forced;
            changed = true;
          }
        }
    }
    let both = 0;
    for (let v = 0; v < this.variables; v++) both |= (isTrue[2 * v] as number) & (isTrue[2 * v + 1] as number);
    return both;
  }

  #newest: Definition[][] = [];
  #sorted = 0;

  #byNewest(): Definition[][] {
    while (this.#newest.length < this.variables) this.#newest.push([]);
    for (; this.#sorted < this.clauses.length; this.#sorted++) {
      const clause = this.clauses[this.#sorted] as readonly Literal[];
      const newest = Math.max(...clause.map(variableOf));
      const others = clause.filter((l) => variableOf(l) !== newest);
      (this.#newest[newest] as Definition[]).push({ others, isNegated: clause.some((l) => l === 2 * newest + 1) });
    }
    return this.#newest;
  }
}

/** The word of bit `i` of each of 32 numbers, for all bits: what the inputs of a circuit are set to. */
export function transposed(values: readonly bigint[], width: number): number[] {
  const words = new Array<number>(width).fill(0);
  for (let k = 0; k < values.length; k++)
    for (let i = 0; i < width; i++) if (((values[k] as bigint) >> BigInt(i)) & 1n) words[i] = (words[i] as number) | (1 << k);
  return words;
}

/** And back: the k-th number. */
export function numberAt(words: readonly number[], k: number): bigint {
  let value = 0n;
  for (let i = words.length - 1; i >= 0; i--) value = (value << 1n) | BigInt(((words[i] as number) >>> k) & 1);
  return value;
}
