// In-processing: now and then, at level 0, the clauses are made fewer and shorter. In: the state, propagated to the end, theory included. Out: the
// same solutions of the same variables, so that assumptions, theories and later clauses need not know. Vivification can be stopped and goes on
// where it was; what follows it takes little more than a look at every clause. How much is done follows from counted work, never from a clock.

import type { ProofLog } from "../certificate/proof.ts";
import { collect } from "./reduce.ts";
import { simplify } from "./simplify.ts";
import type { State } from "./state.ts";
import { subsume } from "./subsume.ts";
import { Vivification } from "./vivify.ts";

const interval = 2000;
/** Of the work between two rounds. */
const vivifyShare = 0.15;
const subsumeShare = 0.05;
/** Small formulas get all of it, and a stop need not wait for large ones. */
const [minSubsumption, maxSubsumption] = [20_000, 3_000_000];

export type Outcome = "done" | "stopped" | "refuted";

export class Inprocessing {
  #rounds = 0;
  #next: number;
  #lastTicks = 0;
  /** Done between the last round and this one. */
  #work = 0;
  /** One that was stopped. */
  #vivification: Vivification | null = null;

  /** `proveUnits` puts the units found so far into the proof. */
  constructor(
    readonly state: State,
    readonly intervalScale: number,
    readonly proof: ProofLog | null,
    readonly proveUnits: () => void,
  ) {
    this.#next = interval / intervalScale;
  }

  isDue(conflicts: number): boolean {
    return this.#vivification !== null || conflicts >= this.#next;
  }

  /** A round that was stopped does not go on. */
  abandon(): void {
    this.#vivification = null;
  }

  run(conflicts: number, isSpent: () => boolean): Outcome {
    const { state, proof } = this;
    if (this.#vivification === null) {
      this.#work = state.ticks - this.#lastTicks;
      this.#vivification = new Vivification(state, this.#work * vivifyShare, proof);
    }
    const outcome = this.#vivification.run(isSpent);
    if (outcome === "stopped") return outcome;
    this.#vivification = null;
    if (outcome === "refuted") return outcome;
    this.#rounds++;
    this.#next = conflicts + (interval * (this.#rounds + 1)) / this.intervalScale;
    this.#lastTicks = state.ticks;
    this.proveUnits();
    simplify(state, proof);
    subsume(state, Math.min(Math.max(this.#work * subsumeShare, minSubsumption), maxSubsumption), proof);
    collect(state, proof);
    return "done";
  }
}
