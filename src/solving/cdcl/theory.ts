// How a theory sits on the CDCL core (the shape of IPASIR-UP, narrowed to what an order theory needs). The core owns the trail;
// the theory is told what becomes true of the variables it observes and answers with implied literals, conflicts and lemmas.
//
// Proofs: the theory logs its own lemmas, to the same ProofLog as the core. Every clause that it returns (from `propagate`, `explain` and `complete`)
// it logs as a lemma step with its edges, each time and right before returning it, with exactly these literals. The core logs learnt
// clauses after the lemmas they use, and the deletion of explanations and conflicts once nothing refers to them. Literals that are false at
// level 0 are part of the clause like any other. At level 0 the core asks at once for the explanation of what is implied.

import type { Literal } from "../literal.ts";

/** What the theory may ask of the core. */
export interface TheoryHost {
  newVariable(): number;
  /** From now on `assigned` is called for both literals of the variable. It is never eliminated. */
  observe(variable: number): void;
  /** 1 true, -1 false, 0 unassigned. */
  value(literal: Literal): number;
  /** Decision level at which an assigned literal got its value. */
  level(literal: Literal): number;
  /** During `propagate`: puts an unassigned literal on the trail. Its reason is asked for later, if at all, by `explain`. */
  imply(literal: Literal): void;
}

export interface Theory {
  /** A literal over an observed variable has become true. Called in trail order, before `propagate`. */
  assigned(literal: Literal): void;
  /** A decision level begins. */
  levelOpened(): void;
  /** Forget everything `assigned` since level `level` ended; that level itself stays. */
  backtracked(level: number): void;
  /** Draws consequences of what was assigned. A conflict is a clause whose literals are all false now; if none is of the current level, the core goes back first. */
  propagate(): readonly Literal[] | null;
  /** The reason of an implied literal: a clause with `literal` and literals that were false before it was implied. Asked at most once while it is assigned. */
  explain(literal: Literal): readonly Literal[];
  /** Every variable is assigned. Empty: the assignment is a model of the theory too. Otherwise lemmas, possibly over new variables. */
  complete(): readonly (readonly Literal[])[];
  /** What to decide next, or -1 to leave it to the core. */
  decide(): Literal | -1;
}
