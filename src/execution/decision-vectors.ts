// What is open inside a step, a choice or an input, taken in every way there is, in order: each time as the vector says, then the first
// alternative of each. So it is found out whether a section can get through at all, and in which ways.

import { append } from "../support/lists.ts";
import type { InputRange, Oracle } from "./contract.ts";
import { type InputValues, nextInput } from "./input-values.ts";
import type { OracleQueries } from "./oracle-queries.ts";
import type { RunState } from "./run-state.ts";
import type { StepContext } from "./step-context.ts";
import type { Thread } from "./thread.ts";

/** Which alternative was taken, of each decision that has several. */
export type DecisionVector = readonly number[];

/** Ways that are tried: no more than these. */
export const maxWays = 2 ** 16;

/** How people are told of the decisions in a step that are more than are tried. */
export const oneStep = "the decisions in one step";

export class DecisionVectors implements Oracle {
  readonly isExact = true;
  readonly #values: number[] = [];
  readonly #counts: number[] = [];
  #asked = 0;
  #ways = 0;
  /** What has more values than were tried; null: all ways were. */
  untried: string | null = null;

  constructor(
    readonly run: RunState,
    readonly step: StepContext,
    readonly queries: OracleQueries,
    readonly inputValues: InputValues,
  ) {}

  begin(vector: DecisionVector = []): void {
    if (this.#values.length > 0 || vector.length > 0) {
      this.#values.length = 0;
      append(this.#values, vector);
      this.#counts.length = 0;
    }
    this.#asked = 0;
    this.#ways = 0;
    this.untried = null;
  }

  choose(count: number): number {
    if (this.#asked === this.#values.length) this.#values.push(0);
    this.#counts[this.#asked] = count;
    return this.#values[this.#asked++] as number;
  }

  input(bits: number, what: string, thread: number, range: InputRange | null): bigint {
    const given = this.queries.givenInput;
    if (given !== undefined) {
      this.step.footprint?.add(nextInput, 1, false);
      return given;
    }
    const values = this.inputValues.of(this.run.threads[thread] as Thread, bits, range);
    if (values === null) this.untried ??= what;
    if (values === null || values.length === 0) return range?.first ?? 0n;
    return values[values.length === 1 ? 0 : this.choose(values.length)] as bigint;
  }

  get taken(): DecisionVector {
    return this.#values.slice(0, this.#asked);
  }

  /** Goes on to the next vector. False: that was the last one, or there are too many. */
  advance(): boolean {
    let last = this.#asked - 1;
    while (last >= 0 && (this.#values[last] as number) + 1 >= (this.#counts[last] as number)) last--;
    this.#asked = 0;
    if (last < 0) return false;
    if (++this.#ways >= maxWays) {
      this.untried ??= oneStep;
      return false;
    }
    this.#values.length = last + 1;
    this.#values[last] = (this.#values[last] as number) + 1;
    return true;
  }
}
