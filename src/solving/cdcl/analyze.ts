// Conflict analysis. In: a conflict whose highest level is the current one. Out: the clause of the first unique implication point
// (Marques-Silva and Sakallah, GRASP 1996; Zhang et al. 2001), shortened by recursive minimisation (Sörensson and Biere 2009), its glue
// (Audemard and Simon 2009) and the level to return to. Also finds the assumptions that suffice for a refutation.
//
// Only here is a theory asked for reasons; `explain` turns them into clauses of the arena.

import type { Literal } from "../literal.ts";
import { headerSize, redundantMark } from "./arena.ts";
import { enlarge } from "./lists.ts";
import { byTheory, inBinary, noReason, otherOf, type State } from "./state.ts";

const seenMark = 1;
const removableMark = 2;
const neededMark = 4;
/** Bounds the recursion of minimisation: reasons may form chains of any length. */
const maxMinimisationDepth = 400;

/** Clauses of at most this glue are kept for good (tier 1), or as long as they are used (tier 2). */
export const tier1Glue = 2;
export const tier2Glue = 6;

export class Analysis {
  /** The clause: the asserting literal first, then one of the level to return to. */
  learnt = new Int32Array(64);
  size = 0;
  glue = 0;
  backjump = 0;
  #marks = new Uint8Array(64);
  #marked: number[] = [];
  #stamps = new Int32Array(64);
  #stamp = 0;

  constructor(
    readonly state: State,
    readonly explain: (literal: Literal) => number,
  ) {}

