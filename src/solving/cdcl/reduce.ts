// Forgetting learnt clauses and closing the gaps they leave. Clauses of small glue stay for good (tier 1) or while they are used (tier
// 2, Oh 2015); of the others the half with the larger glue goes (Audemard and Simon 2009), unless used since the last time.

import type { ProofLog } from "../certificate/proof.ts";
import { tier1Glue } from "./analyze.ts";
import { Arena, garbageMark, headerSize } from "./arena.ts";
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
  const goal = candidates.length >> 1;
  for (let i = 0; i < goal; i++) discard(state, candidates[i], proof);
  collect(state, proof);
}

/** Moves what is alive to a new arena and builds the watches again. */
export function collect(state: State, proof: ProofLog | null): void {
  const old = state.arena.data;
  const next = new Arena();
  next.reserve(state.arena.top - state.arena.wasted + (state.arena.top >> 2));
  const move = (reference: number): number => {
    const size = old[reference];
    const at = next.top;
    next.reserve(headerSize + size);
    for (let i = 0; i < headerSize + size; i++) next.data[at + i] = old[reference + i];
    next.top = at + headerSize + size;
    return at;
  };
  const moved = new Map<number, number>();
  for (let i = 0; i < state.assigned; i++) {
    const variable = state.trail[i] >> 1;
    // Nobody asks why a literal of level 0 is true.
    if (state.levels[variable] === 0) state.reasons[variable] = noReason;
    const reason = state.reasons[variable];
    if (reason <= 0) continue;
    const to = move(reason);
    moved.set(reason, to);
    state.reasons[variable] = to;
  }
  const keep = (references: readonly number[]): number[] =>
    references.flatMap((reference) => {
      const to = moved.get(reference);
      if (to !== undefined) return [to];
      return (old[reference + 1] & garbageMark) !== 0 ? [] : [move(reference)];
    });
  state.irredundant = keep(state.irredundant);
  state.redundant = keep(state.redundant);
  state.transient = state.transient.flatMap((reference) => {
    const to = moved.get(reference);
    if (to === undefined) proof?.add({ step: "deleted", clause: state.arena.literals(reference) });
    return to === undefined ? [] : [to];
  });
  for (const reference of state.transient) next.wasted += headerSize + next.size(reference);
  state.arena.data = next.data;
  state.arena.top = next.top;
  state.arena.wasted = next.wasted;
  state.watches.clear();
  for (const reference of state.irredundant) state.attach(reference);
  for (const reference of state.redundant) state.attach(reference);
  state.watches.compact();
}
