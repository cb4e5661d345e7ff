// The contract of every back end (Ravel's own solver, z3, an SMT-LIB process). In: formulas over terms, events in a total order, and
// reads. Out: answers with values, positions and cores. Engines know nothing else about solving.

import type { Budget } from "../support/budget.ts";
import type { Term } from "../terms/term.ts";

export type Answer = "sat" | "unsat" | "unknown";
export type EventId = number;

/**
 * A read at event `event`. For every visible write w: w.reads implies that w.write comes before the read; and for every rival v other than
 * w.write and the read itself: w.reads and v.overwrites imply that v comes before w.write or after the read (FUSION, section 4.2, with the
 * guard it lacks). Ordinary formulas say that some visible write is seen, and what is read.
 */
export interface ReadGroup {
  readonly event: EventId;
  readonly visibleWrites: readonly { readonly write: EventId; readonly reads: Term }[];
  readonly rivals: readonly { readonly write: EventId; readonly overwrites: Term }[];
  /** The write it sees follows from other decisions: deciding it first does not help a proof. */
  readonly derived?: boolean;
}

export interface SolverStatistics {
  readonly calls: number;
  readonly variables: number;
  readonly clauses: number;
  readonly conflicts: number;
  readonly decisions: number;
  readonly propagations: number;
  readonly theoryPropagations: number;
  readonly theoryConflicts: number;
  readonly milliseconds: number;
}

export interface Solver {
  readonly name: string;
  /** Adds an event at the end of a chain. Events of one chain are ordered as created; all events are totally ordered (`terms.before(a, b)`). */
  event(chain: number): EventId;
  read(group: ReadGroup): void;
  /** Asserts a formula for good. `origin` names its source in the certificate. */
  assert(formula: Term, origin?: string): void;
  /** Solves under assumptions that hold for this call alone. Returns `unknown` if the budget is spent or the back end gives up. */
  check(assumptions: readonly Term[], budget: Budget): Promise<Answer>;
  /** After `sat`: the value of any term. */
  value(term: Term): bigint;
  /** After `sat`: position of the event in a total order that fits the model. */
  position(event: EventId): number;
  /** After `unsat`: assumptions that suffice for the contradiction. */
  core(): readonly Term[];
  readonly statistics: SolverStatistics;
  dispose(): void;
}
