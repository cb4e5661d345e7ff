// The interface between the CDCL core and a theory: that of IPASIR-UP (Fazekas et al. 2023), narrowed to what an order theory needs. The core
// owns the trail. The theory is told which literals of observed variables become true, and answers with implied literals, conflicts and
// lemmas.
//
// Proofs: the theory logs its lemmas to the same ProofLog as the core. It logs every clause that it returns (from `propagate`, `explain` and
// `complete`) as a lemma step with its edges, each time, right before returning it and with exactly these literals. The core logs learnt
// clauses after the lemmas they use, and deletions of explanations and conflicts once nothing refers to them. A clause includes literals
// that are false at level 0. At level 0 the core asks for the explanation of an implied literal at once.

import type { Literal } from "../literal.ts";

/** What the theory may use of the core. */
export interface TheoryHost {
  newVariable(): number;
  /** From now on `assigned` is called for the literals of the variable. */
  observe(variable: number): void;
  /** 1 true, -1 false, 0 unassigned. */
  value(literal: Literal): number;
  /** Decision level at which an assigned literal got its value. */
  level(literal: Literal): number;
  /** During `propagate`: puts an unassigned literal on the trail. `explain` is asked for its reason later, if at all. */
  imply(literal: Literal): void;
}

export interface Theory {
  /** A literal over an observed variable has become true. Called in trail order, before `propagate`. */
  assigned(literal: Literal): void;
  /** A decision level has begun. */
  levelOpened(): void;
  /** The core has undone all levels above `level`: everything `assigned` there must be forgotten. */
  backtracked(level: number): void;
  /** Draws consequences of what was assigned. Returns null or a conflict: a clause whose literals are all false, at any level. */
  propagate(): readonly Literal[] | null;
  /** Returns the reason of an implied literal: a clause of it and literals that were false before. Called at most once while it is assigned. */
  explain(literal: Literal): readonly Literal[];
  /** Called when every variable is assigned. Returns nothing if the assignment is a model of the theory, otherwise lemmas, possibly over new variables. */
  complete(): readonly (readonly Literal[])[];
  /** Returns an unassigned literal to decide next, or -1 to leave it to the core. */
  decide(): Literal | -1;
}
