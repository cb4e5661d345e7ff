// The one contract every back end fulfils (ours, z3, an SMT-LIB process): formulas over terms, a total order of events, and reads.
// Composer and symbolic explorer know nothing else of solving.

import type { Budget } from "../support/budget.ts";
import type { Term } from "../terms/term.ts";

export type Answer = "sat" | "unsat" | "unknown";
export type EventId = number;

/**
 * A read at event `event`. For every candidate c: c.reads implies that c.write comes before the read; and for every rival v other than
 * c.write and the read itself: c.reads and v.overwrites imply that v comes before c.write or after the read (FUSION, section 4.2, with the
 * guard it lacks). That some candidate is seen, and what is seen, is said by ordinary formulas.
 */
export interface ReadGroup {
  readonly event: EventId;
  readonly visibleWrites: readonly { readonly write: EventId; readonly reads: Term }[];
  readonly rivals: readonly { readonly write: EventId; readonly overwrites: Term }[];
  /** What it sees follows from what else is decided: no good place to begin a proof. */
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
  /** A new event at the end of a chain. Events of one chain are ordered as created; all events are totally ordered. `terms.before(a, b)` speaks of them. */
  event(chain: number): EventId;
  read(group: ReadGroup): void;
  /** Permanent. `origin` says in the certificate where the formula comes from. */
  assert(formula: Term, origin?: string): void;
  /** Assumptions hold for this call alone. `unknown`: the budget was spent (or the back end gave up). */
  check(assumptions: readonly Term[], budget: Budget): Promise<Answer>;
  /** After `sat`: the value of any term. */
  value(term: Term): bigint;
  /** After `sat`: position of the event in a total order that fits the model. */
  position(event: EventId): number;
  /** After `unsat`: assumptions that suffice. */
  core(): readonly Term[];
  readonly statistics: SolverStatistics;
  dispose(): void;
}
