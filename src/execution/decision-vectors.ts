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
const maxVectors = 2 ** 16;
/** Maximum number of decisions in all of them, and in those of a step that may never stop asking (one that reads a line): there, more vectors would not cover it. */
const maxDecisions = { ending: 2 ** 20, endless: 2 ** 16 };
/** A step that asks for more decisions than this may never stop asking. */
export const manyDecisions = 256;

/** Counts the vectors tried for one step. */
export class VectorCount {
  #vectors = 0;
  #decisions = 0;
  #isEndless = false;

  /** Counts a vector of so many decisions, after which another would be tried. Returns whether there are too many. */
  add(decisions: number): boolean {
    this.#decisions += decisions;
    this.#isEndless ||= decisions >= manyDecisions;
    return ++this.#vectors >= maxVectors || this.#decisions >= (this.#isEndless ? maxDecisions.endless : maxDecisions.ending);
  }
}

/** Names, in reports, the decisions of a step that has more vectors than are tried. */
export const oneStep = "the decisions in one step";

/** Names what a section may wait for although other content would let it continue. */
export const unwrittenMemory = "uninitialised memory";

export class DecisionVectors implements Oracle {
  readonly isExact = true;
  readonly #values: number[] = [];
  readonly #counts: number[] = [];
  #asked = 0;
  #tried: VectorCount | null = null;
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
    this.#tried = null;
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
    const asked = this.#asked;
    let last = asked - 1;
    while (last >= 0 && (this.#values[last] as number) + 1 >= (this.#counts[last] as number)) last--;
    this.#asked = 0;
    if (last < 0) return false;
    this.#tried ??= new VectorCount();
    if (this.#tried.add(asked)) {
      this.untried ??= oneStep;
      return false;
    }
    this.#values.length = last + 1;
    this.#values[last] = (this.#values[last] as number) + 1;
    return true;
  }
}
