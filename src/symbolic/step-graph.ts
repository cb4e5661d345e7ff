// Step graphs: all control points that threads may reach from a state, and all ways of their steps. In: a machine in that state. Out: the graph, or why it cannot be made.
//
// A step is followed (following.ts) once for each combination of decisions. Registers and a thread's own memory hold sets of values at a control point; memory that others
// see holds one set for all times, begun with what is there now; inputs may be anything. The sets only grow, until nothing changes (as in docs/adr/0013): then the graph contains every
// step of every run from the state on, by induction along the run. A read of memory that no step writes has no value: the search does not go on from one.

import type { Machine } from "../execution/machine.ts";
import type { Thread } from "../execution/thread.ts";
import type { ThreadRole } from "../execution/thread-functions.ts";
import type { Term } from "../terms/term.ts";
import { GraphBuilder } from "./graph-builder.ts";
import type { ObjectChoice } from "./graph-objects.ts";
import { type Counts, countersOfThread, nameOf, type PointFrame, pointOf } from "./graph-point.ts";
import type { WaySync } from "./graph-sync.ts";
import type { StateVariable, StateVariables } from "./state-variables.ts";
import { TooLarge, Unsupported } from "./unsupported.ts";
import type { Way } from "./way.ts";

/** A control point of a thread. */
export interface GraphNode {
  readonly thread: number;
  readonly control: string;
  /** Its frames, from the outermost on. */
  readonly point?: { readonly frames: readonly Pick<PointFrame, "function" | "operation">[] };
  readonly ways: readonly GraphWay[];
  /** Its step begins or ends a thread, or joins one. */
  readonly role?: ThreadRole | null;
  /** How many threads its thread has started. */
  readonly children?: number;
  /** Why its step is not known: it may do anything, and the graph describes no state after it. Null: all ways are known. */
  readonly open?: string | null;
  /** Its step may show what the graph does not describe (graph-observations.ts); true if that was not asked for. */
  readonly isSurprising?: boolean;
  /** Its step reads memory that no step has written: the graph does not say how it continues. */
  readonly isStarved?: boolean;
  /** If it is surprising: what it computes with. */
  readonly words?: readonly Term[];
}

/** A way of its next step. `next`: where the thread goes on (absent if it ends), then the entries of threads that it starts. */
export interface GraphWay {
  readonly way: Way;
  readonly next: readonly GraphNode[];
  /** Which objects lie at addresses, and whether they live: the way is taken only if that is so. */
  readonly objects?: readonly { readonly address: number; readonly is: ObjectChoice }[];
  /** Only if the graph was asked to note it. */
  readonly sync?: WaySync;
}

/** Whether the objects that a way needs are there. */
export function hasObjects({ objects }: GraphWay, { memory }: Machine): boolean {
  return (objects ?? []).every(({ address, is }) => {
    const o = memory.objectAt(address | 0, Math.floor(address / 2 ** 32));
    if (o === null || is.object === null) return o === is.object;
    return o.live === is.isLive && o.address === is.object.address && o.size === is.object.size && o.kind === is.object.kind;
  });
}

export interface StepGraph {
  /** The node at which a thread of the machine stands; null: not in the graph. */
  nodeOf(machine: Machine, thread: Thread): GraphNode | null;
  /** All nodes that can be reached from it, itself first (threads it starts included). */
  reachableFrom(node: GraphNode): readonly GraphNode[];
}

export interface WholeGraph extends StepGraph {
  /** Some step may compare or compute with addresses. With objects elsewhere, or at the places of earlier ones, steps may go ways that are not in the graph. */
  readonly usesAddresses: boolean;
  readonly nodes: readonly GraphNode[];
  /** Of the state from which it begins: in any state of the same control in which these hold, it is the graph as well. */
  readonly origin: readonly Term[];
}

