// An oracle that enumerates the decisions of a step (choices and inputs): each attempt follows a vector, then takes the first
// alternatives. It finds out whether a section can complete, and with which decisions.

import { append } from "../support/lists.ts";
import type { InputRange, Oracle } from "./contract.ts";
import { type InputValues, nextInput } from "./input-values.ts";
import type { OracleQueries } from "./oracle-queries.ts";
import type { RunState } from "./run-state.ts";
import type { StepContext } from "./step-context.ts";
import type { Thread } from "./thread.ts";

/** Which alternative was taken, of each decision that has several. */
export type DecisionVector = readonly number[];

/** Maximum number of vectors tried for one step. */
export const maxVectors = 2 ** 16;

/** Names, in reports, the decisions of a step that has more vectors than are tried. */
export const oneStep = "the decisions in one step";

/** Names what a section may wait for although other content would let it continue. */
export const unwrittenMemory = "uninitialised memory";

export class DecisionVectors implements Oracle {
  readonly isExact = true;
  readonly #values: number[] = [];
  readonly #counts: number[] = [];
  #asked = 0;
  #tried = 0;
  /** What has more values than were tried; null: all were tried. */
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
    this.#tried = 0;
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

  meetUnwritten(): void {
    this.untried ??= unwrittenMemory;
  }

  get taken(): DecisionVector {
    return this.#values.slice(0, this.#asked);
  }

  /** Advances to the next vector. Returns false after the last one, and if there are too many. */
  advance(): boolean {
    let last = this.#asked - 1;
    while (last >= 0 && (this.#values[last] as number) + 1 >= (this.#counts[last] as number)) last--;
    this.#asked = 0;
    if (last < 0) return false;
    if (++this.#tried >= maxVectors) {
      this.untried ??= oneStep;
      return false;
    }
    this.#values.length = last + 1;
    this.#values[last] = (this.#values[last] as number) + 1;
    return true;
  }
}
