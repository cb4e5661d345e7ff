// Inputs that the user gives (`--input`), in a step. In: the step that is followed, which asks for an input. Out: the value that it gets; what the step changes.
//
// Whichever thread asks takes the next one. So the number of those that were taken is a cell which asking reads and raises, as in skeleton/unrolling/given-inputs.ts: two threads that ask
// conflict, and formulas speak of the cell. Its value is decided like an address. Once all are taken it stays as it is, and threads ask for inputs of their own.

import { nextInput } from "../execution/input-values.ts";
import type { Machine } from "../execution/machine.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import type { StateVariables } from "./state-variables.ts";
import type { CellUpdate } from "./way.ts";

/** The step that asks. */
interface AskingStep {
  readonly terms: Terms;
  readonly variables: StateVariables;
  readonly machine: Machine;
  decide(condition: Term): boolean;
  pin(t: Term): bigint;
  touch(address: number, size: number, writes: boolean): void;
}

export class GivenInputs {
  /** How many were taken after this step; null: as many as before it. */
  #taken: bigint | null = null;

  constructor(readonly step: AskingStep) {}

  /** The next one; null: they are all taken. */
  take(bits: number): Term | null {
    const { step } = this;
    const { terms, variables, machine } = step;
    const { given } = machine.queries.askedFor;
    if (given.length === 0) return null;
    const all = BigInt(given.length);
    step.touch(nextInput, 1, false);
    const isLeft = this.#taken === null ? step.decide(terms.ult(variables.givenTaken, terms.constant(all, 32))) : this.#taken < all;
    if (!isLeft) return null;
    const n = this.#taken ?? step.pin(variables.givenTaken);
    this.#taken = n + 1n;
    step.touch(nextInput, 1, true);
    return terms.constant(BigInt.asUintN(bits, given[Number(n)] as bigint), bits);
  }

  changes(): CellUpdate[] {
    return this.#taken === null ? [] : [{ address: nextInput, size: 4, value: this.step.terms.constant(this.#taken, 32) }];
  }
}
