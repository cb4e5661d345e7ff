// Removes satisfied clauses and false literals. In: the state at level 0, fully propagated. Out: the clauses without them; every change is
// logged in the proof. The watches are not updated: the caller rebuilds them afterwards.

import type { ProofLog } from "../certificate/proof.ts";
import { garbageMark, headerSize } from "./arena.ts";
import { discard } from "./reduce.ts";
import type { State } from "./state.ts";

export function simplify(state: State, proof: ProofLog | null): void {
  for (const reference of state.irredundant) strip(state, reference, proof);
  for (const reference of state.redundant) strip(state, reference, proof);
  stripBinaries(state);
}

function strip(state: State, reference: number, proof: ProofLog | null): void {
  const { arena, values } = state;
  const { data } = arena;
  if (arena.has(reference, garbageMark)) return;
  const first = reference + headerSize;
  const end = first + data[reference];
  let open = 0;
  for (let i = first; i < end; i++) {
    if (values[data[i]] > 0) {
      discard(state, reference, proof);
      return;
    }
    if (values[data[i]] === 0) open++;
  }
  if (open < end - first)
    shorten(
      state,
      reference,
      arena.literals(reference).filter((l) => values[l] === 0),
      proof,
    );
}

/** Replaces a clause by one with fewer literals (at least two, all unassigned), and logs that in the proof. */
export function shorten(state: State, reference: number, literals: readonly number[], proof: ProofLog | null): void {
  const { arena } = state;
  proof?.add({ step: "learnt", clause: literals });
  proof?.add({ step: "deleted", clause: arena.literals(reference) });
  if (literals.length === 2) {
    state.addBinary(literals[0], literals[1]);
    arena.discard(reference);
    return;
  }
  arena.wasted += arena.size(reference) - literals.length;
  arena.data[reference] = literals.length;
  arena.data.set(literals, reference + headerSize);
  if (arena.glue(reference) >= literals.length) arena.setGlue(reference, literals.length - 1);
}

function stripBinaries(state: State): void {
  const { binaries, values } = state;
  let left = 0;
  for (let literal = 0; literal < 2 * state.variables; literal++) {
    const start = binaries.start(literal);
    const end = start + binaries.length(literal);
    let to = start;
    // After propagation, a binary clause with an assigned literal is satisfied.
    if (values[literal] === 0) for (let i = start; i < end; i++) if (values[binaries.pool[i]] === 0) binaries.pool[to++] = binaries.pool[i];
    binaries.setLength(literal, to - start);
    left += to - start;
  }
  state.binaryClauses = left >> 1;
}
