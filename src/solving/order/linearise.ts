// Makes a linear order of a full assignment. In: the partial order, the visible writes that are seen, and which rivals overwrite. Out: a
// position for every event such that no overwriting write lies between a read and the write it sees; or, if the greedy algorithm gets
// stuck, the undecided pairs that stop it.
//
// Greedy: an event is placed when all events that must precede it are. An overwriting write waits while a read is open: the write it sees
// is placed, and it is not. Events that overwrite nothing go first. The partial order is closed under the rules of the theory, so the
// algorithm rarely gets stuck.

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
  readonly open: readonly { readonly visible: number; readonly rival: number }[];
}

export function linearise(reads: Reads, seen: ArrayLike<number>, isTrue: (literal: Literal) => boolean): Linearisation {
  const { graph, visibleWrites, rivals, eventOfGroup } = reads;
  // Per event, the pairs (visible write that is seen, rival at this event) whose order is undecided.
  const obstacles = new Map<number, { visible: number; rival: number }[]>();
  for (let i = 0; i < seen.length; i++) {
    const visible = seen[i];
    const group = visibleWrites.group.data[visible];
    const write = visibleWrites.write.data[visible];
    const read = eventOfGroup.data[group];
    const end = rivals.end(group);
    for (let rival = rivals.start(group, 0); rival < end; rival++) {
      const event = rivals.write.data[rival];
      if (event === write || event === read || !isTrue(rivals.literal.data[rival])) continue;
      if (graph.reaches(event, write) || graph.reaches(read, event)) continue;
      const list = obstacles.get(event);
      if (list === undefined) obstacles.set(event, [{ visible, rival }]);
      else list.push({ visible, rival });
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
  /** The pairs that forbid placing the event now: the write that is seen is placed, its read is not. */
  const findObstacles = (event: number): { visible: number; rival: number }[] =>
    (obstacles.get(event) ?? []).filter(
      ({ visible }) => order[visibleWrites.write.data[visible]] >= 0 && order[eventOfGroup.data[visibleWrites.group.data[visible]]] < 0,
    );

  for (let placed = 0; placed < graph.events; placed++) {
    const ready: number[] = [];
    for (let chain = 0; chain < graph.chains; chain++) {
      const members = graph.members[chain];
      if (next[chain] < members.length && isReady(members.data[next[chain]])) ready.push(members.data[next[chain]]);
    }
    const chosen = ready.find((event) => !obstacles.has(event)) ?? ready.find((event) => findObstacles(event).length === 0);
    if (chosen === undefined) return { order: null, open: ready.flatMap(findObstacles) };
    order[chosen] = placed;
    next[graph.chainOf.data[chosen]]++;
  }
  return { order, open: [] };
}
