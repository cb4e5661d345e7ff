// Values of inputs that were not tried, by the states of the present path. In: what each step left out, and which states are cleared. Out: whether
// anything is left out that no cleared state covers.
//
// A state that is cleared before an input is asked for covers all values of the input. So what a step leaves out belongs to the state before it; when the
// search leaves a state, what was left out in runs from there belongs to the state before.

import type { Cause } from "../../reports/unknown.ts";

export class LeftOut {
  /** By the depth of a state on the path. */
  readonly #from: (Cause | null)[] = [];
  /** Before the first state, or on earlier paths. */
  #before: Cause | null = null;

  note(depth: number, cause: Cause | null): void {
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
    while (this.#from.length > depth) this.note(this.#from.length - 2, this.#from.pop() ?? null);
  }

  /** No run from the states from this depth on needs to be made. */
  clear(depth: number): void {
    this.#from.length = Math.min(this.#from.length, depth);
  }

  /** The first state of the path after which something was left out. */
  get first(): number {
    const depth = this.#from.findIndex((c) => c !== null);
    return this.#before === null && depth >= 0 ? depth : 0;
  }

  get cause(): Cause | null {
    return this.#before ?? this.#from.find((c) => c !== null) ?? null;
  }
}
