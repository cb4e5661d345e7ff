// Vivification (Piette, Hamadi and Saïs 2008; of learnt clauses: Luo et al. 2017): assumes the literals of a clause false one by one; what
// propagation finds may show that some of them suffice. In: the state at level 0, propagated. Out: shorter clauses, perhaps units. Only
// clauses propagate here, not the theory.

import type { ProofLog } from "../certificate/proof.ts";
import type { Literal } from "../literal.ts";
import { tier2Glue } from "./analyze.ts";
import { garbageMark, headerSize, triedMark } from "./arena.ts";
import { propagate } from "./propagate.ts";
import { shorten } from "./simplify.ts";
import { inBinary, noReason, otherOf, type State } from "./state.ts";

/** One pass over the learnt clauses of small glue. It can be stopped and continued, if the state has not changed in between. */
export class Vivification {
  readonly #clauses: readonly number[];
  readonly #occurrences: Int32Array;
  readonly #marks: Uint8Array;
  readonly #lastTick: number;
  #next = 0;

  /** Stops after `ticks` ticks. */
  constructor(
    readonly state: State,
    ticks: number,
    readonly proof: ProofLog | null,
  ) {
    this.#lastTick = state.ticks + ticks;
    this.#marks = new Uint8Array(state.variables);
    this.#occurrences = countOccurrences(state);
    this.#clauses = chooseClauses(state);
  }

  run(isSpent: () => boolean): "done" | "stopped" | "refuted" {
    const { state } = this;
    const phases = state.phases.slice();
    let outcome: "done" | "stopped" | "refuted" = "done";
    while (outcome === "done" && this.#next < this.#clauses.length && state.ticks <= this.#lastTick) {
      if (isSpent()) outcome = "stopped";
      else if (!this.#try(this.#clauses[this.#next++])) outcome = "refuted";
    }
    state.phases.set(phases);
    return outcome;
  }

  /** Tries to shorten the clause. Returns false if the clauses are contradictory. */
  #try(reference: number): boolean {
    const { state, proof } = this;
    const { arena } = state;
    arena.data[reference + 1] |= triedMark;
    const before = arena.literals(reference);
    if (before.some((l) => state.values[l] > 0)) return true; // satisfied by a unit just found; `simplify` removes it
    detach(state, reference);
    const after = probe(state, before, this.#occurrences, this.#marks);
    state.backtrack(0);
    if (after.length < 2) return addUnit(state, reference, after, proof);
    if (after.length < before.length) shorten(state, reference, after, proof);
    if (!arena.has(reference, garbageMark)) state.attach(reference);
    return true;
  }
}

/** Clauses of small glue that were not tried yet, the best first. */
function chooseClauses(state: State): number[] {
  const { arena } = state;
  const fits = (r: number): boolean => !arena.has(r, garbageMark) && arena.glue(r) <= tier2Glue;
  let clauses = state.redundant.filter((r) => fits(r) && !arena.has(r, triedMark));
  if (clauses.length === 0) {
    // All were tried: start again.
    clauses = state.redundant.filter(fits);
    for (const r of clauses) arena.data[r + 1] &= ~triedMark;
  }
  return clauses.sort((a, b) => arena.glue(a) - arena.glue(b) || arena.size(a) - arena.size(b) || a - b);
}

/** Returns literals of the clause, unassigned at level 0, that suffice; all of them if nothing shorter was found. */
function probe(state: State, clause: readonly Literal[], occurrences: Int32Array, marks: Uint8Array): Literal[] {
  const open = clause.filter((l) => state.values[l] === 0).sort((a, b) => occurrences[b] - occurrences[a] || a - b);
  const kept: Literal[] = [];
  for (const literal of open) {
    const value = state.values[literal];
    if (value < 0) continue; // the others imply its negation
    if (value > 0) return [...findDecisions(state, [literal], marks), literal];
    kept.push(literal);
    state.openLevel();
    state.assign(literal ^ 1, noReason);
    const conflict = propagate(state);
    if (conflict === 0) continue;
    return findDecisions(state, conflict === inBinary ? state.binaryConflict : state.arena.literals(conflict), marks);
  }
  return kept;
}

/** The negations of the decisions that imply the assigned literals. */
function findDecisions(state: State, literals: readonly Literal[], marks: Uint8Array): Literal[] {
  const found: Literal[] = [];
  const mark = (literal: Literal): void => {
    if (state.levels[literal >> 1] > 0) marks[literal >> 1] = 1;
  };
  for (const literal of literals) mark(literal);
  for (let i = state.assigned - 1; i >= state.limits[0]; i--) {
    const literal = state.trail[i];
    if (marks[literal >> 1] === 0) continue;
    marks[literal >> 1] = 0;
    const reason = state.reasons[literal >> 1];
    if (reason === noReason) found.push(literal ^ 1);
    else if (reason < 0) mark(otherOf(reason));
    else {
      const end = reason + headerSize + state.arena.data[reason];
      for (let j = reason + headerSize; j < end; j++) if (state.arena.data[j] !== literal) mark(state.arena.data[j]);
    }
  }
  return found;
}

function addUnit(state: State, reference: number, clause: readonly Literal[], proof: ProofLog | null): boolean {
  proof?.add({ step: "learnt", clause });
  proof?.add({ step: "deleted", clause: state.arena.literals(reference) });
  state.arena.discard(reference);
  if (clause.length === 0) return false;
  state.assign(clause[0], noReason);
  return propagate(state) === 0;
}

function countOccurrences(state: State): Int32Array {
  const counts = new Int32Array(2 * state.variables);
  for (const list of [state.irredundant, state.redundant])
    for (const reference of list) {
      const end = reference + headerSize + state.arena.data[reference];
      for (let i = reference + headerSize; i < end; i++) counts[state.arena.data[i]]++;
    }
  for (let l = 0; l < counts.length; l++) counts[l] += state.binaries.length(l);
  return counts;
}

function detach(state: State, reference: number): void {
  const { watches, arena } = state;
  for (let watch = 0; watch < 2; watch++) {
    const literal = arena.data[reference + headerSize + watch];
    const start = watches.start(literal);
    const end = start + watches.length(literal);
    let at = start + 1;
    while (watches.pool[at] !== reference) at += 2;
    // The others keep their order: propagation must not depend on how often clauses were detached.
    watches.pool.copyWithin(at - 1, at + 1, end);
    watches.setLength(literal, end - start - 2);
  }
}
