// Enumerates the choices and inputs inside a step as a vector of decisions. The first attempt takes the first alternative of each; a step is
// exhausted when no next vector exists.

import type { InputRange } from "../../execution/contract.ts";
import { manyDecisions, oneStep, unwrittenMemory } from "../../execution/decision-vectors.ts";
import { nextInput } from "../../execution/input-values.ts";
import type { Machine, Oracle } from "../../execution/machine.ts";
import type { Thread } from "../../execution/thread.ts";
import type { Decision } from "../../reduction/search.ts";
import type { Cause } from "../../reports/unknown.ts";

const nothing: readonly never[] = [];

/** Takes given decisions first, then the first alternative of each. */
export class Enumerator implements Oracle {
  #taken: Decision[] | null = null;
  #prefix: readonly Decision[] = [];
  #uncovered: Cause | null = null;
  /** The same, since it was last taken. */
  #leftOut: Cause | null = null;
  /** All decisions are tried, also those that block. */
  readonly isExact = true;
  readonly given: readonly bigint[];

  constructor(
    readonly machine: Machine,
    readonly inputs: readonly bigint[] | null,
  ) {
    this.given = inputs ?? nothing;
  }

  /** What was not tried: an input with too many values; null: nothing. */
  get uncovered(): Cause | null {
    return this.#uncovered ?? this.untriedByProbes;
  }

  /** What probes did not try. Their answers are kept, so it is not known in which states that matters. */
  get untriedByProbes(): Cause | null {
    const { untried } = this.machine.probes;
    if (untried === unwrittenMemory) return { kind: "uninitialised-memory", at: null };
    return untried === null ? null : { kind: "inputs-not-covered", input: untried };
  }

  /** What was not tried since this was last asked, other than by probes. */
  takeLeftOut(): Cause | null {
    const cause = this.#leftOut;
    this.#leftOut = null;
    return cause;
  }

  #leaveOut(input: string): void {
    this.#leftOut ??= { kind: "inputs-not-covered", input };
    this.#uncovered ??= this.#leftOut;
  }

  begin(prefix: readonly Decision[]): void {
    this.#taken = null; // most steps decide nothing
    this.#prefix = prefix;
  }

  /** The decisions since `begin`. */
  get taken(): readonly Decision[] {
    return this.#taken ?? nothing;
  }

  #decide(count: number, what: string): number {
    this.#taken ??= [];
    const taken = this.#taken;
    const value = this.#prefix[taken.length]?.value ?? 0;
    if (taken.length < manyDecisions) taken.push({ value, count });
    else this.#leaveOut(what);
    return value;
  }

  /** Records that not all decisions of a step are tried. */
  giveUp(): void {
    this.#leaveOut(oneStep);
  }

  choose(count: number): number {
    return this.#decide(count, oneStep);
  }

  input(bits: number, what: string, thread: number, range: InputRange | null): bigint {
    const given = this.inputs?.[this.machine.inputs.length];
    // Given inputs are taken in order: which thread gets which depends on which comes first.
    if (this.inputs !== null) this.machine.context.footprint?.add(nextInput, 1, given !== undefined);
    if (given !== undefined) return given;
    const values = this.machine.inputValues.of(this.machine.threads[thread] as Thread, bits, range);
    if (values === null) this.#leaveOut(what);
    if (values === null || values.length === 0) return range?.first ?? 0n;
    return values[values.length === 1 ? 0 : this.#decide(values.length, what)] as bigint;
  }
}

/** The next vector of decisions in order, or null. */
export function successor(taken: readonly Decision[]): Decision[] | null {
  let last = taken.length - 1;
  while (last >= 0 && (taken[last] as Decision).value + 1 >= (taken[last] as Decision).count) last--;
  if (last < 0) return null;
  const next = taken.slice(0, last + 1).map((d) => ({ ...d }));
  (next[last] as Decision).value++;
  return next;
}
