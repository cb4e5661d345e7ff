// A search by several threads: what they say to each other, and to whom a state of the tree belongs.
//
// One thread leads and owns the upper part of the tree: states with the branches still to be explored from them. Each helper explores
// one branch after the other, below a state it got to by a schedule, and gives its uppermost states away when somebody has nothing to do.
// What a helper finds out about states that are not its own (the other order of a race is to be explored from there) it tells the
// coordinator. A branch is asleep for all that are begun after it, even while it is being explored: whoever explores it
// will cover what it leads to. So the runs are the same, one for each trace, however the tree is split.

import type { Property } from "../../execution/errors.ts";
import { Footprint } from "../../execution/footprint.ts";
import type { Freedom } from "../../execution/freedoms.ts";
import type { Branch, Decision, Step, ThreadName } from "../../reduction/search.ts";
import type { Unknown } from "../../reports/unknown.ts";
import type { Finding } from "../engine.ts";
import type { Tally } from "../tally.ts";
import type { SearchTask } from "./search-task.ts";

/** A step on the way to a state, from one that is `own` or not (reduction/search.ts). */
export interface Move {
  readonly thread: ThreadName;
  readonly decisions: readonly Decision[];
  readonly own: boolean;
}

/** A branch to be explored from a state that belongs to the coordinator; without a branch: everything. */
export interface Assignment {
  /** What is decided before the first step. */
  readonly prelude: readonly Decision[];
  /** The way to the state. All states on it are the coordinator's. */
  readonly moves: readonly Move[];
  readonly own: boolean;
  readonly sleep: readonly Step[];
  readonly expanded: readonly ThreadName[];
  readonly branch: Branch | null;
}

/** A state that now belongs to the coordinator. */
export interface DonatedState {
  readonly enabled: readonly ThreadName[];
  readonly own: boolean;
  readonly chosen: readonly ThreadName[];
  readonly expanded: readonly ThreadName[];
  readonly sleep: readonly Step[];
  readonly branches: readonly Branch[];
  /** The step from it below which the helper goes on. */
  readonly current: Step | null;
}

export type WorkerMessage =
  | { readonly kind: "prelude"; readonly next: readonly Decision[] | null }
  /** The branch was begun, with this step (null: there was nothing to explore); these are its thread's other ways to decide. */
  | { readonly kind: "begun"; readonly step: Step | null; readonly expanded: readonly ThreadName[]; readonly others: readonly Branch[] }
  | { readonly kind: "demand"; readonly depth: number; readonly sequence: readonly Step[] }
  /** The helper's own states from the top, with the way to the last of them. */
  | { readonly kind: "donated"; readonly moves: readonly Move[]; readonly donated: readonly DonatedState[] }
  /** Told when it is found, and again with the rest when all is done: the helper may not get that far. */
  | { readonly kind: "found"; readonly property: Property; readonly finding: Finding }
  | { readonly kind: "done"; readonly tally: Tally };

/** What all threads see at once. */
export enum SharedSlot {
  /** How many have nothing to do. */
  Idle = 0,
  /** Enough was found. */
  Stop = 1,
  Runs = 2,
}

/** What all threads of a search must agree on, as data. */
export interface SearchTerms extends Pick<SearchTask, "reduction" | "maxSteps"> {
  readonly freedoms: ReadonlySet<Freedom>;
}

export const termsOf = ({ reduction, maxSteps, machine }: SearchTask): SearchTerms => ({ reduction, maxSteps, freedoms: machine.freedoms });

export interface WorkerPool {
  readonly size: number;
  readonly shared: Int32Array;
  /** `lost`: the helper says no more, for this reason; or it is broken, and so is the search. */
  listen(receive: (helper: number, messages: readonly WorkerMessage[]) => void, lost: (helper: number, why: Unknown | Error) => void): void;
  assign(helper: number, assignment: Assignment): void;
  close(): void;
}

/** Messages between threads keep data only. */
const footprint = (f: Footprint): Footprint => Object.assign(new Footprint(), f);
export const reviveStep = (s: Step): Step => ({
  thread: s.thread,
  decisions: s.decisions,
  footprint: footprint(s.footprint),
  ways: s.ways,
  created: s.created,
});
export const reviveBranch = (b: Branch): Branch => ({
  ...b,
  footprint: b.footprint === null ? null : footprint(b.footprint),
  branches: b.branches.map(reviveBranch),
});
/** An event without what only its run knows. */
export const plainStep = ({ thread, decisions, footprint: f, ways, created }: Step): Step => ({
  thread,
  decisions,
  footprint: f.copy(), // it may be used again before the message is sent
  ways,
  created,
});
