// Deletes learnt clauses and collects the garbage. Clauses of small glue stay for good (tier 1) or while they are used (tier 2, Oh 2015). Of
// the others, three quarters go, those of larger glue first (Audemard and Simon 2009 delete half), unless used since the last reduction.

import type { ProofLog } from "../certificate/proof.ts";
import { tier1Glue } from "./analyze.ts";
import { garbageMark, headerSize } from "./arena.ts";
import { noReason, type State } from "./state.ts";

/** Whether the clause is the reason of a literal: then it must stay. */
function isReason(state: State, reference: number): boolean {
  const { data } = state.arena;
  for (let i = 0; i < 2; i++) {
    const literal = data[reference + headerSize + i];
    if (state.values[literal] > 0 && state.levels[literal >> 1] > 0 && state.reasons[literal >> 1] === reference) return true;
  }
  return false;
}

export function discard(state: State, reference: number, proof: ProofLog | null): void {
  proof?.add({ step: "deleted", clause: state.arena.literals(reference) });
  state.arena.discard(reference);
}

export function reduce(state: State, proof: ProofLog | null): void {
  const { arena } = state;
  const deletable: number[] = [];
  for (const reference of state.redundant) {
    if (arena.has(reference, garbageMark)) continue;
    const used = arena.used(reference);
    if (arena.glue(reference) <= tier1Glue) continue;
    if (used > 0) arena.setUsed(reference, used - 1);
    else if (!isReason(state, reference)) deletable.push(reference);
  }
  // On a tie, older clauses go first.
  deletable.sort((a, b) => arena.glue(b) - arena.glue(a) || arena.size(b) - arena.size(a) || a - b);
  const count = (3 * deletable.length) >> 2;
  for (let i = 0; i < count; i++) discard(state, deletable[i], proof);
  collect(state, proof);
}

/** Moves the live clauses to a new array and rebuilds the watches. */
export function collect(state: State, proof: ProofLog | null): void {
  const { arena } = state;
  const old = arena.data;
  // Clauses never grow, so the live ones fit; half as much again is room for new ones.
  const next = new Int32Array(Math.max(arena.top - Math.min(arena.wasted, arena.top >> 1) + (arena.top >> 1), 1 << 12));
  let top = 1;
  /** A moved clause leaves a forwarding index in its marks: negative, which marks never are. */
  const move = (reference: number): number => {
    const forwarded = old[reference + 1];
    if (forwarded < 0) return -forwarded;
    const at = top;
    const words = headerSize + old[reference];
    for (let i = 0; i < words; i++) next[at + i] = old[reference + i];
    old[reference + 1] = -at;
    top += words;
    return at;
  };
  for (let i = 0; i < state.assigned; i++) {
    const variable = state.trail[i] >> 1;
    // The reason of a literal of level 0 is never needed.
    if (state.levels[variable] === 0) state.reasons[variable] = noReason;
    else if (state.reasons[variable] > 0) state.reasons[variable] = move(state.reasons[variable]);
  }
  // Explanations that are reasons have moved already; the others are no longer needed.
  let explanations = 0;
  let wasted = 0;
  for (const reference of state.transient) {
    if (old[reference + 1] < 0) {
      state.transient[explanations++] = -old[reference + 1];
      wasted += headerSize + old[reference];
    } else proof?.add({ step: "deleted", clause: arena.literals(reference) });
  }
  state.transient.length = explanations;
  for (const list of [state.irredundant, state.redundant]) {
    let kept = 0;
    for (const reference of list) if (old[reference + 1] < 0 || (old[reference + 1] & garbageMark) === 0) list[kept++] = move(reference);
    list.length = kept;
  }
  arena.data = next;
  arena.top = top;
  arena.wasted = wasted;
  state.watches.clear();
  for (const reference of state.irredundant) state.attach(reference);
  for (const reference of state.redundant) state.attach(reference);
  state.watches.compact();
}
