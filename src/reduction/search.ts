// The states and steps of a search over interleavings, and the contract of a reduction: it decides which steps are explored from a state; the
// search (engines/search/depth-first.ts) executes them.
//
// A transition is a thread's step *with the decisions inside it* (choices, inputs): so it is deterministic, and two transitions of one thread
// exclude each other. A node has a list of branches to explore; a branch may have branches of its own, which become the next node's (a
// wake-up tree).

import type { Footprint } from "../execution/footprint.ts";
import type { Machine } from "../execution/machine.ts";
import type { EventIndex } from "./event-index.ts";

/** One decision inside a step (a choice, an input): the value, and the number of possible values. */
export interface Decision {
  value: number;
  readonly count: number;
}

/** A thread's path in the creation tree: thread objects do not survive undo. */
export type ThreadName = string;

/** A transition with its footprint: executed, asleep, or to be executed. */
export interface Step {
  readonly thread: ThreadName;
  readonly decisions: readonly Decision[];
  readonly footprint: Footprint;
  /** The number of alternatives, with other decisions, of which this is one. */
  readonly alternatives: number;
  /** Threads it started. */
  readonly created: readonly ThreadName[];
}

/** An executed step. */
export interface Event extends Step {
  readonly index: number; // position in the run
  readonly slot: number; // the thread's index in this run
  /** The number of threads before it: threads that it started have the slots from here on. */
  readonly threads: number;
  /** Races with it are not sought. */
  readonly hidden: boolean;
  /** It ends the process when no other thread can continue: it comes after everything and races with nothing. */
  readonly isExit?: boolean;
  /** The step evaluated a blocking condition: in another state it may be blocked. */
  readonly mayBlock: boolean;
  /** One load, store or update without decisions: in every state where the thread executes this step, it touches the same bytes. */
  readonly plain: boolean;
  /** The step ends its thread, or joins another (own-steps.ts): a thread's end cannot come after its join. */
  readonly role?: "finish" | "join" | null;
  /** Happens-before: per thread, the index of its last event that is this one or ordered before it; -1: none. */
  clock: readonly number[];
  /** The earlier events it races with. */
  races: readonly Race[];
}

/** An earlier event and a later step that could come before it. */
export interface Race {
  readonly earlier: Event;
  /** The events before which the step is to come: the earlier event, and others that would block it (happens-before.ts). */
  readonly without: readonly Event[];
  /** The events in between that do not happen after any of those. */
  readonly between: readonly Event[];
  /** The later thread's step if it comes first, one per alternative of its decisions; empty: it is blocked. */
  readonly instead: readonly Step[];
  /** What it then reads and writes. */
  readonly touched: Footprint;
}

/** A step to explore, and what to explore after it; no branches: everything. */
export interface Branch {
  readonly thread: ThreadName;
  readonly decisions: readonly Decision[];
  /** Null: not known before it is executed. */
  readonly footprint: Footprint | null;
  readonly alternatives: number;
  readonly branches: Branch[];
}

/** A state on the stack. */
export interface SearchNode {
  /** Enabled threads. If only one thread runs, it is taken to be enabled until its step is blocked. */
  enabled: readonly ThreadName[];
  /** The step chosen here is an own step, as far as is known (own-steps.ts). */
  own: boolean;
  /** What to explore from here, in this order. */
  branches: Branch[];
  /** Threads that were or will be explored from here. */
  chosen: readonly ThreadName[];
  /** Threads whose alternatives (with other decisions) are among the branches already. */
  expanded: readonly ThreadName[];
  /** Steps from here that lead only to runs explored elsewhere. */
  sleep: readonly Step[];
  /** Steps from here that were explored, but not all that follows them: they need not be explored again, and stand for nothing else. */
  done: readonly Step[];
  /** What threads could do here, as far as it was asked; null: it was not. */
  options: Map<ThreadName, NextSteps> | null;
}

/** What a thread could do in a state. */
export interface NextSteps {
  /** One per alternative of its decisions; empty: it is blocked. */
  readonly steps: readonly Step[];
  /** What all of them, and the blocked attempts, read and write. */
  readonly touched: Footprint;
}

export interface Dependence {
  /** Whether two steps of different threads may not commute. */
  readonly conflict: (a: Footprint, b: Footprint) => boolean;
}

export interface Search extends Dependence {
  readonly machine: Machine;
  readonly nodes: readonly SearchNode[];
  /** The steps between the nodes: event `i` leads from `nodes[i]` to the next. */
  readonly index: EventIndex;
  /** What a thread could do now. The state does not change. */
  nextStepsOf(thread: ThreadName): NextSteps;
  /** Goes to the state before event `depth`, executes other events, asks, and returns to the present state. Null: one of the events is blocked there. */
  askElsewhere<T>(depth: number, events: readonly Event[], ask: () => T): T | null;
  /** Demands that a sequence of steps is explored from a node; the reduction decides how (`insert`). */
  demand(depth: number, sequence: readonly Step[]): void;
}

export interface Reduction {
  readonly name: string;
  /** Whether steps go to sleep once explored. */
  readonly sleeps: boolean;
  /** The events among which it seeks races: all, or own steps. */
  readonly follows: "everything" | "own steps" | "nothing";
  /** Whether stores that are never observed commute (observation.ts). */
  readonly observes?: boolean;
  /** Whether demands found below a step go to the branches after it (engines/parallel/coordinator.ts). */
  readonly passesOn?: boolean;
  /** Whether what sleeps stands for sequences that could follow it: these are not inserted. */
  readonly sleepCovers?: boolean;
  /** A state was entered (the last of `nodes`) for which nothing is demanded: chooses where to begin. */
  enter(search: Search): void;
  /** A thread explored from a node has alternatives with other decisions: adds them. */
  addAlternatives(search: Search, node: SearchNode, others: readonly Step[]): void;
  /** A step was executed; its node is the one before the last of `nodes`. */
  executed(search: Search, event: Event): void;
  /** A run has ended while these threads still wait: the steps they could not execute, as events after the last one. */
  ended(search: Search, waiting: readonly Event[]): void;
  /** Adds branches so that a sequence of steps is explored from the node. */
  insert(dependence: Dependence, node: SearchNode, sequence: readonly Step[]): void;
  /**
   * Not all that follows the step from the node is explored, but this thread may then race with the step: adds branches so that the other order is explored. Absent:
   * such a race would not have been sought.
   */
  missRace?(node: SearchNode, thread: ThreadName, step: Step): void;
}

export const newNode = (enabled: readonly ThreadName[], sleep: readonly Step[], branches: Branch[]): SearchNode => ({
  enabled,
  own: false,
  branches,
  chosen: branches.length === 0 ? noThreads : branches.map((b) => b.thread),
  expanded: noThreads,
  sleep,
  done: noSteps,
  options: null,
});

const noThreads: readonly ThreadName[] = [];
const noSteps: readonly Step[] = [];
const noDecisions: readonly Decision[] = [];

export const leaf = (thread: ThreadName, step: Step | null = null): Branch => ({
  thread,
  decisions: step?.decisions ?? noDecisions,
  footprint: step?.footprint ?? null,
  alternatives: step?.alternatives ?? 1,
  branches: [],
});

/** Whether two vectors of decisions name the same step. A shorter vector, which was not known to continue, stands for all its extensions. */
export function sameDecisions(a: readonly Decision[], b: readonly Decision[]): boolean {
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) if ((a[i] as Decision).value !== (b[i] as Decision).value) return false;
  return true;
}
