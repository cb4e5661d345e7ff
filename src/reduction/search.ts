// What a search over interleavings keeps per state and per step, and the contract of a reduction: it decides which steps are
// explored from a state; the search (engines/search/depth-first.ts) does the walking.
//
// A transition is a thread's step *with the decisions taken inside it* (choices, inputs): so it is deterministic, and two
// transitions of one thread exclude each other. Which states come next is a list of branches per node; a branch may
// carry branches of its own, which then are the next node's (a wake-up tree).

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

/** A transition, with what it touches: executed, asleep, or to be executed. */
export interface Step {
  readonly thread: ThreadName;
  readonly decisions: readonly Decision[];
  readonly footprint: Footprint;
  /** In how many ways the thread can decide where this is one of them. */
  readonly ways: number;
  /** Threads it started. */
  readonly created: readonly ThreadName[];
}

/** An executed step. */
export interface Event extends Step {
  readonly index: number; // position in the run
  readonly slot: number; // the thread's index in this run
  /** Threads there were before it: those it started have the slots from here on. */
  readonly threads: number;
  /** No race with it is looked for. */
  readonly hidden: boolean;
  /** It ends the process when no other thread can go on: it comes after everything and races with nothing. */
  readonly isExit?: boolean;
  /** The step met a blocking condition: elsewhere it may be disabled. */
  readonly mayBlock: boolean;
  /** One load, store or update without decisions: wherever the thread takes this step, it touches the same. */
  readonly plain: boolean;
  /** The step ends its thread, or waits for another to end (own-steps.ts): the one cannot come after the other. */
  readonly role?: "finish" | "join" | null;
  /** Happens-before of the trace: per thread, the index of its last event ordered before or at this one; -1 none. */
  clock: readonly number[];
  /** The earlier events it races with. */
  races: readonly Race[];
}

/** An earlier event and a later step that could come before it. */
export interface Race {
  readonly earlier: Event;
  /** What the step is to come before: the earlier event, and others, with which it would wait (happens-before.ts). */
  readonly without: readonly Event[];
  /** What lies between them and does not happen after any of those. */
  readonly between: readonly Event[];
  /** What the later thread's step is when it comes first: one for each way its decisions can go; none: it waits. */
  readonly instead: readonly Step[];
  /** What it then looks at and changes. */
  readonly touched: Footprint;
}

/** A step to be explored and what is to be explored after it. Nothing after it: everything. */
export interface Branch {
  readonly thread: ThreadName;
  readonly decisions: readonly Decision[];
  /** Null: not known before it is executed. */
  readonly footprint: Footprint | null;
  readonly ways: number;
  readonly branches: Branch[];
}

/** A state on the stack. */
export interface SearchNode {
  /** Threads that can go on. Where only one runs it is taken to, until its step is blocked. */
  enabled: readonly ThreadName[];
  /** The step chosen here concerns its own thread only, for all that is known (own-steps.ts). */
  own: boolean;
  /** To be explored from here, in this order. */
  branches: Branch[];
  /** Threads that were or will be explored from here. */
  chosen: readonly ThreadName[];
  /** Threads whose alternatives (other decisions) are among the branches already. */
  expanded: readonly ThreadName[];
  /** Steps from here that lead only to runs seen elsewhere. */
  sleep: readonly Step[];
  /** What threads could do here, as far as it was asked for; null: it was not. */
  options: Map<ThreadName, NextSteps> | null;
}

/** What a thread could do in a state. */
export interface NextSteps {
  /** One for each way its decisions can go; none: it is blocked. */
  readonly steps: readonly Step[];
  /** What all of them, and the attempts that blocked, look at and change. */
  readonly touched: Footprint;
}

export interface Dependence {
  /** Do two steps of different threads not commute? */
  readonly conflict: (a: Footprint, b: Footprint) => boolean;
}

export interface Search extends Dependence {
  readonly machine: Machine;
  readonly nodes: readonly SearchNode[];
  /** The steps between the nodes: event `i` leads from `nodes[i]` to the next. */
  readonly index: EventIndex;
  /** What a thread could do now. Changes nothing. */
  optionsOf(thread: ThreadName): NextSteps;
  /** Goes back to the state before event `depth`, follows other events, asks, and comes back. Null: one of them is blocked there. */
  elsewhere<T>(depth: number, events: readonly Event[], ask: () => T): T | null;
  /** Has a sequence of steps explored from a node, as the reduction sees fit. */
  demand(depth: number, sequence: readonly Step[]): void;
}

export interface Reduction {
  readonly name: string;
  /** Whether steps go to sleep once explored. */
  readonly sleeps: boolean;
  /** The events among which it looks for races: all, or those of own-steps.ts. */
  readonly follows: "everything" | "own steps" | "nothing";
  /** Whether stores that are never observed commute (observation.ts). */
  readonly observes?: boolean;
  /** Whether what is found below a step is passed on to the branches after it (engines/parallel/coordinator.ts). */
  readonly passesOn?: boolean;
  /** A state was entered (it is the last of `nodes`) about which nothing is demanded: choose where to begin. */
  enter(search: Search): void;
  /** A thread explored from a node can decide in several ways: these are the others. */
  decides(search: Search, node: SearchNode, others: readonly Step[]): void;
  /** A step was executed; its node is the one before the last of `nodes`. */
  executed(search: Search, event: Event): void;
  /** A run is over while these threads still wait: the steps they could not take, as events behind the last one. */
  ended(search: Search, waiting: readonly Event[]): void;
  /** Adds what is needed to have a sequence of steps explored from the node. */
  insert(dependence: Dependence, node: SearchNode, sequence: readonly Step[]): void;
}

export const newNode = (enabled: readonly ThreadName[], sleep: readonly Step[], branches: Branch[]): SearchNode => ({
  enabled,
  own: false,
  branches,
  chosen: branches.length === 0 ? noThreads : branches.map((b) => b.thread),
  expanded: noThreads,
  sleep,
  options: null,
});

const noThreads: readonly ThreadName[] = [];
const noDecisions: readonly Decision[] = [];

export const leaf = (thread: ThreadName, step: Step | null = null): Branch => ({
  thread,
  decisions: step?.decisions ?? noDecisions,
  footprint: step?.footprint ?? null,
  ways: step?.ways ?? 1,
  branches: [],
});

/** Do two vectors of decisions name the same step? A vector that was not known to continue stands for all its extensions. */
export function sameDecisions(a: readonly Decision[], b: readonly Decision[]): boolean {
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) if ((a[i] as Decision).value !== (b[i] as Decision).value) return false;
  return true;
}
