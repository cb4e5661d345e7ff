// Pairs of steps that a persistent set rests on, for `--explain`. In: the next step of a member, a step that a thread outside may still take, and how it was shown that the first may come before the second. Out: the pairs, for a listener;
// without one nothing is collected.

import type { GraphNode } from "../symbolic/step-graph.ts";
import type { Term } from "../terms/term.ts";

/** Independent: neither writes what the other touches. Equal: both orders reach the same. Ordered: what is reached is ordered by a resource. */
export type CommutingReason = "independent" | "equal" | "ordered";

export interface CommutingPair {
  readonly member: GraphNode;
  readonly other: GraphNode;
  readonly reason: CommutingReason;
  /** While these hold. */
  readonly facts: readonly Term[];
}

export type PairListener = (pair: CommutingPair) => void;
