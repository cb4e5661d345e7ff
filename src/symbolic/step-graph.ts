// The step graph of a program: the control points of its threads, and the ways of their steps.

import type { Machine } from "../execution/machine.ts";
import type { Thread } from "../execution/thread.ts";
import type { Way } from "./way.ts";

/** A control point of a thread. */
export interface GraphNode {
  readonly thread: number;
  readonly control: string;
  readonly ways: readonly GraphWay[];
}

/** A way of its next step. `next`: where the thread goes on (absent if it ends), then the entries of threads that it starts. */
export interface GraphWay {
  readonly way: Way;
  readonly next: readonly GraphNode[];
}

export interface StepGraph {
  /** Null: the graph does not say what the thread may do. */
  nodeOf(machine: Machine, thread: Thread): GraphNode | null;
  /** Itself, and all control points that it leads to; those of threads that are started on the way as well. */
  reachableFrom(node: GraphNode): readonly GraphNode[];
}
