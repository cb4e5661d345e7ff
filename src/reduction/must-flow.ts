// What certainly holds at control points: along all ways, what holds on each of them. In: where threads begin and what holds there, the ways that may be taken, and what each makes of that. Out: what holds
// at each control point that can be reached.

import type { GraphNode, GraphWay } from "../symbolic/step-graph.ts";

export interface Flow<T> {
  /** By control point. */
  readonly starts: ReadonlyMap<GraphNode, ReadonlySet<T>>;
  waysOf(node: GraphNode): readonly GraphWay[];
  /** What holds at the next control point of a way. */
  after(before: ReadonlySet<T>, node: GraphNode, way: GraphWay, next: GraphNode): ReadonlySet<T>;
}

export function mustFlow<T>({ starts, waysOf, after }: Flow<T>): ReadonlyMap<GraphNode, ReadonlySet<T>> {
  const found = new Map<GraphNode, ReadonlySet<T>>();
  const open = new Set<GraphNode>();
  const reach = (node: GraphNode, facts: ReadonlySet<T>): void => {
    const known = found.get(node);
    const both = known === undefined ? facts : new Set([...known].filter((f) => facts.has(f)));
    if (known !== undefined && both.size === known.size) return;
    found.set(node, both);
    open.add(node);
  };
  for (const [node, facts] of starts) reach(node, facts);
  for (const node of open) {
    open.delete(node);
    const before = found.get(node) as ReadonlySet<T>;
    for (const way of waysOf(node)) for (const next of way.next) reach(next, after(before, node, way, next));
  }
  return found;
}

/** All control points of a graph, from where main begins. */
export function wholeFlow<T>(nodes: readonly GraphNode[]): Pick<Flow<T>, "starts" | "waysOf"> {
  const [first] = nodes;
  return { starts: new Map(first === undefined ? [] : [[first, new Set<T>()]]), waysOf: (node) => node.ways };
}
