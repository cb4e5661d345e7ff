// In-processing: at intervals, at level 0, makes the clauses fewer and shorter. In: the state, fully propagated, theory included. Out: a
// state with the same models over the same variables, so that assumptions, theories and later clauses are not affected.
//
// Vivification can be stopped and continued; the passes after it take little more than one visit of every clause. The amount of work
// follows from counted work, never from a clock.

import type { ProofLog } from "../certificate/proof.ts";
import { collect } from "./reduce.ts";
import { simplify } from "./simplify.ts";
import type { State } from "./state.ts";
import { subsume } from "./subsume.ts";
import { Vivification } from "./vivify.ts";

/** Conflicts before the first pass; later intervals grow by as many each. */
const intervalConflicts = 2000;
/** Shares of the work between two passes. */
const vivifyShare = 0.15;
const subsumeShare = 0.05;
/** Bounds of the work on subsumption, in ticks: small formulas get all of it, and on large ones a stop need not wait. */
const [minSubsumption, maxSubsumption] = [20_000, 3_000_000];

export type Outcome = "done" | "stopped" | "refuted";

export class Inprocessing {
  #passes = 0;
  #next: number;
  #lastTicks = 0;
  /** Ticks between the last pass and this one. */
  #work = 0;
  /** A suspended vivification. */
  #vivification: Vivification | null = null;

  /** `proveUnits` puts the units found so far into the proof. */
  constructor(
    readonly state: State,
    readonly intervalScale: number,
    readonly proof: ProofLog | null,
    readonly proveUnits: () => void,
  ) {
    this.#next = intervalConflicts / intervalScale;
  }

  isDue(conflicts: number): boolean {
    return this.#vivification !== null || conflicts >= this.#next;
  }

  /** Drops a suspended vivification. */
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
    this.#passes++;
    this.#next = conflicts + (intervalConflicts * (this.#passes + 1)) / this.intervalScale;
    this.#lastTicks = state.ticks;
    this.proveUnits();
    simplify(state, proof);
    subsume(state, Math.min(Math.max(this.#work * subsumeShare, minSubsumption), maxSubsumption), proof);
    collect(state, proof);
    return "done";
  }
}
