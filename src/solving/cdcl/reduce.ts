// Forgetting learnt clauses and closing the gaps they leave. Clauses of small glue stay for good (tier 1) or while they are used (tier
// 2, Oh 2015); of the others the three quarters with the larger glue go (Audemard and Simon 2009 take half), unless used since the last time.

import type { ProofLog } from "../certificate/proof.ts";
import { tier1Glue } from "./analyze.ts";
import { garbageMark, headerSize } from "./arena.ts";
import { noReason, type State } from "./state.ts";

/** Is the clause the reason of a literal? Such a clause must stay. */
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
  const candidates: number[] = [];
  for (const reference of state.redundant) {
    if (arena.has(reference, garbageMark)) continue;
    const used = arena.used(reference);
    if (arena.glue(reference) <= tier1Glue) continue;
    if (used > 0) arena.setUsed(reference, used - 1);
    else if (!isReason(state, reference)) candidates.push(reference);
  }
  // The order of allocation decides between equals: older ones go first.
  candidates.sort((a, b) => arena.glue(b) - arena.glue(a) || arena.size(b) - arena.size(a) || a - b);
  const goal = (3 * candidates.length) >> 2;
  for (let i = 0; i < goal; i++) discard(state, candidates[i], proof);
  collect(state, proof);
}

/** Moves what is alive to a new array and builds the watches again. */
export function collect(state: State, proof: ProofLog | null): void {
  const { arena } = state;
  const old = arena.data;
  // A clause is never longer than before, so what is alive fits; half as much again is room to grow.
  const next = new Int32Array(Math.max(arena.top - Math.min(arena.wasted, arena.top >> 1) + (arena.top >> 1), 1 << 12));
  let top = 1;
  /** A moved clause leaves its new place behind: below zero, which marks never are. */
  const move = (reference: number): number => {
    const left = old[reference + 1];
    if (left < 0) return -left;
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
  // What is a reason has moved already; other explanations are over.
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
