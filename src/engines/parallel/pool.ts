// A search by several threads: their messages, and which thread owns a state of the tree.
//
// The coordinator owns the upper part of the tree: states with the branches still to be explored. A worker explores one branch after another,
// below a state that it reached by a schedule. It donates its uppermost states when another worker is idle. A worker that learns something about
// a state it does not own (the other order of a race is to be explored from there) sends it to the coordinator. A branch sleeps for all branches
// started after it, even while it is explored: its worker covers what it leads to. So the runs are the same, one per trace, however the tree
// is split.

import type { Property } from "../../execution/errors.ts";
import { Footprint } from "../../execution/footprint.ts";
import type { Freedom } from "../../execution/freedoms.ts";
import type { Branch, Decision, Step, ThreadName } from "../../reduction/search.ts";
import type { Unknown } from "../../reports/unknown.ts";
import type { Finding } from "../engine.ts";
import type { Tally } from "../tally.ts";
import type { SearchOptions, SearchTask } from "./search-task.ts";

/** A step on the way to a state, from one that is `own` or not (reduction/search.ts). */
export interface Move {
  readonly thread: ThreadName;
  readonly decisions: readonly Decision[];
  readonly own: boolean;
}

/** A branch to be explored from a state of the coordinator; without a branch: everything. */
export interface Assignment {
  /** What is decided before the first step. */
  readonly prelude: readonly Decision[];
  /** The path to the state. The coordinator owns all states on it. */
  readonly moves: readonly Move[];
  readonly own: boolean;
  readonly sleep: readonly Step[];
  readonly expanded: readonly ThreadName[];
  readonly branch: Branch | null;
}

/** A state that the coordinator now owns. */
export interface DonatedState {
  readonly enabled: readonly ThreadName[];
  readonly own: boolean;
  readonly chosen: readonly ThreadName[];
  readonly expanded: readonly ThreadName[];
  readonly sleep: readonly Step[];
  readonly branches: readonly Branch[];
  /** The step from it below which the worker continues. */
  readonly current: Step | null;
}

export type WorkerMessage =
  | { readonly kind: "prelude"; readonly next: readonly Decision[] | null }
  /** The branch was started with this step (null: there was nothing to explore); `others`: its thread's other decisions. */
  | { readonly kind: "begun"; readonly step: Step | null; readonly expanded: readonly ThreadName[]; readonly others: readonly Branch[] }
  | { readonly kind: "demand"; readonly depth: number; readonly sequence: readonly Step[] }
  /** The worker's own states from the top, with the path to the last of them. */
  | { readonly kind: "donated"; readonly moves: readonly Move[]; readonly donated: readonly DonatedState[] }
  /** Sent when it is found, and again with the tally: the worker may end before that. */
  | { readonly kind: "found"; readonly property: Property; readonly finding: Finding }
  | { readonly kind: "done"; readonly tally: Tally };

/** The shared numbers. */
export enum SharedSlot {
  /** How many workers are idle. */
  Idle = 0,
  /** Enough was found. */
  Stop = 1,
  Runs = 2,
}

/** What all threads of a search must agree on. */
export interface SearchTerms extends Pick<SearchOptions, "reduction">, Pick<SearchTask, "maxSteps"> {
  readonly freedoms: ReadonlySet<Freedom>;
}

export const termsOf = ({ options: { reduction }, maxSteps, machine }: SearchTask): SearchTerms => ({
  reduction,
  maxSteps,
  freedoms: machine.freedoms,
});

export interface WorkerPool {
  readonly size: number;
  readonly shared: Int32Array;
  /** `lost`: the worker ended early for this reason; an error ends the search. */
  listen(receive: (worker: number, messages: readonly WorkerMessage[]) => void, lost: (worker: number, why: Unknown | Error) => void): void;
  assign(worker: number, assignment: Assignment): void;
  close(): void;
}

/** Messages between threads carry data only, no methods. */
const footprint = (f: Footprint): Footprint => Object.assign(new Footprint(), f);
export const reviveStep = (s: Step): Step => ({
  thread: s.thread,
  decisions: s.decisions,
  footprint: footprint(s.footprint),
  alternatives: s.alternatives,
  created: s.created,
});
export const reviveBranch = (b: Branch): Branch => ({
  ...b,
  footprint: b.footprint === null ? null : footprint(b.footprint),
  branches: b.branches.map(reviveBranch),
});
/** An event without what only its run knows. */
export const plainStep = ({ thread, decisions, footprint: f, alternatives, created }: Step): Step => ({
  thread,
  decisions,
  footprint: f.copy(), // it may be used again before the message is sent
  alternatives,
  created,
});
