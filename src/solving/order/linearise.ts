// A linear order at a full assignment. In: the partial order, the visible writes that are seen, which rivals overwrite. Out: a position
// for every event such that no overwriting write lies between a read and what it sees; or, where going ahead greedily ends
// before everything is placed, the pairs whose order is open and in the way.
//
// Greedy: an event is placed when all that must precede it is; a write waits while a read of its place still waits for its turn. Events
// that overwrite nothing go first. The partial order is closed under the rules of the theory, so this rarely gets stuck.

import type { Literal } from "../literal.ts";
import type { Integers } from "./integers.ts";
import type { Reachability } from "./reachability.ts";
import type { WriteTable } from "./reads.ts";

interface Reads {
  readonly graph: Reachability;
  readonly visibleWrites: WriteTable;
  readonly rivals: WriteTable;
  readonly eventOfGroup: Integers;
}

export interface Linearisation {
  readonly order: Int32Array | null;
  readonly open: readonly { readonly candidate: number; readonly rival: number }[];
}

export function linearise(reads: Reads, seen: ArrayLike<number>, isTrue: (literal: Literal) => boolean): Linearisation {
  const { graph, visibleWrites, rivals, eventOfGroup } = reads;
  // Per event, the seen visible writes whose read it must not cut off: pairs of candidate and rival, only those whose order is open.
  const obstacles = new Map<number, { candidate: number; rival: number }[]>();
  for (let i = 0; i < seen.length; i++) {
    const candidate = seen[i];
    const group = visibleWrites.group.data[candidate];
    const write = visibleWrites.write.data[candidate];
    const read = eventOfGroup.data[group];
    const end = rivals.end(group);
    for (let rival = rivals.start(group, 0); rival < end; rival++) {
      const event = rivals.write.data[rival];
      if (event === write || event === read || !isTrue(rivals.literal.data[rival])) continue;
      if (graph.reaches(event, write) || graph.reaches(read, event)) continue;
      const list = obstacles.get(event);
      if (list === undefined) obstacles.set(event, [{ candidate, rival }]);
      else list.push({ candidate, rival });
    }
  }

  const order = new Int32Array(graph.events).fill(-1);
  const next = new Int32Array(graph.chains);
  const isReady = (event: number): boolean => {
    const row = event * graph.stride;
    for (let chain = 0; chain < graph.chains; chain++)
      if (chain !== graph.chainOf.data[event] && graph.pred[row + chain] >= next[chain]) return false;
    return true;
  };
  /** Pairs that forbid placing the event now: what is seen is placed, the read is not. */
  const inTheWay = (event: number): { candidate: number; rival: number }[] =>
    (obstacles.get(event) ?? []).filter(
      ({ candidate }) =>
        order[visibleWrites.write.data[candidate]] >= 0 && order[eventOfGroup.data[visibleWrites.group.data[candidate]]] < 0,
    );

  for (let placed = 0; placed < graph.events; placed++) {
    const ready: number[] = [];
    for (let chain = 0; chain < graph.chains; chain++) {
      const members = graph.members[chain];
      if (next[chain] < members.length && isReady(members.data[next[chain]])) ready.push(members.data[next[chain]]);
    }
    const chosen = ready.find((event) => !obstacles.has(event)) ?? ready.find((event) => inTheWay(event).length === 0);
    if (chosen === undefined) return { order: null, open: ready.flatMap(inTheWay) };
    order[chosen] = placed;
    next[graph.chainOf.data[chosen]]++;
  }
  return { order, open: [] };
}
