// Unit propagation with two watched literals per clause (Moskewicz et al. 2001). Each watch has a blocker, which often saves a visit to the
// clause (MiniSat 2.2); binary clauses have their own lists and come first. In: the part of the trail not yet propagated. Out: 0, or the
// conflict.

import { headerSize } from "./arena.ts";
import { lengthAt, stride } from "./lists.ts";
import { byBinary, inBinary, type State } from "./state.ts";

export function propagate(state: State): number {
  const { values, trail, levels, reasons, positions, watches, binaries } = state;
  const data = state.arena.data;
  const level = state.level;
  let head = state.head;
  let assigned = state.assigned;
  const before = head;
  let ticks = 0;
  let conflict = 0;
  let pool = watches.pool;
  while (conflict === 0 && head < assigned) {
    const falsified = trail[head++] ^ 1;

    const others = binaries.pool;
    const firstOther = binaries.index[falsified * stride];
    const lastOther = firstOther + binaries.index[falsified * stride + lengthAt];
    for (let i = firstOther; i < lastOther; i++) {
      const other = others[i];
      const value = values[other];
      if (value > 0) continue;
      if (value < 0) {
        conflict = inBinary;
        state.binaryConflict[0] = falsified;
        state.binaryConflict[1] = other;
        break;
      }
      values[other] = 1;
      values[other ^ 1] = -1;
      const variable = other >> 1;
      levels[variable] = level;
      reasons[variable] = byBinary(falsified);
      positions[variable] = assigned;
      trail[assigned++] = other;
    }
    ticks += lastOther - firstOther;
    if (conflict !== 0) break;

    const start = watches.index[falsified * stride];
    const end = start + watches.index[falsified * stride + lengthAt];
    let to = start;
    let from = start;
    ticks += end - start;
    while (from < end) {
      const blocker = pool[from];
      const reference = pool[from + 1];
      from += 2;
      if (values[blocker] > 0) {
        pool[to] = blocker;
        pool[to + 1] = reference;
        to += 2;
        continue;
      }
      const first = reference + headerSize;
      // The other watched literal: the first or the second of the clause.
      const other = data[first] ^ data[first + 1] ^ falsified;
      const value = values[other];
      pool[to] = other;
      pool[to + 1] = reference;
      to += 2;
      if (value > 0) continue;
      ticks++;
      const last = first + data[reference];
      let at = first + 2;
      while (at < last && values[data[at]] < 0) at++;
      if (at < last) {
        const replacement = data[at];
        data[at] = falsified;
        data[first] = other;
        data[first + 1] = replacement;
        watches.pushPair(replacement, other, reference);
        pool = watches.pool;
        to -= 2;
      } else if (value < 0) {
        conflict = reference;
        break;
      } else {
        values[other] = 1;
        values[other ^ 1] = -1;
        const variable = other >> 1;
        levels[variable] = level;
        reasons[variable] = reference;
        positions[variable] = assigned;
        trail[assigned++] = other;
      }
    }
    if (to < from) watches.setLength(falsified, closeGap(pool, to, from, end) - start);
  }
  state.propagations += head - before;
  state.ticks += ticks;
  state.head = head;
  state.assigned = assigned;
  return conflict;
}

/** Moves the watches not yet visited to the end of those kept. Returns where they end. */
function closeGap(pool: Int32Array, kept: number, from: number, end: number): number {
  let to = kept;
  for (let i = from; i < end; i++) pool[to++] = pool[i];
  return to;
}
