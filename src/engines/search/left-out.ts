// Values of inputs that were not tried, by the states of the present path. In: what each step left out, and which states are cleared. Out: whether
// anything is left out that no cleared state covers.
//
// A state that is cleared before an input is asked for covers all values of the input. So what a step leaves out belongs to the state before it; when the
// search leaves a state, what was left out in runs from there belongs to the state before.

import type { Cause } from "../../reports/unknown.ts";
import type { Enumerator } from "./decisions.ts";

export class LeftOut {
  /** By the depth of a state on the path. */
  readonly #from: (Cause | null)[] = [];
  /** Before the first state, or on earlier paths. */
  #before: Cause | null = null;
  /** Some states were cleared. */
  #isCleared = false;
  /** No other run needs to be made at all. */
  coversEverything = false;

  constructor(readonly oracle: Enumerator) {}

  /** What was left out since the last call belongs to the state at this depth; -1: to the time before the first one. */
  note(depth: number): void {
    this.#add(depth, this.oracle.takeLeftOut());
  }

  /** What was left out since the last call is known: steps were repeated. */
  skip(): void {
    this.oracle.takeLeftOut();
  }

  #add(depth: number, cause: Cause | null): void {
    if (cause === null) return;
    if (depth < 0) {
      this.#before ??= cause;
      return;
    }
    while (this.#from.length <= depth) this.#from.push(null);
    this.#from[depth] ??= cause;
  }

  /** The search leaves the states from this depth on. */
  leave(depth: number): void {
    while (this.#from.length > depth) this.#add(this.#from.length - 2, this.#from.pop() ?? null);
  }

  /** No run from the states from this depth on needs to be made. */
  clear(depth: number | "everything"): void {
    this.#isCleared = true;
    this.coversEverything = depth === "everything";
    this.#from.length = Math.min(this.#from.length, depth === "everything" ? 0 : depth);
  }

  /** The first state of the path after which something is left out; null: nothing is. */
  get first(): number | null {
    if (this.uncovered === null) return null;
    const depth = this.#from.findIndex((c) => c !== null);
    return this.#before === null && depth >= 0 ? depth : 0;
  }

  /** What was not tried, and no cleared state covers; null: nothing. */
  get uncovered(): Cause | null {
    if (this.coversEverything) return null;
    if (!this.#isCleared) return this.oracle.uncovered;
    return this.#before ?? this.#from.find((c) => c !== null) ?? this.oracle.untriedByProbes;
  }
}
