// Subsumption and self-subsuming resolution (Eén and Biere 2005), forwards and with one occurrence per clause (Zhang 2005, as in CaDiCaL).
// In: the state at level 0, its clauses without false literals. Out: clauses that contain another one are deleted; a clause that contains
// another one except for one negated literal loses that literal. The watches are not updated: the caller rebuilds them afterwards.

import type { ProofLog } from "../certificate/proof.ts";
import type { Literal } from "../literal.ts";
import { tier2Glue } from "./analyze.ts";
import { garbageMark, headerSize, redundantMark } from "./arena.ts";
import { Lists } from "./lists.ts";
import { discard } from "./reduce.ts";
import { shorten } from "./simplify.ts";
import type { State } from "./state.ts";

/** Longer clauses are rarely subsumed. */
const maxClauseLiterals = 100;

/** Stops after about `maxTicks` ticks. */
export function subsume(state: State, maxTicks: number, proof: ProofLog | null): void {
  const { arena } = state;
  const counts = new Int32Array(2 * state.variables);
  const isEligible = (r: number): boolean => !arena.has(r, garbageMark) && arena.size(r) <= maxClauseLiterals;
  // Clauses that are about to be deleted are not worth the work.
  const isKept = (r: number): boolean => arena.glue(r) <= tier2Glue || arena.used(r) > 0;
  const clauses = [...state.irredundant.filter(isEligible), ...state.redundant.filter((r) => isEligible(r) && isKept(r))];
  for (const r of clauses) for (let i = 0; i < arena.size(r); i++) counts[arena.data[r + headerSize + i]]++;
  clauses.sort((a, b) => arena.size(a) - arena.size(b) || a - b);
  const search = new Subsumption(state, counts);
  for (const reference of clauses) {
    if (search.ticks > maxTicks) break;
    const found = search.find(reference);
    if (found === nothing) search.connect(reference);
    else if (found === subsumed) {
      const { by } = search;
      // A learnt clause that subsumes an irredundant one becomes irredundant.
      if (by > 0 && arena.has(by, redundantMark) && !arena.has(reference, redundantMark)) promote(state, by);
      discard(state, reference, proof);
    } else {
      shorten(
        state,
        reference,
        arena.literals(reference).filter((l) => l !== found),
        proof,
      );
      if (!arena.has(reference, garbageMark)) search.connect(reference);
    }
  }
}

function promote(state: State, reference: number): void {
  state.arena.data[reference + 1] &= ~redundantMark;
  state.redundant.splice(state.redundant.indexOf(reference), 1);
  state.irredundant.push(reference);
}

const nothing = -1;
const subsumed = -2;

class Subsumption {
  ticks = 0;
  /** The clause that subsumes; 0 if it is a binary one. */
  by = 0;
  /** By literal: the clauses connected there. */
  readonly #connected = new Lists();
  readonly #marks: Uint8Array;

  constructor(
    readonly state: State,
    readonly counts: Int32Array,
  ) {
    this.#connected.addLists(2 * state.variables);
    this.#marks = new Uint8Array(2 * state.variables);
  }

  /** Returns `subsumed`, a literal that can be removed from the clause, or `nothing`. */
  find(reference: number): Literal | typeof nothing | typeof subsumed {
    const { data } = this.state.arena;
    const first = reference + headerSize;
    const end = first + data[reference];
    for (let i = first; i < end; i++) this.#marks[data[i]] = 1;
    let found: number = nothing;
    for (let i = first; i < end && found !== subsumed; i++) {
      // Clauses connected to the literal may subsume; those connected to its negation may remove it.
      for (let sign = 0; sign < 2 && found !== subsumed; sign++) {
        const now = this.#findAt(data[i] ^ sign);
        if (now !== nothing) found = now;
      }
    }
    for (let i = first; i < end; i++) this.#marks[data[i]] = 0;
    return found;
  }

  #findAt(literal: Literal): number {
    const { binaries } = this.state;
    const marks = this.#marks;
    const isIn = marks[literal] === 1;
    let found: number = nothing;
    let start = binaries.start(literal);
    let end = start + binaries.length(literal);
    this.ticks += 2 + ((end - start) >> 2);
    for (let i = start; i < end; i++) {
      const other = binaries.pool[i];
      if (marks[other] === 1) {
        if (!isIn) found = literal ^ 1;
        else {
          this.by = 0;
          return subsumed;
        }
      } else if (isIn && marks[other ^ 1] === 1) found = other ^ 1;
    }
    start = this.#connected.start(literal);
    end = start + this.#connected.length(literal);
    for (let i = start; i < end; i++) {
      const now = this.#compare(this.#connected.pool[i]);
      if (now === subsumed) return subsumed;
      if (now !== nothing) found = now;
    }
    return found;
  }

  #compare(reference: number): number {
    const { data } = this.state.arena;
    const end = reference + headerSize + data[reference];
    let negated: number = nothing;
    this.ticks++;
    for (let i = reference + headerSize; i < end; i++) {
      const literal = data[i];
      if (this.#marks[literal] === 1) continue;
      if (negated !== nothing || this.#marks[literal ^ 1] === 0) return nothing;
      negated = literal ^ 1;
    }
    if (negated !== nothing) return negated;
    this.by = reference;
    return subsumed;
  }

  /** Connects the clause to its rarest literal: every clause that contains it has that literal. */
  connect(reference: number): void {
    const { data } = this.state.arena;
    const end = reference + headerSize + data[reference];
    let rarest = data[reference + headerSize];
    for (let i = reference + headerSize + 1; i < end; i++) if (this.counts[data[i]] < this.counts[rarest]) rarest = data[i];
    this.#connected.push(rarest, reference);
  }
}
