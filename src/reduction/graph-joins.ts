// Which threads have certainly ended where a thread stands. In: a step graph that notes synchronisation. Out: per control point, the threads whose end its thread has waited for.
//
// The step by which a thread ends releases an edge, which the step that joins it acquires when it has waited. After it a thread makes no access; main may, when all others have ended.

import type { GraphNode, WholeGraph } from "../symbolic/step-graph.ts";
import { type Flow, mustFlow, wholeFlow } from "./must-flow.ts";

export type Ended = ReadonlySet<number>;

export class GraphJoins {
  /** By edge, the thread that releases it when it ends, if no other does so. */
  readonly #threadOf: ReadonlyMap<string, number>;
  readonly #before: ReadonlyMap<GraphNode, Ended>;

  constructor(readonly graph: WholeGraph) {
    this.#threadOf = this.#ends();
    this.#before = this.from(wholeFlow<number>(graph.nodes));
  }

  /** Along these ways only. */
  from(flow: Pick<Flow<number>, "starts" | "waysOf">): ReadonlyMap<GraphNode, Ended> {
    return mustFlow<number>({
      ...flow,
      // What its creator knows, a new thread knows as well.
      after: (before, node, { sync }) =>
        node.role !== "join" ? before : new Set([...before, ...(sync?.acquires ?? []).flatMap((name) => this.#threadOf.get(name) ?? [])]),
    });
  }

  before(node: GraphNode): Ended {
    return this.#before.get(node) ?? new Set();
  }

  #ends(): ReadonlyMap<string, number> {
    const threads = new Map<string, Set<number>>();
    for (const { role, thread, ways } of this.graph.nodes)
      for (const { sync } of role === "finish" ? ways : []) {
        if (sync === undefined || sync.releases === null) return new Map();
        for (const name of sync.releases) threads.set(name, (threads.get(name) ?? new Set<number>()).add(thread));
      }
    return new Map([...threads].filter(([, by]) => by.size === 1).map(([name, by]) => [name, [...by][0] as number]));
  }
}
