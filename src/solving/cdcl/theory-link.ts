// The link between the core and its theory. In: the trail as it grows and shrinks. Out: implied literals on the trail; conflicts and
// explanations as clauses of the arena. A theory that breaks its contract raises an Error here instead of a wrong answer.

import type { ProofLog } from "../certificate/proof.ts";
import type { Literal } from "../literal.ts";
import { transientMark } from "./arena.ts";
import { byTheory, type State } from "./state.ts";
import type { Theory } from "./theory.ts";

export class TheoryLink {
  calls = 0;
  propagations = 0;
  conflicts = 0;
  /** The number of literals of the trail that the theory has been told. */
  #told = 0;
  /** Variables that were assigned before they were observed. */
  #late: number[] = [];
  /** Literals implied at level 0 that are not in the proof yet. */
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
    // Literals of level 0 are never explained later, but the proof needs them.
    if (this.state.level === 0 && this.proof !== null) this.#units.push(literal);
  }

  /** Tells the theory what is new and lets it propagate. Returns a conflict, or 0; the theory may have put literals on the trail. */
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
    if (clause.some((literal) => s.values[literal] >= 0)) throw new Error("a literal of the theory's conflict is not false");
    return this.#keep(clause);
  }

  /** Whether the theory has been told the whole trail. */
  get isUpToDate(): boolean {
    return this.#told === this.state.assigned && this.#late.length === 0;
  }

  backtracked(level: number): void {
    this.#told = Math.min(this.#told, this.state.assigned);
    this.theory.backtracked(level);
  }

  /** Asks the theory for the reason of a literal and returns it as a clause, which from now on is the literal's reason. */
  explain(literal: Literal): number {
    const s = this.state;
    const clause = this.theory.explain(literal);
    if (!clause.includes(literal)) throw new Error("the theory's explanation lacks the literal");
    for (const other of clause) {
      const isEarlier = s.values[other] < 0 && s.positions[other >> 1] < s.positions[literal >> 1];
      if (other !== literal && !isEarlier) throw new Error("the theory explains a literal by one that was assigned later");
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

  /** Tells variables that were assigned before they were observed, at level 0: at a higher one the theory would forget them too early. */
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