  /** Analyses the conflict; `learnt`, `size`, `glue` and `backjump` hold the result. */
  conflict(conflict: number): void {
    const { state } = this;
    this.#makeRoom();
    this.size = 1;
    const marks = this.#marks;
    let open =
      conflict === inBinary ? this.#visit(state.binaryConflict[0]) + this.#visit(state.binaryConflict[1]) : this.#visitClause(conflict, -1);
    let index = state.assigned;
    for (;;) {
      let literal = state.trail[--index];
      while (marks[literal >> 1] === 0) literal = state.trail[--index];
      if (--open === 0) {
        this.learnt[0] = literal ^ 1;
        break;
      }
      const reason = this.#reasonOf(literal);
      open += reason < 0 ? this.#visit(otherOf(reason)) : this.#visitClause(reason, literal);
    }
    for (const variable of this.#marked) state.heap.bump(variable);
    this.#minimise();
    this.#placeBackjump();
    this.#clear();
  }

  /** The assumptions among the decisions that make `assumption` false, and `assumption` itself. */
  failed(assumption: Literal): Literal[] {
    const { state } = this;
    this.#makeRoom();
    this.size = 1;
    const core = [assumption];
    if (state.levels[assumption >> 1] > 0) {
      this.#visit(assumption);
      for (let i = state.assigned - 1; i >= state.limits[0]; i--) {
        const literal = state.trail[i];
        if (this.#marks[literal >> 1] === 0) continue;
        const reason = this.#reasonOf(literal);
        if (reason === noReason) {
          if (literal !== assumption) core.push(literal);
        } else if (reason < 0) this.#visit(otherOf(reason));
        else this.#visitClause(reason, literal);
      }
    }
    this.#clear();
    return core;
  }

  /** The number of distinct levels among the literals, without level 0. */
  glueOf(literals: ArrayLike<Literal>, from: number, to: number): number {
    if (this.#stamps.length <= this.state.level) this.#stamps = enlarge(this.#stamps, 2 * this.state.level + 1);
    const stamp = ++this.#stamp;
    let glue = 0;
    for (let i = from; i < to; i++) {
      const level = this.state.levels[literals[i] >> 1];
      if (level === 0 || this.#stamps[level] === stamp) continue;
      this.#stamps[level] = stamp;
      glue++;
    }
    return glue;
  }

  #reasonOf(literal: Literal): number {
    const reason = this.state.reasons[literal >> 1];
    return reason === byTheory ? this.explain(literal) : reason;
  }

  /** Marks a false literal. Returns 1 if it is of the current level and so must be resolved away. */
  #visit(literal: Literal): number {
    const variable = literal >> 1;
    const level = this.state.levels[variable];
    if (level === 0 || this.#marks[variable] !== 0) return 0;
    this.#marks[variable] = seenMark;
    this.#marked.push(variable);
    if (level === this.state.level) return 1;
    if (this.size === this.learnt.length) this.learnt = enlarge(this.learnt, 2 * this.size);
    this.learnt[this.size++] = literal;
    return 0;
  }

  #visitClause(reference: number, implied: Literal): number {
    const { arena } = this.state;
    if (arena.has(reference, redundantMark)) this.#touch(reference);
    const data = arena.data;
    const end = reference + headerSize + data[reference];
    let open = 0;
    for (let i = reference + headerSize; i < end; i++) if (data[i] !== implied) open += this.#visit(data[i]);
    return open;
  }

  /** Notes that a learnt clause was used, so that it stays longer, and updates its glue if that is smaller now. */
  #touch(reference: number): void {
    const { arena } = this.state;
    const glue = arena.glue(reference);
    if (glue > tier1Glue) {
      const first = reference + headerSize;
      const now = this.glueOf(arena.data, first, first + arena.size(reference));
      if (now < glue) arena.setGlue(reference, now);
    }
    arena.setUsed(reference, arena.glue(reference) <= tier2Glue ? 2 : 1);
  }

  /** Removes literals that the others imply. */
  #minimise(): void {
    // A literal of a level that has no literal in the clause cannot be implied: `glueOf` stamps the levels.
    this.glueOf(this.learnt, 0, this.size);
    let kept = 1;
    for (let i = 1; i < this.size; i++) {
      const literal = this.learnt[i];
      if (this.state.reasons[literal >> 1] === noReason || !this.#isImplied(literal, 0)) this.learnt[kept++] = literal;
    }
    this.size = kept;
  }

  /** Whether the false `literal` follows from literals of the clause. */
  #isImplied(literal: Literal, depth: number): boolean {
    const variable = literal >> 1;
    const mark = this.#marks[variable];
    if (depth > 0 && (this.state.levels[variable] === 0 || (mark & (seenMark | removableMark)) !== 0)) return true;
    if ((mark & neededMark) !== 0 || depth > maxMinimisationDepth) return false;
    if (this.state.reasons[variable] === noReason || this.#stamps[this.state.levels[variable]] !== this.#stamp) return false;
    const reason = this.#reasonOf(literal ^ 1);
    let implied = true;
    if (reason < 0) implied = this.#isImplied(otherOf(reason), depth + 1);
    else {
      const end = reason + headerSize + this.state.arena.data[reason];
      for (let i = reason + headerSize; implied && i < end; i++) {
        const other = this.state.arena.data[i];
        if (other !== (literal ^ 1)) implied = this.#isImplied(other, depth + 1);
      }
    }
    if (mark === 0) this.#marked.push(variable);
    this.#marks[variable] = mark | (implied ? removableMark : neededMark);
    return implied;
  }

  #placeBackjump(): void {
    const { levels } = this.state;
    this.glue = this.glueOf(this.learnt, 0, this.size);
    this.backjump = 0;
    let highest = 1;
    for (let i = 2; i < this.size; i++) if (levels[this.learnt[i] >> 1] > levels[this.learnt[highest] >> 1]) highest = i;
    if (this.size < 2) return;
    const literal = this.learnt[highest];
    this.learnt[highest] = this.learnt[1];
    this.learnt[1] = literal;
    this.backjump = levels[literal >> 1];
  }

  #makeRoom(): void {
    if (this.#marks.length < this.state.variables) this.#marks = new Uint8Array(this.state.levels.length);
  }

  #clear(): void {
    for (const variable of this.#marked) this.#marks[variable] = 0;
    this.#marked.length = 0;
  }
}
