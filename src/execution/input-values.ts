// The representative values of an input (analysis/input-values.ts) where a thread asks for it: found once per call stack.
// Searches try each of them, and so do probes (probes.ts).

import type { InputFrame } from "../analysis/input-domains.ts";
import { findInputValues } from "../analysis/input-values.ts";
import type { InputRange } from "./contract.ts";
import type { RunState } from "./run-state.ts";
import type { StepContext } from "./step-context.ts";
import type { Thread } from "./thread.ts";

/** Stands in footprints for the number of inputs taken: an address no object has. */
export const nextInput = 1;

const truths: readonly bigint[] = [0n, 1n];

export class InputValues {
  readonly #known = new Map<string, readonly bigint[] | null>();

  constructor(
    readonly run: RunState,
    readonly step: StepContext,
  ) {}

  /** Of the input that the thread is asking for; null: too many. */
  of(t: Thread, bits: number, range: InputRange | null): readonly bigint[] | null {
    if (bits === 1 && range === null) return truths;
    const stack: (InputFrame & { readonly id: number })[] = [{ id: t.fn.id, body: t.fn.body, operation: this.step.at }];
    for (let level = t.depth - 1; level >= 0; level--) {
      const { function: id, pc } = t.frameAt(level);
      const fn = this.run.code[id];
      const operation = fn?.operationAt[pc];
      if (fn === undefined || operation === undefined) break;
      stack.push({ id, body: fn.body, operation });
    }
    const key = `${bits} ${range === null ? "" : `${range.first}-${range.last}`} ${stack.map((f) => `${f.id}.${f.operation}`).join(" ")}`;
    let values = this.#known.get(key);
    if (values === undefined) {
      values = findInputValues(this.run.program, stack, bits, range);
      this.#known.set(key, values);
    }
    return values;
  }
}