export interface GraphLimits {
  readonly maxNodes: number;
  /** Of one node. */
  readonly maxWays: number;
  /** Ways that are passed, over all rounds. */
  readonly maxPasses: number;
  /** Combinations of values that are evaluated. */
  readonly maxCombinations: number;
  /** Whether there may be open nodes; otherwise there is no graph if one would be. */
  readonly allowsOpen: boolean;
  /** Whether it is noted how ways synchronise. */
  readonly notesSync?: boolean;
  /** Whether control points are told apart by registers that count, if that gives few (loop-counters.ts). */
  readonly counts?: boolean;
  /** Whether signed overflow is looked for. */
  readonly checksOverflow?: boolean;
  /** Whether nodes say if their steps may show what the graph does not describe. */
  readonly findsSurprises?: boolean;
  /** Whether a variable has one value where the graph begins; absent: all have. The others may be anything. */
  readonly isFixed?: (v: StateVariable) => boolean;
  /** Called often; throws `LimitReached` if the check has used up its time or memory. */
  readonly tick?: (() => void) | undefined;
}

export const defaultGraphLimits: GraphLimits = {
  maxNodes: 3000,
  maxWays: 256,
  maxPasses: 60_000,
  maxCombinations: 2_000_000,
  allowsOpen: false,
};

/** Of more control points, counters are not told apart. */
const maxCountedNodes = 4000;

export function buildStepGraph(
  machine: Machine,
  variables: StateVariables,
  limits: GraphLimits = defaultGraphLimits,
): WholeGraph | { readonly reason: string } {
  try {
    const builder = new GraphBuilder(
      machine,
      variables,
      limits.counts === true ? { ...limits, maxNodes: Math.min(limits.maxNodes, maxCountedNodes) } : limits,
    );
    const counts = limits.counts === true ? { overflow: limits.checksOverflow ?? false } : null;
    return new MadeGraph(variables, builder.build(), builder.origin(), builder.usesAddresses(), counts);
  } catch (error) {
    if (error instanceof TooLarge && limits.counts === true) return buildStepGraph(machine, variables, { ...limits, counts: false });
    if (error instanceof Unsupported || error instanceof TooLarge) return { reason: error.what };
    throw error;
  }
}

export const isStepGraph = (g: WholeGraph | { readonly reason: string }): g is WholeGraph => "nodes" in g;

class MadeGraph implements WholeGraph {
  readonly #reachable = new Map<GraphNode, readonly GraphNode[]>();
  readonly nodes: readonly GraphNode[];
  /** By all that the names of points depend on. */
  readonly #known = new Map<string, GraphNode | null>();

  constructor(
    readonly variables: StateVariables,
    readonly byName: ReadonlyMap<string, GraphNode>,
    readonly origin: readonly Term[],
    readonly usesAddresses: boolean,
    readonly counts: Counts | null,
  ) {
    this.nodes = [...byName.values()];
  }

  nodeOf(machine: Machine, thread: Thread): GraphNode | null {
    if (thread.pendingFault !== null) return this.#find(machine, thread);
    const { objects } = thread.shared;
    let key = `${this.variables.points.of(machine, thread)} ${thread.children}`;
    for (let i = objects.length - 1; i >= 0 && objects[i]?.isPrivate === true; i--) key += ` ${objects[i]?.address}`;
    if (this.counts !== null) for (const value of countersOfThread(machine, thread, this.counts)) key += ` c${value}`;
    let node = this.#known.get(key);
    if (node === undefined) {
      node = this.#find(machine, thread);
      this.#known.set(key, node);
    }
    return node;
  }

  #find(machine: Machine, thread: Thread): GraphNode | null {
    const point = pointOf(machine, thread, this.counts);
    return point === null ? null : (this.byName.get(nameOf(point)) ?? null);
  }

  reachableFrom(node: GraphNode): readonly GraphNode[] {
    let reachable = this.#reachable.get(node);
    if (reachable === undefined) {
      const seen = new Set([node]);
      for (const n of seen) for (const { next } of n.ways) for (const m of next) seen.add(m);
      reachable = [...seen];
      this.#reachable.set(node, reachable);
    }
    return reachable;
  }
}
