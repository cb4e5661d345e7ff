// What a search over interleavings keeps per state and per step, and the contract of a reduction: it decides which threads
// are explored from a state; the search (engines/depth-first.ts) does the walking.

import type { Footprint } from "../execution/footprint.ts";
import type { Machine } from "../execution/machine.ts";
import type { EventIndex } from "./event-index.ts";

/** One decision inside a step (a choice, an input): the value taken, out of how many. */
export interface Decision {
  value: number;
  readonly count: number;
}

/** Threads are named by their place in the creation tree: the objects do not survive undo. */
export type ThreadName = string;

/** An executed step. */
export interface Event {
  readonly index: number; // position in the run
  readonly thread: ThreadName;
  readonly slot: number; // the thread's index in this run
  readonly decisions: readonly Decision[];
  readonly footprint: Footprint;
  /** The step met a blocking condition: elsewhere it may be disabled. */
  readonly mayBlock: boolean;
  /** Threads it started. */
  readonly created: readonly ThreadName[];
  /** Happens-before of the trace: per thread, the index of its last event ordered before or at this one; -1 none. */
  clock: readonly number[];
}

/** A state on the stack. */
export interface SearchNode {
  readonly enabled: readonly ThreadName[];
  /** Threads to be explored from here; grows. */
  readonly backtrack: Set<ThreadName>;
  readonly done: Set<ThreadName>;
  /** Threads whose step from here leads only to runs already seen, with what the step touches. */
  readonly sleep: Map<ThreadName, Footprint>;
  /** The thread being explored, the decisions to take next, and what its step touched so far. */
  current: ThreadName | null;
  decisions: readonly Decision[];
  touched: Footprint | null;
}

export interface Search {
  readonly machine: Machine;
  readonly nodes: readonly SearchNode[];
  /** The steps between the nodes: event `i` leads from `nodes[i]` to the next. */
  readonly index: EventIndex;
  /** Executes a thread's step with fixed decisions, outside the walk; to be undone by `machine.undo`. */
  redo(event: Event): void;
}

export interface Reduction {
  readonly name: string;
  /** Whether threads go to sleep once explored. */
  readonly sleeps: boolean;
  /** A state was entered (it is the last of `nodes`): choose where to begin. */
  enter(search: Search): void;
  /** A step was executed; its node is the last of `nodes`. May add to the backtrack sets of the others. */
  executed(search: Search, event: Event): void;
  /** A run is over while these threads still wait: the steps they could not take, as events behind the last one. */
  ended(search: Search, waiting: readonly Event[]): void;
}
