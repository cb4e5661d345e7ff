// Steps of a search that needs no formulas: nothing is pruned, and no order is found by what steps touch. In: a thread, and choices. Out: the machine has taken the step; or it must be followed, because it waits or
// takes an input.

import { Footprint } from "../../execution/footprint.ts";
import type { Machine } from "../../execution/machine.ts";
import type { Thread } from "../../execution/thread.ts";
import type { Decision } from "../../reduction/search.ts";
import type { Attempt, Attempts } from "./attempts.ts";
import type { Inputs } from "./inputs.ts";
import { isAtOwnStep, type OwnSteps } from "./own-steps.ts";
import { nothingTouched } from "./touched.ts";

export class PlainSteps {
  readonly #footprint = new Footprint();
  /** A step takes an input. */
  #hasInputs = false;

  constructor(
    readonly machine: Machine,
    readonly inputs: Inputs,
    readonly own: OwnSteps | null,
  ) {}

  /** Tries the thread's next step with the choices at hand; null: it is to be followed. `formula`: of all states. */
  attempt(t: Thread, tried: Attempts, formula: Attempt["formula"]): Attempt | null {
    const choices = this.#take(t, tried.vector ?? noChoices);
    if (choices === null) return null;
    const condition = tried.terms.true;
    const attempt: Attempt = { way: null, choices, touched: nothingTouched, isBlocked: false, condition, trail: null, formula };
    tried.cover(condition, choices);
    tried.list.push(attempt);
    return attempt;
  }

  /** Once an input was taken, in a step or at the beginning of main, steps are followed. */
  get #dependsOnInputs(): boolean {
    return this.#hasInputs || this.machine.inputs.length > 0;
  }

  /** The choices of the step; null: it was not taken. */
  #take(t: Thread, vector: readonly number[]): readonly Decision[] | null {
    if (this.#dependsOnInputs || t.pendingFault !== null) return null;
    const { machine, inputs } = this;
    const before = machine.inputs.length;
    const isOwn = isAtOwnStep(t);
    this.#footprint.clear();
    inputs.begin(vector);
    if (machine.step(t, inputs, this.#footprint) === null) return null;
    if (machine.inputs.length > before) {
      this.#hasInputs = true;
      machine.undo();
      return null;
    }
    this.own?.noteFootprint(t.index, isOwn, this.#footprint);
    return inputs.taken;
  }

  /** The thread whose step is taken at once, alone; undefined: there is none. `isLast`: a state of the last thread was counted. */
  findOwn(running: readonly Thread[], isLast: boolean): Thread | undefined {
    if (this.#dependsOnInputs) return undefined;
    if (isLast && running.length === 1) return running[0];
    if (this.own === null) return undefined;
    return running.find((t) => isAtOwnStep(t) && !this.machine.endsProcess(t) && this.machine.isEnabled(t));
  }
}

export const noChoices: readonly number[] = [];
export const nothingToUndo = (): void => undefined;
