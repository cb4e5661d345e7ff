// Between the core and its theory: who has been told what, and the theory's clauses as clauses of the arena. In: the trail as it grows and
// shrinks. Out: implied literals on the trail, conflicts and explanations. A theory that breaks its contract is an Error here, not a wrong answer.

import type { ProofLog } from "../certificate/proof.ts";
import type { Literal } from "../literal.ts";
import { transientMark } from "./arena.ts";
import { byTheory, type State } from "./state.ts";
import type { Theory } from "./theory.ts";

export class TheoryLink {
  calls = 0;
  propagations = 0;
  conflicts = 0;
  /** How much of the trail the theory has been told. */
  #told = 0;
  /** Observed only after they got their value. */
  #late: number[] = [];
  /** Implied at level 0 and not in the proof yet. */
  readonly #units: Literal[] = [];

  constructor(
    readonly theory: Theory,
    readonly state: State,
    readonly proof: ProofLog | null,
    readonly backtrack: (level: number) => void,
  ) {}

  observe(variable: number): void {
    const { values, positions } = this.state;
    if (values[variable << 1] !== 0 && positions[variable] < this.#told) this.#late.push(variable);
  }

  imply(literal: Literal): void {
    if (this.state.values[literal] !== 0) throw new Error("the theory implies a literal that has a value");
    this.propagations++;
    this.state.assign(literal, byTheory);
    // What holds at level 0 is never explained later, but the proof needs it.
    if (this.state.level === 0 && this.proof !== null) this.#units.push(literal);
  }

  /** Tells the theory what is new and lets it speak: a conflict, or 0. It may have put literals on the trail. */
  propagate(): number {
    const s = this.state;
    if (this.#late.length > 0) this.#tellLate();
    while (this.#told < s.assigned) {
      const literal = s.trail[this.#told++];
      if (s.observed[literal >> 1] === 1) this.theory.assigned(literal);
    }
    this.calls++;
    const clause = this.theory.propagate();
    if (this.#units.length > 0) this.#proveUnits();
    if (clause === null) return 0;
    this.conflicts++;
    if (clause.some((literal) => s.values[literal] >= 0)) throw new Error("the theory's conflict is none");
    return this.#keep(clause);
  }

  /** The theory has heard of everything. */
  get isTold(): boolean {
    return this.#told === this.state.assigned && this.#late.length === 0;
  }

  backtracked(level: number): void {
    this.#told = Math.min(this.#told, this.state.assigned);
    this.theory.backtracked(level);
  }

  /** The theory's reason of a literal, as a clause; it then is the literal's reason like any other. */
  explain(literal: Literal): number {
    const s = this.state;
    const clause = this.theory.explain(literal);
    if (!clause.includes(literal)) throw new Error("the theory's explanation lacks the literal");
    for (const other of clause) {
      const isEarlier = s.values[other] < 0 && s.positions[other >> 1] < s.positions[literal >> 1];
      if (other !== literal && !isEarlier) throw new Error("the theory explains a literal by what was not there before");
    }
    const reference = this.#keep(clause);
    s.reasons[literal >> 1] = reference;
    return reference;
  }

  #keep(clause: readonly Literal[]): number {
    const reference = this.state.arena.allocate(clause, clause.length, transientMark, 0);
    this.state.transient.push(reference);
    return reference;
  }

  /** Variables observed after they got their value. They are told at level 0: elsewhere the theory would forget them too early. */
  #tellLate(): void {
    this.backtrack(0);
    const { values, positions } = this.state;
    for (const variable of this.#late) {
      const value = values[variable << 1];
      if (value !== 0 && positions[variable] < this.#told) this.theory.assigned((variable << 1) | (value > 0 ? 0 : 1));
    }
    this.#late = [];
  }

  #proveUnits(): void {
    for (const literal of this.#units) {
      this.explain(literal);
      this.proof?.add({ step: "learnt", clause: [literal] });
    }
    this.#units.length = 0;
  }
}
